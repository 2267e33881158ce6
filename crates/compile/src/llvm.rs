//! A module that the user compiled.

use std::path::Path;
use std::process::Command;

use super::c::{self, MODULE};
use super::identity::Identity;
use super::tools::run;
use super::{CompileError, CompileOptions, Compiled, Scratch, read_bytes, read_module, text};
use crate::cache::Key;
use crate::cache::sources::Sources;

/// Why there must be a compiler for a module.
const HELP: &str = "the module is a harness of libFuzzer without a `main`, and clang links the one that calls it; \
    install it (Debian: apt-get install clang)";

/// What keeps the module as the user's compiler wrote it.
const AS_IT_IS: [&str; 4] =
    ["-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-Wno-override-module"];

/// Takes a module; a harness of libFuzzer gets a `main` that calls it.
pub(crate) fn compile_module(
    path: &Path,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let own = read_module(path, options)?;
    if options.entry != "main" || !c::is_harness(&own.module_text) {
        return Ok(own);
    }
    let (module, scratch) = (driven(path, &own, options)?, &own.scratch);
    let module_path = scratch.write(MODULE, module.as_bytes())?;
    Ok(Compiled { module_text: module, module_path, driven: true, ..own })
}

/// The module with the driver, as an earlier run left it, or anew.
fn driven(path: &Path, own: &Compiled, options: &CompileOptions) -> Result<String, CompileError> {
    let clang = c::find_clang(HELP)?;
    let key = key(&clang, &own.module_text, options)?;
    let kept = options.cache.get(key).and_then(|files| files.into_iter().next());
    if let Some(module) = kept {
        return Ok(text(module));
    }
    let module = link(&clang, path, &own.scratch, options)?;
    options.cache.put(key, &Sources::default(), &[&module]);
    Ok(text(module))
}

fn key(clang: &Path, module: &str, options: &CompileOptions) -> Result<Key, CompileError> {
    let mut identity = Identity::new("driven module");
    identity.c_compiler(clang, &options.cancel)?;
    for part in c::module_flags(options).iter().map(String::as_str).chain(AS_IT_IS) {
        identity.text(part);
    }
    Ok(identity.text(c::driver(true)).text(module).key())
}

/// Has the compiler link the module with the driver: it knows which names and types of the two are the same.
fn link(
    clang: &Path,
    path: &Path,
    scratch: &Scratch,
    options: &CompileOptions,
) -> Result<Vec<u8>, CompileError> {
    let (linked, place) = (scratch.file("harness.bc"), scratch.file("driven.ll"));
    let mut command = Command::new(clang);
    command.args(["-c", "-emit-llvm", "-O0"]).args(AS_IT_IS).arg("-o").arg(&linked);
    run(command.args(["-x", "ir"]).arg(path), &options.cancel)?;
    let mut command = Command::new(clang);
    command.args(c::module_flags(options)).args(AS_IT_IS);
    command.args(["-Xclang", "-mlink-bitcode-file", "-Xclang"]).arg(&linked).arg("-o").arg(&place);
    run(command.arg(c::write_driver(scratch)?), &options.cancel)?;
    read_bytes(&place)
}
