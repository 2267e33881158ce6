//! Operations on what may be null: sets of at most one atom.

use super::{Made, Meaning, Model};
use crate::operators::{Arithmetic, Comparison};
use crate::value::{Type, Value};
use effigy_relational::{Declaration, ExprId, FormulaId, TupleSet};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Model<'_> {
    /// A new variable for a row of a set.
    pub(super) fn row_variable(&mut self, name: &str, of: ExprId) -> Made<(ExprId, Declaration)> {
        self.fresh += 1;
        let variable = self.problem.variable(format!("{name}{}", self.fresh), 1)?;
        Ok((self.problem.var(variable)?, Declaration::one(variable, of)))
    }

    /// A constant.
    pub(super) fn constant(&mut self, value: &Value) -> Made<ExprId> {
        if *value == Value::Null {
            return Ok(self.problem.none(1)?);
        }
        let atom = self.atom(&Meaning::Value(value.clone()))?;
        let constant = self.problem.constant(TupleSet::set([atom]))?;
        if let Value::Int(n) = value {
            self.operands.insert(constant, [*n].into());
        }
        Ok(constant)
    }

    /// The integers that an expression can be.
    fn operand(&self, expression: ExprId) -> Rc<[i64]> {
        match self.operands.get(&expression) {
            Some(values) => Rc::clone(values),
            None if self.domains.indirect => self.domains.results.as_slice().into(),
            None => self.domains.integers.as_slice().into(),
        }
    }

    /// Whether a value is this constant.
    pub(super) fn is_constant(&mut self, value: ExprId, constant: &Value) -> Made<FormulaId> {
        let constant = self.constant(constant)?;
        self.meets(value, constant)
    }

    /// Whether two values are the same and not null.
    pub(super) fn meets(&mut self, a: ExprId, b: ExprId) -> Made<FormulaId> {
        let both = self.problem.intersection(a, b)?;
        Ok(self.problem.some(both)?)
    }

    /// Whether neither of two values is null.
    pub(super) fn both(&mut self, a: ExprId, b: ExprId) -> Made<FormulaId> {
        let (a, b) = (self.problem.some(a)?, self.problem.some(b)?);
        Ok(self.problem.and([a, b])?)
    }

    /// The value of truth of a formula.
    pub(super) fn truth_value(&mut self, formula: FormulaId) -> Made<ExprId> {
        let (yes, no) = (self.constant(&Value::Bool(true))?, self.constant(&Value::Bool(false))?);
        Ok(self.problem.if_expr(formula, yes, no)?)
    }

    /// Whether a comparison holds of two values that are not null; false when one is.
    pub(super) fn compares(
        &mut self,
        comparison: Comparison,
        a: ExprId,
        b: ExprId,
    ) -> Made<FormulaId> {
        match comparison {
            Comparison::Equal => self.meets(a, b),
            Comparison::Different => {
                let (both, same) = (self.both(a, b)?, self.meets(a, b)?);
                let different = self.problem.not(same)?;
                Ok(self.problem.and([both, different])?)
            }
            Comparison::Less => self.ordered(false, a, b),
            Comparison::AtMost => self.ordered(true, a, b),
            Comparison::Greater => self.ordered(false, b, a),
            Comparison::AtLeast => self.ordered(true, b, a),
        }
    }

    fn ordered(&mut self, or_same: bool, a: ExprId, b: ExprId) -> Made<FormulaId> {
        let order = self.order(or_same)?;
        let above = self.problem.join(a, order)?;
        self.meets(above, b)
    }

    /// The order of all values that have one, each type for itself. Atoms of a type are in its order.
    fn order(&mut self, or_same: bool) -> Made<ExprId> {
        if let Some(order) = self.orders.get(&or_same) {
            return Ok(*order);
        }
        let mut pairs = Vec::new();
        for ty in [Type::Bool, Type::Int, Type::Text, Type::Time, Type::Key] {
            let atoms = self.values(ty);
            for (index, low) in atoms.iter().enumerate() {
                let above = if or_same { &atoms[index..] } else { &atoms[index + 1..] };
                pairs.extend(above.iter().map(|high| (*low, *high)));
            }
        }
        let order = self.problem.constant(TupleSet::pairs(pairs))?;
        self.orders.insert(or_same, order);
        Ok(order)
    }

    /// Arithmetic. That a result is outside of the integers that are considered is noted, where one can be.
    pub(super) fn arithmetic(&mut self, op: Arithmetic, a: ExprId, b: ExprId) -> Made<ExprId> {
        let (of_x, of_y) = (self.operand(a), self.operand(b));
        let mut results: Vec<[effigy_relational::Atom; 3]> = Vec::new();
        let mut defined = Vec::new();
        let mut values = BTreeSet::new();
        for x in of_x.iter() {
            for y in of_y.iter() {
                let Some(result) = op.apply(*x, *y) else { continue };
                let (from, by) = (self.integer(*x)?, self.integer(*y)?);
                if let Value::Int(n) = result {
                    let Ok(to) = self.integer(n) else { continue };
                    results.push([from, by, to]);
                    values.insert(n);
                }
                defined.push((from, by));
            }
        }
        if defined.len() < of_x.len() * of_y.len() {
            self.overflowing += 1;
            let defined = self.problem.constant(TupleSet::pairs(defined))?;
            let of_a = self.problem.join(a, defined)?;
            let fits = self.meets(of_a, b)?;
            let both = self.both(a, b)?;
            let fits = self.problem.implies(both, fits)?;
            self.must_not_overflow(fits)?;
        }
        let results = self.problem.constant(TupleSet::of(3, results)?)?;
        let of_a = self.problem.join(a, results)?;
        let result = self.problem.join(b, of_a)?;
        self.operands.insert(result, values.into_iter().collect());
        Ok(result)
    }

    fn integer(&self, n: i64) -> Made<effigy_relational::Atom> {
        self.atom(&Meaning::Value(Value::Int(n)))
    }

    /// Notes what must hold for all values of the variables that are bound here.
    pub(super) fn must_not_overflow(&mut self, formula: FormulaId) -> Made<()> {
        let mut whole = formula;
        for declaration in self.bound.clone().iter().rev() {
            whole = self.problem.for_all(&[*declaration], whole)?;
        }
        if !self.no_overflow.contains(&whole) {
            self.no_overflow.push(whole);
        }
        Ok(())
    }

    /// Does something where more variables are bound.
    pub(super) fn under<T>(
        &mut self,
        declarations: &[Declaration],
        work: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<T> {
        let before = self.bound.len();
        self.bound.extend_from_slice(declarations);
        let result = work(self);
        self.bound.truncate(before);
        result
    }

    /// Some values of the variables make it hold; without variables it holds itself.
    pub(super) fn exists(
        &mut self,
        declarations: &[Declaration],
        body: FormulaId,
    ) -> Made<FormulaId> {
        if declarations.is_empty() {
            return Ok(body);
        }
        Ok(self.problem.exists(declarations, body)?)
    }

    /// All values of the variables make it hold.
    pub(super) fn for_all(
        &mut self,
        declarations: &[Declaration],
        body: FormulaId,
    ) -> Made<FormulaId> {
        if declarations.is_empty() {
            return Ok(body);
        }
        Ok(self.problem.for_all(declarations, body)?)
    }
}
