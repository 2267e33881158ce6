//! Running a program and measuring the CPU time of it and its children.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program printed and how long it computed.
pub struct Measured {
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
    /// Its exit status, by the custom of shells: a signal is 128 and its number.
    pub status: i32,
    /// User and system time in seconds, children included.
    pub cpu: f64,
}

/// Runs a command to its end, whatever its status. `scratch` is a folder that may be written.
pub fn measure(command: &Command, scratch: &Path) -> Result<Measured, String> {
    let times = scratch.join("times");
    // Bash's `time` is exact to the millisecond and needs nothing that has to be installed.
    let mut shell = Command::new("bash");
    shell.args([
        "-c",
        "TIMEFORMAT='%3U %3S'; errors=$1; shift; { time \"$@\" 2>&3; } 3>&2 2>\"$errors\"",
        "bash",
    ]);
    shell.arg(&times).arg(command.get_program()).args(command.get_args());
    shell.current_dir(command.get_current_dir().unwrap_or(Path::new(".")));
    let output = shell.output().map_err(|e| format!("cannot run bash: {e}"))?;
    let text = std::fs::read_to_string(&times)
        .map_err(|e| format!("cannot read {}: {e}", times.display()))?;
    Ok(Measured {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        status: output.status.code().unwrap_or(-1),
        cpu: seconds(&text).ok_or_else(|| format!("no times: {text}"))?,
    })
}

/// A folder among the temporary files, removed with all that is in it when it goes out of scope.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the folder; `name` tells it from those of others.
    pub fn new(name: &str) -> Result<Scratch, String> {
        let path = std::env::temp_dir().join(format!("effigy-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path)
            .map_err(|e| format!("cannot make {}: {e}", path.display()))?;
        Ok(Scratch(path))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The sum of the times on the last line.
pub fn seconds(times: &str) -> Option<f64> {
    let numbers =
        times.lines().last()?.split_whitespace().map(|word| word.replace(',', ".").parse::<f64>());
    numbers.sum::<Result<f64, _>>().ok()
}

/// The program of this name on the `PATH`.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
