//! Functions: methods that walk over contracts and bodies, and assert at each call that the measure decreases.

use super::{Copier, Measure, Orders, Tuple, call_checks, made, made_block, plain, unfold};
use crate::graph::components;
use crate::tree::{
    Access, BinaryOp, Expr, ExprKind, Function, FunctionId, Local, LocalId, Method, Origin, Place,
    Program, Stmt, StmtKind, Type,
};
use crate::walk;
use effigy_base::id::{Id, IdVec};

/// The methods that show that functions with measures terminate. `measures` are those of all functions.
pub(crate) fn proofs(
    program: &Program,
    measures: &[Measure],
    orders: &Orders,
    exact_amounts: bool,
) -> Vec<Method> {
    let mut calls = Vec::new();
    for (_, function) in program.functions.iter() {
        let mut list = Vec::new();
        let contract = function.preconditions.iter().chain(&function.postconditions);
        for e in contract.chain(&function.body) {
            walk::all(e, &mut |e| {
                if let ExprKind::Call { function, .. } = &*e.kind {
                    list.push(function.index());
                }
            });
        }
        calls.push(list);
    }
    let component = components(&calls);
    let mut methods = Vec::new();
    for (id, function) in program.functions.iter() {
        let tuple = measures.get(id.index()).and_then(|m| m.tuple.as_ref());
        let Some(tuple) = tuple else { continue };
        let proof = Proof {
            program,
            measures,
            orders,
            exact_amounts,
            component: &component,
            id,
            function,
            tuple,
        };
        methods.extend(proof.of_body());
        methods.extend(proof.of_postconditions());
        methods.extend(proof.of_preconditions());
    }
    methods
}

/// The proof that one function terminates.
struct Proof<'p> {
    program: &'p Program,
    measures: &'p [Measure],
    orders: &'p Orders,
    /// Whether functions need the permission amounts that their preconditions say.
    exact_amounts: bool,
    component: &'p [usize],
    id: FunctionId,
    function: &'p Function,
    tuple: &'p Tuple,
}

/// What becomes of a part of a contract or body: statements of one method.
struct Walk<'p, 'l> {
    proof: &'l Proof<'p>,
    locals: &'l mut IdVec<LocalId, Local>,
    /// Whether the first or the second part of `[A, B]` is meant; any value.
    inhaling: Option<LocalId>,
    /// Whether unfolding says something about measures.
    nested: bool,
}

impl<'p> Proof<'p> {
    fn method(
        &self,
        what: &str,
        locals: IdVec<LocalId, Local>,
        preconditions: Vec<Expr>,
        statements: Vec<Stmt>,
    ) -> Option<Method> {
        if !statements.iter().any(asserts) {
            return None;
        }
        Some(Method {
            name: format!("{}.{what}", self.function.name).into(),
            place: self.function.place,
            locals,
            parameters: self.function.parameters.clone(),
            results: Vec::new(),
            preconditions,
            postconditions: Vec::new(),
            body: Some(made_block(statements)),
            origin: Origin::Termination { error: super::TUPLE.into() },
            annotations: self.function.annotations.clone(),
        })
    }

    fn walk<'l>(&'l self, locals: &'l mut IdVec<LocalId, Local>) -> Walk<'p, 'l> {
        let instance = |e: &Expr| self.orders.instance.as_ref() == Some(&e.ty);
        let nested = self.tuple.values.iter().any(instance);
        Walk { proof: self, locals, inhaling: None, nested }
    }

    /// An assertion with the amounts that functions need.
    fn amounts(&self, e: Expr) -> Expr {
        if self.exact_amounts { e } else { some_amount(e) }
    }

    /// Makes an expression unfold the amounts that functions hold.
    fn unfoldings(&self, e: &mut Expr) {
        if !self.exact_amounts {
            unfold_some(e);
        }
    }

    /// The preconditions, where nothing else is said with some positive amount for each permission: functions ask for no more.
    fn preconditions(&self, locals: &mut IdVec<LocalId, Local>) -> Vec<Expr> {
        let list = self.function.preconditions.iter();
        let copies: Vec<Expr> = list.map(|e| Copier::new(locals).copied(e)).collect();
        copies.into_iter().map(|e| self.amounts(e)).collect()
    }

    fn of_body(&self) -> Option<Method> {
        let body = self.function.body.as_ref()?;
        let mut locals = self.function.locals.clone();
        let statements = self.walk(&mut locals).expr(body, false);
        let preconditions = self.preconditions(&mut locals);
        self.method("termination", locals, preconditions, statements)
    }

    fn of_postconditions(&self) -> Option<Method> {
        let mut locals = self.function.locals.clone();
        let (ty, place) = (self.function.result.clone(), self.function.place);
        let result = locals.push(Local { name: "result".into(), ty, place });
        let mut statements = vec![plain(StmtKind::Declare(vec![result]), place)];
        // Each postcondition is read where those before it hold.
        let both = |a, b| super::binary(BinaryOp::And, a, b);
        let mut e = self.function.postconditions.iter().cloned().reduce(both)?;
        with_result(&mut e, result);
        let mut walk = self.walk(&mut locals);
        walk.choose(&mut statements);
        statements.extend(walk.expr(&e, false));
        let preconditions = self.preconditions(&mut locals);
        self.method("postconditions.termination", locals, preconditions, statements)
    }

    fn of_preconditions(&self) -> Option<Method> {
        let mut locals = self.function.locals.clone();
        let mut statements = Vec::new();
        let mut walk = self.walk(&mut locals);
        walk.choose(&mut statements);
        for (index, e) in self.function.preconditions.iter().enumerate() {
            if index + 1 < self.function.preconditions.len() {
                statements.extend(walk.then_inhaled(e));
            } else {
                statements.extend(walk.expr(e, true));
            }
        }
        self.method("preconditions.termination", locals, Vec::new(), statements)
    }
}

/// Whether a statement, or one inside of it, asserts something.
fn asserts(statement: &Stmt) -> bool {
    let mut found = matches!(statement.kind, StmtKind::Assert { .. });
    walk::blocks(&statement.kind, &mut |block| {
        found = found || block.statements.iter().any(asserts)
    });
    found
}

fn with_result(e: &mut Expr, result: LocalId) {
    if matches!(*e.kind, ExprKind::Result) {
        *e.kind = ExprKind::Local(result);
    }
    walk::parts_mut(&mut e.kind, &mut |part| with_result(part, result));
}

/// Puts the second part of each `[A, B]` in its place.
fn exhale_parts(e: &mut Expr) {
    while let ExprKind::InhaleExhale(_, b) = &*e.kind {
        *e = b.clone();
    }
    walk::parts_mut(&mut e.kind, &mut exhale_parts);
}

/// Unfolds with some positive amount only: functions hold no more.
fn unfold_some(e: &mut Expr) {
    if let ExprKind::Unfolding(access, _) = &mut *e.kind {
        access.amount = Some(made(ExprKind::Wildcard, Type::Perm, e.place));
    }
    walk::parts_mut(&mut e.kind, &mut unfold_some);
}

/// An assertion with some positive amount in the place of each amount that is positive.
fn some_amount(mut e: Expr) -> Expr {
    if let ExprKind::Access(access) = &mut *e.kind {
        let place = e.place;
        let wildcard = made(ExprKind::Wildcard, Type::Perm, place);
        let amount = access.amount.replace(wildcard);
        return match amount.map(|amount| *amount.kind) {
            None | Some(ExprKind::FullPerm | ExprKind::Wildcard) => e,
            Some(ExprKind::NoPerm) => made(ExprKind::Bool(true), Type::Bool, place),
            Some(kind) => {
                let amount = made(kind, Type::Perm, place);
                let none = made(ExprKind::NoPerm, Type::Perm, place);
                let positive =
                    made(ExprKind::Binary(BinaryOp::Lt, none, amount), Type::Bool, place);
                made(ExprKind::Binary(BinaryOp::Implies, positive, e), Type::Bool, place)
            }
        };
    }
    if let ExprKind::Unfolding(access, _) = &mut *e.kind {
        access.amount = Some(made(ExprKind::Wildcard, Type::Perm, e.place));
    }
    if !matches!(*e.kind, ExprKind::Perm(_) | ExprKind::ForPerm { .. } | ExprKind::Unfolding(..)) {
        walk::parts_mut(&mut e.kind, &mut |part| {
            let nothing = made(ExprKind::Null, Type::Ref, part.place);
            let whole = std::mem::replace(part, nothing);
            *part = some_amount(whole);
        });
    }
    e
}

/// Whether an expression has no permissions, as a condition of a branch needs it: what stands for it there.
fn condition(e: &Expr, inhaling: Option<LocalId>) -> Expr {
    let mut e = e.clone();
    without_permissions(&mut e, inhaling);
    e
}

fn without_permissions(e: &mut Expr, inhaling: Option<LocalId>) {
    let place = e.place;
    match &mut *e.kind {
        ExprKind::Access(_) | ExprKind::Wand(..) => *e.kind = ExprKind::Bool(true),
        ExprKind::InhaleExhale(a, b) => {
            let (mut a, mut b) = (a.clone(), b.clone());
            without_permissions(&mut a, inhaling);
            without_permissions(&mut b, inhaling);
            *e.kind = match inhaling {
                Some(local) => {
                    let choice = made(ExprKind::Local(local), Type::Bool, place);
                    ExprKind::Conditional(choice, a, b)
                }
                None => ExprKind::Binary(BinaryOp::Or, a, b),
            };
        }
        ExprKind::Unfolding(_, body) | ExprKind::Applying(_, body) => {
            without_permissions(body, inhaling);
        }
        ExprKind::Quantifier(q) => without_permissions(&mut q.body, inhaling),
        kind => walk::parts_mut(kind, &mut |part| without_permissions(part, inhaling)),
    }
}

impl Walk<'_, '_> {
    /// Makes the choice between the parts of `[A, B]`.
    fn choose(&mut self, statements: &mut Vec<Stmt>) {
        let place = self.proof.function.place;
        let local = self.flag(place);
        statements.push(plain(StmtKind::Declare(vec![local]), place));
        self.inhaling = Some(local);
    }

    /// A variable of type Bool.
    fn flag(&mut self, place: Place) -> LocalId {
        self.locals.push(Local { name: "_choice".into(), ty: Type::Bool, place })
    }

    /// A side that is left behind: `then`, where the path ends, or `otherwise`.
    fn aside(&mut self, mut then: Vec<Stmt>, otherwise: Vec<Stmt>, place: Place) -> Vec<Stmt> {
        if !then.iter().any(asserts) {
            return otherwise;
        }
        let local = self.flag(place);
        let never = made(ExprKind::Bool(false), Type::Bool, place);
        then.push(plain(StmtKind::Inhale(never), place));
        let condition = made(ExprKind::Local(local), Type::Bool, place);
        let (then, otherwise) = (made_block(then), made_block(otherwise));
        vec![
            plain(StmtKind::Declare(vec![local]), place),
            plain(StmtKind::If { condition, then, otherwise }, place),
        ]
    }

    /// A copy of an expression with bound variables of its own.
    fn copied(&mut self, e: &Expr) -> Expr {
        let mut copy = Copier::new(self.locals).copied(e);
        self.proof.unfoldings(&mut copy);
        copy
    }

    /// Walks over an assertion aside, and inhales it.
    fn then_inhaled(&mut self, e: &Expr) -> Vec<Stmt> {
        let place = e.place;
        let aside = self.expr(e, true);
        let inhaled = self.copied(e);
        let inhaled = self.proof.amounts(inhaled);
        let pair = walk::any(e, &mut |e| matches!(&*e.kind, ExprKind::InhaleExhale(..)));
        let inhale = match self.inhaling {
            Some(local) if pair => {
                let exhaled = self.copied(e);
                let mut exhaled = self.proof.amounts(exhaled);
                exhale_parts(&mut exhaled);
                let block = |e| made_block(vec![plain(StmtKind::Inhale(e), place)]);
                let condition = made(ExprKind::Local(local), Type::Bool, place);
                let (then, otherwise) = (block(inhaled), block(exhaled));
                plain(StmtKind::If { condition, then, otherwise }, place)
            }
            _ => plain(StmtKind::Inhale(inhaled), place),
        };
        self.aside(aside, vec![inhale], place)
    }

    fn branch(&mut self, e: &Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Vec<Stmt> {
        let nothing = |list: &[Stmt]| {
            !list.iter().any(|s| asserts(s) || matches!(s.kind, StmtKind::Inhale(_)))
        };
        if nothing(&then) && nothing(&otherwise) {
            return Vec::new();
        }
        let condition = condition(&self.copied(e), self.inhaling);
        let (then, otherwise) = (made_block(then), made_block(otherwise));
        vec![plain(StmtKind::If { condition, then, otherwise }, e.place)]
    }

    /// The statements for an expression; with `inhale`, it is a precondition, whose permissions are inhaled.
    fn expr(&mut self, e: &Expr, inhale: bool) -> Vec<Stmt> {
        match &*e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) if inhale => {
                let mut statements = self.then_inhaled(a);
                statements.extend(self.expr(b, inhale));
                statements
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b) => {
                let mut statements = self.expr(a, inhale);
                let right = self.expr(b, inhale);
                let (then, otherwise) =
                    if *op == BinaryOp::Or { (Vec::new(), right) } else { (right, Vec::new()) };
                statements.extend(self.branch(a, then, otherwise));
                statements
            }
            ExprKind::Conditional(c, a, b) => {
                let mut statements = self.expr(c, false);
                let (then, otherwise) = (self.expr(a, inhale), self.expr(b, inhale));
                statements.extend(self.branch(c, then, otherwise));
                statements
            }
            ExprKind::InhaleExhale(a, b) => {
                let (then, otherwise) = (self.expr(a, inhale), self.expr(b, inhale));
                let Some(local) = self.inhaling else { return [then, otherwise].concat() };
                let choice = made(ExprKind::Local(local), Type::Bool, e.place);
                self.branch(&choice, then, otherwise)
            }
            ExprKind::Unfolding(access, body) => self.unfolding(e, access, body, inhale),
            ExprKind::Applying(wand, body) => {
                let mut then = vec![plain(StmtKind::Apply(self.copied(wand)), e.place)];
                then.extend(self.expr(body, inhale));
                self.aside(then, Vec::new(), e.place)
            }
            ExprKind::Let(local, value, body) => {
                let mut statements = self.expr(value, false);
                let mut copier = Copier::new(self.locals);
                let mut value = copier.copied(value);
                self.proof.unfoldings(&mut value);
                let new = copier.fresh(*local);
                let body = copier.copied(body);
                let inner = self.expr(&body, inhale);
                if !inner.is_empty() {
                    statements.push(plain(StmtKind::Declare(vec![new]), e.place));
                    statements.push(plain(StmtKind::Assign { target: new, value }, e.place));
                    statements.extend(inner);
                }
                statements
            }
            ExprKind::Quantifier(_) | ExprKind::ForPerm { .. } => self.quantified(e, inhale),
            ExprKind::Access(access) => {
                let mut statements = Vec::new();
                walk::access(access, &mut |part| statements.extend(self.expr(part, false)));
                if inhale {
                    let inhaled = self.copied(e);
                    let inhaled = self.proof.amounts(inhaled);
                    statements.push(plain(StmtKind::Inhale(inhaled), e.place));
                }
                statements
            }
            ExprKind::Call { function, arguments, .. } => self.call(e, *function, arguments),
            ExprKind::Perm(_) => Vec::new(),
            kind => {
                let mut statements = Vec::new();
                walk::parts(kind, &mut |part| statements.extend(self.expr(part, false)));
                statements
            }
        }
    }

    fn unfolding(&mut self, e: &Expr, access: &Access, body: &Expr, inhale: bool) -> Vec<Stmt> {
        let mut then = Vec::new();
        walk::access(access, &mut |part| then.extend(self.expr(part, false)));
        let mut copy = made(ExprKind::Access(access.clone()), Type::Bool, e.place);
        copy = self.copied(&copy);
        if let ExprKind::Access(mut access) = *copy.kind {
            if !self.proof.exact_amounts {
                access.amount = Some(made(ExprKind::Wildcard, Type::Perm, e.place));
            }
            if self.nested {
                let (program, orders) = (self.proof.program, self.proof.orders);
                then.extend(unfold(program, orders, self.locals, access, e.place));
            } else {
                then.push(plain(StmtKind::Unfold(access), e.place));
            }
        }
        then.extend(self.expr(body, inhale));
        let mut otherwise = Vec::new();
        if inhale {
            let inhaled = self.copied(e);
            otherwise.push(plain(StmtKind::Inhale(self.proof.amounts(inhaled)), e.place));
        }
        self.aside(then, otherwise, e.place)
    }

    /// The body of a quantifier, for any values of its variables.
    fn quantified(&mut self, e: &Expr, inhale: bool) -> Vec<Stmt> {
        let copy = self.copied(e);
        let place = e.place;
        let (variables, body, first) = match *copy.kind {
            ExprKind::Quantifier(q) => {
                let witness = q.exists.then(|| plain(StmtKind::Inhale(q.body.clone()), place));
                (q.variables, q.body, witness)
            }
            ExprKind::ForPerm { variables, location, body } => {
                let held = made(ExprKind::Perm(location), Type::Perm, place);
                let none = made(ExprKind::NoPerm, Type::Perm, place);
                let some = made(ExprKind::Binary(BinaryOp::Gt, held, none), Type::Bool, place);
                (variables, body, Some(plain(StmtKind::Inhale(some), place)))
            }
            _ => return Vec::new(),
        };
        let declared = plain(StmtKind::Declare(variables), place);
        let inner = self.expr(&body, inhale);
        match first {
            // What holds for these values only must not hold behind the expression.
            Some(first) => {
                let mut then = vec![declared, first];
                then.extend(inner);
                self.aside(then, Vec::new(), place)
            }
            None if inner.is_empty() => inner,
            None if inhale => [vec![declared], inner].concat(),
            None => self.aside([vec![declared], inner].concat(), Vec::new(), place),
        }
    }

    fn call(&mut self, e: &Expr, function: FunctionId, arguments: &[Expr]) -> Vec<Stmt> {
        let mut statements: Vec<Stmt> =
            arguments.iter().flat_map(|a| self.expr(a, false)).collect();
        let proof = self.proof;
        if proof.orders.instances.values().any(|f| *f == function) {
            return statements;
        }
        let callee = &proof.program.functions[function];
        let none = Measure::default();
        let measure = proof.measures.get(function.index()).unwrap_or(&none);
        let mut applied =
            measure.applied(&callee.parameters, arguments, &callee.locals, self.locals);
        let values =
            applied.tuple.iter_mut().flat_map(|t| t.values.iter_mut().chain(&mut t.condition));
        values.chain(applied.wildcard.iter_mut().flatten()).for_each(|e| proof.unfoldings(e));
        let recursive =
            proof.component.get(function.index()) == proof.component.get(proof.id.index());
        let mut caller = proof.tuple.clone();
        caller.values = caller.values.iter().map(|v| self.copied(v)).collect();
        statements.extend(call_checks(proof.orders, &caller, &applied, recursive, e.place));
        statements
    }
}
