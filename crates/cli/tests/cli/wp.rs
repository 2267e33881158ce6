//! The verb `wp`: conditions of given traces and of programs, what it cannot do by name, and bad input.

use effigy_testkit::{TempDir, tool};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const NODES: &str = "class Node { int value; Node next; }\n";

fn effigy(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.env("NO_COLOR", "1").args(arguments).output().unwrap()
}

/// The object that `--json` prints.
fn json(arguments: &[&str]) -> serde_json::Value {
    let output = effigy(&[arguments, &["--json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn path(file: &Path) -> &str {
    file.to_str().expect("a path of text")
}

/// The answer about a trace over `Node`s on 32-bit integers.
fn trace(steps: &str) -> serde_json::Value {
    let folder = TempDir::new();
    let (program, file) = (folder.write("nodes.oo", NODES), folder.write("steps.txt", steps));
    let mut answer = json(&["wp", path(&program), "--trace", path(&file), "--ints", "32"]);
    let traces = answer["traces"].as_array_mut().expect("traces");
    assert_eq!(traces.len(), 1);
    traces.remove(0)
}

#[test]
fn a_given_trace_has_a_condition_and_a_heap_to_begin_with() {
    let found = trace(
        "Node a;\nNode b;\n# through one reference, then through the other\n\
         a.value := 1\nb.value := 2\na.value == 2\n",
    );
    assert_eq!(found["condition"], "a != null && b != null && a == b");
    assert_eq!(found["answer"], "satisfiable");
    let variables = &found["heap"]["variables"];
    assert_eq!(variables[0]["value"], variables[1]["value"]);
    assert_eq!(found["heap"]["objects"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_text_of_a_trace_reads_back() {
    let folder = TempDir::new();
    let program = folder.write(
        "nodes.oo",
        "class Node { int value; Node next; }\n\
         int f(Node a, int n) {\n  Node b = a.next;\n  while (n > 0) { b.value = n; n = n - 1; }\n  \
         return a.value;\n}\n",
    );
    let of = ["wp", path(&program), "--entry", "f", "--max-steps", "12"];
    let text = String::from_utf8_lossy(&effigy(&of).stdout).into_owned();
    let all = json(&of);
    let traces: Vec<&str> = text.split("trace ").skip(1).collect();
    let mut count = 0;
    for (found, text) in all["traces"].as_array().expect("traces").iter().zip(traces) {
        if found["kind"] != "returned" {
            continue;
        }
        // Behind the numbers of the source's lines.
        let lines = text.lines().skip(1).take_while(|line| !line.starts_with("  path"));
        let lines: Vec<&str> = lines.map(|line| line.get(8..).unwrap_or_default()).collect();
        let steps = folder.write("steps.txt", lines.join("\n"));
        let again = json(&["wp", path(&program), "--trace", path(&steps)]);
        assert_eq!(again["traces"][0]["condition"], found["condition"], "{lines:#?}");
        count += 1;
    }
    assert!(count > 1, "{text}");
}

#[test]
fn a_trace_that_nothing_leads_along_is_told() {
    let found = trace("Node a;\nNode x;\nx := new Node\nx == a\n");
    assert_eq!(found["answer"], "unsatisfiable");
    let found = trace("Node a;\na := null\na.value := 1\n");
    assert_eq!(found["answer"], "unsatisfiable");
}

#[test]
fn a_long_trace_has_a_condition_in_proportion() {
    let steps = |n: usize| {
        let mut text = "Node a;\nNode b;\nint k;\n".to_owned();
        for i in 0..n / 4 {
            text +=
                &format!("a.value := b.value + {i}\nk := k + 1\nb.value := a.value\na.next := b\n");
        }
        trace(&(text + "a.value > k\n"))
    };
    let (short, long) = (steps(2_500), steps(10_000));
    assert!(long["steps"].as_u64() > Some(10_000));
    let size = |found: &serde_json::Value| found["size"].as_u64().expect("a size");
    assert!(size(&long) <= 4 * size(&short) + 100, "{} {}", size(&short), size(&long));
}

#[test]
fn procedures_have_backward_conditions_too() {
    let program = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/pli/sum.pli");
    if tool("z3").is_none() {
        return;
    }
    let answer = json(&["wp", path(&program)]);
    assert_eq!(answer["verdict"], "passed");
    // The object is the one that every verb prints.
    assert_eq!(answer["mode"], "wp");
    assert!(answer["coverage"].is_object() && answer["obligations"].is_array(), "{answer}");
    assert_eq!(answer["traces"][0]["condition"], "true");
    assert_eq!(answer["traces"][0]["values"]["RETURN"], "A + B + C");
}

#[test]
fn functions_on_registers_have_backward_conditions_and_byte_memory_is_refused_by_name() {
    let folder = TempDir::new();
    let module = "define i32 @larger(i32 %a, i32 %b) {\n  %c = icmp slt i32 %a, %b\n  \
                  br i1 %c, label %yes, label %no\nyes:\n  ret i32 %b\nno:\n  ret i32 %a\n}\n\
                  define i32 @first(ptr %p) {\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n";
    let file = folder.write("functions.ll", module);
    let answer = json(&["wp", path(&file), "--entry", "larger"]);
    assert_eq!(answer["paths"]["completed"], 2);
    let answer = json(&["wp", path(&file), "--entry", "first"]);
    assert_eq!(answer["verdict"], "incomplete");
    let reason = answer["incomplete_because"][0]["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("load from byte memory"), "{reason}");
}

#[test]
fn malformed_programs_and_traces_have_located_errors() {
    let folder = TempDir::new();
    let good = folder.write("nodes.oo", NODES);
    let traces = [
        ("a.value := 1\n", ":1:"),
        ("Node a;\na.valu := 1\n", ":2:"),
        ("Node a;\na := 5\n", ":2:"),
        ("int k;\nk + 1\n", ":2:"),
        ("while (true) {}\n", ":1:"),
        ("\u{7f}\n", ":1:"),
    ];
    for (text, place) in traces {
        let file = folder.write("steps.txt", text);
        refused(&["wp", path(&good), "--trace", path(&file)], &format!("steps.txt{place}"));
    }
    let nested = format!("int f() {{ return {}1{}; }}", "(".repeat(100_000), ")".repeat(100_000));
    let programs = [
        "class",
        "class C { int x }",
        "class C { D d; }",
        "class C extends D { }",
        "int f() { return true; }",
        "int f() { return g(); }",
        "int f(int x) { x.y = 1; }",
        "int f() { int x = 1; int x = 2; return x; }",
        "void f() { while (1) { } }",
        "int f() { }",
        "class C { int m() { return n; } }",
        "int f() { return 1 +; }",
        "int f() { /* never closed",
        &nested,
    ];
    for text in programs {
        let file = folder.write("broken.oo", text);
        refused(&["explore", path(&file)], "broken.oo:");
        refused(&["wp", path(&file)], "broken.oo:");
    }
    let file = folder.write("broken.oo", b"int f() { return 1\xff; }".as_slice());
    refused(&["explore", path(&file)], "broken.oo:1:");
    refused(&["wp", "/nowhere/prog.oo"], "cannot read");
    refused(&["wp", path(&good), "--entry", "Node.none"], "no function `Node.none`");
}

/// Refused with status 2 and a message that names the place.
fn refused(arguments: &[&str], place: &str) {
    let output = effigy(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(message.contains(place) && !message.contains("panicked"), "{arguments:?}: {message}");
}

#[test]
fn conditions_are_joined_so_that_they_read_back() {
    let folder = TempDir::new();
    let program = folder.write(
        "f.oo",
        "int f(int x, int y) { assume x == 1 || y == 1; if (x == 2) { return 1; } return 0; }\n",
    );
    let answer = json(&["wp", path(&program), "--ints", "32"]);
    let conditions: Vec<&str> = answer["traces"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|t| t["condition"].as_str())
        .collect();
    assert_eq!(conditions, ["(x == 1 || y == 1) && x == 2", "(x == 1 || y == 1) && x != 2"]);
    if tool("z3").is_none() {
        return;
    }
    // In the signs of the language.
    let program = folder
        .write("f.pli", "P: PROC (X, Y);\nASSUME (X = 1 | Y = 1);\nIF X = 2 THEN Y = 3;\nEND;\n");
    let answer = json(&["wp", path(&program)]);
    assert_eq!(answer["traces"][0]["condition"], "Y is X & X = 1");
    assert_eq!(answer["traces"][1]["condition"], "(X = 1 | Y = 1) & X = 2");
}

#[test]
fn null_is_written_as_null_also_against_a_choice() {
    let folder = TempDir::new();
    let text = "class N { N x; N y; }\nint f(N p, N q) {\n  N r = p == q ? p.x : p.y;\n  if (r != null) return 1;\n  return 0;\n}\n";
    let program = folder.write("f.oo", text);
    let answer = json(&["wp", path(&program), "--entry", "f", "--ints", "32"]);
    for found in answer["traces"].as_array().unwrap() {
        let condition = found["condition"].as_str().unwrap();
        assert!(!condition.contains("= 0"), "{condition}");
    }
}
