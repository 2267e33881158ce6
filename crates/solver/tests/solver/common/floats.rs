//! Random queries about floats.

use effigy_base::op::{Op, RoundingMode};
use effigy_term::{Term, TermStore};

use super::{Random, bv};

const ARITHMETIC: &[Op] =
    &[Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpMin, Op::FpMax, Op::FpFmod];

const UNARY: &[Op] = &[
    Op::FpNeg,
    Op::FpAbs,
    Op::FpSqrt,
    Op::FpRound(RoundingMode::NearestEven),
    Op::FpRound(RoundingMode::NearestAway),
    Op::FpRound(RoundingMode::TowardZero),
    Op::FpRound(RoundingMode::TowardNegative),
    Op::FpRound(RoundingMode::TowardPositive),
];

const COMPARISONS: &[Op] = &[Op::FpEq, Op::FpLt, Op::FpLe];

const CONSTANTS: &[f32] =
    &[0.0, -0.0, 1.0, -1.5, 0.1, 3.0, 255.5, 1e4, -3e-5, 6e-8, f32::INFINITY, f32::NAN];

/// Makes queries over two floats and an integer.
pub struct FloatQueries<'a> {
    pub random: Random,
    pub store: &'a mut TermStore,
    /// Bits of the floats: 16, 32 or 64.
    pub width: u32,
}

impl FloatQueries<'_> {
    /// The width of the query with this number: half of them are small, every eighth is a double.
    pub fn width_of(number: u64) -> u32 {
        match number % 8 {
            0..4 => 16,
            4..7 => 32,
            _ => 64,
        }
    }

    /// Two to four assertions; the first compares arithmetic, the others mostly bound variables.
    pub fn query(&mut self) -> Vec<Term> {
        let depth = 1 + usize::from(self.random.below(3) == 0);
        let mut assertions = vec![self.condition(depth)];
        for _ in 0..1 + self.random.below(3) {
            let depth = usize::from(self.random.below(4) == 0);
            assertions.push(self.condition(depth));
        }
        assertions
    }

    fn condition(&mut self, depth: usize) -> Term {
        let holds = match self.random.below(16) {
            0 => {
                let a = self.float(depth);
                self.store.app(Op::FpIsNan, &[a])
            }
            1 => {
                let (integer, bound) = (self.integer(depth), self.random.below(200));
                let bound = self.store.bits(16, bound as u128);
                self.store.app(Op::BvSlt, &[bound, integer])
            }
            2 if depth > 0 => {
                let sides = [self.condition(depth - 1), self.condition(depth - 1)];
                self.store.app(Op::Or, &sides)
            }
            _ => {
                let op = self.random.pick(COMPARISONS);
                let (a, b) = (self.float(depth), self.float(depth.saturating_sub(1)));
                self.store.app(op, &[a, b])
            }
        };
        if self.random.below(4) == 0 { self.store.not(holds) } else { holds }
    }

    fn float(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.below(16) {
            0..9 => {
                let op = self.random.pick(ARITHMETIC);
                // The remainder's cost grows with the greatest exponent.
                let rare = self.width != 16 && self.random.below(4) != 0;
                let op = if op == Op::FpFmod && rare { Op::FpAdd } else { op };
                let (a, b) = (self.float(depth - 1), self.leaf());
                self.store.app(op, &[a, b])
            }
            9..12 => {
                let op = self.random.pick(UNARY);
                let a = self.float(depth - 1);
                self.store.app(op, &[a])
            }
            12 => {
                let integer = self.integer(depth - 1);
                let unsigned = self.random.below(2) == 0;
                let width = self.width;
                let op = if unsigned { Op::FpFromUbv { width } } else { Op::FpFromSbv { width } };
                self.store.app(op, &[integer])
            }
            13 => {
                let a = self.float(depth - 1);
                let there = if self.width == 16 { 32 } else { self.width / 2 };
                self.convert(a, there, self.width)
            }
            14 => {
                let (a, b, c) = (self.leaf(), self.leaf(), self.leaf());
                self.store.app(Op::FpFma, &[a, b, c])
            }
            _ => {
                let c = self.condition(0);
                let (a, b) = (self.float(depth - 1), self.leaf());
                self.store.ite(c, a, b)
            }
        }
    }

    /// A float in another format and back.
    fn convert(&mut self, a: Term, there: u32, back: u32) -> Term {
        let other = self.store.app(Op::FpToFp { width: there }, &[a]);
        self.store.app(Op::FpToFp { width: back }, &[other])
    }

    fn integer(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return bv(self.store, "n", 16);
        }
        let a = self.float(depth - 1);
        let signed = self.random.below(2) == 0;
        let op = if signed { Op::FpToSbv { width: 16 } } else { Op::FpToUbv { width: 16 } };
        self.store.app(op, &[a])
    }

    fn leaf(&mut self) -> Term {
        let width = self.width;
        match self.random.below(6) {
            0 | 1 => bv(self.store, "x", width),
            2 | 3 => bv(self.store, "y", width),
            4 => {
                let bits = self.random.pick(CONSTANTS).to_bits();
                let single = self.store.bits(32, u128::from(bits));
                match width {
                    32 => single,
                    _ => self.store.app(Op::FpToFp { width }, &[single]),
                }
            }
            _ => {
                let bits = u128::from(self.random.next()) << 11 & mask(width);
                self.store.bits(width, bits)
            }
        }
    }
}

fn mask(width: u32) -> u128 {
    (1 << width) - 1
}
