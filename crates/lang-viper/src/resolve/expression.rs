//! Expressions.

use super::unify::{WRONG, instantiate};
use super::{Checker, Global, Nature, Typed};
use crate::syntax::{
    Collection, Expr as Raw, ExprKind as RawKind, Infix, Name, Quantifier as RawQuantifier,
    TypeExpr,
};
use crate::tree::{
    Access, BinaryOp, DomainFunctionId, Expr, ExprKind, LocalId, Location, Place, Quantifier, Type,
    UnaryOp,
};
use effigy_base::id::Id;
use std::sync::Arc;

fn made(kind: ExprKind, ty: Type, place: Place) -> Expr {
    Expr { kind: Box::new(kind), ty, place }
}

pub(super) fn value(kind: ExprKind, ty: Type, place: Place) -> Typed {
    Typed { expr: made(kind, ty, place), nature: Nature::Value }
}

/// What stands between `unfolding`, `applying` or `asserting` and `in`.
enum Ghost {
    Unfolding(Access),
    Applying(Expr),
    Asserting(Expr),
}

/// The nature of two parts of which either may be meant.
pub(super) fn joined(a: Nature, b: Nature) -> Nature {
    if a == b { a } else { Nature::Assertion }
}

impl Checker<'_> {
    /// Checks an expression. Its types may stay open until it is finished.
    pub(super) fn infer(&mut self, e: &Raw) -> Typed {
        let place = e.place;
        match &*e.kind {
            RawKind::Bool(b) => value(ExprKind::Bool(*b), Type::Bool, place),
            RawKind::Int(n) => value(ExprKind::Int(n.clone()), Type::Int, place),
            RawKind::Null => value(ExprKind::Null, Type::Ref, place),
            RawKind::NoPerm => value(ExprKind::NoPerm, Type::Perm, place),
            RawKind::FullPerm => value(ExprKind::FullPerm, Type::Perm, place),
            RawKind::Wildcard => value(ExprKind::Wildcard, Type::Perm, place),
            RawKind::Epsilon => value(ExprKind::Epsilon, Type::Perm, place),
            RawKind::Result => self.result(place),
            RawKind::Name(name) => self.variable(name),
            RawKind::Unary(operator, a) => self.unary(*operator, a, place),
            RawKind::Binary(operator, a, b) => self.binary(*operator, a, b, place),
            RawKind::Conditional(c, a, b) => self.conditional(c, a, b, place),
            RawKind::Let(name, a, b) => self.let_in(name, a, b, place),
            RawKind::Field(a, name) => self.field(a, name, place),
            RawKind::Call(name, list, ty) => self.call(name, list, ty.as_ref(), place, false),
            RawKind::Instance(name, list) => self.instance(name, list, place),
            RawKind::Old(label, a) => self.old(label.as_ref(), a, place),
            RawKind::Unfolding(..) | RawKind::Applying(..) | RawKind::Asserting(..) => {
                self.ghost(e)
            }
            RawKind::Quantifier(q) => self.quantifier(q, place),
            RawKind::ForPerm(..) => self.for_perm(e),
            RawKind::Acc(location, amount) => self.acc(location, amount.as_ref(), place),
            RawKind::Perm(resource) => self.perm(resource, place),
            RawKind::InhaleExhale(a, b) => self.inhale_exhale(a, b, place),
            RawKind::Collection(kind, ty, list) => self.collection(*kind, ty.as_ref(), list, place),
            RawKind::Map(types, list) => self.map(types.as_ref(), list, place),
            RawKind::Range(a, b) => {
                let (a, b) = (self.value(a, &Type::Int), self.value(b, &Type::Int));
                value(
                    ExprKind::Binary(BinaryOp::Range, a, b),
                    Type::Seq(Arc::new(Type::Int)),
                    place,
                )
            }
            RawKind::Index(a, b) => self.index(a, b, place),
            RawKind::Slice(a, from, to) => self.slice(a, from.as_ref(), to.as_ref(), place),
            RawKind::Update(a, b, c) => self.update(a, b, c, place),
            RawKind::Annotated(annotation, a) => self.annotated(annotation, a, place),
            RawKind::New(_) => {
                self.error(place, "`new` stands on the right side of an assignment only");
                self.wrong(place)
            }
        }
    }

    fn result(&mut self, place: Place) -> Typed {
        match &self.body.result {
            Some(ty) if self.body.result_allowed => value(ExprKind::Result, ty.clone(), place),
            _ => {
                self.error(place, "`result` stands in postconditions of functions only");
                self.wrong(place)
            }
        }
    }

    fn variable(&mut self, name: &Name) -> Typed {
        if let Some(binding) = self.lookup(&name.text) {
            if binding.ambiguous {
                self.ambiguous(name);
            }
            let ty = self.body.locals[binding.local].ty.clone();
            return value(ExprKind::Local(binding.local), ty, name.place);
        }
        let message = match self.global(&name.text) {
            Some(Global::Function(_) | Global::DomainFunction(_) | Global::Predicate(_)) => {
                format!("`{0}` needs its arguments: `{0}(...)`", name.text)
            }
            Some(global) => format!("`{}` is {}, not a variable", name.text, global.describe()),
            None => format!("`{}` is not declared{}", name.text, self.visible(&name.text)),
        };
        self.error(name.place, message);
        self.wrong(name.place)
    }

    /// Reports the use of a name that two variables have.
    pub(super) fn ambiguous(&mut self, name: &Name) {
        self.error(name.place, format!("there are two variables `{}` here", name.text));
    }

    fn conditional(&mut self, c: &Raw, a: &Raw, b: &Raw, place: Place) -> Typed {
        let c = self.value(c, &Type::Bool);
        let (a, b) = (self.infer(a), self.infer(b));
        let ty = a.expr.ty.clone();
        self.expect_type(&b.expr, &ty);
        let nature = joined(a.nature, b.nature);
        Typed { expr: made(ExprKind::Conditional(c, a.expr, b.expr), ty, place), nature }
    }

    fn let_in(&mut self, name: &Name, a: &Raw, b: &Raw, place: Place) -> Typed {
        // That permissions have no value is reported when the types are right.
        let a = self.infer(a).expr;
        self.push_scope();
        let local = self.bind(name, a.ty.clone(), false);
        let b = self.infer(b);
        self.pop_scope();
        let ty = b.expr.ty.clone();
        Typed { expr: made(ExprKind::Let(local, a, b.expr), ty, place), nature: b.nature }
    }

    /// `e.f`: a field, or a part of an algebraic data type.
    pub(super) fn field(&mut self, receiver: &Raw, name: &Name, place: Place) -> Typed {
        let receiver = self.operand(receiver);
        if let Type::Domain(domain, _) = self.body.unifier.shallow(&receiver.ty) {
            let own = |f: &&DomainFunctionId| {
                self.program.domain_functions.get(**f).is_some_and(|f| f.domain == domain)
            };
            let part = self.destructors.get(&name.text).and_then(|list| list.iter().find(own));
            if let Some(function) = part.copied() {
                return self.domain_call(function, vec![receiver], None, place);
            }
            let tags = self.discriminators.get(&name.text);
            let tag = tags.and_then(|list| list.iter().find(|(d, ..)| *d == domain));
            if let Some((_, tag, index)) = tag.copied() {
                let tag = self.domain_call(tag, vec![receiver], None, place).expr;
                let index = made(ExprKind::Int(index.into()), Type::Int, place);
                return value(ExprKind::Binary(BinaryOp::Eq, tag, index), Type::Bool, place);
            }
        }
        let Some(Global::Field(field)) = self.global(&name.text) else {
            if receiver.ty != WRONG {
                let message = self.no_field(name, &receiver);
                self.error(name.place, message);
            }
            return self.wrong(place);
        };
        self.expect_type(&receiver, &Type::Ref);
        let ty = self.program.fields[field].ty.clone();
        value(ExprKind::Field(receiver, field), ty, place)
    }

    fn no_field(&self, name: &Name, receiver: &Expr) -> String {
        if self.destructors.contains_key(&name.text) || self.discriminators.contains_key(&name.text)
        {
            return format!("{} has no `.{}`", self.show(&receiver.ty), name.text);
        }
        match self.global(&name.text) {
            Some(global) => format!("`{}` is {}, not a field", name.text, global.describe()),
            None => {
                let hint = self.near(&name.text, |g| matches!(g, Global::Field(_)));
                format!("there is no field `{}`{hint}", name.text)
            }
        }
    }

    /// `f(e)` of a function, of a domain's function or of a predicate.
    fn call(
        &mut self,
        name: &Name,
        list: &[Raw],
        ty: Option<&TypeExpr>,
        place: Place,
        reveal: bool,
    ) -> Typed {
        let given: Vec<Expr> = list.iter().map(|e| self.operand(e)).collect();
        let ty = ty.map(|ty| self.resolve_type(ty));
        let (global, count) = match self.global(&name.text) {
            Some(Global::Function(f)) => {
                (Global::Function(f), self.program.functions[f].parameters.len())
            }
            Some(Global::Predicate(p)) => {
                (Global::Predicate(p), self.program.predicates[p].parameters.len())
            }
            Some(Global::DomainFunction(f)) => {
                (Global::DomainFunction(f), self.program.domain_functions[f].parameters.len())
            }
            other => {
                let message = self.no_function(name, other);
                self.error(name.place, message);
                return self.wrong(place);
            }
        };
        if given.len() != count {
            let counted = crate::parse::counted(count, "argument");
            self.error(
                place,
                format!("`{}` has {counted}, this call has {}", name.text, given.len()),
            );
            return self.wrong(place);
        }
        match global {
            Global::DomainFunction(f) => self.domain_call(f, given, ty, place),
            Global::Function(function) => {
                if self.body.in_axiom && self.with_precondition.contains(&function) {
                    let message =
                        format!("`{}` has a precondition: no axiom can call it", name.text);
                    self.error(name.place, message);
                }
                let declared = &self.program.functions[function];
                let types = declared.parameters.iter().map(|p| declared.locals[*p].ty.clone());
                let (types, result): (Vec<Type>, Type) = (types.collect(), declared.result.clone());
                self.expect_types(&given, &types);
                let kind = ExprKind::Call { function, arguments: given, reveal };
                let call = value(kind, result, place);
                if let Some(ty) = ty {
                    self.expect_type(&call.expr, &ty);
                }
                call
            }
            Global::Predicate(predicate) => {
                if ty.is_some() {
                    self.error(place, "a predicate has no type");
                }
                let declared = &self.program.predicates[predicate];
                let types: Vec<Type> =
                    declared.parameters.iter().map(|p| declared.locals[*p].ty.clone()).collect();
                self.expect_types(&given, &types);
                if self.body.in_measure {
                    return self.instance_of(predicate, given, place);
                }
                let location = Location::Predicate(predicate, given);
                let kind = ExprKind::Access(Access { location, amount: None, place });
                Typed { expr: made(kind, Type::Bool, place), nature: Nature::Predicate }
            }
            Global::Field(_) | Global::Method(_) | Global::Domain(_) => self.wrong(place),
        }
    }

    fn no_function(&self, name: &Name, global: Option<Global>) -> String {
        match global {
            Some(Global::Method(_)) => {
                format!("`{0}` is a method: its call is a statement, `x := {0}(...)`", name.text)
            }
            Some(other) => format!("`{}` is {}, not a function", name.text, other.describe()),
            None => {
                let callable = |g| {
                    matches!(
                        g,
                        Global::Function(_) | Global::DomainFunction(_) | Global::Predicate(_)
                    )
                };
                let hint = self.near(&name.text, callable);
                format!("there is no function or predicate `{}`{hint}", name.text)
            }
        }
    }

    pub(super) fn expect_types(&mut self, given: &[Expr], types: &[Type]) {
        for (given, ty) in given.iter().zip(types) {
            self.expect_type(given, ty);
        }
    }

    fn domain_call(
        &mut self,
        function: DomainFunctionId,
        arguments: Vec<Expr>,
        ty: Option<Type>,
        place: Place,
    ) -> Typed {
        let declared = self.program.domain_functions[function].clone();
        let count = self.program.domains[declared.domain].parameters.len();
        let own = self.body.domain == Some(declared.domain);
        let fresh = |n: usize| {
            let own = own.then(|| u32::try_from(n).ok()).flatten().map(Type::Parameter);
            self.body.unifier.fresh(own)
        };
        let instance: Arc<[Type]> = (0..count).map(fresh).collect();
        let types: Vec<Type> =
            declared.parameters.iter().map(|ty| instantiate(ty, &instance)).collect();
        self.expect_types(&arguments, &types);
        let result = instantiate(&declared.result, &instance);
        let call = value(ExprKind::DomainCall { function, instance, arguments }, result, place);
        if let Some(ty) = ty {
            self.expect_type(&call.expr, &ty);
        }
        call
    }

    /// `%P(e)`: the instance of a predicate as a value.
    fn instance(&mut self, name: &Name, list: &[Raw], place: Place) -> Typed {
        if !matches!(self.global(&name.text), Some(Global::Predicate(_))) {
            let hint = self.near(&name.text, |g| matches!(g, Global::Predicate(_)));
            self.error(name.place, format!("there is no predicate `{}`{hint}", name.text));
            return self.wrong(place);
        }
        let outer = std::mem::replace(&mut self.body.in_measure, true);
        let typed = self.call(name, list, None, place, false);
        self.body.in_measure = outer;
        typed
    }

    fn old(&mut self, label: Option<&Name>, a: &Raw, place: Place) -> Typed {
        if let Some(label) = label {
            let known = &*label.text == "lhs" || self.body.labels.contains(&label.text);
            if !known {
                let mut names: Vec<&str> = self.body.labels.iter().map(|l| &**l).collect();
                names.sort_unstable();
                let hint = effigy_base::text::Hint::nearest(&label.text, names.into_iter());
                let message = format!("there is no label `{}` in this method{hint}", label.text);
                self.problems.error(label.place, crate::problem::CONSISTENCY, message);
            }
        }
        let a = self.operand(a);
        let ty = a.ty.clone();
        value(ExprKind::Old(label.map(|l| l.text.clone()), a), ty, place)
    }

    /// `acc(P(e), p)` or `P(e)` of a predicate with a body.
    pub(super) fn unfoldable(&mut self, e: &Raw, verb: &str) -> Option<Access> {
        let outer = std::mem::replace(&mut self.body.in_measure, false);
        let typed = self.infer(e);
        self.body.in_measure = outer;
        let place = e.place;
        match *typed.expr.kind {
            ExprKind::Access(access) => {
                let Location::Predicate(predicate, _) = &access.location else {
                    self.error(place, "this needs a predicate");
                    return None;
                };
                let declared = &self.program.predicates[*predicate];
                if !self.with_body.get(predicate.index()).copied().unwrap_or(false) {
                    let message = format!("`{}` has no body: it cannot be {verb}", declared.name);
                    self.error(place, message);
                }
                Some(access)
            }
            _ if typed.expr.ty == WRONG => None,
            _ => {
                self.error(place, "this needs a predicate");
                None
            }
        }
    }

    /// A magic wand.
    pub(super) fn wand(&mut self, e: &Raw) -> Expr {
        let outer = std::mem::replace(&mut self.body.in_measure, false);
        let typed = self.infer(e);
        self.body.in_measure = outer;
        if !matches!(*typed.expr.kind, ExprKind::Wand(..)) && typed.expr.ty != WRONG {
            self.error(e.place, "this needs a magic wand `A --* B`");
        }
        typed.expr
    }

    fn ghost(&mut self, e: &Raw) -> Typed {
        let place = e.place;
        let (RawKind::Unfolding(operand, body)
        | RawKind::Applying(operand, body)
        | RawKind::Asserting(operand, body)) = &*e.kind
        else {
            return self.wrong(place);
        };
        let operand = match &*e.kind {
            RawKind::Unfolding(..) => self.unfoldable(operand, "unfolded").map(Ghost::Unfolding),
            RawKind::Applying(..) => Some(Ghost::Applying(self.wand(operand))),
            _ => {
                let operand = self.infer(operand);
                self.expect_type(&operand.expr, &Type::Bool);
                Some(Ghost::Asserting(operand.expr))
            }
        };
        let body = self.infer(body);
        let (nature, ty) = (body.nature, body.expr.ty.clone());
        let kind = match operand {
            None => return self.wrong(place),
            Some(Ghost::Unfolding(access)) => ExprKind::Unfolding(access, body.expr),
            Some(Ghost::Applying(wand)) => ExprKind::Applying(wand, body.expr),
            Some(Ghost::Asserting(operand)) => ExprKind::Asserting(operand, body.expr),
        };
        Typed { expr: made(kind, ty, place), nature }
    }

    pub(super) fn bind_variables(&mut self, variables: &[crate::syntax::Formal]) -> Vec<LocalId> {
        let bind = |formal: &crate::syntax::Formal| {
            let ty = self.resolve_type(&formal.ty);
            self.bind(&formal.name, ty, false)
        };
        variables.iter().map(bind).collect()
    }

    fn quantifier(&mut self, q: &RawQuantifier, place: Place) -> Typed {
        self.push_scope();
        let variables = self.bind_variables(&q.variables);
        let mut triggers = Vec::new();
        for trigger in &q.triggers {
            triggers.push(trigger.iter().map(|e| self.infer(e).expr).collect());
        }
        let body = self.infer(&q.body);
        self.expect_type(&body.expr, &Type::Bool);
        if q.exists && body.nature != Nature::Value {
            self.error(body.expr.place, "the body of `exists` has no permissions");
        }
        self.pop_scope();
        let (exists, annotations, body, nature) = (q.exists, Vec::new(), body.expr, body.nature);
        let quantifier = Quantifier { exists, variables, triggers, body, annotations };
        let kind = ExprKind::Quantifier(Box::new(quantifier));
        Typed { expr: made(kind, Type::Bool, place), nature }
    }

    fn for_perm(&mut self, e: &Raw) -> Typed {
        let place = e.place;
        let RawKind::ForPerm(variables, resource, body) = &*e.kind else {
            return self.wrong(place);
        };
        if let Some(why) = self.body.no_perm {
            self.error(place, why);
        }
        self.push_scope();
        let variables = self.bind_variables(variables);
        let outer =
            self.body.no_perm.replace("the body of `forperm` has no `perm` and no `forperm`");
        let body = self.value(body, &Type::Bool);
        self.body.no_perm = outer;
        let location = self.resource(resource);
        self.pop_scope();
        let Some(location) = location else { return self.wrong(place) };
        value(ExprKind::ForPerm { variables, location, body }, Type::Bool, place)
    }

    /// What permissions are held to.
    pub(super) fn resource(&mut self, e: &Raw) -> Option<Location> {
        let typed = self.infer(e);
        match *typed.expr.kind {
            ExprKind::Field(receiver, field) => Some(Location::Field(receiver, field)),
            ExprKind::Access(Access { location, .. }) => Some(location),
            kind @ ExprKind::Wand(..) => {
                let (kind, expr) = (Box::new(kind), typed.expr.ty);
                Some(Location::Wand(Expr { kind, ty: expr, place: typed.expr.place }))
            }
            _ if typed.expr.ty == WRONG => None,
            _ => {
                self.error(
                    e.place,
                    "this needs a field `e.f`, a predicate `P(e)` or a wand `A --* B`",
                );
                None
            }
        }
    }

    fn acc(&mut self, location: &Raw, amount: Option<&Raw>, place: Place) -> Typed {
        let at = location.place;
        if self.body.in_measure && matches!(*location.kind, RawKind::Call(..)) {
            return self.infer(location);
        }
        let location = self.resource(location);
        let amount = amount.map(|amount| self.value(amount, &Type::Perm));
        let nature = match &location {
            Some(Location::Predicate(..)) => Nature::Predicate,
            Some(Location::Wand(_)) => {
                self.error(at, "`acc` is about a field `e.f` or a predicate `P(e)`");
                Nature::Assertion
            }
            Some(Location::Field(..)) => Nature::Assertion,
            None => return self.wrong(place),
        };
        let Some(location) = location else { return self.wrong(place) };
        let kind = ExprKind::Access(Access { location, amount, place });
        Typed { expr: made(kind, Type::Bool, place), nature }
    }

    fn perm(&mut self, resource: &Raw, place: Place) -> Typed {
        if let Some(why) = self.body.no_perm {
            self.error(place, why);
        }
        let outer = std::mem::replace(&mut self.body.in_measure, false);
        let location = self.resource(resource);
        self.body.in_measure = outer;
        match location {
            Some(location) => value(ExprKind::Perm(location), Type::Perm, place),
            None => self.wrong(place),
        }
    }

    fn inhale_exhale(&mut self, a: &Raw, b: &Raw, place: Place) -> Typed {
        let (a, b) = (self.infer(a), self.infer(b));
        self.expect_type(&a.expr, &Type::Bool);
        self.expect_type(&b.expr, &Type::Bool);
        let values = a.nature == Nature::Value && b.nature == Nature::Value;
        let nature = if values { Nature::Value } else { Nature::Assertion };
        Typed { expr: made(ExprKind::InhaleExhale(a.expr, b.expr), Type::Bool, place), nature }
    }

    fn collection(
        &mut self,
        kind: Collection,
        ty: Option<&TypeExpr>,
        list: &[Raw],
        place: Place,
    ) -> Typed {
        let element = match ty {
            Some(ty) => self.resolve_type(ty),
            None => self.body.unifier.fresh(None),
        };
        let list: Vec<Expr> = list.iter().map(|e| self.value(e, &element)).collect();
        let element = Arc::new(element);
        match kind {
            Collection::Seq => value(ExprKind::Seq(list), Type::Seq(element), place),
            Collection::Set => value(ExprKind::Set(list), Type::Set(element), place),
            Collection::Multiset => value(ExprKind::Multiset(list), Type::Multiset(element), place),
        }
    }

    fn map(
        &mut self,
        types: Option<&(TypeExpr, TypeExpr)>,
        list: &[(Raw, Raw)],
        place: Place,
    ) -> Typed {
        let (key, element) = match types {
            Some((key, element)) => (self.resolve_type(key), self.resolve_type(element)),
            None => (self.body.unifier.fresh(None), self.body.unifier.fresh(None)),
        };
        let pairs = list.iter().map(|(k, v)| (self.value(k, &key), self.value(v, &element)));
        let kind = ExprKind::Map(pairs.collect());
        value(kind, Type::Map(Arc::new(key), Arc::new(element)), place)
    }

    fn annotated(&mut self, annotation: &crate::tree::Annotation, a: &Raw, place: Place) -> Typed {
        if let (RawKind::Call(name, list, ty), "reveal") = (&*a.kind, &*annotation.key) {
            return self.call(name, list, ty.as_ref(), place, true);
        }
        let mut typed = self.infer(a);
        typed.expr.place = place;
        if let ExprKind::Quantifier(q) = &mut *typed.expr.kind {
            q.annotations.insert(0, annotation.clone());
        }
        typed
    }

    fn unary(&mut self, operator: UnaryOp, a: &Raw, place: Place) -> Typed {
        let a = self.operand(a);
        let ty = match operator {
            UnaryOp::Not => {
                self.expect_type(&a, &Type::Bool);
                Type::Bool
            }
            UnaryOp::Negate => {
                self.expect_number(&a);
                a.ty.clone()
            }
            UnaryOp::Cardinality => {
                self.expect_collection(&a);
                Type::Int
            }
            UnaryOp::Domain | UnaryOp::Range => {
                let (key, element) = (self.body.unifier.fresh(None), self.body.unifier.fresh(None));
                let wanted =
                    if operator == UnaryOp::Domain { key.clone() } else { element.clone() };
                self.expect_type(&a, &Type::Map(Arc::new(key), Arc::new(element)));
                Type::Set(Arc::new(wanted))
            }
        };
        value(ExprKind::Unary(operator, a), ty, place)
    }

    fn binary(&mut self, operator: Infix, a: &Raw, b: &Raw, place: Place) -> Typed {
        match operator {
            Infix::And | Infix::Implies | Infix::Wand => self.connective(operator, a, b, place),
            _ => {
                let (a, b) = (self.operand(a), self.operand(b));
                self.operation(operator, a, b, place)
            }
        }
    }

    fn connective(&mut self, operator: Infix, a: &Raw, b: &Raw, place: Place) -> Typed {
        let (a, b) = (self.infer(a), self.infer(b));
        self.expect_type(&a.expr, &Type::Bool);
        self.expect_type(&b.expr, &Type::Bool);
        let values = a.nature == Nature::Value && b.nature == Nature::Value;
        let both = if values { Nature::Value } else { Nature::Assertion };
        let (kind, nature) = match operator {
            Infix::And => (ExprKind::Binary(BinaryOp::And, a.expr, b.expr), both),
            Infix::Wand => (ExprKind::Wand(a.expr, b.expr), Nature::Wand),
            _ => {
                if a.nature != Nature::Value {
                    self.error(a.expr.place, "the left side of `==>` has no permissions");
                }
                (ExprKind::Binary(BinaryOp::Implies, a.expr, b.expr), both)
            }
        };
        Typed { expr: made(kind, Type::Bool, place), nature }
    }
}
