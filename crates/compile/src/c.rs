//! One C file, by the user's own `clang`.

use effigy_base::check::{Check, CheckSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use super::identity::Identity;
use super::preprocessed::{is_preprocessed, readable};
use super::tools::{choose_tool, run};
use super::{CompileError, CompileOptions, Compiled, Scratch};
use super::{flags, languages, read_bytes, read_text, several, text};
use crate::cache::Key;
use crate::cache::sources::Sources;

/// The newest and the oldest clang whose IR is read.
const CLANG_VERSIONS: std::ops::RangeInclusive<u32> = 14..=25;

/// Unoptimised with debug information and the lives of local variables. `abs` stays a call: the compiler's own has no
/// check; so do `isdigit` and its like. The names of values tell the amount of a shift from other numbers.
const MODULE_FLAGS: &str = "-S -emit-llvm -g -O0 -Xclang -disable-O0-optnone -fno-discard-value-names \
    -Xclang -fsanitize-address-use-after-scope \
    -fno-builtin-abs -fno-builtin-labs -fno-builtin-llabs -fno-builtin-imaxabs -D__NO_CTYPE";

/// The compiler's checks for undefined behaviour with the checks of ours that they belong to; `undefined` is all of
/// them. Alignment is checked by the machine, and the others see less than it does.
const SANITIZERS: [(&str, &[Check]); 9] = [
    ("alignment,object-size,vptr,function", &[]),
    ("signed-integer-overflow", &[Check::Overflow]),
    ("integer-divide-by-zero", &[Check::Division]),
    ("shift", &[Check::Shift]),
    ("bounds,pointer-overflow,vla-bound", &[Check::Bounds]),
    ("null,nonnull-attribute,returns-nonnull-attribute", &[Check::Null]),
    ("bool,enum", &[Check::InvalidValue]),
    ("unreachable,return", &[Check::Unreachable]),
    ("builtin", &[Check::InvalidValue]),
];

/// The checks for arithmetic that wraps.
const WRAPPING: &str = "unsigned-integer-overflow,implicit-conversion";

/// The flags that put the compiler's checks into the program, each a trap that says which it was.
fn sanitizers(checks: CheckSet) -> Vec<String> {
    let mut flags = vec!["-fsanitize=undefined".to_owned()];
    for (names, owners) in SANITIZERS {
        if !owners.iter().any(|check| checks.contains(*check)) {
            flags.push(format!("-fno-sanitize={names}"));
        }
    }
    if checks.contains(Check::Wrap) {
        flags.push(format!("-fsanitize={WRAPPING}"));
    }
    flags.push(format!("-fsanitize-trap=undefined,{WRAPPING}"));
    flags
}

/// What a C program may include: our own headers for KLEE's intrinsics and for Effigy's, each a path below the include
/// folder and its text.
pub const HEADERS: [(&str, &str); 2] = [
    ("klee/klee.h", include_str!("runtime/klee.h")),
    ("effigy.h", include_str!("runtime/effigy.h")),
];

/// Calls a harness of libFuzzer on standard input.
const DRIVER: &str = include_str!("runtime/driver.c");

/// Its file in the scratch folder; the name says that it is not of the user.
const DRIVER_PATH: &str = "effigy-harness/driver.c";

pub(crate) fn compile_file(
    path: &Path,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    if !path.is_file() {
        let cause = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(CompileError::Unreadable { path: path.to_owned(), cause });
    }
    let clang = clang()?;
    let scratch = Scratch::new()?;
    let build = Build { clang: &clang, path, options, scratch: &scratch };
    let several = !options.others.is_empty();
    let mut module = if several { build.linked(false)? } else { build.module(false)? };
    let driven = options.entry == "main" && is_harness(&module);
    if driven {
        module = if several { build.linked(true)? } else { build.module(true)? };
    }
    Ok(Compiled {
        module_text: module,
        module_path: scratch.file(MODULE),
        entry: options.entry.clone(),
        c_flags: options.c_flags.clone(),
        driven,
        ..Compiled::new(languages::C, path, options, scratch)
    })
}

/// The file of the module in the scratch folder.
pub(super) const MODULE: &str = "program.ll";

/// One program and its compiler.
struct Build<'a> {
    clang: &'a Path,
    path: &'a Path,
    options: &'a CompileOptions,
    scratch: &'a Scratch,
}

impl Build<'_> {
    /// The module that an earlier run left, or a new one; with a `main` that calls the program's harness if it is to be driven.
    fn module(&self, driven: bool) -> Result<String, CompileError> {
        let Build { options, scratch, .. } = self;
        // Of a preprocessed source a copy is compiled, and the compiler's list of sources has not the source itself.
        let known = flags::known(&options.c_flags).filter(|_| !is_preprocessed(self.path));
        let key = match &known {
            Some(_) => Some(self.key(driven)?),
            None => None,
        };
        let kept =
            key.and_then(|key| options.cache.get(key)).and_then(|files| files.into_iter().next());
        if let Some(module) = kept {
            return Ok(text(module));
        }
        let (place, list) = (scratch.file(MODULE), scratch.file("program.d"));
        let include = write_headers(scratch)?;
        let mut command = Command::new(self.clang);
        command.args(module_flags(options)).arg("-I").arg(&include);
        if driven {
            add_driver(&mut command, scratch)?;
        }
        command.args(&options.c_flags);
        if known.is_some() {
            list_sources(&mut command, &list);
        }
        let since = SystemTime::now();
        let source = readable(self.path, scratch, 0)?;
        run(command.arg("-o").arg(&place).arg(source), &options.cancel)?;
        let module = read_bytes(&place)?;
        let sources = known.and_then(|headers| {
            let list = read_text(&list).ok()?;
            Sources::of_make(&list, scratch.path(), &headers.folders, since)
        });
        if let (Some(key), Some(sources)) = (key, sources) {
            options.cache.put(key, &sources, &[&module]);
        }
        Ok(text(module))
    }

    /// The module that the modules of all files become. The driver goes with the first one.
    fn linked(&self, driven: bool) -> Result<String, CompileError> {
        let Build { options, scratch, path, .. } = self;
        let others = &options.others;
        let flags = several::flags_of(others, path)?;
        let include = write_headers(scratch)?;
        let made = |number: usize, file: &Path, driven: bool| {
            if !file.is_file() {
                let cause = std::io::Error::from(std::io::ErrorKind::NotFound);
                return Err(CompileError::Unreadable { path: file.to_owned(), cause });
            }
            let place = scratch.file(&format!("part{number}.ll"));
            let mut command = Command::new(self.clang);
            command.args(module_flags(options)).arg("-I").arg(&include);
            if driven {
                add_driver(&mut command, scratch)?;
            }
            command.args(flags.get(file).into_iter().flatten()).args(&options.c_flags);
            let source = readable(file, scratch, number)?;
            run(command.arg("-o").arg(&place).arg(source), &options.cancel)?;
            Ok(place)
        };
        let mut modules = vec![made(0, path, driven)?];
        for (number, file) in (1..).zip(&others.linked) {
            modules.push(made(number, file, false)?);
        }
        let mut overrides = Vec::new();
        for (number, file) in (modules.len()..).zip(&others.overrides) {
            overrides.push(made(number, file, false)?);
        }
        let place = scratch.file(MODULE);
        several::link(&modules, &overrides, self.clang, &place, &options.cancel)?;
        Ok(text(read_bytes(&place)?))
    }

    /// All that goes into the module but the contents of the sources. Paths are in: line tables have them.
    fn key(&self, driven: bool) -> Result<Key, CompileError> {
        let mut identity = Identity::new("module of C");
        identity.c_compiler(self.clang, &self.options.cancel)?;
        for part in module_flags(self.options).iter().chain(&self.options.c_flags) {
            identity.text(part);
        }
        for (name, text) in HEADERS {
            identity.text(name).text(text);
        }
        identity.text(driver(driven));
        Ok(identity.path(self.path).key())
    }
}

/// Whether the module is a harness of libFuzzer, which has no `main` of its own. The module is asked and not the source: there
/// is no preprocessor behind it any more.
pub(super) fn is_harness(module: &str) -> bool {
    let defines = |function: &str| {
        module.lines().any(|line| line.starts_with("define ") && line.contains(function))
    };
    defines(&format!("@{HARNESS}(")) && !defines("@main(")
}

/// The function that a harness of libFuzzer is.
pub const HARNESS: &str = "LLVMFuzzerTestOneInput";

/// What is compiled in front of a program that is to be driven.
pub fn driver(driven: bool) -> &'static str {
    if driven { DRIVER } else { "" }
}

/// Has a compiler read the driver before the program.
///
/// # Errors
/// [`CompileError::Unwritable`].
pub fn add_driver(command: &mut Command, scratch: &Scratch) -> Result<(), CompileError> {
    command.arg("-include").arg(write_driver(scratch)?);
    Ok(())
}

/// Writes the driver and answers its file.
///
/// # Errors
/// [`CompileError::Unwritable`].
pub(super) fn write_driver(scratch: &Scratch) -> Result<PathBuf, CompileError> {
    let file = scratch.file(DRIVER_PATH);
    let unwritable = |cause| CompileError::Unwritable { path: file.clone(), cause };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(unwritable)?;
    }
    scratch.write(DRIVER_PATH, DRIVER.as_bytes())
}

pub(super) fn module_flags(options: &CompileOptions) -> Vec<String> {
    let own = MODULE_FLAGS.split_whitespace().map(str::to_owned);
    own.chain(sanitizers(options.checks)).collect()
}

/// Has a C compiler tell what it reads.
pub fn list_sources(command: &mut Command, list: &Path) {
    command.args(["-MD", "-MT", "program", "-MF"]).arg(list);
}

/// The user's clang: `CLANG`, or `clang`, or the newest `clang-N`.
///
/// # Errors
/// [`CompileError::MissingTool`].
pub fn clang() -> Result<PathBuf, CompileError> {
    find_clang("install it (Debian: apt-get install clang), or give the program's .ll file")
}

/// The same; `help` is what to do where there is none.
pub(super) fn find_clang(help: &str) -> Result<PathBuf, CompileError> {
    let mut names = vec!["clang".to_owned()];
    names.extend(CLANG_VERSIONS.rev().map(|version| format!("clang-{version}")));
    choose_tool("CLANG", &names, help)
}

/// Writes the headers and answers their include folder.
///
/// # Errors
/// [`CompileError::Unwritable`].
pub fn write_headers(scratch: &Scratch) -> Result<PathBuf, CompileError> {
    let include = scratch.file("include");
    let folder = include.join("klee");
    std::fs::create_dir_all(&folder)
        .map_err(|cause| CompileError::Unwritable { path: folder, cause })?;
    for (name, text) in HEADERS {
        scratch.write(&format!("include/{name}"), text.as_bytes())?;
    }
    Ok(include)
}
