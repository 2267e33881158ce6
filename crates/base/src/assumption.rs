//! What an answer rests on beyond what was decided: one closed list for all modes.
//!
//! Whoever assumes something makes an [`Assumption`], and a run lists those that it met. A verdict without more needs an
//! empty list.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

macro_rules! kinds {
    ($($(#[$meta:meta])* $kind:ident = $name:literal, $text:literal, $lift:expr;)*) => {
        /// What kind of thing is taken for granted.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum AssumptionKind { $($(#[$meta])* $kind,)* }

        impl AssumptionKind {
            /// All kinds in the order of their declaration.
            pub const ALL: &[AssumptionKind] = &[$(AssumptionKind::$kind,)*];

            /// The name by which `--assume` accepts it, and `--any` lifts it.
            pub fn name(self) -> &'static str {
                match self { $(AssumptionKind::$kind => $name,)* }
            }

            /// What is assumed, where the maker of the assumption says no more.
            pub fn text(self) -> &'static str {
                match self { $(AssumptionKind::$kind => $text,)* }
            }

            /// The option that lifts it; `None` when no option does.
            pub fn lifted_by(self) -> Option<&'static str> {
                match self { $(AssumptionKind::$kind => $lift,)* }
            }
        }
    };
}

kinds! {
    /// Clocks begin at a fixed time and advance in fixed steps.
    Time = "time", "a clock that begins at one second", Some("--any time");
    /// Random numbers are one fixed sequence.
    Random = "random", "one sequence of random numbers", Some("--any random");
    /// The environment holds the variables that options give.
    Env = "env", "no variables of the environment", Some("--any env");
    /// Facts of the machine: page size, processors, ids, working folder, limits.
    System = "system", "one machine, process and user", Some("--any system");
    /// There are no files but those that options give.
    Files = "files", "no files", Some("--sym-file");
    /// Standard input is empty, or of the given length.
    Stdin = "stdin", "empty standard input", Some("--sym-stdin");
    /// The program gets no arguments.
    Args = "args", "no arguments", Some("--any args");
    /// Allocations succeed.
    Alloc = "alloc", "allocations never fail", Some("--any alloc");
    /// Hash tables have one seed.
    Hash = "hash", "one seed of hash tables", Some("--any random");
    /// Objects lie at the addresses of this run.
    Layout = "layout", "objects lie where they lie in this run", None;
    /// Threads run in one of their orders.
    Threads = "threads", "one order of threads", None;
    /// A function that nobody defines gives any value and changes nothing.
    External = "external", "an external function gives any value and changes nothing", None;
    /// A function was replaced by another one.
    Override = "override", "a function is replaced", None;
    /// Type parameters stand for the instances that were run.
    Types = "types", "type arguments are those that were run", None;
    /// Collections and strings are no longer than the generator makes them.
    Lengths = "lengths", "collections have bounded length", None;
    /// Recursive values are no deeper, and calls no more, than the generator makes them.
    Depth = "depth", "recursive values have bounded depth", None;
    /// References and shared pointers that are given do not meet.
    Aliasing = "aliasing", "arguments do not alias", None;
    /// No cell is borrowed, no lock held, when a function is called.
    Borrowed = "borrowed", "no argument is borrowed", None;
    /// No lock is poisoned when a function is called.
    Poisoned = "poisoned", "no lock is poisoned", None;
    /// No argument is in a state that only a call before this one leaves.
    FirstCall = "first-call", "the first call of the process", None;
    /// Objects of a program and its parameters lie apart, or form the heaps that were tried.
    Heap = "heap", "heaps are those that were tried", None;
    /// Relational problems have the atoms of their scope.
    Scope = "scope", "nothing beyond the scope", None;
    /// Instances in which integers overflow were left out.
    Overflow = "overflow", "no integer of the scope overflows", None;
    /// Columns hold the choices, enumeration members or validated values that the application declares.
    Choices = "choices", "columns hold declared choices", None;
    /// Integers of a language without bounds are machine words.
    Width = "width", "integers have a fixed width", Some("--ints unbounded");
    /// A program that does not end satisfies its contract.
    Termination = "termination", "every call and loop ends", None;
    /// A contract, an axiom or an abstract member is taken as stated.
    Contract = "contract", "what is stated without proof holds", None;
    /// What is not checked at all, such as a class of undefined behaviour that was switched off.
    Unchecked = "unchecked", "errors that were not looked for do not occur", None;
}

impl fmt::Display for AssumptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for AssumptionKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
            format!("there is no assumption `{name}`; they are {}", names.join(", "))
        })
    }
}

/// One thing that an answer takes for granted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Assumption {
    /// Its kind.
    #[serde(rename = "name")]
    pub kind: AssumptionKind,
    /// What is assumed, as a noun phrase or a clause that can follow "assuming".
    pub what: Cow<'static, str>,
    /// The first place that rests on it, as `file:line`; `None` when it has no place.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none", default)]
    pub place: Option<String>,
}

impl Assumption {
    /// An assumption in the words of its kind, without a place.
    pub fn of(kind: AssumptionKind) -> Self {
        Self { kind, what: kind.text().into(), place: None }
    }

    /// An assumption in words of its own, without a place.
    pub fn new(kind: AssumptionKind, what: impl Into<Cow<'static, str>>) -> Self {
        Self { kind, what: what.into(), place: None }
    }

    /// The same assumption, met at a place.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }
}

/// What is assumed, with the option that lifts it.
impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match self.kind.lifted_by() {
            Some(option) => write!(f, " (`{option}`)"),
            None => Ok(()),
        }
    }
}

/// The assumptions that a user accepts by name: they are reported and do not count against an answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Accepted(BTreeSet<AssumptionKind>);

impl Accepted {
    /// Those of these kinds.
    pub fn new(kinds: impl IntoIterator<Item = AssumptionKind>) -> Self {
        Self(kinds.into_iter().collect())
    }

    /// Whether all of these assumptions are accepted.
    pub fn cover(&self, assumptions: &[Assumption]) -> bool {
        assumptions.iter().all(|assumption| self.0.contains(&assumption.kind))
    }
}

/// What a user demands of an answer that is no failure (`--exhaustive`, `--assume`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Demand {
    /// Whether the answer must be complete: neither bounded nor vacuous, and under no assumption that is not accepted.
    pub exhaustive: bool,
    /// The assumptions that are accepted.
    pub accepted: Accepted,
}

impl Demand {
    /// Whether an answer under these assumptions is as good as is demanded.
    pub fn is_met(&self, assumptions: &[Assumption]) -> bool {
        !self.exhaustive || self.accepted.cover(assumptions)
    }
}

/// How many assumptions a verdict names; the others are counted.
pub const NAMED: usize = 3;

/// The verdict with what it assumes: `passed`, or `passed, assuming allocations never fail and 2 more`.
pub fn assuming(verdict: &str, assumptions: &[Assumption]) -> String {
    if assumptions.is_empty() {
        return verdict.to_owned();
    }
    let mut said: Vec<String> = Vec::new();
    for assumption in assumptions {
        let text = assumption.to_string();
        if !said.contains(&text) {
            said.push(text);
        }
    }
    let more = said.len().saturating_sub(NAMED);
    said.truncate(NAMED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    format!("{verdict}, assuming {}{rest}", said.join("; "))
}

#[cfg(test)]
mod tests;
