//! `effigy relate`: answers, statuses, files, limits, and the tour of `docs/alloy.md`.

use effigy_testkit::TempDir;
use effigy_testkit::transcript::{Place, check};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn effigy(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.arg("relate").args(args).current_dir(folder).env("NO_COLOR", "1");
    command.output().expect("effigy runs")
}

fn model(text: &str) -> TempDir {
    let folder = TempDir::new();
    std::fs::write(folder.path().join("model.als"), text).expect("a model");
    folder
}

#[test]
fn the_tour_says_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (folder, binaries) = (TempDir::new(), TempDir::new());
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_effigy"), binaries.path().join("effigy"))
        .expect("a link");
    let models = folder.path().join("examples/alloy");
    std::fs::create_dir_all(&models).expect("a folder");
    for entry in std::fs::read_dir(root.join("examples/alloy")).expect("the examples") {
        let from = entry.expect("an example").path();
        std::fs::copy(&from, models.join(from.file_name().expect("a name"))).expect("a copy");
    }
    let place = Place { folder: folder.path().to_owned(), path: vec![binaries.path().to_owned()] };
    check(&root.join("docs/alloy.md"), &place);
}

#[test]
fn examples_are_as_they_expect() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/alloy");
    for entry in std::fs::read_dir(examples).expect("the examples") {
        let path = entry.expect("an example").path();
        let folder = TempDir::new();
        let run = effigy(folder.path(), &[&path.to_string_lossy()]);
        assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stdout));
    }
}

#[test]
fn one_object_is_printed_and_the_folder_holds_it_with_a_page() {
    let folder = model("sig A { f: lone A } run show { some f } check none_ { no f } for 2");
    let run =
        effigy(folder.path(), &["model.als", "--json", "--enumerate", "2", "--page", "own.html"]);
    assert_eq!(run.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&run.stdout).expect("one object");
    assert_eq!(object["mode"], "relate");
    assert_eq!(object["verdict"], "failed");
    assert_eq!(object["commands"][0]["answer"], "instance found");
    assert_eq!(object["commands"][0]["instances"].as_array().expect("instances").len(), 2);
    assert_eq!(object["commands"][1]["answer"], "counterexample");
    let out = folder.path().join("effigy-out-0");
    let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
    assert_eq!(serde_json::from_str::<Value>(&summary).expect("JSON"), object);
    for page in [out.join("instances.html"), folder.path().join("own.html")] {
        assert!(std::fs::read_to_string(page).expect("a page").contains("<svg"));
    }
    assert!(out.join("instances.txt").exists());
}

#[test]
fn each_status_says_what_it_should() {
    let status = |text: &str, args: &[&str]| {
        let folder = model(text);
        let args = [&["model.als"], args].concat();
        effigy(folder.path(), &args).status.code()
    };
    assert_eq!(status("sig A {} run { some A }", &[]), Some(0));
    assert_eq!(status("sig A {} run { some A } expect 0", &[]), Some(1));
    assert_eq!(status("sig A {} run { some B }", &[]), Some(2));
    assert_eq!(status("sig A {} run { some A }", &["--command", "none"]), Some(2));
    assert_eq!(status("sig A {} run { #A = 9 }", &[]), Some(3));
    assert_eq!(status("sig A {} run { some A }", &["--enumerate", "0"]), Some(2));
}

#[test]
fn what_is_cut_by_a_limit_is_undecided_and_says_so() {
    let folder = TempDir::new();
    for (limit, reason) in
        [(["--max-memory", "1"], "memory"), (["--max-time", "1ms"], "--max-time")]
    {
        // A millisecond is over before a model of any size is read.
        let text = (0..900).map(|n| format!("sig C{n} {{}} ")).collect::<String>();
        std::fs::write(folder.path().join("large.als"), text + "run { some C1 } for 1")
            .expect("a model");
        let run = effigy(folder.path(), &[&["large.als", "--json"][..], &limit].concat());
        let object: Value = serde_json::from_slice(&run.stdout).expect("one object");
        assert_eq!(run.status.code(), Some(3));
        assert_eq!(object["verdict"], "incomplete");
        assert_eq!(object["commands"][0]["answer"], "undecided");
        let why = object["commands"][0]["reason"].as_str().expect("a reason");
        assert!(why.contains(reason), "{why}");
        assert_eq!(object["incomplete_because"][0]["reason"], why);
    }
}
