//! Expressions, formulas and integers.

use super::{Done, Translator, Value};
use crate::problem::Problem;
use crate::sig::SigId;
use crate::syntax::{BinaryOp, Constant, ListOp, UnaryOp};
use crate::tree::{Expr, FunctionId, Kind, Located, Place};
use effigy_base::id::Id;
use effigy_relational::{
    Atom, Expr as Node, ExprId, FormulaId, IntId, IntOp, ProblemError, TupleSet,
};

/// How deep expressions may be nested when predicates and functions are inlined.
const MAX_DEPTH: usize = 3000;

impl Translator<'_> {
    pub(super) fn formula(&mut self, expr: &Expr) -> Done<FormulaId> {
        match self.value(expr)? {
            Value::Formula(formula) => Ok(formula),
            _ => Err(Located {
                place: expr.place,
                problem: Problem::Type("this should be a formula".to_owned()),
            }),
        }
    }

    pub(super) fn set(&mut self, expr: &Expr) -> Done<ExprId> {
        let value = self.value(expr)?;
        self.as_set(value, expr.place)
    }

    pub(super) fn int(&mut self, expr: &Expr) -> Done<IntId> {
        let value = self.value(expr)?;
        self.as_int(value, expr.place)
    }

    fn as_set(&mut self, value: Value, place: Place) -> Done<ExprId> {
        match value {
            Value::Set(set) => Ok(set),
            Value::Int(int) => {
                let atom = self.problem.int_to_atom(int);
                self.at(place, atom)
            }
            Value::Formula(_) => Err(Located {
                place,
                problem: Problem::Type("this should be a set or relation".to_owned()),
            }),
        }
    }

    /// The sum of a set; the integer itself where the set is that of one integer's atom.
    fn as_int(&mut self, value: Value, place: Place) -> Done<IntId> {
        match value {
            Value::Int(int) => Ok(int),
            value => {
                let set = self.as_set(value, place)?;
                if let Some(int) = self.atom_of(set) {
                    return Ok(int);
                }
                let sum = self.problem.sum(set);
                self.at(place, sum)
            }
        }
    }

    /// The integer whose atom a set is, by its form.
    fn atom_of(&self, set: ExprId) -> Option<IntId> {
        match self.problem.expr(set) {
            Some(Node::IntToAtom(int)) => Some(*int),
            _ => None,
        }
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Done<Value> {
        if self.depth >= MAX_DEPTH {
            return Err(Located { place: expr.place, problem: Problem::Nesting(MAX_DEPTH) });
        }
        self.depth += 1;
        let value = self.value_inside(expr);
        self.depth -= 1;
        value
    }

    fn value_inside(&mut self, expr: &Expr) -> Done<Value> {
        let place = expr.place;
        match &expr.kind {
            Kind::Constant(constant) => self.constant(constant, place),
            Kind::Sig(sig) => Ok(Value::Set(self.sig_expr(*sig))),
            Kind::Field(field) => match self.fields[field.index()] {
                Some(whole) => Ok(Value::Set(whole)),
                None => Err(internal(place)),
            },
            Kind::Var(var) => self.env.get(var).copied().ok_or_else(|| internal(place)),
            Kind::Unary(op, operand) => self.unary(*op, operand, place),
            Kind::Binary(op, left, right) => self.binary(*op, left, right, place),
            Kind::Join(left, right) => self.join(left, right, place).map(Value::Set),
            Kind::List(op, all) => self.list(*op, all, place).map(Value::Formula),
            Kind::IfElse(condition, then, other) => self.if_else(condition, then, other, place),
            Kind::Let(var, value, body) => {
                let value = self.value(value)?;
                let before = self.env.insert(*var, value);
                let body = self.value(body);
                match before {
                    Some(before) => self.env.insert(*var, before),
                    None => self.env.remove(var),
                };
                body
            }
            Kind::Quantified(quantifier, declared, body) => {
                self.quantified(*quantifier, place, declared, body)
            }
            Kind::Call(id, args, _) => self.call(*id, args, place),
            Kind::Partial(..) | Kind::Choice(_) | Kind::Macro(..) | Kind::Bad => {
                Err(internal(place))
            }
        }
    }

    fn constant(&mut self, constant: &Constant, place: Place) -> Done<Value> {
        let number = |n: i64, t: &mut Self| {
            let int = t.problem.int(n);
            t.at(place, int).map(Value::Int)
        };
        match constant {
            Constant::True => Ok(Value::Formula(self.problem.truth(true))),
            Constant::Iden => self.iden(place).map(Value::Set),
            Constant::Number(n) => {
                let Value::Int(int) = number(i64::from(*n), self)? else {
                    return Err(internal(place));
                };
                let atom = self.problem.int_to_atom(int);
                self.at(place, atom).map(Value::Set)
            }
            Constant::Min => number(self.scopes.range().map_or(0, |(min, _)| min), self),
            Constant::Max => number(self.scopes.range().map_or(0, |(_, max)| max), self),
            Constant::Next => self.next_integers(place).map(Value::Set),
            Constant::Text(text) => {
                let atom = self.strings.get(text).copied();
                let set = self.problem.constant(TupleSet::set(atom));
                self.at(place, set).map(Value::Set)
            }
        }
    }

    /// Every atom that there is paired with itself.
    fn iden(&mut self, place: Place) -> Done<ExprId> {
        let iden = self.problem.iden();
        let restricted = self.problem.restrict_domain(self.sig_expr(SigId::UNIV), iden);
        self.at(place, restricted)
    }

    fn integers(&self) -> Vec<Atom> {
        self.bounds.upper(SigId::INT).atoms().to_vec()
    }

    pub(super) fn next_integers(&mut self, place: Place) -> Done<ExprId> {
        let all = self.integers();
        let pairs = TupleSet::pairs(all.iter().copied().zip(all.iter().copied().skip(1)));
        let next = self.problem.constant(pairs);
        self.at(place, next)
    }

    pub(super) fn zero(&mut self, place: Place) -> Done<ExprId> {
        let all = self.integers();
        let zero = self.problem.constant(TupleSet::set(all.get(all.len() / 2).copied()));
        self.at(place, zero)
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, place: Place) -> Done<Value> {
        use UnaryOp as U;
        let formula =
            |t: &Self, made: Result<FormulaId, ProblemError>| t.at(place, made).map(Value::Formula);
        match op {
            U::Not => {
                let operand = self.formula(operand)?;
                let made = self.problem.not(operand);
                formula(self, made)
            }
            U::ToInt => self.int(operand).map(Value::Int),
            U::ToAtom => {
                let int = self.int(operand)?;
                let atom = self.problem.int_to_atom(int);
                self.at(place, atom).map(Value::Set)
            }
            U::SetOf | U::SomeOf | U::LoneOf | U::OneOf | U::ExactlyOf => {
                self.set(operand).map(Value::Set)
            }
            U::No | U::Some | U::Lone | U::One => {
                let set = self.set(operand)?;
                let made = match op {
                    U::No => self.problem.no(set),
                    U::Some => self.problem.some(set),
                    U::Lone => self.problem.lone(set),
                    _ => self.problem.one(set),
                };
                formula(self, made)
            }
            U::Cardinality => {
                let set = self.set(operand)?;
                let count = self.problem.cardinality(set);
                self.at(place, count).map(Value::Int)
            }
            U::Transpose | U::Closure => {
                let relation = self.set(operand)?;
                let made = match op {
                    U::Transpose => self.problem.transpose(relation),
                    _ => self.problem.closure(relation),
                };
                self.at(place, made).map(Value::Set)
            }
            U::ReflexiveClosure => {
                let relation = self.set(operand)?;
                let closure = self.problem.closure(relation);
                let closure = self.at(place, closure)?;
                let iden = self.iden(place)?;
                let union = self.problem.union(closure, iden);
                self.at(place, union).map(Value::Set)
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, place: Place) -> Done<Value> {
        use BinaryOp as B;
        match op {
            B::Implies | B::Iff => {
                let (a, b) = (self.formula(left)?, self.formula(right)?);
                let made = match op {
                    B::Implies => self.problem.implies(a, b),
                    _ => self.problem.iff(a, b),
                };
                self.at(place, made).map(Value::Formula)
            }
            B::In | B::NotIn => {
                let value = self.set(left)?;
                let inside = self.is_in(value, right)?;
                self.negated(inside, op == B::NotIn, place)
            }
            B::Equal | B::NotEqual => {
                let (a, b) = (self.set(left)?, self.set(right)?);
                let made = match (self.atom_of(a), self.atom_of(b)) {
                    (Some(a), Some(b)) => self.problem.same_int(a, b),
                    _ => self.problem.equal(a, b),
                };
                let equal = self.at(place, made)?;
                self.negated(equal, op == B::NotEqual, place)
            }
            _ if let Some((swapped, strict, negated)) = comparison(op) => {
                let (a, b) = (self.int(left)?, self.int(right)?);
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                let made =
                    if strict { self.problem.less(a, b) } else { self.problem.less_or_equal(a, b) };
                let compared = self.at(place, made)?;
                self.negated(compared, negated, place)
            }
            _ if let Some(int_op) = arithmetic(op) => {
                let (a, mut b) = (self.int(left)?, self.int(right)?);
                if matches!(int_op, IntOp::Shr | IntOp::Sar) {
                    b = self.shifted_by(b, place)?;
                }
                let made = self.problem.operate(int_op, a, b);
                self.at(place, made).map(Value::Int)
            }
            _ => self.relational(op, left, right, place).map(Value::Set),
        }
    }

    /// By how many bits Alloy shifts to the right: as many lowest bits count as the number of the highest bit has.
    fn shifted_by(&mut self, amount: IntId, place: Place) -> Done<IntId> {
        let highest = self.scopes.width.saturating_sub(1);
        let mask = (1i64 << (u32::BITS - highest.leading_zeros())) - 1;
        let mask = self.problem.int(mask);
        let mask = self.at(place, mask)?;
        let made = self.problem.operate(IntOp::And, amount, mask);
        self.at(place, made)
    }

    fn negated(&mut self, formula: FormulaId, negated: bool, place: Place) -> Done<Value> {
        if !negated {
            return Ok(Value::Formula(formula));
        }
        let made = self.problem.not(formula);
        self.at(place, made).map(Value::Formula)
    }

    fn relational(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        place: Place,
    ) -> Done<ExprId> {
        use BinaryOp as B;
        if op == B::Minus
            && let Some(smallest) = self.smallest(left, right, place)
        {
            return smallest;
        }
        let (a, b) = (self.set(left)?, self.set(right)?);
        let made = match op {
            B::Plus => self.problem.union(a, b),
            B::Minus => self.problem.difference(a, b),
            B::Intersect => self.problem.intersection(a, b),
            B::Override => self.problem.override_with(a, b),
            B::Domain => self.problem.restrict_domain(a, b),
            B::Range => self.problem.restrict_range(a, b),
            _ => self.problem.product(a, b),
        };
        self.at(place, made)
    }

    /// `0 - 8` where 8 is one more than the largest integer: the smallest one.
    fn smallest(&mut self, left: &Expr, right: &Expr, place: Place) -> Option<Done<ExprId>> {
        let number = |expr: &Expr| match &expr.kind {
            Kind::Constant(Constant::Number(n)) => Some(i64::from(*n)),
            Kind::Unary(UnaryOp::ToAtom, inner) => match &inner.kind {
                Kind::Constant(Constant::Number(n)) => Some(i64::from(*n)),
                _ => None,
            },
            _ => None,
        };
        let (min, max) = self.scopes.range()?;
        if number(left) != Some(0) || number(right) != Some(max + 1) {
            return None;
        }
        let made = self.problem.int(min).and_then(|int| self.problem.int_to_atom(int));
        Some(self.at(place, made))
    }

    fn join(&mut self, left: &Expr, right: &Expr, place: Place) -> Done<ExprId> {
        let a = self.set(left)?;
        if let Kind::Field(field) = right.kind {
            let sig = self.tree.fields[field].sig;
            let whole = self.fields[field.index()].ok_or_else(|| internal(place))?;
            return self.field_of(sig, field, a, whole, place);
        }
        let b = self.set(right)?;
        let made = self.problem.join(a, b);
        self.at(place, made)
    }

    fn list(&mut self, op: ListOp, all: &[Expr], place: Place) -> Done<FormulaId> {
        match op {
            ListOp::And | ListOp::Or => {
                let mut formulas = Vec::with_capacity(all.len());
                for expr in all {
                    formulas.push(self.formula(expr)?);
                }
                let made = match op {
                    ListOp::And => self.problem.and(formulas),
                    _ => self.problem.or(formulas),
                };
                self.at(place, made)
            }
            ListOp::Disjoint => {
                let mut sets = Vec::with_capacity(all.len());
                for expr in all {
                    sets.push(self.set(expr)?);
                }
                self.disjoint(place, &sets)
            }
            ListOp::TotalOrder => {
                let [elements, first, next] = all else { return Err(internal(place)) };
                let sets = (self.set(elements)?, self.set(first)?, self.set(next)?);
                let sig = match elements.kind {
                    Kind::Sig(sig) => Some(sig),
                    _ => None,
                };
                self.total_order(sets, sig, place)
            }
        }
    }

    /// That a relation goes through all elements, one after the other, from the first one.
    fn total_order(
        &mut self,
        (elements, first, next): (ExprId, ExprId, ExprId),
        sig: Option<SigId>,
        place: Place,
    ) -> Done<FormulaId> {
        let variable = self.problem.variable("e", 1);
        let variable = self.at(place, variable)?;
        let problem = &mut self.problem;
        let made = (|| {
            let e = problem.var(variable)?;
            let steps = problem.reflexive_closure(next)?;
            let reached = problem.join(first, steps)?;
            let all_reached = problem.subset(elements, reached)?;
            let before_first = problem.join(next, first)?;
            let nothing_before = problem.no(before_first)?;
            let is_first = problem.equal(e, first)?;
            let before = problem.join(next, e)?;
            let one_before = problem.one(before)?;
            let first_or_before = problem.or([is_first, one_before])?;
            let with_next = problem.join(next, elements)?;
            let last = problem.difference(elements, with_next)?;
            let is_last = problem.equal(e, last)?;
            let behind = problem.join(e, next)?;
            let one_behind = problem.one(behind)?;
            let last_or_behind = problem.or([is_last, one_behind])?;
            let closure = problem.closure(next)?;
            let far_behind = problem.join(e, closure)?;
            let circle = problem.subset(e, far_behind)?;
            let no_circle = problem.not(circle)?;
            let each = problem.and([first_or_before, last_or_behind, no_circle])?;
            let declared = [effigy_relational::Declaration::one(variable, elements)];
            let all = problem.for_all(&declared, each)?;
            problem.and([all_reached, nothing_before, all])
        })();
        let ordered = self.at(place, made)?;
        // A signature of its own is never empty when it is ordered.
        let alone = sig.is_some_and(|sig| {
            self.sig_relations[sig.index()].len() == 1 && self.tree.sigs[sig].children.is_empty()
        });
        if !alone {
            return Ok(ordered);
        }
        let one = self.problem.one(first);
        let one = self.at(place, one)?;
        let inside = self.problem.subset(first, elements);
        let inside = self.at(place, inside)?;
        let both = self.problem.and([one, inside, ordered]);
        self.at(place, both)
    }

    fn if_else(
        &mut self,
        condition: &Expr,
        then: &Expr,
        other: &Expr,
        place: Place,
    ) -> Done<Value> {
        let condition = self.formula(condition)?;
        match self.value(then)? {
            Value::Formula(then) => {
                let other = self.formula(other)?;
                let first = self.problem.implies(condition, then);
                let first = self.at(place, first)?;
                let contrary = self.problem.not(condition);
                let contrary = self.at(place, contrary)?;
                let second = self.problem.implies(contrary, other);
                let second = self.at(place, second)?;
                let both = self.problem.and([first, second]);
                self.at(place, both).map(Value::Formula)
            }
            Value::Set(then) => {
                let other = self.set(other)?;
                let made = self.problem.if_expr(condition, then, other);
                self.at(place, made).map(Value::Set)
            }
            Value::Int(then) => {
                let other = self.int(other)?;
                let made = self.problem.if_int(condition, then, other);
                self.at(place, made).map(Value::Int)
            }
        }
    }

    fn call(&mut self, id: FunctionId, args: &[Expr], place: Place) -> Done<Value> {
        let function = &self.tree.functions[id];
        if self.calling.contains(&id) {
            let what = format!("`{}` calls itself: recursion", function.name);
            return Err(Located { place, problem: Problem::Unsupported(what) });
        }
        let body = function.body.clone().ok_or_else(|| internal(place))?;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.set(arg)?);
        }
        let key = (id, values.clone());
        if let Some(known) = self.called.get(&key) {
            return Ok(*known);
        }
        let mut before = Vec::new();
        for (var, value) in function.vars().zip(values) {
            before.push((var, self.env.insert(var, Value::Set(value))));
        }
        self.calling.push(id);
        let value = self.value(&body);
        self.calling.pop();
        for (var, old) in before {
            match old {
                Some(old) => self.env.insert(var, old),
                None => self.env.remove(&var),
            };
        }
        let value = value?;
        self.called.insert(key, value);
        Ok(value)
    }
}

fn internal(place: Place) -> Located {
    let message = "internal error: this was not resolved".to_owned();
    Located { place, problem: Problem::Type(message) }
}

/// Whether the operands change places, whether equality is excluded, and whether the contrary is meant.
fn comparison(op: BinaryOp) -> Option<(bool, bool, bool)> {
    use BinaryOp as B;
    Some(match op {
        B::Less => (false, true, false),
        B::LessEqual => (false, false, false),
        B::Greater => (true, true, false),
        B::GreaterEqual => (true, false, false),
        B::NotLess => (false, true, true),
        B::NotLessEqual => (false, false, true),
        B::NotGreater => (true, true, true),
        B::NotGreaterEqual => (true, false, true),
        _ => return None,
    })
}

fn arithmetic(op: BinaryOp) -> Option<IntOp> {
    use BinaryOp as B;
    Some(match op {
        B::Add => IntOp::Add,
        B::Sub => IntOp::Sub,
        B::Mul => IntOp::Mul,
        B::Div => IntOp::Div,
        B::Rem => IntOp::Rem,
        B::ShiftLeft => IntOp::Shl,
        B::ShiftRight => IntOp::Sar,
        B::ShiftRightUnsigned => IntOp::Shr,
        _ => return None,
    })
}
