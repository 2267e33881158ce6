use super::shown;
use crate::{Rng, cases};
use std::env;
use std::process::Command;

/// Set where the test is to fail.
const FAILS: &str = "EFFIGY_TEST_OF_SHOWN";

#[test]
fn the_smallest_input_alone_is_printed() {
    if env::var_os(FAILS).is_some() {
        cases(0..100, |seed| {
            let n = Rng::new(seed).below(1_000);
            let text = format!("number {n}");
            let _shown = shown(&text);
            assert!(n < 500);
        });
    }
    let name = "shown::tests::the_smallest_input_alone_is_printed";
    let mut command = Command::new(env::current_exe().expect("the test program"));
    let output = command.args(["--exact", name, "--nocapture"]).env(FAILS, "1").output();
    let printed = String::from_utf8(output.expect("it runs").stderr).expect("text");
    let shown: Vec<&str> = printed.lines().filter(|line| line.starts_with("number")).collect();
    assert_eq!(shown, ["number 500"], "{printed}");
}
