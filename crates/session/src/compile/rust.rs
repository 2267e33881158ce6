//! One Rust file, by the user's own `rustc`.

use effigy_base::check::Check;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::entry::Copy;
use super::kept::{self, Entry};
use super::tools::{choose_tool, fingerprint, run};
use super::{CompileError, CompileOptions, Compiled, Language, Scratch, UserFiles, read_text};
use effigy_base::budget::CancelToken;

/// The files of the harness library, which is built for the user's own compiler.
const HARNESS: [(&str, &str); 5] = [
    ("lib.rs", include_str!("../../../effigy/src/lib.rs")),
    ("arbitrary.rs", include_str!("../../../effigy/src/arbitrary.rs")),
    ("collections.rs", include_str!("../../../effigy/src/collections.rs")),
    ("intrinsics.rs", include_str!("../../../effigy/src/intrinsics.rs")),
    ("replay.rs", include_str!("../../../effigy/src/replay.rs")),
];

/// How one module comes to hold the program and all of `std`, with every check of Rust's switched on.
const FLAGS: &str = "-C lto=fat -C panic=abort -C debug-assertions=on \
    -C debuginfo=2 -C codegen-units=1";

/// Keeps the errors of unsafe code: LLVM changes nothing, and the text says what the compiler knows of values.
pub(super) const UNCHANGED: [&str; 2] = ["-C", "no-prepopulate-passes"];

fn flags(options: &CompileOptions) -> Vec<&'static str> {
    let mut flags: Vec<&str> = FLAGS.split_whitespace().collect();
    let overflow = options.checks.contains(Check::Overflow);
    flags.extend(["-C", if overflow { "overflow-checks=on" } else { "overflow-checks=off" }]);
    if options.ub {
        flags.extend(UNCHANGED);
    }
    flags
}

pub(crate) fn compile_file(
    path: &Path,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let source = read_text(path)?;
    let rustc = rustc()?;
    let version = run(Command::new(&rustc).arg("-vV"), &options.cancel)?.stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let at_main = options.entry == "main";
    let library = match !at_main || source.contains("effigy::") {
        true => Some(harness_library(&rustc, &version, options)?),
        false => None,
    };
    let scratch = Scratch::new()?;
    let harness = library.as_deref().unwrap_or(Path::new(""));
    let build = Build { rustc: &rustc, path, options, harness, scratch: &scratch };
    let entry =
        Entry::new(&options.cache, &build.identity(&version).each_ref().map(String::as_str));
    if !entry.restore(&scratch) {
        let sources = match at_main {
            true => build.run(path, None)?,
            false => build.run_from(&Copy::new(path, &options.entry, &scratch)?)?,
        };
        entry.store(&scratch, &sources);
    }
    let module = scratch.file(kept::MODULE);
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(Compiled {
        module_text: read_text(&module)?,
        module_path: module,
        executable: Some(scratch.file(kept::EXECUTABLE)),
        entry: "main".to_owned(),
        binary: None,
        language: Language::Rust,
        source: path.to_owned(),
        user_files: UserFiles::below(folder, Path::new(".")),
        ub: options.ub,
        c_flags: Vec::new(),
        scratch,
        took: Duration::ZERO,
        cancel: options.cancel.clone(),
    })
}

/// One call of the compiler.
struct Build<'a> {
    rustc: &'a Path,
    path: &'a Path,
    options: &'a CompileOptions,
    /// The built harness library, empty when the program does not use it.
    harness: &'a Path,
    scratch: &'a Scratch,
}

impl Build<'_> {
    /// A session shows what a debug build has: values where the source has them, and every line.
    fn optimisation(&self) -> &'static str {
        if self.options.for_session { "opt-level=0" } else { "opt-level=1" }
    }

    /// All that goes into the build but the contents of the sources. Paths are in: panics and line tables have them.
    fn identity(&self, version: &str) -> [String; 7] {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let current = std::env::current_dir().unwrap_or_default();
        let [edition, entry] = [&self.options.edition, &self.options.entry].map(String::clone);
        let flags = format!("{} -C {}", flags(self.options).join(" "), self.optimisation());
        let version = version.to_owned();
        [version, flags, edition, entry, text(&current), text(self.path), text(self.harness)]
    }

    /// The same from a copy of the user's file.
    fn run_from(&self, copy: &Copy) -> Result<String, CompileError> {
        Ok(copy.sources(&self.run(&copy.path, Some(&copy.remap))?))
    }

    /// Builds module and executable into the scratch folder; answers the compiler's list of sources.
    fn run(&self, path: &Path, remap: Option<&OsStr>) -> Result<String, CompileError> {
        let list = self.scratch.file("program.d");
        let mut command = Command::new(self.rustc);
        command.args(flags(self.options)).args(["-C", self.optimisation()]);
        command.args(["--edition", &self.options.edition]);
        // What rustc writes in between, and leaves when it is stopped.
        command.arg("--out-dir").arg(self.scratch.path());
        command.arg(joined("--emit=link=", &self.scratch.file(kept::EXECUTABLE)));
        command.arg(joined("--emit=llvm-ir=", &self.scratch.file(kept::MODULE)));
        command.arg(joined("--emit=dep-info=", &list)).arg(path);
        if let Some(remap) = remap {
            command.args(["--cap-lints", "allow"]).arg(remap);
        }
        if !self.harness.as_os_str().is_empty() {
            command.arg("--extern").arg(joined("effigy=", self.harness));
        }
        run(&mut command, &self.options.cancel)?;
        read_text(&list)
    }
}

/// The user's `rustc`.
pub(super) fn rustc() -> Result<PathBuf, CompileError> {
    choose_tool(
        "RUSTC",
        &["rustc".to_owned()],
        "install Rust from https://rustup.rs, or give the program's .ll file",
    )
}

fn joined(prefix: &str, path: &Path) -> std::ffi::OsString {
    let mut text = std::ffi::OsString::from(prefix);
    text.push(path);
    text
}

/// The built harness library in the cache, built first when this compiler has not built it yet.
fn harness_library(
    rustc: &Path,
    version: &str,
    options: &CompileOptions,
) -> Result<PathBuf, CompileError> {
    let mut parts = vec![version];
    parts.extend(HARNESS.iter().flat_map(|(name, text)| [*name, *text]));
    let folder = options.cache.join("harness").join(fingerprint(&parts));
    let library = folder.join("libeffigy.rlib");
    if library.is_file() {
        return Ok(library);
    }
    build_harness(rustc, &library, &folder, &options.cancel)?;
    Ok(library)
}

/// Builds aside and renames, so that a run at the same time never sees half a library.
fn build_harness(
    rustc: &Path,
    library: &Path,
    folder: &Path,
    cancel: &CancelToken,
) -> Result<(), CompileError> {
    let scratch = Scratch::new()?;
    for (name, text) in HARNESS {
        scratch.write(name, text.as_bytes())?;
    }
    let unwritable = |cause| CompileError::Unwritable { path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let built = folder.join(format!("libeffigy.{}.rlib", std::process::id()));
    let mut remap = joined("--remap-path-prefix=", scratch.path());
    remap.push("=/effigy-harness/src");
    let mut command = Command::new(rustc);
    command
        .args([
            "--crate-name",
            "effigy",
            "--crate-type",
            "rlib",
            "--edition",
            "2024",
            "--cap-lints",
            "allow",
        ])
        .args([
            "-C",
            "opt-level=1",
            "-C",
            "panic=abort",
            "-C",
            "debuginfo=1",
            "-C",
            "codegen-units=1",
        ])
        .arg(remap)
        .arg("-o")
        .arg(&built)
        .arg(scratch.file("lib.rs"));
    run(&mut command, cancel)?;
    std::fs::rename(&built, library).map_err(unwritable)
}
