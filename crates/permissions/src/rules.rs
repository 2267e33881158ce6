//! The rules, each in a module of its own, as the prover calls them.

use crate::prover::{Consumed, Exits, Prover, Rules, Source};
use crate::state::{Blame, Heap, State, Stop, Wanted};
use crate::{consume, eval, exec, functions, infer, produce};
use effigy_lang_viper::tree::{Block, Expr, FunctionId};
use effigy_term::Term;

/// The rules of this crate.
pub(crate) struct Dispatch;

impl Rules for Dispatch {
    fn eval<'p>(
        &self,
        p: &mut Prover<'p>,
        s: &mut State,
        e: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        eval::eval(p, s, e, blame)
    }

    fn produce<'p>(
        &self,
        p: &mut Prover<'p>,
        s: State,
        source: Source,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        produce::produce(p, s, source, a, blame)
    }

    fn consume<'p>(
        &self,
        p: &mut Prover<'p>,
        s: State,
        heap: Heap,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<Consumed>, Stop> {
        consume::consume(p, s, heap, a, blame)
    }

    fn execute<'p>(&self, p: &mut Prover<'p>, s: State, block: &'p Block) -> Result<Exits, Stop> {
        exec::flow::execute_block(p, s, block)
    }

    fn define(&self, p: &mut Prover<'_>, function: FunctionId) {
        functions::define(p, function);
    }

    fn read_inside(
        &self,
        p: &mut Prover<'_>,
        s: &mut State,
        heap: &Heap,
        wanted: Wanted<'_>,
    ) -> Result<Option<Term>, Stop> {
        infer::read_inside(p, s, heap, wanted)
    }
}
