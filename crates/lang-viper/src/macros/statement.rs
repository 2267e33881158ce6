//! Macros in statements.

use super::{Env, Expand, Expander};
use crate::syntax::{Block, Decreases, DefineBody, Expr, ExprKind, Measure, Stmt, StmtKind, While};

impl Expander<'_> {
    pub(super) fn block(&mut self, block: &Block, env: &Env) -> Expand<Block> {
        let place = env.at.unwrap_or(block.place);
        let statements = self.scoped(|x| {
            let mut out = Vec::new();
            x.statements(block, env, &mut out)?;
            Ok(out)
        })?;
        Ok(Block { statements, place })
    }

    fn statements(&mut self, block: &Block, env: &Env, out: &mut Vec<Stmt>) -> Expand<()> {
        for statement in &block.statements {
            let place = env.at.unwrap_or(statement.place);
            let depth = self.depth;
            self.step(place)?;
            if let StmtKind::Evaluate(call) = &statement.kind {
                if !self.replaced_statement(call, env, out)? {
                    let kind = StmtKind::Evaluate(self.expr(call, env)?);
                    out.push(Stmt { kind, place, annotations: statement.annotations.clone() });
                }
            } else if !matches!(statement.kind, StmtKind::Define(_)) {
                let kind = self.statement(&statement.kind, env)?;
                out.push(Stmt { kind, place, annotations: statement.annotations.clone() });
            }
            self.depth = depth;
        }
        Ok(())
    }

    /// Puts the body of a macro in the place of its use, if it is one.
    fn replaced_statement(&mut self, call: &Expr, env: &Env, out: &mut Vec<Stmt>) -> Expand<bool> {
        let place = env.at.unwrap_or(call.place);
        let (name, arguments) = match &*call.kind {
            ExprKind::Name(name) => (self.name_of_statement(name, env)?, None),
            ExprKind::Call(name, list, _) => (self.name(name, env)?, Some(list)),
            _ => return Ok(false),
        };
        let Some(define) = self.find(&name.text) else { return Ok(false) };
        if arguments.is_some() && define.parameters.is_none() {
            return Ok(false);
        }
        let arguments = arguments.map(|list| self.exprs(list, &env.placed(place))).transpose()?;
        let inner = self.enter(&define, arguments, place)?;
        let DefineBody::Block(body) = &define.body else {
            let message = format!(
                "the macro `{}` is an expression, but a statement is needed here",
                name.text
            );
            return self.fail(place, message);
        };
        self.active.push(define.name.text.clone());
        self.statements(body, &inner, out)?;
        self.active.pop();
        Ok(true)
    }

    /// The name of a macro without parameters, whose body may be a block.
    fn name_of_statement(
        &mut self,
        name: &crate::syntax::Name,
        env: &Env,
    ) -> Expand<crate::syntax::Name> {
        let is_block =
            self.find(&name.text).is_some_and(|define| matches!(define.body, DefineBody::Block(_)));
        if is_block && !env.parameters.contains_key(&name.text) {
            return Ok(name.clone());
        }
        let expression =
            self.find(&name.text).is_some_and(|define| matches!(define.body, DefineBody::Expr(_)));
        if expression { Ok(name.clone()) } else { self.name(name, env) }
    }

    fn statement(&mut self, kind: &StmtKind, env: &Env) -> Expand<StmtKind> {
        Ok(match kind {
            StmtKind::Var(variables, value) => {
                let mut variables = variables.clone();
                self.formals(&mut variables, env)?;
                let value = value.as_ref().map(|e| self.expr(e, env)).transpose()?;
                StmtKind::Var(variables, value)
            }
            StmtKind::Assign(targets, value) => {
                let mut list = Vec::new();
                for target in targets {
                    list.push(self.target(target, env)?);
                }
                StmtKind::Assign(list, self.expr(value, env)?)
            }
            StmtKind::Inhale(e) => StmtKind::Inhale(self.expr(e, env)?),
            StmtKind::Exhale(e) => StmtKind::Exhale(self.expr(e, env)?),
            StmtKind::Assume(e) => StmtKind::Assume(self.expr(e, env)?),
            StmtKind::Assert(e) => StmtKind::Assert(self.expr(e, env)?),
            StmtKind::Refute(e) => StmtKind::Refute(self.expr(e, env)?),
            StmtKind::Fold(e) => StmtKind::Fold(self.expr(e, env)?),
            StmtKind::Unfold(e) => StmtKind::Unfold(self.expr(e, env)?),
            StmtKind::Apply(e) => StmtKind::Apply(self.expr(e, env)?),
            StmtKind::Package(e, script) => {
                let e = self.expr(e, env)?;
                StmtKind::Package(e, script.as_ref().map(|b| self.block(b, env)).transpose()?)
            }
            StmtKind::If(condition, then, otherwise) => StmtKind::If(
                self.expr(condition, env)?,
                self.block(then, env)?,
                otherwise.as_ref().map(|b| self.block(b, env)).transpose()?,
            ),
            StmtKind::While(parts) => self.while_loop(parts, env)?,
            StmtKind::Label(name, invariants) => {
                StmtKind::Label(self.name(name, env)?, self.exprs(invariants, env)?)
            }
            StmtKind::Goto(name) => StmtKind::Goto(self.name(name, env)?),
            StmtKind::Block(block) => StmtKind::Block(self.block(block, env)?),
            StmtKind::Havoc(variables, condition, resource) => {
                let mut variables = variables.clone();
                self.formals(&mut variables, env)?;
                let condition = condition.as_ref().map(|e| self.expr(e, env)).transpose()?;
                StmtKind::Havoc(variables, condition, self.expr(resource, env)?)
            }
            StmtKind::Evaluate(_) | StmtKind::Define(_) | StmtKind::Reached => kind.clone(),
        })
    }

    fn while_loop(&mut self, parts: &While, env: &Env) -> Expand<StmtKind> {
        let condition = self.expr(&parts.condition, env)?;
        let invariants = self.exprs(&parts.invariants, env)?;
        let mut decreases = parts.decreases.clone();
        for clause in &mut decreases {
            self.decreases(clause, env)?;
        }
        let body = self.block(&parts.body, env)?;
        Ok(StmtKind::While(Box::new(While { condition, invariants, decreases, body })))
    }

    pub(super) fn decreases(&mut self, clause: &mut Decreases, env: &Env) -> Expand<()> {
        if let Measure::Tuple(list) = &mut clause.kind {
            *list = self.exprs(list, env)?;
        }
        clause.condition = clause.condition.as_ref().map(|e| self.expr(e, env)).transpose()?;
        clause.place = env.at.unwrap_or(clause.place);
        Ok(())
    }

    fn target(&mut self, target: &Expr, env: &Env) -> Expand<Expr> {
        let place = env.at.unwrap_or(target.place);
        if let ExprKind::Call(name, ..) = &*target.kind
            && self.find(&name.text).is_none()
            && !env.parameters.contains_key(&name.text)
        {
            let hint = self.near(&name.text);
            let message =
                format!("only a macro with a variable or a field as its body is assigned{hint}");
            return self.fail(place, message);
        }
        let expanded = self.expr(target, env)?;
        match *expanded.kind {
            ExprKind::Name(_) | ExprKind::Field(..) => Ok(expanded),
            _ => self.fail(
                place,
                "the body of this macro cannot be assigned: a variable or a field can",
            ),
        }
    }
}
