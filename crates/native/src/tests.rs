use effigy_base::finding::FindingKind;
use effigy_formats::test_case::InputObject;

use super::child::Finished;
use super::observe::Place;
use super::*;
use effigy_compile::cache::Cache;
use effigy_compile::languages::{COMPILED, LLVM};
use effigy_compile::{CompileError, CompileOptions, Input, clang, compile, find_program};

/// A compiled program, and the folder of its source.
struct Program {
    compiled: Compiled,
    file: String,
    text: String,
    _folder: Scratch,
}

impl Program {
    fn new(name: &str, text: &str) -> Result<Self, CompileError> {
        let folder = Scratch::new()?;
        let path = folder.write(name, text.as_bytes())?;
        // What runs programs is built once for all tests.
        let cache = Cache::of_user();
        let options = CompileOptions { cache, ..CompileOptions::default() };
        let compiled = compile(&Input::from_path(&path, &COMPILED)?, &options)?;
        Ok(Program {
            compiled,
            file: path.to_string_lossy().into_owned(),
            text: text.to_owned(),
            _folder: folder,
        })
    }

    /// The line that ends in `// mark`.
    fn line(&self, mark: &str) -> u32 {
        let found = self.text.lines().position(|l| l.ends_with(&format!("// {mark}")));
        found.map_or_else(|| panic!("no line is marked {mark}"), |l| l as u32 + 1)
    }

    fn finding(&self, kind: FindingKind, mark: &str) -> Outcome {
        let message = String::new();
        Outcome::Finding { kind, message, file: self.file.clone(), line: self.line(mark) }
    }

    fn replay(&self, tests: &[TestCase]) -> Vec<Replay> {
        let replayer = Replayer::new(&self.compiled, ReplayOptions::default()).expect("a folder");
        replayer.replay_all(tests, &CancelToken::new())
    }
}

fn with_argument(argument: &str, predicted: Outcome) -> TestCase {
    TestCase {
        number: 1,
        arguments: vec![argument.into()],
        stdin: None,
        objects: vec![],
        predicted,
        results: vec![],
        threads: false,
    }
}

fn with_objects(objects: &[(&str, &[u8])], predicted: Outcome) -> TestCase {
    let objects = objects.iter().map(|(n, b)| InputObject::new(*n, b.to_vec()));
    TestCase {
        number: 1,
        arguments: vec![],
        stdin: None,
        objects: objects.collect(),
        predicted,
        results: vec![],
        threads: false,
    }
}

/// C programs need clang; where it is missing that is what compiling says.
fn c_program(text: &str) -> Option<Program> {
    match Program::new("prog.c", text) {
        Ok(program) => Some(program),
        Err(CompileError::MissingTool { .. }) if clang().is_err() => {
            assert!(std::env::var_os("CI").is_none(), "CI installs clang");
            eprintln!("skipped: clang is not installed");
            None
        }
        Err(e) => panic!("{e}"),
    }
}

const RUST: &str = r#"use std::io::Read;
fn deep(n: u64) -> u64 { if std::hint::black_box(n) == 0 { 0 } else { std::hint::black_box(deep(n + 1)) + 1 } }
fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let zero = argument.len() - argument.len();
    match argument.as_str() {
        "index" => println!("{}", [1, 2, 3][argument.len()]), // index
        "divide" => println!("{}", 1 / zero), // divide
        "unwrap" => drop(argument.parse::<u8>().unwrap()), // unwrap
        "assert" => assert_eq!(zero, 1, "ones"), // assert
        "abort" => std::process::abort(), // abort
        "seven" => std::process::exit(7),
        "loop" => loop { std::hint::spin_loop() },
        "deep" => println!("{}", deep(1)), // deep
        "null" => println!("{}", unsafe { std::ptr::read_volatile(zero as *const u8) }), // null
        "freed" => { let b = Box::into_raw(Box::new(1u8)); println!("{}", unsafe { drop(Box::from_raw(b)); b.read_volatile() }) } // freed
        "stdin" => { let mut s = String::new(); let _ = std::io::stdin().read_to_string(&mut s); std::process::exit(s.len() as i32) }
        _ => {}
    }
}
"#;

#[test]
fn rust_programs_are_compared_by_panic_line_and_status() {
    let program = Program::new("prog.rs", RUST).expect("it compiles");
    use FindingKind::*;
    let kinds = [
        ("index", OutOfBounds),
        ("divide", DivisionByZero),
        ("unwrap", Panic),
        ("assert", Assertion),
        ("abort", Abort),
        ("deep", StackOverflow),
        ("null", Null),
    ];
    let mut tests: Vec<TestCase> =
        kinds.map(|(m, k)| with_argument(m, program.finding(k, m))).into();
    tests.push(with_argument("seven", Outcome::Exit(7)));
    tests.push(with_argument("none", Outcome::Exit(0)));
    let mut stdin = with_argument("stdin", Outcome::Exit(3));
    stdin.stdin = Some(b"abc".to_vec());
    tests.push(stdin);
    for (replay, test) in program.replay(&tests).iter().zip(&tests) {
        assert_eq!(*replay, Replay::Confirmed, "{test:?}");
    }

    let wrong = [
        with_argument("index", program.finding(OutOfBounds, "divide")),
        with_argument("index", Outcome::Exit(0)),
        with_argument("none", program.finding(Panic, "index")),
        with_argument("seven", Outcome::Exit(8)),
        with_argument("abort", program.finding(Panic, "abort")),
        with_argument("deep", program.finding(Panic, "deep")),
    ];
    for (replay, test) in program.replay(&wrong).iter().zip(&wrong) {
        assert!(matches!(replay, Replay::Disagreed { .. }), "{test:?}: {replay:?}");
    }
    let freed = with_argument("freed", program.finding(UseAfterFree, "freed"));
    assert!(matches!(program.replay(&[freed]).as_slice(), [Replay::NotRun { .. }]));
    time_limits_and_entries(&program);
}

fn time_limits_and_entries(program: &Program) {
    let options = ReplayOptions { time: Duration::from_millis(300), ..ReplayOptions::default() };
    let replayer = Replayer::new(&program.compiled, options).expect("a folder");
    match replayer.replay(&with_argument("loop", Outcome::Exit(0)), &CancelToken::new()) {
        Replay::Disagreed { observed, .. } => {
            assert!(observed.contains("still running"), "{observed}")
        }
        other => panic!("{other:?}"),
    }
    let options = ReplayOptions { entry: "deep".to_owned(), ..ReplayOptions::default() };
    let replayer = Replayer::new(&program.compiled, options).expect("a folder");
    let replay = replayer.replay(&with_argument("none", Outcome::Exit(0)), &CancelToken::new());
    assert!(matches!(replay, Replay::NotRun { .. }), "{replay:?}");
    let stopped = CancelToken::new();
    stopped.cancel();
    let replays = replayer.replay_all(&[with_argument("none", Outcome::Exit(0))], &stopped);
    assert_eq!(replays, [Replay::NotRun { why: "the run was stopped".to_owned() }]);
}

#[test]
fn rust_harnesses_take_their_values_from_the_test() {
    let source = "use effigy::{any, any_string, any_vec, assume};\nfn main() {\n    let n: u32 = any();\n    \
                  let flags: (bool, Option<i8>) = any();\n    let list: Vec<u8> = any_vec(3);\n    \
                  let text = any_string(2);\n    assume(n > 3);\n    \
                  assert!(n != 7 || !flags.0 || flags.1 != Some(-2) || list != [1, 2] || text != \"a\"); // bad\n}\n";
    let program = Program::new("harness.rs", source).expect("it compiles");
    let two = 2_u64.to_le_bytes();
    let one = 1_u64.to_le_bytes();
    let objects: Vec<(&str, &[u8])> = vec![
        ("n", &[7, 0, 0, 0]),
        ("flags.0", &[1]),
        ("flags.1.is_some", &[1]),
        ("flags.1", &[254]),
        ("list", &[1, 2, 3]),
        ("list.len", &two),
        ("text", b"ab"),
        ("text.len", &one),
    ];
    let changed = |n: u8| {
        let mut objects = objects.clone();
        let bytes: &[u8] = if n == 9 { &[9, 0, 0, 0] } else { &[1, 0, 0, 0] };
        objects.splice(0..1, [("n", bytes)]);
        objects
    };
    let bad = program.finding(FindingKind::Assertion, "bad");
    let tests = [
        with_objects(&objects, bad.clone()),
        with_objects(&changed(9), Outcome::Exit(0)),
        with_objects(&changed(1), Outcome::Exit(0)),
        with_objects(objects.get(..3).expect("a prefix"), bad),
    ];
    let [first, second, third, fourth] = program.replay(&tests).try_into().expect("four answers");
    assert_eq!(first, Replay::Confirmed);
    assert_eq!(second, Replay::Confirmed);
    let observed = |replay: Replay| match replay {
        Replay::Disagreed { observed, .. } => observed,
        other => panic!("{other:?}"),
    };
    assert!(observed(third).contains("assumption"));
    assert!(observed(fourth).contains("more values"));
}

const C: &str = r#"#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int *volatile stray;
static int table[4];
static int deep(volatile int n) { return n == 0 ? 0 : deep(n + 1) + n; } // deep
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  int m = __VERIFIER_nondet_int();
  int array[4] = {0};
  char *heap = malloc(4);
  switch (n) {
  case 1: return table[m]; // global
  case 2: array[m] = 1; return array[0]; // stack
  case 3: heap[m] = 1; break; // heap
  case 4: free(heap); return heap[0]; // freed
  case 5: free(heap); free(heap); return 0; // twice
  case 6: free(heap + m); return 0; // inside
  case 7: stray = 0; return *stray; // null
  case 8: return 10 / m; // divide
  case 9: return m + INT_MAX; // overflow
  case 10: return 1 << m; // shift
  case 11: __builtin_unreachable(); // unreachable
  case 12: assert(m == 0); break; // assert
  case 13: klee_assert(m == 0); break; // klee_assert
  case 14: abort(); // abort
  case 15: reach_error(); break; // reach_error
  case 16: klee_report_error(__FILE__, __LINE__, "m is odd", "odd"); // report
  case 17: return deep(1);
  case 18: if (heap[1] == 5) exit(2); break; // uninitialised
  case 19: klee_assume(m > 0); exit(m);
  case 20: strcpy(heap, "abcdef"); break; // strcpy
  }
  return n + 256;
}
"#;

#[test]
fn c_findings_are_seen_by_the_sanitizers() {
    let Some(program) = c_program(C) else { return };
    use FindingKind::*;
    let cases: [(u8, i32, &str, FindingKind); 18] = [
        (1, 5, "global", OutOfBounds),
        (2, 4, "stack", OutOfBounds),
        (3, 4, "heap", OutOfBounds),
        (4, 0, "freed", UseAfterFree),
        (5, 0, "twice", DoubleFree),
        (6, 2, "inside", InvalidFree),
        (7, 0, "null", Null),
        (8, 0, "divide", DivisionByZero),
        (9, 1, "overflow", Overflow),
        (10, 40, "shift", Shift),
        (11, 0, "unreachable", Unreachable),
        (12, 1, "assert", Assertion),
        (13, 1, "klee_assert", Assertion),
        (14, 1, "abort", Abort),
        (15, 1, "reach_error", ErrorCall),
        (16, 1, "report", ErrorCall),
        (17, 1, "deep", StackOverflow),
        (20, 1, "strcpy", OutOfBounds),
    ];
    let inputs = |n: u8, m: i32, predicted| {
        with_objects(&[("n", &[n, 0, 0, 0]), ("m", &m.to_le_bytes())], predicted)
    };
    let mut tests: Vec<TestCase> =
        cases.map(|(n, m, mark, kind)| inputs(n, m, program.finding(kind, mark))).into();
    tests.push(inputs(19, 5, Outcome::Exit(5)));
    tests.push(inputs(33, 5, Outcome::Exit(33 + 256)));
    for (replay, test) in program.replay(&tests).iter().zip(&tests) {
        assert_eq!(*replay, Replay::Confirmed, "{test:?}");
    }
    let wrong = [
        inputs(1, 3, program.finding(OutOfBounds, "global")),
        inputs(3, 4, program.finding(OutOfBounds, "stack")),
        inputs(12, 1, program.finding(Assertion, "klee_assert")),
        inputs(4, 0, program.finding(DivisionByZero, "freed")),
        inputs(19, -1, Outcome::Exit(255)),
        inputs(14, 0, Outcome::Exit(0)),
    ];
    for (replay, test) in program.replay(&wrong).iter().zip(&wrong) {
        assert!(matches!(replay, Replay::Disagreed { .. }), "{test:?}: {replay:?}");
    }
    let uninitialised = [inputs(18, 0, program.finding(Uninitialised, "uninitialised"))];
    match program.replay(&uninitialised).as_slice() {
        [Replay::NotRun { why }] => assert!(find_program("valgrind").is_none(), "{why}"),
        other => assert_eq!(other, [Replay::Confirmed]),
    }
}

const DOUBTS: &str = r#"#include <stdlib.h>
#include <string.h>
void reach_error(void) { __builtin_trap(); }
static void (*volatile nothing)(void);
static int call(void) {
  nothing(); // call
  return 1;
}
static int unset(int n) {
  int side;
  if (n > 100) side = 1;
  if (side) // unset
    return 3;
  return 4;
}
int main(int argc, char **argv) {
  volatile char block[4] = {0}, *heap = malloc(4);
  switch (argv[1][0]) {
  case 'c': return call() + 1;
  case 'e': reach_error(); break; // error
  case 'u': return unset(argc);
  case 'o': return heap[argc + 2] & 0; // over
  case 's': return block[argc + 2] & 0;
  case 'a': return argv[1][argc] & 0; // argument
  }
  return 5;
}
"#;

#[test]
fn disagreement_is_kept_for_contradictions() {
    let Some(program) = c_program(DOUBTS) else { return };
    use FindingKind::*;
    let tests = [
        with_argument("c", program.finding(Null, "call")),
        with_argument("e", program.finding(ErrorCall, "error")),
        with_argument("a", program.finding(OutOfBounds, "argument")),
    ];
    for (replay, test) in program.replay(&tests).iter().zip(&tests) {
        assert_eq!(*replay, Replay::Confirmed, "{test:?}");
    }
    let unset = [with_argument("u", program.finding(Uninitialised, "unset"))];
    assert!(!matches!(program.replay(&unset).as_slice(), [Replay::Disagreed { .. }]));
    let wrong = [
        with_argument("n", program.finding(Null, "call")),
        with_argument("c", program.finding(DivisionByZero, "call")),
        with_argument("c", Outcome::Exit(2)),
    ];
    for (replay, test) in program.replay(&wrong).iter().zip(&wrong) {
        assert!(matches!(replay, Replay::Disagreed { .. }), "{test:?}: {replay:?}");
    }
    // Natively, several threads may have run in another order.
    let of_threads = wrong.map(|test| TestCase { threads: true, ..test });
    for replay in program.replay(&of_threads) {
        assert!(matches!(&replay, Replay::NotRun { why } if why.contains("order")), "{replay:?}");
    }
}

/// Which call of a recursion is the last one depends on what the stack held before: arguments and the environment.
#[test]
fn a_stack_overflow_is_confirmed_in_any_call_of_its_recursion() {
    let text = "int odd(volatile int n);\n\
                int even(volatile int n) { return n == 0 ? 0 : odd(n + 1) + n; } // even\n\
                int odd(volatile int n) { return n == 0 ? 0 : even(n + 1) + n; } // odd\n\
                int main(int argc, char **argv) { return even(argc); }\n";
    let Some(program) = c_program(text) else { return };
    let predicted = program.finding(FindingKind::StackOverflow, "even");
    let test = with_argument("", predicted.clone());
    assert_eq!(program.replay(&[test]), [Replay::Confirmed]);
    let seen_in = |kind, mark| {
        let place = Some(Place { file: program.file.clone(), line: program.line(mark) });
        let seen = Seen::Defect { kind: Some(kind), place, text: "stack-overflow".to_owned() };
        agree::compare(&predicted, &seen, &program.compiled)
    };
    assert_eq!(seen_in(FindingKind::StackOverflow, "odd"), Replay::Confirmed);
    let other = seen_in(FindingKind::DivisionByZero, "even");
    assert!(matches!(other, Replay::Disagreed { .. }), "{other:?}");
}

#[test]
fn completed_paths_are_checked_by_the_sanitizer() {
    let Some(program) = c_program(DOUBTS) else { return };
    let replayer = Replayer::new(&program.compiled, ReplayOptions::default()).expect("a folder");
    let tests = ["o", "s", "n"].map(|a| with_argument(a, Outcome::Exit(0)));
    let [over, inside, none] =
        replayer.replay_all(&tests, &CancelToken::new()).try_into().expect("three answers");
    match over {
        Replay::Disagreed { observed, .. } => {
            assert!(observed.starts_with("heap-buffer-overflow at "), "{observed}");
            assert!(observed.ends_with(&format!(":{}", program.line("over"))), "{observed}");
        }
        other => panic!("{other:?}"),
    }
    // Other checks than those of memory may be switched off in a run: then the plain program says how it ends.
    assert_eq!(inside, Replay::Confirmed);
    assert!(matches!(none, Replay::Disagreed { .. }), "{none:?}");
    assert!(replayer.builds[Instrument::Plain as usize].get().is_some());
}

#[test]
fn the_plain_program_is_made_only_where_the_sanitizer_leaves_a_doubt() {
    let Some(program) = c_program("int main(void) { return 3; }\n") else { return };
    let replayer = Replayer::new(&program.compiled, ReplayOptions::default()).expect("a folder");
    let test = with_argument("", Outcome::Exit(3));
    assert_eq!(replayer.replay(&test, &CancelToken::new()), Replay::Confirmed);
    assert!(replayer.builds[Instrument::Address as usize].get().is_some());
    assert!(replayer.builds[Instrument::Plain as usize].get().is_none());
}

#[test]
fn a_native_run_has_the_stack_of_the_run() {
    let text = "#include <string.h>\nint main(void) { volatile char large[20 << 20]; \
                memset((char *)large, 1, sizeof large); return large[7]; }\n";
    let Some(program) = c_program(text) else { return };
    let ends = |stack| {
        let options = ReplayOptions { stack, ..ReplayOptions::default() };
        let replayer = Replayer::new(&program.compiled, options).expect("a folder");
        replayer.replay(&with_argument("", Outcome::Exit(1)), &CancelToken::new())
    };
    assert_eq!(ends(64 << 20), Replay::Confirmed);
    assert!(matches!(ends(8 << 20), Replay::Disagreed { .. }));
}

#[test]
fn a_module_of_the_users_is_built_with_the_instruments_too() {
    let Some(program) = c_program(C) else { return };
    let folder = Scratch::new().expect("a folder");
    let path = folder.write("prog.ll", program.compiled.module_text.as_bytes()).expect("a file");
    let compiled =
        compile(&Input::File(path, LLVM), &CompileOptions::default()).expect("it is read");
    let replayer = Replayer::new(&compiled, ReplayOptions::default()).expect("a folder");
    let inputs = |n: u8, m: i32, predicted| {
        with_objects(&[("n", &[n, 0, 0, 0]), ("m", &m.to_le_bytes())], predicted)
    };
    let cases = [
        (inputs(19, 5, Outcome::Exit(5)), true),
        (inputs(3, 4, program.finding(FindingKind::OutOfBounds, "heap")), true),
        (inputs(4, 4, program.finding(FindingKind::UseAfterFree, "freed")), true),
        (inputs(9, 1, program.finding(FindingKind::Overflow, "overflow")), true),
        (inputs(3, 3, program.finding(FindingKind::OutOfBounds, "heap")), false),
    ];
    for (test, agrees) in cases {
        let replay = replayer.replay(&test, &CancelToken::new());
        assert_eq!(replay == Replay::Confirmed, agrees, "{test:?}: {replay:?}");
    }
}

#[test]
fn an_assertion_in_the_programs_own_error_function_is_its_call() {
    let text = "#include <assert.h>\nvoid reach_error(void) { assert(0); }\n\
        int main(int argc, char **argv) {\n  assert(argv[1][0] != 'x'); // other\n  \
        reach_error(); // error\n  return argc;\n}\n";
    let Some(program) = c_program(text) else { return };
    let error = |input| with_argument(input, program.finding(FindingKind::ErrorCall, "error"));
    let answers = program.replay(&[error("a"), error("x")]);
    assert_eq!(answers.first(), Some(&Replay::Confirmed), "{answers:?}");
    assert!(matches!(answers.get(1), Some(Replay::Disagreed { .. })), "{answers:?}");
}

#[test]
fn a_program_that_does_not_link_is_not_run() {
    let Some(program) = c_program("int elsewhere(void);\nint main(void) { return elsewhere(); }\n")
    else {
        return;
    };
    match program.replay(&[with_argument("", Outcome::Exit(0))]).as_slice() {
        [Replay::NotRun { why }] => assert!(why.contains("elsewhere"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn reports_are_read() {
    let files = UserFiles::everything();
    let ended = |status: i32, text: &str| {
        let run = Finished { status: Some(status), text: text.to_owned(), ..Finished::default() };
        observe::classify(&run, &files)
    };
    let seen = |text: &str| ended(101, text);
    let place = |file: &str, line| Some(Place { file: file.to_owned(), line });
    assert_eq!(
        seen(
            "\nthread 'main' (8483) panicked at src/a b.rs:2:179:\nattempt to add with overflow\nnote: x\n"
        ),
        Seen::Panic {
            place: place("src/a b.rs", 2),
            message: "attempt to add with overflow".to_owned(),
            others: Vec::new(),
            aborted: false,
        }
    );
    let twice = "thread 'main' (1) panicked at src/a.rs:2:1:\none\nthread 'main' (1) panicked at src/a.rs:3:1:\ntwo\n";
    let panics: Vec<Place> =
        [2, 3].into_iter().filter_map(|line| place("src/a.rs", line)).collect();
    assert_eq!(ended(0, twice), Seen::Survived { status: 0, panics: panics.clone() });
    assert_eq!(
        ended(101, twice),
        Seen::Panic {
            place: place("src/a.rs", 2),
            message: "one".to_owned(),
            others: panics[1..].to_vec(),
            aborted: false,
        }
    );
    let assertion = "prog: x.c:12: int f(char *): Assertion `a::b: c' failed.\n";
    assert!(
        matches!(seen(assertion), Seen::Defect { place: Some(p), .. } if p == Place { file: "x.c".into(), line: 12 })
    );
    let overflow = "x.c:9:20: runtime error: signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'\n";
    let kind = |text: &str| match seen(text) {
        Seen::Defect { kind, .. } => kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(kind(overflow), Some(FindingKind::Overflow));
    assert_eq!(kind("x.c:9:20: runtime error: something new\n"), None);
    let null =
        "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000008 (pc 0x1 bp 0x2)\n";
    assert_eq!(kind(null), Some(FindingKind::Null));
    let wild =
        "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x5000deadbeef (pc 0x1 bp 0x2)\n";
    assert_eq!(kind(wild), Some(FindingKind::OutOfBounds));
    let memcheck = "==9== Conditional jump or move depends on uninitialised value(s)\n==9==    at 0x10: main (prog.c:4)\n";
    assert_eq!(
        seen(memcheck),
        Seen::Defect {
            kind: Some(FindingKind::Uninitialised),
            place: place("prog.c", 4),
            text: "Conditional jump or move depends on uninitialised value(s)".to_owned(),
        }
    );
    assert_eq!(seen("effigy: but an ordinary text\n"), Seen::Exit(101));
}

#[test]
fn what_was_confirmed_early_is_not_run_again() {
    let text = "int main(int count, char **words) { return words[1][0]; }\n";
    let Some(program) = c_program(text) else { return };
    let replayer = Replayer::new(&program.compiled, ReplayOptions::default()).expect("a folder");
    let ends = |status| with_argument("a", Outcome::Exit(status));
    let early = |tests: &[TestCase]| {
        let run = CancelToken::new();
        tests.iter().for_each(|test| assert!(replayer.replay_one_early(test, &run)));
    };
    early(&[ends(97), ends(98)]);
    let other = with_argument("b", Outcome::Exit(97));
    let known = [ends(97), ends(98), other].map(|test| replayer.known.confirms(&test));
    assert_eq!(known, [true, false, false]);
    // Without the programs only what is remembered has an answer, whatever its number.
    replayer.servers.lock().expect("no thread failed").clear();
    for instrument in [Instrument::Plain, Instrument::Address] {
        let built = replayer.program(instrument).expect("it was built");
        std::fs::remove_file(built).expect("it is a file");
    }
    let again = TestCase { number: 7, ..ends(97) };
    assert_eq!(replayer.replay(&again, &CancelToken::new()), Replay::Confirmed);
    let new = with_argument("b", Outcome::Exit(98));
    assert_ne!(replayer.replay(&new, &CancelToken::new()), Replay::Confirmed);
}
