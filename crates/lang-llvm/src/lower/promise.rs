//! Checks of what the text promises of values.

use super::body::BodyLowering;
use super::emit::bits;
use crate::ast::{IntPredicate, Promise};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{InstKind, Operand};

const INVALID: &str = "a value that its type does not have";
const NULL: &str = "a reference that is null";
const MISALIGNED: &str = "a reference to an address that is no multiple of what its type asks for";

impl BodyLowering<'_> {
    /// A value of which something is promised; `what` says where it comes from. Where it must be a value at all, a broken
    /// promise is a finding, else it leaves no value.
    pub fn promised(&mut self, promise: &Promise, mut value: Operand, what: &str) -> Operand {
        if !self.context.facts.values || *promise == Promise::default() {
            return value;
        }
        if promise.defined {
            self.check_defined(std::slice::from_ref(&value), what);
        }
        for (fine, kind, message) in self.demands(promise, &value) {
            if promise.defined {
                self.emit.check(fine, kind, message);
            } else {
                value = self.poisoned(value, fine, kind, message);
            }
        }
        if promise.defined && promise.bytes > 0 {
            for offset in [0, promise.bytes - 1] {
                let at = self.emit.add(value.clone(), bits(64, u128::from(offset)));
                self.emit.load(at, Sort::BitVec(8));
            }
        }
        value
    }

    /// Checks that scalars have values.
    pub fn check_defined(&mut self, leaves: &[Operand], what: &str) {
        if !self.context.facts.values {
            return;
        }
        for value in
            leaves.iter().filter(|leaf| matches!(leaf, Operand::Reg(_) | Operand::Undef(_)))
        {
            let what = what.to_owned();
            self.emit.inst(InstKind::Defined { value: value.clone(), what });
        }
    }

    /// What must hold of a value, with the kind of the finding and its text.
    fn demands(
        &mut self,
        promise: &Promise,
        value: &Operand,
    ) -> Vec<(Operand, FindingKind, &'static str)> {
        let mut demands = Vec::new();
        let Sort::BitVec(width) = self.emit.sort(value) else { return demands };
        if width == 64 && (promise.nonnull || promise.bytes > 0) {
            let null = self.emit.equal(value.clone(), bits(64, 0));
            demands.push((self.emit.negate(null), FindingKind::Null, NULL));
        }
        let node =
            promise.aligned.and_then(|node| self.context.module.numbers(node).first().copied());
        let align = node.and_then(|align| u64::try_from(align).ok()).unwrap_or(promise.align);
        if width == 64 && align > 1 {
            let low = bits(64, u128::from(align - 1));
            let low = self.fold(Op::BvAnd, vec![value.clone(), low], Sort::BitVec(64));
            let fine = self.emit.equal(low, bits(64, 0));
            demands.push((fine, FindingKind::Misaligned, MISALIGNED));
        }
        let mut ranges = promise.range.map_or(Vec::new(), |node| self.context.module.ranges(node));
        ranges.extend(promise.between);
        if !ranges.is_empty() {
            demands.push((self.lies_in(value, width, ranges), FindingKind::InvalidValue, INVALID));
        }
        demands
    }

    /// Whether a value lies in one of these half-open ranges.
    fn lies_in(&mut self, value: &Operand, width: u32, ranges: Vec<(i128, i128)>) -> Operand {
        let mut inside = Operand::Bool(false);
        for (low, high) in ranges {
            let low = bits(width, low as u128);
            let high = bits(width, high as u128);
            let room = self.fold(Op::BvSub, vec![high, low.clone()], Sort::BitVec(width));
            let above = self.fold(Op::BvSub, vec![value.clone(), low], Sort::BitVec(width));
            let here = self.compare_lane(IntPredicate::Ult, above, room);
            inside = match inside {
                Operand::Bool(false) => here,
                others => self.fold(Op::Or, vec![others, here], Sort::Bool),
            };
        }
        inside
    }

    /// Checks that two pointers lie in one object; C alone asks for it.
    pub fn check_same_object(&mut self, first: &Operand, second: &Operand, how: &str) {
        if !self.context.facts.pointers {
            return;
        }
        let dst = self.emit.reg(Sort::Bool);
        let (first, second) = (first.clone(), second.clone());
        self.emit.inst(InstKind::SameObject { dst, first, second });
        let message = format!("pointers into two objects are {how}");
        self.emit.check(Operand::Reg(dst), FindingKind::Unrelated, &message);
    }
}
