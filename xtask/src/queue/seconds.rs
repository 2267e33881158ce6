//! How long jobs took, by which a queue is put in order: a list of the repository, of the jobs that took long.

use super::{Ended, Job};
use std::fmt::Write;

/// What took long when the list was last renewed: seconds and name, with a tab between them.
const LIST: &str = include_str!("seconds.tsv");

/// Jobs that took less are not listed.
const LEAST: f64 = 5.0;

/// Puts jobs in the order of the list, the longest first; the others stay in their order behind them.
pub fn sort(jobs: &mut [Job]) {
    let listed: Vec<(f64, &str)> = entries(LIST).collect();
    let seconds = |job: &Job| {
        let known = listed.iter().find(|(_, name)| *name == job.name);
        known.map_or(0.0, |(seconds, _)| *seconds)
    };
    jobs.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
}

/// The list of a run.
pub fn list(ended: &[Ended]) -> String {
    let mut text = String::new();
    let mut long: Vec<&Ended> =
        ended.iter().filter(|job| job.time.as_secs_f64() >= LEAST).collect();
    long.sort_by_key(|job| std::cmp::Reverse(job.time));
    for job in long {
        let _ = writeln!(text, "{:.0}\t{}", job.time.as_secs_f64(), job.name);
    }
    text
}

fn entries(list: &str) -> impl Iterator<Item = (f64, &str)> {
    list.lines().filter_map(|line| {
        let (seconds, name) = line.split_once('\t')?;
        Some((seconds.parse().ok()?, name))
    })
}

#[cfg(test)]
mod tests {
    use super::{Ended, Job, LIST, entries, list, sort};
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn what_took_long_comes_first_and_the_others_keep_their_order() {
        let names: Vec<&str> = entries(LIST).map(|(_, name)| name).collect();
        assert_eq!(names.len(), LIST.lines().count(), "a line is not seconds and a name");
        let order = ["b", names[1], "a", names[0]];
        let mut jobs = order.map(|name| Job::new(name, Command::new("true")));
        sort(&mut jobs);
        assert_eq!(jobs.map(|job| job.name), [names[0], names[1], "b", "a"]);
    }

    #[test]
    fn a_list_has_what_took_long() {
        let ended = |name: &str, seconds| Ended {
            name: name.to_owned(),
            passed: true,
            time: Duration::from_secs(seconds),
        };
        assert_eq!(list(&[ended("a", 7), ended("b", 4), ended("c", 70)]), "70\tc\n7\ta\n");
    }
}
