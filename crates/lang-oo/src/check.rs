//! From names to what they name, and the types of expressions.

mod chain;
mod declaration;
mod expression;
mod name;
mod statement;

pub(crate) use declaration::program;

use crate::problem::{Problem, Problems};
use crate::syntax::{RawExpr, RawExprKind, RawKind, RawStatement};
use crate::tree::{
    ClassId, FieldId, GlobalId, Local, LocalId, Method, MethodId, Program, Trace, Type,
};
use effigy_base::id::IdVec;
use effigy_base::text::{Hint, MAX_ERRORS, Position, Span};
use rustc_hash::FxHashMap;

/// What names outside of methods mean; of several with one name, the first.
#[derive(Default)]
pub(crate) struct Names {
    classes: FxHashMap<String, ClassId>,
    globals: FxHashMap<String, GlobalId>,
    procedures: FxHashMap<String, MethodId>,
    members: IdVec<ClassId, Members>,
}

/// The members of a class by name.
#[derive(Default)]
struct Members {
    fields: FxHashMap<String, FieldId>,
    methods: FxHashMap<String, MethodId>,
}

/// What may stand at a place.
#[derive(Clone, Copy, Default)]
struct Mode {
    /// Nothing with effects: contracts, pure methods, ghost operations.
    effectless: bool,
    /// Ghost variables.
    ghost: bool,
    /// A part of an assertion that must hold: access, predicates, separation.
    conjunct: bool,
    /// `old` and `untouched`.
    post: bool,
    /// `result`.
    result: bool,
    /// Inside of `old`.
    old: bool,
}

impl Mode {
    /// Statements.
    const CODE: Mode = Mode {
        effectless: false,
        ghost: false,
        conjunct: false,
        post: false,
        result: false,
        old: false,
    };
    /// Assertions among statements.
    const ASSERTION: Mode = Mode { ghost: true, conjunct: true, ..Mode::CODE };
    /// Ghost operations and the bodies of pure methods.
    const GHOST: Mode = Mode { ghost: true, effectless: true, ..Mode::CODE };
    /// Contracts.
    const CONTRACT: Mode = Mode { conjunct: true, ..Mode::GHOST };
    /// Postconditions.
    const POST: Mode = Mode { post: true, result: true, ..Mode::CONTRACT };
    /// Assertions of `join`.
    const JOIN: Mode = Mode { post: true, ..Mode::CONTRACT };
}

/// What is known while one method, or a trace, is checked.
pub(crate) struct Checker<'a> {
    program: &'a Program,
    names: &'a Names,
    problems: &'a mut Problems,
    class: Option<ClassId>,
    method: Option<&'a Method>,
    locals: IdVec<LocalId, Local>,
    /// The local variables in sight, by block, the innermost last.
    scopes: Vec<FxHashMap<&'a str, LocalId>>,
    /// The places of declarations anywhere in the method.
    declared: FxHashMap<&'a str, Position>,
    mode: Mode,
    is_trace: bool,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, names: &'a Names, problems: &'a mut Problems) -> Self {
        Self {
            program,
            names,
            problems,
            class: None,
            method: None,
            locals: IdVec::new(),
            scopes: vec![FxHashMap::default()],
            declared: FxHashMap::default(),
            mode: Mode::CODE,
            is_trace: false,
        }
    }

    fn report(&mut self, span: Span, problem: Problem) {
        self.problems.add(span, problem);
    }

    fn fail<T>(&mut self, span: Span, problem: Problem) -> Option<T> {
        self.report(span, problem);
        None
    }

    /// A proposal; none when there are already more errors than are told.
    fn near<'c>(&self, name: &str, candidates: impl Iterator<Item = &'c str>) -> Hint {
        if self.problems.len() > 2 * MAX_ERRORS {
            return Hint::default();
        }
        Hint::nearest(name, candidates)
    }

    /// Runs `inside` in a mode.
    fn within<T>(&mut self, mode: Mode, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.mode, mode);
        let result = inside(self);
        self.mode = before;
        result
    }

    /// Runs `inside` where nothing must hold by itself.
    fn operand<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Mode { conjunct: false, ..self.mode }, inside)
    }

    /// Assertions of a contract.
    fn assertions(&mut self, mode: Mode, list: &[RawExpr]) -> Vec<crate::tree::Expr> {
        let checked = self.within(mode, |checker| {
            list.iter().map(|raw| checker.typed(raw, &Type::Bool)).collect::<Vec<_>>()
        });
        checked.into_iter().flatten().collect()
    }

    /// The name of the method for messages.
    fn method_name(&self) -> String {
        self.method.map_or_else(String::new, |method| method.name.clone())
    }

    /// A type for messages: `an int`, `a Node`.
    fn a(&self, ty: &Type) -> String {
        match ty {
            Type::Null => "null".to_owned(),
            Type::Int => "an int".to_owned(),
            Type::Array(_) => format!("an array {}", self.program.type_name(ty)),
            _ => format!("a {}", self.program.type_name(ty)),
        }
    }
}

/// Checks a trace about a program.
pub(crate) fn trace(
    program: &Program,
    path: &str,
    steps: &[RawStatement],
    problems: &mut Problems,
) -> Trace {
    let names = Names::of(program);
    let mut checker = Checker::new(program, &names, problems);
    checker.is_trace = true;
    let mut checked = Vec::new();
    for step in steps {
        if let Some((span, problem)) = unfit(step) {
            checker.report(span, problem);
        } else if let RawKind::Declare { .. } = step.kind {
            checker.statement(step);
        } else {
            checker.named_by_the_tool(step);
            checked.extend(checker.statement(step));
        }
    }
    Trace { path: path.to_owned(), unchecked: false, locals: checker.locals, steps: checked }
}

impl<'a> Checker<'a> {
    /// Declares a variable such as `value#2` at the step that gives it a value of a known type.
    fn named_by_the_tool(&mut self, step: &'a RawStatement) {
        let RawKind::Assign(RawExpr { kind: RawExprKind::Name(name), span, .. }, value) =
            &step.kind
        else {
            return;
        };
        if !name.contains('#') || self.local(name).is_some() {
            return;
        }
        let before = self.problems.len();
        if let Some(value) = self.value(value).filter(|value| value.ty != Type::Null)
            && self.problems.len() == before
        {
            let local = Local { name: name.clone(), ty: value.ty, ghost: false, span: *span };
            self.declare_local(name, local);
        }
    }
}

/// What a trace cannot have: a call, and an object made inside of an expression.
fn unfit(step: &RawStatement) -> Option<(Span, Problem)> {
    let parts: Vec<&RawExpr> = match &step.kind {
        RawKind::Assign(target, value) => match &value.kind {
            RawExprKind::New(_, list) if list.is_empty() => vec![target],
            RawExprKind::NewArray(_, size) => vec![target, &**size],
            _ => vec![target, value],
        },
        RawKind::Assume(test) => vec![test],
        _ => Vec::new(),
    };
    let mut call = None;
    for part in parts {
        part.walk(&mut |inner| {
            let is_call = matches!(
                inner.kind,
                RawExprKind::Call(..) | RawExprKind::New(..) | RawExprKind::NewArray(..)
            );
            if is_call && call.is_none() {
                call = Some((inner.span, Problem::TraceCall));
            }
        });
    }
    call
}
