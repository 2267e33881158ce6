//! One C file, by the user's own `clang`.

use effigy_base::check::{Check, CheckSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::identity::Identity;
use super::tools::{choose_tool, run};
use super::{CompileError, CompileOptions, Compiled, Language, Scratch, UserFiles};
use super::{flags, read_bytes, read_text, text};
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
    ("klee/klee.h", include_str!("../runtime/klee.h")),
    ("effigy.h", include_str!("../runtime/effigy.h")),
];

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
    let place = scratch.file("program.ll");
    let known = flags::known(&options.c_flags);
    let key = match &known {
        Some(_) => Some(key(&clang, path, options)?),
        None => None,
    };
    let kept =
        key.and_then(|key| options.cache.get(key)).and_then(|files| files.into_iter().next());
    let module = match kept {
        Some(module) => module,
        None => {
            let list = scratch.file("program.d");
            let include = write_headers(&scratch)?;
            let mut command = Command::new(&clang);
            command.args(module_flags(options)).arg("-I").arg(&include).args(&options.c_flags);
            if known.is_some() {
                list_sources(&mut command, &list);
            }
            let since = SystemTime::now();
            run(command.arg("-o").arg(&place).arg(path), &options.cancel)?;
            let module = read_bytes(&place)?;
            let sources = known.and_then(|headers| {
                let list = read_text(&list).ok()?;
                Sources::of_make(&list, scratch.path(), &headers.folders, since)
            });
            if let (Some(key), Some(sources)) = (key, sources) {
                options.cache.put(key, &sources, &[&module]);
            }
            module
        }
    };
    Ok(Compiled {
        module_text: text(module),
        module_path: place,
        executable: None,
        entry: options.entry.clone(),
        binary: None,
        language: Language::C,
        source: path.to_owned(),
        user_files: UserFiles::everything(),
        ub: options.ub,
        c_flags: options.c_flags.clone(),
        cache: options.cache.clone(),
        scratch,
        took: Duration::ZERO,
        cancel: options.cancel.clone(),
    })
}

fn module_flags(options: &CompileOptions) -> Vec<String> {
    let own = MODULE_FLAGS.split_whitespace().map(str::to_owned);
    own.chain(sanitizers(options.checks)).collect()
}

/// All that goes into the module but the contents of the sources. Paths are in: line tables have them.
fn key(clang: &Path, path: &Path, options: &CompileOptions) -> Result<Key, CompileError> {
    let mut identity = Identity::new("module of C");
    identity.c_compiler(clang, &options.cancel)?;
    for part in module_flags(options).iter().chain(&options.c_flags) {
        identity.text(part);
    }
    for (name, text) in HEADERS {
        identity.text(name).text(text);
    }
    Ok(identity.path(path).key())
}

/// Has a C compiler tell what it reads.
pub(crate) fn list_sources(command: &mut Command, list: &Path) {
    command.args(["-MD", "-MT", "program", "-MF"]).arg(list);
}

/// The user's clang: `CLANG`, or `clang`, or the newest `clang-N`.
///
/// # Errors
/// [`CompileError::MissingTool`].
pub fn clang() -> Result<PathBuf, CompileError> {
    let mut names = vec!["clang".to_owned()];
    names.extend(CLANG_VERSIONS.rev().map(|version| format!("clang-{version}")));
    choose_tool(
        "CLANG",
        &names,
        "install it (Debian: apt-get install clang), or give the program's .ll file",
    )
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
