//! One Rust file, by the user's own `rustc`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::tools::{choose_tool, fingerprint, run};
use super::{CompileError, CompileOptions, Compiled, Language, Scratch, UserFiles, read_text};

/// The files of the harness library, which is built for the user's own compiler.
const HARNESS: [(&str, &str); 5] = [
    ("lib.rs", include_str!("../../../effigy/src/lib.rs")),
    ("arbitrary.rs", include_str!("../../../effigy/src/arbitrary.rs")),
    ("collections.rs", include_str!("../../../effigy/src/collections.rs")),
    ("intrinsics.rs", include_str!("../../../effigy/src/intrinsics.rs")),
    ("replay.rs", include_str!("../../../effigy/src/replay.rs")),
];

/// How one module comes to hold the program and all of `std`, with every check of Rust's switched on.
const FLAGS: &str = "-C lto=fat -C panic=abort -C opt-level=1 -C debug-assertions=on -C overflow-checks=on \
    -C debuginfo=2 -C codegen-units=1";

pub(super) fn compile_file(
    path: &Path,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let source = read_text(path)?;
    let rustc = rustc()?;
    let scratch = Scratch::new()?;
    let (module, executable) = (scratch.file("program.ll"), scratch.file("program"));
    let mut command = Command::new(&rustc);
    command.args(FLAGS.split_whitespace()).args(["--edition", &options.edition]);
    command.arg(emit(&executable, &module)).arg(path);
    if source.contains("effigy::") {
        let library = harness_library(&rustc, &options.cache)?;
        command.arg("--extern").arg(joined("effigy=", &library));
    }
    run(&mut command)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(Compiled {
        module_text: read_text(&module)?,
        module_path: module,
        executable: Some(executable),
        language: Language::Rust,
        source: path.to_owned(),
        user_files: UserFiles::below(folder, Path::new(".")),
        c_flags: Vec::new(),
        scratch,
        took: Duration::ZERO,
    })
}

/// The user's `rustc`.
pub(super) fn rustc() -> Result<PathBuf, CompileError> {
    choose_tool(
        "RUSTC",
        &["rustc".to_owned()],
        "install Rust from https://rustup.rs, or give the program's .ll file",
    )
}

fn emit(executable: &Path, module: &Path) -> std::ffi::OsString {
    let mut text = joined("--emit=link=", executable);
    text.push(",llvm-ir=");
    text.push(module);
    text
}

fn joined(prefix: &str, path: &Path) -> std::ffi::OsString {
    let mut text = std::ffi::OsString::from(prefix);
    text.push(path);
    text
}

/// The built harness library in the cache, built first when this compiler has not built it yet.
fn harness_library(rustc: &Path, cache: &Path) -> Result<PathBuf, CompileError> {
    let version = run(Command::new(rustc).arg("-vV"))?.stdout;
    let version = String::from_utf8_lossy(&version).into_owned();
    let mut parts = vec![version.as_str()];
    parts.extend(HARNESS.iter().flat_map(|(name, text)| [*name, *text]));
    let folder = cache.join("harness").join(fingerprint(&parts));
    let library = folder.join("libeffigy.rlib");
    if library.is_file() {
        return Ok(library);
    }
    build_harness(rustc, &library, &folder)?;
    Ok(library)
}

/// Builds aside and renames, so that a run at the same time never sees half a library.
fn build_harness(rustc: &Path, library: &Path, folder: &Path) -> Result<(), CompileError> {
    let scratch = Scratch::new()?;
    for (name, text) in HARNESS {
        scratch.write(name, text.as_bytes())?;
    }
    let unwritable = |cause| CompileError::Unwritable { path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let built = folder.join(format!("libeffigy.{}.rlib", std::process::id()));
    let mut remap = joined("--remap-path-prefix=", scratch.path());
    remap.push("=/effigy-harness/src");
    run(Command::new(rustc)
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
        .arg(scratch.file("lib.rs")))?;
    std::fs::rename(&built, library).map_err(unwritable)
}
