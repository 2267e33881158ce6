//! Arrays: a slot is an object that an array and an index determine, and that determines them; its one field is the
//! element. So all elements of an array are a quantified permission. The length is a function of the array alone.

use super::make::{and, equal, expr, implies, int, is_object, local, relation, within};
use super::scope::Scope;
use super::{Context, ty};
use crate::tree::Type;
use effigy_base::id::IdVec;
use effigy_lang_viper::tree::{
    Access, Axiom, BinaryOp, Domain, DomainFunction, DomainFunctionId, DomainId, Expr, ExprKind,
    FieldId, Function, FunctionId, Local, LocalId, Location, Place, Quantifier, Type as Viper,
};
use std::sync::Arc;

/// What the Viper program has for arrays.
#[derive(Clone, Copy)]
pub(super) struct Arrays {
    slot: DomainFunctionId,
    length: FunctionId,
    /// The fields that hold elements: integers, truth values, references.
    elements: [Option<FieldId>; 3],
}

impl Context<'_> {
    fn arrays(&mut self) -> Arrays {
        if let Some(arrays) = self.arrays {
            return arrays;
        }
        let place = self.nowhere();
        let domain = self.out.domains.push(Domain {
            name: "Slots".into(),
            place,
            parameters: Vec::new(),
            interpretation: None,
            axioms: Vec::new(),
            annotations: Vec::new(),
        });
        let slot = self.slot_function(domain, "slot", vec![Viper::Ref, Viper::Int], Viper::Ref);
        let array_of = self.slot_function(domain, "array_of", vec![Viper::Ref], Viper::Ref);
        let index_of = self.slot_function(domain, "index_of", vec![Viper::Ref], Viper::Int);
        self.out.domains[domain].axioms.push(different(slot, array_of, index_of, place));
        let length = self.out.functions.push(length(place));
        let arrays = Arrays { slot, length, elements: [None; 3] };
        self.arrays = Some(arrays);
        arrays
    }

    fn slot_function(
        &mut self,
        domain: DomainId,
        name: &str,
        parameters: Vec<Viper>,
        result: Viper,
    ) -> DomainFunctionId {
        let (name, unique, interpretation) = (name.into(), false, None);
        let function = DomainFunction { name, domain, parameters, result, unique, interpretation };
        self.out.domain_functions.push(function)
    }

    /// The field of slots that holds elements of a type.
    pub fn elements(&mut self, element: &Type) -> FieldId {
        let mut arrays = self.arrays();
        let (at, name) = match element {
            Type::Int => (0, "int[]"),
            Type::Bool => (1, "bool[]"),
            _ => (2, "Object[]"),
        };
        if let Some(field) = arrays.elements.get(at).copied().flatten() {
            return field;
        }
        let field = self.field(name, element, self.nowhere());
        if let Some(known) = arrays.elements.get_mut(at) {
            *known = Some(field);
        }
        self.arrays = Some(arrays);
        field
    }

    pub fn slot(&mut self, array: Expr, index: Expr, place: Place) -> Expr {
        slot(self.arrays().slot, array, index, place)
    }

    pub fn length(&mut self, array: Expr, place: Place) -> Expr {
        let (function, arguments) = (self.arrays().length, vec![array]);
        expr(ExprKind::Call { function, arguments, reveal: false }, Viper::Int, place)
    }

    /// `0 <= index && index < length(array)`
    pub fn in_bounds(&mut self, array: Expr, index: Expr, place: Place) -> Expr {
        let length = self.length(array, place);
        within(index, length, place)
    }
}

impl Scope<'_, '_> {
    /// `of` for all elements of an array: it is given the slot.
    pub fn each_element(
        &mut self,
        array: Expr,
        place: Place,
        of: impl FnOnce(Expr) -> Expr,
    ) -> Expr {
        let id = self.fresh("i", Viper::Int, place);
        let index = local(id, Viper::Int, place);
        let condition = self.context.in_bounds(array.clone(), index.clone(), place);
        let slot = self.context.slot(array, index, place);
        let body = implies(condition, of(slot.clone()), place);
        quantifier(vec![id], slot, body, place)
    }

    /// `acc(array.elems, amount)`
    pub fn all_elements(
        &mut self,
        array: Expr,
        element: &Type,
        amount: Option<Expr>,
        place: Place,
    ) -> Expr {
        let field = self.context.elements(element);
        let object = is_object(array.clone(), place);
        let each = self.each_element(array, place, |slot| {
            let location = Location::Field(slot, field);
            expr(ExprKind::Access(Access { location, amount, place }), Viper::Bool, place)
        });
        and(object, each, place)
    }

    /// That all elements of an array have the value that they begin with.
    pub fn default_elements(&mut self, array: Expr, element: &Type, place: Place) -> Expr {
        let field = self.context.elements(element);
        let (value, ty) = (super::body::default(element, place), ty(element));
        self.each_element(array, place, |slot| {
            equal(super::make::field(slot, field, ty, place), value, place)
        })
    }
}

fn slot(function: DomainFunctionId, array: Expr, index: Expr, place: Place) -> Expr {
    domain_call(function, vec![array, index], Viper::Ref, place)
}

fn domain_call(
    function: DomainFunctionId,
    arguments: Vec<Expr>,
    result: Viper,
    place: Place,
) -> Expr {
    let instance: Arc<[Viper]> = Arc::from([]);
    expr(ExprKind::DomainCall { function, instance, arguments }, result, place)
}

fn quantifier(variables: Vec<LocalId>, trigger: Expr, body: Expr, place: Place) -> Expr {
    let quantifier = Quantifier {
        exists: false,
        variables,
        triggers: vec![vec![trigger]],
        body,
        annotations: Vec::new(),
    };
    expr(ExprKind::Quantifier(Box::new(quantifier)), Viper::Bool, place)
}

/// Different arrays and different indices have different slots.
fn different(
    slot_of: DomainFunctionId,
    array_of: DomainFunctionId,
    index_of: DomainFunctionId,
    place: Place,
) -> Axiom {
    let mut locals = IdVec::new();
    let array = locals.push(Local { name: "a".into(), ty: Viper::Ref, place });
    let index = locals.push(Local { name: "i".into(), ty: Viper::Int, place });
    let (a, i) = (local(array, Viper::Ref, place), local(index, Viper::Int, place));
    let here = slot(slot_of, a.clone(), i.clone(), place);
    let from = domain_call(array_of, vec![here.clone()], Viper::Ref, place);
    let at = domain_call(index_of, vec![here.clone()], Viper::Int, place);
    let body = and(equal(from, a, place), equal(at, i, place), place);
    let body = quantifier(vec![array, index], here, body, place);
    Axiom { name: "slots_differ".into(), locals, body }
}

/// `function length(a: Ref): Int requires a != null ensures result >= 0`, by a name that no procedure has
fn length(place: Place) -> Function {
    let mut locals = IdVec::new();
    let array = locals.push(Local { name: "a".into(), ty: Viper::Ref, place });
    let result = expr(ExprKind::Result, Viper::Int, place);
    Function {
        name: "array length".into(),
        place,
        locals,
        parameters: vec![array],
        result: Viper::Int,
        preconditions: vec![is_object(local(array, Viper::Ref, place), place)],
        postconditions: vec![relation(BinaryOp::Ge, result, int(0, place), place)],
        body: None,
        opaque: false,
        shrinking: Vec::new(),
        annotations: Vec::new(),
    }
}
