//! Whole programs as the installed compilers print them.

use super::ask_everything;
use effigy_lang_llvm::ast::{InstKind, TerminatorKind};
use effigy_lang_llvm::module::Module;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("effigy-parse-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PROGRAM: &str = r#"
use std::collections::HashMap;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut sums: HashMap<String, i64> = HashMap::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        if let (Some(key), Some(value)) = (words.next(), words.next()) {
            *sums.entry(key.to_string()).or_insert(0) += value.parse::<i64>().unwrap_or(0);
        }
    }
    for (key, sum) in &sums {
        println!("{key}: {} {:.3}", sum / sums.len() as i64, *sum as f64 / 3.0);
    }
}
"#;

fn parse_whole(path: &Path) -> Module {
    let text = std::fs::read_to_string(path).expect("the module");
    let module = Module::parse(&path.display().to_string(), text).unwrap_or_else(|e| panic!("{e}"));
    let errors = ask_everything(&module);
    assert!(errors.is_empty(), "{} errors, the first: {}", errors.len(), errors[0]);
    module
}

fn rust_module(name: &str, flags: &[&str]) -> (Folder, Module) {
    let folder = Folder::new(name);
    let source = folder.0.join("prog.rs");
    std::fs::write(&source, PROGRAM).expect("the source");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2021", "-C", "lto=fat", "--emit=link,llvm-ir", "-o"]);
    let output =
        rustc.arg(folder.0.join("prog")).args(flags).arg(&source).output().expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let module = parse_whole(&folder.0.join("prog.ll"));
    (folder, module)
}

#[test]
fn a_whole_rust_program_parses() {
    let flags = ["-C", "opt-level=1", "-C", "panic=abort", "-C", "debuginfo=2"];
    let (_folder, module) = rust_module("abort", &flags);
    let defined = module.functions().iter().filter(|(_, f)| f.body.is_some()).count();
    assert!(defined > 200, "{defined} functions");
    let paths = module.source_paths();
    assert!(paths.iter().any(|p| p.ends_with("prog.rs")), "{paths:?}");
    let mut frames = 0;
    for (id, _) in module.functions().iter().filter(|(_, f)| f.body.is_some()) {
        let body = module.function_body(id).unwrap_or_else(|e| panic!("{e}"));
        for loc in body.blocks.iter().filter_map(|(_, b)| b.terminator.loc) {
            for frame in module.frames(loc).unwrap_or_else(|e| panic!("{e}")) {
                assert!(paths.binary_search(&frame.file).is_ok(), "{} is not listed", frame.file);
                frames += 1;
            }
        }
    }
    assert!(frames > 1000, "{frames} frames");
}

#[test]
fn a_whole_rust_program_that_unwinds_parses() {
    let flags = ["-C", "opt-level=2", "-C", "overflow-checks=on", "-C", "target-cpu=x86-64-v3"];
    let (_folder, module) = rust_module("unwind", &flags);
    let (mut invokes, mut pads) = (0, 0);
    for (id, _) in module.functions().iter().filter(|(_, f)| f.body.is_some()) {
        let body = module.function_body(id).unwrap_or_else(|e| panic!("{e}"));
        for (_, block) in body.blocks.iter() {
            invokes += usize::from(matches!(block.terminator.kind, TerminatorKind::Invoke(_)));
            pads += block
                .insts
                .iter()
                .filter(|i| matches!(i.kind, InstKind::LandingPad { .. }))
                .count();
        }
    }
    assert!(invokes > 0 && pads > 0, "{invokes} invokes, {pads} landing pads");
}

#[test]
fn c_programs_of_the_installed_clangs_parse() {
    let folder = Folder::new("c");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut versions = 0;
    for clang in ["clang", "clang-14", "clang-15", "clang-16", "clang-19", "clang-22"] {
        if Command::new(clang).arg("--version").output().is_err() {
            eprintln!("skipped: there is no {clang}");
            continue;
        }
        versions += 1;
        for (source, level) in
            [("list.c", "-O0"), ("list.c", "-O1"), ("list.c", "-O3"), ("locals.c", "-O0")]
        {
            let out = folder.0.join("out.ll");
            let mut command = Command::new(clang);
            command.args([
                "-S",
                "-emit-llvm",
                "-g",
                level,
                "-fsanitize=undefined",
                "-fsanitize-trap=undefined",
            ]);
            let output = command
                .arg(fixtures.join(source))
                .arg("-o")
                .arg(&out)
                .output()
                .expect("clang runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            parse_whole(&out);
        }
    }
    eprintln!("{versions} versions of clang");
}
