//! Resources in terms: their formal arguments, and the maps from arguments to snapshots that a quantified chunk has.

use crate::state::Resource;
use crate::symbols;
use crate::terms::Terms;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use effigy_lang_viper::tree::{LocalId, PredicateId};
use effigy_term::{Role, Term, VarInfo};

impl Terms<'_> {
    /// The sort of a resource's snapshots.
    pub(crate) fn snapshot_sort(&self, resource: Resource) -> Sort {
        match resource {
            Resource::Field(field) => self.type_sort(&self.program.fields[field].ty),
            Resource::Predicate(_) | Resource::Wand(_) => symbols::snap(),
        }
    }

    pub(crate) fn resource_name(&self, resource: Resource) -> String {
        match resource {
            Resource::Field(field) => self.program.fields[field].name.to_string(),
            Resource::Predicate(predicate) => self.program.predicates[predicate].name.to_string(),
            Resource::Wand(_) => "magic wand".to_owned(),
        }
    }

    pub(crate) fn resource_key(&self, resource: Resource) -> String {
        match resource {
            Resource::Wand(shape) => format!("wand{shape}"),
            _ => self.resource_name(resource),
        }
    }

    fn argument_sorts(&self, resource: Resource) -> Vec<Sort> {
        match resource {
            Resource::Field(_) => vec![symbols::reference()],
            Resource::Predicate(id) => {
                let predicate = &self.program.predicates[id];
                let sort = |local: &LocalId| self.type_sort(&predicate.locals[*local].ty);
                predicate.parameters.iter().map(sort).collect()
            }
            Resource::Wand(shape) => self.shapes.sorts(shape),
        }
    }

    /// The formal arguments of a resource.
    pub(crate) fn formals(&mut self, resource: Resource) -> Vec<Term> {
        let name = self.resource_key(resource);
        let sorts = self.argument_sorts(resource);
        let formal = |(index, sort): (usize, &Sort)| {
            let name = format!("{name}.{index}%");
            self.store.variable(&VarInfo { name, sort: *sort, role: Role::Bound })
        };
        sorts.iter().enumerate().map(formal).collect()
    }

    /// A term over a resource's formal arguments, for these arguments.
    pub(crate) fn instantiate(&mut self, resource: Resource, t: Term, arguments: &[Term]) -> Term {
        let formals = self.formals(resource);
        self.replace(t, &formals, arguments)
    }

    /// The sort of maps from a resource's arguments to its snapshots.
    pub(crate) fn map_sort(&self, resource: Resource) -> Sort {
        Sort::Named(Symbol::new(&format!("{}.values", self.resource_key(resource))))
    }

    fn map_function(&self, resource: Resource, name: &str, result: Sort) -> Function {
        let mut sorts = vec![self.map_sort(resource)];
        sorts.extend(self.argument_sorts(resource));
        let name = format!("{}.{name}", self.resource_key(resource));
        Function::new(&name, &sorts, result, FunctionKind::Uninterpreted)
    }

    /// The snapshot that a map gives for these arguments.
    pub(crate) fn lookup(&mut self, resource: Resource, map: Term, arguments: &[Term]) -> Term {
        let sort = self.snapshot_sort(resource);
        let function = self.map_function(resource, "at", sort);
        let mut all = vec![map];
        all.extend_from_slice(arguments);
        self.store.apply(function, &all)
    }

    /// Whether a map that is a snapshot speaks of these arguments.
    pub(crate) fn covers(&mut self, resource: Resource, map: Term, arguments: &[Term]) -> Term {
        let function = self.map_function(resource, "covers", Sort::Bool);
        let mut all = vec![map];
        all.extend_from_slice(arguments);
        self.store.apply(function, &all)
    }

    /// What is held of a resource where nothing is: it has no value, which is the same everywhere.
    pub(crate) fn nothing(&mut self, resource: Resource) -> Term {
        let sort = self.snapshot_sort(resource);
        self.store.apply(symbols::nothing(sort), &[])
    }

    /// The term that says that a predicate's instance was looked at.
    pub(crate) fn seen(
        &mut self,
        predicate: PredicateId,
        snapshot: Term,
        arguments: &[Term],
    ) -> Term {
        let name = format!("{}%seen", self.program.predicates[predicate].name);
        let mut all = vec![snapshot];
        all.extend_from_slice(arguments);
        let sorts: Vec<Sort> = all.iter().map(|t| self.store.sort(*t)).collect();
        let function = Function::new(&name, &sorts, Sort::Bool, FunctionKind::Uninterpreted);
        self.store.apply(function, &all)
    }
}
