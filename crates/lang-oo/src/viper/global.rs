//! Global variables: the fields of one object that every member knows.

use super::make::{access, equal, expr, field};
use super::{Context, ty};
use crate::tree::{ExprKind as Source, GlobalId, Unary};
use effigy_base::id::Id;
use effigy_lang_viper::tree::{
    Domain, DomainFunction, DomainFunctionId, Expr, ExprKind, FieldId, Location, Place, Type,
};
use std::sync::Arc;

impl Context<'_> {
    pub fn declare_globals(&mut self) {
        let program = self.program;
        for (_, global) in program.globals.iter() {
            let place = self.place(global.span);
            let field = self.field(&global.name, &global.ty, place);
            self.globals.push(field);
        }
    }

    /// The object whose fields the global variables are.
    fn root(&mut self, place: Place) -> Expr {
        let function = self.root.unwrap_or_else(|| self.declare_root());
        self.root = Some(function);
        let (instance, arguments): (Arc<[Type]>, _) = (Arc::from([]), Vec::new());
        expr(ExprKind::DomainCall { function, instance, arguments }, Type::Ref, place)
    }

    fn declare_root(&mut self) -> DomainFunctionId {
        let place = self.nowhere();
        let domain = self.out.domains.push(Domain {
            name: "Globals".into(),
            place,
            parameters: Vec::new(),
            interpretation: None,
            axioms: Vec::new(),
            annotations: Vec::new(),
        });
        self.out.domain_functions.push(DomainFunction {
            name: "globals".into(),
            domain,
            parameters: Vec::new(),
            result: Type::Ref,
            unique: false,
            interpretation: None,
        })
    }

    /// The object and the field that a global variable is.
    pub fn global(&mut self, id: GlobalId, place: Place) -> (Expr, FieldId) {
        let field = self.globals.get(id).copied().unwrap_or(FieldId::from_index(0));
        (self.root(place), field)
    }

    /// What the main program begins with: access to all global variables, and their initial values.
    pub fn initial_globals(&mut self) -> Vec<Expr> {
        let program = self.program;
        let mut list = Vec::new();
        for (id, global) in program.globals.iter() {
            let place = self.place(global.span);
            let (root, of) = self.global(id, place);
            list.push(access(Location::Field(root.clone(), of), None, place));
            if let Some(value) = global.initial.as_ref().and_then(|value| constant(value, place)) {
                let read = field(root, of, ty(&global.ty), place);
                list.push(equal(read, value, place));
            }
        }
        list
    }
}

/// The value of a constant.
fn constant(value: &crate::tree::Expr, place: Place) -> Option<Expr> {
    Some(match &value.kind {
        Source::Int(number) => super::make::int(number.clone(), place),
        Source::Unary(Unary::Negate, inner) => match &inner.kind {
            Source::Int(number) => super::make::int(-number.clone(), place),
            _ => return None,
        },
        Source::Bool(value) => super::make::boolean(*value, place),
        Source::Null => super::make::null(place),
        _ => return None,
    })
}
