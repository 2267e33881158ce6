//! `decreases`: the measures of members and loops, and what calls in methods must fulfil.

use super::{Body, Checker, Global, Typed};
use crate::consistency::is_pure;
use crate::graph::components;
use crate::premises::{LOOPS, is_checked};
use crate::problem::CONSISTENCY;
use crate::syntax::{
    Block as RawBlock, Decreases, Expr as Raw, ExprKind as RawKind, Measure as RawMeasure, Member,
    MemberKind, Name, StmtKind as RawStmtKind, While,
};
use crate::termination::{
    self, CONDITION, Condition, Copier, Measure, Orders, TUPLE_CONDITION, Tuple, binary,
    call_checks, condition_check, made, old, plain, tuple_check,
};
use crate::tree::{
    Access, BinaryOp, Block, Expr, ExprKind, Function, FunctionId, Local, Location, MethodId,
    Place, PredicateId, Premise, Stmt, StmtKind, Type,
};
use crate::walk;
use effigy_base::assumption::AssumptionKind;
use effigy_base::id::{Id, IdVec};

impl Checker<'_> {
    /// Finds the standard functions that measures are compared with.
    pub(super) fn find_orders(&mut self) {
        let function = |name: &str, arity| match self.global(name) {
            Some(Global::DomainFunction(id)) => {
                let function = &self.program.domain_functions[id];
                let fits = function.parameters.len() == arity && function.result == Type::Bool;
                let parameters = self.program.domains[function.domain].parameters.len();
                fits.then_some((id, parameters))
            }
            _ => None,
        };
        let smaller = function("decreasing", 2).zip(function("bounded", 1));
        let nested = function("nestedPredicates", 2).map(|(id, _)| id);
        let instance = match self.global("PredicateInstance") {
            Some(Global::Domain(id)) => Some(Type::Domain(id, [].into())),
            _ => None,
        };
        self.measures.orders = Orders { smaller, nested, instance, ..Orders::default() };
    }

    /// Resolves the measures of all functions and methods.
    pub(super) fn measures(&mut self, members: &[Member]) {
        self.find_orders();
        let (mut functions, mut methods) =
            (self.program.functions.ids(), self.program.methods.ids());
        for member in members {
            self.body = Body::default();
            self.push_scope();
            match &member.kind {
                MemberKind::Function(function) => {
                    let Some(id) = functions.next() else { continue };
                    let declared = self.program.functions[id].clone();
                    self.body.locals = declared.locals;
                    self.reopen(&function.parameters, &declared.parameters, false);
                    let measure = self.measure(&function.contract.decreases);
                    self.program.functions[id].locals = std::mem::take(&mut self.body.locals);
                    self.measures.functions.push(measure);
                }
                MemberKind::Method(method) => {
                    let Some(id) = methods.next() else { continue };
                    let declared = self.program.methods[id].clone();
                    self.body.locals = declared.locals;
                    self.reopen(&method.parameters, &declared.parameters, false);
                    self.reopen(&method.results, &declared.results, true);
                    let measure = self.measure(&method.contract.decreases);
                    self.program.methods[id].locals = std::mem::take(&mut self.body.locals);
                    self.measures.methods.push(measure);
                }
                _ => {}
            }
        }
        self.all_instances();
        self.method_components(members);
    }

    /// Finds which methods can call each other.
    fn method_components(&mut self, members: &[Member]) {
        let mut edges = Vec::new();
        for member in members {
            let MemberKind::Method(method) = &member.kind else { continue };
            let mut calls = Vec::new();
            if let Some(body) = &method.body {
                called(body, &mut |name| {
                    if let Some(Global::Method(id)) = self.global(&name.text) {
                        calls.push(id.index());
                    }
                });
            }
            edges.push(calls);
        }
        self.method_component = components(&edges);
    }

    /// What the clauses of a member or a loop say.
    fn measure(&mut self, clauses: &[Decreases]) -> Measure {
        let mut measure = Measure::default();
        let (mut tuples, mut wildcards, mut stars) = (0, 0, 0);
        for clause in clauses {
            let condition = clause.condition.as_ref().map(|c| self.condition(c));
            if let Some(condition) = &condition {
                self.pure_measure(condition);
            }
            let place = clause.place;
            match &clause.kind {
                RawMeasure::Tuple(list) => {
                    let values: Vec<Expr> = list.iter().map(|e| self.component(e)).collect();
                    let place = list.first().map_or(place, |e| e.place);
                    measure.tuple.get_or_insert(Tuple { values, condition, place });
                    tuples += 1;
                }
                RawMeasure::Wildcard => {
                    measure.wildcard.get_or_insert(condition);
                    wildcards += 1;
                }
                RawMeasure::Star => {
                    measure.star = true;
                    stars += 1;
                }
            }
        }
        let first = |wanted: fn(&RawMeasure) -> bool| {
            clauses.iter().find(|c| wanted(&c.kind)).map(|c| c.place)
        };
        let twice = [
            (tuples, first(|k| matches!(k, RawMeasure::Tuple(_)))),
            (wildcards, first(|k| matches!(k, RawMeasure::Wildcard))),
            (stars, first(|k| matches!(k, RawMeasure::Star))),
        ];
        for (count, place) in twice {
            if let (2.., Some(place)) = (count, place) {
                let message = "there is more than one `decreases` of this kind";
                self.problems.error(place, CONSISTENCY, message);
            }
        }
        measure
    }

    /// A component of a measure, where a predicate is its instance.
    fn component(&mut self, e: &Raw) -> Expr {
        self.body.in_measure = true;
        let typed = self.infer(e);
        self.body.in_measure = false;
        let e = self.finish(typed.expr);
        self.pure_measure(&e);
        let mut wrong = None;
        forbidden(&e, &mut wrong);
        if let Some(place) = wrong {
            let message = "a measure has no magic wands and no `[A, B]`";
            self.problems.error(place, CONSISTENCY, message);
        }
        e
    }

    fn pure_measure(&mut self, e: &Expr) {
        if !is_pure(e) {
            let message = "a value is needed here, this is an assertion about permissions";
            self.problems.error(e.place, CONSISTENCY, message);
        }
    }

    /// The instance of a predicate as a value: the call of a function that needs permission to it.
    pub(super) fn instance_of(
        &mut self,
        predicate: PredicateId,
        list: Vec<Expr>,
        place: Place,
    ) -> Typed {
        let Some((function, result)) = self.instance_function(predicate) else {
            let message =
                "an instance of a predicate needs `import <decreases/predicate_instance.vpr>`";
            self.problems.error(place, CONSISTENCY, message);
            return self.wrong(place);
        };
        let kind = ExprKind::Call { function, arguments: list, reveal: false };
        super::expression::value(kind, result, place)
    }

    /// The function that makes the instances of a predicate, and their type.
    fn instance_function(&mut self, predicate: PredicateId) -> Option<(FunctionId, Type)> {
        let result = self.measures.orders.instance.clone()?;
        if let Some(known) = self.measures.orders.instances.get(&predicate) {
            return Some((*known, result));
        }
        let declared = &self.program.predicates[predicate];
        let mut locals: IdVec<_, Local> = IdVec::new();
        let (mut parameters, mut values) = (Vec::new(), Vec::new());
        for parameter in &declared.parameters {
            let local = declared.locals[*parameter].clone();
            let (ty, at) = (local.ty.clone(), local.place);
            let id = locals.push(local);
            parameters.push(id);
            values.push(made(ExprKind::Local(id), ty, at));
        }
        let at = declared.place;
        let location = Location::Predicate(predicate, values);
        let amount = Some(made(ExprKind::Wildcard, Type::Perm, at));
        let access = ExprKind::Access(Access { location, amount, place: at });
        let function = Function {
            name: format!("{}.instance", declared.name).into(),
            place: at,
            locals,
            parameters,
            result: result.clone(),
            preconditions: vec![made(access, Type::Bool, at)],
            postconditions: Vec::new(),
            body: None,
            opaque: false,
            shrinking: Vec::new(),
            annotations: Vec::new(),
        };
        let id = self.program.functions.push(function);
        self.measures.orders.instances.insert(predicate, id);
        Some((id, result))
    }

    /// Makes the functions for the instances of all predicates, when measures are compared by them.
    fn all_instances(&mut self) {
        let instance = self.measures.orders.instance.as_ref();
        let all = self.measures.functions.iter().chain(&self.measures.methods);
        let mut values = all.filter_map(|m| m.tuple.as_ref()).flat_map(|t| &t.values);
        if instance.is_some() && values.any(|e| Some(&e.ty) == instance) {
            for predicate in self.program.predicates.ids() {
                self.instance_function(predicate);
            }
        }
    }

    /// What a call in the body of a method must fulfil so that the method terminates.
    pub(super) fn call_obligations(
        &mut self,
        callee: MethodId,
        arguments: &[Expr],
        place: Place,
    ) -> Vec<Stmt> {
        let Some(method) = self.body.method else { return Vec::new() };
        let Some(caller) = self.measures.methods.get(method.index()).and_then(|m| m.tuple.clone())
        else {
            return Vec::new();
        };
        let Some(measure) = self.measures.methods.get(callee.index()) else { return Vec::new() };
        let declared = &self.program.methods[callee];
        let locals = &mut self.body.locals;
        let applied = measure.applied(&declared.parameters, arguments, &declared.locals, locals);
        let caller = copied(&caller, locals);
        let component = |id: MethodId| self.method_component.get(id.index());
        let recursive = component(method) == component(callee);
        call_checks(&self.measures.orders, &caller, &applied, recursive, place)
    }

    /// A loop, with the assertions that it terminates: those before it, and those in its body.
    pub(super) fn loop_obligations(
        &mut self,
        parts: &While,
        condition: &Expr,
        body: &mut Block,
        place: Place,
    ) -> Vec<Stmt> {
        let measure = self.measure(&parts.decreases);
        if !is_checked(&measure) {
            let (kind, what) = (AssumptionKind::Termination, LOOPS);
            self.measures.premises.push(Premise { kind, what, place });
        }
        let mut before = Vec::new();
        let method = self.body.method.and_then(|m| self.measures.methods.get(m.index()));
        if let Some(caller) = method.and_then(|m| m.tuple.clone()) {
            let caller = copied(&caller, &mut self.body.locals);
            let repeats = Copier::new(&mut self.body.locals).copied(condition);
            let required = match caller.condition {
                None => repeats,
                Some(required) => binary(BinaryOp::And, old(required), repeats),
            };
            before.extend(condition_check(
                Some(required),
                measure.condition(place),
                CONDITION,
                place,
            ));
        }
        let Some(tuple) = measure.tuple else { return before };
        let mut statements = Vec::new();
        let mut keep = |e: &Expr, statements: &mut Vec<Stmt>| {
            let (name, ty) = ("_before".into(), e.ty.clone());
            let local = self.body.locals.push(Local { name, ty: ty.clone(), place: e.place });
            let value = Copier::new(&mut self.body.locals).copied(e);
            statements.push(plain(StmtKind::Declare(vec![local]), e.place));
            statements.push(plain(StmtKind::Assign { target: local, value }, e.place));
            made(ExprKind::Local(local), ty, e.place)
        };
        let values: Vec<Expr> = tuple.values.iter().map(|e| keep(e, &mut statements)).collect();
        let held = tuple.condition.as_ref().map(|e| keep(e, &mut statements));
        let mut required = || {
            let repeats = Copier::new(&mut self.body.locals).copied(condition);
            Some(match &held {
                None => repeats,
                Some(held) => binary(BinaryOp::And, held.clone(), repeats),
            })
        };
        let (first, second) = (required(), required());
        let inner = std::mem::take(body);
        statements.push(plain(StmtKind::Block(inner), place));
        let given = tuple.condition.map_or(Condition::Always, Condition::When);
        statements.extend(condition_check(first, given, TUPLE_CONDITION, tuple.place));
        let now = tuple.values;
        let orders = &self.measures.orders;
        statements.push(tuple_check(orders, second, values, now, tuple.place, tuple.place));
        body.statements = statements;
        before
    }

    /// Asserts of a method with a measure that no jump goes round: jumps have no measures.
    pub(super) fn jump_obligations(&mut self, body: &mut Block) {
        let method = self.body.method.and_then(|m| self.measures.methods.get(m.index()));
        let Some(caller) = method.and_then(|m| m.tuple.clone()) else { return };
        let caller = copied(&caller, &mut self.body.locals);
        termination::forbid(body, &termination::backward(body), &caller);
    }

    /// `unfold`, with what it says about measures where the method needs that.
    pub(super) fn unfold(&mut self, access: Access, place: Place) -> Vec<Stmt> {
        if !self.body.nested {
            return vec![plain(StmtKind::Unfold(access), place)];
        }
        // Instances of all predicates that the body has must exist.
        if let Location::Predicate(predicate, _) = &access.location {
            let mut inner = vec![*predicate];
            if let Some(body) = &self.program.predicates[*predicate].body {
                walk::all(body, &mut |e| {
                    if let ExprKind::Access(Access {
                        location: Location::Predicate(p, _), ..
                    }) = &*e.kind
                    {
                        inner.push(*p);
                    }
                });
            }
            for predicate in inner {
                self.instance_function(predicate);
            }
        }
        termination::unfold(
            self.program,
            &self.measures.orders,
            &mut self.body.locals,
            access,
            place,
        )
    }

    /// Whether a measure of the method is an instance of a predicate.
    pub(super) fn measures_instances(&self, id: MethodId, body: Option<&RawBlock>) -> bool {
        let instance = self.measures.orders.instance.as_ref();
        let own = self.measures.methods.get(id.index()).and_then(|m| m.tuple.as_ref());
        let own = own.is_some_and(|t| t.values.iter().any(|e| Some(&e.ty) == instance));
        own || instance.is_some() && body.is_some_and(|body| self.loop_measures_instances(body))
    }

    fn loop_measures_instances(&self, body: &RawBlock) -> bool {
        let predicate = |e: &Raw| {
            let name = match &*e.kind {
                RawKind::Acc(location, _) => match &*location.kind {
                    RawKind::Call(name, ..) => name,
                    _ => return false,
                },
                RawKind::Call(name, ..) | RawKind::Instance(name, _) => name,
                _ => return false,
            };
            matches!(self.global(&name.text), Some(Global::Predicate(_)))
        };
        body.statements.iter().any(|statement| match &statement.kind {
            RawStmtKind::While(parts) => {
                let own = parts.decreases.iter().any(|clause| match &clause.kind {
                    RawMeasure::Tuple(list) => list.iter().any(predicate),
                    _ => false,
                });
                own || self.loop_measures_instances(&parts.body)
            }
            RawStmtKind::If(_, then, otherwise) => {
                let otherwise = otherwise.as_ref().is_some_and(|b| self.loop_measures_instances(b));
                otherwise || self.loop_measures_instances(then)
            }
            RawStmtKind::Block(b) | RawStmtKind::Package(_, Some(b)) => {
                self.loop_measures_instances(b)
            }
            _ => false,
        })
    }
}

/// A measure with bound variables of its own.
fn copied(tuple: &Tuple, locals: &mut IdVec<crate::tree::LocalId, Local>) -> Tuple {
    let mut copier = Copier::new(locals);
    let values = tuple.values.iter().map(|e| copier.copied(e)).collect();
    let condition = tuple.condition.as_ref().map(|e| copier.copied(e));
    Tuple { values, condition, place: tuple.place }
}

/// Shows the names of all calls in statements.
fn called(block: &RawBlock, f: &mut dyn FnMut(&Name)) {
    for statement in &block.statements {
        match &statement.kind {
            RawStmtKind::Evaluate(e) | RawStmtKind::Assign(_, e) | RawStmtKind::Var(_, Some(e)) => {
                if let RawKind::Call(name, ..) = &*e.kind {
                    f(name);
                }
            }
            RawStmtKind::Block(b) | RawStmtKind::Package(_, Some(b)) => called(b, f),
            RawStmtKind::While(parts) => called(&parts.body, f),
            RawStmtKind::If(_, then, otherwise) => {
                called(then, f);
                otherwise.iter().for_each(|b| called(b, f));
            }
            _ => {}
        }
    }
}

/// A part that no measure has.
fn forbidden(e: &Expr, wrong: &mut Option<Place>) {
    match &*e.kind {
        ExprKind::Wand(..) | ExprKind::InhaleExhale(..) => *wrong = Some(e.place),
        ExprKind::Conditional(_, a, b) => {
            forbidden(a, wrong);
            forbidden(b, wrong);
        }
        ExprKind::Unfolding(_, body) | ExprKind::Applying(_, body) => forbidden(body, wrong),
        ExprKind::Perm(_) => {}
        kind => walk::parts(kind, &mut |part| forbidden(part, wrong)),
    }
}
