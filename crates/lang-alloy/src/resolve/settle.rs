//! From the outside in: what of an expression matters settles which of its meanings a name has.

use super::Resolver;
use super::make::bad;
use crate::problem::Problem;
use crate::sig::SigId;
use crate::syntax::{BinaryOp, ListOp, UnaryOp};
use crate::tree::{Expr, Kind};
use crate::types::{Product, Type, is_none};
use rustc_hash::FxHashSet;

impl Resolver<'_> {
    pub(super) fn settle_formula(&self, expr: &Expr) -> Expr {
        let settled = self.settle(&self.as_formula(expr), &Type::formula());
        self.as_formula(&settled)
    }

    pub(super) fn settle_int(&self, expr: &Expr) -> Expr {
        let settled = self.settle(&self.as_int(expr), &Type::integer());
        self.as_int(&settled)
    }

    pub(super) fn settle_set(&self, expr: &Expr) -> Expr {
        let set = self.as_set(expr);
        let settled = self.settle(&set, &set.ty.tuples());
        self.as_set(&settled)
    }

    /// The expression with one meaning for each name, when tuples of this type are what matters of it.
    pub(super) fn settle(&self, expr: &Expr, wanted: &Type) -> Expr {
        if expr.error.is_some() {
            return expr.clone();
        }
        let place = expr.place;
        if let Some(error) = self.too_much(place) {
            return error;
        }
        match &expr.kind {
            Kind::Constant(_) | Kind::Sig(_) | Kind::Field(_) | Kind::Var(_) => expr.clone(),
            Kind::Quantified(..) | Kind::Partial(..) | Kind::Macro(..) | Kind::Bad => expr.clone(),
            Kind::Unary(op, operand) => {
                let wanted = self.unary_wants(*op, operand, wanted);
                let settled = self.settle(operand, &wanted);
                let extra = expr.weight.saturating_sub(operand.weight);
                self.unary(*op, place, &settled, extra)
            }
            Kind::Binary(op, left, right) => {
                let (a, b) = self.binary_wants(*op, left, right, wanted);
                self.binary(*op, place, &self.settle(left, &a), &self.settle(right, &b))
            }
            Kind::Join(left, right) => {
                let (a, b) = self.join_wants(left, right, wanted);
                self.join(place, &self.settle(left, &a), &self.settle(right, &b))
            }
            Kind::List(op, all) => self.settle_list(*op, expr, all),
            Kind::IfElse(condition, then, other) => {
                let (a, b) = self.sides_wanted(then, other, wanted);
                let condition = self.settle(condition, &Type::formula());
                self.if_else(place, &condition, &self.settle(then, &a), &self.settle(other, &b))
            }
            Kind::Let(var, value, body) => {
                self.let_(place, *var, value, &self.settle(body, wanted))
            }
            Kind::Call(id, args, extra) => {
                let vars = self.tree.functions[*id].vars();
                let args: Vec<Expr> = vars
                    .zip(args)
                    .map(|(var, arg)| {
                        let settled = self.settle(arg, &self.tree.vars[var].ty);
                        self.as_set(&settled)
                    })
                    .collect();
                self.call(place, *id, &args, *extra)
            }
            Kind::Choice(choices) => {
                let all: Vec<(Expr, String)> = choices.clone();
                self.settle_choice(expr, all, wanted, true)
            }
        }
    }

    /// The one meaning that fits: with tuples that matter, or else of the right arity; of several the least far-fetched.
    fn settle_choice(
        &self,
        expr: &Expr,
        choices: Vec<(Expr, String)>,
        wanted: &Type,
        first: bool,
    ) -> Expr {
        let exact =
            |e: &Expr| (wanted.boolean && e.ty.boolean) || self.hierarchy.intersects(wanted, &e.ty);
        let reasons: Vec<String> = choices.iter().map(|(_, reason)| reason.clone()).collect();
        let mut fit: Vec<(Expr, String)> =
            choices.iter().filter(|(e, _)| exact(e)).cloned().collect();
        if fit.is_empty() {
            fit = choices.into_iter().filter(|(e, _)| e.ty.has_common_arity(wanted)).collect();
        }
        if fit.len() > 1 {
            let least = fit.iter().map(|(e, _)| e.weight).min().unwrap_or(0);
            fit.retain(|(e, _)| e.weight == least);
            if first && fit.len() > 1 {
                let settled =
                    fit.into_iter().map(|(e, reason)| (self.settle(&e, wanted), reason)).collect();
                return self.settle_choice(expr, settled, wanted, false);
            }
        }
        if let [(only, _)] = fit.as_slice() {
            return self.settle(only, wanted);
        }
        if let Some(empty) = self.all_empty(expr, &fit) {
            return empty;
        }
        let meanings =
            if fit.is_empty() { reasons } else { fit.into_iter().map(|(_, r)| r).collect() };
        let name = "this".to_owned();
        bad(expr.place, Problem::Ambiguous { name, meanings: meanings.join("; ") })
    }

    /// The empty relation, when all meanings are that of one arity.
    fn all_empty(&self, expr: &Expr, fit: &[(Expr, String)]) -> Option<Expr> {
        let arity = fit.first()?.0.ty.arity()?;
        let empty = |e: &Expr| !e.ty.boolean && !e.ty.has_tuple() && e.ty.arity() == Some(arity);
        if !fit.iter().all(|(e, _)| empty(e)) {
            return None;
        }
        let none = self.sig_node(SigId::NONE, expr.place);
        let arrow = BinaryOp::Arrow(crate::syntax::Many::Any, crate::syntax::Many::Any);
        let product = |all: Expr, _| self.binary(arrow, expr.place, &all, &none);
        Some((1..arity).fold(none.clone(), product))
    }

    fn settle_list(&self, op: ListOp, expr: &Expr, all: &[Expr]) -> Expr {
        let settled: Vec<Expr> = match op {
            ListOp::And | ListOp::Or => all.iter().map(|e| self.settle_formula(e)).collect(),
            ListOp::Disjoint => {
                let types = all.iter().map(|e| e.ty.tuples());
                let wanted = types.reduce(|a, b| self.hierarchy.union_of_common_arity(&a, &b));
                let wanted = wanted.unwrap_or_default();
                all.iter().map(|e| self.as_set(&self.settle(e, &wanted))).collect()
            }
            ListOp::TotalOrder => {
                let set = all.first().map(|e| e.ty.extract(1)).unwrap_or_default();
                let pairs = self.hierarchy.product(&set, &set);
                let wanted = [&set, &set, &pairs];
                all.iter().zip(wanted).map(|(e, w)| self.as_set(&self.settle(e, w))).collect()
            }
        };
        self.list(op, expr.place, &settled)
    }

    fn sides_wanted(&self, then: &Expr, other: &Expr, wanted: &Type) -> (Type, Type) {
        if wanted.products.is_empty() {
            return (wanted.clone(), wanted.clone());
        }
        let side = |e: &Expr| {
            let mut ty = self.hierarchy.intersect(&e.ty, wanted);
            ty.boolean = wanted.boolean;
            ty
        };
        (side(then), side(other))
    }

    fn unary_wants(&self, op: UnaryOp, operand: &Expr, wanted: &Type) -> Type {
        use UnaryOp as U;
        let types = &self.hierarchy;
        match op {
            U::Not => Type::formula(),
            U::Transpose => {
                let back = types.intersect(&types.transpose(&operand.ty), wanted);
                types.transpose(&back)
            }
            U::Closure | U::ReflexiveClosure => self.closure_wants(wanted, &operand.ty),
            U::Cardinality | U::No | U::Some | U::Lone | U::One => operand.ty.tuples(),
            U::ToAtom => Type::integer(),
            U::ToInt => types.intersect(&operand.ty, &Type::of(&[SigId::INT])),
            U::SetOf | U::SomeOf | U::LoneOf | U::OneOf | U::ExactlyOf => wanted.clone(),
        }
    }

    /// The steps that lie on a way from the beginning to the end of a pair that matters.
    fn closure_wants(&self, wanted: &Type, steps: &Type) -> Type {
        let ends = |p: &Product| match p.as_slice() {
            [a, b] => Some((*a, *b)),
            _ => None,
        };
        let steps: Vec<(SigId, SigId)> = steps.products.iter().filter_map(ends).collect();
        let targets: Vec<(SigId, SigId)> = wanted.products.iter().filter_map(ends).collect();
        let mut nodes: Vec<SigId> = Vec::new();
        for (a, b) in steps.iter().chain(&targets) {
            for node in [*a, *b] {
                if !nodes.contains(&node) {
                    nodes.push(node);
                }
            }
        }
        let reached = |from: SigId| -> FxHashSet<SigId> {
            let (mut seen, mut pending) = (FxHashSet::default(), vec![from]);
            while let Some(at) = pending.pop() {
                if !seen.insert(at) {
                    continue;
                }
                pending.extend(steps.iter().filter(|(a, _)| *a == at).map(|(_, b)| *b));
                pending.extend(nodes.iter().copied().filter(|n| self.hierarchy.overlap(at, *n)));
            }
            seen
        };
        let mut answer = Type::default();
        for (a, b) in &steps {
            let on_way = targets
                .iter()
                .any(|(from, to)| reached(*from).contains(a) && reached(*b).contains(to));
            if on_way {
                answer = self.hierarchy.with(&answer, vec![*a, *b]);
            }
        }
        answer
    }

    fn binary_wants(&self, op: BinaryOp, left: &Expr, right: &Expr, wanted: &Type) -> (Type, Type) {
        use BinaryOp as B;
        let types = &self.hierarchy;
        let (a, b) = (&left.ty, &right.ty);
        let both = |ty: Type| (ty.clone(), ty);
        match op {
            B::Mul | B::Div | B::Rem | B::Add | B::Sub => both(Type::integer()),
            B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned => both(Type::integer()),
            _ if super::make::is_comparison(op) => both(Type::integer()),
            B::Implies | B::Iff => both(Type::formula()),
            B::Equal | B::NotEqual => {
                let common = types.intersect(a, b);
                if common.has_tuple() {
                    return both(common);
                }
                let a = a.common_arity(b);
                let b = b.common_arity(&a);
                (a, b)
            }
            B::In | B::NotIn => {
                let a = a.common_arity(b);
                let b = types.intersect(b, &a);
                (a, b)
            }
            B::Intersect | B::Plus | B::Override => {
                (types.intersect(a, wanted), types.intersect(b, wanted))
            }
            B::Minus => (wanted.clone(), types.intersect(wanted, b)),
            B::Domain => self.restriction_wants((a, b), wanted, 0),
            B::Range => {
                let (set, relation) = self.restriction_wants((b, a), wanted, usize::MAX);
                (relation, set)
            }
            _ => self.product_wants(a, b, wanted),
        }
    }

    /// What matters of a set and of a relation that it restricts, in the first column or the last one.
    fn restriction_wants(
        &self,
        (set, relation): (&Type, &Type),
        wanted: &Type,
        column: usize,
    ) -> (Type, Type) {
        let types = &self.hierarchy;
        let (mut sets, mut relations) = (Type::default(), Type::default());
        for s in set.products.iter().filter(|s| s.len() == 1) {
            for r in relation.products.iter().filter(|r| wanted.has_arity(r.len())) {
                let column = column.min(r.len() - 1);
                let Some(sig) = s.first() else { continue };
                let restricted = types.restrict(r, *sig, column);
                let common = types.intersect(wanted, &Type::of(&restricted));
                for product in common.products.into_iter().filter(|p| !is_none(p)) {
                    sets = types.with(&sets, product.get(column).copied().into_iter().collect());
                    relations = types.with(&relations, product);
                }
            }
        }
        if sets.products.is_empty() || relations.products.is_empty() {
            return (set.extract(1), relation.common_arity(wanted));
        }
        (sets, relations)
    }

    fn product_wants(&self, a: &Type, b: &Type, wanted: &Type) -> (Type, Type) {
        let types = &self.hierarchy;
        let (mut left, mut right) = (Type::default(), Type::default());
        for x in a.products.iter().filter(|p| !is_none(p)) {
            for y in b.products.iter().filter(|p| !is_none(p)) {
                let columns = [x.as_slice(), y.as_slice()].concat();
                let common = types.intersect(wanted, &Type::of(&columns));
                for product in common.products.iter().filter(|p| !is_none(p)) {
                    let (first, last) = product.split_at(x.len());
                    left = types.with(&left, first.to_vec());
                    right = types.with(&right, last.to_vec());
                }
            }
        }
        if left.products.is_empty() || right.products.is_empty() {
            return (a.clone(), b.clone());
        }
        (left, right)
    }

    fn join_wants(&self, left: &Expr, right: &Expr, wanted: &Type) -> (Type, Type) {
        let types = &self.hierarchy;
        let (mut a, mut b) = (Type::default(), Type::default());
        let all = |f: &mut dyn FnMut(&Product, &Product)| {
            for x in &left.ty.products {
                for y in &right.ty.products {
                    if x.len() + y.len() > 2 && wanted.has_arity(x.len() + y.len() - 2) {
                        f(x, y);
                    }
                }
            }
        };
        let meet = |x: &Product, y: &Product| match (x.last(), y.first()) {
            (Some(x), Some(y)) => types.intersect(&Type::of(&[*x]), &Type::of(&[*y])),
            _ => Type::default(),
        };
        all(&mut |x, y| {
            let middle = meet(x, y);
            let Some(middle) = middle.products.first().and_then(|p| p.first()) else { return };
            if *middle == SigId::NONE {
                return;
            }
            let joined = types.join_products(x, y);
            for product in types.intersect(wanted, &Type::of(&joined)).products {
                if is_none(&product) {
                    continue;
                }
                let (first, last) = product.split_at(x.len() - 1);
                a = types.with(&a, [first, &[*middle]].concat());
                b = types.with(&b, [&[*middle], last].concat());
            }
        });
        if !a.products.is_empty() && !b.products.is_empty() {
            return (a, b);
        }
        let (mut a, mut b) = (Type::default(), Type::default());
        all(&mut |x, y| {
            if meet(x, y).has_tuple() {
                a = types.with(&a, x.clone());
                b = types.with(&b, y.clone());
            }
        });
        if !a.products.is_empty() && !b.products.is_empty() {
            return (a, b);
        }
        let (mut a, mut b) = (Type::default(), Type::default());
        all(&mut |x, y| {
            a = types.with(&a, x.clone());
            b = types.with(&b, y.clone());
        });
        (a, b)
    }
}
