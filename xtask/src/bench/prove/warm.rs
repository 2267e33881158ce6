//! Silicon in one Java machine for many programs, which has compiled what it runs by the time that counts.

use super::{Bench, Cost};
use crate::process::measure;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Java program that runs Silicon and measures it.
const DRIVER: &str = include_str!("Warm.java");

impl Bench {
    /// What Silicon needs for each program in a warm machine; `None` for one that it did not get to.
    pub(super) fn warm(&self, programs: &[&PathBuf]) -> Result<Vec<Option<Cost>>, String> {
        let jar = self.options.silicon.as_ref().ok_or("--warm needs --silicon")?;
        let driver = self.scratch.join("Warm.java");
        std::fs::write(&driver, DRIVER)
            .map_err(|e| format!("cannot write {}: {e}", driver.display()))?;
        let mut command = Command::new("java");
        command.arg("-Xss128m").arg("-cp").arg(jar).arg(driver);
        command.arg("--timeout").arg(self.options.seconds.to_string());
        if let Some(z3) = &self.options.z3 {
            command.arg("--z3Exe").arg(z3);
        }
        command.arg("--").args(programs);
        let measured = measure(&command, &self.scratch)?;
        Ok(programs.iter().map(|program| cost(&measured.stdout, program)).collect())
    }
}

/// What the driver says of a program: `warm CPU WALL PROGRAM`, in seconds.
fn cost(text: &str, program: &Path) -> Option<Cost> {
    text.lines().find_map(|line| {
        let mut words = line.strip_prefix("warm ")?.splitn(3, ' ');
        let cpu = words.next()?.parse().ok()?;
        let wall = words.next()?.parse().ok()?;
        (words.next()? == program.to_str()?).then_some(Cost { cpu, wall })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_read_from_what_the_driver_says() {
        let text = "Silicon found 1 error\nwarm 1.5 0.75 a/b.vpr\nwarm 2.0 1.0 a/c d.vpr\n";
        let wall = |program: &str| cost(text, Path::new(program)).map(|cost| cost.wall);
        assert_eq!(
            (wall("a/b.vpr"), wall("a/c d.vpr"), wall("b.vpr")),
            (Some(0.75), Some(1.0), None)
        );
    }
}
