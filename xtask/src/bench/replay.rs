//! `cargo xtask bench --replay`: how many tests a second are run natively, for small programs.

use crate::build::build;
use crate::process::Scratch;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Tests a second that are wanted.
const TARGET: f64 = 2000.0;

/// A program with a path for each value of twelve bits.
struct Row {
    name: &'static str,
    file: &'static str,
    text: &'static str,
}

const ROWS: [Row; 2] = [
    Row {
        name: "C, under the address sanitizer",
        file: "replay.c",
        text: "#include <stdio.h>\nint main(void) {\n  int x = getchar() | getchar() << 8, n = 0;\n  \
               for (int i = 0; i < 12; i++)\n    if (x >> i & 1) n++;\n  return n;\n}\n",
    },
    Row {
        name: "Rust",
        file: "replay.rs",
        text: "use std::io::Read;\nfn main() {\n    let mut b = [0u8; 2];\n    \
               std::io::stdin().read_exact(&mut b).unwrap();\n    let (x, mut n) = (u16::from_le_bytes(b), 0);\n    \
               for i in 0..12 {\n        if std::hint::black_box(x >> i & 1) == 1 {\n            n += 1;\n        }\n    }\n    \
               std::process::exit(n)\n}\n",
    },
];

/// Runs each program without and with replays; the difference is theirs.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let effigy = match args {
        [] => build(root)?,
        [option, file] if option == "--effigy" => PathBuf::from(file),
        _ => return Err("bench --replay takes --effigy FILE and nothing else".to_owned()),
    };
    let scratch = Scratch::new("bench-replay")?;
    println!("{:44} {:>7} {:>9} {:>9}", "replays", "tests", "seconds", "a second");
    let mut result = Ok(());
    for row in &ROWS {
        result = result.and(measure(row, &effigy, scratch.path()));
    }
    result
}

fn measure(row: &Row, effigy: &Path, scratch: &Path) -> Result<(), String> {
    let program = scratch.join(row.file);
    std::fs::write(&program, row.text)
        .map_err(|e| format!("cannot write {}: {e}", program.display()))?;
    // The first run fills the caches of compiled programs.
    explore(effigy, &program, scratch, &["--no-replay"])?;
    let (_, without) = explore(effigy, &program, scratch, &["--no-replay"])?;
    let (tests, with) = explore(effigy, &program, scratch, &[])?;
    let seconds = (with - without).max(0.001);
    let rate = tests as f64 / seconds;
    let met = match rate >= TARGET {
        true => String::new(),
        false => format!("  TARGET MISSED: less than {TARGET} a second"),
    };
    println!("{:44} {tests:>7} {seconds:>9.3} {rate:>9.0}{met}", row.name);
    Ok(())
}

/// The number of completed paths, and the wall time in seconds.
fn explore(
    effigy: &Path,
    program: &Path,
    scratch: &Path,
    more: &[&str],
) -> Result<(u64, f64), String> {
    let mut command = Command::new(effigy);
    // A test for each path of a tree in which nothing is merged.
    command.current_dir(scratch).arg("explore").arg(program).args(["--merge", "never"]);
    command.args(["--sym-stdin", "2", "--json"]).args(more);
    command.arg("--out").arg(format!("out{}", more.len()));
    let started = Instant::now();
    let output = command.output().map_err(|e| format!("cannot run {}: {e}", effigy.display()))?;
    let seconds = started.elapsed().as_secs_f64();
    let summary: Value = serde_json::from_slice(&output.stdout)
        .map_err(|e| format!("{e}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let completed = summary["paths"]["completed"].as_u64();
    let completed = completed.ok_or("the summary has no paths")?;
    match summary["verdict"].as_str() {
        Some("passed") => Ok((completed, seconds)),
        _ => Err(format!("{}: {}", program.display(), summary["incomplete_because"])),
    }
}
