//! Files for other tools: whole runs that write them, and readers made by others that take them.

use effigy_testkit::{TempDir, skip, tool};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn effigy(folder: &TempDir, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_effigy"))
        .args(args)
        .current_dir(folder.path())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(folder: &TempDir, name: &str) -> Value {
    let path = folder.path().join(name);
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

/// Two paths, one of which divides by zero; one function is never entered.
const DIVIDES: &str = "\
int never_called(int x) {
    if (x > 0)
        return 1;
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && argv[1][0] == 'x')
        return 1 / (argv[1][0] - 'x');
    return argc == 1 ? never_called(argc) : 0;
}
";

fn divides() -> TempDir {
    let folder = TempDir::new();
    folder.write("a b.c", DIVIDES);
    folder
}

const RUN: [&str; 6] = ["explore", "a b.c", "--sym-args", "1", "--threads", "1"];

#[test]
fn a_run_writes_what_it_was_asked_for_and_its_answer_is_the_same() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    let plain = effigy(&folder, &[&RUN[..], &["--out", "plain"]].concat());
    let asked =
        ["--out", "run", "--sarif", "run/x.sarif", "--junit", "new/x.xml", "--lcov", "x.info"];
    for _ in 0..2 {
        // The second run replaces what the first one wrote.
        let output = effigy(&folder, &[&RUN[..], &asked].concat());
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        let lines = |output: &Output| text(&output.stdout).lines().count();
        assert_eq!(lines(&output), lines(&plain));
    }
    let log = json(&folder, "run/x.sarif");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "division-by-zero");
    assert_eq!(result["properties"]["replay"], "confirmed");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.c");
    let (start, end) = (&place["region"]["startColumn"], &place["region"]["endColumn"]);
    assert_eq!((&place["region"]["startLine"], start, end), (&9.into(), &18.into(), &19.into()));
    let test = result["properties"]["test"].as_str().unwrap();
    assert!(folder.path().join(test).exists(), "{test}");
    let xml = std::fs::read_to_string(folder.path().join("new/x.xml")).unwrap();
    assert!(xml.contains("failures=\"1\" errors=\"0\" time="), "{xml}");
    assert!(xml.contains(" skipped=\"0\" timestamp="), "{xml}");
}

#[test]
fn functions_that_were_never_entered_count() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    let output = effigy(&folder, &[&RUN[..], &["--lcov", "x.info", "--json"]].concat());
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let info = std::fs::read_to_string(folder.path().join("x.info")).unwrap();
    for line in [
        "SF:a b.c",
        "FN:1,never_called",
        "FNDA:0,never_called",
        "FNDA:1,main",
        "DA:2,0",
        "DA:3,0",
        "DA:9,1",
        "BRDA:2,0,0,-",
        "FNF:2",
        "FNH:1",
    ] {
        assert!(info.lines().any(|known| known == line), "{line}: {info}");
    }
    // What lcov counts is what the run says.
    let coverage = &summary["coverage"];
    for (name, key) in
        [("LF", "lines_total"), ("LH", "lines"), ("BRF", "branches_total"), ("BRH", "branches")]
    {
        assert!(info.contains(&format!("{name}:{}\n", coverage[key])), "{name}: {info} {coverage}");
    }
}

#[test]
fn a_run_that_is_cut_says_so_in_every_file() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    let limits = ["--max-forks", "0", "--sarif", "x.sarif", "--junit", "x.xml", "--github"];
    for (more, status, word) in [(&[][..], 0, "<skipped"), (&["--exhaustive"][..], 3, "<error")] {
        let output = effigy(&folder, &[&RUN[..], &limits, more].concat());
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
        let log = json(&folder, "x.sarif");
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false, "{invocation}");
        let xml = std::fs::read_to_string(folder.path().join("x.xml")).unwrap();
        let cases = xml.matches("<testcase").count();
        assert!(cases > 3 && xml.matches(word).count() == cases, "{xml}");
        let out = text(&output.stdout);
        assert!(out.contains("\n::warning title=effigy%3A not every path was run::"), "{out}");
    }
}

#[test]
fn a_run_that_was_ended_is_written_when_it_is_gone_on_with() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    let cut = effigy(&folder, &[&RUN[..], &["--max-forks", "0", "--out", "run"]].concat());
    assert_eq!(cut.status.code(), Some(0), "{}", text(&cut.stderr));
    // Paths are those of the folder in which the command is given.
    std::fs::create_dir(folder.path().join("elsewhere")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_effigy"))
        .args(["resume", "../run", "--max-forks", "100", "--sarif", "x.sarif"])
        .current_dir(folder.path().join("elsewhere"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let log = json(&folder, "elsewhere/x.sarif");
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "division-by-zero");
    let place = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(place["uri"], "a%20b.c");
}

#[test]
fn standard_output_has_one_reader() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    let output = effigy(&folder, &[&RUN[..], &["--sarif", "-", "--github"]].concat());
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let error = text(&output.stderr);
    assert!(error.contains("failed: 1 finding"), "{error}");
    assert!(error.contains("\n::error file=a b.c,line=9,col=18,"), "{error}");
    for refused in [
        &["--sarif", "-", "--json"][..],
        &["--sarif", "-", "--junit", "-"],
        &["--test-comp", "-"],
        &["--sarif", "x", "--lcov", "./x"],
        &["--sarif", "a b.c"],
    ] {
        let output = effigy(&folder, &[&RUN[..], refused, &["--out", "refused"]].concat());
        assert_eq!(output.status.code(), Some(2), "{refused:?}: {}", text(&output.stderr));
        assert!(!folder.path().join("refused").exists(), "{refused:?}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("a b.c")).unwrap(), DIVIDES);
}

#[test]
fn what_cannot_be_written_is_an_error_and_the_run_folder_stays() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    // It is full when it is written to.
    let output = effigy(
        &folder,
        &[&RUN[..], &["--sarif", "/dev/full", "--junit", "x.xml", "--out", "run"]].concat(),
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cannot write /dev/full"), "{}", text(&output.stderr));
    assert!(folder.path().join("run/summary.json").exists());
    assert!(folder.path().join("x.xml").exists());
}

#[test]
fn bounded_checks_and_searches_write_them_too() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    folder.write("reads.c", "#include <stdio.h>\nint main(void) { return getchar() == 'x' ? 1 / (getchar() - 'y') : 0; }\n");
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    folder.write("seeds/one", "ab");
    let bmc = ["bmc", "a b.c", "--sym-args", "1", "--sarif", "bmc.sarif"];
    let fuzz =
        ["fuzz", "reads.c", "--seeds", "seeds", "--no-native", "--first", "--sarif", "fuzz.sarif"];
    for (args, file) in [(&bmc[..], "bmc.sarif"), (&fuzz[..], "fuzz.sarif")] {
        let output = effigy(&folder, args);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert_eq!(json(&folder, file)["runs"][0]["results"][0]["ruleId"], "division-by-zero");
    }
}

/// What TestCov says of each test of a suite: with what it ended.
fn ends(folder: &TempDir, suite: &str) -> Option<Vec<i64>> {
    let (testcov, _) = (tool("testcov")?, tool("gcc")?);
    let options = ["--no-isolation", "--no-runexec", "--no-plots", "--use-gcov", "-64"];
    let output = Command::new(testcov)
        .args(options)
        .args(["--goal", "goal.prp", "--test-suite", suite, "nondet.c"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    if text(&output.stderr).contains("ModuleNotFoundError") {
        skip("testcov");
        return None;
    }
    let results = json(folder, "output/results.json");
    let results = results.as_array().unwrap_or_else(|| panic!("{}", text(&output.stderr)));
    Some(results.iter().map(|result| result["Returncode"].as_i64().unwrap()).collect())
}

#[test]
fn test_suites_lead_where_the_tests_lead() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("goal.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
    folder.write(
        "nondet.c",
        "\
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < -1000 && __VERIFIER_nondet_uchar() == 250) {
        float f = __VERIFIER_nondet_float();
        if (f > 1e10f && f < 1e11f) reach_error();
        return 3;
    }
    if (a > 7) return 4;
    return 5;
}
",
    );
    let run = ["explore", "nondet.c", "--threads", "1", "--out", "run"];
    for suite in ["suite", "suite.zip"] {
        let output = effigy(&folder, &[&run[..], &["--test-comp", suite]].concat());
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    }
    // A suite of an earlier run is replaced, and nothing else.
    let stale = folder.write("suite/testcase-009999.xml", "");
    let again = effigy(&folder, &[&run[..], &["--test-comp", "suite"]].concat());
    assert_eq!(again.status.code(), Some(1), "{}", text(&again.stderr));
    assert!(!stale.exists());
    folder.write("suite/mine.txt", "");
    let refused = effigy(&folder, &[&run[..], &["--test-comp", "suite"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    let Some(mut ends) = ends(&folder, "suite.zip") else { return };
    let tests = json(&folder, "run/summary.json")["tests"].as_u64().unwrap();
    assert_eq!(ends.len() as u64, tests);
    ends.sort_unstable();
    ends.dedup();
    // An abort, and the three statuses.
    assert_eq!(ends, [-6, 3, 4, 5]);
    validate(&folder.path().join("suite"));
}

/// The two document types of the format, from its description.
const CASE: &str = "<!ELEMENT testcase (input*)>\n<!ATTLIST testcase coversError (true|false) \"false\">\n\
                    <!ELEMENT input (#PCDATA)>\n<!ATTLIST input variable CDATA #IMPLIED type CDATA #IMPLIED>\n";
const METADATA: &str = "<!ELEMENT test-metadata (sourcecodelang, producer, specification, programfile, programhash, \
                        entryfunction, architecture, creationtime, inputwitnessfile?)>\n";

/// Reads the files of a suite with xmllint.
fn validate(suite: &Path) {
    let Some(xmllint) = tool("xmllint") else { return };
    let folder = TempDir::new();
    let part = |name: &str| format!("<!ELEMENT {name} (#PCDATA)>\n");
    let parts = [
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "entryfunction",
        "architecture",
        "creationtime",
        "inputwitnessfile",
    ];
    let case = folder.write("case.dtd", CASE);
    let metadata = folder.write("metadata.dtd", METADATA.to_owned() + &parts.map(part).concat());
    let mut read = 0;
    for entry in std::fs::read_dir(suite)
        .unwrap()
        .flatten()
        .filter(|e| e.path().extension().is_some_and(|x| x == "xml"))
    {
        let dtd = if entry.file_name() == "metadata.xml" { &metadata } else { &case };
        let mut command = Command::new(&xmllint);
        command.args(["--noout", "--nonet", "--dtdvalid"]).arg(dtd).arg(entry.path());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        read += 1;
    }
    assert!(read > 4);
}

#[test]
fn tests_that_a_suite_has_no_place_for_are_left_out_and_counted() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    let output = effigy(&folder, &[&RUN[..], &["--test-comp", "suite"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("left out"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_dir(folder.path().join("suite")).unwrap().count(), 1);
    folder.write("a.rs", "fn main() {}\n");
    let output = effigy(&folder, &["explore", "a.rs", "--test-comp", "other"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("this is a Rust program"), "{}", text(&output.stderr));
}

/// A Rust program that fails on one byte.
const FAILS: &str = "\
use std::io::Read;

fn main() {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    assert!(text != b\"x\");
}
";

#[test]
fn tests_go_into_the_users_file_between_marks_and_nothing_else_changes() {
    let Some(rustc) = tool("rustc") else { return };
    let folder = TempDir::new();
    folder.write("prog.rs", FAILS);
    let mine = "//! Mine.\r\n#[test]\nfn mine() {}\n\n// The end";
    let file = folder.write("tests.rs", mine);
    let run = ["explore", "prog.rs", "--sym-stdin", "1", "--write-tests", "tests.rs"];
    let mut texts = Vec::new();
    for _ in 0..2 {
        let output = effigy(&folder, &run);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        texts.push(std::fs::read_to_string(&file).unwrap());
    }
    assert!(texts[0].starts_with(&format!("{mine}\n\n// effigy-tests: begin")), "{}", texts[0]);
    assert_eq!(texts[0], texts[1]);
    // What stands behind the end mark stays, too.
    let more = texts[0].clone() + "#[test]\nfn behind() {}\n";
    std::fs::write(&file, &more).unwrap();
    effigy(&folder, &run);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), more);
    // The failing test passes as long as the program fails there.
    let built = Command::new(rustc)
        .args(["--test", "tests.rs", "--edition", "2021"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    let ran = Command::new(folder.path().join("tests")).output().unwrap();
    let said = text(&ran.stdout);
    assert!(
        ran.status.success()
            && said.contains("test mine ... ok")
            && said.contains("effigy_tests::test000001 ... ok"),
        "{said}"
    );
}

#[test]
fn a_file_of_tests_that_is_not_understood_is_left_as_it_is() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("prog.rs", FAILS);
    for (wrong, said) in [
        ("fn open() {", "cannot be parsed"),
        ("// effigy-tests: begin\nfn a() {}\n", "expected one line"),
        ("// effigy-tests: end\n// effigy-tests: begin\n", "expected one line"),
    ] {
        let file = folder.write("tests.rs", wrong);
        let output = effigy(
            &folder,
            &[
                "explore",
                "prog.rs",
                "--sym-stdin",
                "1",
                "--write-tests",
                "tests.rs",
                "--out",
                "run",
            ],
        );
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), wrong);
        assert!(!folder.path().join("run").exists());
    }
    let output = effigy(&folder, &["explore", "prog.rs", "--write-tests", "prog.rs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the program itself"), "{}", text(&output.stderr));
}

/// Every side of its branches is taken, but for one.
const SWITCHES: &str = "\
#include <unistd.h>
static int classify(unsigned char c) {
    if (c >= '0' && c <= '9') return 1;
    if (c == ' ') return 2;
    return 0;
}
int main(void) {
    unsigned char b[1];
    int n = read(0, b, sizeof b);
    int sum = 7;
    for (int i = 0; i < n; i++) {
        switch (classify(b[i])) {
        case 1: sum += b[i] - '0'; break;
        case 2: sum = 0; break;
        default: return 3;
        }
    }
    return sum & 1;
}
";

#[test]
fn branches_are_those_of_the_program_and_a_switch_has_all_its_sides() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("s.c", SWITCHES);
    for checks in ["default", "all"] {
        let run = ["explore", "s.c", "--sym-stdin", "1", "--checks", checks, "--lcov", "x.info"];
        let output = effigy(&folder, &run);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        let info = std::fs::read_to_string(folder.path().join("x.info")).unwrap();
        let mut branches: Vec<&str> = info.lines().filter(|l| l.starts_with("BRDA:")).collect();
        branches.sort_unstable();
        // Of the loop and of each `if` two, the compiler makes one of the range on line 3; three of the switch; additions have none.
        let right = [
            "BRDA:11,0,0,1",
            "BRDA:11,0,1,1",
            "BRDA:12,0,0,1",
            "BRDA:12,0,1,1",
            "BRDA:12,0,2,1",
            "BRDA:3,0,0,1",
            "BRDA:3,0,1,1",
            "BRDA:4,0,0,1",
            "BRDA:4,0,1,1",
        ];
        assert_eq!(branches, right, "{checks}: {info}");
    }
}

#[test]
fn an_output_that_is_a_file_of_a_run_folder_is_refused() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    for option in ["--sarif", "--junit", "--lcov"] {
        for file in
            ["r/journal.bin", "./r/../r/summary.json", "r/run.json", "r/tests/x", "r/files.txt"]
        {
            let output = effigy(&folder, &[&RUN[..], &["--out", "r", option, file]].concat());
            assert_eq!(output.status.code(), Some(2), "{option} {file}");
            let said = text(&output.stderr);
            assert!(said.contains("which the run folder uses itself"), "{said}");
            assert!(!folder.path().join("r").exists(), "no run, no folder");
        }
    }
    // Nor is one of an earlier run, or of a folder that nobody named.
    effigy(&folder, &[&RUN[..], &["--out", "old"]].concat());
    for file in ["old/tree.json", "effigy-out-0/summary.json"] {
        let output = effigy(&folder, &[&RUN[..], &["--sarif", file]].concat());
        assert_eq!(output.status.code(), Some(2), "{file}");
    }
    let output = effigy(&folder, &["resume", "old", "--sarif", "old/journal.bin"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    let output = effigy(&folder, &[&RUN[..], &["--out", "r", "--test-comp", "r"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
}

#[test]
fn a_folder_that_nobody_named_stays_out_of_the_repository() {
    if tool("clang").is_none() {
        return;
    }
    let folder = divides();
    effigy(&folder, &RUN);
    let ignored = std::fs::read_to_string(folder.path().join("effigy-out-0/.gitignore"));
    assert_eq!(ignored.unwrap(), "*\n");
    effigy(&folder, &[&RUN[..], &["--out", "named"]].concat());
    assert!(!folder.path().join("named/.gitignore").exists());
    // It is an earlier run's like any other one.
    let again = effigy(&folder, &[&RUN[..], &["--out", "effigy-out-0"]].concat());
    assert_eq!(again.status.code(), Some(1), "{}", text(&again.stderr));
}
