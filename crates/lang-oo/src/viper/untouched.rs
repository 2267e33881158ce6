//! `untouched(a)`: the snapshot of `a` is the one at the call.
//!
//! What `a` demands access to becomes the precondition of a function. Its parameters are the values of the objects,
//! arguments and conditions in `a`, so that these are evaluated in the whole heap, now and at the call.

use super::make::{and, choice, equal, expr, is_object};
use super::member::place_name;
use super::pure::empty_function;
use super::scope::Scope;
use super::{Context, Member, SNAPSHOT};
use crate::tree::{Binary, Call, Expr as Source, ExprKind as Kind, Type as Of};
use effigy_base::id::IdVec;
use effigy_lang_viper::tree::{
    Access, Annotation, Domain, DomainId, Expr, ExprKind, Local, LocalId, Location, Place, Type,
};

/// The function that is made.
#[derive(Default)]
struct Shape {
    locals: IdVec<LocalId, Local>,
    parameters: Vec<LocalId>,
    arguments: Vec<Expr>,
}

impl Shape {
    /// A parameter for a value.
    fn parameter(&mut self, value: Expr) -> Expr {
        let (ty, place) = (value.ty.clone(), value.place);
        let name = format!("x{}", self.parameters.len()).as_str().into();
        let id = self.locals.push(Local { name, ty: ty.clone(), place });
        self.parameters.push(id);
        self.arguments.push(value);
        expr(ExprKind::Local(id), ty, place)
    }
}

impl Context<'_> {
    fn snapshots(&mut self) -> DomainId {
        let place = self.nowhere();
        let known = self.snapshots.unwrap_or_else(|| {
            self.out.domains.push(Domain {
                name: "Snapshot".into(),
                place,
                parameters: Vec::new(),
                interpretation: None,
                axioms: Vec::new(),
                annotations: Vec::new(),
            })
        });
        self.snapshots = Some(known);
        known
    }
}

impl<'p> Scope<'_, 'p> {
    pub fn untouched(&mut self, inner: &'p Source, place: Place) -> Expr {
        let mut shape = Shape::default();
        let Some(demanded) = self.demanded(inner, &mut shape) else {
            return super::make::boolean(true, place);
        };
        let result = Type::Domain(self.context.snapshots(), [].into());
        let name = place_name("untouched", place);
        let mut function = empty_function(name.as_str().into(), place, result.clone());
        function.annotations.push(Annotation { key: SNAPSHOT.into(), values: Vec::new() });
        (function.locals, function.parameters) = (shape.locals, shape.parameters);
        function.preconditions.push(demanded);
        let function = self.context.out.functions.push(function);
        let now = self.apply(function, shape.arguments, place);
        let before = expr(ExprKind::Old(None, now.clone()), result, place);
        equal(now, before, place)
    }

    /// The permissions that an assertion demands; none when it demands none.
    fn demanded(&mut self, source: &'p Source, shape: &mut Shape) -> Option<Expr> {
        let place = self.place(source.span);
        match &source.kind {
            Kind::Binary(Binary::And | Binary::Separate, left, right) => {
                let (left, right) = (self.demanded(left, shape), self.demanded(right, shape));
                match (left, right) {
                    (Some(left), Some(right)) => Some(and(left, right, place)),
                    (left, right) => left.or(right),
                }
            }
            Kind::Conditional(condition, then, otherwise) => {
                let condition = self.pure(condition);
                let condition = shape.parameter(condition);
                let then = self.demanded(then, shape);
                let otherwise = self.demanded(otherwise, shape);
                if then.is_none() && otherwise.is_none() {
                    return None;
                }
                let nothing = || super::make::boolean(true, place);
                let (then, otherwise) =
                    (then.unwrap_or_else(nothing), otherwise.unwrap_or_else(nothing));
                Some(choice(condition, then, otherwise, place))
            }
            Kind::Call(call) => self.demanded_predicate(call, None, shape, place),
            Kind::Acc(location, amount) => {
                let amount = amount.as_deref().map(|amount| self.amount(amount));
                let amount = amount.map(|amount| shape.parameter(amount));
                self.demanded_location(location, amount, shape, place)
            }
            Kind::AccElements(array, amount) => {
                let amount = amount.as_deref().map(|amount| self.amount(amount));
                let amount = amount.map(|amount| shape.parameter(amount));
                let Of::Array(element) = &array.ty else { return None };
                let array = self.pure(array);
                let array = shape.parameter(array);
                let outer = std::mem::replace(&mut self.locals, std::mem::take(&mut shape.locals));
                let all = self.all_elements(array, element, amount, place);
                shape.locals = std::mem::replace(&mut self.locals, outer);
                Some(all)
            }
            _ => None,
        }
    }

    fn demanded_predicate(
        &mut self,
        call: &'p Call,
        amount: Option<Expr>,
        shape: &mut Shape,
        place: Place,
    ) -> Option<Expr> {
        let Some(Member::Predicate(id)) = self.context.member(call.method) else { return None };
        let arguments = self.arguments(call);
        let arguments: Vec<Expr> =
            arguments.into_iter().map(|value| shape.parameter(value)).collect();
        let receiver = arguments.first().filter(|_| call.receiver.is_some()).cloned();
        let location = Location::Predicate(id, arguments);
        let held = expr(ExprKind::Access(Access { location, amount, place }), Type::Bool, place);
        Some(match receiver {
            Some(receiver) => and(is_object(receiver, place), held, place),
            None => held,
        })
    }

    fn demanded_location(
        &mut self,
        location: &'p Source,
        amount: Option<Expr>,
        shape: &mut Shape,
        place: Place,
    ) -> Option<Expr> {
        let held = |location| {
            let access = Access { location, amount: amount.clone(), place };
            expr(ExprKind::Access(access), Type::Bool, place)
        };
        match &location.kind {
            Kind::Field(object, id) => {
                let object = self.pure(object);
                let field = self.context.field_of(*id);
                Some(held(Location::Field(shape.parameter(object), field)))
            }
            Kind::Global(id) => {
                let (root, field) = self.context.global(*id, place);
                Some(held(Location::Field(root, field)))
            }
            Kind::Element(array, index) => {
                let (array, index) = (self.pure(array), self.pure(index));
                let (array, index) = (shape.parameter(array), shape.parameter(index));
                let bounds = self.bounds(array.clone(), index.clone(), place);
                let field = self.context.elements(&location.ty);
                let slot = self.context.slot(array, index, place);
                Some(and(bounds, held(Location::Field(slot, field)), place))
            }
            Kind::Call(call) => self.demanded_predicate(call, amount, shape, place),
            _ => None,
        }
    }
}
