//! `untouched(a)`: the snapshot of `a` is the one at the call.

use super::make::{equal, expr};
use super::pure::empty_function;
use super::scope::Scope;
use super::{SNAPSHOT, World};
use crate::tree::{Expr as Source, ExprKind as Kind, LocalId};
use effigy_lang_viper::tree::{Annotation, Domain, DomainId, Expr, ExprKind, Place, Type};
use std::collections::BTreeSet;

/// The variables that an assertion speaks of.
#[derive(Default)]
struct Free {
    this: bool,
    result: bool,
    locals: BTreeSet<LocalId>,
}

impl Free {
    fn see(&mut self, source: &Source) {
        match source.kind {
            Kind::This => self.this = true,
            Kind::Result => self.result = true,
            Kind::Local(id) => {
                self.locals.insert(id);
            }
            _ => {}
        }
        source.operands().into_iter().for_each(|inner| self.see(inner));
    }
}

impl World<'_> {
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
        let mut free = Free::default();
        free.see(inner);
        let domain = self.world.snapshots();
        let result = Type::Domain(domain, [].into());
        let start = place.span.start;
        let name = format!("untouched at {}:{}", start.line, start.column);
        let annotation = Annotation { key: SNAPSHOT.into(), values: Vec::new() };
        let mut function = empty_function(name.as_str().into(), place, result.clone());
        function.annotations.push(annotation);
        // The variables of the function, each for one of this member.
        let (this, returned, mut arguments) = (self.names.this, self.names.result, Vec::new());
        let outer = self.names.clone();
        let known: Vec<_> =
            free.locals.iter().filter_map(|id| Some((*id, outer.get(*id)?))).collect();
        let variables = self.locals.clone();
        let mut scope = Scope::new(self.world);
        let mut add = |scope: &mut Scope<'_, 'p>, id| {
            let known = variables.get(id)?;
            let made = scope.fresh(&known.name, known.ty.clone(), known.place);
            arguments.push(id);
            function.parameters.push(made);
            Some(made)
        };
        scope.names.this = this.filter(|_| free.this).and_then(|id| add(&mut scope, id));
        scope.names.result = returned.filter(|_| free.result).and_then(|id| add(&mut scope, id));
        for (id, outer) in known {
            if let Some(made) = add(&mut scope, outer) {
                scope.names.set(id, made);
            }
        }
        function.preconditions.push(scope.pure(inner));
        function.locals = scope.locals;
        let function = self.world.out.functions.push(function);
        let arguments = arguments.into_iter().map(|id| self.read(id, place)).collect();
        let now = self.apply(function, arguments, place);
        let before = expr(ExprKind::Old(None, now.clone()), result, place);
        equal(now, before, place)
    }
}
