//! A member that is being made: its variables, and what the names of the text stand for in it.

use super::known::Known;
use super::make::local;
use super::{Context, ty};
use crate::tree;
use effigy_base::id::{Id, IdVec};
use effigy_base::text::Span;
use effigy_lang_viper::tree::{Expr, Local, LocalId, Place, Type};

/// A member that is being made.
pub(super) struct Scope<'w, 'p> {
    pub context: &'w mut Context<'p>,
    /// The variables of the member.
    pub locals: IdVec<LocalId, Local>,
    /// What the names of the text stand for.
    pub names: Names,
    /// The parameters that are assigned, each with its value at the call.
    pub originals: Vec<(tree::LocalId, LocalId)>,
    /// Whether accesses to elements must show their bounds: in statements, not in contracts.
    pub code: bool,
    /// The predicates that are opened where a part of a pure method needs one.
    pub known: Option<Known<'p>>,
    /// The pure method whose body or precondition this is.
    pub pure: Option<tree::MethodId>,
    /// Whether this is the body of the pure method, no longer its precondition.
    pub in_body: bool,
    /// The calls in a pure method that end only if they leave some of the heap alone, or take what is open around them.
    pub shrinking: Vec<Place>,
}

/// What `this`, `result` and the local variables are.
#[derive(Clone, Default)]
pub(super) struct Names {
    pub this: Option<LocalId>,
    pub result: Option<LocalId>,
    /// By the variable of the text.
    locals: Vec<Option<LocalId>>,
}

impl Names {
    pub fn set(&mut self, id: tree::LocalId, to: LocalId) {
        if self.locals.len() <= id.index() {
            self.locals.resize(id.index() + 1, None);
        }
        if let Some(slot) = self.locals.get_mut(id.index()) {
            *slot = Some(to);
        }
    }

    pub fn get(&self, id: tree::LocalId) -> Option<LocalId> {
        self.locals.get(id.index()).copied().flatten()
    }
}

impl<'w, 'p> Scope<'w, 'p> {
    pub fn new(context: &'w mut Context<'p>) -> Self {
        let (locals, names) = (IdVec::new(), Names::default());
        Self {
            context,
            locals,
            names,
            originals: Vec::new(),
            code: false,
            known: None,
            pure: None,
            in_body: false,
            shrinking: Vec::new(),
        }
    }

    /// The scope of a method, and its parameters: `this`, if it has one, and those of the text.
    pub fn of_method(
        context: &'w mut Context<'p>,
        method: &'p tree::Method,
    ) -> (Self, Vec<LocalId>) {
        let mut scope = Self::new(context);
        let mut parameters = Vec::new();
        if method.class.is_some() {
            let place = scope.place(method.span);
            let this = scope.fresh("this", Type::Ref, place);
            scope.names.this = Some(this);
            parameters.push(this);
        }
        for id in &method.parameters {
            parameters.extend(scope.declare(method, *id));
        }
        (scope, parameters)
    }

    /// A variable for one of the text.
    pub fn declare(&mut self, method: &tree::Method, id: tree::LocalId) -> Option<LocalId> {
        let source = method.locals.get(id)?;
        let place = self.place(source.span);
        let made = self.fresh(&source.name, ty(&source.ty), place);
        self.names.set(id, made);
        Some(made)
    }

    pub fn fresh(&mut self, name: &str, ty: Type, place: Place) -> LocalId {
        self.locals.push(Local { name: name.into(), ty, place })
    }

    pub fn place(&self, span: Span) -> Place {
        self.context.place(span)
    }

    /// The value of a variable.
    pub fn read(&self, id: LocalId, place: Place) -> Expr {
        let ty = self.locals.get(id).map_or(Type::Ref, |local| local.ty.clone());
        local(id, ty, place)
    }

    pub fn this(&self, place: Place) -> Expr {
        match self.names.this {
            Some(this) => self.read(this, place),
            None => super::make::null(place),
        }
    }

    /// Runs `inside` with other meanings of names.
    pub fn with_names<T>(&mut self, names: Names, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.names, names);
        let result = inside(self);
        self.names = before;
        result
    }
}
