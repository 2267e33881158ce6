//! What answers assume: each assumption is printed when a run met it, and absent when not (docs/assumptions.md).

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::process::{Command, Output};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::new(EFFIGY).current_dir(folder.path()).args(arguments).output().expect("it starts")
}

/// A folder with one file.
fn with(name: &str, text: &str) -> TempDir {
    let folder = TempDir::new();
    std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    folder
}

/// The object that a run prints, and its status.
fn json(folder: &TempDir, arguments: &[&str]) -> (Value, Option<i32>) {
    let output = effigy(folder, &[arguments, &["--json"]].concat());
    let run = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (run, output.status.code())
}

/// The names of what a run assumes.
fn names(run: &Value) -> Vec<String> {
    let all = run["assumes"].as_array().into_iter().flatten();
    all.filter_map(|assumption| assumption["name"].as_str().map(str::to_owned)).collect()
}

/// A program of C with this body of `main`.
fn c(body: &str) -> String {
    let headers = ["assert", "stdio", "stdlib", "string", "time", "unistd", "fcntl", "locale"];
    let includes: String = headers.iter().map(|name| format!("#include <{name}.h>\n")).collect();
    format!("{includes}int main(int argc, char **argv) {{ {body} return 0; }}\n")
}

/// Bodies of `main`, and what a run of each assumes.
const BODIES: &[(&str, &[&str])] = &[
    ("", &[]),
    ("int x = 3; assert(x * 2 == 6);", &[]),
    ("char a[4]; memset(a, 1, 4); assert(a[3] == 1);", &[]),
    ("puts(\"text\");", &[]),
    ("assert(time(0) >= 0);", &["time"]),
    ("struct timespec t; clock_gettime(CLOCK_REALTIME, &t);", &["time"]),
    ("assert(clock() >= 0);", &["time"]),
    ("assert(rand() >= 0);", &["random"]),
    ("srand(4); assert(random() >= 0);", &["random"]),
    ("assert(getenv(\"HOME\") == 0);", &["env"]),
    ("assert(sysconf(_SC_PAGESIZE) == 4096);", &["system"]),
    ("char b[9]; assert(getcwd(b, 9) == 0);", &["system"]),
    ("assert(getpid() > 0);", &["system"]),
    ("assert(!isatty(1));", &["system"]),
    ("assert(setlocale(LC_ALL, \"\") != 0);", &["system"]),
    ("assert(fopen(\"a\", \"r\") == 0);", &["files"]),
    ("assert(open(\"a\", 0) < 0);", &["files"]),
    ("assert(access(\"a\", 0) != 0);", &["files"]),
    ("assert(getchar() == EOF);", &["stdin"]),
    ("char b; assert(read(0, &b, 1) == 0);", &["stdin"]),
    ("int x; assert(scanf(\"%d\", &x) == EOF);", &["stdin"]),
    ("assert(argc == 1);", &["args"]),
    ("assert(argv[1] == 0);", &["args"]),
    ("free(malloc(4));", &["alloc"]),
    ("free(strdup(\"a\"));", &["alloc"]),
    ("char *p = realloc(calloc(2, 2), 9); assert(p); free(p);", &["alloc"]),
    ("char t[40]; int x; sprintf(t, \"%p\", (void *)&x); assert(t[0] == '0');", &["layout"]),
];

#[test]
fn programs_of_c_assume_what_they_ask_the_system_for_and_nothing_else() {
    if tool("clang").is_none() {
        return;
    }
    for (body, expected) in BODIES {
        let folder = with("p.c", &c(body));
        for verb in ["explore", "bmc"] {
            let (run, _) = json(&folder, &[verb, "p.c", "--no-replay"]);
            assert_eq!(names(&run), *expected, "{verb}: {body}");
            assert_ne!(run["verdict"], "failed", "{verb}: {body}");
        }
    }
}

#[test]
fn an_assumption_has_its_words_and_the_first_line_that_rests_on_it() {
    if tool("clang").is_none() {
        return;
    }
    let text = "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(4);\n  int *q = malloc(4);\n\
                free(p);\n  free(q);\n  return 0;\n}\n";
    let folder = with("p.c", text);
    let (run, status) = json(&folder, &["explore", "p.c"]);
    assert_eq!(status, Some(0));
    let expected = serde_json::json!([
        {"name": "alloc", "what": "allocations never fail", "where": "p.c:3"}
    ]);
    assert_eq!(run["assumes"], expected);
    let shown = String::from_utf8_lossy(&effigy(&folder, &["explore", "p.c"]).stdout).into_owned();
    assert!(shown.contains("passed, assuming the following: nothing fails on 1 path"), "{shown}");
    assert!(
        shown.contains("assuming: allocations never fail (`--any alloc`)  at p.c:3"),
        "{shown}"
    );
}

#[test]
fn what_is_given_is_assumed_to_be_all() {
    if tool("clang").is_none() {
        return;
    }
    let folder = with("p.c", &c("if (getchar() == 'a' && argc > 1) puts(argv[1]);"));
    let arguments = ["explore", "p.c", "--sym-stdin", "2", "--sym-args", "3"];
    let (run, _) = json(&folder, &arguments);
    let what = |at: usize| run["assumes"][at]["what"].as_str().unwrap_or_default().to_owned();
    assert_eq!(names(&run), ["stdin", "args"]);
    assert_eq!(what(0), "standard input of 2 bytes");
    assert_eq!(what(1), "one argument of at most 3 bytes");
}

#[test]
fn what_is_lifted_is_an_input_and_no_assumption() {
    if tool("clang").is_none() {
        return;
    }
    let bodies = [
        ("time", "assert(time(0) < 100);"),
        ("time", "struct timespec t; clock_gettime(CLOCK_REALTIME, &t); assert(t.tv_nsec < 5000);"),
        ("random", "assert(rand() % 1000 != 7);"),
        ("env", "assert(getenv(\"HOME\") == 0);"),
        ("system", "assert(sysconf(_SC_NPROCESSORS_ONLN) < 2);"),
        ("alloc", "void *p = malloc(4); assert(p); free(p);"),
        ("args", "assert(argc == 1);"),
        ("stdin", "assert(getchar() != 'x');"),
    ];
    for (name, body) in bodies {
        let folder = with("p.c", &c(body));
        let (run, _) = json(&folder, &["explore", "p.c", "--no-replay"]);
        assert_eq!(
            (&run["verdict"], names(&run)),
            (&"passed".into(), vec![name.to_owned()]),
            "{body}"
        );
        for verb in ["explore", "bmc"] {
            let (run, status) = json(&folder, &[verb, "p.c", "--no-replay", "--any", name]);
            assert_eq!((&run["verdict"], status), (&"failed".into(), Some(1)), "{verb}: {body}");
        }
    }
}

#[test]
fn a_clock_that_is_an_input_never_goes_back() {
    if tool("clang").is_none() {
        return;
    }
    let folder = with("p.c", &c("time_t a = time(0), b = time(0); assert(a <= b);"));
    let (run, _) = json(&folder, &["explore", "p.c", "--any", "time"]);
    assert_eq!((&run["verdict"], names(&run)), (&"passed".into(), vec![]));
}

#[test]
fn exhaustive_asks_for_an_answer_that_rests_on_nothing_but_what_is_accepted() {
    if tool("clang").is_none() {
        return;
    }
    let folder = with("p.c", &c("free(malloc(4)); assert(rand() >= 0);"));
    let status = |more: &[&str]| json(&folder, &[&["explore", "p.c"], more].concat()).1;
    assert_eq!(status(&[]), Some(0));
    assert_eq!(status(&["--exhaustive"]), Some(3));
    assert_eq!(status(&["--exhaustive", "--assume", "alloc"]), Some(3));
    assert_eq!(status(&["--exhaustive", "--assume", "alloc,random"]), Some(0));
    let wrong = effigy(&folder, &["explore", "p.c", "--assume", "clock"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("time, random, env"));
}

#[test]
fn rust_programs_assume_what_their_own_code_asks_for() {
    if tool("rustc").is_none() {
        return;
    }
    let programs: [(&str, &[&str]); 6] = [
        ("fn main() { let x = 3u8; assert!(x < 4); }", &[]),
        ("fn main() { assert!(std::env::args().count() < 2); }", &["args"]),
        ("fn main() { assert!(std::env::var_os(\"A\").is_none()); }", &["env"]),
        ("fn main() { std::time::Instant::now(); }", &["time"]),
        ("fn main() { let v = vec![1u8]; assert!(v[0] == 1); }", &["alloc"]),
        ("fn main() { use std::hash::*; std::hash::RandomState::new().hash_one(1); }", &["hash"]),
    ];
    for (text, expected) in programs {
        let folder = with("p.rs", text);
        let (run, _) = json(&folder, &["explore", "p.rs", "--no-replay"]);
        for name in expected {
            assert!(names(&run).contains(&(*name).to_owned()), "{text}: {}", run["assumes"]);
        }
        if expected.is_empty() {
            assert_eq!(names(&run), [""; 0], "{text}");
        }
    }
}

#[test]
fn a_trace_that_is_infeasible_says_on_what_that_rests() {
    if tool("clang").is_none() {
        return;
    }
    let text = "#include <stdlib.h>\nint main(void) {\n  if (getenv(\"A\"))\n    abort();\n  return 0;\n}\n";
    let folder = with("p.c", text);
    std::fs::write(folder.path().join("t.txt"), "p.c:4\n").expect("the folder can be written");
    let (run, status) = json(&folder, &["feasible", "p.c", "--trace", "t.txt"]);
    assert_eq!(run["verdict"], "passed");
    assert_eq!((names(&run), status), (vec!["env".to_owned()], Some(0)));
    let (_, status) = json(&folder, &["feasible", "p.c", "--trace", "t.txt", "--exhaustive"]);
    assert_eq!(status, Some(3));
}

#[test]
fn floyds_method_assumes_that_loops_end_where_there_are_loops() {
    let plain = "P: PROCEDURE (A);\n DECLARE A INTEGER;\n A = 1;\n PROVE (A > 0);\n END;\n";
    let round = "P: PROCEDURE (A);\n DECLARE A INTEGER;\n ASSUME (A >= 0);\n\
                 L: ASSERT (A >= 0);\n IF A > 0 THEN DO; A = A - 1; GO TO L; END;\n PROVE (A = 0);\n END;\n";
    for (text, expected) in [(plain, None), (round, Some("termination"))] {
        let folder = with("p.pli", text);
        let (run, _) = json(&folder, &["verify", "p.pli"]);
        assert_eq!(run["verdict"], "passed", "{text}: {run}");
        assert_eq!(names(&run).first().map(String::as_str), expected, "{text}");
    }
}

#[test]
fn integers_of_a_fixed_width_are_an_assumption() {
    let text = "P: PROCEDURE (A);\n DECLARE A INTEGER;\n A = 1;\n END;\n";
    let folder = with("p.pli", text);
    let (run, _) = json(&folder, &["explore", "p.pli", "--ints", "fixed"]);
    assert_eq!(names(&run), ["width"]);
    let (run, _) = json(&folder, &["explore", "p.pli"]);
    assert_eq!(names(&run), [""; 0]);
}

#[test]
fn a_resumed_run_assumes_what_the_whole_run_assumes() {
    if tool("clang").is_none() {
        return;
    }
    let body = "char c = 0; read(0, &c, 1); if (c == 'a') time(0); else if (c == 'b') rand();";
    let folder = with("p.c", &c(body));
    let whole = ["explore", "p.c", "--sym-stdin", "1", "--out", "r"];
    let (run, _) = json(&folder, &whole);
    let (resumed, _) = json(&folder, &["resume", "r"]);
    assert_eq!(names(&run), ["time", "random", "stdin"]);
    assert_eq!(run["assumes"], resumed["assumes"]);
}

#[test]
fn nothing_is_proved_that_a_native_run_of_some_input_refutes() {
    if tool("clang").is_none() {
        return;
    }
    let folder = with("p.c", &c("assert(sysconf(_SC_OPEN_MAX) == -1);"));
    let (run, status) = json(&folder, &["bmc", "p.c"]);
    assert_eq!((&run["verdict"], status), (&"incomplete".into(), Some(3)), "{run}");
    assert!(
        run["incomplete_because"][0]["reason"].as_str().is_some_and(|r| r.contains("natively"))
    );
    let (run, _) = json(&folder, &["bmc", "p.c", "--no-replay"]);
    assert_eq!(run["verdict"], "proved");
}

/// Programs of Viper, and what their proofs rest on.
const PROVED: &[(&str, &[&str])] = &[
    ("method m(x: Int) requires x > 0 ensures x > 0 { }", &[]),
    ("method m(n: Int) { var i: Int := 0 while (i < n) { i := i + 1 } }", &["termination"]),
    ("method m(n: Int) { var i: Int := 0 while (i < n) decreases n - i { i := i + 1 } }", &[]),
    ("method m(n: Int) { m(n) }", &["termination"]),
    ("method m(n: Int) requires n >= 0 decreases n { if (n > 0) { m(n - 1) } }", &[]),
    ("function f(n: Int): Int { n > 0 ? f(n - 1) : 0 }", &["termination"]),
    ("function f(n: Int): Int decreases n { n > 0 ? f(n - 1) : 0 }", &[]),
    ("method a() ensures false method m() { }", &[]),
    ("method a() ensures false method m() { a() }", &["contract"]),
    ("function a(): Int ensures result > 0 method m() { assert a() > 0 }", &["contract"]),
    ("function a(): Int method m() { assert a() == a() }", &[]),
    ("method m(x: Int) { assume x > 0 assert x >= 0 }", &["contract"]),
    ("field f: Int method m(x: Ref) { inhale acc(x.f) x.f := 1 }", &["contract"]),
    ("domain D { function g(): Int axiom { g() > 1 } } method m() { }", &[]),
    (
        "domain D { function g(): Int axiom { g() > 1 } } method m() { assert g() > 0 }",
        &["contract"],
    ),
];

#[test]
fn proofs_assume_what_nobody_shows_and_nothing_else() {
    if tool("z3").is_none() {
        return;
    }
    for (text, expected) in PROVED {
        let folder = with("p.vpr", text);
        let (run, status) = json(&folder, &["prove", "p.vpr", "--no-cache"]);
        assert_eq!(
            (names(&run), status),
            (expected.iter().map(|n| (*n).to_owned()).collect(), Some(0)),
            "{text}"
        );
        let exhaustive = ["prove", "p.vpr", "--no-cache", "--exhaustive"];
        let open = if expected.is_empty() { 0 } else { 3 };
        assert_eq!(json(&folder, &exhaustive).1, Some(open), "{text}");
        let accepted = [&exhaustive[..], &["--assume", "termination,contract"]].concat();
        assert_eq!(json(&folder, &accepted).1, Some(0), "{text}");
    }
}

#[test]
fn proofs_of_objects_name_their_assumptions_with_the_line() {
    if tool("z3").is_none() {
        return;
    }
    let class = |body: &str| format!("class C {{ int x;\n  void m() {{\n{body}\n}} }}\n");
    let folder = with("p.oo", &class("int a := 1;"));
    assert_eq!(names(&json(&folder, &["prove", "p.oo", "--no-cache"]).0), [""; 0]);
    let folder = with("p.oo", &class("assume 1 < 2;"));
    let shown = effigy(&folder, &["prove", "p.oo", "--no-cache"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("passed, assuming the following: all of"), "{shown}");
    assert!(shown.contains("assuming: what is assumed or inhaled holds  at p.oo:3"), "{shown}");
    let folder = with("p.oo", &class("m();"));
    assert_eq!(names(&json(&folder, &["prove", "p.oo", "--no-cache"]).0), ["termination"]);
}

/// A constructor is given the arguments, also where `main` takes none.
#[test]
fn a_constructor_that_counts_arguments_assumes_them() {
    if tool("clang").is_none() {
        return;
    }
    let program = |body: &str| {
        let text = format!(
            "#include <assert.h>\nstatic int count;\n__attribute__((constructor)) static void note(int argc) {{ {body} }}\n\
             int main(void) {{ assert(count < 2); return 0; }}\n"
        );
        let folder = with("p.c", &text);
        names(&json(&folder, &["explore", "p.c", "--no-replay"]).0)
    };
    assert_eq!(program("count = argc;"), ["args"]);
    assert_eq!(program("count = 1;"), [""; 0]);
}
