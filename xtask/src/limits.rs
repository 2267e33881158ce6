//! Whether limits hold: `cargo xtask limits [--effigy FILE]` explores the programs of `tests/programs/slow` under limits of
//! time and of memory, and says by how much each run was over.

use crate::cargo::cargo;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Limits of wall time in seconds.
const TIMES: [u64; 4] = [1, 2, 5, 10];

/// Limits of memory in MB.
const MEMORIES: [u64; 2] = [300, 600];

/// How much a run may be late.
const LATE: Duration = Duration::from_secs(1);

/// How much more memory than its limit a run may take, in percent.
const OVER: u64 = 10;

/// Wall time of the runs that have a limit of memory.
const PATIENCE: u64 = 20;

/// How often the memory of a run is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// How a run went.
struct Run {
    took: Duration,
    /// The largest memory of its process in KB.
    peak: u64,
    /// Whether it ended by itself.
    ended: bool,
}

/// Runs every program under every limit.
pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let effigy = match args {
        [] => build(root)?,
        [option, file] if option == "--effigy" => PathBuf::from(file),
        _ => return Err("limits takes --effigy FILE, or nothing".to_owned()),
    };
    let (mut runs, mut failures) = (0, Vec::new());
    for program in programs(root)? {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for seconds in TIMES {
            let limit = Duration::from_secs(seconds);
            let run = explore(&effigy, &program, &["--max-time", &seconds.to_string()], limit * 6)?;
            let late = run.took.saturating_sub(limit);
            runs += 1;
            report(
                &mut failures,
                run.ended && late <= LATE,
                &format!(
                    "{name:24} --max-time {seconds:3}    {:6.2} s  {:5.2} s late",
                    run.took.as_secs_f64(),
                    late.as_secs_f64()
                ),
            );
        }
        for megabytes in MEMORIES {
            let options =
                ["--max-memory", &megabytes.to_string(), "--max-time", &PATIENCE.to_string()];
            let run = explore(&effigy, &program, &options, Duration::from_secs(6 * PATIENCE))?;
            let peak = run.peak / 1024;
            runs += 1;
            report(
                &mut failures,
                run.ended && peak <= megabytes * (100 + OVER) / 100,
                &format!("{name:24} --max-memory {megabytes:3}  {peak:6} MB"),
            );
        }
    }
    match failures.len() {
        0 => Ok(()),
        count => Err(format!(
            "{count} of {runs} runs did not keep their limits:\n{}",
            failures.join("\n")
        )),
    }
}

fn report(failures: &mut Vec<String>, kept: bool, line: &str) {
    println!("{line}{}", if kept { "" } else { "  NOT KEPT" });
    if !kept {
        failures.push(line.to_owned());
    }
}

fn build(root: &Path) -> Result<PathBuf, String> {
    let mut command = cargo(root);
    let status = command.args(["build", "--release", "-p", "effigy-cli"]).status();
    match status {
        Ok(status) if status.success() => Ok(root.join("target/release/effigy")),
        _ => Err("the release build fails".to_owned()),
    }
}

fn programs(root: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("tests/programs/slow");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut programs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    programs.sort();
    Ok(programs)
}

/// The options in the first line of a program: `// options: --sym-args 1`.
fn options(program: &Path) -> Result<Vec<String>, String> {
    let text =
        std::fs::read_to_string(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let line = text.lines().next().and_then(|line| line.split_once("options:"));
    let (_, options) = line.ok_or_else(|| format!("{} names no options", program.display()))?;
    Ok(options.trim_end_matches("*/").split_whitespace().map(str::to_owned).collect())
}

fn explore(
    effigy: &Path,
    program: &Path,
    limits: &[&str],
    patience: Duration,
) -> Result<Run, String> {
    let folder = std::env::temp_dir().join(format!("effigy-limits-{}", std::process::id()));
    let mut command = Command::new(effigy);
    command.arg("explore").arg(program).args(options(program)?).args(limits);
    command.arg("--out").arg(&folder).stdout(Stdio::null()).stderr(Stdio::null());
    let started = Instant::now();
    let mut child = command.spawn().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let mut run = Run { took: Duration::ZERO, peak: 0, ended: true };
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        run.peak = run.peak.max(peak(child.id()));
        if started.elapsed() > patience {
            run.ended = false;
            // One that has ended meanwhile needs no signal.
            let _ = child.kill();
        }
        std::thread::sleep(INTERVAL);
    }
    run.took = started.elapsed();
    match std::fs::remove_dir_all(&folder) {
        // A run that was stopped while it compiled has none.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(run),
        removed => removed.map(|()| run).map_err(|e| format!("{}: {e}", folder.display())),
    }
}

/// The largest memory so far of a process, in KB; 0 for one that is gone.
fn peak(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
