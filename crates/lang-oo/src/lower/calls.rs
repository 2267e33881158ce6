//! Calls, and what evaluates a part of itself only: `&&`, `||`, `?:`.

use super::body::Body;
use crate::tree::{Binary, Call, ClassId, Expr, ExprKind, MethodKind};
use effigy_base::op::Op;
use effigy_ir::function::{Callee, Operand, Target, Terminator};

impl<'p> Body<'_, 'p> {
    /// Calls a method. Receiver and arguments are evaluated from left to right.
    pub fn call(&mut self, call: &'p Call, expression: &'p Expr) -> Option<Operand> {
        let method = self.context.program.methods.get(call.method)?;
        if method.kind == MethodKind::Predicate {
            return Some(Operand::Bool(true));
        }
        let mut operands = Vec::new();
        for operand in call.operands() {
            operands.push(self.value(operand));
        }
        self.at(expression.operator);
        if let (Some(receiver), Some(reference)) = (&call.receiver, operands.first().cloned()) {
            let text = self.names().expression(expression);
            self.demand_object(receiver, &reference, &text);
        }
        let function = Callee::Function(self.context.function(call.method));
        let results: Vec<_> = method.result.iter().map(|ty| self.context.sort(ty)).collect();
        self.b.call(function, operands, &results).into_iter().next()
    }

    /// `new C(...)`: the object is there before the arguments.
    pub fn construct(
        &mut self,
        class: ClassId,
        arguments: &'p [Expr],
        expression: &'p Expr,
    ) -> Operand {
        self.at(expression.operator);
        let object = self.new_object(class);
        let constructor = self.context.program.classes.get(class).and_then(|c| c.constructor);
        if let Some(constructor) = constructor.filter(|_| self.constructs) {
            let mut operands = vec![object.clone()];
            for argument in arguments {
                operands.push(self.value(argument));
            }
            self.at(expression.operator);
            let function = Callee::Function(self.context.function(constructor));
            self.b.call(function, operands, &[]);
        }
        object
    }

    /// `a && b`, `a || b`
    pub fn connective(
        &mut self,
        operator: Binary,
        left: &'p Expr,
        right: &'p Expr,
        expression: &'p Expr,
    ) -> Operand {
        let first = self.value(left);
        self.at(expression.operator);
        // The second part is evaluated when the first one does not decide.
        let is_and = operator == Binary::And;
        let open = if is_and { first.clone() } else { self.not(first.clone()) };
        if open == Operand::Bool(false) {
            return first;
        }
        if !self.has_blocks(right) {
            let second = self.under(open, |body| body.value(right));
            self.at(expression.operator);
            return if is_and { self.and(first, second) } else { self.or(first, second) };
        }
        self.choice(open, expression, |body| body.value(right), |_| Operand::Bool(!is_and))
    }

    /// `c ? a : b`
    pub fn conditional(
        &mut self,
        condition: &'p Expr,
        then: &'p Expr,
        otherwise: &'p Expr,
        expression: &'p Expr,
    ) -> Operand {
        let condition = self.value(condition);
        self.at(expression.operator);
        match condition {
            Operand::Bool(true) => return self.value(then),
            Operand::Bool(false) => return self.value(otherwise),
            _ => {}
        }
        if self.has_blocks(then) || self.has_blocks(otherwise) {
            let (yes, no) = (then, otherwise);
            return self.choice(condition, expression, |b| b.value(yes), |b| b.value(no));
        }
        let yes = self.under(condition.clone(), |body| body.value(then));
        let not = self.not(condition.clone());
        let no = self.under(not, |body| body.value(otherwise));
        self.at(expression.operator);
        if yes == no { yes } else { self.b.op(Op::Ite, [condition, yes, no]) }
    }

    /// Evaluates what is only needed when `guard` holds.
    fn under<T>(&mut self, guard: Operand, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.guard.clone();
        self.guard = self.and(before.clone(), guard);
        let result = inside(self);
        self.guard = before;
        result
    }

    /// One of two values, each evaluated in a block of its own. No guard is around it: where there is a call, all that
    /// is around it has blocks too.
    fn choice(
        &mut self,
        condition: Operand,
        expression: &Expr,
        yes: impl FnOnce(&mut Self) -> Operand,
        no: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        let (then, otherwise, end) = (self.b.block(), self.b.block(), self.b.block());
        let sort = self.context.sort(&expression.ty);
        let result = self.b.block_param(end, sort).into();
        self.b.branch(condition, then, otherwise);
        self.b.switch_to(then);
        let value = yes(self);
        self.at(expression.operator);
        self.b.terminate(Terminator::Jump(Target { block: end, args: vec![value] }));
        self.b.switch_to(otherwise);
        let value = no(self);
        self.at(expression.operator);
        self.b.terminate(Terminator::Jump(Target { block: end, args: vec![value] }));
        self.b.switch_to(end);
        result
    }

    /// Whether evaluating an expression calls something or takes several blocks.
    fn has_blocks(&self, expression: &Expr) -> bool {
        let own = match &expression.kind {
            ExprKind::New(..) | ExprKind::NewArray(..) => true,
            ExprKind::Call(call) => {
                let method = self.context.program.methods.get(call.method);
                method.is_some_and(|m| m.kind != MethodKind::Predicate)
            }
            ExprKind::Acc(..) | ExprKind::AccElements(..) | ExprKind::Untouched(_) => return false,
            _ => false,
        };
        own || expression.operands().into_iter().any(|inner| self.has_blocks(inner))
    }
}
