//! Old releases of published packages: each known defect is found, and nothing has to be known of it.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

#[test]
fn the_known_defects_of_old_releases_are_found() {
    if tool("cargo").is_none() {
        return;
    }
    let folder = TempDir::new();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/packages/old");
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).arg("package").arg(&old);
    let output = command.args(["--tests", "--json", "--time-each", "120s"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let runs = report["harnesses"].as_array().unwrap().iter();
    let found: BTreeMap<String, String> = runs
        .map(|run| (text(&run["name"]), format!("{}: {}", text(&run["triage"]), text(&run["why"]))))
        .collect();
    let expected = [
        ("integer_encoding", "failed: overflow: attempt to shift left with overflow"),
        ("prost_types", "failed: overflow: "),
        ("rand_core", "failed: panic: two numbers are read from four bytes"),
        ("rustc_demangle", "failed: overflow: attempt to multiply with overflow"),
        ("shlex", "failed: assertion: "),
        ("smallvec", "failed: use-after-free: "),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (name, start) in expected {
        assert!(found[name].starts_with(start), "{name}: {}", found[name]);
    }
}
