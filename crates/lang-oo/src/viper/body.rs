//! The body of a method: expressions with effects become statements in the order of evaluation.

use super::make::{block, boolean, equal, int, is_atom, is_object, local, not, null, relation};
use super::scope::Scope;
use super::source::assigned;
use super::{Member, expression, ty};
use crate::problem::Problem;
use crate::tree::{Binary, Call, ClassId, Expr as Source, ExprKind as Kind, Method, Type};
use effigy_base::id::IdVec;
use effigy_lang_viper::tree::{
    BinaryOp, Block, Expr, Local, LocalId, Origin, Place, Stmt, StmtKind, Type as Viper,
};

/// The label in front of the end of a method.
pub(super) const END: &str = "end";

/// The body of a method.
pub(super) struct Body<'w, 'p> {
    pub scope: Scope<'w, 'p>,
    pub method: &'p Method,
    /// The statements made so far.
    pub out: Vec<Stmt>,
    /// Whether something goes to the end of the method.
    pub jumps: bool,
    /// How many branches end with what stands behind them.
    pub nested: usize,
}

impl<'w, 'p> Body<'w, 'p> {
    pub fn new(scope: Scope<'w, 'p>, method: &'p Method) -> Self {
        Self { scope, method, out: Vec::new(), jumps: false, nested: 0 }
    }

    /// The variables and the statements.
    pub fn finish(mut self) -> (IdVec<LocalId, Local>, Vec<Stmt>) {
        if self.jumps {
            let place = self.scope.place(self.method.end);
            self.push(StmtKind::Label { name: END.into(), invariants: Vec::new() }, place);
        }
        (self.scope.locals, self.out)
    }

    /// Gives parameters that the method assigns a variable of their own: contracts speak of the values at the call.
    pub fn copy_parameters(&mut self, keep: bool) {
        let method = self.method;
        for id in assigned(&method.body) {
            let parameter = self.scope.names.get(id).filter(|_| method.parameters.contains(&id));
            let Some(parameter) = parameter else { continue };
            self.scope.originals.push((id, parameter));
            let Some(copy) = self.scope.declare(method, id) else { continue };
            let place = self.scope.place(method.span);
            self.push(StmtKind::Declare(vec![copy]), place);
            if keep {
                let value = self.scope.read(parameter, place);
                self.push(StmtKind::Assign { target: copy, value }, place);
            }
        }
    }

    /// The statements that `inside` makes.
    pub fn inside(&mut self, inside: impl FnOnce(&mut Self)) -> Block {
        let before = std::mem::take(&mut self.out);
        inside(self);
        block(std::mem::replace(&mut self.out, before))
    }

    /// A variable with any value.
    fn unknown(&mut self, name: &str, ty: Viper, place: Place) -> LocalId {
        let id = self.scope.fresh(name, ty, place);
        self.push(StmtKind::Declare(vec![id]), place);
        id
    }

    /// Keeps a value in a variable.
    pub fn keep(&mut self, value: Expr) -> Expr {
        if is_atom(&value) {
            return value;
        }
        let (ty, place) = (value.ty.clone(), value.place);
        let target = self.unknown("value", ty.clone(), place);
        self.push(StmtKind::Assign { target, value }, place);
        local(target, ty, place)
    }

    /// The value of an expression of the program.
    pub fn value(&mut self, source: &'p Source) -> Expr {
        let place = self.scope.place(source.span);
        if let Kind::Unknown = source.kind {
            let id = self.unknown("any", ty(&source.ty), place);
            return local(id, ty(&source.ty), place);
        }
        if !self.scope.context.has_effects(source) {
            self.scope.code = true;
            let value = self.scope.pure(source);
            self.scope.code = false;
            return value;
        }
        match &source.kind {
            Kind::Call(call) => self.call(call, source, place),
            Kind::New(class, arguments) => self.creation(*class, arguments, place),
            Kind::NewArray(element, size) => self.array(element, size, place),
            Kind::Binary(Binary::And | Binary::Or, left, right) => {
                let is_or = matches!(source.kind, Kind::Binary(Binary::Or, ..));
                let left = self.value(left);
                let (then, known) = if is_or { (not(left), true) } else { (left, false) };
                let known = boolean(known, place);
                self.either(then, |body| body.value(right), |_| known, place)
            }
            Kind::Conditional(condition, then, otherwise) => {
                let condition = self.value(condition);
                self.either(condition, |b| b.value(then), |b| b.value(otherwise), place)
            }
            Kind::Binary(operator, left, right) => {
                let operands = self.operands(&[left, right]);
                match <[Expr; 2]>::try_from(operands) {
                    Ok([left, right]) => self.scope.binary(*operator, left, right, place),
                    Err(_) => null(place),
                }
            }
            Kind::Unary(operator, inner) => {
                let inner = self.value(inner);
                expression::unary(*operator, inner, place)
            }
            Kind::Field(object, id) => {
                let (object, of) = (self.value(object), self.scope.context.field_of(*id));
                super::make::field(object, of, ty(&source.ty), place)
            }
            Kind::Element(array, index) => {
                let operands = self.operands(&[array, index]);
                let Ok([array, index]) = <[Expr; 2]>::try_from(operands) else {
                    return null(place);
                };
                self.scope.code = true;
                let element = self.scope.element(array, index, &source.ty, place);
                self.scope.code = false;
                element
            }
            Kind::Length(array) => {
                let array = self.value(array);
                self.scope.context.length(array, place)
            }
            _ => {
                self.scope.context.problems.add(source.span, Problem::EffectBesidePermission);
                boolean(true, place)
            }
        }
    }

    /// The values of expressions that are evaluated one after the other.
    pub fn operands(&mut self, sources: &[&'p Source]) -> Vec<Expr> {
        let last = sources.iter().rposition(|source| self.scope.context.has_effects(source));
        let mut values = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            let value = self.value(source);
            let changes = last.is_some_and(|last| at < last);
            values.push(if changes { self.keep(value) } else { value });
        }
        values
    }

    /// `condition ? then : otherwise`, where one of the two has effects.
    fn either(
        &mut self,
        condition: Expr,
        then: impl FnOnce(&mut Self) -> Expr,
        otherwise: impl FnOnce(&mut Self) -> Expr,
        place: Place,
    ) -> Expr {
        let mut results = Vec::new();
        let mut side = |body: &mut Self, value: Expr| {
            let id =
                *results.first().unwrap_or(&body.scope.fresh("value", value.ty.clone(), place));
            results = vec![id];
            body.push(StmtKind::Assign { target: id, value }, place);
        };
        let then = self.inside(|body| {
            let value = then(body);
            side(body, value);
        });
        let otherwise = self.inside(|body| {
            let value = otherwise(body);
            side(body, value);
        });
        self.push(StmtKind::Declare(results.clone()), place);
        self.push(StmtKind::If { condition, then, otherwise }, place);
        match results.first() {
            Some(id) => self.scope.read(*id, place),
            None => null(place),
        }
    }

    fn call(&mut self, call: &'p Call, source: &Source, place: Place) -> Expr {
        let arguments = self.operands(&call.operands());
        match self.scope.context.member(call.method) {
            Some(Member::Method(method)) => {
                let result = (source.ty != Type::Void)
                    .then(|| self.unknown("result", ty(&source.ty), place));
                let targets = Vec::from_iter(result);
                self.push(StmtKind::Call { targets, method, arguments }, place);
                result.map_or_else(|| null(place), |id| self.scope.read(id, place))
            }
            Some(Member::Function(function)) => self.scope.apply(function, arguments, place),
            _ => null(place),
        }
    }

    /// `new C(...)`: an object with defaults in its fields, on which the constructor is called.
    fn creation(&mut self, class: ClassId, arguments: &'p [Source], place: Place) -> Expr {
        let arguments = self.operands(&arguments.iter().collect::<Vec<_>>());
        let context = &self.scope.context;
        let constructor = context.program.classes.get(class).and_then(|class| class.constructor);
        let constructor = constructor.and_then(|id| context.member(id));
        let fields = context.fields_of(class);
        let name = context.program.type_name(&Type::Class(class));
        let target = self.unknown(&format!("new {name}"), Viper::Ref, place);
        let made = self.scope.read(target, place);
        let ids = fields.iter().map(|(id, _)| *id).collect();
        self.push(StmtKind::New { target, fields: ids }, place);
        for (field, of) in fields {
            let (receiver, value) = (made.clone(), default(of, place));
            self.push(StmtKind::AssignField { receiver, field, value }, place);
        }
        if let Some(Member::Method(method)) = constructor {
            let arguments = std::iter::once(made.clone()).chain(arguments).collect();
            self.push(StmtKind::Call { targets: Vec::new(), method, arguments }, place);
        }
        made
    }

    /// `new T[n]`: a new object whose elements are accessible, with defaults.
    fn array(&mut self, element: &Type, size: &'p Source, place: Place) -> Expr {
        let size = self.value(size);
        let size = self.keep(size);
        let condition = relation(BinaryOp::Ge, size.clone(), int(0, size.place), size.place);
        self.demand(condition, "the number of elements may be negative", place);
        let target = self.unknown("new array", Viper::Ref, place);
        let made = self.scope.read(target, place);
        self.push(StmtKind::New { target, fields: Vec::new() }, place);
        let length = self.scope.context.length(made.clone(), place);
        self.push(StmtKind::Inhale(equal(length, size, place)), place);
        let held = self.scope.all_elements(made.clone(), element, None, place);
        self.push(StmtKind::Inhale(held), place);
        let defaults = self.scope.default_elements(made.clone(), element, place);
        self.push(StmtKind::Inhale(defaults), place);
        made
    }

    /// Shows that an array has the element that is assigned.
    pub fn show_bounds(&mut self, array: &Expr, index: &Expr, place: Place) {
        let object = is_object(array.clone(), place);
        let bounds = self.scope.context.in_bounds(array.clone(), index.clone(), place);
        self.demand(object, "the array may be null", place);
        self.demand(bounds, "the index may be outside of the array", place);
    }

    /// Shows what the language asks for.
    fn demand(&mut self, condition: Expr, message: &str, place: Place) {
        let origin = Origin::Language { message: message.into() };
        self.push(StmtKind::Assert { condition, origin }, place);
    }
}

/// The value that a variable of a type begins with.
pub(super) fn default(of: &Type, place: Place) -> Expr {
    match of {
        Type::Int => int(0, place),
        Type::Bool => boolean(false, place),
        _ => null(place),
    }
}
