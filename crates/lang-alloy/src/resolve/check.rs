//! From what is written to expressions, from the inside out: names get all meanings that they can have.

use super::make::{self, bad};
use super::{Context, Resolver};
use crate::problem::Problem;
use crate::sig::SigId;
use crate::syntax::{Decl, Expr as Written, ExprKind, UnaryOp};
use crate::tree::{Declared, Expr, FunctionId, Kind, Many, Place};
use crate::types::Type;

/// How deep macros may be used in macros.
const MAX_MACROS: u32 = 20;

impl Resolver<'_> {
    /// The expression that is written, its names not settled yet.
    pub(super) fn check(&mut self, cx: &mut Context, written: &Written) -> Expr {
        let place = Place { file: cx.file, span: written.span };
        match &written.kind {
            ExprKind::Name(name) => {
                let found = self.meanings(cx, place, name);
                self.expanded(cx, found)
            }
            ExprKind::Constant(constant) => make::constant(constant.clone(), place),
            ExprKind::Unary(op, operand) => {
                let operand = self.check(cx, operand);
                self.unary(*op, place, &operand, 0)
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.check(cx, left);
                let right = self.check(cx, right);
                self.binary(*op, place, &left, &right)
            }
            ExprKind::List(op, all) => {
                let all: Vec<Expr> = all.iter().map(|e| self.check(cx, e)).collect();
                self.list(*op, place, &all)
            }
            ExprKind::Join(left, right) => self.check_join(cx, place, left, right),
            ExprKind::IfElse(condition, then, other) => {
                let condition = self.check(cx, condition);
                let then = self.check(cx, then);
                let other = self.check(cx, other);
                self.if_else(place, &condition, &then, &other)
            }
            ExprKind::Let(name, value, body) => {
                let value = self.check(cx, value);
                let value = self.settle(&value, &value.ty.clone());
                let var =
                    self.variable(&name.text, value.ty.clone(), Place { span: name.span, ..place });
                let node = self.var_node(var, Place { span: name.span, ..place });
                cx.names.push((name.text.clone(), node));
                let body = self.check(cx, body);
                cx.names.pop();
                self.let_(place, var, &value, &body)
            }
            ExprKind::Quantified(quantifier, decls, body) => {
                let before = cx.names.len();
                let declared: Vec<Declared> =
                    decls.iter().map(|decl| self.check_variables(cx, decl)).collect();
                let body = self.check(cx, body);
                let body = match quantifier {
                    crate::syntax::Quantifier::Sum => self.settle_int(&body),
                    _ => self.settle_formula(&body),
                };
                cx.names.truncate(before);
                let wrong = decls.iter().find(|decl| decl.private || decl.disjoint_values);
                if let Some(decl) = wrong {
                    let message = "variables are neither `private` nor of `disj` values".to_owned();
                    let span = decl.expr.span;
                    return bad(Place { span, ..place }, Problem::Syntax(message));
                }
                self.quantified(*quantifier, place, declared.into(), &body)
            }
        }
    }

    /// Variables of a quantifier; they can be named from now on.
    fn check_variables(&mut self, cx: &mut Context, decl: &Decl) -> Declared {
        let expr = self.check(cx, &decl.expr);
        let mut expr = self.settle_set(&expr);
        if expr.many == Many::No && expr.ty.arity() == Some(1) {
            expr = self.unary(UnaryOp::OneOf, expr.place, &expr, 0);
        }
        let vars = self.declare(cx, decl, &expr.ty);
        Declared { vars, disjoint: decl.disjoint, expr }
    }

    /// Makes the variables of a declaration and lets them be named.
    pub(super) fn declare(
        &mut self,
        cx: &mut Context,
        decl: &Decl,
        ty: &Type,
    ) -> Vec<crate::tree::VarId> {
        let mut vars = Vec::new();
        for name in &decl.names {
            let place = Place { file: cx.file, span: name.span };
            let var = self.variable(&name.text, ty.clone(), place);
            cx.names.push((name.text.clone(), self.var_node(var, place)));
            vars.push(var);
        }
        vars
    }

    fn check_join(
        &mut self,
        cx: &mut Context,
        place: Place,
        left: &Written,
        right: &Written,
    ) -> Expr {
        let left = self.check(cx, left);
        // A macro waits for its arguments.
        let right = match &right.kind {
            ExprKind::Name(name) => {
                let right_place = Place { span: right.span, ..place };
                let found = self.meanings(cx, right_place, name);
                self.expanded(cx, found)
            }
            _ => self.check(cx, right),
        };
        if let Kind::Macro(module, number, args) = &right.kind {
            let mut args = args.clone();
            args.push(left);
            let kind = Kind::Macro(*module, *number, args);
            let node = crate::tree::Node { kind, ..(*right).clone() };
            return self.expanded(cx, node.into());
        }
        if left.ty.is_int() && matches!(right.kind, Kind::Sig(SigId::INT)) {
            return left;
        }
        let left = self.as_set(&left);
        match &right.kind {
            Kind::Choice(choices) if left.error.is_none() => {
                let applied = choices
                    .iter()
                    .map(|(choice, reason)| (self.applied(place, choice, &left), reason.clone()));
                let applied = applied.collect();
                self.choice(place, applied)
            }
            Kind::Partial(..) if left.error.is_none() => self.applied(place, &right, &left),
            _ => self.join(place, &left, &right),
        }
    }

    /// One meaning of a name with an argument: a call gets it, anything else is joined with it.
    fn applied(&self, place: Place, choice: &Expr, argument: &Expr) -> Expr {
        let mut inner = choice;
        while let Kind::Choice(choices) = &inner.kind {
            match choices.as_slice() {
                [(only, _)] => inner = only,
                _ => break,
            }
        }
        let Kind::Partial(id, args, extra) = &inner.kind else {
            return self.join(place, argument, choice);
        };
        if args.len() >= self.tree.functions[*id].count() {
            return self.join(place, argument, inner);
        }
        let mut args = args.clone();
        args.push(argument.clone());
        if self.applicable(*id, &args) {
            self.call(place, *id, &args, *extra)
        } else {
            self.partial(place, *id, &args, *extra)
        }
    }

    /// Whether all arguments are there and each can be what its parameter is.
    fn applicable(&self, id: FunctionId, args: &[Expr]) -> bool {
        let function = &self.tree.functions[id];
        if function.count() > args.len() {
            return false;
        }
        function.vars().zip(args).all(|(var, arg)| {
            let wanted = &self.tree.vars[var].ty;
            arg.ty.has_common_arity(wanted)
                && !(arg.ty.has_tuple()
                    && wanted.has_tuple()
                    && !self.hierarchy.intersects(&arg.ty, wanted))
        })
    }

    /// A macro with all its arguments becomes its body; everything else stays as it is.
    fn expanded(&mut self, cx: &mut Context, expr: Expr) -> Expr {
        let Kind::Macro(module, number, args) = &expr.kind else { return expr };
        let syntax = self.modules.get(*module).syntax.clone();
        let Some(macro_) = syntax.macros.get(*number) else { return expr };
        if macro_.parameters.len() != args.len() {
            return expr;
        }
        if cx.macros >= MAX_MACROS {
            let message = format!("macros are used in macros more than {MAX_MACROS} levels deep");
            return bad(expr.place, Problem::Syntax(message));
        }
        if let Some(error) = self.too_much(expr.place) {
            return error;
        }
        let mut inner = self.context(*module);
        inner.macros = cx.macros + 1;
        for (name, arg) in macro_.parameters.iter().zip(args) {
            let arg = match arg.kind {
                Kind::Macro(..) => arg.clone(),
                _ => self.settle(arg, &arg.ty.clone()),
            };
            inner.names.push((name.text.clone(), arg));
        }
        self.check(&mut inner, &macro_.body)
    }
}
