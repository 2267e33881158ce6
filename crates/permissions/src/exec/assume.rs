//! `assume A`: permissions in it are compared with what is held, and none are added.

use crate::produce::Source;
use crate::prover::Prover;
use crate::state::{Blame, Resource, State, Stop};
use effigy_base::op::Op;
use effigy_lang_viper::tree::{Access, BinaryOp, Expr, ExprKind};
use effigy_term::Term;

/// What an assertion asks of a heap so far: amounts over the formal arguments of a resource.
type Wanted = Vec<(Resource, Term)>;

impl<'p> Prover<'p> {
    pub(super) fn assume_assertion(
        &mut self,
        mut s: State,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        if self.is_pure(a) {
            return self.produce(s, Source::Fresh, a, blame);
        }
        match self.wanted(&mut s, a, &mut Vec::new(), blame) {
            Ok(fact) => {
                self.assume(&mut s, fact);
                Ok(vec![s])
            }
            Err(Stop::Dead) => Ok(Vec::new()),
            Err(stop) => Err(stop),
        }
    }

    /// What an assertion says of a heap that is held already.
    fn wanted(
        &mut self,
        s: &mut State,
        a: &'p Expr,
        wanted: &mut Wanted,
        blame: Blame,
    ) -> Result<Term, Stop> {
        match &*a.kind {
            _ if self.is_pure(a) => self.eval(s, a, blame),
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let left = self.wanted(s, left, wanted, blame)?;
                self.assume(s, left);
                let right = self.wanted(s, right, wanted, blame)?;
                Ok(self.terms.and(left, right))
            }
            ExprKind::Binary(BinaryOp::Implies, condition, conclusion) => {
                let condition = self.eval(s, condition, blame)?;
                self.wanted_under(s, condition, conclusion, wanted, blame)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.eval(s, condition, blame)?;
                let not = self.terms.not(condition);
                let then = self.wanted_under(s, condition, then, wanted, blame)?;
                let otherwise = self.wanted_under(s, not, otherwise, wanted, blame)?;
                Ok(self.terms.and(then, otherwise))
            }
            ExprKind::Let(local, value, body) => {
                let value = self.eval(s, value, blame)?;
                s.set(*local, value);
                self.wanted(s, body, wanted, blame)
            }
            ExprKind::Unfolding(access, body) => {
                let base = s.facts.len();
                let before = wanted.clone();
                let none = self.none();
                self.opened_for(s, access, body, blame, |this, s| {
                    let mut inner = before.clone();
                    let said = this.wanted(s, body, &mut inner, blame)?;
                    let side = this.side(base, s);
                    for (resource, amount) in inner.into_iter().skip(before.len()) {
                        wanted.push((resource, this.terms.ite(side, amount, none)));
                    }
                    Ok(said)
                })
            }
            ExprKind::InhaleExhale(inhaled, _) => self.wanted(s, inhaled, wanted, blame),
            ExprKind::Access(access) => self.wanted_access(s, access, wanted, blame),
            ExprKind::Quantifier(quantifier) => {
                self.wanted_quantified(s, quantifier, wanted, blame)
            }
            _ => Err(self.unsupported(s, a, blame, "this assertion cannot be assumed")),
        }
    }

    fn wanted_under(
        &mut self,
        s: &mut State,
        condition: Term,
        a: &'p Expr,
        wanted: &mut Wanted,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let mut inner = Wanted::new();
        let before = wanted.clone();
        let said = self.under(s, condition, |this, s| {
            inner.clone_from(&before);
            this.wanted(s, a, &mut inner, blame)
        })?;
        let none = self.none();
        for (resource, amount) in inner.drain(..).skip(before.len()) {
            let amount = self.terms.ite(condition, amount, none);
            wanted.push((resource, amount));
        }
        let said = said.unwrap_or_else(|| self.truth(true));
        Ok(self.implies(condition, said))
    }

    fn wanted_access(
        &mut self,
        s: &mut State,
        access: &'p Access,
        wanted: &mut Wanted,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let (resource, arguments) = self.location(s, &access.location, blame)?;
        let amount = self.scaled_amount(s, access, blame)?;
        let formals = self.formals(resource);
        let here = self.same(&formals, &arguments);
        let none = self.none();
        let amount = self.terms.ite(here, amount, none);
        wanted.push((resource, amount));
        Ok(self.is_wanted(s, resource, &arguments, wanted))
    }

    /// That an instance is held as much as the assertion asks so far.
    pub(crate) fn is_wanted(
        &mut self,
        s: &State,
        resource: Resource,
        arguments: &[Term],
        wanted: &[(Resource, Term)],
    ) -> Term {
        let heap = s.heap.clone();
        let held = self.held(&heap, resource, arguments);
        let mut total = self.none();
        for (_, amount) in wanted.iter().filter(|(other, _)| *other == resource) {
            let amount = self.instantiate(resource, *amount, arguments);
            total = self.terms.app(Op::RealAdd, &[total, amount]);
        }
        self.terms.app(Op::RealLe, &[total, held])
    }
}
