//! Whole programs, compiled by the compilers that are installed.

use super::machine::{Machine, Stop};
use super::{count, int};
use effigy_base::finding::FindingKind;
use effigy_ir::function::InstKind;
use effigy_ir::program::Program;
use effigy_ir::verify::verify_program;
use effigy_lang_llvm::load;
use std::path::PathBuf;
use std::process::Command;

/// A folder of its own, which goes away at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("effigy-lower-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn loaded(path: &std::path::Path) -> Program {
    let text = std::fs::read_to_string(path).expect("the compiler wrote it");
    let program = load("test.ll", text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    if let Err(errors) = verify_program(&program) {
        panic!("{} errors, first: {}", errors.len(), errors[0]);
    }
    for (id, global) in program.globals.iter().filter(|(_, g)| g.defined) {
        let contents = program.initializer(id);
        let contents = contents.unwrap_or_else(|e| panic!("{}: {e}", global.name));
        assert_eq!(contents.bytes.len() as u64, global.size, "{}", global.name);
    }
    program
}

const RUST: &str = r#"
use std::collections::HashMap;
use std::io::Read;

#[inline(never)]
#[no_mangle]
pub extern "C" fn digits(mut n: u64) -> u64 {
    let mut seen = HashMap::new();
    while n > 0 {
        *seen.entry(n % 10).or_insert(0u64) += 1;
        n /= 10;
    }
    seen.values().copied().max().unwrap_or(0)
}

#[inline(never)]
#[no_mangle]
pub extern "C" fn collatz(n: u32) -> u32 {
    let mut n = n;
    let mut steps = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort();
    let total: i32 = words.iter().filter_map(|w| w.parse::<i32>().ok()).sum();
    println!("{words:?} {total} {} {:.2}", digits(total as u64), f64::from(total) / 3.0);
    std::process::exit(collatz(words.len() as u32) as i32);
}
"#;

#[test]
fn a_whole_rust_program() {
    let folder = Folder::new("rust");
    let source = folder.0.join("program.rs");
    std::fs::write(&source, RUST).expect("the source can be written");
    let output = Command::new("rustc")
        .args(["-C", "lto=fat", "-C", "panic=abort", "-C", "opt-level=1", "-C", "debuginfo=2"])
        .args(["-C", "debug-assertions=on", "-C", "overflow-checks=on", "-C", "codegen-units=1"])
        .args(["--edition", "2021", "--emit=link,llvm-ir", "-o"])
        .arg(folder.0.join("program"))
        .arg(&source)
        .output()
        .expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let program = loaded(&folder.0.join("program.ll"));
    assert!(program.function_named("main").is_some());
    let defined = program.functions.iter().filter(|(_, f)| f.defined).count();
    assert!(defined > 300, "std is in it: {defined} functions");
    let mut machine = Machine::new(&program);
    assert_eq!(machine.call("collatz", &[27]), Ok(vec![111]));
}

const C: &str = r#"
struct pair { int x; long y; char z[3]; };
int divide(int a, int b) { return a / b; }
int remain(int a, int b) { return a % b; }
int add(int a, int b) { return a + b; }
int negate(int a) { return -a; }
int shift(int a, int b) { return a << b; }
int element(int i) { int a[4] = {1, 2, 3, 4}; return a[i]; }
int read(int *p) { return *p; }
int unreachable(int a) { if (a) __builtin_unreachable(); return 1; }
unsigned char truth(unsigned char *p) { return *(_Bool *)p; }
static struct pair make(int a) { struct pair p = { a, 2, { 1, 2, 3 } }; return p; }
long sum_of_pair(int a) { struct pair p = make(a); return p.x + p.y + p.z[2]; }
int table[4] = { 1, 2, 3, 4 };
int *middle = table + 2;
int (*operation)(int, int) = add;
int through_pointers(int a) { return operation(*middle, a); }
int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
int classify(int a) { switch (a) { case 1: return 3; case 5: return 9; case 7: return 1; default: return 0; } }
double average(int n) { double s = 0; for (int i = 0; i < n; i++) s += i; return s / n; }
int flags(unsigned v) { union { unsigned all; struct { unsigned low : 3, mid : 7, high : 22; } part; } u; u.all = v; return u.part.mid; }
int string_length(void) { const char *s = "effigy"; int n = 0; while (*s++) n++; return n; }
"#;

fn compiled_c(folder: &Folder, level: &str) -> Option<Program> {
    let source = folder.0.join("program.c");
    std::fs::write(&source, C).expect("the source can be written");
    let target = folder.0.join(format!("program{level}.ll"));
    let output = Command::new("clang")
        .args(["-S", "-emit-llvm", "-g", level, "-Xclang", "-disable-O0-optnone"])
        .args(["-fsanitize=undefined", "-fno-sanitize=alignment,object-size,vptr,function"])
        .args(["-fsanitize-trap=undefined", "-o"])
        .arg(&target)
        .arg(&source)
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: clang is not installed");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(loaded(&target))
}

#[test]
fn whole_c_programs() {
    let folder = Folder::new("c");
    for level in ["-O0", "-O1"] {
        let Some(program) = compiled_c(&folder, level) else { return };
        values_of_c(&program);
        findings_of_c(&program);
        if level == "-O0" {
            let id = program.function_named("fibonacci").expect("it is there");
            let body = program.body(id).expect("it has a body");
            let memory = |k: &InstKind| matches!(k, InstKind::Load { .. } | InstKind::Store { .. });
            assert_eq!(count(&body, memory), 0, "its variables are in registers");
        }
    }
}

fn values_of_c(program: &Program) {
    let mut machine = Machine::new(program);
    let mut is = |name: &str, args: &[u128], expected: u128| {
        assert_eq!(machine.call(name, args), Ok(vec![expected]), "{name} {args:?}");
    };
    is("divide", &[int(32, -7), 2], int(32, -3));
    is("remain", &[int(32, -7), 2], int(32, -1));
    is("element", &[2], 3);
    is("sum_of_pair", &[10], 15);
    is("through_pointers", &[4], 7);
    is("fibonacci", &[12], 144);
    is("classify", &[5], 9);
    is("classify", &[6], 0);
    is("average", &[5], u128::from(2.0f64.to_bits()));
    is("flags", &[0b10_1010_1101], 0b101_0101);
    is("string_length", &[], 6);
}

fn findings_of_c(program: &Program) {
    let lowest = 1 << 31;
    let mut machine = Machine::new(program);
    let two = machine.place(&[2]);
    let mut finds =
        |name: &str, args: &[u128], expected: FindingKind| match machine.call(name, args) {
            Err(Stop::Finding(kind, _)) => assert_eq!(kind, expected, "{name} {args:?}"),
            other => panic!("{name} {args:?}: {other:?}"),
        };
    finds("divide", &[1, 0], FindingKind::DivisionByZero);
    finds("divide", &[lowest, int(32, -1)], FindingKind::Overflow);
    finds("remain", &[1, 0], FindingKind::DivisionByZero);
    finds("add", &[lowest, lowest], FindingKind::Overflow);
    finds("negate", &[lowest], FindingKind::Overflow);
    finds("shift", &[1, 32], FindingKind::Shift);
    finds("element", &[4], FindingKind::OutOfBounds);
    finds("read", &[0], FindingKind::Null);
    finds("unreachable", &[1], FindingKind::Unreachable);
    finds("truth", &[two.into()], FindingKind::InvalidValue);
}

#[test]
fn programs_are_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let text = "define i32 @f() {\n  ret i32 7\n}\n";
    let program = super::program(text);
    shared(&program);
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| Machine::new(&program).call("f", &[])));
        threads.map(|t| t.join().expect("it ends")).to_vec()
    });
    assert_eq!(results, [Ok(vec![7]), Ok(vec![7])]);
}

#[test]
fn broken_text_is_a_located_error() {
    let errors = load("broken.ll", "define i32 @f( {\n".to_owned()).err().expect("it is broken");
    assert_eq!((errors[0].path.as_str(), errors[0].line), ("broken.ll", 1));
    let text = "define i32 @f() {\n  %x = frobnicate i32 1\n  ret i32 %x\n}\n".to_owned();
    let program = load("body.ll", text).unwrap_or_else(|e| panic!("{}", e[0]));
    let id = program.function_named("f").expect("it is declared");
    let error = program.body(id).expect_err("its body is broken").to_string();
    assert!(error.contains("body.ll:2"), "{error}");
}

#[test]
fn the_support_table_names_tests_that_exist() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let table = root.join("../../docs/llvm-support.md");
    let table = std::fs::read_to_string(table).expect("the table is there");
    let rows = table.lines().filter(|l| l.starts_with("| ") && !l.contains("**"));
    let mut tests = 0;
    for row in rows.skip(1) {
        let names: Vec<&str> = row.split('`').filter(|w| w.starts_with("lower::")).collect();
        assert!(!names.is_empty(), "no test in: {row}");
        for name in names {
            let parts: Vec<&str> = name.split("::").collect();
            let file = root.join(format!("tests/lang-llvm/lower/{}.rs", parts[1]));
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(text.contains(&format!("fn {}()", parts[2])), "no such test: {name}");
            tests += 1;
        }
    }
    assert!(tests > 50, "{tests}");
}
