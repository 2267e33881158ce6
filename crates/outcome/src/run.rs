//! All that a run of a program leaves.

use crate::bmc::{BmcAnswer, BmcFigures};
use crate::concolic::FollowedInput;
use crate::cost::{Coverage, SolverUse, Timings};
use crate::feasible::{Answer, Feasibility};
use crate::finding::{Finding, Replay, Test};
use crate::fuzz::FuzzFigures;
use crate::leaf::Leaf;
use crate::place::Place;
use crate::tree::ExecutionTree;
use crate::verdict::{IncompleteReason, PathCounts, Verdict};
use effigy_base::assumption::{Assumption, Demand};
use effigy_formats::test_case::Outcome;

/// What is said of a run with paths that have several threads.
pub const ONE_ORDER: &str = "threads ran in one of the orders in which they can run";

/// A symbolic value that the run replaced by one concrete value, so that other values were not explored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concretisation {
    /// What was made concrete, such as "size of an allocation".
    pub what: String,
    /// Where.
    pub place: Place,
    /// How often.
    pub count: u64,
}

/// A feature that some path needs and Effigy lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnsupportedFeature {
    /// Its name, such as "external function `fork`".
    pub name: String,
    /// How many paths ended at it.
    pub count: u64,
    /// Where the first such path ended.
    pub example: Place,
}

/// A goal that the program names with `cover`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// The goal's name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Whether a path that was run reaches it.
    pub reached: bool,
    /// Number of a test that reaches it; `None` when there is no such test.
    pub test: Option<usize>,
}

/// A loop of the program that forked, of a run that did not come to all paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForkingLoop {
    /// The readable name of its function.
    pub function: String,
    /// Where it is.
    pub place: Place,
    /// How often paths forked in it, and in what it calls.
    pub forks: u64,
    /// What would bound it.
    pub bound: String,
}

/// All that a run leaves.
#[derive(Clone, Debug, Default)]
pub struct RunOutcome {
    /// The verb that made the run, such as `explore`.
    pub mode: String,
    /// The program as the user named it.
    pub program: String,
    /// The binary of a Cargo package; `None` for a program of another kind.
    pub binary: Option<String>,
    /// The function that the paths begin at.
    pub entry: String,
    /// How the paths ended.
    pub paths: PathCounts,
    /// The generated tests, by number.
    pub tests: Vec<Test>,
    /// The findings, in the order of their tests.
    pub findings: Vec<Finding>,
    /// The goals of the program, reached or not.
    pub goals: Vec<Goal>,
    /// The lines that the run was directed to.
    pub targets: Vec<Goal>,
    /// The loops that forked most, the first one most; empty when every path was run.
    pub loops: Vec<ForkingLoop>,
    /// Where symbolic values were made concrete.
    pub concretisations: Vec<Concretisation>,
    /// What was not supported.
    pub unsupported: Vec<UnsupportedFeature>,
    /// That paths have several threads, of which each was run in one order; `None` when none has.
    pub threads: Option<IncompleteReason>,
    /// Every other reason why paths are missing: budgets, interruption, solver unknowns.
    pub incomplete_because: Vec<IncompleteReason>,
    /// What the run did not look for: checks that were off, and what there is no check for. Empty for a language
    /// whose programs are not compiled.
    pub not_checked: Vec<String>,
    /// What the answer takes for granted; without more than its word a verdict needs none.
    pub assumes: Vec<Assumption>,
    /// What else the answer depends on.
    pub remarks: Vec<String>,
    /// What the values of a run are bounded by that begins at a function, where nobody said it.
    pub bounds: Vec<Assumption>,
    /// The execution tree.
    pub tree: ExecutionTree,
    /// The leaves of the tree with what they compute, of a language whose programs name their results.
    pub leaves: Vec<Leaf>,
    /// Whether tests were run by Effigy's machine on their values, because no compiler makes a native program.
    pub on_machine: bool,
    /// What the solver did.
    pub solver: SolverUse,
    /// What part of the user's program was run.
    pub coverage: Coverage,
    /// The figures of a search from seeds; `None` for a run of another kind.
    pub fuzz: Option<FuzzFigures>,
    /// The figures of bounded model checking; `None` for a run of another kind.
    pub bmc: Option<BmcFigures>,
    /// Whether a given trace is possible; `None` for a run of another kind.
    pub feasible: Option<Feasibility>,
    /// The path of an input that was followed; `None` for a run of another kind.
    pub concolic: Option<FollowedInput>,
    /// Instructions executed on all paths together.
    pub instructions: u64,
    /// Where the time went.
    pub timings: Timings,
    /// Largest memory of the process, in MB.
    pub peak_mb: u64,
}

impl RunOutcome {
    /// Whether every path of the program was run to its end, with no value made concrete on the way and no second thread. A run that has no
    /// path at all is not exhaustive: its assumptions exclude every input, and it says nothing about the program.
    pub fn exhaustive(&self) -> bool {
        if let Some(figures) = &self.bmc {
            return figures.answer == BmcAnswer::Proved;
        }
        if let Some(feasible) = &self.feasible {
            return feasible.answer == Answer::Infeasible;
        }
        if self.concolic.is_some() {
            return false;
        }
        self.every_path_ended() && self.threads.is_none()
    }

    /// Whether every path ran to its end, each in one order of its threads, with no value made concrete.
    fn every_path_ended(&self) -> bool {
        let p = &self.paths;
        p.cut + p.unsupported + p.unknown == 0
            && self.unsupported.is_empty()
            && self.incomplete_because.is_empty()
            && self.concretisations.is_empty()
            && !self.vacuous()
    }

    /// Whether the run is exhaustive but for the orders in which threads can run.
    pub fn is_exhaustive_but_for_threads(&self) -> bool {
        self.threads.is_some() && self.has_tree() && self.every_path_ended()
    }

    /// Whether the run walked an execution tree: a search from seeds walks none, who unwinds has one path, and who follows a trace
    /// or an input walks a part of it.
    pub fn has_tree(&self) -> bool {
        let along = self.feasible.is_some() || self.concolic.is_some();
        self.fuzz.is_none() && self.bmc.is_none() && !along
    }

    /// Whether no path reached an end of the program.
    pub fn vacuous(&self) -> bool {
        self.paths.completed + self.paths.failed == 0
    }

    /// The run's answer.
    pub fn verdict(&self) -> Verdict {
        if let Some(feasible) = &self.feasible {
            return feasible.answer.verdict();
        }
        if self.findings.iter().any(|finding| !self.is_refuted(finding)) {
            Verdict::Failed
        } else if !self.findings.is_empty() {
            Verdict::Disagreed
        } else if self.paths.failed > 0 {
            Verdict::Failed
        } else if let Some(figures) = &self.bmc {
            match figures.answer {
                BmcAnswer::Proved => Verdict::Proved,
                BmcAnswer::Bounded => Verdict::Bounded,
                BmcAnswer::Failed | BmcAnswer::Open => Verdict::Incomplete,
            }
        } else if !self.exhaustive() {
            Verdict::Incomplete
        } else if self.bounds.is_empty() {
            Verdict::Passed
        } else {
            Verdict::Bounded
        }
    }

    /// Whether an answer that is no failure is as good as is demanded.
    pub fn meets(&self, demand: &Demand) -> bool {
        let complete = matches!(self.verdict(), Verdict::Passed | Verdict::Proved);
        demand.is_met(&self.assumes) && (complete || !demand.exhaustive)
    }

    /// Whether native runs refute a finding: its own input's, and those of all tests that fail at its place that were run.
    pub fn is_refuted(&self, finding: &Finding) -> bool {
        let own = finding.test.and_then(|number| self.test(number));
        let alike = |test: &&Test| own.is_some_and(|own| fails_alike(own, test));
        let refuted = |test: &Test| match &test.replay {
            Replay::Confirmed => false,
            Replay::Disagreed { well, .. } => *well,
            Replay::NotRun { .. } => true,
        };
        finding.replay.refutes() && self.tests.iter().filter(alike).all(refuted)
    }

    /// Every reason why the run is not exhaustive; empty exactly when it is.
    pub fn reasons(&self) -> Vec<IncompleteReason> {
        let mut reasons = self.incomplete_because.clone();
        reasons.extend(self.unsupported.iter().map(|u| IncompleteReason {
            reason: format!("not supported: {}", u.name),
            count: u.count,
            place: u.example.to_string(),
        }));
        reasons.extend(self.concretisations.iter().map(|c| IncompleteReason {
            reason: format!("made concrete: {}", c.what),
            count: c.count,
            place: c.place.to_string(),
        }));
        reasons.extend(self.threads.clone());
        if self.feasible.is_none() && self.concolic.is_none() {
            self.add_unnamed(&mut reasons);
        }
        reasons
    }

    /// Adds a reason for each kind of missing path that no reason mentions, so that none goes unsaid.
    fn add_unnamed(&self, reasons: &mut Vec<IncompleteReason>) {
        let p = &self.paths;
        let unnamed = |count, text: &str| IncompleteReason {
            reason: text.to_owned(),
            count,
            place: String::new(),
        };
        if p.unsupported > 0 && self.unsupported.is_empty() {
            reasons.push(unnamed(p.unsupported, "paths met an unsupported feature"));
        }
        if p.cut + p.unknown > 0 && self.incomplete_because.is_empty() {
            if p.cut > 0 {
                reasons.push(unnamed(p.cut, "paths were cut"));
            }
            if p.unknown > 0 {
                reasons.push(unnamed(p.unknown, "a solver could not decide"));
            }
        }
        if self.vacuous() && reasons.is_empty() && self.bmc.is_none() {
            reasons.push(unnamed(
                self.paths.dismissed,
                "no path reached an end: the assumptions exclude every input",
            ));
        }
    }

    /// The test with this number.
    pub fn test(&self, number: usize) -> Option<&Test> {
        self.tests.iter().find(|t| t.case.number == number)
    }
}

/// Whether two tests are to fail at one place, of one kind.
fn fails_alike(one: &Test, other: &Test) -> bool {
    match (&one.case.predicted, &other.case.predicted) {
        (
            Outcome::Finding { kind, file, line, .. },
            Outcome::Finding { kind: other, file: in_file, line: at, .. },
        ) => (kind, file, line) == (other, in_file, at),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
