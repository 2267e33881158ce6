//! Proofs that are interrupted or killed, that run beside each other, and that find no place for what they write.

use effigy_testkit::{TempDir, tool};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A method that is proved at once, and one that takes the solver as long as it may.
const LONG: &str = "\
method easy() {
  var i: Int := 1
  assert i + 1 == 2
}

method long(a: Int, b: Int, c: Int, d: Int)
  requires a > 0 && b > 0 && c > 0 && d > 2
{
  assert a * a * a * b * c + b * b * b * c * d + d * d * d * a != c * c * c * d * a + 12345 * b * d
}
";

/// How long something is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

fn command(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).env("XDG_CACHE_HOME", folder.path().join("cache"));
    command.arg("prove").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn signal(name: &str, process: u32) {
    let id = process.to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

/// The processes that another one started, by the thread that started them.
fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let lists =
        tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
    lists.flat_map(|l| l.split(' ').filter_map(|n| n.parse().ok()).collect::<Vec<_>>()).collect()
}

/// Whether a process has used processor time, and is no zombie.
fn is_busy(process: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = rest.split(' ').nth(11).and_then(|ticks| ticks.parse::<u64>().ok());
    !rest.starts_with('Z') && ticks.is_some_and(|ticks| ticks > 10)
}

fn wait_until<T>(mut there: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = there() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A run whose solver is at work on the method that takes long, and the solver.
fn at_work() -> Option<(TempDir, Child, u32)> {
    tool("z3")?;
    let folder = TempDir::new();
    folder.write("long.vpr", LONG);
    let child = command(&folder, &["long.vpr", "--query-time", "10m", "--threads", "1"]).spawn();
    let child = child.unwrap();
    let solver = wait_until(|| children(child.id()).into_iter().find(|solver| is_busy(*solver)));
    Some((folder, child, solver))
}

/// The lines of the file with what is proved.
fn kept(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("cache/effigy/proved.txt")).unwrap_or_default();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_solver_ends_with_a_run_that_is_killed() {
    let Some((folder, mut child, solver)) = at_work() else { return };
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until(|| (!is_busy(solver)).then_some(()));
    assert_eq!(kept(folder.path()), [""; 0]);
}

#[test]
fn an_interrupted_run_tells_what_is_proved_and_keeps_it() {
    for name in ["-INT", "-TERM"] {
        let Some((folder, child, solver)) = at_work() else { return };
        signal(name, child.id());
        let output: Output = child.wait_with_output().unwrap();
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{shown}");
        assert!(shown.contains("of 2 members 1 proved, 0 refuted, 1 unknown"), "{shown}");
        assert!(shown.contains("the run was interrupted"), "{shown}");
        wait_until(|| (!is_busy(solver)).then_some(()));
        assert_eq!(kept(folder.path()).len(), 1);
    }
}

#[test]
fn runs_beside_each_other_share_what_is_proved() {
    let folder = TempDir::new();
    let member = |n: usize, run: usize| format!("method m{n}() {{ assert {n} + {run} >= 0 }}\n");
    for run in 0..4 {
        let program: String = (0..200).map(|n| member(n, run)).collect();
        folder.write(&format!("p{run}.vpr"), program);
    }
    let arguments = |run: usize| format!("p{run}.vpr");
    let runs: Vec<Child> =
        (0..4).map(|run| command(&folder, &[&arguments(run)]).spawn().unwrap()).collect();
    for run in runs {
        assert_eq!(run.wait_with_output().unwrap().status.code(), Some(0));
    }
    let lines = kept(folder.path());
    assert_eq!(lines.len(), 800);
    assert!(lines.iter().all(|line| line.len() == 32));
    let again = text(&command(&folder, &["p2.vpr"]).output().unwrap().stdout);
    assert!(again.contains("200 of them in an earlier run"), "{again}");
}

#[test]
fn what_cannot_be_kept_is_told_and_the_proof_too() {
    let folder = TempDir::new();
    folder.write("easy.vpr", "method easy() { assert 1 + 1 == 2 }\n");
    let cache = folder.path().join("cache/effigy");
    std::fs::create_dir_all(&cache).unwrap();
    symlink("/dev/full", cache.join("proved.txt")).unwrap();
    let full = command(&folder, &["easy.vpr"]).output().unwrap();
    let nowhere = command(&folder, &["easy.vpr"]).env("XDG_CACHE_HOME", "/dev/null").output();
    for output in [full, nowhere.unwrap()] {
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{shown}");
        assert!(shown.contains("passed: all of 1 member") && shown.contains("cannot be kept"));
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let folder = TempDir::new();
    folder.write("easy.vpr", "method easy() { assert 1 + 1 == 2 }\n");
    for arguments in [&["easy.vpr"][..], &["easy.vpr", "--json"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(&folder, arguments).stdout(full).output().unwrap();
        let shown = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{shown}");
        assert!(shown.contains("cannot write to standard output"), "{shown}");
    }
}
