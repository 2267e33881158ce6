use super::*;
use serde_json::json;

const PROGRAM: &str = "\
// effigy: --sym-stdin 4 --cflags \"-DN=3 -O1\"
int main() {
    f(); //~ FINDING[overflow]: add //~ FINDING[null]
    g();
    //~^ FINDING[panic]: boom
}
";

fn program() -> Annotated {
    Annotated::parse(Path::new("dir/p.c"), PROGRAM).expect("well formed")
}

fn finding(line: u64, kind: &str, message: &str) -> Value {
    json!({"file": "/elsewhere/p.c", "line": line, "kind": kind, "message": message, "replay": "confirmed"})
}

fn all() -> Vec<Value> {
    vec![
        finding(3, "overflow", "cannot add"),
        finding(3, "null", "read"),
        finding(4, "panic", "a boom"),
    ]
}

fn compare(findings: Vec<Value>) -> Result<(), String> {
    program().compare(&json!({"findings": findings, "exhaustive": true}))
}

#[test]
fn flags_and_annotations_are_read() {
    let program = program();
    assert_eq!(program.flags, ["--sym-stdin", "4", "--cflags", "-DN=3 -O1"]);
    let lines: Vec<(u64, &str, &str)> =
        program.expected.iter().map(|e| (e.line, e.kind.as_str(), e.text.as_str())).collect();
    assert_eq!(lines, [(3, "overflow", "add"), (3, "null", ""), (4, "panic", "boom")]);
}

#[test]
fn malformed_programs_are_refused() {
    for text in ["int main() {}", "// effigy:\n//~ BUG[x]", "// effigy: //~^ FINDING[x]"] {
        assert!(Annotated::parse(Path::new("p.c"), text).is_err(), "{text}");
    }
}

#[test]
fn the_same_findings_are_right() {
    assert_eq!(compare(all()), Ok(()));
    let twice: Vec<Value> = all().into_iter().chain(all()).collect();
    assert_eq!(compare(twice), Ok(()), "two paths to one site");
}

#[test]
fn each_difference_is_told() {
    let cases: &[(usize, Value, &str)] = &[
        (0, finding(4, "panic", "boom"), "missing: line 3 [overflow] add"),
        (1, finding(3, "overflow", "add"), "missing: line 3 [null]"),
        (2, finding(5, "panic", "boom"), "unexpected: /elsewhere/p.c:5 [panic] boom"),
        (2, finding(4, "panic", "bang"), "missing: line 4 [panic] boom"),
        (
            2,
            json!({"file": "q.c", "line": 4, "kind": "panic", "message": "boom"}),
            "unexpected: q.c:4",
        ),
    ];
    for (index, replacement, expected) in cases {
        let mut findings = all();
        findings[*index] = replacement.clone();
        let told = compare(findings).expect_err("they differ");
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn a_run_that_is_not_exhaustive_or_not_confirmed_is_wrong() {
    let told = program().compare(&json!({"findings": all(), "exhaustive": false}));
    assert!(told.expect_err("cut").contains("not exhaustive"));
    let mut findings = all();
    findings[0]["replay"] = json!("disagreed");
    assert!(compare(findings).expect_err("disagreed").contains("the native program disagrees"));
}
