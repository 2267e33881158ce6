//! Starting a Rust file at another function than `main`: a copy of the file gets a `main` that calls the function with
//! symbolic arguments. What the file's own `main` is called changes, the lines stay where they are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::scan::{Function, functions};
use super::{CompileError, Scratch, read_text};

/// The folder of the copy, below the scratch folder.
const FOLDER: &str = "entry";

/// The text behind the copy, in a file of its own, so that its lines are not the user's.
const GLUE: &str = "effigy-harness/entry.rs";

/// How many functions a message lists.
const LISTED: usize = 12;

/// Where the changed copy lies.
pub(super) struct Copy {
    /// The file to compile.
    pub path: PathBuf,
    /// The folder of the copy and the user's, for the compiler's `--remap-path-prefix`.
    pub remap: OsString,
    folder: PathBuf,
    original: PathBuf,
}

impl Copy {
    /// Copies the file at `path` so that it starts at `entry`.
    ///
    /// # Errors
    /// [`CompileError::NoFunction`]; when a file cannot be read or written.
    pub(super) fn new(path: &Path, entry: &str, scratch: &Scratch) -> Result<Self, CompileError> {
        let text = read_text(path)?;
        let own = functions(&text);
        let function = find(&own, path, entry)?;
        let original = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let folder = scratch.file(FOLDER);
        mirror(&original, &folder)?;
        let glue = scratch.file(GLUE);
        write(&glue, &main_calling(entry, &function))?;
        let copy = folder.join(path.file_name().unwrap_or_default());
        // The link to the user's file gives way to the copy.
        let _ = std::fs::remove_file(&copy);
        write(&copy, &changed(&text, &own, &glue))?;
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(&folder);
        remap.push("=");
        remap.push(&original);
        Ok(Copy { path: copy, remap, folder, original })
    }

    /// A compiler's list of sources with the user's files in place of their links.
    pub(super) fn sources(&self, list: &str) -> String {
        let [ours, users] =
            [&self.folder, &self.original].map(|p| p.to_string_lossy().into_owned());
        let is_ours = |line: &&str| !line.ends_with("effigy-harness/entry.rs:");
        list.replace(&ours, &users)
            .lines()
            .filter(is_ours)
            .map(|line| line.to_owned() + "\n")
            .collect()
    }
}

/// The function that `entry` names: in the file, or in the file of its module.
fn find(own: &[Function], path: &Path, entry: &str) -> Result<Function, CompileError> {
    let name = entry.trim_start_matches("crate::");
    let in_file = |found: &[Function], name: &str| found.iter().find(|f| f.path == name).cloned();
    let found = in_file(own, name).or_else(|| {
        let (modules, _) = name.rsplit_once("::")?;
        let folder = path.parent()?;
        let ends = modules.match_indices("::").map(|(end, _)| end).chain([modules.len()]);
        ends.flat_map(|end| {
            let file = folder.join(name[..end].replace("::", "/"));
            [file.with_extension("rs"), file.join("mod.rs")].map(|file| (file, end + 2))
        })
        .find_map(|(file, inner)| {
            let text = std::fs::read_to_string(file).ok()?;
            in_file(&functions(&text), name.get(inner..)?)
        })
    });
    match found {
        Some(found) if found.is_async => Err(CompileError::AsyncEntry { name: entry.to_owned() }),
        Some(found) => Ok(found),
        None => Err(CompileError::NoFunction {
            name: entry.to_owned(),
            available: own.iter().map(|f| f.path.clone()).take(LISTED).collect(),
        }),
    }
}

/// Links to all that lies beside the user's file, for its modules and for what it includes.
fn mirror(original: &Path, folder: &Path) -> Result<(), CompileError> {
    let unwritable = |cause| CompileError::Unwritable { path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let unreadable = |cause| CompileError::Unreadable { path: original.to_owned(), cause };
    let full = std::fs::canonicalize(original).map_err(unreadable)?;
    for entry in std::fs::read_dir(&full).map_err(unreadable)?.flatten() {
        std::os::unix::fs::symlink(entry.path(), folder.join(entry.file_name()))
            .map_err(unwritable)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    let unwritable = |cause| CompileError::Unwritable { path: path.to_owned(), cause };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    std::fs::write(path, text).map_err(unwritable)
}

/// The file with its `main` under another name and the glue at its end.
fn changed(text: &str, own: &[Function], glue: &Path) -> String {
    let main = own.iter().find(|f| f.path == "main").map_or(text.len(), |f| f.name_at);
    let (before, after) = text.split_at(main);
    let renamed = match after.strip_prefix("main") {
        Some(after) => format!("{before}effigy_renamed_main{after}"),
        None => text.to_owned(),
    };
    format!("{renamed}\ninclude!({:?});\n", glue.to_string_lossy())
}

/// A `main` that calls the function with a symbolic value for each parameter.
fn main_calling(entry: &str, function: &Function) -> String {
    let values: Vec<String> = function.params.iter().enumerate().map(argument).collect();
    let values = values.join(", ");
    let called = if function.path == "main" { "effigy_renamed_main" } else { entry };
    format!("fn main() {{\n    let _ = {called}({values});\n}}\n")
}

/// The value for a parameter, under the parameter's name; what a reference refers to is made in place.
fn argument((index, (pattern, of)): (usize, &(String, String))) -> String {
    let name = pattern.trim_start_matches("mut ").trim();
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_') && name != "_";
    let name = if is_name { name.to_owned() } else { format!("arg{index}") };
    let borrow = match of.strip_prefix('&').map(str::trim_start) {
        Some(inner) if inner.starts_with("mut ") => "&mut ",
        Some(inner) if !inner.starts_with("str") && !is_slice(inner) => "&",
        _ => "",
    };
    format!("{borrow}::effigy::any_named({name:?})")
}

/// Whether the type is `[T]` rather than an array.
fn is_slice(of: &str) -> bool {
    of.starts_with('[') && !of.contains(';')
}
