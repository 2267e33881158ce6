//! Which bytes of memory the source declares as truth values.

use crate::code::Named;
use crate::state::State;
use effigy_ir::program::Program;
use effigy_ir::source_type::{Reading, SourceType};

/// Most elements of an array that are looked at.
const MAX_ELEMENTS: u64 = 4096;

/// The offsets from `address`, below `len`, of the bytes that variables of the running function hold truth values in.
pub(crate) fn truths(program: &Program, state: &State, address: u64, len: u64) -> Vec<u64> {
    let code = &state.stack.top.code;
    let mut found = Vec::new();
    let mut types = None;
    for (_, name, place) in &code.names {
        let Named::Address(src) = place else { continue };
        let Some(base) = state.stack.top.get(*src).concrete().map(|base| base as u64) else {
            continue;
        };
        if state.memory.object(address).is_none_or(|object| object.base != base) {
            continue;
        }
        let types = types.get_or_insert_with(|| program.variables(code.function));
        for variable in types.iter().filter(|v| v.name == *name) {
            note(&variable.ty, base, &mut found);
        }
    }
    let mut offsets: Vec<u64> =
        found.iter().filter_map(|at| at.checked_sub(address)).filter(|at| *at < len).collect();
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// Notes the addresses of truth values of one byte in a variable of this type at `base`.
fn note(ty: &SourceType, base: u64, found: &mut Vec<u64>) {
    match ty {
        SourceType::Scalar { bits: 8, reading: Reading::Truth, .. } => found.push(base),
        SourceType::Array { element, count } => {
            let size = element.bits().unwrap_or(0) / 8;
            for i in 0..(*count).min(MAX_ELEMENTS) {
                note(element, base + i * size, found);
            }
        }
        SourceType::Record { members, .. } => {
            for (_, offset, ty) in members.iter().filter(|(_, offset, _)| offset % 8 == 0) {
                note(ty, base + offset / 8, found);
            }
        }
        _ => {}
    }
}
