//! The types of source variables, from the debug information.

use crate::ast::{Body, InstKind, MdRef};
use crate::module::{DebugType, Encoding, Module};
use effigy_ir::source_type::{Reading, SourceType, SourceVariable};
use std::sync::Arc;

/// How deep types are followed: those of linked structures have no end.
const DEPTH: u32 = 8;

/// The variables that a body speaks of, each once.
pub(super) fn source_variables(module: &Module, body: &Body) -> Vec<SourceVariable> {
    let mut found: Vec<SourceVariable> = Vec::new();
    for (_, block) in body.blocks.iter() {
        for inst in &block.insts {
            let InstKind::DebugVariable(variable) = &inst.kind else { continue };
            let Some(info) = module.debug_variable(variable.variable) else { continue };
            let frames = inst.loc.and_then(|loc| module.frames(loc).ok()).unwrap_or_default();
            let function = frames.first().map_or("", |f| f.function.as_ref());
            let known = |v: &SourceVariable| *v.name == *info.name && v.function == function;
            if let (false, Some(ty)) = (found.iter().any(known), info.ty) {
                found.push(SourceVariable {
                    name: info.name.to_string(),
                    function: function.to_owned(),
                    ty: source_type(module, ty, DEPTH),
                });
            }
        }
    }
    found
}

/// A global variable as the source names it.
pub(super) fn source_global(module: &Module, debug: MdRef) -> Option<SourceVariable> {
    let info = module.debug_variable(debug)?;
    let ty = source_type(module, info.ty?, DEPTH);
    Some(SourceVariable { name: info.name.to_string(), function: String::new(), ty })
}

fn source_type(module: &Module, reference: MdRef, depth: u32) -> Arc<SourceType> {
    if depth == 0 {
        return Arc::new(SourceType::Unknown);
    }
    let below = |ty: Option<MdRef>| ty.map(|ty| source_type(module, ty, depth - 1));
    Arc::new(match module.debug_type(reference) {
        DebugType::Basic { name, bits, encoding } => match u32::try_from(bits) {
            Ok(bits) => SourceType::Scalar { name, bits, reading: reading(encoding) },
            Err(_) => SourceType::Unknown,
        },
        DebugType::Pointer { target } => SourceType::Pointer(below(target)),
        DebugType::Wrapped { target, .. } => {
            return below(target).unwrap_or_else(|| Arc::new(SourceType::Unknown));
        }
        DebugType::Array { element, counts } => {
            let Some(mut ty) = below(element) else { return Arc::new(SourceType::Unknown) };
            for count in counts.iter().rev() {
                ty = Arc::new(SourceType::Array { element: ty, count: count.unwrap_or(0) });
            }
            return ty;
        }
        DebugType::Composite { name, bits, members, .. } => {
            let unknown = || Arc::new(SourceType::Unknown);
            let members = members
                .into_iter()
                .map(|m| (m.name, m.offset_bits, below(m.ty).unwrap_or_else(unknown)));
            SourceType::Record { name, bits, members: members.collect() }
        }
        DebugType::Unknown => SourceType::Unknown,
    })
}

fn reading(encoding: Encoding) -> Reading {
    match encoding {
        Encoding::Bool => Reading::Truth,
        Encoding::Signed => Reading::Signed,
        Encoding::SignedChar | Encoding::Utf => Reading::Character,
        Encoding::Float => Reading::Float,
        Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Other => Reading::Unsigned,
    }
}
