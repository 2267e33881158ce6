//! Quantifiers over finitely many values.

use crate::choices::{Resource, State};
use crate::eval::as_local;
use crate::value::Value;
use crate::{Machine, Run, Stop};
use effigy_lang_viper::tree::{
    BinaryOp, Expr, ExprKind, LocalId, Location, Quantifier, Type, UnaryOp,
};
use effigy_lang_viper::walk;
use std::collections::BTreeSet;

/// Values of all variables together that are looked at, at most.
const MOST: usize = 3000;

/// What a quantifier ranges over.
pub(crate) struct Range {
    pub variables: Vec<LocalId>,
    pub values: Vec<Vec<Value>>,
    /// Whether the body is settled for all others.
    pub is_all: bool,
}

impl<'p> Machine<'p> {
    pub(crate) fn quantified(&mut self, s: &mut State, quantifier: &'p Quantifier) -> Run<bool> {
        let range = self.range(s, quantifier)?;
        let mut undecided = None;
        for binding in bindings(&range.values) {
            let mut inner = s.clone();
            for (local, value) in range.variables.iter().zip(binding) {
                self.bind(&mut inner, *local, value);
            }
            match self.truth(&mut inner, &quantifier.body) {
                Ok(truth) if truth == quantifier.exists => return Ok(truth),
                Ok(_) => {}
                Err(Stop::Left(why)) => undecided = Some(why),
                Err(stop) => return Err(stop),
            }
        }
        match undecided {
            Some(why) => Err(Stop::Left(why)),
            None if range.is_all => Ok(!quantifier.exists),
            None => Err(Stop::Left("a quantifier without bounds")),
        }
    }

    /// The values of each variable for which the body must be looked at.
    pub(crate) fn range(&mut self, s: &mut State, quantifier: &'p Quantifier) -> Run<Range> {
        let mut guards = Vec::new();
        match quantifier.exists {
            true => conjuncts(&quantifier.body, &mut guards),
            false => premises(&quantifier.body, &mut guards),
        }
        let variables = quantifier.variables.clone();
        let mut values = Vec::new();
        let mut is_all = true;
        for variable in &variables {
            let (range, all) = self.values_of(s, *variable, &variables, &guards)?;
            values.push(range);
            is_all &= all;
        }
        match values.iter().try_fold(1usize, |n, v| n.checked_mul(v.len())) {
            Some(count) if count <= MOST => Ok(Range { variables, values, is_all }),
            _ => Err(Stop::Left("a quantifier over too many values")),
        }
    }

    fn values_of(
        &mut self,
        s: &mut State,
        variable: LocalId,
        bound: &[LocalId],
        guards: &[&'p Expr],
    ) -> Run<(Vec<Value>, bool)> {
        // An element of a collection.
        for guard in guards {
            if let ExprKind::Binary(BinaryOp::In, element, collection) = &*guard.kind
                && as_local(element) == Some(variable)
                && !mentions(collection, bound)
            {
                let all = self.attempt(s, collection)?;
                return Ok((elements(all), true));
            }
        }
        let ty = self.type_of(variable);
        match ty {
            Some(Type::Bool) => Ok((vec![Value::Bool(false), Value::Bool(true)], true)),
            Some(Type::Int) => self.numbers_of(s, variable, bound, guards),
            Some(Type::Ref) => {
                let objects = u32::try_from(self.choices.births.len()).unwrap_or(0);
                let is_all = self.is_about_held(variable, guards);
                Ok(((0..=objects).map(Value::Ref).collect(), is_all))
            }
            Some(Type::Domain(..)) => {
                Ok(((0..self.choices.elements).map(Value::Element).collect(), false))
            }
            _ => Err(Stop::Left("a quantifier without bounds")),
        }
    }

    fn type_of(&self, variable: LocalId) -> Option<Type> {
        self.locals.get(variable).map(|local| local.ty.clone())
    }

    /// Whether a guard asks for permission, which is held to known objects alone.
    fn is_about_held(&self, variable: LocalId, guards: &[&'p Expr]) -> bool {
        let asks = |e: &Expr| match &*e.kind {
            ExprKind::Binary(BinaryOp::Gt | BinaryOp::Eq, a, b) => {
                matches!(&*a.kind, ExprKind::Perm(Location::Field(r, _)) if as_local(r) == Some(variable))
                    && matches!(&*b.kind, ExprKind::NoPerm | ExprKind::FullPerm)
                    && !matches!(
                        (&*e.kind, &*b.kind),
                        (ExprKind::Binary(BinaryOp::Eq, ..), ExprKind::NoPerm)
                    )
            }
            _ => false,
        };
        guards.iter().any(|guard| asks(guard))
    }

    /// All numbers between the bounds that the guards have.
    fn numbers_of(
        &mut self,
        s: &mut State,
        variable: LocalId,
        bound: &[LocalId],
        guards: &[&'p Expr],
    ) -> Run<(Vec<Value>, bool)> {
        let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
        // Bounds of a variable that another one is compared with are its bounds.
        let (below, above) = chain(variable, bound, guards);
        for guard in guards {
            let ExprKind::Binary(op, a, b) = &*guard.kind else { continue };
            let (small, large) = match op {
                BinaryOp::Lt | BinaryOp::Le => (a, b),
                BinaryOp::Gt | BinaryOp::Ge => (b, a),
                _ => continue,
            };
            if as_local(large).is_some_and(|v| below.contains(&v))
                && !mentions(small, bound)
                && let Value::Int(n) = self.attempt(s, small)?
            {
                low = Some(low.map_or(n, |low| low.max(n)));
            }
            if as_local(small).is_some_and(|v| above.contains(&v))
                && !mentions(large, bound)
                && let Value::Int(n) = self.attempt(s, large)?
            {
                high = Some(high.map_or(n, |high| high.min(n)));
            }
        }
        match (low, high) {
            (Some(low), Some(high)) if high.saturating_sub(low) < 200 => {
                Ok(((low..=high).map(Value::Int).collect(), true))
            }
            _ => {
                let some: BTreeSet<i128> = (-2..6).chain(low).chain(high).collect();
                Ok((some.into_iter().map(Value::Int).collect(), false))
            }
        }
    }

    /// A value that stands in a guard, which may have no meaning by itself.
    fn attempt(&mut self, s: &mut State, e: &'p Expr) -> Run<Value> {
        let trusted = std::mem::replace(&mut self.trusted, true);
        let value = self.eval(s, e);
        self.trusted = trusted;
        value
    }

    /// `forperm`: over what is held.
    pub(crate) fn for_perm(
        &mut self,
        s: &mut State,
        variables: &'p [LocalId],
        location: &'p Location,
        body: &'p Expr,
    ) -> Run<bool> {
        let resources: Vec<Resource> = s.heap.amounts().keys().cloned().collect();
        for resource in resources {
            let (formal, actual): (Vec<&Expr>, Vec<Value>) = match (location, resource) {
                (Location::Field(e, field), Resource::Field(object, own)) if *field == own => {
                    (vec![e], vec![Value::Ref(object)])
                }
                (Location::Predicate(p, es), Resource::Predicate(own, values)) if *p == own => {
                    (es.iter().collect(), values)
                }
                _ => continue,
            };
            let mut bound: Vec<(LocalId, Value)> = Vec::new();
            let mut matches = true;
            for (formal, actual) in formal.into_iter().zip(actual) {
                let own = as_local(formal).filter(|local| variables.contains(local));
                let before = own.and_then(|own| bound.iter().find(|(local, _)| *local == own));
                match (own, before) {
                    (Some(_), Some((_, value))) => matches &= *value == actual,
                    (Some(local), None) => bound.push((local, actual)),
                    (None, _) if mentions(formal, variables) => {
                        return Err(Stop::Left("`forperm` over more than variables"));
                    }
                    (None, _) => matches &= self.eval(s, formal)? == actual,
                }
            }
            if !matches {
                continue;
            }
            let mut inner = s.clone();
            for (local, value) in bound {
                self.bind(&mut inner, local, value);
            }
            if !self.truth(&mut inner, body)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The variables that are at most and at least as large as the one that is asked for, itself included.
fn chain(
    variable: LocalId,
    bound: &[LocalId],
    guards: &[&Expr],
) -> (BTreeSet<LocalId>, BTreeSet<LocalId>) {
    let (mut below, mut above) = (BTreeSet::from([variable]), BTreeSet::from([variable]));
    for _ in bound {
        for guard in guards {
            let ExprKind::Binary(op, a, b) = &*guard.kind else { continue };
            let (small, large) = match op {
                BinaryOp::Lt | BinaryOp::Le => (as_local(a), as_local(b)),
                BinaryOp::Gt | BinaryOp::Ge => (as_local(b), as_local(a)),
                _ => continue,
            };
            let (Some(small), Some(large)) = (small, large) else { continue };
            if !bound.contains(&small) || !bound.contains(&large) {
                continue;
            }
            if below.contains(&large) {
                below.insert(small);
            }
            if above.contains(&small) {
                above.insert(large);
            }
        }
    }
    (below, above)
}

fn mentions(e: &Expr, variables: &[LocalId]) -> bool {
    let mut found = false;
    walk::all(e, &mut |part| found |= as_local(part).is_some_and(|v| variables.contains(&v)));
    found
}

fn elements(collection: Value) -> Vec<Value> {
    match collection {
        Value::Seq(all) => all.into_iter().collect::<BTreeSet<_>>().into_iter().collect(),
        Value::Set(all) => all.into_iter().collect(),
        Value::Multiset(all) => all.into_keys().collect(),
        Value::Map(all) => all.into_keys().collect(),
        _ => Vec::new(),
    }
}

/// What must hold for the body to say something.
fn premises<'e>(body: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &*body.kind {
        ExprKind::Binary(BinaryOp::Implies, premise, rest) => {
            conjuncts(premise, out);
            premises(rest, out);
        }
        ExprKind::Binary(BinaryOp::Or, a, b) => {
            if let ExprKind::Unary(UnaryOp::Not, inner) = &*a.kind {
                conjuncts(inner, out);
            }
            premises(b, out);
        }
        _ => {}
    }
}

fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &*e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

/// All ways to take one value of each.
pub(crate) fn bindings(values: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for some in values {
        let longer = |before: &Vec<Value>| -> Vec<Vec<Value>> {
            some.iter().map(|v| [before.as_slice(), std::slice::from_ref(v)].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
