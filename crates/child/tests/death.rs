//! A child ends with the process that started it. The test starts itself again as the parent.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Set where this program is the parent that is killed.
const PARENT: &str = "EFFIGY_TEST_PARENT";

fn is_running(process: &str) -> bool {
    // The state stands behind the name in parentheses; a process that nobody waited for yet is a zombie.
    let file = PathBuf::from("/proc").join(process).join("stat");
    let stat = std::fs::read_to_string(file).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

#[test]
fn a_child_ends_with_a_parent_that_is_killed() {
    if std::env::var_os(PARENT).is_some() {
        let mut sleep = Command::new("sleep");
        // The thread that asks may end before the process does.
        let child = std::thread::spawn(move || effigy_child::spawn(sleep.arg("600")));
        println!("child {}", child.join().unwrap().unwrap().id());
        std::thread::sleep(Duration::from_secs(600));
    }
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_child_ends_with_a_parent_that_is_killed", "--nocapture"])
        .env(PARENT, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(parent.stdout.take().unwrap()).lines().map_while(Result::ok);
    let child = lines.filter_map(|line| line.split_once("child ").map(|(_, id)| id.to_owned()));
    let child = { child }.next().unwrap();
    std::thread::sleep(Duration::from_millis(50));
    assert!(is_running(&child), "it lives on when a thread ends");
    parent.kill().unwrap();
    parent.wait().unwrap();
    let start = Instant::now();
    while is_running(&child) {
        assert!(start.elapsed() < Duration::from_secs(10), "{child} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}
