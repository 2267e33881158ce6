//! Pairs of constraints of which one has to hold: `x != y` is `x < y` or `y < x`.

use super::differences::{Difference, Differences};

/// Constraints added for the sake of choices, after which a search is given up.
const MOST_TRIES: u32 = 400;

/// One of two constraints holds, because of the assertion that both name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// What is tried first.
    pub first: Difference,
    /// What is tried then.
    pub second: Difference,
}

/// Why no numbers were found.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// There are none because of these assertions.
    Contradiction(Vec<usize>),
    /// It took too many tries.
    GivenUp,
}

/// Moves the numbers so that all constraints hold and one of each choice.
pub(super) fn choose(differences: &mut Differences, choices: &[Choice]) -> Result<(), Failure> {
    let mut tries = MOST_TRIES;
    search(differences, choices, &mut tries)
}

/// Goes back to the latest choice that had a part in the contradiction.
fn search(
    differences: &mut Differences,
    choices: &[Choice],
    tries: &mut u32,
) -> Result<(), Failure> {
    let open = |choice: &&Choice| {
        !differences.satisfy(&choice.first) && !differences.satisfy(&choice.second)
    };
    let Some(choice) = choices.iter().find(open) else { return Ok(()) };
    let mut core = Vec::new();
    for way in [choice.first, choice.second] {
        *tries = tries.checked_sub(1).ok_or(Failure::GivenUp)?;
        let before = differences.len();
        let conflict = match differences.add(way) {
            Ok(()) => match search(differences, choices, tries) {
                Err(Failure::Contradiction(conflict)) => conflict,
                other => return other,
            },
            Err(conflict) => conflict,
        };
        differences.truncate(before);
        if !way.by.is_some_and(|by| conflict.contains(&by)) {
            return Err(Failure::Contradiction(conflict));
        }
        core.extend(conflict);
    }
    core.sort_unstable();
    core.dedup();
    Err(Failure::Contradiction(core))
}
