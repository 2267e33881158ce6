//! What an instruction reads and writes.

use super::{Code, Inst, R, Src};

impl Code {
    /// Calls `visit` with every operand that an instruction reads.
    pub(crate) fn reads(&self, inst: &Inst, visit: &mut dyn FnMut(Src)) {
        let mut all = |sources: &[Src]| sources.iter().for_each(|s| visit(*s));
        match *inst {
            Inst::Add { a, b, .. }
            | Inst::Sub { a, b, .. }
            | Inst::Mul { a, b, .. }
            | Inst::And { a, b, .. }
            | Inst::Or { a, b, .. }
            | Inst::Xor { a, b, .. }
            | Inst::Shl { a, b, .. }
            | Inst::Lshr { a, b, .. }
            | Inst::Ashr { a, b, .. }
            | Inst::Eq { a, b, .. }
            | Inst::Ult { a, b, .. }
            | Inst::Ule { a, b, .. }
            | Inst::Slt { a, b, .. }
            | Inst::Sle { a, b, .. } => all(&[a, b]),
            Inst::Not { a, .. }
            | Inst::Zext { a, .. }
            | Inst::Sext { a, .. }
            | Inst::Extract { a, .. }
            | Inst::Move { a, .. }
            | Inst::Own { a, .. }
            | Inst::Freeze { a, .. }
            | Inst::Fresh { a, .. }
            | Inst::Defined { a, .. } => all(&[a]),
            Inst::Poison { a, valid, .. } => all(&[a, valid]),
            Inst::SameObject { a, b, .. } => all(&[a, b]),
            Inst::Ite { c, a, b, .. } => all(&[c, a, b]),
            Inst::Generic { entry, .. } => all(&self.generic[entry as usize].args),
            Inst::Load { addr, .. } => all(&[addr]),
            Inst::Store { addr, value, .. } => all(&[addr, value]),
            Inst::Alloc { size, .. } => all(&[size]),
            Inst::Lifetime { address, .. } => all(&[address]),
            Inst::Copy { dst, src, len, .. } => all(&[dst, src, len]),
            Inst::Fill { dst, value, len } => all(&[dst, value, len]),
            Inst::Branch { cond, .. }
            | Inst::Assume { cond }
            | Inst::Check { cond, .. }
            | Inst::Assert { cond, .. } => all(&[cond]),
            Inst::Switch { value, .. } | Inst::Output { value, .. } => all(&[value]),
            Inst::Call { entry } => {
                let site = &self.calls[entry as usize];
                all(&site.args);
                if site.function.is_none() {
                    all(&[site.address]);
                }
            }
            Inst::Return { values } => all(self.list(values)),
            Inst::Select { array, index, .. } | Inst::IsSet { array, index, .. } => {
                all(&[array, index]);
            }
            Inst::Put { array, index, value } => all(&[array, index, value]),
            Inst::Get { keys, .. } => all(self.list(keys)),
            Inst::Set { keys, value, .. } => {
                all(self.list(keys));
                all(&[value]);
            }
            Inst::Jump { .. }
            | Inst::Fail { .. }
            | Inst::Unsupported { .. }
            | Inst::Array { .. }
            | Inst::Create { .. }
            | Inst::Unknown { .. }
            | Inst::Symbol { .. }
            | Inst::Mark { .. } => {}
        }
    }

    /// Calls `visit` with every register that an instruction writes.
    pub(crate) fn writes(&self, inst: &Inst, visit: &mut dyn FnMut(R)) {
        match *inst {
            Inst::Add { dst, .. }
            | Inst::Sub { dst, .. }
            | Inst::Mul { dst, .. }
            | Inst::And { dst, .. }
            | Inst::Or { dst, .. }
            | Inst::Xor { dst, .. }
            | Inst::Shl { dst, .. }
            | Inst::Lshr { dst, .. }
            | Inst::Ashr { dst, .. }
            | Inst::Eq { dst, .. }
            | Inst::Ult { dst, .. }
            | Inst::Ule { dst, .. }
            | Inst::Slt { dst, .. }
            | Inst::Sle { dst, .. }
            | Inst::Not { dst, .. }
            | Inst::Zext { dst, .. }
            | Inst::Sext { dst, .. }
            | Inst::Extract { dst, .. }
            | Inst::Ite { dst, .. }
            | Inst::Generic { dst, .. }
            | Inst::Move { dst, .. }
            | Inst::Own { dst, .. }
            | Inst::Freeze { dst, .. }
            | Inst::Fresh { dst, .. }
            | Inst::Poison { dst, .. }
            | Inst::SameObject { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::Alloc { dst, .. }
            | Inst::Array { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::IsSet { dst, .. }
            | Inst::Get { dst, .. }
            | Inst::Create { dst }
            | Inst::Unknown { dst, .. }
            | Inst::Symbol { dst, .. } => visit(dst),
            Inst::Call { entry } => {
                let site = &self.calls[entry as usize];
                site.results.iter().for_each(|dst| visit(*dst));
                site.catches.iter().for_each(|(dst, _)| visit(*dst));
            }
            Inst::Store { .. }
            | Inst::Lifetime { .. }
            | Inst::Copy { .. }
            | Inst::Fill { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Return { .. }
            | Inst::Assume { .. }
            | Inst::Check { .. }
            | Inst::Defined { .. }
            | Inst::Fail { .. }
            | Inst::Unsupported { .. }
            | Inst::Put { .. }
            | Inst::Set { .. }
            | Inst::Assert { .. }
            | Inst::Mark { .. }
            | Inst::Output { .. } => {}
        }
    }

    /// Calls `visit` with every instruction that control can go to from one that ends a block; nothing of others.
    pub(crate) fn successors(&self, inst: &Inst, visit: &mut dyn FnMut(u32)) {
        match *inst {
            Inst::Jump { to } => visit(to),
            Inst::Branch { then, otherwise, .. } => {
                visit(then);
                visit(otherwise);
            }
            Inst::Switch { entry, .. } => {
                self.switches[entry as usize].targets.iter().for_each(|to| visit(*to));
            }
            _ => {}
        }
    }
}

impl Src {
    /// The register, when the operand is one.
    pub(crate) fn register(self) -> Option<R> {
        (self.0 & Src::CONST == 0).then_some(self.0)
    }
}
