//! The rules of the proof, which are mutually recursive: what one asks of another goes through here.

use super::Prover;
use crate::state::{Blame, Heap, State, Stop, Wanted};
use effigy_lang_viper::tree::{Block, Expr, FunctionId};
use effigy_term::Term;
use std::sync::Arc;

/// Where the snapshots of produced permissions come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Nothing is known of them.
    Fresh,
    /// They are the parts of a snapshot.
    Term(Term),
}

/// A state after an assertion was consumed.
#[derive(Clone, Debug)]
pub(crate) struct Consumed {
    /// The state, its heap as before.
    pub(crate) state: State,
    /// What is left of the heap.
    pub(crate) heap: Heap,
    /// The snapshot of what was taken.
    pub(crate) snapshot: Term,
}

/// How a block is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// At its end.
    End,
    /// By a jump to a label outside of it.
    Jump(Arc<str>),
}

/// States with how they left a block.
pub(crate) type Exits = Vec<(State, Exit)>;

/// What expressions, assertions and statements mean (Smans, Jacobs and Piessens, Figures 5 to 8).
pub(crate) trait Rules {
    /// The value of an expression.
    fn eval<'p>(
        &self,
        p: &mut Prover<'p>,
        s: &mut State,
        e: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop>;

    /// The states in which an assertion holds and its permissions are held.
    fn produce<'p>(
        &self,
        p: &mut Prover<'p>,
        s: State,
        source: Source,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop>;

    /// The states after an assertion was shown and its permissions were taken out of `heap`.
    fn consume<'p>(
        &self,
        p: &mut Prover<'p>,
        s: State,
        heap: Heap,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<Consumed>, Stop>;

    /// The states in which a block is left.
    fn execute<'p>(&self, p: &mut Prover<'p>, s: State, block: &'p Block) -> Result<Exits, Stop>;

    /// Puts the axioms of a function into the background.
    fn define(&self, p: &mut Prover<'_>, function: FunctionId);

    /// The snapshot of an instance that only a closed predicate has, or that is a predicate to close, where ghost operations
    /// are found.
    fn read_inside(
        &self,
        p: &mut Prover<'_>,
        s: &mut State,
        heap: &Heap,
        wanted: Wanted<'_>,
    ) -> Result<Option<Term>, Stop>;
}
