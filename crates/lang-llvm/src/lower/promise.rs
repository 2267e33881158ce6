//! Checks of what the text promises of values.

use super::body::BodyLowering;
use super::emit::bits;
use crate::ast::{IntPredicate, Promise};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::Operand;

const INVALID: &str = "a value that its type does not have";

impl BodyLowering<'_> {
    /// Checks the scalars of a value that was read.
    pub fn check_promise(&mut self, promise: &Promise, leaves: &[Operand]) {
        let [value] = leaves else { return };
        if !self.context.facts.values || !promise.defined {
            return;
        }
        if promise.nonnull {
            self.check_nonnull(value);
        }
        let Some(node) = promise.range else { return };
        let Sort::BitVec(width) = self.emit.sort(value) else { return };
        let mut inside: Option<Operand> = None;
        for (low, high) in self.context.module.ranges(node) {
            let low = bits(width, low as u128);
            let room = self.fold(
                Op::BvSub,
                vec![bits(width, high as u128), low.clone()],
                Sort::BitVec(width),
            );
            let above = self.fold(Op::BvSub, vec![value.clone(), low], Sort::BitVec(width));
            let here = self.compare_lane(IntPredicate::Ult, above, room);
            inside = Some(match inside {
                Some(others) => self.fold(Op::Or, vec![others, here], Sort::Bool),
                None => here,
            });
        }
        if let Some(inside) = inside {
            self.emit.check(inside, FindingKind::InvalidValue, INVALID);
        }
    }

    /// Checks a parameter that is a pointer: null, alignment, and that its first and last byte may be read.
    pub fn check_parameter(&mut self, promise: &Promise, align: Option<u64>, value: &Operand) {
        if !self.context.facts.values || !promise.defined {
            return;
        }
        if promise.nonnull || promise.bytes > 0 {
            self.check_nonnull(value);
        }
        if promise.bytes == 0 {
            return;
        }
        if let Some(align) = align.filter(|align| *align > 1) {
            let low = bits(64, u128::from(align - 1));
            let low = self.fold(Op::BvAnd, vec![value.clone(), low], Sort::BitVec(64));
            let fine = self.emit.equal(low, bits(64, 0));
            let message = "a reference to an address that is no multiple of what its type asks for";
            self.emit.check(fine, FindingKind::Misaligned, message);
        }
        for offset in [0, promise.bytes - 1] {
            let at = self.emit.add(value.clone(), bits(64, u128::from(offset)));
            self.emit.load(at, Sort::BitVec(8));
        }
    }

    /// Checks that a truncation loses no bit that is set.
    pub fn check_lossless(&mut self, value: &Operand, width: u32) {
        let Sort::BitVec(from) = self.emit.sort(value) else { return };
        if self.context.facts.values && width < from {
            let most = bits(from, (1 << width) - 1);
            let fits = self.compare_lane(IntPredicate::Ule, value.clone(), most);
            self.emit.check(fits, FindingKind::InvalidValue, INVALID);
        }
    }

    fn check_nonnull(&mut self, value: &Operand) {
        if self.emit.sort(value) == Sort::BitVec(64) {
            let null = self.emit.equal(value.clone(), bits(64, 0));
            let fine = self.emit.negate(null);
            self.emit.check(fine, FindingKind::Null, "a reference that is null");
        }
    }
}
