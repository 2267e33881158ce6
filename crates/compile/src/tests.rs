use std::path::Path;
use std::process::Command;

use super::*;
use effigy_outcome::options::PackageTarget;

const OVERFLOW: &str = "fn main() {\n    let n: u8 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(0);\n    \
                        println!(\"{}\", n + 250);\n}\n";

fn options(scratch: &Scratch) -> CompileOptions {
    CompileOptions { cache: Cache::new(scratch.file("cache")), ..CompileOptions::default() }
}

fn scratch_with(name: &str, text: &str) -> (Scratch, PathBuf) {
    let scratch = Scratch::new().expect("a folder for the test");
    let path = scratch.write(name, text.as_bytes()).expect("a file for the test");
    (scratch, path)
}

fn status_of(executable: Option<&Path>, argument: &str) -> (Option<i32>, String) {
    let output = Command::new(executable.expect("an executable"))
        .arg(argument)
        .env("RUST_BACKTRACE", "0")
        .env_remove("EFFIGY_TEST")
        .output()
        .expect("the program runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_rust_file_becomes_one_module_and_a_checking_program() {
    let (scratch, path) = scratch_with("prog.rs", OVERFLOW);
    let compiled = compile(&Input::File(path.clone(), languages::RUST), &options(&scratch))
        .expect("it compiles");
    assert_eq!(compiled.language, languages::RUST);
    assert!(compiled.module_text.contains("define "), "the module has definitions");
    assert!(compiled.module_text.contains("panic_const_add_overflow"), "overflow is checked");
    assert!(compiled.module_text.contains("!DILocation"), "places are known");
    assert_eq!(status_of(compiled.executable.as_deref(), "5").0, Some(0));
    let (status, text) = status_of(compiled.executable.as_deref(), "6");
    assert_eq!(status, None, "a panic aborts");
    assert!(text.contains("prog.rs:3:"), "{text}");
    assert!(compiled.user_files.contains(&path.to_string_lossy()));
}

#[test]
fn a_harness_is_linked_with_the_library_and_keeps_the_intrinsics() {
    let source = "fn main() {\n    let n: u32 = effigy::any();\n    effigy::assume(n > 3);\n    \
                  effigy::cover!(n == 9);\n    assert!(n != 7);\n}\n";
    let (scratch, path) = scratch_with("harness.rs", source);
    let options = options(&scratch);
    let compiled = compile(&Input::File(path, languages::RUST), &options).expect("it compiles");
    for name in ["symbolic", "assume", "cover"] {
        let is_definition = |l: &&str| {
            l.starts_with("define ") && l.contains(&format!("@effigy_intrinsic_{name}("))
        };
        let line = compiled
            .module_text
            .lines()
            .find(is_definition)
            .unwrap_or_else(|| panic!("{name} is defined"));
        assert!(line.contains("(ptr "), "{name} takes its request: {line}");
        let is_call =
            |l: &str| l.contains(" call ") && l.contains(&format!("@effigy_intrinsic_{name}("));
        assert!(compiled.module_text.lines().any(is_call), "{name} is called");
    }
    let (status, text) = status_of(compiled.executable.as_deref(), "");
    assert_eq!(status, Some(78), "{text}");
    assert!(text.contains("EFFIGY_TEST"), "{text}");
}

#[test]
fn a_compiler_error_comes_unchanged() {
    let (scratch, path) = scratch_with("wrong.rs", "fn main() { let x: u8 = \"a\"; }\n");
    match compile(&Input::File(path, languages::RUST), &options(&scratch)) {
        Err(CompileError::Rejected { tool, output }) => {
            assert_eq!(tool, "rustc");
            assert!(output.contains("error[E0308]"), "{output}");
        }
        other => panic!("expected the compiler's own message, got {:?}", other.map(|c| c.took)),
    }
}

#[test]
fn a_missing_file_is_unreadable() {
    for input in [
        Input::File("no-such.rs".into(), languages::RUST),
        Input::File("no-such.c".into(), languages::C),
        Input::File("no.ll".into(), languages::LLVM),
    ] {
        let error = compile(&input, &CompileOptions::default()).expect_err("there is no such file");
        assert!(matches!(error, CompileError::Unreadable { .. }), "{error}");
    }
}

#[test]
fn a_c_file_becomes_a_module_with_traps() {
    let source = "#include <klee/klee.h>\n#include <effigy.h>\nint main(int argc, char **argv) {\n  int x;\n  \
                  klee_make_symbolic(&x, sizeof x, \"x\");\n  klee_assert(x + argc < LIMIT);\n  return 0;\n}\n";
    let (scratch, path) = scratch_with("prog.c", source);
    let mut options = options(&scratch);
    options.c_flags = vec!["-DLIMIT=7".to_owned()];
    match compile(&Input::File(path.clone(), languages::C), &options) {
        Ok(compiled) => {
            assert_eq!(compiled.language, languages::C);
            assert!(compiled.module_text.contains("@llvm.ubsantrap"));
            assert!(compiled.module_text.contains("@klee_make_symbolic"));
            assert!(!compiled.module_text.contains("optnone"));
            assert!(compiled.user_files.contains(&path.to_string_lossy()));
            assert!(!compiled.user_files.contains("/usr/include/stdio.h"));
        }
        Err(CompileError::MissingTool { .. }) => assert!(c::clang().is_err(), "clang is there"),
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn a_package_builds_beside_the_users_target() {
    let (scratch, _) =
        scratch_with("Cargo.toml", "[package]\nname = \"shop\"\nedition = \"2021\"\n");
    std::fs::create_dir_all(scratch.file("src/bin")).expect("folders");
    scratch.write("src/bin/open.rs", OVERFLOW.as_bytes()).expect("a source");
    scratch.write("src/bin/close.rs", b"fn main() {}\n").expect("a source");
    let names = |folder: &str| {
        let entries = scratch.file(folder).read_dir().expect("a folder").flatten();
        let mut names: Vec<String> = entries.map(|e| e.file_name().display().to_string()).collect();
        names.sort();
        names
    };
    let sources = names("src/bin");
    let options = options(&scratch);
    let package = |bin: Option<&str>| Input::Package {
        dir: scratch.path().to_owned(),
        package: PackageOptions {
            target: bin.map(|name| PackageTarget::Bin(name.to_owned())),
            ..PackageOptions::default()
        },
    };

    let error = compile(&package(None), &options).expect_err("two binaries");
    assert!(error.to_string().contains("close, open"), "{error}");
    let error = compile(&package(Some("lock")), &options).expect_err("no such binary");
    assert!(error.to_string().contains("no binary `lock`; it has: close, open"), "{error}");

    let compiled = compile(&package(Some("open")), &options).expect("it builds");
    assert!(compiled.module_text.contains("panic_const_add_overflow"));
    assert_eq!(status_of(compiled.executable.as_deref(), "5").0, Some(0));
    assert_eq!(status_of(compiled.executable.as_deref(), "6").0, None);
    assert!(compiled.user_files.contains("src/bin/open.rs"));
    assert_eq!(names(""), ["Cargo.lock", "Cargo.toml", "cache", "src"], "Cargo adds its lock file");
    assert_eq!((names("src"), names("src/bin")), (vec!["bin".into()], sources));
    assert_eq!(
        std::fs::read_to_string(scratch.file("src/bin/open.rs")).ok(),
        Some(OVERFLOW.into())
    );

    std::fs::remove_file(&compiled.module_path).expect("lose the module");
    assert!(compile(&package(Some("open")), &options).is_ok(), "a lost module is built again");
}

#[test]
fn the_manifest_decides_the_checks() {
    let of = |text: &str| profile::manifest_switch(text, "overflow-checks");
    assert_eq!(of("[package]\noverflow-checks = false\n"), None);
    assert_eq!(of("[profile.release]\nlto = true\noverflow-checks = false # fast\n"), Some(false));
    assert_eq!(of("[profile.dev]\noverflow-checks = false\n"), Some(false));
    assert_eq!(
        of("[profile.dev]\noverflow-checks=false\n[profile.release]\noverflow-checks=true\n"),
        Some(true)
    );
    assert_eq!(of("profile.release.overflow-checks = true\n"), Some(true));
    assert_eq!(of("[profile]\nrelease.\"overflow-checks\" = false\n"), Some(false));
}

#[test]
fn library_files_are_not_the_users() {
    let files = UserFiles::below(Path::new("/home/me/prog"), Path::new("/home/me/prog"));
    for path in [
        "/rustc/59807616/library/core/src/fmt/mod.rs",
        "/home/me/.cargo/registry/src/x/lib.rs",
        "<unknown>",
        "",
    ] {
        assert!(!files.contains(path), "{path}");
    }
    assert!(!files.contains("../other/main.rs"));
    assert!(files.contains("src/main.rs"));
    assert!(files.contains("/home/me/prog/src/../src/lib.rs"));
    assert_eq!(files.display("/home/me/prog/src/lib.rs"), "src/lib.rs");
    let here = UserFiles::below(Path::new(""), Path::new("."));
    assert!(here.contains("prog.rs"));
    assert!(
        !here.contains("/elsewhere/prog.rs"),
        "a file without a folder lies in the current one"
    );
}

#[test]
fn the_scratch_folder_goes_away() {
    let scratch = Scratch::new().expect("a folder");
    let path = scratch.path().to_owned();
    assert!(path.is_dir());
    drop(scratch);
    assert!(!path.exists());
}
