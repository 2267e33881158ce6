//! What a person types at the terminal about a program: calls, expressions, conditions, assignments.

use crate::check::{Checker, Signatures};
use crate::parse::Parser;
use crate::problem::Problems;
use crate::syntax::RawExprKind;
use crate::tree::{Argument, Condition, Expr, ProcId, Program, Shape, Target, VarId, Variable};
use effigy_base::id::IdVec;
use effigy_base::source::Diagnostic;
use effigy_syntax::Parse;

/// What diagnostics about typed text give as its path.
const PATH: &str = "command";

/// Which variables a typed text may name.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// Those of the terminal: the known ones, and any further name makes a new one.
    Terminal(&'a IdVec<VarId, Variable>),
    /// Those of a procedure.
    Procedure(ProcId),
}

/// A part of a program that was typed, with the variables that it may name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment<T> {
    /// The variables: those of the procedure, or those of the terminal with the new ones behind.
    pub variables: IdVec<VarId, Variable>,
    /// What was typed.
    pub item: T,
}

/// A typed call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionCall {
    /// What is called.
    pub procedure: ProcId,
    /// What is passed.
    pub arguments: Vec<Argument>,
}

/// A typed assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assignment {
    /// `X = E`, `A(I) = E`
    Value(Target, Expr),
    /// `A = "B"`: element I of the array becomes the symbolic constant `B(I)`.
    SymbolicArray(VarId, String),
}

/// Reads `SEARCH (A, 1, 5, "X", FOUND, J)`; a CALL in front and a `;` behind may be there.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_call(
    program: &Program,
    scope: Scope<'_>,
    text: &str,
) -> Result<Fragment<SessionCall>, Vec<Diagnostic>> {
    let read = |p: &mut Parser<'_, '_>| p.typed_call();
    fragment(program, scope, text, read, |checker, (name, arguments)| {
        let (procedure, arguments) = checker.called(&name, &arguments, name.span)?;
        Some(SessionCall { procedure, arguments })
    })
}

/// Reads an integer expression.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_expression(
    program: &Program,
    scope: Scope<'_>,
    text: &str,
) -> Result<Fragment<Expr>, Vec<Diagnostic>> {
    fragment(program, scope, text, |p| p.expression(), |checker, raw| checker.integer(&raw))
}

/// Reads a condition; quantifiers are allowed.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_condition(
    program: &Program,
    scope: Scope<'_>,
    text: &str,
) -> Result<Fragment<Condition>, Vec<Diagnostic>> {
    fragment(program, scope, text, |p| p.expression(), |checker, raw| checker.condition(&raw))
}

/// Reads `X = 5`, `A(1) = "A(1)"`, or `A = "A"` for a whole array.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_assignment(
    program: &Program,
    scope: Scope<'_>,
    text: &str,
) -> Result<Fragment<Assignment>, Vec<Diagnostic>> {
    let read = |p: &mut Parser<'_, '_>| p.typed_assignment();
    fragment(program, scope, text, read, |checker, (target, value)| {
        if let (RawExprKind::Name(name), RawExprKind::Symbol(symbol)) = (&target.kind, &value.kind)
            && let Some(array) = checker.known_array(name)
            && !symbol.contains('(')
        {
            return Some(Assignment::SymbolicArray(array, symbol.clone()));
        }
        let (target, value) = (checker.target(&target), checker.integer(&value));
        Some(Assignment::Value(target?, value?))
    })
}

fn fragment<R, T>(
    program: &Program,
    scope: Scope<'_>,
    text: &str,
    read: impl FnOnce(&mut Parser<'_, '_>) -> Parse<R>,
    check: impl FnOnce(&mut Checker<'_>, R) -> Option<T>,
) -> Result<Fragment<T>, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    let raw = {
        let mut parser = Parser::new(text, &mut problems);
        read(&mut parser).and_then(|raw| parser.finished().map(|()| raw))
    };
    let signatures = Signatures::of(program);
    let mut checker = Checker::new(&signatures, &mut problems);
    checker.quantifiers = true;
    match scope {
        Scope::Terminal(known) => {
            checker.free = true;
            checker.know(known);
        }
        Scope::Procedure(id) => {
            if let Some(procedure) = program.procedures.get(id) {
                checker.know(&procedure.variables);
            }
        }
    }
    let item = raw.ok().and_then(|raw| check(&mut checker, raw));
    let variables = std::mem::take(&mut checker.variables);
    match item {
        Some(item) if problems.is_empty() => Ok(Fragment { variables, item }),
        _ => Err(problems.into_diagnostics(PATH, text)),
    }
}

impl Checker<'_> {
    fn known_array(&self, name: &str) -> Option<VarId> {
        let found = self.variables.iter().find(|(_, v)| v.name == name)?;
        matches!(found.1.shape, Shape::Array(_)).then_some(found.0)
    }
}
