//! The values of expressions.

use std::collections::BTreeSet;

use effigy_base::id::Id;
use rustc_hash::FxHashMap;

use super::{Bound, Evaluator, Set};
use crate::atom::Atom;
use crate::declaration::Declaration;
use crate::error::EvaluationError;
use crate::ids::{ExprId, FormulaId, IntId};
use crate::node::Expr;
use crate::tuples::TupleSet;

type Tuples = BTreeSet<Vec<Atom>>;

fn tuples(set: &TupleSet) -> impl Iterator<Item = Vec<Atom>> {
    set.iter().map(<[Atom]>::to_vec)
}

impl Evaluator<'_> {
    pub(super) fn expr(&mut self, id: ExprId) -> Result<Set, EvaluationError> {
        self.step()?;
        let data = self.problem.exprs.data(id);
        let is_closed = data.free.is_empty();
        if is_closed && let Some(set) = self.closed.get(&id) {
            return Ok(set.clone());
        }
        let (arity, place) = (data.arity, self.place);
        let (tuples, undefined) = self.make_expr(id)?;
        self.place = place;
        let made = TupleSet::of(arity, tuples);
        let set = Set { tuples: made.unwrap_or_else(|_| TupleSet::empty(arity)), undefined };
        if is_closed {
            self.closed.insert(id, set.clone());
        }
        Ok(set)
    }

    fn make_expr(&mut self, id: ExprId) -> Result<(Tuples, bool), EvaluationError> {
        let problem = self.problem;
        let all = || problem.universe().atoms();
        Ok(match problem.exprs.node(id) {
            Expr::Relation(relation) => {
                let value = self.instance.values().get(relation.index());
                let value = value.ok_or(EvaluationError::NoSuch("relation"))?;
                (tuples(value).collect(), false)
            }
            Expr::Variable(variable) => {
                match self.bindings.iter().rfind(|bound| bound.variable == *variable) {
                    Some(bound) => (tuples(&bound.value).collect(), false),
                    None => {
                        let name = problem.variables[*variable].name.clone();
                        return Err(EvaluationError::FreeVariable(name));
                    }
                }
            }
            Expr::Constant(constant) => (tuples(constant).collect(), false),
            Expr::Univ => (all().map(|atom| vec![atom]).collect(), false),
            Expr::Iden => (all().map(|atom| vec![atom, atom]).collect(), false),
            Expr::Union(a, b) => self.both(*a, *b, |a, b| tuples(a).chain(tuples(b)).collect())?,
            Expr::Intersection(a, b) => {
                self.both(*a, *b, |a, b| tuples(a).filter(|t| b.contains(t)).collect())?
            }
            Expr::Difference(a, b) => {
                self.both(*a, *b, |a, b| tuples(a).filter(|t| !b.contains(t)).collect())?
            }
            Expr::Override(a, b) => self.both(*a, *b, overridden)?,
            Expr::Join(a, b) => self.both(*a, *b, joined)?,
            Expr::Product(a, b) => self.both(*a, *b, |a, b| {
                a.iter().flat_map(|s| b.iter().map(move |t| [s, t].concat())).collect()
            })?,
            Expr::RestrictDomain(set, relation) => {
                self.both(*set, *relation, |set, relation| {
                    tuples(relation).filter(|t| set.contains(&t[..1])).collect()
                })?
            }
            Expr::RestrictRange(relation, set) => self.both(*relation, *set, |relation, set| {
                tuples(relation).filter(|t| set.contains(&t[t.len() - 1..])).collect()
            })?,
            Expr::Transpose(a) => {
                let a = self.expr(*a)?;
                (a.tuples.iter().map(|t| vec![t[1], t[0]]).collect(), a.undefined)
            }
            Expr::Closure(a) => {
                let a = self.expr(*a)?;
                (walks(&a.tuples), a.undefined)
            }
            Expr::ReflexiveClosure(a) => {
                let a = self.expr(*a)?;
                let mut pairs = walks(&a.tuples);
                pairs.extend(all().map(|atom| vec![atom, atom]));
                (pairs, a.undefined)
            }
            Expr::If(condition, then, otherwise) => {
                let place = self.enter();
                let holds = self.formula(*condition)?;
                self.place = place;
                let set = self.expr(if holds == Some(true) { *then } else { *otherwise })?;
                (tuples(&set.tuples).collect(), set.undefined || holds.is_none())
            }
            Expr::Comprehension(declarations, body) => self.comprehension(declarations, *body)?,
            Expr::IntToAtom(int) => self.int_to_atom(*int)?,
        })
    }

    fn both(
        &mut self,
        a: ExprId,
        b: ExprId,
        make: impl FnOnce(&TupleSet, &TupleSet) -> Tuples,
    ) -> Result<(Tuples, bool), EvaluationError> {
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        Ok((make(&a.tuples, &b.tuples), a.undefined || b.undefined))
    }

    fn int_to_atom(&mut self, int: IntId) -> Result<(Tuples, bool), EvaluationError> {
        let whole = self.int(int)?;
        let integers = self.problem.integer_atoms().iter();
        let atoms = integers.filter(|(_, number)| *number == whole.number);
        Ok((atoms.map(|(atom, _)| vec![*atom]).collect(), whole.undefined))
    }

    fn comprehension(
        &mut self,
        declarations: &[Declaration],
        body: FormulaId,
    ) -> Result<(Tuples, bool), EvaluationError> {
        self.enter();
        let (mut made, mut undefined) = (Tuples::new(), false);
        self.comprehend(declarations, body, &mut Vec::new(), &mut made, &mut undefined)?;
        Ok((made, undefined))
    }

    fn comprehend(
        &mut self,
        declarations: &[Declaration],
        body: FormulaId,
        tuple: &mut Vec<Atom>,
        made: &mut Tuples,
        undefined: &mut bool,
    ) -> Result<(), EvaluationError> {
        let Some((first, rest)) = declarations.split_first() else {
            match self.formula(body)? {
                Some(true) => {
                    made.insert(tuple.clone());
                }
                Some(false) => {}
                None => *undefined = true,
            }
            return Ok(());
        };
        let bound = self.expr(first.bound)?;
        if bound.undefined {
            let free = &self.problem.exprs.data(first.bound).free;
            *undefined |= self.absorbs(free).is_none();
            return Ok(());
        }
        let absorbs = self.problem.over_integers(first).then_some(false);
        for atoms in &bound.tuples {
            let value = TupleSet::set(atoms.iter().copied());
            self.bindings.push(Bound { variable: first.variable, value, absorbs });
            tuple.extend_from_slice(atoms);
            let result = self.comprehend(rest, body, tuple, made, undefined);
            tuple.pop();
            self.bindings.pop();
            result?;
        }
        Ok(())
    }
}

fn overridden(a: &TupleSet, b: &TupleSet) -> Tuples {
    let kept = tuples(a).filter(|s| b.iter().all(|t| s[0] != t[0]));
    kept.chain(tuples(b)).collect()
}

fn joined(a: &TupleSet, b: &TupleSet) -> Tuples {
    let mut by_first: FxHashMap<Atom, Vec<&[Atom]>> = FxHashMap::default();
    for t in b {
        by_first.entry(t[0]).or_default().push(&t[1..]);
    }
    let mut made = Tuples::new();
    for s in a {
        let (rest, last) = s.split_at(s.len() - 1);
        for t in by_first.get(&last[0]).into_iter().flatten() {
            made.insert([rest, t].concat());
        }
    }
    made
}

/// Every pair of atoms with a walk of at least one step from the first to the second.
fn walks(steps: &TupleSet) -> Tuples {
    let mut made = Tuples::new();
    for start in steps {
        let mut open = vec![start[0]];
        while let Some(at) = open.pop() {
            for step in steps.iter().filter(|step| step[0] == at) {
                if made.insert(vec![start[0], step[1]]) {
                    open.push(step[1]);
                }
            }
        }
    }
    made
}
