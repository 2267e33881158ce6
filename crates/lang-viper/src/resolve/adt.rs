//! Algebraic data types: each becomes a domain.
//!
//! Of a type with constructors `C0(a: A)`, `C1()`: a function for each constructor and for each of their fields, and a
//! function `tag`. Axioms say that `a(C0(x)) == x`, that `tag(C0(x)) == 0`, and that each value is one of
//! `C0(a(t))`, `C1()`. `x.isC0` is `tag(x) == 0`.

use super::unify::instantiate;
use super::{Checker, Global};
use crate::problem::CONSISTENCY;
use crate::syntax::{Adt, Formal, Member};
use crate::tree::{
    Axiom, BinaryOp, Domain, DomainFunction, DomainFunctionId, DomainId, Expr, ExprKind, Local,
    LocalId, Place, Quantifier, Type,
};
use effigy_base::id::IdVec;
use std::sync::Arc;

/// An expression of an axiom.
fn made(kind: ExprKind, ty: Type, place: Place) -> Expr {
    Expr { kind: Box::new(kind), ty, place }
}

/// The domain of an algebraic data type, its own type parameters as arguments.
#[derive(Clone, Debug)]
pub(super) struct Encoding {
    domain: DomainId,
    own: Arc<[Type]>,
    place: Place,
    tag: DomainFunctionId,
    /// Each constructor with the functions of its fields and their types.
    constructors: Vec<(DomainFunctionId, Vec<(DomainFunctionId, Type)>)>,
}

impl Encoding {
    /// The domain that the data type became.
    pub fn domain(&self) -> DomainId {
        self.domain
    }

    fn ty(&self) -> Type {
        Type::Domain(self.domain, self.own.clone())
    }

    fn call(&self, function: DomainFunctionId, arguments: Vec<Expr>, result: Type) -> Expr {
        let instance = self.own.clone();
        made(ExprKind::DomainCall { function, instance, arguments }, result, self.place)
    }

    fn equal(&self, a: Expr, b: Expr) -> Expr {
        made(ExprKind::Binary(BinaryOp::Eq, a, b), Type::Bool, self.place)
    }

    fn forall(&self, variables: Vec<LocalId>, triggers: Vec<Vec<Expr>>, body: Expr) -> Expr {
        if variables.is_empty() {
            return body;
        }
        let (exists, annotations) = (false, Vec::new());
        let quantifier = Quantifier { exists, variables, triggers, body, annotations };
        made(ExprKind::Quantifier(Box::new(quantifier)), Type::Bool, self.place)
    }

    fn axiom(&self, locals: IdVec<LocalId, Local>, body: Expr) -> Axiom {
        Axiom { name: "".into(), locals, body }
    }

    /// Variables for the fields of a constructor, and its call with them.
    fn applied(&self, index: usize) -> (IdVec<LocalId, Local>, Vec<LocalId>, Vec<Expr>, Expr) {
        let mut locals = IdVec::new();
        let (mut variables, mut values) = (Vec::new(), Vec::new());
        let Some((function, fields)) = self.constructors.get(index) else {
            let nothing = made(ExprKind::Null, Type::Ref, self.place);
            return (locals, variables, values, nothing);
        };
        for (_, ty) in fields {
            let local = locals.push(Local { name: "x".into(), ty: ty.clone(), place: self.place });
            variables.push(local);
            values.push(made(ExprKind::Local(local), ty.clone(), self.place));
        }
        let call = self.call(*function, values.clone(), self.ty());
        (locals, variables, values, call)
    }

    /// What a constructor makes has its tag and its fields.
    fn construction(&self, index: usize) -> Axiom {
        let (locals, variables, values, call) = self.applied(index);
        let tag = self.call(self.tag, vec![call.clone()], Type::Int);
        let mut body = self.equal(tag, made(ExprKind::Int(index.into()), Type::Int, self.place));
        let fields = self.constructors.get(index).map_or(&[][..], |(_, fields)| fields);
        for ((field, ty), value) in fields.iter().zip(values) {
            let read = self.call(*field, vec![call.clone()], ty.clone());
            let equal = self.equal(read, value);
            body = made(ExprKind::Binary(BinaryOp::And, body, equal), Type::Bool, self.place);
        }
        self.axiom(locals, self.forall(variables, vec![vec![call]], body))
    }

    /// Each value is made by one of the constructors.
    fn exhaustion(&self) -> Option<Axiom> {
        let mut locals = IdVec::new();
        let local = locals.push(Local { name: "t".into(), ty: self.ty(), place: self.place });
        let value = || made(ExprKind::Local(local), self.ty(), self.place);
        let mut triggers = vec![vec![self.call(self.tag, vec![value()], Type::Int)]];
        let mut body: Option<Expr> = None;
        for (constructor, fields) in &self.constructors {
            let reads = fields.iter().map(|(f, ty)| self.call(*f, vec![value()], ty.clone()));
            let reads: Vec<Expr> = reads.collect();
            triggers.extend(reads.iter().map(|read| vec![read.clone()]));
            let made_again = self.equal(value(), self.call(*constructor, reads, self.ty()));
            body = Some(match body {
                None => made_again,
                Some(other) => {
                    made(ExprKind::Binary(BinaryOp::Or, other, made_again), Type::Bool, self.place)
                }
            });
        }
        Some(self.axiom(locals, self.forall(vec![local], triggers, body?)))
    }

    /// What is made by a constructor contains its fields, except those that `without` names.
    fn containment(
        &self,
        index: usize,
        contains: DomainFunctionId,
        skip: &[bool],
    ) -> Option<Axiom> {
        let (locals, variables, values, call) = self.applied(index);
        let mut body: Option<Expr> = None;
        for (value, skip) in values.into_iter().zip(skip) {
            if *skip {
                continue;
            }
            let instance: Arc<[Type]> = [value.ty.clone(), self.ty()].into();
            let arguments = vec![value, call.clone()];
            let kind = ExprKind::DomainCall { function: contains, instance, arguments };
            let inside = made(kind, Type::Bool, self.place);
            body = Some(match body {
                None => inside,
                Some(other) => {
                    made(ExprKind::Binary(BinaryOp::And, other, inside), Type::Bool, self.place)
                }
            });
        }
        Some(self.axiom(locals, self.forall(variables, vec![vec![call]], body?)))
    }

    /// What is below a part is below the whole, for parts of type `part` in values of this type; `count` is the number
    /// of the relation's type parameters.
    fn transitivity(&self, relation: DomainFunctionId, count: usize, part: &Type) -> Axiom {
        let mut locals = IdVec::new();
        let mut variable = |(name, ty): (&str, Type)| {
            let local = locals.push(Local { name: name.into(), ty: ty.clone(), place: self.place });
            (local, made(ExprKind::Local(local), ty, self.place))
        };
        let of = [("a", part.clone()), ("b", self.ty()), ("c", self.ty())];
        let [(a, x), (b, y), (c, z)] = of.map(&mut variable);
        let inside = |part: &Expr, whole: &Expr| {
            let mut instance = vec![part.ty.clone(), whole.ty.clone()];
            instance.truncate(count);
            let instance: Arc<[Type]> = instance.into();
            let arguments = vec![part.clone(), whole.clone()];
            let kind = ExprKind::DomainCall { function: relation, instance, arguments };
            made(kind, Type::Bool, self.place)
        };
        let binary = |op, a, b| made(ExprKind::Binary(op, a, b), Type::Bool, self.place);
        let (first, second) = (inside(&x, &y), inside(&y, &z));
        let both = binary(BinaryOp::And, first.clone(), second.clone());
        let body = binary(BinaryOp::Implies, both, inside(&x, &z));
        self.axiom(locals, self.forall(vec![a, b, c], vec![vec![first, second]], body))
    }
}

/// A value that has a value of some type inside.
struct Inside {
    variables: Vec<LocalId>,
    whole: Expr,
    part: Expr,
}

/// How many types are looked through for values inside of values.
const MOST_NESTED: usize = 3;

impl Encoding {
    /// Each value bounds a falling measure.
    fn bounded(&self, bounded: DomainFunctionId) -> Axiom {
        let mut locals = IdVec::new();
        let local = locals.push(Local { name: "t".into(), ty: self.ty(), place: self.place });
        let arguments = vec![made(ExprKind::Local(local), self.ty(), self.place)];
        let kind =
            ExprKind::DomainCall { function: bounded, instance: [self.ty()].into(), arguments };
        let body = made(kind, Type::Bool, self.place);
        self.axiom(locals, self.forall(vec![local], vec![vec![body.clone()]], body))
    }

    /// A value of the type inside of another one is smaller.
    fn parts(&self, all: &[Encoding], decreasing: DomainFunctionId) -> Vec<Axiom> {
        let mut axioms = Vec::new();
        for (constructor, fields) in &self.constructors {
            for at in 0..fields.len() {
                let mut search = Search { all, of: self, locals: IdVec::new() };
                let call =
                    Made { instance: self.own.clone(), function: *constructor, ty: self.ty() };
                for inside in search.constructed(&call, fields, at, 0) {
                    let arguments = vec![inside.part, inside.whole.clone()];
                    let instance = [self.ty()].into();
                    let kind = ExprKind::DomainCall { function: decreasing, instance, arguments };
                    let body = made(kind, Type::Bool, self.place);
                    let body = self.forall(inside.variables, vec![vec![inside.whole]], body);
                    axioms.push(self.axiom(search.locals.clone(), body));
                }
            }
        }
        axioms
    }
}

/// A call of a constructor, without its arguments.
struct Made {
    instance: Arc<[Type]>,
    function: DomainFunctionId,
    ty: Type,
}

/// Looks for values of a type inside of others.
struct Search<'a> {
    all: &'a [Encoding],
    of: &'a Encoding,
    locals: IdVec<LocalId, Local>,
}

impl Search<'_> {
    fn variable(&mut self, ty: &Type) -> (LocalId, Expr) {
        let place = self.of.place;
        let local = self.locals.push(Local { name: "x".into(), ty: ty.clone(), place });
        (local, made(ExprKind::Local(local), ty.clone(), place))
    }

    /// Values that the call makes, with a value of the type in the field number `at`.
    fn constructed(
        &mut self,
        call: &Made,
        fields: &[(DomainFunctionId, Type)],
        at: usize,
        depth: usize,
    ) -> Vec<Inside> {
        let types = fields.iter().map(|(_, ty)| instantiate(ty, &call.instance));
        let types: Vec<Type> = types.collect();
        let Some(field) = types.get(at) else { return Vec::new() };
        let mut list = Vec::new();
        for inside in self.inside(field, depth) {
            let mut variables = inside.variables;
            let mut arguments = Vec::new();
            for (index, ty) in types.iter().enumerate() {
                if index == at {
                    arguments.push(inside.whole.clone());
                    continue;
                }
                let (local, value) = self.variable(ty);
                variables.push(local);
                arguments.push(value);
            }
            let (instance, function) = (call.instance.clone(), call.function);
            let kind = ExprKind::DomainCall { function, instance, arguments };
            let whole = made(kind, call.ty.clone(), self.of.place);
            list.push(Inside { variables, whole, part: inside.part });
        }
        list
    }

    /// Values of type `ty` with a value of the type inside.
    fn inside(&mut self, ty: &Type, depth: usize) -> Vec<Inside> {
        if *ty == self.of.ty() {
            let (local, whole) = self.variable(ty);
            return vec![Inside { variables: vec![local], part: whole.clone(), whole }];
        }
        let Type::Domain(domain, instance) = ty else { return Vec::new() };
        let Some(other) = self.all.iter().find(|e| e.domain == *domain) else { return Vec::new() };
        if depth >= MOST_NESTED || other.domain == self.of.domain {
            return Vec::new();
        }
        let mut list = Vec::new();
        for (function, fields) in &other.constructors {
            for at in 0..fields.len() {
                let call = Made { instance: instance.clone(), function: *function, ty: ty.clone() };
                list.extend(self.constructed(&call, fields, at, depth + 1));
            }
        }
        list
    }
}

impl Checker<'_> {
    /// Declares the type, its constructors, and what distinguishes them.
    pub(super) fn declare_adt(&mut self, member: &Member, adt: &Adt) {
        let domain = self.program.domains.push(Domain {
            name: adt.name.text.clone(),
            place: adt.name.place,
            parameters: adt.parameters.iter().map(|p| p.text.clone()).collect(),
            interpretation: None,
            axioms: Vec::new(),
            annotations: member.annotations.clone(),
        });
        self.declare_name(&adt.name, Global::Domain(domain));
        if adt.constructors.is_empty() {
            let message = format!("`{}` has no constructor", adt.name.text);
            self.problems.error(adt.name.place, CONSISTENCY, message);
        }
        let tag = self.adt_function(domain, &format!("{}.tag", adt.name.text));
        let mut names: Vec<&Arc<str>> = Vec::new();
        for (index, constructor) in adt.constructors.iter().enumerate() {
            let function = self.adt_function(domain, &constructor.name.text);
            self.declare_name(&constructor.name, Global::DomainFunction(function));
            let is = format!("is{}", constructor.name.text);
            self.discriminators.entry(is.into()).or_default().push((domain, tag, index));
            for field in &constructor.fields {
                let twice = names.contains(&&field.name.text);
                if twice || self.globals.contains_key(&field.name.text) {
                    let message = format!("`{}` is already declared", field.name.text);
                    self.error(field.name.place, message);
                }
                names.push(&field.name.text);
                let function = self.adt_function(domain, &field.name.text);
                self.destructors.entry(field.name.text.clone()).or_default().push(function);
            }
        }
    }

    fn adt_function(&mut self, domain: DomainId, name: &str) -> DomainFunctionId {
        self.program.domain_functions.push(DomainFunction {
            name: name.into(),
            domain,
            parameters: Vec::new(),
            result: Type::Int,
            unique: false,
            interpretation: None,
        })
    }

    /// Finds the types of the type's functions and states its axioms. `ids` are those of its functions, in order.
    pub(super) fn adt_signature(
        &mut self,
        adt: &Adt,
        domain: DomainId,
        ids: &mut impl Iterator<Item = DomainFunctionId>,
    ) {
        self.body.type_parameters = self.program.domains[domain].parameters.clone();
        self.body.domain = Some(domain);
        let own: Arc<[Type]> = (0u32..).take(adt.parameters.len()).map(Type::Parameter).collect();
        let Some(tag) = ids.next() else { return };
        let place = adt.name.place;
        let mut encoding = Encoding { domain, own, place, tag, constructors: Vec::new() };
        self.sign(tag, vec![encoding.ty()], Type::Int);
        for constructor in &adt.constructors {
            let is = format!("is{}", constructor.name.text);
            if self.globals.contains_key(&*is) {
                let message = format!("`{is}` is declared, but `x.{is}` asks for this constructor");
                self.error(constructor.name.place, message);
            }
            let Some(function) = ids.next() else { return };
            let mut fields = Vec::new();
            for (Formal { ty, .. }, id) in constructor.fields.iter().zip(ids.by_ref()) {
                let ty = self.resolve_type(ty);
                self.sign(id, vec![encoding.ty()], ty.clone());
                fields.push((id, ty));
            }
            let types = fields.iter().map(|(_, ty)| ty.clone()).collect();
            self.sign(function, types, encoding.ty());
            encoding.constructors.push((function, fields));
        }
        let mut axioms: Vec<Axiom> =
            (0..adt.constructors.len()).map(|index| encoding.construction(index)).collect();
        axioms.extend(encoding.exhaustion());
        axioms.extend(self.derived(adt, &encoding));
        self.program.domains[domain].axioms = axioms;
        self.encodings.push(encoding);
    }

    /// States that parts of values are smaller than the values, where the program has the order of measures.
    pub(super) fn well_founded(&mut self) {
        let function = |name: &str| match self.global(name) {
            Some(Global::DomainFunction(id)) => Some(id),
            _ => None,
        };
        let names = (function("decreasing"), function("bounded"), self.global("WellFoundedOrder"));
        let (Some(decreasing), Some(bounded), Some(_)) = names else { return };
        for encoding in &self.encodings {
            let domain = &mut self.program.domains[encoding.domain];
            if self.globals.contains_key(&*format!("{}WellFoundedOrder", domain.name)) {
                continue;
            }
            domain.axioms.push(encoding.bounded(bounded));
            domain.axioms.push(encoding.transitivity(decreasing, 1, &encoding.ty()));
            domain.axioms.extend(encoding.parts(&self.encodings, decreasing));
        }
    }

    fn sign(&mut self, function: DomainFunctionId, parameters: Vec<Type>, result: Type) {
        let declared = &mut self.program.domain_functions[function];
        (declared.parameters, declared.result) = (parameters, result);
    }

    fn derived(&mut self, adt: &Adt, encoding: &Encoding) -> Vec<Axiom> {
        let mut axioms = Vec::new();
        let Some(Global::DomainFunction(contains)) = self.global("contains") else { return axioms };
        let mut seen: Vec<&str> = Vec::new();
        for derived in &adt.derives {
            if seen.contains(&&*derived.name.text) {
                let message = format!("`{}` is derived twice", derived.name.text);
                self.error(derived.name.place, message);
            }
            seen.push(&derived.name.text);
            let fields = || adt.constructors.iter().flat_map(|c| &c.fields);
            for name in &derived.without {
                if !fields().any(|f| f.name.text == name.text) {
                    let message = format!("there is no field `{}` in this data type", name.text);
                    self.error(name.place, message);
                }
            }
            if &*derived.name.text != "contains" {
                continue;
            }
            for (index, constructor) in adt.constructors.iter().enumerate() {
                let skip = |f: &Formal| derived.without.iter().any(|n| n.text == f.name.text);
                let skip: Vec<bool> = constructor.fields.iter().map(skip).collect();
                axioms.extend(encoding.containment(index, contains, &skip));
            }
            let mut parts = vec![encoding.ty()];
            for (_, ty) in encoding.constructors.iter().flat_map(|(_, fields)| fields) {
                if !parts.contains(ty) {
                    parts.push(ty.clone());
                }
            }
            axioms.extend(parts.iter().map(|part| encoding.transitivity(contains, 2, part)));
        }
        axioms
    }
}
