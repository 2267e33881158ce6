//! Statements.

use super::unify::WRONG;
use super::{Checker, Global};
use crate::premises::ASSUMED;
use crate::smoke::UNREACHABLE;
use crate::syntax::{
    Block as RawBlock, Expr as Raw, ExprKind as RawKind, Name, Stmt as RawStmt,
    StmtKind as RawStmtKind, While,
};
use crate::tree::{
    Annotation, Block, Expr, ExprKind, FieldId, Local, LocalId, Location, MethodId, Origin, Place,
    Premise, Stmt, StmtKind, Type,
};
use effigy_base::assumption::AssumptionKind;

/// What is assigned to.
enum Target {
    Local(LocalId),
    Field(Expr, FieldId),
}

/// Where the statements of a block go, and what they have in common.
struct Into<'a> {
    out: &'a mut Vec<Stmt>,
    place: Place,
    annotations: &'a [Annotation],
}

impl Into<'_> {
    fn push(&mut self, kind: StmtKind) {
        let annotations = self.annotations.to_vec();
        self.out.push(Stmt { kind, place: self.place, annotations });
    }
}

/// Shows all labels of a block to `f`.
pub(super) fn labels(block: &RawBlock, f: &mut dyn FnMut(&Name)) {
    for statement in &block.statements {
        match &statement.kind {
            RawStmtKind::Label(name, _) => f(name),
            RawStmtKind::Block(b) | RawStmtKind::Package(_, Some(b)) => labels(b, f),
            RawStmtKind::While(parts) => labels(&parts.body, f),
            RawStmtKind::If(_, then, otherwise) => {
                labels(then, f);
                otherwise.iter().for_each(|b| labels(b, f));
            }
            _ => {}
        }
    }
}

impl Checker<'_> {
    pub(super) fn block(&mut self, block: &RawBlock) -> Block {
        self.push_scope();
        let mut statements = Vec::new();
        for statement in &block.statements {
            self.statement(statement, &mut statements);
        }
        self.pop_scope();
        Block { statements, place: Some(block.place) }
    }

    fn statement(&mut self, statement: &RawStmt, out: &mut Vec<Stmt>) {
        let mut into = Into { out, place: statement.place, annotations: &statement.annotations };
        let kind = match &statement.kind {
            RawStmtKind::Var(variables, value) => {
                let mut locals = Vec::new();
                for formal in variables {
                    let ty = self.resolve_type(&formal.ty);
                    locals.push(self.bind(&formal.name, ty, true));
                }
                into.push(StmtKind::Declare(locals.clone()));
                if let Some(value) = value {
                    let targets = locals.into_iter().map(Target::Local).collect();
                    self.assign(targets, value, &mut into);
                }
                return;
            }
            RawStmtKind::Assign(targets, value) => {
                let known: Vec<Target> = targets.iter().filter_map(|t| self.target(t)).collect();
                if known.len() == targets.len() {
                    self.assign(known, value, &mut into);
                } else if !matches!(*value.kind, RawKind::New(_) | RawKind::Call(..)) {
                    let typed = self.infer(value);
                    self.finish(typed.expr);
                }
                return;
            }
            RawStmtKind::Evaluate(call) => {
                self.evaluate(call, &mut into);
                return;
            }
            RawStmtKind::Inhale(e) => {
                self.assumed(into.place);
                StmtKind::Inhale(self.assertion(e))
            }
            RawStmtKind::Exhale(e) => StmtKind::Exhale(self.assertion(e)),
            RawStmtKind::Assume(e) => {
                self.assumed(into.place);
                StmtKind::Assume(self.assertion(e))
            }
            RawStmtKind::Assert(e) => {
                StmtKind::Assert { condition: self.assertion(e), origin: Origin::Text }
            }
            RawStmtKind::Refute(e) => {
                StmtKind::Refute { condition: self.assertion(e), origin: Origin::Text }
            }
            RawStmtKind::Reached => {
                let kind = Box::new(ExprKind::Bool(false));
                let condition = Expr { kind, ty: Type::Bool, place: statement.place };
                StmtKind::Refute { condition, origin: Origin::Smoke }
            }
            RawStmtKind::Fold(e) | RawStmtKind::Unfold(e) => {
                let fold = matches!(statement.kind, RawStmtKind::Fold(_));
                let access = self.unfoldable(e, if fold { "folded" } else { "unfolded" });
                let Some(access) = access else { return };
                let access = self.finish_access(access);
                if !fold {
                    for statement in self.unfold(access, into.place) {
                        into.push(statement.kind);
                    }
                    return;
                }
                StmtKind::Fold(access)
            }
            RawStmtKind::Package(wand, script) => {
                let wand = self.wand(wand);
                let wand = self.finish(wand);
                let script = script.as_ref().map(|s| self.block(s)).unwrap_or_default();
                StmtKind::Package { wand, script }
            }
            RawStmtKind::Apply(wand) => {
                let wand = self.wand(wand);
                StmtKind::Apply(self.finish(wand))
            }
            RawStmtKind::If(condition, then, otherwise) => StmtKind::If {
                condition: self.condition(condition),
                then: self.block(then),
                otherwise: otherwise.as_ref().map(|b| self.block(b)).unwrap_or_default(),
            },
            RawStmtKind::While(parts) => self.while_loop(parts, &mut into),
            RawStmtKind::Label(name, invariants) => {
                let invariants = invariants.iter().map(|e| self.assertion(e)).collect();
                StmtKind::Label { name: name.text.clone(), invariants }
            }
            RawStmtKind::Goto(name) => StmtKind::Goto(name.text.clone()),
            RawStmtKind::Block(block) => StmtKind::Block(self.block(block)),
            RawStmtKind::Havoc(variables, condition, resource) => {
                self.push_scope();
                let variables = self.bind_variables(variables);
                let condition = condition.as_ref().map(|c| self.condition(c));
                let location = self.havoc_location(resource);
                self.pop_scope();
                let Some(location) = location else { return };
                StmtKind::Havoc { variables, condition, location }
            }
            RawStmtKind::Define(_) => return,
        };
        into.push(kind);
    }

    /// Notes that a statement assumes something.
    fn assumed(&mut self, place: Place) {
        let (kind, what) = (AssumptionKind::Contract, ASSUMED);
        self.measures.premises.push(Premise { kind, what, place });
    }

    fn while_loop(&mut self, parts: &While, into: &mut Into<'_>) -> StmtKind {
        let condition = self.condition(&parts.condition);
        let mut invariants = Vec::new();
        for invariant in &parts.invariants {
            self.no_perm_in_contract(invariant, false);
            invariants.push(self.assertion(invariant));
        }
        let mut body = self.block(&parts.body);
        let before = self.loop_obligations(parts, &condition, &mut body, into.place);
        into.out.extend(before);
        StmtKind::While { condition, invariants, body }
    }

    fn havoc_location(&mut self, resource: &Raw) -> Option<Location> {
        let typed = self.infer(resource);
        let accepted = match (&*typed.expr.kind, &*resource.kind) {
            (ExprKind::Access(_), RawKind::Call(..)) => true,
            (kind, _) => matches!(kind, ExprKind::Field(..) | ExprKind::Wand(..)),
        };
        if !accepted {
            if typed.expr.ty != WRONG {
                let message = "this needs a field `e.f`, a predicate `P(e)` or a wand `A --* B`";
                self.error(resource.place, message);
            }
            return None;
        }
        let expr = self.finish(typed.expr);
        match *expr.kind {
            ExprKind::Field(receiver, field) => Some(Location::Field(receiver, field)),
            ExprKind::Access(access) => Some(access.location),
            kind => {
                Some(Location::Wand(Expr { kind: Box::new(kind), ty: expr.ty, place: expr.place }))
            }
        }
    }

    fn target(&mut self, target: &Raw) -> Option<Target> {
        match &*target.kind {
            RawKind::Name(name) => match self.lookup(&name.text) {
                Some(binding) if binding.assignable => {
                    if binding.ambiguous {
                        self.ambiguous(name);
                    }
                    Some(Target::Local(binding.local))
                }
                Some(_) => {
                    let message = format!(
                        "`{}` cannot be assigned: it is a parameter or a bound variable",
                        name.text
                    );
                    self.error(name.place, message);
                    None
                }
                None => {
                    let hint = self.visible(&name.text);
                    self.error(name.place, format!("`{}` is not declared{hint}", name.text));
                    None
                }
            },
            RawKind::Field(receiver, name) => {
                let Some(Global::Field(_)) = self.global(&name.text) else {
                    let hint = self.near(&name.text, |g| matches!(g, Global::Field(_)));
                    self.error(name.place, format!("there is no field `{}`{hint}", name.text));
                    return None;
                };
                let typed = self.field(receiver, name, target.place);
                match *self.finish(typed.expr).kind {
                    ExprKind::Field(receiver, field) => Some(Target::Field(receiver, field)),
                    _ => None,
                }
            }
            _ => {
                self.error(target.place, "this cannot be assigned: a variable or a field can");
                None
            }
        }
    }

    fn type_of(&self, target: &Target) -> Type {
        match target {
            Target::Local(local) => self.body.locals[*local].ty.clone(),
            Target::Field(_, field) => self.program.fields[*field].ty.clone(),
        }
    }

    fn assign(&mut self, mut targets: Vec<Target>, value: &Raw, into: &mut Into<'_>) {
        if let RawKind::Call(name, arguments, _) = &*value.kind {
            let method = self.global(&name.text);
            let function = matches!(
                method,
                Some(Global::Function(_) | Global::DomainFunction(_) | Global::Predicate(_))
            );
            if targets.len() != 1 || !function {
                self.method_call(targets, name, arguments, value.place, into);
                return;
            }
        }
        let (1, Some(target)) = (targets.len(), targets.pop()) else {
            self.error(into.place, "several variables are assigned by the call of a method only");
            return;
        };
        let ty = self.type_of(&target);
        if let RawKind::New(fields) = &*value.kind {
            self.new_object(target, &ty, fields.as_deref(), into);
            return;
        }
        let value = self.finished(value, &ty);
        into.push(match target {
            Target::Local(target) => StmtKind::Assign { target, value },
            Target::Field(receiver, field) => StmtKind::AssignField { receiver, field, value },
        });
    }

    fn new_object(
        &mut self,
        target: Target,
        ty: &Type,
        fields: Option<&[Name]>,
        into: &mut Into<'_>,
    ) {
        if *ty != Type::Ref {
            let found = self.show(ty);
            self.error(into.place, format!("a new object is of type Ref, the variable is {found}"));
        }
        let ids = match fields {
            None => self.program.fields.ids().collect(),
            Some(names) => {
                let mut ids = Vec::new();
                for name in names {
                    if let Some(Global::Field(field)) = self.global(&name.text) {
                        ids.push(field);
                    } else {
                        let hint = self.near(&name.text, |g| matches!(g, Global::Field(_)));
                        self.error(name.place, format!("there is no field `{}`{hint}", name.text));
                    }
                }
                ids
            }
        };
        self.through_variables(vec![target], into, |targets, _| {
            let target = targets.first().copied()?;
            Some(StmtKind::New { target, fields: ids })
        });
    }

    /// `m(e)` without targets.
    fn evaluate(&mut self, call: &Raw, into: &mut Into<'_>) {
        match &*call.kind {
            RawKind::Call(name, arguments, _) => {
                self.method_call(Vec::new(), name, arguments, call.place, into);
            }
            RawKind::Name(name) if *name.text == *UNREACHABLE => {
                let message = format!(
                    "`{UNREACHABLE}` is a statement of smoke detection: prove with `--smoke`"
                );
                self.error(call.place, message);
            }
            RawKind::Name(name) => {
                let hint = self.near(&name.text, |g| matches!(g, Global::Method(_)));
                let message =
                    format!("`{}` is no statement{hint}: a call has parentheses", name.text);
                self.error(call.place, message);
            }
            _ => self.error(call.place, "this is no statement: assign it, or call a method"),
        }
    }

    fn method_call(
        &mut self,
        targets: Vec<Target>,
        name: &Name,
        arguments: &[Raw],
        place: Place,
        into: &mut Into<'_>,
    ) {
        let Some(Global::Method(method)) = self.global(&name.text) else {
            let message = match self.global(&name.text) {
                Some(Global::Predicate(_) | Global::Function(_) | Global::DomainFunction(_))
                    if targets.is_empty() =>
                {
                    format!("`{}` is no method: its value is not used here", name.text)
                }
                Some(other) => format!("`{}` is {}, not a method", name.text, other.describe()),
                None => {
                    let callable = |g| matches!(g, Global::Method(_) | Global::Function(_));
                    let hint = self.near(&name.text, callable);
                    format!("there is no method or function `{}`{hint}", name.text)
                }
            };
            self.error(name.place, message);
            return;
        };
        let (parameters, results) = self.method_types(method);
        if parameters.len() != arguments.len() {
            let counted = crate::parse::counted(parameters.len(), "argument");
            let message =
                format!("`{}` has {counted}, this call has {}", name.text, arguments.len());
            self.error(place, message);
            return;
        }
        if results.len() != targets.len() {
            let counted = crate::parse::counted(results.len(), "result");
            let message = format!("`{}` has {counted}, this call has {}", name.text, targets.len());
            self.error(into.place, message);
            return;
        }
        let pairs = arguments.iter().zip(&parameters);
        let arguments: Vec<Expr> = pairs.map(|(e, ty)| self.finished(e, ty)).collect();
        let obligations = self.call_obligations(method, &arguments, into.place);
        into.out.extend(obligations);
        for (target, result) in targets.iter().zip(&results) {
            let ty = self.type_of(target);
            if ty != *result && ty != WRONG && *result != WRONG {
                let (found, needed) = (self.show(result), self.show(&ty));
                let message = format!("{needed} is needed for this target, the result is {found}");
                self.error(into.place, message);
            }
        }
        self.through_variables(targets, into, |targets, _| {
            Some(StmtKind::Call { targets, method, arguments })
        });
    }

    fn method_types(&self, method: MethodId) -> (Vec<Type>, Vec<Type>) {
        let method = &self.program.methods[method];
        let ty = |local: &LocalId| method.locals[*local].ty.clone();
        (method.parameters.iter().map(ty).collect(), method.results.iter().map(ty).collect())
    }

    /// A statement that assigns variables only; fields are assigned from new variables behind it, to receivers that
    /// are evaluated before it.
    fn through_variables(
        &mut self,
        targets: Vec<Target>,
        into: &mut Into<'_>,
        make: impl FnOnce(Vec<LocalId>, &mut Self) -> Option<StmtKind>,
    ) {
        let (mut locals, mut before, mut behind) = (Vec::new(), Vec::new(), Vec::new());
        let mut declared = Vec::new();
        let mut fields = Vec::new();
        let place = into.place;
        let plain = |kind| Stmt { kind, place, annotations: Vec::new() };
        for target in targets {
            let ty = self.type_of(&target);
            let (receiver, field) = match target {
                Target::Local(local) => {
                    locals.push(local);
                    continue;
                }
                Target::Field(receiver, field) => (receiver, field),
            };
            if fields.contains(&field) {
                self.error(place, "two targets of a call are the same field");
            }
            fields.push(field);
            let at = receiver.place;
            let object =
                self.body.locals.push(Local { name: "_receiver".into(), ty: Type::Ref, place: at });
            let value =
                self.body.locals.push(Local { name: "_target".into(), ty: ty.clone(), place });
            declared.extend([object, value]);
            locals.push(value);
            before.push(plain(StmtKind::Assign { target: object, value: receiver }));
            let local = |local, ty| Expr { kind: Box::new(ExprKind::Local(local)), ty, place: at };
            let (receiver, value) = (local(object, Type::Ref), local(value, ty));
            behind.push(plain(StmtKind::AssignField { receiver, field, value }));
        }
        let Some(kind) = make(locals, self) else { return };
        if declared.is_empty() {
            into.push(kind);
            return;
        }
        let mut statements = vec![plain(StmtKind::Declare(declared))];
        statements.append(&mut before);
        statements.push(plain(kind));
        statements.append(&mut behind);
        into.push(StmtKind::Block(Block { statements, place: None }));
    }

    fn finish_access(&mut self, access: crate::tree::Access) -> crate::tree::Access {
        let place = access.place;
        let expr = Expr { kind: Box::new(ExprKind::Access(access.clone())), ty: Type::Bool, place };
        match *self.finish(expr).kind {
            ExprKind::Access(access) => access,
            _ => access,
        }
    }
}
