//! What a proof is asked for and what it answers.

use effigy_base::budget::CancelToken;
use effigy_lang_viper::tree::Place;
use effigy_solver::SolverOptions;
use std::time::Duration;

/// How a program is proved.
#[derive(Clone, Debug)]
pub struct Options {
    /// Members are proved side by side by so many workers, each with a solver of its own; at least 1.
    pub workers: usize,
    /// Which solver, and its limits. `query_time` is for one obligation.
    pub solver: SolverOptions,
    /// Stops the proof; members that were not proved then are unknown.
    pub cancel: CancelToken,
    /// Wall time of one member; one that is not proved by then is unknown, and the others go on.
    pub member_time: Option<Duration>,
    /// Whether branches are joined where both sides end with the same permissions.
    pub joins: bool,
    /// Whether functions need the permission amounts that their preconditions say; otherwise any positive amount will do.
    pub exact_amounts: bool,
    /// Whether the states on the path to each failure are kept ([`Failure::states`]).
    pub states: bool,
    /// Whether all states are kept ([`Member::walk`]).
    pub walk: bool,
    /// Only members with these names, in this order; all when it is empty.
    pub only: Vec<String>,
}

/// How a member or an obligation ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// It holds.
    Proved,
    /// It was not decided; it may hold.
    Unknown,
    /// It does not hold, or cannot be shown from what is known: the solver has an answer against it.
    Refuted,
}

/// What a member is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MemberKind {
    /// A method.
    Method,
    /// A function.
    Function,
    /// A predicate.
    Predicate,
}

/// The proof of one member.
#[derive(Clone, Debug)]
pub struct Member {
    /// What it is.
    pub kind: MemberKind,
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub place: Place,
    /// [`Verdict::Proved`] if there is no failure; the strongest of the failures' otherwise.
    pub verdict: Verdict,
    /// What failed, by place.
    pub failures: Vec<Failure>,
    /// How long it took.
    pub time: Duration,
    /// Whether [`Options::member_time`] ended its proof.
    pub out_of_time: bool,
    /// Whether it was not run because nothing changed since it was proved.
    pub cached: bool,
    /// All states that the proof came to, in the order in which it did, when they were asked for.
    pub walk: Vec<Visit>,
}

/// Which way an obligation failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// It is not a consequence of what is known.
    Refuted,
    /// The solver did not decide it; why.
    Unknown(String),
}

/// An obligation that was not shown.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What Viper's tools call it: `assert.failed:assertion.false`.
    pub id: String,
    /// Where the statement or expression is whose obligation it is.
    pub place: Place,
    /// Where the conjunct is that failed, often in a contract.
    pub conjunct: Place,
    /// One sentence in the words of the program: what might not hold and why.
    pub message: String,
    /// Decided against, or not decided.
    pub status: Status,
    /// What the heap holds for the resource in question, one chunk a line; empty when it is not about permissions.
    pub chunks: Vec<String>,
    /// The places where the path took a side, in order, each with what was taken.
    pub path: Vec<(Place, String)>,
    /// Values under which it fails, in the names of the program; empty when nothing gives some.
    pub counterexample: Vec<(String, String)>,
    /// Values that the solver had when it gave up, of which nothing says that they are possible.
    pub candidate: Vec<(String, String)>,
    /// Whether a concrete run fails so, which is looked for outside of this crate.
    pub is_run: bool,
    /// The symbolic states on the path, when they were asked for.
    pub states: Vec<Snapshot>,
    /// The state that it was found in or behind, by its number in [`Member::walk`].
    pub visit: Option<usize>,
}

/// A state that the proof of a member came to.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The state before it on its path, by its number; `None` where the path begins.
    pub before: Option<usize>,
    /// The sides that the path took since then.
    pub taken: Vec<(Place, String)>,
    /// The state.
    pub state: Snapshot,
    /// Whether the path ends here.
    pub last: bool,
    /// What failed of what the `refute` here says: nothing where that holds. `None` where there is no `refute`.
    pub asked: Option<Vec<Failure>>,
}

/// A symbolic state at a place of a path, as text.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The statement that comes next.
    pub place: Place,
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

/// What a proof cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Statistics {
    /// Obligations in all.
    pub obligations: u64,
    /// Those among them that needed no solver.
    pub embedded: u64,
    /// Questions to the solver process, feasibility of branches included.
    pub queries: u64,
    /// How long the solver processes worked.
    pub solver_time: Duration,
}

/// The proof of a program.
#[derive(Clone, Debug)]
pub struct Report {
    /// All members in order of their places.
    pub members: Vec<Member>,
    /// What it cost.
    pub statistics: Statistics,
    /// Why the proof was stopped early, if it was; one sentence.
    pub stopped: Option<String>,
}

impl Statistics {
    /// Adds what another worker did.
    pub(crate) fn add(&mut self, other: Self) {
        self.obligations += other.obligations;
        self.embedded += other.embedded;
        self.queries += other.queries;
        self.solver_time += other.solver_time;
    }
}
