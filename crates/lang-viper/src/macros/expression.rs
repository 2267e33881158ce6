//! Macros in expressions.

use super::{Env, Expand, Expander};
use crate::limits::{MAX_OPERATORS, MAX_SIZE};
use crate::syntax::{DefineBody, Expr, ExprKind, Formal, Name, Quantifier, TypeExpr};
use rustc_hash::FxHashSet;

impl Expander<'_> {
    pub(super) fn exprs(&mut self, list: &[Expr], env: &Env) -> Expand<Vec<Expr>> {
        list.iter().map(|e| self.expr(e, env)).collect()
    }

    fn option(&mut self, e: Option<&Expr>, env: &Env) -> Expand<Option<Expr>> {
        e.map(|e| self.expr(e, env)).transpose()
    }

    /// An expression without macros.
    pub(super) fn expr(&mut self, e: &Expr, env: &Env) -> Expand<Expr> {
        let place = env.at.unwrap_or(e.place);
        let depth = self.depth;
        self.step(place)?;
        let expanded = match &*e.kind {
            ExprKind::Name(name) => self.variable(name, e, env)?,
            ExprKind::Call(name, list, ty) => self.call(name, list, ty.as_ref(), e, env)?,
            kind => Expr::new(self.kind(kind, env)?, place),
        };
        self.depth = depth;
        if expanded.height > MAX_OPERATORS || expanded.size > MAX_SIZE {
            return self.fail(place, "what macros are replaced by here is too large");
        }
        Ok(expanded)
    }

    fn variable(&mut self, name: &Name, e: &Expr, env: &Env) -> Expand<Expr> {
        let place = env.at.unwrap_or(e.place);
        if let Some(argument) = env.parameters.get(&name.text) {
            return Ok((**argument).clone());
        }
        if env.renamed.contains_key(&name.text) || self.find(&name.text).is_none() {
            let mut name = name.clone();
            self.declared(&mut name, env);
            return Ok(Expr::new(ExprKind::Name(name), place));
        }
        self.replaced(&name.text, None, e, env)
    }

    /// The body of the macro of this name, which there is.
    fn replaced(
        &mut self,
        name: &str,
        arguments: Option<Vec<Expr>>,
        e: &Expr,
        env: &Env,
    ) -> Expand<Expr> {
        let place = env.at.unwrap_or(e.place);
        let Some(define) = self.find(name) else {
            let hint = self.near(name);
            return self.fail(place, format!("there is no macro `{name}`{hint}"));
        };
        let inner = self.enter(&define, arguments, place)?;
        let DefineBody::Expr(body) = &define.body else {
            let message =
                format!("the macro `{name}` is a statement, but an expression is needed here");
            return self.fail(place, message);
        };
        self.active.push(define.name.text.clone());
        let body = self.expr(body, &inner)?;
        self.active.pop();
        Ok(body)
    }

    fn call(
        &mut self,
        name: &Name,
        list: &[Expr],
        ty: Option<&TypeExpr>,
        e: &Expr,
        env: &Env,
    ) -> Expand<Expr> {
        let name = self.name(name, env)?;
        let is_macro = self.find(&name.text).is_some_and(|define| define.parameters.is_some());
        if ty.is_none() && is_macro {
            let list = self.exprs(list, &env.placed(e.place))?;
            return self.replaced(&name.text, Some(list), e, env);
        }
        let list = self.exprs(list, env)?;
        let mut ty = ty.cloned();
        if let Some(ty) = &mut ty {
            self.ty(ty, env)?;
        }
        Ok(Expr::new(ExprKind::Call(name, list, ty), env.at.unwrap_or(e.place)))
    }

    fn kind(&mut self, kind: &ExprKind, env: &Env) -> Expand<ExprKind> {
        Ok(match kind {
            ExprKind::Unary(op, a) => ExprKind::Unary(*op, self.expr(a, env)?),
            ExprKind::Binary(op, a, b) => {
                ExprKind::Binary(*op, self.expr(a, env)?, self.expr(b, env)?)
            }
            ExprKind::Conditional(a, b, c) => {
                ExprKind::Conditional(self.expr(a, env)?, self.expr(b, env)?, self.expr(c, env)?)
            }
            ExprKind::Field(a, name) => ExprKind::Field(self.expr(a, env)?, self.name(name, env)?),
            ExprKind::Instance(name, list) => {
                ExprKind::Instance(self.name(name, env)?, self.exprs(list, env)?)
            }
            ExprKind::Old(label, a) => {
                let label = match label {
                    Some(label) if &*label.text != "lhs" => Some(self.name(label, env)?),
                    label => label.clone(),
                };
                ExprKind::Old(label, self.expr(a, env)?)
            }
            ExprKind::Unfolding(a, b) => {
                ExprKind::Unfolding(self.location(a, env)?, self.expr(b, env)?)
            }
            ExprKind::Applying(a, b) => ExprKind::Applying(self.expr(a, env)?, self.expr(b, env)?),
            ExprKind::Asserting(a, b) => {
                ExprKind::Asserting(self.expr(a, env)?, self.expr(b, env)?)
            }
            ExprKind::Acc(a, b) => {
                ExprKind::Acc(self.location(a, env)?, self.option(b.as_ref(), env)?)
            }
            ExprKind::Perm(a) => ExprKind::Perm(self.location(a, env)?),
            ExprKind::InhaleExhale(a, b) => {
                ExprKind::InhaleExhale(self.expr(a, env)?, self.expr(b, env)?)
            }
            ExprKind::Collection(kind, ty, list) => {
                let mut ty = ty.clone();
                if let Some(ty) = &mut ty {
                    self.ty(ty, env)?;
                }
                ExprKind::Collection(*kind, ty, self.exprs(list, env)?)
            }
            ExprKind::Range(a, b) => ExprKind::Range(self.expr(a, env)?, self.expr(b, env)?),
            ExprKind::Index(a, b) => ExprKind::Index(self.expr(a, env)?, self.expr(b, env)?),
            ExprKind::Slice(a, b, c) => ExprKind::Slice(
                self.expr(a, env)?,
                self.option(b.as_ref(), env)?,
                self.option(c.as_ref(), env)?,
            ),
            ExprKind::Update(a, b, c) => {
                ExprKind::Update(self.expr(a, env)?, self.expr(b, env)?, self.expr(c, env)?)
            }
            ExprKind::Annotated(annotation, a) => {
                ExprKind::Annotated(annotation.clone(), self.expr(a, env)?)
            }
            ExprKind::New(Some(names)) => {
                let names = names.iter().map(|name| self.name(name, env));
                ExprKind::New(Some(names.collect::<Expand<_>>()?))
            }
            kind => self.binder(kind, env)?,
        })
    }

    /// What declares variables, and what has no parts.
    fn binder(&mut self, kind: &ExprKind, env: &Env) -> Expand<ExprKind> {
        Ok(match kind {
            ExprKind::Let(name, a, b) => {
                let a = self.expr(a, env)?;
                let mut name = name.clone();
                let inner = without(env, [&name]);
                self.declared(&mut name, env);
                let b = self.scoped(|x| x.expr(b, &inner))?;
                ExprKind::Let(name, a, b)
            }
            ExprKind::Quantifier(q) => {
                let mut variables = q.variables.clone();
                let inner = without(env, variables.iter().map(|v: &Formal| &v.name));
                self.formals(&mut variables, env)?;
                let (triggers, body) = self.scoped(|x| {
                    let triggers = q.triggers.iter().map(|list| x.exprs(list, &inner));
                    Ok((triggers.collect::<Expand<_>>()?, x.expr(&q.body, &inner)?))
                })?;
                ExprKind::Quantifier(Quantifier { exists: q.exists, variables, triggers, body })
            }
            ExprKind::ForPerm(variables, a, b) => {
                let mut variables = variables.clone();
                let inner = without(env, variables.iter().map(|v: &Formal| &v.name));
                self.formals(&mut variables, env)?;
                let (a, b) = self.scoped(|x| Ok((x.location(a, &inner)?, x.expr(b, &inner)?)))?;
                ExprKind::ForPerm(variables, a, b)
            }
            ExprKind::Map(types, list) => {
                let mut types = types.clone();
                if let Some((key, value)) = &mut types {
                    self.ty(key, env)?;
                    self.ty(value, env)?;
                }
                let pair = |(k, v): &(Expr, Expr)| Ok((self.expr(k, env)?, self.expr(v, env)?));
                ExprKind::Map(types, list.iter().map(pair).collect::<Expand<_>>()?)
            }
            kind => kind.clone(),
        })
    }

    /// Runs `inside` in a scope of its own.
    pub(super) fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> Expand<T>) -> Expand<T> {
        self.scopes.push(FxHashSet::default());
        let result = inside(self);
        self.scopes.pop();
        result
    }

    /// What must be a field or a predicate, also when it is a macro's body.
    fn location(&mut self, e: &Expr, env: &Env) -> Expand<Expr> {
        let expanded = self.expr(e, env)?;
        let from_macro = |define: &crate::syntax::Define| define.parameters.is_some();
        let used = match &*e.kind {
            ExprKind::Call(name, ..) => self.find(&name.text).is_some_and(|d| from_macro(&d)),
            _ => false,
        };
        let is_location =
            matches!(*expanded.kind, ExprKind::Field(..) | ExprKind::Call(..) | ExprKind::Acc(..))
                || matches!(*expanded.kind, ExprKind::Binary(crate::syntax::Infix::Wand, ..));
        if used && !is_location {
            let place = expanded.place;
            return self
                .fail(place, "this macro is no field and no predicate, which is needed here");
        }
        Ok(expanded)
    }
}

/// The environment inside of a binder: its variables are no parameters there.
fn without<'n>(env: &Env, names: impl IntoIterator<Item = &'n Name>) -> Env {
    let mut inner = env.clone();
    for name in names {
        inner.parameters.remove(&name.text);
    }
    inner
}
