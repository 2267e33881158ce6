//! Generated terms and helpers of this crate's tests.

#![allow(dead_code)]

pub mod fake;
pub mod floats;

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_solver::{Answer, BackEnd, Layers, Query, Solver, SolverOptions, assemble};
use effigy_term::print::infix;
use effigy_term::{Model, Role, Term, TermStore, VarInfo};
use effigy_testkit::draw;

/// A small deterministic generator of numbers (xorshift64*) that shrink.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        draw(u64::MAX >> 11, || self.fresh())
    }

    fn fresh(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        draw(bound - 1, || self.fresh() % bound) as usize
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

pub fn variable(store: &mut TermStore, name: &str, sort: Sort) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort, role: Role::Input })
}

pub fn bv(store: &mut TermStore, name: &str, width: u32) -> Term {
    variable(store, name, Sort::BitVec(width))
}

pub const ARITHMETIC: &[Op] = &[
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
];

pub const COMPARISONS: &[Op] = &[
    Op::Eq,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::BvUaddo,
    Op::BvSaddo,
    Op::BvUsubo,
    Op::BvSsubo,
    Op::BvUmulo,
    Op::BvSmulo,
];

pub const UNARY: &[Op] =
    &[Op::BvNot, Op::BvNeg, Op::Popcount, Op::LeadingZeros, Op::TrailingZeros, Op::BitReverse];

/// Random terms over a few variables of one width and an array.
pub struct Generator<'a> {
    pub random: Random,
    pub width: u32,
    pub store: &'a mut TermStore,
    /// Whether terms may read arrays.
    pub arrays: bool,
    /// Whether wide divisions and products, which are hard to solve, are left out.
    pub easy: bool,
}

impl Generator<'_> {
    pub fn word(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf();
        }
        let choice = self.random.below(if self.arrays { 12 } else { 10 });
        match choice {
            0..=4 => {
                let op = self.arithmetic();
                let (a, b) = (self.word(depth - 1), self.word(depth - 1));
                self.store.app(op, &[a, b])
            }
            5 => {
                let op = self.random.pick(UNARY);
                let a = self.word(depth - 1);
                self.store.app(op, &[a])
            }
            6 => {
                let (c, a, b) =
                    (self.condition(depth - 1), self.word(depth - 1), self.word(depth - 1));
                self.store.ite(c, a, b)
            }
            7 => {
                let a = self.word(depth - 1);
                self.resize(a)
            }
            8 => {
                let c = self.condition(depth - 1);
                self.store.bool_to_bv(self.width, c)
            }
            9 => self.leaf(),
            10 => {
                let (array, index) = (self.array(depth - 1), self.word(depth - 1));
                self.store.select(array, index)
            }
            _ => {
                let index = self.word(depth - 1);
                let elements = (0..5).map(|_| self.random.next() & mask(self.width)).collect();
                let table = self.store.const_array(self.width, self.width, elements, 1);
                self.store.select(table, index)
            }
        }
    }

    fn arithmetic(&mut self) -> Op {
        let op = self.random.pick(ARITHMETIC);
        let hard = matches!(op, Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem);
        if hard && self.easy { Op::BvAdd } else { op }
    }

    fn array(&mut self, depth: usize) -> Term {
        let sort = Sort::bit_vector_array(self.width, self.width);
        if depth == 0 {
            return variable(self.store, "m", sort);
        }
        let below = self.array(depth - 1);
        if self.random.below(4) == 0 {
            let (c, other) = (self.condition(depth - 1), self.array(depth - 1));
            return self.store.ite(c, below, other);
        }
        let (index, element) = (self.word(depth - 1), self.word(depth - 1));
        self.store.store(below, index, element)
    }

    /// Cuts a part out and extends it again.
    fn resize(&mut self, a: Term) -> Term {
        let hi = self.random.below(self.width as usize) as u32;
        let lo = self.random.below(hi as usize + 1) as u32;
        let part = self.store.extract(hi, lo, a);
        match self.random.below(3) {
            0 => self.store.zero_extend(self.width, part),
            1 => self.store.sign_extend(self.width, part),
            _ if hi - lo + 1 == self.width => part,
            _ => {
                let rest = self.store.extract(self.width - (hi - lo + 1) - 1, 0, a);
                self.store.app(Op::Concat, &[part, rest])
            }
        }
    }

    pub fn condition(&mut self, depth: usize) -> Term {
        match self.random.below(8) {
            0 if depth > 0 => {
                let op = self.random.pick(&[Op::And, Op::Or, Op::Xor]);
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                self.store.app(op, &[a, b])
            }
            1 if depth > 0 => {
                let a = self.condition(depth - 1);
                self.store.not(a)
            }
            2 => variable(self.store, "p", Sort::Bool),
            _ => {
                let op = self.random.pick(COMPARISONS);
                let op = if self.easy && matches!(op, Op::BvUmulo | Op::BvSmulo) {
                    Op::BvUlt
                } else {
                    op
                };
                let depth = depth.saturating_sub(1);
                let (a, b) = (self.word(depth), self.word(depth));
                self.store.app(op, &[a, b])
            }
        }
    }

    fn leaf(&mut self) -> Term {
        match self.random.below(6) {
            0 => {
                let bits = self.random.next() & 3;
                self.store.bits(self.width, u128::from(bits))
            }
            1 => {
                let bits = (u128::from(self.random.next()) << 64) | u128::from(self.random.next());
                self.store.bits(self.width, bits)
            }
            i => {
                let name = ["x", "y", "z"][i % 3];
                bv(self.store, name, self.width)
            }
        }
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

pub fn options(back_end: BackEnd, layers: Layers) -> SolverOptions {
    SolverOptions { back_end, layers, ..SolverOptions::default() }
}

pub fn solver(back_end: BackEnd, layers: Layers) -> Box<dyn Solver> {
    assemble(options(back_end, layers)).expect("assembles")
}

/// The embedded back end alone.
pub fn embedded() -> Box<dyn Solver> {
    solver(BackEnd::Embedded, Layers::NONE)
}

/// Z3, or a note that the test is skipped.
pub fn z3() -> Option<Box<dyn Solver>> {
    let z3 = assemble(options(BackEnd::Z3, Layers::NONE)).ok();
    if z3.is_none() {
        println!("SKIPPED: this part of the test needs the program `z3`");
    }
    z3
}

/// The texts of terms.
pub fn shown(store: &TermStore, terms: &[Term]) -> String {
    let texts: Vec<String> = terms.iter().map(|t| infix(store, *t)).collect();
    texts.join(" ;; ")
}

/// Asserts that the model satisfies every assertion.
pub fn assert_satisfies(store: &TermStore, assertions: &[Term], model: &Model) {
    for t in assertions {
        assert!(store.evaluate_bool(*t, model), "{} under {model:?}", infix(store, *t));
    }
}

pub fn check(solver: &mut dyn Solver, store: &mut TermStore, assertions: &[Term]) -> Answer {
    solver.check(store, &Query::new(assertions))
}

/// Asks for the factors of a product of two large primes.
pub fn hard_query(solver: &mut dyn Solver) -> Answer {
    let mut store = TermStore::new();
    let (x, y) = (bv(&mut store, "x", 64), bv(&mut store, "y", 64));
    let (wide_x, wide_y) = (store.zero_extend(128, x), store.zero_extend(128, y));
    let product = store.bvmul(wide_x, wide_y);
    let expected = store.bits(128, 11_400_714_785_074_694_791 * 14_029_467_366_897_019_727);
    let one = store.bits(64, 1);
    let assertions = [store.eq(product, expected), store.ult(one, x), store.ult(one, y)];
    check(solver, &mut store, &assertions)
}
