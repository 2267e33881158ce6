//! What a proof found, as plain data.

use effigy_outcome::value::Value;
use effigy_outcome::{Assumption, Demand, IncompleteReason, Place, Verdict};
use effigy_permissions::MemberKind;
use std::time::Duration;

/// All that a proof leaves.
#[derive(Clone, Debug, Default)]
pub struct ProveOutcome {
    /// The programs as the user named them.
    pub programs: Vec<String>,
    /// What is wrong with the texts; their programs were not proved.
    pub errors: Vec<TextError>,
    /// What is odd about the texts.
    pub warnings: Vec<TextError>,
    /// What the proofs rest on although nobody shows it: each kind once a program, at its first place.
    pub assumes: Vec<Assumption>,
    /// The members, program by program in the order of the text.
    pub members: Vec<MemberOutcome>,
    /// Obligations in all.
    pub obligations: u64,
    /// Those among them that needed no solver.
    pub embedded: u64,
    /// Questions to solver processes.
    pub queries: u64,
    /// How long the solver processes worked.
    pub solver_time: Duration,
    /// Why the proof was stopped early, if it was.
    pub stopped: Option<String>,
    /// What else the answer depends on.
    pub remarks: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

/// How a member or an obligation ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofStatus {
    /// It holds.
    #[default]
    Proved,
    /// Not decided.
    Unknown,
    /// It does not hold, or does not follow from what is known.
    Refuted,
}

impl ProofStatus {
    /// The word of reports.
    pub fn name(self) -> &'static str {
        match self {
            ProofStatus::Proved => "proved",
            ProofStatus::Unknown => "unknown",
            ProofStatus::Refuted => "refuted",
        }
    }
}

/// A part of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Portion {
    /// Where it starts.
    pub place: Place,
    /// 1-based line of its end.
    pub end_line: u32,
    /// 1-based column in bytes behind its end.
    pub end_column: u32,
    /// The text; empty when it is not known.
    pub text: String,
}

/// Something that is wrong with a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextError {
    /// What Viper's tools call it: `parser.error`, `typechecker.error`, `consistency.error`.
    pub id: String,
    /// Where.
    pub place: Portion,
    /// What is wrong, in one sentence.
    pub message: String,
}

/// The proof of a member.
#[derive(Clone, Debug)]
pub struct MemberOutcome {
    /// What it is.
    pub kind: MemberKind,
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub place: Portion,
    /// The strongest of its failures; proved when there is none.
    pub status: ProofStatus,
    /// What failed, by place.
    pub failures: Vec<FailureOutcome>,
    /// Why it has no answer, when it has none; empty otherwise.
    pub reason: String,
    /// How long it took.
    pub time: Duration,
    /// Whether it was not run because nothing changed since it was proved.
    pub cached: bool,
}

impl MemberOutcome {
    /// The word for what it is.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            MemberKind::Method => "method",
            MemberKind::Function => "function",
            MemberKind::Predicate => "predicate",
        }
    }
}

/// An obligation that was not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureOutcome {
    /// What Viper's tools call it: `assert.failed:assertion.false`.
    pub id: String,
    /// Whether it was decided.
    pub status: ProofStatus,
    /// The statement or expression whose obligation it is.
    pub place: Portion,
    /// The conjunct that failed.
    pub conjunct: Portion,
    /// What might not hold and why, in one sentence.
    pub message: String,
    /// Why it was not decided; empty otherwise.
    pub reason: String,
    /// What the heap holds for the resource in question.
    pub chunks: Vec<String>,
    /// Where the path took a side.
    pub path: Vec<StepOutcome>,
    /// Values under which it fails.
    pub counterexample: Vec<Value>,
    /// Values that the solver had when it gave up, of which nothing says that they are possible.
    pub candidate: Vec<Value>,
    /// Whether a concrete run fails so.
    pub is_run: bool,
    /// The states on the path, when they were asked for.
    pub states: Vec<StateOutcome>,
}

/// A place where a path took a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepOutcome {
    /// Where.
    pub place: Portion,
    /// Which side.
    pub taken: String,
}

/// A symbolic state as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateOutcome {
    /// The statement that comes next.
    pub place: Portion,
    /// The variables and their terms.
    pub store: Vec<(String, String)>,
    /// The chunks of the heap.
    pub heap: Vec<String>,
    /// The chunks of the heap at the start of the member.
    pub old_heap: Vec<String>,
    /// The chunks of the heaps that have labels.
    pub labelled: Vec<(String, Vec<String>)>,
    /// The conjuncts of the path condition.
    pub condition: Vec<String>,
}

impl ProveOutcome {
    /// How many members are proved, unknown and refuted.
    pub fn counts(&self) -> [usize; 3] {
        let count = |status| self.members.iter().filter(|m| m.status == status).count();
        [count(ProofStatus::Proved), count(ProofStatus::Unknown), count(ProofStatus::Refuted)]
    }

    /// The answer: passed only when every text is right and every member is proved.
    pub fn verdict(&self) -> Verdict {
        match self.counts() {
            [.., refuted] if refuted > 0 => Verdict::Failed,
            [_, 0, _] if self.errors.is_empty() && self.stopped.is_none() => Verdict::Passed,
            _ => Verdict::Incomplete,
        }
    }

    /// Whether every text is right, every member is proved, and the answer is as good as is demanded. A program without
    /// members is vacuous.
    pub fn meets(&self, demand: &Demand) -> bool {
        let says_something = !self.members.is_empty() || !demand.exhaustive;
        self.verdict() == Verdict::Passed && says_something && demand.is_met(&self.assumes)
    }

    /// The members with what failed in them.
    pub fn failures(&self) -> impl Iterator<Item = (&MemberOutcome, &FailureOutcome)> {
        self.members.iter().flat_map(|m| m.failures.iter().map(move |failure| (m, failure)))
    }

    /// Every reason why something is not proved that was not refuted either.
    pub fn incomplete_because(&self) -> Vec<IncompleteReason> {
        let mut reasons: Vec<IncompleteReason> = Vec::new();
        let mut add = |reason: &str, place: &Place| {
            match reasons.iter_mut().find(|known| known.reason == reason) {
                Some(known) => known.count += 1,
                None => reasons.push(IncompleteReason {
                    reason: reason.to_owned(),
                    count: 1,
                    place: place.to_string(),
                }),
            };
        };
        for error in &self.errors {
            add("the text of a program is wrong", &error.place.place);
        }
        if let Some(stopped) = &self.stopped {
            add(stopped, &Place::default());
        }
        let silent = self.members.iter().filter(|member| !member.reason.is_empty());
        for member in silent.filter(|member| self.stopped.as_ref() != Some(&member.reason)) {
            add(&member.reason, &member.place.place);
        }
        let unknown = self.failures().filter(|(_, f)| f.status == ProofStatus::Unknown);
        for (_, failure) in unknown {
            add(&failure.reason, &failure.place.place);
        }
        reasons
    }

    /// Whether something was not decided.
    pub(super) fn needs_solver(&self) -> bool {
        self.failures().any(|(_, failure)| failure.status == ProofStatus::Unknown)
    }
}
