//! Operators, of which the operands' types say what they mean.

use super::expression::value;
use super::{Checker, Typed};
use crate::syntax::{Expr as Raw, Infix};
use crate::tree::{BinaryOp, Expr, ExprKind, Place, Type};
use std::sync::Arc;

impl Checker<'_> {
    /// An operator on two values.
    pub(super) fn operation(&mut self, operator: Infix, a: Expr, b: Expr, place: Place) -> Typed {
        let (operator, ty) = match operator {
            Infix::Iff => self.logical(BinaryOp::Iff, &a, &b),
            Infix::Or => self.logical(BinaryOp::Or, &a, &b),
            Infix::Eq => self.equality(BinaryOp::Eq, &a, &b),
            Infix::Ne => self.equality(BinaryOp::Ne, &a, &b),
            Infix::Lt => (BinaryOp::Lt, self.compared(&a, &b)),
            Infix::Le => (BinaryOp::Le, self.compared(&a, &b)),
            Infix::Gt => (BinaryOp::Gt, self.compared(&a, &b)),
            Infix::Ge => (BinaryOp::Ge, self.compared(&a, &b)),
            Infix::Add => (BinaryOp::Add, self.same_numbers(&a, &b)),
            Infix::Sub => (BinaryOp::Sub, self.same_numbers(&a, &b)),
            Infix::Mul => (BinaryOp::Mul, self.product(&a, &b)),
            Infix::Div => (BinaryOp::PermDiv, self.quotient(&a, &b)),
            Infix::IntDiv => self.integers(BinaryOp::IntDiv, &a, &b),
            Infix::Mod => self.integers(BinaryOp::Mod, &a, &b),
            Infix::In => (BinaryOp::In, self.membership(&a, &b)),
            Infix::Append => {
                let ty = Type::Seq(Arc::new(self.body.unifier.fresh(None)));
                self.expect_type(&a, &ty);
                self.expect_type(&b, &ty);
                (BinaryOp::Append, ty)
            }
            Infix::Union => (BinaryOp::Union, self.sets(&a, &b)),
            Infix::Intersection => (BinaryOp::Intersection, self.sets(&a, &b)),
            Infix::SetMinus => (BinaryOp::SetMinus, self.sets(&a, &b)),
            Infix::Subset => {
                self.sets(&a, &b);
                (BinaryOp::Subset, Type::Bool)
            }
            Infix::And | Infix::Implies | Infix::Wand => return self.wrong(place),
        };
        value(ExprKind::Binary(operator, a, b), ty, place)
    }

    fn logical(&mut self, operator: BinaryOp, a: &Expr, b: &Expr) -> (BinaryOp, Type) {
        self.expect_type(a, &Type::Bool);
        self.expect_type(b, &Type::Bool);
        (operator, Type::Bool)
    }

    fn equality(&mut self, operator: BinaryOp, a: &Expr, b: &Expr) -> (BinaryOp, Type) {
        self.expect_type(b, &a.ty);
        (operator, Type::Bool)
    }

    fn integers(&mut self, operator: BinaryOp, a: &Expr, b: &Expr) -> (BinaryOp, Type) {
        self.expect_type(a, &Type::Int);
        self.expect_type(b, &Type::Int);
        (operator, Type::Int)
    }

    /// Reports an operand that is neither Int nor Perm.
    pub(super) fn expect_number(&mut self, a: &Expr) {
        if !self.body.unifier.make_number(&a.ty) {
            let found = self.show(&a.ty);
            self.error(a.place, format!("Int or Perm is needed here, this is {found}"));
        }
    }

    fn same_numbers(&mut self, a: &Expr, b: &Expr) -> Type {
        self.expect_number(a);
        self.expect_type(b, &a.ty);
        a.ty.clone()
    }

    fn compared(&mut self, a: &Expr, b: &Expr) -> Type {
        self.same_numbers(a, b);
        Type::Bool
    }

    /// Int when both are; Perm when one is; and what one that is open turns out to be.
    fn product(&mut self, a: &Expr, b: &Expr) -> Type {
        self.expect_number(a);
        self.expect_number(b);
        let (left, right) = (self.body.unifier.shallow(&a.ty), self.body.unifier.shallow(&b.ty));
        if left == Type::Perm || right == Type::Perm {
            return Type::Perm;
        }
        if left == Type::Int {
            return right;
        }
        if right != Type::Int {
            self.body.unifier.unify(&left, &right);
        }
        left
    }

    /// `a / b`: of two integers, a permission amount or an integer; else a permission amount.
    fn quotient(&mut self, a: &Expr, b: &Expr) -> Type {
        self.expect_number(a);
        self.expect_number(b);
        let (left, right) = (self.body.unifier.shallow(&a.ty), self.body.unifier.shallow(&b.ty));
        if left == Type::Perm {
            return Type::Perm;
        }
        if left == Type::Int {
            self.expect_type(b, &Type::Int);
            return self.body.unifier.number();
        }
        if right == Type::Perm {
            self.expect_type(a, &Type::Perm);
        } else if right != Type::Int {
            self.body.unifier.unify(&left, &right);
        }
        left
    }

    fn membership(&mut self, a: &Expr, b: &Expr) -> Type {
        let (element, result) = match self.body.unifier.shallow(&b.ty) {
            Type::Set(element) | Type::Seq(element) => (element, Type::Bool),
            Type::Multiset(element) => (element, Type::Int),
            Type::Map(key, _) => (key, Type::Bool),
            _ => {
                self.expect_collection(b);
                return Type::Bool;
            }
        };
        self.expect_type(a, &element);
        result
    }

    /// Reports an operand that is no collection.
    pub(super) fn expect_collection(&mut self, a: &Expr) {
        match self.body.unifier.shallow(&a.ty) {
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {}
            _ if self.body.unifier.is_open(&a.ty) => {
                let element = self.body.unifier.fresh(None);
                self.expect_type(a, &Type::Set(Arc::new(element)));
            }
            ty if ty == super::WRONG => {}
            ty => {
                let found = self.show(&ty);
                let message = format!(
                    "a sequence, a set, a multiset or a map is needed here, this is {found}"
                );
                self.error(a.place, message);
            }
        }
    }

    fn sets(&mut self, a: &Expr, b: &Expr) -> Type {
        let element = Arc::new(self.body.unifier.fresh(None));
        let known = |checker: &Self, e: &Expr| {
            matches!(checker.body.unifier.shallow(&e.ty), Type::Multiset(_))
        };
        let multi = known(self, a) || known(self, b) && self.body.unifier.is_open(&a.ty);
        let ty = if multi { Type::Multiset(element) } else { Type::Set(element) };
        self.expect_type(a, &ty);
        self.expect_type(b, &ty);
        ty
    }

    pub(super) fn index(&mut self, a: &Raw, b: &Raw, place: Place) -> Typed {
        let (a, b) = (self.operand(a), self.operand(b));
        let ty = self.element(&a, &b);
        value(ExprKind::Binary(BinaryOp::Index, a, b), ty, place)
    }

    /// The type of what a sequence has at an index, or a map for a key.
    fn element(&mut self, a: &Expr, index: &Expr) -> Type {
        match self.body.unifier.shallow(&a.ty) {
            Type::Map(key, element) => {
                self.expect_type(index, &key);
                (*element).clone()
            }
            _ => {
                let element = self.body.unifier.fresh(None);
                self.expect_type(a, &Type::Seq(Arc::new(element.clone())));
                self.expect_type(index, &Type::Int);
                element
            }
        }
    }

    pub(super) fn update(&mut self, a: &Raw, b: &Raw, c: &Raw, place: Place) -> Typed {
        let (a, b) = (self.operand(a), self.operand(b));
        let element = self.element(&a, &b);
        let c = self.value(c, &element);
        let ty = a.ty.clone();
        value(ExprKind::Update(a, b, c), ty, place)
    }

    /// `s[a..b]`: what is dropped is counted in what was taken.
    pub(super) fn slice(
        &mut self,
        a: &Raw,
        from: Option<&Raw>,
        to: Option<&Raw>,
        place: Place,
    ) -> Typed {
        let ty = Type::Seq(Arc::new(self.body.unifier.fresh(None)));
        let mut slice = self.value(a, &ty);
        let from = from.map(|from| self.value(from, &Type::Int));
        let to = to.map(|to| self.value(to, &Type::Int));
        for (operator, bound) in [(BinaryOp::Take, to), (BinaryOp::Drop, from)] {
            if let Some(bound) = bound {
                slice = value(ExprKind::Binary(operator, slice, bound), ty.clone(), place).expr;
            }
        }
        Typed { expr: slice, nature: super::Nature::Value }
    }
}
