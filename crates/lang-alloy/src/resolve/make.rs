//! Makes expressions from parts: their types, and what is wrong with them.

use super::Resolver;
use crate::problem::Problem;
use crate::sig::SigId;
use crate::syntax::{BinaryOp, Constant, ListOp, Many as Side, Quantifier, UnaryOp};
use crate::tree::{Declared, Expr, FunctionId, Kind, Located, Many, Node, Place, VarId};
use crate::types::Type;
use std::rc::Rc;

/// The problem of an expression that cannot be what it should be.
fn not_a(place: Place, wanted: &str, found: &str) -> Rc<Located> {
    let message = format!("this should be {wanted}, and it is {found}");
    Rc::new(Located { place, problem: Problem::Type(message) })
}

/// An expression that means nothing, and why.
pub(super) fn bad(place: Place, problem: Problem) -> Expr {
    with_error(place, Kind::Bad, Rc::new(Located { place, problem }))
}

fn with_error(place: Place, kind: Kind, error: Rc<Located>) -> Expr {
    let (ty, weight, ambiguous) = (Type::default(), 0, false);
    Rc::new(Node { kind, ty, place, weight, ambiguous, many: Many::No, error: Some(error) })
}

/// The same expression with an error.
fn failing(expr: &Expr, error: Rc<Located>) -> Expr {
    Rc::new(Node { error: Some(error), ..(**expr).clone() })
}

fn leaf(kind: Kind, ty: Type, place: Place) -> Expr {
    Rc::new(Node { kind, ty, place, weight: 0, ambiguous: false, many: Many::No, error: None })
}

pub(super) fn constant(constant: Constant, place: Place) -> Expr {
    let ty = match &constant {
        Constant::True => Type::formula(),
        Constant::Iden => Type::of(&[SigId::UNIV, SigId::UNIV]),
        Constant::Number(_) | Constant::Min | Constant::Max => Type::integer(),
        Constant::Text(_) => Type::of(&[SigId::STRING]),
        Constant::Next => Type::of(&[SigId::INT, SigId::INT]),
    };
    leaf(Kind::Constant(constant), ty, place)
}

/// What several parts have in common that goes over to the whole.
struct Parts {
    ambiguous: bool,
    weight: u32,
    error: Option<Rc<Located>>,
}

fn parts<'e>(all: impl IntoIterator<Item = &'e Expr>) -> Parts {
    let mut parts = Parts { ambiguous: false, weight: 0, error: None };
    for part in all {
        parts.ambiguous |= part.ambiguous;
        parts.weight = parts.weight.saturating_add(part.weight);
        parts.error = parts.error.or_else(|| part.error.clone());
    }
    parts
}

fn whole(kind: Kind, ty: Type, place: Place, parts: Parts) -> Expr {
    let Parts { ambiguous, weight, error } = parts;
    Rc::new(Node { kind, ty, place, weight, ambiguous, many: Many::No, error })
}

fn no_multiplicity(expr: &Expr) -> Option<Rc<Located>> {
    (expr.many != Many::No).then(|| {
        let message = "a multiplicity means nothing here".to_owned();
        Rc::new(Located { place: expr.place, problem: Problem::Type(message) })
    })
}

impl Resolver<'_> {
    pub(super) fn sig_node(&self, sig: SigId, place: Place) -> Expr {
        leaf(Kind::Sig(sig), self.tree.sigs[sig].ty.clone(), place)
    }

    pub(super) fn var_node(&self, var: VarId, place: Place) -> Expr {
        leaf(Kind::Var(var), self.tree.vars[var].ty.clone(), place)
    }

    /// How a type is shown in messages.
    pub(super) fn show(&self, ty: &Type) -> String {
        if ty.boolean {
            return "a formula".to_owned();
        }
        let name = |sig: &SigId| self.tree.sigs[*sig].name.clone();
        let product = |p: &Vec<SigId>| p.iter().map(name).collect::<Vec<_>>().join("->");
        let all: Vec<String> = ty.products.iter().map(product).collect();
        if all.is_empty() {
            "nothing that has a type".to_owned()
        } else {
            format!("of the type {}", all.join(" + "))
        }
    }

    pub(super) fn as_formula(&self, expr: &Expr) -> Expr {
        if expr.error.is_some() || expr.ty.boolean {
            return expr.clone();
        }
        failing(expr, not_a(expr.place, "a formula", &self.show(&expr.ty)))
    }

    pub(super) fn as_set(&self, expr: &Expr) -> Expr {
        if expr.error.is_some() {
            return expr.clone();
        }
        if expr.ty.small_int {
            return self.unary(UnaryOp::ToAtom, expr.place, expr, 0);
        }
        if !expr.ty.products.is_empty() {
            return expr.clone();
        }
        failing(expr, not_a(expr.place, "a set or relation", &self.show(&expr.ty)))
    }

    pub(super) fn as_int(&self, expr: &Expr) -> Expr {
        if expr.error.is_some() || expr.ty.small_int {
            return expr.clone();
        }
        if expr.ty.is_int() {
            return self.unary(UnaryOp::ToInt, expr.place, expr, 0);
        }
        failing(expr, not_a(expr.place, "an integer", &self.show(&expr.ty)))
    }

    pub(super) fn unary(&self, op: UnaryOp, place: Place, operand: &Expr, extra: u32) -> Expr {
        use UnaryOp as U;
        if op == U::SetOf && operand.many != Many::No {
            return operand.clone();
        }
        // Casts there and back are none.
        match (op, &operand.kind) {
            (U::ToAtom, Kind::Unary(U::ToAtom, _)) | (U::ToInt, Kind::Unary(U::ToInt, _)) => {
                return operand.clone();
            }
            (U::ToInt, Kind::Unary(U::ToAtom, inner)) => return inner.clone(),
            _ => {}
        }
        let multiplicity = no_multiplicity(operand);
        let operand = match op {
            U::Not => self.as_formula(operand),
            U::ToAtom => self.as_int(operand),
            _ => self.as_set(operand),
        };
        let (ty, wrong) = match operand.error {
            None => self.unary_type(op, &operand),
            Some(_) => (operand.ty.clone(), None),
        };
        let mut parts = parts([&operand]);
        parts.weight += extra;
        parts.error = parts.error.or(multiplicity).or(wrong);
        let expr = whole(Kind::Unary(op, operand), ty, place, parts);
        if !op.is_multiplicity() {
            return expr;
        }
        Rc::new(Node { many: Many::Set, ..(*expr).clone() })
    }

    fn unary_type(&self, op: UnaryOp, operand: &Expr) -> (Type, Option<Rc<Located>>) {
        use UnaryOp as U;
        let ty = &operand.ty;
        let needs = |ty: Type, what: &str| {
            let found = self.show(&operand.ty);
            let wrong = ty.is_empty().then(|| not_a(operand.place, what, &found));
            (ty, wrong)
        };
        match op {
            U::SetOf | U::ExactlyOf => (ty.tuples(), None),
            U::SomeOf | U::LoneOf | U::OneOf => needs(ty.extract(1), "a set"),
            U::Not | U::No | U::Some | U::Lone | U::One => (Type::formula(), None),
            U::Transpose => needs(self.hierarchy.transpose(ty), "a binary relation"),
            U::Closure => needs(self.hierarchy.closure(ty), "a binary relation"),
            U::ReflexiveClosure => {
                let (_, wrong) = needs(self.hierarchy.closure(ty), "a binary relation");
                (Type::of(&[SigId::UNIV, SigId::UNIV]), wrong)
            }
            U::Cardinality => (Type::integer(), None),
            U::ToInt => {
                let (_, wrong) = needs(ty.extract(1), "a set of integers");
                (Type::integer(), wrong)
            }
            U::ToAtom => (Type::of(&[SigId::INT]), None),
        }
    }

    pub(super) fn binary(&self, op: BinaryOp, place: Place, left: &Expr, right: &Expr) -> Expr {
        use BinaryOp as B;
        // A field restricted to its own signature is the field.
        if let (B::Domain, Kind::Sig(sig), Kind::Field(field)) = (op, &left.kind, &right.kind)
            && self.tree.fields[*field].sig == *sig
        {
            return right.clone();
        }
        let convert = |expr: &Expr| match op {
            B::Mul | B::Div | B::Rem | B::Add | B::Sub => self.as_int(expr),
            B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned => self.as_int(expr),
            _ if is_comparison(op) => self.as_int(expr),
            B::Iff | B::Implies => self.as_formula(expr),
            _ => self.as_set(expr),
        };
        let (left, right) = (convert(left), convert(right));
        let mut parts = parts([&left, &right]);
        let mut ty = Type::default();
        if parts.error.is_none() {
            let (found, wrong) = self.binary_type(op, place, &left, &right);
            ty = found;
            parts.error = wrong.or_else(|| misplaced_multiplicity(op, &left, &right));
        }
        let plain = matches!(op, B::Arrow(Side::Any, Side::Any));
        let arrow = left.many == Many::Arrow || right.many == Many::Arrow || !plain;
        let expr = whole(Kind::Binary(op, left, right), ty, place, parts);
        if !(op.is_arrow() && arrow) {
            return expr;
        }
        Rc::new(Node { many: Many::Arrow, ..(*expr).clone() })
    }

    fn binary_type(
        &self,
        op: BinaryOp,
        place: Place,
        left: &Expr,
        right: &Expr,
    ) -> (Type, Option<Rc<Located>>) {
        use BinaryOp as B;
        let (a, b) = (&left.ty, &right.ty);
        let types = &self.hierarchy;
        let same_arity = |ty: Type| {
            let wrong = ty.is_empty().then(|| {
                let (a, b) = (self.show(a), self.show(b));
                let message = format!(
                    "`{}` needs two operands of one arity; the left one is {a}, the right one is {b}",
                    op.text()
                );
                Rc::new(Located { place, problem: Problem::Type(message) })
            });
            (ty, wrong)
        };
        match op {
            B::Mul | B::Div | B::Rem | B::Add | B::Sub => (Type::integer(), None),
            B::ShiftLeft | B::ShiftRight | B::ShiftRightUnsigned => (Type::integer(), None),
            B::Implies | B::Iff => (Type::formula(), None),
            B::Equal | B::NotEqual | B::In | B::NotIn => {
                let common = if a.has_common_arity(b) { Type::formula() } else { Type::default() };
                same_arity(common)
            }
            _ if is_comparison(op) => (Type::formula(), None),
            B::Plus | B::Override => same_arity(types.union_of_common_arity(a, b)),
            B::Minus => same_arity(a.common_arity(b)),
            B::Intersect => same_arity(types.intersect(a, b)),
            B::Domain => {
                let ty = types.restrict_domain(b, a);
                let wrong = ty.is_empty().then(|| not_a(left.place, "a set", &self.show(a)));
                (ty, wrong)
            }
            B::Range => {
                let ty = types.restrict_range(a, b);
                let wrong = ty.is_empty().then(|| not_a(right.place, "a set", &self.show(b)));
                (ty, wrong)
            }
            _ => (types.product(a, b), None),
        }
    }

    pub(super) fn join(&self, place: Place, left: &Expr, right: &Expr) -> Expr {
        let (left, right) = (self.as_set(left), self.as_set(right));
        let mut parts = parts([&left, &right]);
        parts.error =
            parts.error.or_else(|| no_multiplicity(&left)).or_else(|| no_multiplicity(&right));
        let ty = match parts.error {
            None => self.hierarchy.join(&left.ty, &right.ty),
            Some(_) => Type::default(),
        };
        if ty.is_empty() {
            parts.error = parts.error.or_else(|| {
                let (a, b) = (self.show(&left.ty), self.show(&right.ty));
                let message =
                    format!("these cannot be joined: the left side is {a}, the right side is {b}");
                Some(Rc::new(Located { place, problem: Problem::Type(message) }))
            });
            parts.weight = 0;
        }
        whole(Kind::Join(left, right), ty, place, parts)
    }

    pub(super) fn list(&self, op: ListOp, place: Place, all: &[Expr]) -> Expr {
        let logical = matches!(op, ListOp::And | ListOp::Or);
        let convert = |e: &Expr| if logical { self.as_formula(e) } else { self.as_set(e) };
        let mut flat = Vec::new();
        for expr in all {
            let expr = convert(expr);
            match &expr.kind {
                Kind::List(same, inner) if logical && *same == op => {
                    flat.extend(inner.iter().cloned())
                }
                Kind::Constant(Constant::True) if op == ListOp::And => {}
                _ => flat.push(expr),
            }
        }
        let mut parts = parts(&flat);
        let multiplicity = || flat.iter().find_map(no_multiplicity);
        parts.error =
            parts.error.or_else(multiplicity).or_else(|| self.list_error(op, place, &flat));
        whole(Kind::List(op, flat), Type::formula(), place, parts)
    }

    fn list_error(&self, op: ListOp, place: Place, all: &[Expr]) -> Option<Rc<Located>> {
        let message = match op {
            ListOp::And | ListOp::Or => return None,
            ListOp::Disjoint if all.len() < 2 => "`disj` needs at least two arguments",
            ListOp::Disjoint => {
                let mut common = all.first()?.ty.clone();
                for expr in all {
                    common = common.common_arity(&expr.ty);
                }
                if !common.is_empty() {
                    return None;
                }
                "the arguments of `disj` have different arities"
            }
            ListOp::TotalOrder => match all {
                [set, first, next]
                    if set.ty.has_arity(1) && first.ty.has_arity(1) && next.ty.has_arity(2) =>
                {
                    return None;
                }
                _ => "`pred/totalOrder` needs a set, a set and a binary relation",
            },
        };
        Some(Rc::new(Located { place, problem: Problem::Type(message.to_owned()) }))
    }

    pub(super) fn if_else(
        &self,
        place: Place,
        condition: &Expr,
        then: &Expr,
        other: &Expr,
    ) -> Expr {
        let condition = self.as_formula(condition);
        let mut ty = self.hierarchy.union_of_common_arity(&then.ty, &other.ty);
        ty.boolean = then.ty.boolean && other.ty.boolean;
        let mut parts = parts([&condition, then, other]);
        let multiplicity = || [&condition, then, other].into_iter().find_map(no_multiplicity);
        parts.error = parts.error.or_else(multiplicity);
        if parts.error.is_none() && ty.is_empty() {
            let (a, b) = (self.show(&then.ty), self.show(&other.ty));
            let message = format!(
                "both sides of `else` should be alike; the first is {a}, the second is {b}"
            );
            parts.error = Some(Rc::new(Located { place, problem: Problem::Type(message) }));
        }
        whole(Kind::IfElse(condition, then.clone(), other.clone()), ty, place, parts)
    }

    pub(super) fn let_(&self, place: Place, var: VarId, value: &Expr, body: &Expr) -> Expr {
        let mut parts = parts([value, body]);
        parts.error =
            parts.error.or_else(|| no_multiplicity(value)).or_else(|| no_multiplicity(body));
        let kind = Kind::Let(var, value.clone(), body.clone());
        whole(kind, body.ty.clone(), place, parts)
    }

    pub(super) fn quantified(
        &self,
        quantifier: Quantifier,
        place: Place,
        declared: Rc<[Declared]>,
        body: &Expr,
    ) -> Expr {
        let sum = quantifier == Quantifier::Sum;
        let body = if sum { self.as_int(body) } else { self.as_formula(body) };
        let mut parts = parts(declared.iter().map(|d| &d.expr));
        parts.error = parts.error.or_else(|| self.declared_error(quantifier, &declared));
        let inner = self::parts([&body]);
        parts.ambiguous |= inner.ambiguous;
        parts.weight = parts.weight.saturating_add(inner.weight);
        parts.error = parts.error.or(inner.error).or_else(|| no_multiplicity(&body));
        let ty = match quantifier {
            Quantifier::Sum => Type::integer(),
            Quantifier::Comprehension => self.comprehension_type(&declared),
            _ => Type::formula(),
        };
        whole(Kind::Quantified(quantifier, declared, body), ty, place, parts)
    }

    fn comprehension_type(&self, declared: &[Declared]) -> Type {
        let columns = declared.iter().flat_map(|d| d.vars.iter().map(|_| d.expr.ty.extract(1)));
        columns.reduce(|all, column| self.hierarchy.product(&all, &column)).unwrap_or_default()
    }

    fn declared_error(&self, quantifier: Quantifier, all: &[Declared]) -> Option<Rc<Located>> {
        for declared in all {
            let expr = &declared.expr;
            if expr.ty.products.is_empty() {
                return Some(not_a(expr.place, "a set or relation", &self.show(&expr.ty)));
            }
            let op = super::multiplicity_of(expr);
            let (single, sets) = match quantifier {
                Quantifier::Sum | Quantifier::Comprehension => (expr.ty.has_arity(1), false),
                _ => (true, true),
            };
            if !single {
                return Some(not_a(expr.place, "a set", &self.show(&expr.ty)));
            }
            let wrong = op == Some(UnaryOp::ExactlyOf)
                || !sets && matches!(op, Some(UnaryOp::SetOf | UnaryOp::SomeOf | UnaryOp::LoneOf));
            if wrong {
                let message = "variables here stand for one atom each".to_owned();
                let problem = Problem::Type(message);
                return Some(Rc::new(Located { place: expr.place, problem }));
            }
        }
        None
    }

    /// A call with all its arguments.
    pub(super) fn call(&self, place: Place, id: FunctionId, args: &[Expr], extra: u32) -> Expr {
        let function = &self.tree.functions[id];
        let args: Vec<Expr> = args.iter().map(|arg| self.as_set(arg)).collect();
        let mut parts = parts(&args);
        parts.weight = parts.weight.saturating_add(extra);
        for (var, arg) in function.vars().zip(&args) {
            let arity = self.tree.vars[var].ty.arity();
            let fits = arity.is_none_or(|arity| arg.ty.has_arity(arity));
            if !fits && parts.error.is_none() {
                let wanted = format!("an argument {}", self.show(&self.tree.vars[var].ty));
                parts.error = Some(not_a(arg.place, &wanted, &self.show(&arg.ty)));
            }
            parts.error = parts.error.or_else(|| no_multiplicity(arg));
        }
        let ty = match &function.result {
            None => Type::formula(),
            Some(result) if parts.error.is_none() => self.result_type(id, result, &args),
            Some(_) => Type::default(),
        };
        whole(Kind::Call(id, args, extra), ty, place, parts)
    }

    /// A call that lacks arguments, or has wrong ones.
    pub(super) fn partial(&self, place: Place, id: FunctionId, args: &[Expr], extra: u32) -> Expr {
        let mut parts = parts(args);
        parts.weight = parts.weight.saturating_add(extra);
        parts.error = parts.error.or_else(|| {
            let function = &self.tree.functions[id];
            let wanted: Vec<String> = function
                .vars()
                .map(|var| {
                    let var = &self.tree.vars[var];
                    format!("{} {}", var.name, self.show(&var.ty))
                })
                .collect();
            let given: Vec<String> = args.iter().map(|arg| self.show(&arg.ty)).collect();
            let message = format!(
                "`{}` cannot be called like this: it takes {}; given is {}",
                function.name,
                if wanted.is_empty() { "nothing".to_owned() } else { wanted.join(", ") },
                if given.is_empty() { "nothing".to_owned() } else { given.join(", ") }
            );
            Some(Rc::new(Located { place, problem: Problem::Type(message) }))
        });
        whole(Kind::Partial(id, args.to_vec(), extra), Type::default(), place, parts)
    }

    /// What a name means, when it can mean several things.
    pub(super) fn choice(&self, place: Place, mut choices: Vec<(Expr, String)>) -> Expr {
        if choices.len() == 1
            && let Some((only, _)) = choices.first()
            && only.error.is_none()
        {
            return only.clone();
        }
        let mut ty = Type::default();
        for (choice, _) in &choices {
            ty = self.hierarchy.merge(&choice.ty, &ty);
        }
        let good = choices.iter().filter(|(choice, _)| !choice.ty.is_empty());
        let weight = good.map(|(choice, _)| choice.weight).min().unwrap_or(0);
        let error = if ty.is_empty() {
            let own = choices.iter().find_map(|(choice, _)| choice.error.clone());
            own.or_else(|| {
                let message = "this has no meaning here".to_owned();
                Some(Rc::new(Located { place, problem: Problem::Type(message) }))
            })
        } else {
            None
        };
        choices.shrink_to_fit();
        let parts = Parts { ambiguous: true, weight, error };
        whole(Kind::Choice(choices), ty, place, parts)
    }

    /// The same meaning, more far-fetched, at another place.
    pub(super) fn weighted(&self, expr: &Expr, weight: u32) -> Expr {
        Rc::new(Node { weight: expr.weight + weight, ..(**expr).clone() })
    }
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp as B;
    matches!(
        op,
        B::Less
            | B::LessEqual
            | B::Greater
            | B::GreaterEqual
            | B::NotLess
            | B::NotLessEqual
            | B::NotGreater
            | B::NotGreaterEqual
    )
}

fn misplaced_multiplicity(op: BinaryOp, left: &Expr, right: &Expr) -> Option<Rc<Located>> {
    let wrong =
        |expr: &Expr| if op.is_arrow() { expr.many == Many::Set } else { expr.many != Many::No };
    if wrong(left) {
        return no_multiplicity(left);
    }
    if wrong(right) && op != BinaryOp::In { no_multiplicity(right) } else { None }
}
