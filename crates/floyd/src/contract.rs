//! Which procedures are called by contract: those that begin with an assertion and return only from assertions.

use super::loops::{first_mark, is_assertion, reached, successors};
use effigy_exec::code::{Code, Inst};

/// The assertions that a function begins and ends with, as instructions: their marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contract {
    /// The assertion that it begins with.
    pub before: u32,
    /// Those that it returns from.
    pub after: Vec<u32>,
}

impl Contract {
    /// The contract of a function, if it has one.
    pub fn of(code: &Code) -> Option<Self> {
        let before = precondition(code)?;
        let marks = (0..code.insts.len() as u32).filter(|at| is_assertion(code, *at));
        let after: Vec<u32> = marks.filter(|at| only_returns(code, *at)).collect();
        let returns = |at: &u32| matches!(code.insts.get(*at as usize), Some(Inst::Return { .. }));
        let leaks = reached(code, 0, &after).iter().any(returns);
        (!leaks && !after.is_empty()).then_some(Self { before, after })
    }
}

/// The assertion that is a function's first statement: between the first mark, that of its head where it has one, and
/// the assertion's nothing happens.
pub(super) fn precondition(code: &Code) -> Option<u32> {
    let mut at = first_mark(code);
    for _ in 0..code.insts.len() {
        if is_assertion(code, at) {
            return Some(at);
        }
        match code.insts.get(at as usize)? {
            Inst::Mark { .. } | Inst::Jump { .. } => at = *successors(code, at).first()?,
            _ => return None,
        }
    }
    None
}

/// Whether all that comes after an assertion is a return, possibly of a value that has to be computed.
fn only_returns(code: &Code, mark: u32) -> bool {
    let Some(assertion) = end_of(code, mark) else { return false };
    reached(code, assertion + 1, &[]).iter().all(|at| match code.insts.get(*at as usize) {
        Some(
            Inst::Put { .. }
            | Inst::Store { .. }
            | Inst::Copy { .. }
            | Inst::Fill { .. }
            | Inst::Lifetime { .. }
            | Inst::Call { .. }
            | Inst::Assert { .. }
            | Inst::Assume { .. }
            | Inst::Output { .. }
            | Inst::Unsupported { .. },
        ) => false,
        _ => !is_assertion(code, *at),
    })
}

/// The end of an assertion that is computed in a straight line and is not only to be proved.
fn end_of(code: &Code, mark: u32) -> Option<u32> {
    let mut at = mark + 1;
    loop {
        match code.insts.get(at as usize)? {
            Inst::Assert { prove: false, .. } => return Some(at),
            Inst::Assert { .. } | Inst::Mark { .. } | Inst::Return { .. } => return None,
            Inst::Jump { .. } | Inst::Branch { .. } | Inst::Switch { .. } => return None,
            _ => at += 1,
        }
    }
}
