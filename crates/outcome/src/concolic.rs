//! The path of one input that was followed, as plain data.

use crate::Condition;
use serde::{Deserialize, Serialize};

/// A conjunct of a path condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathConjunct {
    /// What holds, and where it was decided.
    #[serde(flatten)]
    pub condition: Condition,
    /// What was decided: `true` or `false` at a branch, `side N` where there are more than two, from 1, `value` where the
    /// machine needed a number and took that of the input, `assumed` for an assumption of the program.
    pub decided: String,
}

/// The path of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowedInput {
    /// The path condition, oldest conjunct first: the array `PC` of the generational search.
    pub path_condition: Vec<PathConjunct>,
    /// How the path ends, in words.
    pub ending: String,
}
