//! Expressions to matrices.

use std::rc::Rc;

use effigy_base::id::Id;
use effigy_solver::circuit::Lit;

use super::environment::Binding;
use super::{Translator, Value};
use crate::declaration::Declaration;
use crate::found::Why;
use crate::ids::{ExprId, FormulaId, IntId};
use crate::matrix::{Matrix, Room};
use crate::node::Expr;

/// A comprehension under way.
#[derive(Default)]
struct Comprehended {
    entries: Vec<(u64, Lit)>,
    undefined: Vec<Lit>,
}

impl Translator<'_> {
    pub(super) fn make_expr(&mut self, id: ExprId) -> Result<Value, Why> {
        let problem = self.problem;
        let defined = |matrix| Ok(Value { matrix: Rc::new(matrix), undefined: Lit::FALSE });
        match problem.exprs.node(id) {
            Expr::Relation(relation) => {
                let matrix = self.relations[relation.index()].clone();
                Ok(Value { matrix, undefined: Lit::FALSE })
            }
            Expr::Variable(variable) => match self.environment.find(*variable) {
                Some(binding) => Ok(Value { matrix: binding.value.clone(), undefined: Lit::FALSE }),
                None => panic!("a variable is used where nothing declares it"),
            },
            Expr::Constant(tuples) => defined(self.room.constant(tuples)),
            Expr::Univ => defined(self.room.univ()),
            Expr::Iden => defined(self.room.iden()),
            Expr::Union(a, b) => self.both(*a, *b, |room, a, b| Ok(room.union(a, b))),
            Expr::Intersection(a, b) => self.both(*a, *b, |room, a, b| Ok(room.intersection(a, b))),
            Expr::Difference(a, b) => self.both(*a, *b, |room, a, b| Ok(room.difference(a, b))),
            Expr::Override(a, b) => self.both(*a, *b, |room, a, b| Ok(room.override_with(a, b))),
            Expr::Join(a, b) => self.both(*a, *b, |room, a, b| room.join(a, b)),
            Expr::Product(a, b) => self.both(*a, *b, |room, a, b| room.product(a, b)),
            Expr::RestrictDomain(set, relation) => {
                self.both(*set, *relation, |room, set, of| Ok(room.restrict_domain(set, of)))
            }
            Expr::RestrictRange(relation, set) => {
                self.both(*relation, *set, |room, of, set| Ok(room.restrict_range(of, set)))
            }
            Expr::Transpose(a) => self.alone(*a, |room, a| Ok(room.transpose(a))),
            Expr::Closure(a) => self.alone(*a, |room, a| room.closure(a)),
            Expr::ReflexiveClosure(a) => self.alone(*a, |room, a| {
                let closure = room.closure(a)?;
                let iden = room.iden();
                Ok(room.union(&closure, &iden))
            }),
            Expr::If(condition, then, otherwise) => self.if_expr(*condition, *then, *otherwise),
            Expr::Comprehension(declarations, body) => self.comprehension(declarations, *body),
            Expr::IntToAtom(int) => self.int_to_atom(*int),
        }
    }

    fn alone(
        &mut self,
        a: ExprId,
        make: impl FnOnce(&mut Room<'_>, &Matrix) -> Result<Matrix, Why>,
    ) -> Result<Value, Why> {
        let a = self.expr(a)?;
        let matrix = make(&mut self.room, &a.matrix)?;
        Ok(Value { matrix: Rc::new(matrix), undefined: a.undefined })
    }

    fn both(
        &mut self,
        a: ExprId,
        b: ExprId,
        make: impl FnOnce(&mut Room<'_>, &Matrix, &Matrix) -> Result<Matrix, Why>,
    ) -> Result<Value, Why> {
        let a = self.expr(a)?;
        let b = self.expr(b)?;
        let matrix = make(&mut self.room, &a.matrix, &b.matrix)?;
        let undefined = self.room.circuit.or(a.undefined, b.undefined);
        Ok(Value { matrix: Rc::new(matrix), undefined })
    }

    fn if_expr(
        &mut self,
        condition: FormulaId,
        then: ExprId,
        otherwise: ExprId,
    ) -> Result<Value, Why> {
        let (condition, open) = self.condition(condition)?;
        if let (Some(value), Lit::FALSE) = (condition.as_constant(), open) {
            return self.expr(if value { then } else { otherwise });
        }
        let (a, b) = (self.expr(then)?, self.expr(otherwise)?);
        let matrix = self.room.choice(condition, &a.matrix, &b.matrix);
        let chosen = self.room.circuit.mux(condition, a.undefined, b.undefined);
        let undefined = self.room.circuit.or(open, chosen);
        Ok(Value { matrix: Rc::new(matrix), undefined })
    }

    /// A formula inside of an expression or an integer: where it holds, and where it neither does nor does not.
    pub(super) fn condition(&mut self, condition: FormulaId) -> Result<(Lit, Lit), Why> {
        let place = self.environment.enter();
        let truth = self.formula(condition);
        self.environment.place = place;
        let truth = truth?;
        let open = self.room.circuit.and(!truth.yes, !truth.no);
        Ok((truth.yes, open))
    }

    fn comprehension(
        &mut self,
        declarations: &[Declaration],
        body: FormulaId,
    ) -> Result<Value, Why> {
        let place = self.environment.enter();
        let mut made = Comprehended::default();
        let result = self.comprehend(declarations, body, Lit::TRUE, 0, &mut made);
        self.environment.place = place;
        result?;
        let matrix = Matrix { arity: declarations.len(), entries: made.entries };
        let undefined = self.room.circuit.or_all(made.undefined);
        Ok(Value { matrix: Rc::new(matrix), undefined })
    }

    /// The tuples that begin with those of the number, under a condition.
    fn comprehend(
        &mut self,
        declarations: &[Declaration],
        body: FormulaId,
        mut guard: Lit,
        number: u64,
        made: &mut Comprehended,
    ) -> Result<(), Why> {
        let Some((first, rest)) = declarations.split_first() else {
            let truth = self.formula(body)?;
            let circuit = &mut *self.room.circuit;
            let lit = circuit.and(guard, truth.yes);
            if lit != Lit::FALSE {
                made.entries.push((number, lit));
            }
            let open = circuit.and(!truth.yes, !truth.no);
            made.undefined.push(circuit.and(guard, open));
            return Ok(());
        };
        let bound = self.expr(first.bound)?;
        if bound.undefined != Lit::FALSE {
            self.overflows.push(bound.undefined);
            let free = &self.problem.exprs.data(first.bound).free;
            if self.environment.absorbs(free).is_none() {
                made.undefined.push(self.room.circuit.and(guard, bound.undefined));
            }
            guard = self.room.circuit.and(guard, !bound.undefined);
        }
        let absorbs = self.problem.over_integers(first).then_some(false);
        self.for_each(first, &bound.matrix, absorbs, |this, tuple, member| {
            let guard = this.room.circuit.and(guard, member);
            if guard == Lit::FALSE {
                return Ok(true);
            }
            let number = number * this.room.atoms + tuple;
            this.comprehend(rest, body, guard, number, made)?;
            Ok(true)
        })
    }

    /// Binds a variable to each tuple of a matrix in turn, until `body` says no.
    pub(super) fn for_each(
        &mut self,
        declaration: &Declaration,
        bound: &Rc<Matrix>,
        absorbs: Option<bool>,
        mut body: impl FnMut(&mut Self, u64, Lit) -> Result<bool, Why>,
    ) -> Result<(), Why> {
        let variable = declaration.variable;
        let none = Rc::new(Matrix { arity: bound.arity, entries: Vec::new() });
        self.environment.push(Binding {
            variable,
            value: none,
            identity: 0,
            tuple: Some(0),
            member: Lit::FALSE,
            absorbs,
        });
        let mut result = Ok(true);
        for &(tuple, member) in &bound.entries {
            self.environment.rebind(Matrix::single(bound.arity, tuple), tuple, member);
            // A body that was translated before is no new node; there may be many tuples all the same.
            result = self.step().and_then(|()| body(self, tuple, member));
            if !matches!(result, Ok(true)) {
                break;
            }
        }
        self.environment.pop();
        result.map(|_| ())
    }

    fn int_to_atom(&mut self, int: IntId) -> Result<Value, Why> {
        let number = self.int(int)?;
        let mut entries = Vec::new();
        for &(atom, value) in self.problem.integer_atoms() {
            let lit = self.is_number(&number.bits, value);
            if lit != Lit::FALSE {
                entries.push((u64::from(atom.0), lit));
            }
        }
        let matrix = Rc::new(Matrix { arity: 1, entries });
        Ok(Value { matrix, undefined: number.undefined })
    }
}
