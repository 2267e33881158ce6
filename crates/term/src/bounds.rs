//! Cheap facts about the values a bit-vector term can have, read off its structure.

use crate::node::Term;
use crate::store::TermStore;
use effigy_base::op::Op;

/// How deep the structure is looked into, and how many terms are looked at: where terms are shared there are many more ways
/// down than terms.
const DEPTH: u32 = 24;
const TERMS: u32 = 256;

impl TermStore {
    /// A constant to which the term adds something, or from which it takes something; the term itself when it is constant.
    pub fn constant_summand(&self, t: Term) -> Option<u128> {
        if let Some(value) = self.as_bits(t) {
            return Some(value);
        }
        let args = match self.op(t)? {
            Op::BvAdd => self.args(t),
            Op::BvSub => self.args(t).get(..1)?,
            _ => return None,
        };
        args.iter().find_map(|arg| self.constant_summand(*arg))
    }

    /// A number that the value, read as unsigned, never exceeds.
    pub fn upper_bound(&self, t: Term) -> u128 {
        self.upper(t, DEPTH, &mut { TERMS })
    }

    fn upper(&self, t: Term, depth: u32, left: &mut u32) -> u128 {
        let width = self.width(t);
        let all = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        if let Some(value) = self.as_bits(t) {
            return value;
        }
        let Some(op) = self.op(t).filter(|_| depth > 0 && *left > 0) else { return all };
        *left -= 1;
        let args = self.args(t);
        let mut arg = |i: usize| args.get(i).map_or(all, |a| self.upper(*a, depth - 1, left));
        let constant = |i: usize| args.get(i).and_then(|a| self.as_bits(*a));
        let bound = match op {
            Op::ZeroExtend { .. } => arg(0),
            Op::BvAnd => arg(0).min(arg(1)),
            Op::BvOr | Op::BvXor => {
                (arg(0) | arg(1)).checked_next_power_of_two().map_or(all, |p| p | (p - 1))
            }
            Op::BvUrem => match constant(1) {
                Some(divisor) if divisor > 0 => arg(0).min(divisor - 1),
                _ => arg(0),
            },
            Op::BvUdiv => match constant(1) {
                Some(divisor) if divisor > 0 => arg(0) / divisor,
                _ => all,
            },
            Op::BvLshr => match constant(1) {
                Some(shift) if shift < 128 => arg(0) >> shift,
                Some(_) => 0,
                None => arg(0),
            },
            Op::BvShl => match constant(1) {
                Some(shift) if shift < 64 => arg(0).checked_mul(1 << shift).unwrap_or(all),
                _ => all,
            },
            Op::BvAdd => arg(0).checked_add(arg(1)).unwrap_or(all),
            Op::BvMul => arg(0).checked_mul(arg(1)).unwrap_or(all),
            Op::Concat => {
                let low = args.get(1).map_or(0, |a| self.width(*a));
                if low >= 128 {
                    all
                } else {
                    arg(0).checked_mul(1 << low).map_or(all, |h| h | arg(1))
                }
            }
            Op::Ite => arg(1).max(arg(2)),
            Op::Extract { lo, .. } if lo < 128 => {
                let whole = arg(0) >> lo;
                if whole <= all { whole } else { all }
            }
            _ => all,
        };
        // A sum or product beyond the width wraps around: anything is possible then.
        if bound > all { all } else { bound }
    }

    /// A number of low bits that are always zero; the width for the constant zero.
    pub fn trailing_zeros(&self, t: Term) -> u32 {
        self.low_zeros(t, DEPTH, &mut { TERMS })
    }

    fn low_zeros(&self, t: Term, depth: u32, left: &mut u32) -> u32 {
        let width = self.width(t);
        if let Some(value) = self.as_bits(t) {
            return value.trailing_zeros().min(width);
        }
        let Some(op) = self.op(t).filter(|_| depth > 0 && *left > 0) else { return 0 };
        *left -= 1;
        let args = self.args(t);
        let mut arg = |i: usize| args.get(i).map_or(0, |a| self.low_zeros(*a, depth - 1, left));
        let constant = |i: usize| args.get(i).and_then(|a| self.as_bits(*a));
        let zeros = match op {
            Op::BvAdd | Op::BvSub | Op::BvOr | Op::BvXor => arg(0).min(arg(1)),
            Op::BvAnd => arg(0).max(arg(1)),
            Op::BvMul => arg(0) + arg(1),
            Op::BvNeg | Op::SignExtend { .. } | Op::ZeroExtend { .. } => arg(0),
            Op::BvShl => constant(1).map_or(0, |shift| arg(0) + shift.min(width as u128) as u32),
            Op::Concat => {
                let low = args.get(1).map_or(0, |a| self.width(*a));
                if arg(1) == low { low + arg(0) } else { arg(1) }
            }
            Op::Ite => arg(1).min(arg(2)),
            Op::Extract { lo, .. } => arg(0).saturating_sub(lo),
            _ => 0,
        };
        zeros.min(width)
    }
}

#[cfg(test)]
#[path = "bounds/tests.rs"]
mod tests;
