//! Which registers hold references: where machine words and references have one sort, nothing else tells.

use crate::code::{Code, Inst, R, Src};
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_ir::field::{FieldDecl, FieldId, Initial};
use std::collections::BTreeSet;

/// The registers of a function that are known to hold references: those that objects are made to, that say which object is read
/// or written, and that are compared or assigned with one of them. Values of one sort of the source are compared and assigned with
/// each other alone.
pub(in crate::features) fn references(
    code: &Code,
    fields: &IdVec<FieldId, FieldDecl>,
) -> BTreeSet<R> {
    let mut known = BTreeSet::new();
    let mut alike: Vec<Vec<R>> = Vec::new();
    let of = |src: &Src| src.register();
    let is_reference = |field: FieldId| fields[field].initial == Initial::Reference;
    for inst in &code.insts {
        match *inst {
            Inst::Create { dst } => {
                known.insert(dst);
            }
            Inst::Unknown { dst, entry } => {
                let (_, initial) = &code.unknowns[entry as usize];
                known.extend((*initial == Initial::Reference).then_some(dst));
            }
            Inst::Get { dst, field, keys } => {
                known.extend(code.list(keys).first().and_then(of));
                if is_reference(field) {
                    known.insert(dst);
                }
            }
            Inst::Set { field, keys, value } => {
                known.extend(code.list(keys).first().and_then(of));
                if is_reference(field) {
                    known.extend(value.register());
                }
            }
            Inst::Move { dst, a } => {
                alike.push([Some(dst), of(&a)].into_iter().flatten().collect())
            }
            Inst::Ite { dst, a, b, .. } => {
                alike.push([Some(dst), of(&a), of(&b)].into_iter().flatten().collect());
            }
            Inst::Eq { a, b, .. } => alike.push([of(&a), of(&b)].into_iter().flatten().collect()),
            Inst::Generic { dst, entry } => {
                let generic = &code.generic[entry as usize];
                let registers = generic.args.iter().filter_map(of);
                match generic.op {
                    Op::Eq => alike.push(registers.collect()),
                    Op::Ite => {
                        let sides = generic.args.iter().skip(1).filter_map(of);
                        alike.push(std::iter::once(dst).chain(sides).collect());
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    loop {
        let before = known.len();
        for registers in &alike {
            if registers.iter().any(|r| known.contains(r)) {
                known.extend(registers);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}
