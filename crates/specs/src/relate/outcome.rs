//! What the commands of a model came to, as plain data.

use super::Instance;
use crate::prove::Portion;
use effigy_base::assumption::{Assumption, Demand, assuming};
use effigy_base::source::Diagnostic;
use effigy_outcome::{IncompleteReason, Verdict};
use effigy_relational::FinderStatistics;
use std::time::Duration;

/// All that a run of commands leaves.
#[derive(Clone, Debug, Default)]
pub struct RelateOutcome {
    /// The model as the user named it.
    pub program: String,
    /// The commands that were run, in the order of the model.
    pub commands: Vec<CommandOutcome>,
    /// What is demanded of answers.
    pub demand: Demand,
    /// How long it took.
    pub time: Duration,
}

/// The answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is an instance, of a check a counterexample.
    Found,
    /// There is none up to the scope.
    None,
    /// Neither is known.
    Undecided,
}

/// How an answer agrees with what the command expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Nothing is expected.
    Free,
    /// It is as expected.
    Agrees,
    /// It is not.
    Disagrees,
    /// There is no answer.
    Open,
}

/// What a command came to.
#[derive(Clone, Debug)]
pub struct CommandOutcome {
    /// From 1, in the model.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Whether it is a `check`.
    pub check: bool,
    /// 1 when it expects an instance or counterexample, 0 when it expects none.
    pub expect: Option<i32>,
    /// Where it is.
    pub place: Portion,
    /// The scopes of all signatures, each as `3 A` or `exactly 3 A`.
    pub scopes: Vec<String>,
    /// The answer.
    pub answer: Answer,
    /// Why there is no answer, or no further instance; empty when there is.
    pub reason: String,
    /// What of it is not supported or impossible.
    pub unsupported: Vec<Diagnostic>,
    /// The instances found.
    pub instances: Vec<Instance>,
    /// Whether there are no others, but those that differ in which atom is which.
    pub complete: bool,
    /// What contradicts, when there is no instance and it was asked for.
    pub core: Option<CoreOutcome>,
    /// What an answer that there is none rests on.
    pub assumes: Vec<Assumption>,
    /// Sizes and times.
    pub figures: CommandFigures,
    /// How long it took.
    pub time: Duration,
}

/// Parts of the model that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreOutcome {
    /// The parts.
    pub parts: Vec<CorePart>,
    /// Whether none of them can be left out.
    pub minimal: bool,
}

/// A part of a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorePart {
    /// A fact, the declaration of a field and so on.
    pub what: String,
    /// Where it is.
    pub place: Portion,
}

/// Sizes and times of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandFigures {
    /// Tuples of relations that are neither certain nor impossible.
    pub primary: usize,
    /// Variables of the SAT solver.
    pub variables: usize,
    /// Clauses of the SAT solver.
    pub clauses: usize,
    /// Time for making the circuit.
    pub translating: Duration,
    /// Time for solving it.
    pub solving: Duration,
}

impl From<FinderStatistics> for CommandFigures {
    fn from(s: FinderStatistics) -> Self {
        let FinderStatistics { primary, variables, clauses, translating, solving, .. } = s;
        CommandFigures { primary, variables, clauses, translating, solving }
    }
}

impl CommandOutcome {
    /// The answer in words.
    pub fn words(&self) -> &'static str {
        match (self.answer, self.check) {
            (Answer::Found, false) => "instance found",
            (Answer::None, false) => "no instance",
            (Answer::Found, true) => "counterexample",
            (Answer::None, true) => "holds up to the scope",
            (Answer::Undecided, _) => "undecided",
        }
    }

    /// The answer in words, with what it assumes. That of a check names its scope anyway.
    pub fn said(&self) -> String {
        assuming(self.words(), &self.assumes)
    }

    /// How the answer agrees with what is expected.
    pub fn agreement(&self) -> Agreement {
        match (self.expect, self.answer) {
            (None, _) => Agreement::Free,
            (Some(_), Answer::Undecided) => Agreement::Open,
            (Some(expect), answer) if (expect > 0) == (answer == Answer::Found) => {
                Agreement::Agrees
            }
            _ => Agreement::Disagrees,
        }
    }

    /// Whether it counts as a failure: an answer that is not the expected one, or, where nothing is expected, a
    /// counterexample.
    pub fn failed(&self) -> bool {
        match self.agreement() {
            Agreement::Disagrees => true,
            Agreement::Free => self.check && self.answer == Answer::Found,
            Agreement::Agrees | Agreement::Open => false,
        }
    }
}

impl RelateOutcome {
    /// The answer of the run: nothing that was not decided counts as passed, and what holds does so up to the scope.
    pub fn verdict(&self) -> Verdict {
        if self.commands.iter().any(CommandOutcome::failed) {
            return Verdict::Failed;
        }
        if self.commands.iter().any(|command| command.answer == Answer::Undecided) {
            return Verdict::Incomplete;
        }
        let bounded = self.commands.iter().any(|command| command.answer == Answer::None);
        if bounded { Verdict::Bounded } else { Verdict::Passed }
    }

    /// What the answers rest on, each thing once.
    pub fn assumes(&self) -> Vec<Assumption> {
        let mut all: Vec<Assumption> = Vec::new();
        for assumption in self.commands.iter().flat_map(|command| &command.assumes) {
            if !all.iter().any(|other| other.what == assumption.what) {
                all.push(assumption.clone());
            }
        }
        all
    }

    /// Whether every command has an answer, under no assumption but those that are accepted.
    pub fn is_exhaustive(&self) -> bool {
        let decided = |command: &CommandOutcome| {
            command.answer != Answer::Undecided && self.demand.accepted.cover(&command.assumes)
        };
        self.commands.iter().all(decided)
    }

    /// Whether the run is as good as is demanded, where nothing fails.
    pub fn meets_demand(&self) -> bool {
        !self.demand.exhaustive || self.is_exhaustive()
    }

    /// Why commands have no answer.
    pub fn incomplete_because(&self) -> Vec<IncompleteReason> {
        let mut reasons: Vec<IncompleteReason> = Vec::new();
        for command in self.commands.iter().filter(|c| c.answer == Answer::Undecided) {
            match reasons.iter_mut().find(|reason| reason.reason == command.reason) {
                Some(reason) => reason.count += 1,
                None => reasons.push(IncompleteReason {
                    reason: command.reason.clone(),
                    count: 1,
                    place: command.place.place.to_string(),
                }),
            }
        }
        reasons
    }
}
