//! Algebraic data types: each becomes a domain.
//!
//! Of a type with constructors `C0(a: A)`, `C1()`: a function for each constructor and for each of their fields, and a
//! function `tag`. Axioms say that `a(C0(x)) == x`, that `tag(C0(x)) == 0`, and that each value is one of
//! `C0(a(t))`, `C1()`. `x.isC0` is `tag(x) == 0`.

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
struct Encoding {
    domain: DomainId,
    own: Arc<[Type]>,
    place: Place,
    tag: DomainFunctionId,
    /// Each constructor with the functions of its fields and their types.
    constructors: Vec<(DomainFunctionId, Vec<(DomainFunctionId, Type)>)>,
}

impl Encoding {
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

    /// What a part contains, the whole contains.
    fn transitivity(&self, contains: DomainFunctionId) -> Axiom {
        let mut locals = IdVec::new();
        let mut variable = |name: &str| {
            let local = locals.push(Local { name: name.into(), ty: self.ty(), place: self.place });
            (local, made(ExprKind::Local(local), self.ty(), self.place))
        };
        let [(a, x), (b, y), (c, z)] = ["a", "b", "c"].map(&mut variable);
        let inside = |part: &Expr, whole: &Expr| {
            let instance: Arc<[Type]> = [self.ty(), self.ty()].into();
            let arguments = vec![part.clone(), whole.clone()];
            let kind = ExprKind::DomainCall { function: contains, instance, arguments };
            made(kind, Type::Bool, self.place)
        };
        let binary = |op, a, b| made(ExprKind::Binary(op, a, b), Type::Bool, self.place);
        let (first, second) = (inside(&x, &y), inside(&y, &z));
        let both = binary(BinaryOp::And, first.clone(), second.clone());
        let body = binary(BinaryOp::Implies, both, inside(&x, &z));
        self.axiom(locals, self.forall(vec![a, b, c], vec![vec![first, second]], body))
    }
}

impl Checker<'_> {
    /// Declares the type, its constructors, and what tells them apart.
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
            axioms.push(encoding.transitivity(contains));
        }
        axioms
    }
}
