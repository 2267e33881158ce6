//! Permissions in assertions, and the contracts of methods.

use super::make::{access, all, and, equal, expr, field, int, is_object};
use super::order::in_order;
use super::scope::Scope;
use super::ty;
use crate::tree::{Binary, Expr as Source, ExprKind as Kind, Method, MethodKind};
use effigy_lang_viper::tree::{BinaryOp, Expr, ExprKind, Location, Place, Type};

impl<'p> Scope<'_, 'p> {
    /// `acc(location, amount)`
    pub fn access(
        &mut self,
        location: &'p Source,
        amount: Option<&'p Source>,
        place: Place,
    ) -> Expr {
        let amount = amount.map(|amount| self.amount(amount));
        match &location.kind {
            Kind::Field(object, id) => {
                let (object, of) = (self.pure(object), self.context.field_of(*id));
                access(Location::Field(object, of), amount, place)
            }
            Kind::Global(id) => {
                let (root, of) = self.context.global(*id, place);
                access(Location::Field(root, of), amount, place)
            }
            Kind::Element(array, index) => {
                let (array, index) = (self.pure(array), self.pure(index));
                let bounds = self.bounds(array.clone(), index.clone(), place);
                let of = self.context.elements(&location.ty);
                let slot = self.context.slot(array, index, place);
                and(bounds, access(Location::Field(slot, of), amount, place), place)
            }
            Kind::Call(call) => {
                let object = self.receiver_is_object(call, place);
                let held = self.predicate(call, amount, place);
                let held = expr(ExprKind::Access(held), Type::Bool, place);
                all(object.into_iter().chain([held]), place)
            }
            _ => super::make::boolean(true, place),
        }
    }

    /// An amount: a quotient of integers, or an integer.
    pub fn amount(&mut self, source: &'p Source) -> Expr {
        let place = self.place(source.span);
        let (part, whole) = match &source.kind {
            Kind::Binary(Binary::Divide, part, whole) => (self.pure(part), self.pure(whole)),
            _ => (self.pure(source), int(1, place)),
        };
        expr(ExprKind::Binary(BinaryOp::PermDiv, part, whole), Type::Perm, place)
    }

    /// What callers of a method show; its parameters are the names in scope.
    pub fn preconditions(&mut self, method: &'p Method) -> Vec<Expr> {
        let mut list = self.this_is_object(method);
        if let (MethodKind::Constructor, Some(class)) = (method.kind, method.class) {
            let place = self.place(method.span);
            for (id, of) in self.context.fields_of(class) {
                let this = self.this(place);
                list.push(access(Location::Field(this.clone(), id), None, place));
                let value = super::body::default(of, place);
                list.push(equal(field(this, id, ty(of), place), value, place));
            }
        }
        let requires = in_order(self.context.program, &method.requires);
        list.extend(requires.into_iter().map(|source| self.pure(source)));
        list
    }

    /// `this != null`, in classes.
    pub fn this_is_object(&mut self, method: &Method) -> Vec<Expr> {
        let place = self.place(method.span);
        let this = method.class.map(|_| is_object(self.this(place), place));
        this.into_iter().collect()
    }
}
