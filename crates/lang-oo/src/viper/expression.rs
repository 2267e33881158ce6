//! Expressions without effects, assertions among them.

use super::make::{
    all, and, boolean, choice, equal, expr, field, implies, int, is_atom, is_object, not, null,
    relation, sum,
};
use super::scope::Scope;
use super::{Member, ty};
use crate::tree::{self, Binary, Call, Expr as Source, ExprKind as Kind, Unary};
use effigy_lang_viper::tree::{Access, BinaryOp, Expr, ExprKind, Location, Place, Type, UnaryOp};

impl<'p> Scope<'_, 'p> {
    /// An expression without effects.
    pub fn pure(&mut self, source: &'p Source) -> Expr {
        if let Some(opened) = self.opened_for(source) {
            return opened;
        }
        let place = self.place(source.span);
        match &source.kind {
            Kind::Int(number) => int(number.clone(), place),
            Kind::Bool(value) => boolean(*value, place),
            Kind::Null | Kind::Unknown | Kind::New(..) | Kind::NewArray(..) => null(place),
            Kind::This => self.this(place),
            Kind::Local(id) => match self.names.get(*id) {
                Some(id) => self.read(id, place),
                None => null(place),
            },
            Kind::Result => match self.names.result {
                Some(id) => self.read(id, place),
                None => null(place),
            },
            Kind::Global(id) => {
                let (root, of) = self.context.global(*id, place);
                field(root, of, ty(&source.ty), place)
            }
            Kind::Field(object, id) => {
                let (object, of) = (self.pure(object), self.context.field_of(*id));
                field(object, of, ty(&source.ty), place)
            }
            Kind::Element(array, index) => {
                let (array, index) = (self.pure(array), self.pure(index));
                self.element(array, index, &source.ty, place)
            }
            Kind::Length(array) => {
                let array = self.pure(array);
                self.context.length(array, place)
            }
            Kind::Call(call) => self.call(call, place),
            Kind::Unary(operator, inner) => {
                let inner = self.pure(inner);
                unary(*operator, inner, place)
            }
            Kind::Binary(operator, left, right) => {
                let (left, right) = (self.pure(left), self.pure(right));
                self.binary(*operator, left, right, place)
            }
            Kind::Conditional(condition, then, otherwise) => {
                let condition = self.pure(condition);
                let then = self.pure(then);
                if otherwise.kind == Kind::Bool(true) {
                    return implies(condition, then, place);
                }
                choice(condition, then, self.pure(otherwise), place)
            }
            Kind::Old(inner) => {
                let mut names = self.names.clone();
                self.originals.iter().for_each(|(id, original)| names.set(*id, *original));
                let inner = self.with_names(names, |scope| scope.pure(inner));
                let ty = inner.ty.clone();
                expr(ExprKind::Old(None, inner), ty, place)
            }
            Kind::Acc(location, amount) => self.access(location, amount.as_deref(), place),
            Kind::AccElements(array, amount) => {
                let amount = amount.as_deref().map(|amount| self.amount(amount));
                let tree::Type::Array(element) = &array.ty else { return boolean(true, place) };
                let array = self.pure(array);
                self.all_elements(array, element, amount, place)
            }
            Kind::Untouched(inner) => self.untouched(inner, place),
            Kind::Opening(call, inner) => {
                let access = self.predicate(call, None, place);
                self.opening(access, |scope| scope.pure(inner), place)
            }
            Kind::Using(call, inner) => {
                let definition = self.definition(call, place);
                let inner = self.pure(inner);
                let ty = inner.ty.clone();
                expr(ExprKind::Asserting(definition, inner), ty, place)
            }
        }
    }

    /// `unfolding access in inner`
    pub fn opening(
        &mut self,
        access: Access,
        inner: impl FnOnce(&mut Self) -> Expr,
        place: Place,
    ) -> Expr {
        let inner = inner(self);
        let ty = inner.ty.clone();
        expr(ExprKind::Unfolding(access, inner), ty, place)
    }

    /// `array[index]`; in statements it shows that the index is one.
    pub fn element(&mut self, array: Expr, index: Expr, of: &tree::Type, place: Place) -> Expr {
        let element = self.context.elements(of);
        if !self.code {
            let slot = self.context.slot(array, index, place);
            return field(slot, element, ty(of), place);
        }
        self.named("a", array, place, |scope, array| {
            scope.named("i", index, place, |scope, index| {
                let bounds = scope.bounds(array.clone(), index.clone(), place);
                let slot = scope.context.slot(array, index, place);
                let read = field(slot, element, ty(of), place);
                expr(ExprKind::Asserting(bounds, read), ty(of), place)
            })
        })
    }

    /// That an array has an element.
    pub fn bounds(&mut self, array: Expr, index: Expr, place: Place) -> Expr {
        let bounds = self.context.in_bounds(array.clone(), index, place);
        and(is_object(array, place), bounds, place)
    }

    /// `let name == (value) in inner`, where the value is more than a variable or a number.
    fn named(
        &mut self,
        name: &str,
        value: Expr,
        place: Place,
        inner: impl FnOnce(&mut Self, Expr) -> Expr,
    ) -> Expr {
        if is_atom(&value) {
            return inner(self, value);
        }
        let id = self.fresh(name, value.ty.clone(), place);
        let read = self.read(id, place);
        let inner = inner(self, read);
        let ty = inner.ty.clone();
        expr(ExprKind::Let(id, value, inner), ty, place)
    }

    pub fn binary(&mut self, operator: Binary, left: Expr, right: Expr, place: Place) -> Expr {
        let truth = |op| move |left, right| relation(op, left, right, place);
        match operator {
            Binary::Add => sum(BinaryOp::Add, left, right, place),
            Binary::Subtract => sum(BinaryOp::Sub, left, right, place),
            Binary::Multiply => sum(BinaryOp::Mul, left, right, place),
            Binary::Divide => self.truncated(BinaryOp::IntDiv, left, right, place),
            Binary::Remainder => self.truncated(BinaryOp::Mod, left, right, place),
            Binary::Equal => truth(BinaryOp::Eq)(left, right),
            Binary::NotEqual => truth(BinaryOp::Ne)(left, right),
            Binary::Less => truth(BinaryOp::Lt)(left, right),
            Binary::AtMost => truth(BinaryOp::Le)(left, right),
            Binary::Greater => truth(BinaryOp::Gt)(left, right),
            Binary::AtLeast => truth(BinaryOp::Ge)(left, right),
            Binary::And | Binary::Separate => truth(BinaryOp::And)(left, right),
            Binary::Or => truth(BinaryOp::Or)(left, right),
        }
    }

    /// Truncating division is the Euclidean one of a dividend that is not negative; both change sign with the dividend.
    fn truncated(&mut self, op: BinaryOp, left: Expr, right: Expr, place: Place) -> Expr {
        if matches!(&*left.kind, ExprKind::Int(_)) {
            return sum(op, left, right, place);
        }
        self.named("n", left, place, |scope, left| {
            scope.named("d", right, place, |_, right| {
                let positive = relation(BinaryOp::Ge, left.clone(), int(0, place), place);
                let mirrored = unary(Unary::Negate, left.clone(), place);
                let mirrored = sum(op, mirrored, right.clone(), place);
                let negative = unary(Unary::Negate, mirrored, place);
                choice(positive, sum(op, left, right, place), negative, place)
            })
        })
    }

    /// A call in an expression or assertion.
    fn call(&mut self, call: &'p Call, place: Place) -> Expr {
        match self.context.member(call.method) {
            Some(Member::Predicate(_)) => {
                let object = self.receiver_is_object(call, place);
                let access = self.predicate(call, None, place);
                let held = expr(ExprKind::Access(access), Type::Bool, place);
                all(object.into_iter().chain([held]), place)
            }
            Some(Member::Function(function)) => {
                self.check_termination(call, place);
                let arguments = self.arguments(call);
                self.apply(function, arguments, place)
            }
            _ => null(place),
        }
    }

    /// The call of a function.
    pub fn apply(
        &mut self,
        function: effigy_lang_viper::tree::FunctionId,
        arguments: Vec<Expr>,
        place: Place,
    ) -> Expr {
        let result =
            self.context.out.functions.get(function).map(|function| function.result.clone());
        let kind = ExprKind::Call { function, arguments, reveal: false };
        expr(kind, result.unwrap_or(Type::Int), place)
    }

    /// The receiver, if there is one, and the arguments.
    pub fn arguments(&mut self, call: &'p Call) -> Vec<Expr> {
        call.operands().into_iter().map(|operand| self.pure(operand)).collect()
    }

    /// The instance of a predicate.
    pub fn predicate(&mut self, call: &'p Call, amount: Option<Expr>, place: Place) -> Access {
        let arguments = self.arguments(call);
        let location = match self.context.member(call.method) {
            Some(Member::Predicate(id)) => Location::Predicate(id, arguments),
            _ => Location::Wand(boolean(true, place)),
        };
        Access { location, amount, place }
    }

    /// That the receiver of a predicate is an object, where it may be null.
    pub fn receiver_is_object(&mut self, call: &'p Call, place: Place) -> Option<Expr> {
        let receiver = call.receiver.as_deref()?;
        if receiver.kind == Kind::This {
            return None;
        }
        let object = self.pure(receiver);
        Some(is_object(object, place))
    }

    /// That a pure method is equal to its body.
    pub fn definition(&mut self, call: &'p Call, place: Place) -> Expr {
        let Some(Member::Function(function)) = self.context.member(call.method) else {
            return boolean(true, place);
        };
        let arguments = self.arguments(call);
        let whole = self.apply(function, arguments.clone(), place);
        let body = self.body_of(call.method, arguments, place);
        equal(whole, body, place)
    }
}

pub(super) fn unary(operator: Unary, inner: Expr, place: Place) -> Expr {
    match operator {
        Unary::Not => Expr { place, ..not(inner) },
        Unary::Negate => expr(ExprKind::Unary(UnaryOp::Negate, inner), Type::Int, place),
    }
}
