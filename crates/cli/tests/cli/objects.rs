//! The programs in `examples/oo` have the paths and findings that their first lines say, and no others; the guide
//! `docs/objects.md` says what happens.

use effigy_testkit::TempDir;
use effigy_testkit::transcript::{Place, check};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const COMMAND: &str = "// effigy explore ";
const PATHS: &str = "// paths: ";
const FINDING: &str = "// finding: ";

/// Fewer programs would mean that the test looks in the wrong place.
const PROGRAMS: usize = 25;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every example to explore with its text, in the order of their names.
fn examples() -> Vec<(PathBuf, String)> {
    let folder = std::fs::read_dir(root().join("examples/oo")).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files.into_iter().map(|file| (file.clone(), std::fs::read_to_string(file).unwrap())).collect()
}

/// The JSON object of a run with these options.
fn explore(program: &Path, options: &str) -> Value {
    let folder = TempDir::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).arg("explore").arg(program);
    let output = command.args(options.split_whitespace()).arg("--json").output().unwrap();
    let shown = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{}: {e}: {shown}", program.display()))
}

/// A run as the first lines of an example say it.
fn said(summary: &Value) -> Vec<String> {
    let paths = &summary["paths"];
    assert_eq!((&paths["unsupported"], &paths["unknown"]), (&0.into(), &0.into()), "{summary}");
    let (completed, failed, cut) = (&paths["completed"], &paths["failed"], &paths["cut"]);
    let mut findings: Vec<(u64, String)> = Vec::new();
    for finding in summary["findings"].as_array().unwrap() {
        assert_eq!(finding["replay"], "confirmed", "{finding}");
        assert!(finding["heap"].is_object(), "{finding}");
        let (kind, line) = (finding["kind"].as_str().unwrap(), finding["line"].as_u64().unwrap());
        findings.push((line, format!("{FINDING}{kind} at line {line}")));
    }
    findings.sort();
    let mut lines = vec![format!("{PATHS}completed {completed}, failed {failed}, cut {cut}")];
    lines.extend(findings.into_iter().map(|(_, line)| line));
    lines
}

#[test]
fn examples_have_their_paths_and_findings_and_no_others() {
    let examples = examples();
    assert!(examples.len() >= PROGRAMS, "only {} examples", examples.len());
    for (file, text) in examples {
        let name = file.display();
        let mut lines = text.lines();
        let options = lines.next().and_then(|line| line.strip_prefix(COMMAND));
        let options = options.unwrap_or_else(|| panic!("{name} does not begin with its command"));
        let expected: Vec<&str> = lines.take_while(|line| *line != "//").collect();
        assert_eq!(said(&explore(&file, options)), expected, "{name}");
    }
}

#[test]
fn a_seeded_defect_is_in_about_half_of_the_examples() {
    let examples = examples();
    let wrong = examples.iter().filter(|(_, text)| text.contains(FINDING)).count();
    assert!(wrong * 3 >= examples.len() && wrong * 3 <= examples.len() * 2, "{wrong}");
}

#[test]
fn a_disjunction_in_a_path_condition_stands_in_parentheses() {
    let summary = explore(
        &root().join("examples/oo/insert.oo"),
        "--entry List.insert --ints 32 --max-steps 14",
    );
    let leaves = summary["leaves"].as_array().unwrap();
    let conditions: Vec<&str> = leaves.iter().map(|leaf| leaf["pc"].as_str().unwrap()).collect();
    let front = "this != null && (this.head == null || v <= this.head.value)";
    assert!(conditions.contains(&front), "{conditions:?}");
}

#[test]
fn the_guide_says_what_happens() {
    let folder = TempDir::new();
    std::fs::create_dir_all(folder.path().join("examples/oo")).unwrap();
    for (file, text) in examples() {
        let name = file.file_name().unwrap();
        std::fs::write(folder.path().join("examples/oo").join(name), text).unwrap();
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_effigy"));
    let path = binary.parent().map(Path::to_path_buf).into_iter().collect();
    check(&root().join("docs/objects.md"), &Place { folder: folder.path().into(), path });
}

/// The heap of the one finding of a program, as data.
fn heap(text: &str, options: &str) -> Value {
    let folder = TempDir::new();
    let program = folder.write("program.oo", text);
    let summary = explore(&program, options);
    let findings = summary["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{summary}");
    findings[0].clone()
}

#[test]
fn a_finding_is_shown_by_the_fewest_objects_and_the_smallest_numbers() {
    let list = "class L { L next; int v; }\n";
    let search = "void f(L l) { L p = l; while (p.v != 0) { p := p.next; } }";
    let found = heap(&format!("{list}{search}"), "--entry f --max-steps 14 --ints 32");
    assert_eq!(found["heap"]["objects"].as_array().map(Vec::len), Some(0), "{found}");
    // Two references to one object do, and numbers next to zero.
    let both = "void f(L a, L b, int k) {\n  if (a != null && b != null && a.next == b.next && a.v > 3 && k < a.v) assert false;\n}";
    let found = heap(&format!("{list}{both}"), "--entry f --ints 32");
    let objects = found["heap"]["objects"].as_array().unwrap();
    assert_eq!(objects.len(), 1, "{found}");
    let text = objects[0].to_string();
    assert!(text.contains("\"4\"") || text.contains(":4"), "{text}");
    let k = found["input"].as_array().unwrap().iter().find(|i| i["name"] == "k");
    assert!(k.is_none_or(|k| k["value"] == "0"), "{found}");
}
