//! The programs of a suite, by several workers.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many programs stand between two notes of how far the work is.
const NOTED: usize = 50;

/// What `one` makes of each program, in their order. Each of the `jobs` workers has a folder of its own below `scratch`, which is
/// there only if `one` makes it.
///
/// # Errors
/// The first error of `one`, or that a worker panicked.
pub fn each<P: Sync, O: Send>(
    jobs: usize,
    scratch: &Path,
    programs: &[P],
    one: impl Fn(&P, &Path) -> Result<O, String> + Sync,
) -> Result<Vec<O>, String> {
    let (next, outcomes) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(programs.len())));
    std::thread::scope(|scope| {
        for worker in 0..jobs {
            let folder = scratch.join(worker.to_string());
            let (next, outcomes, one) = (&next, &outcomes, &one);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(number) else { return };
                    let outcome = one(program, &folder);
                    if (number + 1) % NOTED == 0 {
                        eprintln!("{} of {} files", number + 1, programs.len());
                    }
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.push((number, outcome));
                    }
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().map_err(|_| "a worker panicked")?;
    outcomes.sort_by_key(|(number, _)| *number);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::each;
    use std::path::Path;

    #[test]
    fn outcomes_come_in_the_order_of_the_programs_and_the_first_error_ends_all() {
        let numbers: Vec<usize> = (0..120).collect();
        let doubled = each(3, Path::new("none"), &numbers, |number, _| Ok(number * 2));
        assert_eq!(doubled, Ok(numbers.iter().map(|number| number * 2).collect()));
        let failing = each(3, Path::new("none"), &numbers, |number, _| match number {
            7 | 90 => Err(format!("{number} fails")),
            _ => Ok(()),
        });
        assert_eq!(failing, Err("7 fails".to_owned()));
    }
}
