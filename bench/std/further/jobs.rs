// effigy: --sym-stdin 10
//! A queue of jobs: a line `20 name` adds one with its priority, a line `.` runs the most urgent one, and at the end all run
//! that are left. Who waits while another one runs becomes more urgent. Meant to be explored with 10 bytes of standard input.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::io::{self, BufRead};

#[derive(Debug, Clone, PartialEq, Eq)]
struct Job {
    priority: u8,
    number: usize,
    name: String,
}

impl Ord for Job {
    /// Of two equally urgent jobs the earlier one comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |job: &Job| (job.priority, Reverse(job.number));
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Debug, Default)]
struct Queue {
    waiting: BinaryHeap<Job>,
    added: usize,
    done: Vec<Job>,
}

impl Queue {
    fn add(&mut self, line: &str) -> Result<(), String> {
        let (priority, name) = line.split_once(' ').unwrap_or((line, "unnamed"));
        let priority = priority.parse().map_err(|problem| format!("{priority:?}: {problem}"))?;
        self.added += 1;
        self.waiting.push(Job { priority, number: self.added, name: name.trim().to_string() });
        Ok(())
    }

    /// Runs a job, if one waits; the other ones age.
    fn run(&mut self) -> Option<&Job> {
        let job = self.waiting.pop()?;
        assert!(self.waiting.iter().all(|other| other.priority <= job.priority));
        let mut others = std::mem::take(&mut self.waiting).into_vec();
        for other in &mut others {
            other.priority = other.priority.saturating_add(1);
        }
        self.waiting = others.into();
        self.done.push(job);
        self.done.last()
    }
}

fn main() -> io::Result<()> {
    let mut queue = Queue::default();
    for line in io::stdin().lock().lines() {
        match line?.trim() {
            "" => {}
            "." => match queue.run() {
                Some(job) => println!("{} runs at {}", job.name, job.priority),
                None => println!("nothing to do"),
            },
            line => {
                if let Err(problem) = queue.add(line) {
                    println!("{problem}");
                }
            }
        }
    }
    while let Some(job) = queue.run() {
        println!("{} runs at last, at {}", job.name, job.priority);
    }
    let mut numbers: Vec<usize> = queue.done.iter().map(|job| job.number).collect();
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(1..=queue.added));
    println!("{} jobs done", queue.added);
    Ok(())
}
