//! What is said of a program: places in its source, defects, goals.

use effigy_base::finding::FindingKind;
use effigy_ir::function::{Function, LocId};
use effigy_ir::program::{FuncId, Program};
use serde::{Deserialize, Serialize};

/// A place in the source, in a call stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct StackFrame {
    /// The function's readable name.
    pub function: String,
    /// Path of the file, empty when unknown.
    pub file: String,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// 1-based column, 0 when unknown.
    pub column: u32,
}

/// A goal of the program that a path came by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: StackFrame,
    /// Whether its condition holds on the path.
    pub reached: bool,
}

/// A defect that a path ran into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What kind.
    pub kind: FindingKind,
    /// What happened, for people.
    pub message: String,
    /// Where the program itself says that it failed (file, line, column); takes precedence over the stack.
    pub reported_at: Option<(String, u32, u32)>,
    /// Innermost frame first.
    pub stack: Vec<StackFrame>,
}

/// The source places of a location in a function's body, innermost inlined function first; never none.
pub fn places(
    program: &Program,
    function: FuncId,
    body: &Function,
    mut loc: Option<LocId>,
) -> Vec<StackFrame> {
    let decl = &program.functions[function];
    let mut places = Vec::new();
    while let Some(entry) = loc.and_then(|id| body.locs.get(id)) {
        let function =
            if entry.function.is_empty() { decl.display.clone() } else { entry.function.clone() };
        let file = program.files.path(entry.file).to_owned();
        places.push(StackFrame { function, file, line: entry.line, column: entry.column });
        loc = entry.inlined_at;
    }
    if places.is_empty() {
        places.push(StackFrame { function: decl.display.clone(), ..StackFrame::default() });
    }
    places
}
