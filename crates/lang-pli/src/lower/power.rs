//! Powers of machine integers: `effigy.power(base, exponent)`, where 0 has a positive exponent.

use super::integers::{Integers, Simple};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_ir::builder::FunctionBuilder;
use effigy_ir::function::Operand;

const FIXED: Integers = Integers::Fixed;

/// The body of the function.
pub(super) fn body() -> FunctionBuilder {
    let sort = FIXED.sort();
    let mut b = FunctionBuilder::new(&[sort, sort], &[sort]);
    let [base, exponent]: [Operand; 2] = match *b.params() {
        [base, exponent] => [base.into(), exponent.into()],
        _ => return b,
    };
    let (at_once, product) = (b.block(), b.block());
    let small = known_at_once(&mut b, &base, &exponent);
    b.branch(small, at_once, product);
    b.switch_to(at_once);
    let power = of_small(&mut b, &base, &exponent);
    b.ret([power]);
    b.switch_to(product);
    multiply(&mut b, &base, &exponent);
    b
}

/// Whether the exponent is negative or the base is 0, 1 or -1: others overflow after at most 31 factors.
fn known_at_once(b: &mut FunctionBuilder, base: &Operand, exponent: &Operand) -> Operand {
    let negative = FIXED.simple(b, Simple::Less, exponent.clone(), FIXED.small(0));
    let moved = FIXED.simple(b, Simple::Add, base.clone(), FIXED.small(1));
    let small = b.op(Op::BvUle, [moved, FIXED.small(2)]);
    b.op(Op::Or, [negative, small])
}

fn of_small(b: &mut FunctionBuilder, base: &Operand, exponent: &Operand) -> Operand {
    let [zero, one, minus] = [0, 1, -1].map(|n| FIXED.small(n));
    let parity = b.op(Op::BvAnd, [exponent.clone(), one.clone()]);
    let even = b.op(Op::Eq, [parity, zero.clone()]);
    let sign = b.op(Op::Ite, [even, one.clone(), minus.clone()]);
    let is_minus = b.op(Op::Eq, [base.clone(), minus]);
    let small = b.op(Op::Ite, [is_minus, sign, zero]);
    let is_one = b.op(Op::Eq, [base.clone(), one.clone()]);
    b.op(Op::Ite, [is_one, one, small])
}

fn multiply(b: &mut FunctionBuilder, base: &Operand, exponent: &Operand) {
    let (head, more, end) = (b.block(), b.block(), b.block());
    let count: Operand = b.block_param(head, FIXED.sort()).into();
    let product: Operand = b.block_param(head, FIXED.sort()).into();
    b.jump(head, [FIXED.small(0), FIXED.small(1)]);
    b.switch_to(head);
    let done = b.op(Op::Eq, [count.clone(), exponent.clone()]);
    b.branch(done, end, more);
    b.switch_to(more);
    let overflow = b.op(Op::BvSmulo, [product.clone(), base.clone()]);
    let fits = b.op(Op::Not, [overflow]);
    b.check(fits, FindingKind::Overflow, super::expression::OVERFLOW);
    let next = FIXED.simple(b, Simple::Multiply, product.clone(), base.clone());
    let count = FIXED.simple(b, Simple::Add, count, FIXED.small(1));
    b.jump(head, [count, next]);
    b.switch_to(end);
    b.ret([product]);
}
