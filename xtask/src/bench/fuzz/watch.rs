//! Running a fuzzer until it has found a crash or used up its CPU time, whichever processes it starts.

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often to look.
const PAUSE: Duration = Duration::from_millis(10);

/// Wall time for each second of CPU, and some more: a tool that sleeps does not run for ever.
const PATIENCE: u32 = 6;

/// The system's clock for times of processes ticks so many times a second, on all systems that Linux runs on.
const TICKS: u64 = 100;

/// What the system says of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    parent: u32,
    /// It has ended, and nobody has asked how.
    over: bool,
    /// Ticks of it and of its children that have ended.
    ticks: u64,
}

/// Runs a command; the CPU time at which `found` said yes, or nothing when the command ended or its time was over.
///
/// # Errors
/// When it cannot be started, or `found` fails.
pub fn run_until(
    command: &mut Command,
    limit: Duration,
    found: impl FnMut() -> Result<bool, String>,
) -> Result<Option<Duration>, String> {
    let (cpu, found) = watched(command, limit, found)?;
    Ok(found.then_some(cpu))
}

/// Runs a command until its time is over, and again each time that it ends before; `command` gets the number of the run, from
/// one on.
///
/// # Errors
/// When it cannot be started.
pub fn run_for(
    limit: Duration,
    mut command: impl FnMut(usize) -> Result<Command, String>,
) -> Result<(), String> {
    let mut left = limit;
    for number in 1.. {
        let (cpu, _) = watched(&mut command(number)?, left, || Ok(false))?;
        left = left.saturating_sub(cpu.max(PAUSE));
        if left < PAUSE {
            break;
        }
    }
    Ok(())
}

/// Runs a command; its CPU time, and whether `found` said yes.
fn watched(
    command: &mut Command,
    limit: Duration,
    mut found: impl FnMut() -> Result<bool, String>,
) -> Result<(Duration, bool), String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let tool = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|e| format!("cannot run {tool}: {e}"))?;
    let result = watch(&child, limit, &mut found);
    end(&mut child)?;
    result
}

fn watch(
    child: &Child,
    limit: Duration,
    found: &mut impl FnMut() -> Result<bool, String>,
) -> Result<(Duration, bool), String> {
    let started = Instant::now();
    loop {
        let processes = processes();
        let own = processes.get(&child.id());
        // It is asked first whether it is over: what it wrote last is there then.
        let over = own.is_none_or(|own| own.over);
        let ticks = family(&processes, child.id()).iter().map(|(_, one)| one.ticks).sum::<u64>();
        let cpu = Duration::from_millis(ticks * 1000 / TICKS);
        if found()? {
            return Ok((cpu, true));
        }
        if over || cpu >= limit || started.elapsed() > limit * PATIENCE + Duration::from_secs(60) {
            return Ok((cpu, false));
        }
        std::thread::sleep(PAUSE);
    }
}

/// Ends a process and all that it started.
fn end(child: &mut Child) -> Result<(), String> {
    let members = family(&processes(), child.id());
    let ids = members.iter().filter(|(_, one)| !one.over).map(|(id, _)| id.to_string());
    let ids: Vec<String> = ids.collect();
    if !ids.is_empty() {
        // One that has ended meanwhile needs no signal.
        let _ = Command::new("kill").arg("-KILL").args(ids).stderr(Stdio::null()).status();
    }
    child.wait().map(|_| ()).map_err(|e| format!("cannot wait: {e}"))
}

/// A process and all that descend from it.
fn family(processes: &BTreeMap<u32, Process>, root: u32) -> Vec<(u32, Process)> {
    let mut members: Vec<u32> = vec![root];
    let mut next = 0;
    while let Some(&parent) = members.get(next) {
        members.extend(processes.iter().filter(|(_, one)| one.parent == parent).map(|(id, _)| *id));
        next += 1;
    }
    members.into_iter().filter_map(|id| Some((id, *processes.get(&id)?))).collect()
}

fn processes() -> BTreeMap<u32, Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let stat = |id: u32| std::fs::read_to_string(format!("/proc/{id}/stat")).ok();
    ids.filter_map(|id| Some((id, process(&stat(id)?)?))).collect()
}

/// Reads a line of `/proc/N/stat`; its second field, the name in parentheses, may hold anything.
fn process(stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    let ticks = [11, 12, 13, 14].into_iter().map(number).sum::<Option<u64>>()?;
    Some(Process {
        parent: u32::try_from(number(1)?).ok()?,
        over: matches!(*fields.first()?, "Z" | "X"),
        ticks,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_system_is_read() {
        let line = "7 (a) b) S 3 7 7 0 -1 4194304 1 0 0 0 12 5 100 30 20 0 1 0 9 0 0";
        assert_eq!(process(line), Some(Process { parent: 3, over: false, ticks: 147 }));
        assert_eq!(process("7 (a"), None);
    }

    #[test]
    fn children_are_measured_and_ended_with_their_parent() {
        let limit = Duration::from_millis(200);
        let mut command = Command::new("sh");
        command.args(["-c", "sh -c 'while :; do :; done' & wait"]);
        assert_eq!(run_until(&mut command, limit, || Ok(false)), Ok(None));
        let mut looked = 0;
        let found = run_until(&mut command, Duration::from_secs(60), || {
            looked += 1;
            Ok(looked > 30)
        });
        assert!(found.is_ok_and(|cpu| cpu.is_some_and(|cpu| !cpu.is_zero())));
    }

    #[test]
    fn one_that_ends_before_its_time_is_started_again() {
        let mut starts = 0;
        let started = run_for(Duration::from_millis(30), |number| {
            starts = number;
            Ok(Command::new("true"))
        });
        assert_eq!(started, Ok(()));
        assert!((2..=3).contains(&starts), "{starts}");
    }

    #[test]
    fn one_that_ends_has_found_nothing() {
        let limit = Duration::from_secs(60);
        assert_eq!(run_until(&mut Command::new("true"), limit, || Ok(false)), Ok(None));
    }
}
