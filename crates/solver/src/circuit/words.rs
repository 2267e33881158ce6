//! Arithmetic of circuits. Words are slices of literals, lowest bit first; operands have one width.

use super::arithmetic as arith;
use super::bits::{self, Shift};
use super::{Circuit, Lit};

impl Circuit {
    /// The sum of two words and a carry, and the carry out.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
        arith::add(&mut self.gates, a, b, carry)
    }

    /// The difference modulo 2^w.
    pub fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        arith::subtract(&mut self.gates, a, b).0
    }

    /// The product modulo 2^w.
    pub fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        arith::multiply(&mut self.gates, a, b)
    }

    /// Whether the exact product of two signed words does not fit.
    pub fn signed_product_overflows(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        arith::signed_product_overflows(&mut self.gates, a, b)
    }

    /// Signed quotient and remainder, rounded towards zero; by zero as SMT-LIB's `bvsdiv` and `bvsrem`.
    pub fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        arith::divide_signed(&mut self.gates, a, b)
    }

    /// Whether two words are equal.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        arith::equal(&mut self.gates, a, b)
    }

    /// Whether a word is zero.
    pub fn is_zero(&mut self, a: &[Lit]) -> Lit {
        arith::is_zero(&mut self.gates, a)
    }

    /// Signed less than.
    pub fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        arith::signed_less(&mut self.gates, a, b)
    }

    /// `then` when `condition`, else `otherwise`, bit by bit.
    pub fn mux_words(&mut self, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Vec<Lit> {
        arith::mux(&mut self.gates, condition, then, otherwise)
    }

    /// Shifts `a` by the unsigned amount `by`.
    pub fn shift(&mut self, kind: Shift, a: &[Lit], by: &[Lit]) -> Vec<Lit> {
        bits::shift(&mut self.gates, kind, a, by)
    }
}
