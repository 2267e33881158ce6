//! Given traces: the corpus in `tests/traces`, what is no trace, what a limit cuts.

use effigy_testkit::{TempDir, sample, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn traces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces")
}

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_effigy")).args(arguments).current_dir(folder).output().unwrap()
}

fn json(output: &Output) -> Value {
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", said()))
}

/// What a trace of the corpus says of itself in its comments.
#[derive(Debug, Default)]
struct Expected {
    program: String,
    options: Vec<String>,
    verdict: String,
    /// The lines of the conditions that contradict each other, in order.
    core: Vec<u64>,
    /// What the first dead end is, where it is no contradiction.
    how: String,
    /// How the program ends on the input: `exit` and a status, or a kind and a line.
    ends: (String, u64),
}

fn expected(text: &str) -> Expected {
    let mut expected = Expected::default();
    for line in text.lines() {
        let Some((name, value)) = line.strip_prefix("# ").and_then(|l| l.split_once(": ")) else {
            continue;
        };
        let words: Vec<&str> = value.split_whitespace().collect();
        match name {
            "program" => expected.program = value.to_owned(),
            "options" => expected.options = words.iter().map(|w| (*w).to_owned()).collect(),
            "verdict" => expected.verdict = value.to_owned(),
            "core" => expected.core = words.iter().map(|w| w.parse().unwrap()).collect(),
            "how" => expected.how = value.to_owned(),
            "ends" => expected.ends = (words[0].to_owned(), words[1].parse().unwrap()),
            _ => {}
        }
    }
    expected
}

/// The traces of the corpus whose programs have this extension.
fn corpus(extension: &str) -> Vec<(String, Expected)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(traces()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".txt") {
            continue;
        }
        let expected = expected(&std::fs::read_to_string(traces().join(&name)).unwrap());
        assert!(!expected.program.is_empty(), "{name} names no program");
        if expected.program.ends_with(extension) {
            found.push((name, expected));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(!found.is_empty());
    found
}

/// Runs one of so many traces of the corpus whose programs have this extension, and says what is not as they say.
fn check_corpus(extension: &str, every: usize) {
    let mut problems = Vec::new();
    for (name, expected) in sample(corpus(extension), every) {
        let folder = TempDir::new();
        let run = folder.path().join("run").to_string_lossy().into_owned();
        let mut arguments = vec!["feasible", &expected.program, "--trace", &name];
        arguments.extend(expected.options.iter().map(String::as_str));
        arguments.extend(["--json", "--out", &run]);
        let output = effigy(&traces(), &arguments);
        if output.status.code() == Some(2) {
            problems.push(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
            continue;
        }
        let answer = json(&output);
        let (verdict, status) = (&answer["feasible"]["answer"], output.status.code());
        if *verdict != expected.verdict.as_str() {
            problems.push(format!("{name}: {verdict}: {}", answer["feasible"]));
            continue;
        }
        match expected.verdict.as_str() {
            "infeasible" => {
                let core = answer["feasible"]["dead_ends"][0]["core"].as_array().cloned();
                let how = answer["feasible"]["dead_ends"][0]["how"].as_str().unwrap_or_default();
                if how != expected.how && !(expected.how.is_empty() && how == "contradiction") {
                    problems.push(format!("{name}: {how}"));
                }
                let lines: Vec<u64> = core
                    .iter()
                    .flatten()
                    .map(|condition| condition["line"].as_u64().unwrap())
                    .collect();
                if lines != expected.core || status != Some(0) {
                    problems.push(format!("{name}: status {status:?}, core {lines:?}"));
                }
            }
            "feasible" => {
                let ends = ends(&run);
                if ends != expected.ends || status != Some(1) {
                    problems.push(format!("{name}: status {status:?}, ends {ends:?}"));
                }
            }
            other => problems.push(format!("{name}: `{other}` is no verdict")),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// How the native program ends on the first test of a run; it has to be as the test predicts.
fn ends(run: &str) -> (String, u64) {
    let test = format!("{run}/1");
    let replay = effigy(&traces(), &["replay", &test, "--json"]);
    let file = std::fs::read(Path::new(run).join("tests/test000001.json")).unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let replay = json(&replay);
    assert_eq!(replay["replay"], "confirmed", "{replay}");
    let predicted = &file["predicted"];
    let (kind, number) = match predicted["outcome"].as_str() {
        Some("exit") => (&predicted["outcome"], &predicted["status"]),
        _ => (&predicted["kind"], &predicted["line"]),
    };
    (kind.as_str().unwrap().to_owned(), number.as_u64().unwrap())
}

#[test]
fn traces_of_c_programs_have_their_verdicts_and_cores() {
    if tool("clang").is_some() {
        check_corpus(".c", 2);
    }
}

/// The answer about a trace of `loops.c` in the corpus.
fn about_loops(trace: &str, more: &[&str]) -> Output {
    about("loops.c", trace, more)
}

/// The answer about a trace of a program in the corpus.
fn about(program: &str, trace: &str, more: &[&str]) -> Output {
    let folder = TempDir::new();
    folder.write("trace.txt", trace);
    let program = traces().join(program).to_string_lossy().into_owned();
    let arguments = ["feasible", program.as_str(), "--trace", "trace.txt"];
    effigy(folder.path(), &[&arguments, more].concat())
}

#[test]
fn a_trace_may_come_from_any_editor() {
    if tool("clang").is_none() {
        return;
    }
    let plain = "shapes.c:18: true\nshapes.c:42: fails\n";
    for trace in [
        plain.to_owned(),
        format!("\u{feff}{plain}"),
        format!("\u{feff}// a comment\r\n\r\n{}", plain.replace('\n', "\r\n")),
        plain.replace(": ", ":\t").replace("shapes", "  shapes"),
        plain.trim_end().to_owned(),
    ] {
        let output = about("shapes.c", &trace, &["--sym-stdin", "4", "--no-replay", "--json"]);
        assert_eq!(json(&output)["feasible"]["answer"], "feasible", "{trace:?}");
    }
}

#[test]
fn how_the_one_route_ends_is_said_as_it_is() {
    if tool("clang").is_none() {
        return;
    }
    let once = "int main(void) { volatile int i = 0;\n  i = 1;\n  return 0;\n}\n";
    let folder = TempDir::new();
    folder.write("once.c", once);
    folder.write("trace.txt", "once.c:2\nonce.c:2\nonce.c:2\n");
    let output = effigy(folder.path(), &["feasible", "once.c", "--trace", "trace.txt"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("the one route comes to an end"), "{said}");
    assert!(!said.contains("unknown place"), "{said}");
}

#[test]
fn a_deadline_is_named_and_no_solver_is_blamed() {
    if tool("clang").is_none() {
        return;
    }
    // So many rounds that each question takes a while.
    let folder = TempDir::new();
    let program = "#include <unistd.h>
int main(void) {
  unsigned char b[2];
  if (read(0, b, 2) != 2) return 1;
  unsigned n = b[0] * 256u + b[1];
  for (unsigned i = 0; i < n; i++)
    ;
  return 0;
}
";
    folder.write("rounds.c", program);
    folder.write("trace.txt", "rounds.c:6: true\n".repeat(9990));
    let arguments = ["feasible", "rounds.c", "--trace", "trace.txt", "--sym-stdin", "2", "--json"];
    let output = effigy(folder.path(), &[&arguments[..], &["--max-time", "3s"]].concat());
    let answer = json(&output);
    assert_eq!(answer["feasible"]["answer"], "undecided", "{answer}");
    for reason in answer["incomplete_because"].as_array().unwrap() {
        let reason = reason["reason"].as_str().unwrap();
        assert_eq!(reason, "the budget --max-time was used up", "{answer}");
    }
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    if tool("clang").is_none() {
        return;
    }
    for (trace, says) in [
        ("", "trace.txt:1: the trace has no steps"),
        ("loops.c:8\nnonsense\n", "trace.txt:2: expected a file and a line"),
        ("loops.c:8: maybe\n", "trace.txt:1: `maybe` is nothing that a step can say"),
        ("\nother.c:8\n", "trace.txt:2: the program has no code of a file `other.c`"),
        ("loops.c:1\n", "trace.txt:1: there is no code at loops.c:1; the nearest lines with code"),
        ("loops.c:9: true\n", "trace.txt:1: nothing is decided at loops.c:9"),
        ("loops.c:6: enter total\n", "trace.txt:1: `loops.c` has no function `total`"),
        ("loops.c:32: fails\nloops.c:33\n", "trace.txt:1: a run that fails has no further steps"),
    ] {
        let output = about_loops(trace, &[]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{trace:?}: {said}");
        assert!(said.contains(says), "{trace:?}: {said}");
        assert!(output.stdout.is_empty(), "{trace:?}");
    }
    let output = about("mixed.c", "mixed.c:17: true\n", &["--sym-stdin", "4"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("trace.txt:1: line 17 has several conditions"), "{said}");
}

#[test]
fn what_a_budget_cuts_is_undecided() {
    if tool("clang").is_none() {
        return;
    }
    // Whole, the trace is infeasible.
    let trace = "loops.c:34: fails\n";
    for limit in [["--max-forks", "3"], ["--max-depth", "2"], ["--max-steps", "60"]] {
        let output = about_loops(trace, &[&limit[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(3), "{limit:?}");
        let answer = json(&output);
        assert_eq!(answer["feasible"]["answer"], "undecided", "{limit:?}");
        assert_eq!(answer["verdict"], "incomplete", "{limit:?}");
        let reason = answer["incomplete_because"][0]["reason"].as_str().unwrap();
        assert!(reason.contains(limit[0]), "{limit:?}: {reason}");
    }
    assert_eq!(about_loops(trace, &[]).status.code(), Some(0));
}

#[test]
fn a_run_of_another_verb_has_no_tree_and_is_not_gone_on_with() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("trace.txt", "loops.c:32\n");
    let program = traces().join("loops.c").to_string_lossy().into_owned();
    let arguments = ["feasible", program.as_str(), "--trace", "trace.txt", "--out", "run"];
    assert_eq!(effigy(folder.path(), &arguments).status.code(), Some(1));
    for verb in ["tree", "resume"] {
        let output = effigy(folder.path(), &[verb, "run"]);
        assert_eq!(output.status.code(), Some(2), "{verb}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("is a run of `feasible`"), "{said}");
    }
}

/// Explores a program of the corpus in a folder of its own, and gives the witnesses that it leaves.
fn witnesses(folder: &TempDir, program: &str) -> Vec<String> {
    std::fs::copy(traces().join(program), folder.path().join(program)).unwrap();
    let arguments = ["explore", program, "--witness", "--out", "run", "--no-replay"];
    let output = effigy(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder.path().join("run/tests")).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".witness.yml") {
            found.push(std::fs::read_to_string(path).unwrap());
        }
    }
    found.sort();
    found
}

/// The answer about a witness of a program in a folder.
fn about_witness(folder: &TempDir, program: &str, witness: &str) -> Output {
    folder.write("witness.yml", witness);
    let arguments = ["feasible", program, "--trace", "witness.yml", "--json", "--out", "f"];
    effigy(folder.path(), &arguments)
}

#[test]
fn witnesses_that_are_written_are_accepted() {
    if tool("clang").is_none() {
        return;
    }
    for (program, count) in [("order.c", 2), ("loops.c", 1), ("reach.c", 1)] {
        let folder = TempDir::new();
        let written = witnesses(&folder, program);
        assert_eq!(written.len(), count, "{program}");
        for witness in written {
            let output = about_witness(&folder, program, &witness);
            let answer = json(&output);
            assert_eq!(output.status.code(), Some(1), "{program}: {answer}");
            assert_eq!(answer["feasible"]["answer"], "feasible", "{program}");
            assert_eq!(answer["findings"][0]["replay"], "confirmed", "{program}");
        }
    }
}

#[test]
fn witnesses_of_a_search_are_accepted() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    std::fs::copy(traces().join("reach.c"), folder.path().join("reach.c")).unwrap();
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    folder.write("seeds/zero", "0000000000000000");
    let arguments = ["fuzz", "reach.c", "--seeds", "seeds", "--witness", "--out", "run", "--first"];
    let output = effigy(folder.path(), &[&arguments[..], &["--no-native", "--no-replay"]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let witness = std::fs::read_to_string(folder.path().join("run/tests/test000001.witness.yml"));
    let output = about_witness(&folder, "reach.c", &witness.unwrap());
    let answer = json(&output);
    assert_eq!(answer["feasible"]["answer"], "feasible", "{answer}");
    assert_eq!(answer["findings"][0]["replay"], "confirmed", "{answer}");
}

#[test]
fn damaged_witnesses_are_refused_with_the_line() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let written = witnesses(&folder, "reach.c").remove(0);
    let line_of = |part: &str| 1 + written.lines().position(|l| l.contains(part)).unwrap();
    let hash = written.lines().find(|l| l.contains("\"reach.c\": ")).unwrap().trim();
    let target = written.find("type: \"target\"").unwrap();
    let last_line = written[target..].lines().find(|l| l.contains(" line:")).unwrap();
    let target_line = written.lines().count();
    for (from, to, line, says) in [
        (hash, "\"reach.c\": \"00\"", line_of(hash), "is about another"),
        (hash, "\"other.c\": \"00\"", line_of(hash), "not about a file reach.c"),
        ("version: \"2.0\"", "version: \"2.7\"", line_of("format_version"), "version 2.7"),
        ("  content:\n", "  content: {\n", line_of("content") + 1, "no YAML"),
        (last_line, "          line: 999", target_line - 5, "no code at reach.c:999"),
        ("type: \"target\"", "type: \"branching\"", target_line - 5, "constraint` is missing"),
        ("\\\\result", "n + 1", line_of("result"), "only \\result is understood"),
        ("== ", "== f(1) + ", line_of("result"), "is not understood at `(1)`"),
        ("column: 35", "column: 3", line_of("function_return"), "no call ends"),
    ] {
        let damaged = written.replacen(from, to, 1);
        assert_ne!(damaged, written, "{from}");
        let output = about_witness(&folder, "reach.c", &damaged);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{to}: {said}");
        assert!(said.contains(says), "{to}: {said}");
        assert!(said.contains(&format!("witness.yml:{line}: ")), "{to}, line {line}: {said}");
    }
    // A witness is cut in the middle.
    let output = about_witness(&folder, "reach.c", &written[..target]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn constraints_of_a_witness_are_held() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let written = witnesses(&folder, "reach.c").remove(0);
    let (head, content) = written.split_once("  content:\n").unwrap();
    let target = &content[content.rfind("  - segment:").unwrap()..];
    let waypoint = |kind: &str, value: &str, line: u32, column: u32| {
        format!(
            "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n        \
             constraint: {{value: '{value}', format: c_expression}}\n        \
             location: {{file_name: reach.c, line: {line}, column: {column}}}\n"
        )
    };
    for (waypoints, expected) in [
        // Four rounds of at most 264 each.
        (waypoint("assumption", "n == 4", 24, 5), "feasible"),
        (waypoint("assumption", "n == 2", 24, 5), "infeasible"),
        (waypoint("assumption", "n >= 3 && step <= 253", 24, 5), "feasible"),
        (waypoint("assumption", "n == 3 && step < 250", 24, 5), "infeasible"),
        (waypoint("assumption", "limit == 5", 24, 5), "feasible"),
        (waypoint("assumption", "limit != 5", 24, 5), "infeasible"),
        (waypoint("branching", "true", 22, 5), "infeasible"),
        (waypoint("branching", "false", 22, 5), "feasible"),
        (waypoint("branching", "true", 11, 5), "feasible"),
        (waypoint("function_return", "\\result < 3", 20, 35), "infeasible"),
        (waypoint("function_return", "\\result == 255", 21, 50), "feasible"),
        (waypoint("function_return", "\\result == 256", 21, 50), "infeasible"),
    ] {
        let witness = format!("{head}  content:\n{waypoints}{target}");
        let output = about_witness(&folder, "reach.c", &witness);
        assert_ne!(output.status.code(), Some(2), "{waypoints}: {output:?}");
        assert_eq!(json(&output)["feasible"]["answer"], expected, "{waypoints}");
    }
}

/// What a run does that a witness can name: a loop, a `switch`, values that are chosen with and without a branch, and calls.
const CHOICES: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int twice(int x) { return 2 * x; }
int main(void) {
  int a = __VERIFIER_nondet_int(), i = 0;
  unsigned char b = __VERIFIER_nondet_uchar();
  if (a < 0 || a > 9)
    return 0;
  int c = a > 4 ? 1 : 0;
  int d = !(b > 99) && a != 7 ? twice(a) : b;
  switch (b % 4) {
  case 1:
    c += 2;
    break;
  case 2:
    c += 4;
  default:
    c += 8;
  }
  while (i < a) {
    if (i == b)
      c += 16;
    i++;
  }
  if (c > 24)
    abort();
  return d;
}
";

#[test]
fn every_kind_of_waypoint_is_followed_and_avoided() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("choices.c", CHOICES);
    let arguments = ["explore", "choices.c", "--witness", "--out", "run", "--no-replay"];
    effigy(folder.path(), &arguments);
    let written = std::fs::read_dir(folder.path().join("run/tests")).unwrap();
    let written = written.map(|entry| entry.unwrap().path());
    let one = written.into_iter().find(|path| path.to_string_lossy().ends_with(".witness.yml"));
    let written = std::fs::read_to_string(one.unwrap()).unwrap();
    let (head, content) = written.split_once("  content:\n").unwrap();
    let target = &content[content.rfind("  - segment:").unwrap() + "  - segment:\n".len()..];
    let target = target.trim_end();
    // A waypoint as `avoid` or nothing, its kind, its value, and its place.
    let waypoint = |text: &str| {
        let words: Vec<&str> = text.split('|').map(str::trim).collect();
        let [action, kind, value, place] = words[..] else { panic!("{text}") };
        let (line, column) = place.split_once(':').unwrap_or((place, ""));
        let column = if column.is_empty() { String::new() } else { format!(", column: {column}") };
        let constraint = match value {
            "" => String::new(),
            value => format!("constraint: {{value: '{value}'}}, "),
        };
        let waypoint = format!(
            "    - waypoint: {{type: {kind}, action: {action}, {constraint}location: {{file_name: choices.c, line: {line}{column}}}}}\n"
        );
        // A segment ends with what is followed.
        (waypoint, action == "follow")
    };
    for (waypoints, expected) in [
        // `b` is 1, 2 or 3 modulo 4: 1 is too little, 2 and 3 are not.
        ("follow | branching | 2 | 12:3", "feasible"),
        ("follow | branching | default | 12:3", "feasible"),
        ("follow | branching | 1 | 12:3", "infeasible"),
        ("follow | branching | 7 | 12:3", "infeasible"),
        ("avoid | branching | default | 12:3", "feasible"),
        ("avoid | branching | default | 12\navoid | branching | 2 | 12", "infeasible"),
        // Values that are chosen: by no branch, by one of two parts, with the sides turned around.
        ("follow | branching | true | 10:17", "feasible"),
        ("follow | branching | false | 10\nfollow | branching | default | 12:3", "infeasible"),
        ("follow | branching | false | 10\nfollow | branching | 2 | 12:3", "feasible"),
        ("avoid | branching | true | 10:17\nfollow | branching | default | 12:3", "infeasible"),
        ("follow | branching | true | 11:31", "feasible"),
        ("follow | assumption | a == 7 | 11:3\nfollow | branching | true | 11:31", "infeasible"),
        ("follow | assumption | a == 7 | 11:3\nfollow | branching | false | 11:31", "feasible"),
        (
            "follow | assumption | a != 7 && b <= 99 | 11:3\nfollow | branching | false | 11",
            "infeasible",
        ),
        ("follow | assumption | a == 6 | 11:3\navoid | branching | true | 11:31", "infeasible"),
        // The next time that a run comes by, and not before.
        ("follow | branching | true | 21:3", "feasible"),
        ("follow | branching | false | 21:3", "infeasible"),
        ("follow | assumption | i == 0 | 22:5\nfollow | assumption | i == 1 | 22:5", "feasible"),
        ("follow | assumption | i == 1 | 22:5", "infeasible"),
        ("avoid | branching | true | 22:5", "infeasible"),
        ("avoid | assumption | i == b && b < 5 | 22:5", "feasible"),
        ("avoid | assumption | i == b | 22:5", "infeasible"),
        ("follow | assumption | a == 6 | 11:3\navoid | function_enter | | 11:40", "infeasible"),
        ("avoid | function_return | \\result == 10 | 11:40", "feasible"),
        ("follow | function_return | \\result != 7 && \\result != 12 | 11:40", "feasible"),
        ("follow | function_return | \\result == 7 | 11:40", "infeasible"),
        // What happened before a segment was passed is not avoided.
        ("follow | function_enter | | 11:40\navoid | function_enter | | 11:40", "feasible"),
        // Arithmetic, as in C: a byte is promoted, a negative number wraps around beside `unsigned`.
        ("follow | assumption | (a - 5) * 2 + b % 4 == 3 | 12:3", "feasible"),
        ("follow | assumption | a * 0 != 0 | 12:3", "infeasible"),
        ("follow | assumption | b - 256 >= 0 | 12:3", "infeasible"),
        ("follow | assumption | b - 256u >= 0 | 12:3", "feasible"),
        ("follow | assumption | -1 < 0u | 12:3", "infeasible"),
        ("follow | assumption | -1 < 0 | 12:3", "feasible"),
        ("follow | assumption | 1 | 12:3", "feasible"),
        ("follow | assumption | !a | 12:3", "infeasible"),
    ] {
        let mut content = String::from("  - segment:\n");
        for line in waypoints.lines() {
            let (waypoint, ends) = waypoint(line);
            content += &waypoint;
            if ends {
                content += "  - segment:\n";
            }
        }
        let witness = format!("{head}  content:\n{content}{target}\n");
        let output = about_witness(&folder, "choices.c", &witness);
        assert_ne!(output.status.code(), Some(2), "{waypoints}: {output:?}");
        let answer = json(&output);
        assert_eq!(answer["feasible"]["answer"], expected, "{waypoints}: {answer}");
    }
}

#[test]
fn witnesses_are_for_c_programs() {
    let folder = TempDir::new();
    folder.write("a.rs", "fn main() {}\n");
    let output = effigy(folder.path(), &["explore", "a.rs", "--witness"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("are for C programs"));
    folder.write("w.yml", "- entry_type: violation_sequence\n");
    let output = effigy(folder.path(), &["feasible", "a.rs", "--trace", "w.yml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("w.yml:1: "));
}

#[test]
fn an_interrupted_run_is_undecided() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write(
        "loop.c",
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int i = 0;\n  while (__VERIFIER_nondet_int())\n    i++;\n  \
         if (i < 0)\n    return 1;\n  return 0;\n}\n",
    );
    folder.write("trace.txt", "loop.c:7\n");
    let arguments = ["feasible", "loop.c", "--trace", "trace.txt", "--json", "--max-time", "5m"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    let command = command.args(arguments).current_dir(folder.path());
    let child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    let started = std::time::Instant::now();
    // The run folder is there when the program is compiled.
    while !folder.path().join("effigy-out-0/run.json").exists() {
        assert!(started.elapsed().as_secs() < 240, "the run does not begin");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let answer = json(&output);
    assert_eq!(answer["feasible"]["answer"], "undecided");
    assert_eq!(answer["incomplete_because"][0]["reason"], "the run was interrupted");
}

#[test]
fn traces_of_rust_programs_have_their_verdicts_and_cores() {
    if tool("rustc").is_some() {
        check_corpus(".rs", 4);
    }
}

#[test]
fn traces_of_pli_programs_have_their_verdicts_and_cores() {
    check_corpus(".pli", 1);
}

#[test]
fn traces_of_object_programs_have_their_verdicts_and_cores() {
    check_corpus(".oo", 1);
}

#[test]
fn the_corpus_has_fifty_traces_half_of_them_infeasible() {
    let all: Vec<_> = [".c", ".rs", ".pli", ".oo"].into_iter().flat_map(corpus).collect();
    let infeasible = all.iter().filter(|(_, expected)| expected.verdict == "infeasible").count();
    assert!(all.len() >= 50 && 2 * infeasible >= all.len(), "{infeasible} of {}", all.len());
}

#[test]
fn traces_of_llvm_ir_are_those_of_its_source() {
    let Some(clang) = tool("clang") else { return };
    let folder = TempDir::new();
    std::fs::copy(traces().join("order.c"), folder.path().join("order.c")).unwrap();
    let flags = ["-S", "-emit-llvm", "-g", "-O0", "order.c", "-o", "order.ll"];
    let compiled = Command::new(clang).args(flags).current_dir(folder.path()).status().unwrap();
    assert!(compiled.success());
    for (trace, expected) in [
        ("order.c:15: true\norder.c:24: true\n", "infeasible"),
        ("order.c:15: false\norder.c:24: true\norder.c:25: fails\n", "feasible"),
    ] {
        folder.write("trace.txt", trace);
        let arguments = ["feasible", "order.ll", "--trace", "trace.txt", "--json", "--out", "run"];
        let answer = json(&effigy(folder.path(), &arguments));
        assert_eq!(answer["feasible"]["answer"], expected, "{answer}");
    }
}
