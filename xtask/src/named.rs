//! Tests by name: a suite, a module, a test, a part of a test's name, or an annotated program of `tests/programs`.

use std::path::{Path, PathBuf};

/// What `effigy_testkit::annotated::check_all` is told the program with that is to be checked alone.
pub const PROGRAM: &str = "EFFIGY_CHECK_ONLY";

/// What tells tests to check whole corpora, not only a part (`effigy_testkit::sample`).
pub const WHOLE: &str = "EFFIGY_WHOLE";

/// Folders of `tests/programs` and the tests of the command line that check the programs in them.
const CHECKED: &[(&str, &[&str])] = &[
    ("rust", &["corpus::rust_programs_have_their_findings_and_no_others"]),
    ("c", &["corpus::c_programs_have_their_findings_and_no_others"]),
    ("threads", &["corpus::programs_with_threads_have_their_findings_and_no_others"]),
    ("platform", &["corpus::programs_on_the_platform_have_their_findings_and_no_others"]),
    ("ub/c", &["ub::c_defects_are_found_and_their_corrections_pass"]),
    ("ub/rust", &["ub::rust_defects_are_found_and_their_corrections_pass"]),
    ("ub/unchecked", &["ub::what_is_not_checked_passes_and_is_named"]),
    (
        "file",
        &[
            "file_argument::a_c_program_reads_the_file",
            "file_argument::a_rust_program_reads_the_file",
        ],
    ),
    (
        "fuzz",
        &[
            "fuzz::c_targets_are_broken_from_trivial_seeds",
            "fuzz::rust_targets_are_broken_from_trivial_seeds",
        ],
    ),
];

/// Whether a name is part of a test's whole name: `ub`, `cli::ub` and `cli` are parts of `cli::ub::a_test`.
pub fn is_part(name: &str, whole: &str) -> bool {
    format!("::{whole}::").contains(&format!("::{name}::"))
}

/// The packages that may have a test with a name, so that the others need not be built.
pub fn packages(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let parts: Vec<&str> = name.split("::").collect();
    let mut found = Vec::new();
    for folder in folders(root)? {
        let short = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // The first part may be the package itself.
        let is_package = parts.first() == Some(&short.as_str());
        let wanted = if is_package { &parts[1..] } else { &parts[..] };
        if has(&folder, wanted.last().copied())? {
            found.push((is_package, package_name(&folder)?));
        }
    }
    if found.iter().any(|(is_package, _)| *is_package) {
        found.retain(|(is_package, _)| *is_package);
    }
    Ok(found.into_iter().map(|(_, package)| package).collect())
}

/// The packages in which a test has a text in its name.
pub fn packages_with(root: &Path, text: &str) -> Result<Vec<String>, String> {
    let last = text.rsplit("::").next().unwrap_or(text);
    let is_test = |source: &str| {
        let tests = source.split("#[test]\n").skip(1).filter_map(|test| test.split_once('('));
        tests.map(|(head, _)| head).any(|head| head.contains(last))
    };
    let mut found = Vec::new();
    for folder in folders(root)? {
        if any_source(&folder, |_, source| is_test(source))? {
            found.push(package_name(&folder)?);
        }
    }
    Ok(found)
}

/// Whether tests of the packages ask for a program that may be missing, and are skipped without it.
pub fn ask_for_tools(root: &Path, packages: &[String]) -> Result<bool, String> {
    for folder in folders(root)? {
        if packages.contains(&package_name(&folder)?)
            && any_source(&folder, |_, text| text.contains("tool(") || text.contains("SKIPPED"))?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The folders of the workspace's packages.
fn folders(root: &Path) -> Result<Vec<PathBuf>, String> {
    let crates = root.join("crates");
    let entries = std::fs::read_dir(&crates).map_err(|e| format!("{}: {e}", crates.display()))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.push(root.join("xtask"));
    folders.retain(|folder| folder.join("Cargo.toml").is_file());
    folders.sort();
    Ok(folders)
}

/// Whether a source of a package is a file with this name, or has a module or a function with it.
fn has(folder: &Path, name: Option<&str>) -> Result<bool, String> {
    let Some(name) = name else { return Ok(true) };
    let (function, module) = (format!("fn {name}("), format!("mod {name} "));
    any_source(folder, |file, text| {
        file.file_stem().is_some_and(|stem| stem == name)
            || file.parent().and_then(Path::file_name).is_some_and(|folder| folder == name)
            || text.contains(&function)
            || text.contains(&module)
    })
}

/// Whether a source of a package, with its text, is as wanted.
fn any_source(folder: &Path, is_wanted: impl Fn(&Path, &str) -> bool) -> Result<bool, String> {
    for part in ["src", "tests"].map(|part| folder.join(part)) {
        for file in files(&part).into_iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
            let text = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            if is_wanted(&file, &String::from_utf8_lossy(&text)) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn package_name(folder: &Path) -> Result<String, String> {
    let file = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    name.map(str::to_owned).ok_or_else(|| format!("{} names no package", file.display()))
}

/// All files below a folder; none where there is no folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

/// A program and the tests that check it.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// The whole names of the tests.
    pub tests: Vec<String>,
}

/// The program of `tests/programs` with a name: its path in there, its file, or that without its extension; `None` when
/// there is none.
///
/// # Errors
/// When there are several, or no test checks it alone.
pub fn program(root: &Path, name: &str) -> Result<Option<Program>, String> {
    let folder = root.join("tests/programs");
    let is_named =
        |path: &PathBuf| path.ends_with(name) || path.file_stem().is_some_and(|stem| stem == name);
    let found: Vec<PathBuf> = files(&folder).into_iter().filter(is_named).collect();
    let path = match found.as_slice() {
        [] => return Ok(None),
        [path] => path,
        all => {
            let below = all.iter().map(|path| path.strip_prefix(&folder).unwrap_or(path));
            let below: Vec<_> = below.map(|path| path.display().to_string()).collect();
            return Err(format!("several programs: {}", below.join(", ")));
        }
    };
    let below = path.strip_prefix(&folder).unwrap_or(path);
    let checked = CHECKED.iter().find(|(folder, _)| below.starts_with(folder));
    let (_, tests) = checked
        .ok_or_else(|| format!("{} is checked with others: name its test", below.display()))?;
    let tests = tests.iter().map(|test| format!("cli::{test}")).collect();
    // The test compares whole paths.
    let path = path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(Some(Program { path, tests }))
}

#[cfg(test)]
mod tests;
