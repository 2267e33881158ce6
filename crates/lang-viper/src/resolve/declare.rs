//! Declarations: first all names, then all signatures, then what refers to them.

use super::statement::labels;
use super::{Body, Checker, Global, Nature};
use crate::problem::CONSISTENCY;
use crate::syntax::{self, Expr as Raw, Formal, Member, MemberKind, Name};
use crate::tree::{
    Axiom, Block, Domain, DomainFunction, Expr, Field, Function, LocalId, Method, Origin,
    Predicate, Type,
};
use effigy_base::id::IdVec;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Checker<'_> {
    /// Declares all names of the program.
    pub(super) fn declare(&mut self, members: &[Member]) {
        for member in members {
            let annotations = member.annotations.clone();
            match &member.kind {
                MemberKind::Import(_) | MemberKind::Define(_) => {}
                MemberKind::Fields(fields) => fields.iter().for_each(|f| self.declare_field(f)),
                MemberKind::Domain(domain) => self.declare_domain(member, domain),
                MemberKind::Adt(adt) => self.declare_adt(member, adt),
                MemberKind::Method(method) => {
                    let id = self.program.methods.push(Method {
                        name: method.name.text.clone(),
                        place: method.name.place,
                        locals: IdVec::new(),
                        parameters: Vec::new(),
                        results: Vec::new(),
                        preconditions: Vec::new(),
                        postconditions: Vec::new(),
                        body: None,
                        origin: Origin::Text,
                        annotations,
                    });
                    self.declare_name(&method.name, Global::Method(id));
                }
                MemberKind::Function(function) => {
                    let opaque = annotations.iter().any(|a| &*a.key == "opaque");
                    let id = self.program.functions.push(Function {
                        name: function.name.text.clone(),
                        place: function.name.place,
                        locals: IdVec::new(),
                        parameters: Vec::new(),
                        result: Type::Bool,
                        preconditions: Vec::new(),
                        postconditions: Vec::new(),
                        body: None,
                        opaque,
                        shrinking: Vec::new(),
                        annotations,
                    });
                    if !function.contract.preconditions.is_empty() {
                        self.with_precondition.insert(id);
                    }
                    self.declare_name(&function.name, Global::Function(id));
                }
                MemberKind::Predicate(predicate) => {
                    let id = self.program.predicates.push(Predicate {
                        name: predicate.name.text.clone(),
                        place: predicate.name.place,
                        locals: IdVec::new(),
                        parameters: Vec::new(),
                        body: None,
                        annotations,
                    });
                    self.declare_name(&predicate.name, Global::Predicate(id));
                }
            }
        }
    }

    pub(super) fn declare_name(&mut self, name: &Name, global: Global) {
        if let Some((_, earlier)) = self.globals.get(&name.text) {
            let line = earlier.span.start.line;
            self.error(name.place, format!("`{}` is already declared on line {line}", name.text));
            return;
        }
        if self.destructors.contains_key(&name.text) {
            let message = format!("`{}` is already declared in a data type", name.text);
            self.error(name.place, message);
        }
        self.globals.insert(name.text.clone(), (global, name.place));
    }

    fn declare_field(&mut self, field: &Formal) {
        let (name, place) = (field.name.text.clone(), field.name.place);
        let id = self.program.fields.push(Field { name, ty: Type::Int, place });
        self.declare_name(&field.name, Global::Field(id));
    }

    fn declare_domain(&mut self, member: &Member, domain: &syntax::Domain) {
        if domain.interpretations.is_some() {
            self.interpreted(domain);
        }
        let interpretations = domain.interpretations.iter().flatten();
        let smt = interpretations.filter(|(solver, _)| &*solver.text == "SMTLIB");
        let interpretation = smt.map(|(_, text)| text.clone()).next();
        let id = self.program.domains.push(Domain {
            name: domain.name.text.clone(),
            place: domain.name.place,
            parameters: domain.parameters.iter().map(|p| p.text.clone()).collect(),
            interpretation,
            axioms: Vec::new(),
            annotations: member.annotations.clone(),
        });
        self.declare_name(&domain.name, Global::Domain(id));
        for function in &domain.functions {
            let id = self.program.domain_functions.push(DomainFunction {
                name: function.name.text.clone(),
                domain: id,
                parameters: Vec::new(),
                result: Type::Bool,
                unique: function.unique,
                interpretation: function.interpretation.clone(),
            });
            self.declare_name(&function.name, Global::DomainFunction(id));
        }
    }

    /// Reports a domain that is interpreted in a way that no solver understands.
    fn interpreted(&mut self, domain: &syntax::Domain) {
        let known =
            domain.interpretations.iter().flatten().any(|(name, _)| &*name.text == "SMTLIB");
        let message = match domain.parameters.first() {
            Some(_) => "a domain with an interpretation has no type parameters",
            None if !known => "this domain has an interpretation, but none for `SMTLIB`",
            None => return,
        };
        self.problems.error(domain.name.place, CONSISTENCY, message);
    }

    /// Finds the types of all declarations.
    pub(super) fn signatures(&mut self, members: &[Member]) {
        let (mut fields, mut functions) = (self.program.fields.ids(), self.program.functions.ids());
        let (mut predicates, mut methods) =
            (self.program.predicates.ids(), self.program.methods.ids());
        let mut domains = self.program.domains.ids();
        let mut domain_functions = self.program.domain_functions.ids();
        for member in members {
            self.body = Body::default();
            self.push_scope();
            match &member.kind {
                MemberKind::Import(_) | MemberKind::Define(_) => {}
                MemberKind::Fields(list) => {
                    for (field, id) in list.iter().zip(fields.by_ref()) {
                        self.program.fields[id].ty = self.resolve_type(&field.ty);
                    }
                }
                MemberKind::Domain(domain) => {
                    let Some(id) = domains.next() else { continue };
                    self.body.type_parameters = self.program.domains[id].parameters.clone();
                    self.body.domain = Some(id);
                    for (function, id) in domain.functions.iter().zip(domain_functions.by_ref()) {
                        self.domain_signature(function, id);
                    }
                }
                MemberKind::Adt(adt) => {
                    let Some(id) = domains.next() else { continue };
                    self.adt_signature(adt, id, &mut domain_functions);
                }
                MemberKind::Method(method) => {
                    let parameters = self.bind_formals(&method.parameters, false);
                    let results = self.bind_formals(&method.results, true);
                    let Some(id) = methods.next() else { continue };
                    let declared = &mut self.program.methods[id];
                    declared.locals = std::mem::take(&mut self.body.locals);
                    (declared.parameters, declared.results) = (parameters, results);
                }
                MemberKind::Function(function) => {
                    let parameters = self.bind_formals(&function.parameters, false);
                    let result = self.resolve_type(&function.result);
                    let Some(id) = functions.next() else { continue };
                    let declared = &mut self.program.functions[id];
                    declared.locals = std::mem::take(&mut self.body.locals);
                    (declared.parameters, declared.result) = (parameters, result);
                }
                MemberKind::Predicate(predicate) => {
                    let parameters = self.bind_formals(&predicate.parameters, false);
                    let Some(id) = predicates.next() else { continue };
                    let declared = &mut self.program.predicates[id];
                    declared.locals = std::mem::take(&mut self.body.locals);
                    declared.parameters = parameters;
                }
            }
        }
    }

    fn domain_signature(
        &mut self,
        function: &syntax::DomainFunction,
        id: crate::tree::DomainFunctionId,
    ) {
        let mut names: Vec<&Name> = Vec::new();
        for name in function.parameters.iter().filter_map(|(name, _)| name.as_ref()) {
            if names.iter().any(|n| n.text == name.text) {
                self.error(name.place, format!("there is already a parameter `{}`", name.text));
            }
            names.push(name);
        }
        let types = function.parameters.iter().map(|(_, ty)| self.resolve_type(ty)).collect();
        let result = self.resolve_type(&function.result);
        let declared = &mut self.program.domain_functions[id];
        (declared.parameters, declared.result) = (types, result);
    }

    fn bind_formals(&mut self, formals: &[Formal], assignable: bool) -> Vec<LocalId> {
        let bind = |formal: &Formal| {
            let ty = self.resolve_type(&formal.ty);
            self.bind(&formal.name, ty, assignable)
        };
        formals.iter().map(bind).collect()
    }

    /// Puts the variables of a signature into the scope of the member again.
    pub(super) fn reopen(&mut self, formals: &[Formal], ids: &[LocalId], assignable: bool) {
        for (formal, local) in formals.iter().zip(ids) {
            let ambiguous = self.lookup(&formal.name.text).is_some();
            let binding =
                super::Binding { local: *local, place: formal.name.place, assignable, ambiguous };
            if let Some(scope) = self.body.scopes.last_mut() {
                scope.names.insert(formal.name.text.clone(), binding);
            }
        }
    }

    /// Checks the bodies of predicates.
    pub(super) fn predicate_bodies(&mut self, members: &[Member]) {
        let mut predicates = self.program.predicates.ids();
        for member in members {
            let MemberKind::Predicate(predicate) = &member.kind else { continue };
            let Some(id) = predicates.next() else { continue };
            self.body = Body::default();
            self.push_scope();
            let declared = self.program.predicates[id].clone();
            self.body.locals = declared.locals;
            self.reopen(&predicate.parameters, &declared.parameters, false);
            let body = predicate.body.as_ref().map(|body| {
                self.no_wands(body);
                self.assertion(body)
            });
            let locals = self.take_locals();
            let declared = &mut self.program.predicates[id];
            (declared.body, declared.locals) = (body, locals);
        }
    }

    /// Checks what stands in the other members.
    pub(super) fn bodies(&mut self, members: &[Member]) {
        let (mut functions, mut methods) =
            (self.program.functions.ids(), self.program.methods.ids());
        let mut domains = self.program.domains.ids();
        for member in members {
            self.body = Body::default();
            self.push_scope();
            match &member.kind {
                MemberKind::Import(_) | MemberKind::Define(_) | MemberKind::Fields(_) => {}
                MemberKind::Adt(_) => {
                    domains.next();
                }
                MemberKind::Domain(domain) => {
                    let Some(id) = domains.next() else { continue };
                    let axioms = domain.axioms.iter().map(|axiom| self.axiom(id, axiom)).collect();
                    self.program.domains[id].axioms = axioms;
                }
                MemberKind::Method(method) => {
                    let Some(id) = methods.next() else { continue };
                    self.method_body(id, method);
                }
                MemberKind::Function(function) => {
                    let Some(id) = functions.next() else { continue };
                    self.function_body(id, function);
                }
                MemberKind::Predicate(_) => {}
            }
        }
    }

    fn axiom(&mut self, domain: crate::tree::DomainId, axiom: &syntax::Axiom) -> Axiom {
        self.body = Body::default();
        self.push_scope();
        self.body.in_axiom = true;
        self.body.domain = Some(domain);
        self.body.type_parameters = self.program.domains[domain].parameters.clone();
        let body = self.condition(&axiom.body);
        let name = axiom.name.as_ref().map_or_else(|| Arc::from(""), |n| n.text.clone());
        Axiom { name, locals: self.take_locals(), body }
    }

    fn contract(&mut self, list: &[Raw]) -> Vec<Expr> {
        let check = |e| {
            self.no_perm_in_contract(e, false);
            self.assertion(e)
        };
        list.iter().map(check).collect()
    }

    fn method_body(&mut self, id: crate::tree::MethodId, method: &syntax::Method) {
        let declared = self.program.methods[id].clone();
        self.body.locals = declared.locals;
        self.reopen(&method.parameters, &declared.parameters, false);
        self.reopen(&method.results, &declared.results, true);
        let mut names = FxHashSet::default();
        method.body.iter().for_each(|body| {
            labels(body, &mut |name| {
                names.insert(name.text.clone());
            });
        });
        self.body.labels = names;
        self.body.method = Some(id);
        self.body.nested = self.measures_instances(id, method.body.as_ref());
        let preconditions = self.contract(&method.contract.preconditions);
        let postconditions = self.contract(&method.contract.postconditions);
        let mut body: Option<Block> = method.body.as_ref().map(|body| self.block(body));
        body.iter_mut().for_each(|body| self.jump_obligations(body));
        let locals = self.take_locals();
        let declared = &mut self.program.methods[id];
        (declared.preconditions, declared.postconditions) = (preconditions, postconditions);
        (declared.body, declared.locals) = (body, locals);
    }

    fn function_body(&mut self, id: crate::tree::FunctionId, function: &syntax::Function) {
        let declared = self.program.functions[id].clone();
        self.body.locals = declared.locals;
        self.reopen(&function.parameters, &declared.parameters, false);
        function.contract.preconditions.iter().for_each(|e| self.no_wands(e));
        let preconditions = self.contract(&function.contract.preconditions);
        self.body.result = Some(declared.result.clone());
        self.body.result_allowed = true;
        self.body.no_perm = Some("postconditions of functions have no `perm` and no `forperm`");
        let mut postconditions = Vec::new();
        for e in &function.contract.postconditions {
            self.no_perm_in_contract(e, true);
            postconditions.push(self.condition(e));
        }
        self.body.no_perm = None;
        let body = function.body.as_ref().map(|body| self.finished(body, &declared.result));
        let locals = self.take_locals();
        let declared = &mut self.program.functions[id];
        (declared.preconditions, declared.postconditions) = (preconditions, postconditions);
        (declared.body, declared.locals) = (body, locals);
    }

    /// Reports magic wands in what must not have them.
    fn no_wands(&mut self, e: &Raw) {
        if let syntax::ExprKind::Binary(syntax::Infix::Wand, ..) = &*e.kind {
            let message =
                "there are no magic wands in preconditions of functions and in predicates";
            self.error(e.place, message);
            return;
        }
        e.kind.each(&mut |part| self.no_wands(part));
    }

    /// Reports `perm` and `forperm` in contracts outside of `[A, B]`.
    pub(super) fn no_perm_in_contract(&mut self, e: &Raw, forperm_allowed: bool) {
        match &*e.kind {
            syntax::ExprKind::InhaleExhale(..) => return,
            syntax::ExprKind::ForPerm(..) if forperm_allowed => {}
            syntax::ExprKind::Perm(_) | syntax::ExprKind::ForPerm(..) => {
                let message =
                    "contracts and invariants have `perm` and `forperm` inside of `[A, B]` only";
                self.error(e.place, message);
                return;
            }
            _ => {}
        }
        e.kind.each(&mut |part| self.no_perm_in_contract(part, forperm_allowed));
    }

    /// An assertion.
    pub(super) fn assertion(&mut self, e: &Raw) -> Expr {
        let typed = self.infer(e);
        self.expect_type(&typed.expr, &Type::Bool);
        self.finish(typed.expr)
    }

    /// A Boolean value.
    pub(super) fn condition(&mut self, e: &Raw) -> Expr {
        self.finished(e, &Type::Bool)
    }

    /// A value of this type.
    pub(super) fn finished(&mut self, e: &Raw, ty: &Type) -> Expr {
        let expr = self.value(e, ty);
        self.finish(expr)
    }

    /// An expression of this type, whose parts are still open.
    pub(super) fn value(&mut self, e: &Raw, ty: &Type) -> Expr {
        let expr = self.operand(e);
        self.expect_type(&expr, ty);
        expr
    }

    /// A value of any type.
    pub(super) fn operand(&mut self, e: &Raw) -> Expr {
        let typed = self.infer(e);
        if typed.nature == Nature::Value {
            return typed.expr;
        }
        self.error(e.place, "a value is needed here, this is an assertion about permissions");
        self.wrong(e.place).expr
    }

    /// Reports an expression that is not of this type.
    pub(super) fn expect_type(&mut self, expr: &Expr, ty: &Type) {
        if !self.body.unifier.unify(&expr.ty, ty) {
            let (found, needed) = (self.show(&expr.ty), self.show(ty));
            self.error(expr.place, format!("{needed} is needed here, this is {found}"));
        }
    }

    fn take_locals(&mut self) -> IdVec<LocalId, crate::tree::Local> {
        std::mem::take(&mut self.body.locals)
    }
}
