//! What is typed about a lowered program, as further functions of it.

use super::body::Body;
use super::place::Place;
use super::{Context, LowerOptions, declaration};
use crate::fragment::SessionCall;
use crate::tree::{self, Condition, Expr, Target, VarId, Variable};
use effigy_base::id::IdVec;
use effigy_base::sort::Sort;
use effigy_base::source::Diagnostic;
use effigy_ir::function::Operand;
use effigy_ir::program::{FuncId, Program};

/// What is typed.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// An expression: the function gives its value.
    Value(&'a Expr),
    /// A condition: the function gives its truth.
    Truth(&'a Condition),
    /// An assignment: the function performs it.
    Assign(&'a Target, &'a Expr),
    /// A call: the function performs it, and gives the value if there is one.
    Call(&'a SessionCall),
}

/// Adds a function for what is typed to a lowered program. Its parameters say where the variables are, each in order
/// as a procedure's parameters do; for an array that [`effigy_ir::function::InstKind::Variable`] gives no bounds pass
/// 1, 0 and false.
///
/// # Errors
/// Constants that are no machine integers, when integers are.
pub fn append_fragment(
    lowered: &mut Program,
    program: &tree::Program,
    variables: &IdVec<VarId, Variable>,
    piece: Piece<'_>,
    options: LowerOptions,
) -> Result<FuncId, Vec<Diagnostic>> {
    let mut context = Context::of(program, lowered, options);
    let params: Vec<Sort> = variables.iter().flat_map(|(_, v)| context.place_sorts(v)).collect();
    let results = match piece {
        Piece::Value(_) => vec![options.integers.sort()],
        Piece::Truth(_) => vec![Sort::Bool],
        Piece::Assign(..) => Vec::new(),
        Piece::Call(call) => {
            let procedure = program.procedures.get(call.procedure);
            procedure.map_or_else(Vec::new, |procedure| context.results(procedure))
        }
    };
    let mut body = Body::new(&mut context, variables, &params, &results);
    let mut operands = body.b.params().to_vec().into_iter().map(Operand::from);
    for (_, variable) in variables.iter() {
        body.places.push(Place::from_operands(&variable.shape, &mut operands));
    }
    match piece {
        Piece::Value(expression) => {
            let value = body.value(expression);
            body.b.ret([value]);
        }
        Piece::Truth(condition) => {
            let truth = body.truth(condition);
            body.b.ret([truth]);
        }
        Piece::Assign(target, value) => {
            body.assign(target, value, value.span);
            body.b.ret([]);
        }
        Piece::Call(call) => {
            let values = body.call(call.procedure, &call.arguments, Default::default());
            body.b.ret(values);
        }
    }
    let b = body.b;
    let name = format!("effigy.eval.{}", lowered.functions.len());
    let decl = declaration(&name, params, results);
    let body = context.verified(lowered.declarations(), &decl, b);
    match body.filter(|_| context.problems.is_empty()) {
        Some(body) => Ok(lowered.append(decl, body)),
        None => Err(context.problems.into_diagnostics("command", "")),
    }
}
