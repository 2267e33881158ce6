//! Source locations and variable names.

use super::body::BodyLowering;
use crate::ast::{DebugExpr, DebugVariable, DebugVariableKind, MdRef};
use effigy_base::sort::Sort;
use effigy_ir::function::{InstKind, Loc, LocId, Operand};

impl BodyLowering<'_> {
    /// The location of a `!dbg`, with the calls it was inlined through.
    pub fn location(&mut self, loc: Option<&MdRef>) -> Option<LocId> {
        let loc = loc?;
        if let Some(known) = self.locs.get(loc) {
            return *known;
        }
        let mut outer = None;
        for frame in self.context.module.frames(*loc).unwrap_or_default().iter().rev() {
            let Some(file) = self.context.file(&frame.file) else { continue };
            outer = Some(self.intern(Loc {
                file,
                line: frame.line,
                column: frame.column,
                function: frame.function.to_string(),
                inlined_at: outer,
            }));
        }
        self.locs.insert(*loc, outer);
        outer
    }

    fn intern(&mut self, loc: Loc) -> LocId {
        match self.interned.get(&loc) {
            Some(id) => *id,
            None => {
                let id = self.emit.func.locs.push(loc.clone());
                self.interned.insert(loc, id);
                id
            }
        }
    }

    /// Says what a source variable holds, when it is one scalar.
    pub fn name_variable(&mut self, variable: &DebugVariable) {
        let Some(value) = &variable.value else { return };
        let Some(info) = self.context.module.debug_variable(variable.variable) else { return };
        let indirect = match (variable.kind, variable.expr) {
            (DebugVariableKind::Declare, DebugExpr::Plain)
            | (DebugVariableKind::Value, DebugExpr::Deref) => true,
            (DebugVariableKind::Value, DebugExpr::Plain) => false,
            _ => return,
        };
        if let Ok(value) = self.scalar(value) {
            let known = !matches!(value, Operand::Undef(_));
            if indirect && !(known && self.emit.sort(&value) == Sort::BitVec(64)) {
                return;
            }
            let variable = info.name.to_string();
            self.emit.inst(InstKind::Name { variable, value, indirect });
        }
    }
}
