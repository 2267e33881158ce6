//! The annotated programs under each stress mode, with one worker and with three: the same report as without stress.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::{TempDir, is_whole, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that asks for a mode.
const STRESS: &str = "EFFIGY_STRESS";

const MODES: [&str; 4] = ["collect", "reexecute", "caches", "models"];

/// What is run, unless `cargo xtask soak stress` runs all programs: loops with forks, the heap, strings, symbolic memory, input that is put back, formats.
const PART: [&str; 6] = [
    "c/getchar_parser.c",
    "c/growing_vector.c",
    "c/string_functions.c",
    "c/calls_of_despair.c",
    "ub/c/padding_compared.c",
    "ub/c/snprintf_result_as_index.c",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs")
}

fn programs() -> Vec<Annotated> {
    if is_whole() {
        let kinds = [("c", "c"), ("ub/c", "c"), ("rust", "rs"), ("ub/rust", "rs")];
        return kinds
            .iter()
            .flat_map(|(name, e)| Annotated::all(&folder().join(name), e))
            .collect();
    }
    let read = |name| Annotated::read(&folder().join(name)).unwrap_or_else(|e| panic!("{e}"));
    PART.into_iter().map(read).collect()
}

/// What a run reports, without what differs by its nature: times, memory, folder, and the work that was done for it.
fn report(program: &Annotated, merge: &str, mode: &str, threads: &str) -> Result<Value, String> {
    let folder = TempDir::new();
    let path = program.path.canonicalize().map_err(|e| e.to_string())?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    // Merged although the trees are small.
    let mode = format!("merge,{mode}");
    command.current_dir(folder.path()).env(STRESS, mode).arg("explore").arg(path);
    // Some programs have this flag themselves.
    let flags = program.flags.iter().filter(|flag| *flag != "--no-replay");
    command.args(flags).args(["--no-replay", "--json", "--threads", threads, "--merge", merge]);
    let output = command.output().map_err(|e| e.to_string())?;
    let wrong = |e| format!("{e}: {}", String::from_utf8_lossy(&output.stderr));
    let mut report: Value = serde_json::from_slice(&output.stdout).map_err(wrong)?;
    if let Some(object) = report.as_object_mut() {
        for name in ["seconds", "found_at", "peak_mb", "run", "solver", "instructions"] {
            object.remove(name);
        }
        let findings = object.get_mut("findings").and_then(Value::as_array_mut);
        for finding in findings.into_iter().flatten().filter_map(Value::as_object_mut) {
            // Its path lies in the run's folder.
            finding.remove("test");
        }
    }
    Ok(report)
}

fn same_under_stress(program: &Annotated) -> Result<(), String> {
    same(program, "never")?;
    same(program, "auto")
}

fn same(program: &Annotated, merge: &str) -> Result<(), String> {
    let name = program.path.display();
    let calm = report(program, merge, "", "1").map_err(|e| format!("{name}: {e}"))?;
    for mode in MODES {
        for threads in ["1", "3"] {
            let of = format!("{name}: merge {merge}, {mode}, {threads} workers");
            let stressed =
                report(program, merge, mode, threads).map_err(|e| format!("{of}: {e}"))?;
            if stressed != calm {
                return Err(format!("{of}:\n{stressed:#}\ninstead of\n{calm:#}"));
            }
        }
    }
    Ok(())
}

#[test]
fn no_stress_mode_changes_a_report() {
    if tool("clang").is_some() && tool("rustc").is_some() {
        check_all(&programs(), same_under_stress);
    }
}
