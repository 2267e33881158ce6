//! Quantifiers, comprehensions, sums, and what multiplicities demand.

use super::{Done, Translator, Value};
use crate::syntax::{BinaryOp, Many, Quantifier, UnaryOp};
use crate::tree::{Declared, Expr, Kind, Many as Multiple, Place, VarId};
use effigy_relational::{Declaration, ExprId, FormulaId, Multiplicity, VariableId};

/// Declarations with what they demand beside their bounds.
struct Prepared {
    declared: Vec<Declaration>,
    guards: Vec<FormulaId>,
    /// Whether every variable stands for one atom.
    single: bool,
}

impl Translator<'_> {
    /// The relational variable of a variable; the same each time, so that formulas that are alike are the same.
    pub(super) fn relational_variable(
        &mut self,
        var: VarId,
        prefix: &str,
        arity: usize,
        place: Place,
    ) -> Done<VariableId> {
        if let Some(known) = self.variables.get(&var) {
            return Ok(*known);
        }
        let name = format!("{prefix}_{}", self.tree.vars[var].name);
        let variable = self.problem.variable(name, arity);
        let variable = self.at(place, variable)?;
        self.variables.insert(var, variable);
        Ok(variable)
    }

    /// What variables are named after: the predicate or function that they are in, or the command.
    fn prefix(&self) -> String {
        match self.calling.last() {
            Some(id) => self.tree.functions[*id].name.clone(),
            None => self.command.name.clone(),
        }
    }

    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        place: Place,
        all: &[Declared],
        body: &Expr,
    ) -> Done<Value> {
        let mut prepared = self.prepare(place, all)?;
        let formula = match quantifier {
            Quantifier::Sum => {
                let body = self.int(body)?;
                let sum = self.guarded_sum(place, &prepared, body)?;
                return Ok(Value::Int(sum));
            }
            _ => self.formula(body)?,
        };
        let guards = std::mem::take(&mut prepared.guards);
        let guard = |t: &mut Self| -> Done<Option<FormulaId>> {
            if guards.is_empty() {
                return Ok(None);
            }
            let guard = t.problem.and(guards);
            t.at(place, guard).map(Some)
        };
        let guard = guard(self)?;
        let declared = &prepared.declared;
        let both = |t: &mut Self| match guard {
            None => Ok(formula),
            Some(guard) => {
                let both = t.problem.and([guard, formula]);
                t.at(place, both)
            }
        };
        let found = match quantifier {
            Quantifier::All => {
                let body = match guard {
                    None => formula,
                    Some(guard) => {
                        let implied = self.problem.implies(guard, formula);
                        self.at(place, implied)?
                    }
                };
                let all = self.problem.for_all(declared, body);
                self.at(place, all)?
            }
            Quantifier::No => {
                let both = both(self)?;
                let contrary = self.problem.not(both);
                let contrary = self.at(place, contrary)?;
                let all = self.problem.for_all(declared, contrary);
                self.at(place, all)?
            }
            Quantifier::Some => {
                let both = both(self)?;
                let some = self.problem.exists(declared, both);
                self.at(place, some)?
            }
            Quantifier::Comprehension => {
                let both = both(self)?;
                let set = self.problem.comprehension(declared, both);
                return self.at(place, set).map(Value::Set);
            }
            Quantifier::One | Quantifier::Lone if prepared.single => {
                let both = both(self)?;
                let set = self.problem.comprehension(declared, both);
                let set = self.at(place, set)?;
                let counted = match quantifier {
                    Quantifier::One => self.problem.one(set),
                    _ => self.problem.lone(set),
                };
                self.at(place, counted)?
            }
            Quantifier::One | Quantifier::Lone => {
                let what = "`one` and `lone` over variables that stand for more than atoms";
                let problem = crate::problem::Problem::Unsupported(what.to_owned());
                return Err(crate::tree::Located { place, problem });
            }
            Quantifier::Sum => formula,
        };
        Ok(Value::Formula(found))
    }

    fn guarded_sum(
        &mut self,
        place: Place,
        prepared: &Prepared,
        body: effigy_relational::IntId,
    ) -> Done<effigy_relational::IntId> {
        let mut body = body;
        if !prepared.guards.is_empty() {
            let guard = self.problem.and(prepared.guards.clone());
            let guard = self.at(place, guard)?;
            let zero = self.problem.int(0);
            let zero = self.at(place, zero)?;
            let guarded = self.problem.if_int(guard, body, zero);
            body = self.at(place, guarded)?;
        }
        let sum = self.problem.sum_over(&prepared.declared, body);
        self.at(place, sum)
    }

    /// Declares variables; they stand for themselves from now on.
    fn prepare(&mut self, place: Place, all: &[Declared]) -> Done<Prepared> {
        let mut prepared = Prepared { declared: Vec::new(), guards: Vec::new(), single: true };
        let prefix = self.prefix();
        for declared in all {
            let bound = self.set(&declared.expr)?;
            let arity = declared.expr.ty.arity().unwrap_or(1);
            let op = Self::multiplicity(&declared.expr);
            let unmarked = declared.expr.many == Multiple::No;
            let multiplicity = match op {
                _ if arity != 1 => Multiplicity::Set,
                UnaryOp::SetOf if !unmarked => Multiplicity::Set,
                UnaryOp::SomeOf => Multiplicity::Some,
                UnaryOp::LoneOf => Multiplicity::Lone,
                _ => Multiplicity::One,
            };
            prepared.single &= multiplicity == Multiplicity::One;
            let mut vars = Vec::new();
            for var in &declared.vars {
                let variable =
                    self.relational_variable(*var, &prefix, arity, declared.expr.place)?;
                let own = self.problem.var(variable);
                let own = self.at(place, own)?;
                vars.push(own);
                self.env.insert(*var, Value::Set(own));
                if arity != 1 {
                    let guard = self.is_in(own, &declared.expr)?;
                    prepared.guards.push(guard);
                }
                prepared.declared.push(Declaration::with(variable, multiplicity, bound));
            }
            if declared.disjoint && vars.len() > 1 {
                let disjoint = self.disjoint(place, &vars)?;
                prepared.guards.push(disjoint);
            }
        }
        Ok(prepared)
    }

    /// That a relation is in what an expression with multiplicities allows.
    pub(super) fn is_in(&mut self, value: ExprId, bound: &Expr) -> Done<FormulaId> {
        let place = bound.place;
        if let (Kind::Binary(op, left, right), Multiple::Arrow) = (&bound.kind, bound.many)
            && op.is_arrow()
        {
            return self.is_in_arrow(value, *op, left, right, place);
        }
        let set = self.set(bound)?;
        let op = Self::multiplicity(bound);
        if op == UnaryOp::ExactlyOf {
            let equal = self.problem.equal(value, set);
            return self.at(place, equal);
        }
        let inside = self.problem.subset(value, set);
        let inside = self.at(place, inside)?;
        let counted = match op {
            UnaryOp::OneOf => self.problem.one(value),
            UnaryOp::LoneOf => self.problem.lone(value),
            UnaryOp::SomeOf => self.problem.some(value),
            _ => return Ok(inside),
        };
        let counted = self.at(place, counted)?;
        let both = self.problem.and([counted, inside]);
        self.at(place, both)
    }

    fn is_in_arrow(
        &mut self,
        value: ExprId,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        place: Place,
    ) -> Done<FormulaId> {
        let (before, behind) = match op {
            BinaryOp::Arrow(before, behind) => (before, behind),
            _ => (Many::Any, Many::Lone),
        };
        let (a, b) = (self.set(left)?, self.set(right)?);
        let product = self.problem.product(a, b);
        let product = self.at(place, product)?;
        let inside = self.problem.subset(value, product);
        let mut conjuncts = vec![self.at(place, inside)?];
        // For each tuple on the left, what stands behind it; and the other way round.
        if behind != Many::Any || right.many != Multiple::No {
            conjuncts.push(self.each_side(value, (left, a), (right, behind), true, place)?);
        }
        if before != Many::Any || left.many != Multiple::No {
            conjuncts.push(self.each_side(value, (right, b), (left, before), false, place)?);
        }
        if op == BinaryOp::Sequence {
            conjuncts.push(self.without_gaps(value, place)?);
        }
        let all = self.problem.and(conjuncts);
        self.at(place, all)
    }

    /// For each tuple of one side of an arrow: how many tuples of the other side belong to it.
    fn each_side(
        &mut self,
        value: ExprId,
        (from, from_set): (&Expr, ExprId),
        (to, many): (&Expr, Many),
        forwards: bool,
        place: Place,
    ) -> Done<FormulaId> {
        let arity = from.ty.arity().unwrap_or(1);
        let (mut declared, mut tuple, mut rest) = (Vec::new(), None::<ExprId>, value);
        for _ in 0..arity {
            let variable = self.problem.variable("v", 1);
            let variable = self.at(place, variable)?;
            let own = self.problem.var(variable);
            let own = self.at(place, own)?;
            let bound = if arity == 1 { from_set } else { self.problem.univ() };
            declared.push(Declaration::one(variable, bound));
            // Columns are taken off from the outer end.
            let (joined, extended) = if forwards {
                let joined = self.problem.join(own, rest);
                (joined, tuple.map(|tuple| self.problem.product(tuple, own)))
            } else {
                let joined = self.problem.join(rest, own);
                (joined, tuple.map(|tuple| self.problem.product(own, tuple)))
            };
            rest = self.at(place, joined)?;
            tuple = Some(match extended {
                None => own,
                Some(extended) => self.at(place, extended)?,
            });
        }
        let mut body = self.is_in(rest, to)?;
        let counted = match many {
            Many::Any => None,
            Many::Lone => Some(self.problem.lone(rest)),
            Many::One => Some(self.problem.one(rest)),
            Many::Some => Some(self.problem.some(rest)),
        };
        if let Some(counted) = counted {
            let counted = self.at(place, counted)?;
            let both = self.problem.and([counted, body]);
            body = self.at(place, both)?;
        }
        if let Some(tuple) = tuple.filter(|_| arity > 1) {
            let is_tuple = self.is_in(tuple, from)?;
            let implied = self.problem.implies(is_tuple, body);
            body = self.at(place, implied)?;
        }
        let all = self.problem.for_all(&declared, body);
        self.at(place, all)
    }

    /// That the indices of a sequence are 0, 1 and so on.
    fn without_gaps(&mut self, value: ExprId, place: Place) -> Done<FormulaId> {
        let mut indices = value;
        loop {
            let univ = self.problem.univ();
            match self.problem.join(indices, univ) {
                Ok(joined) => indices = joined,
                Err(_) => break,
            }
        }
        let (zero, next) = (self.zero(place)?, self.next_integers(place)?);
        let followers = self.problem.join(indices, next);
        let followers = self.at(place, followers)?;
        let firsts = self.problem.difference(indices, followers);
        let firsts = self.at(place, firsts)?;
        let subset = self.problem.subset(firsts, zero);
        self.at(place, subset)
    }
}
