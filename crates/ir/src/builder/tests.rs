use super::*;
use crate::program::Program;
use crate::text::print_program;

fn decl(name: &str, params: &[Sort], results: &[Sort]) -> FunctionDecl {
    FunctionDecl {
        name: name.to_owned(),
        display: name.to_owned(),
        params: params.to_vec(),
        results: results.to_vec(),
        variadic: false,
        defined: true,
    }
}

const WORD: Sort = Sort::BitVec(32);

/// The sum of the numbers below `%0`.
fn sum() -> FunctionBuilder {
    let mut f = FunctionBuilder::new(&[WORD], &[WORD]);
    let end = Operand::Reg(f.params()[0]);
    let (head, body, exit) = (f.block(), f.block(), f.block());
    let i = Operand::Reg(f.block_param(head, WORD));
    let sum = Operand::Reg(f.block_param(head, WORD));
    f.jump(head, [Operand::bits(32, 0), Operand::bits(32, 0)]);
    f.switch_to(head);
    let more = f.op(Op::BvUlt, [i.clone(), end]);
    f.branch(more, body, exit);
    f.switch_to(body);
    let next_sum = f.op(Op::BvAdd, [sum.clone(), i.clone()]);
    let next = f.op(Op::BvAdd, [i, Operand::bits(32, 1)]);
    f.jump(head, [next, next_sum]);
    f.switch_to(exit);
    f.ret([sum]);
    f
}

#[test]
fn a_loop_is_built_and_printed() {
    let mut builder = ProgramBuilder::new();
    let decl = decl("sum", &[WORD], &[WORD]);
    let id = builder.function(decl.clone());
    let body = sum().finish(builder.declarations(), &decl).expect("right");
    builder.define(id, body);
    let program: Program = builder.finish();
    assert_eq!(program.function_named("sum"), Some(id));
    assert_eq!(program.function_named("product"), None);
    let expected = "\
define @sum(%0: bv32) -> (bv32) {
b0:
  jump b1(0:bv32, 0:bv32)
b1(%1: bv32, %2: bv32):
  %3: bool := bvult %1, %0
  branch %3, b2, b3
b2:
  %4: bv32 := bvadd %2, %1
  %5: bv32 := bvadd %1, 1:bv32
  jump b1(%5, %4)
b3:
  return %2
}
";
    assert_eq!(print_program(&program).expect("defined"), expected);
}

#[test]
fn mistakes_show_at_the_end() {
    let program = ProgramBuilder::new();
    let mut f = sum();
    f.block();
    let errors =
        f.finish(program.declarations(), &decl("sum", &[WORD], &[WORD])).expect_err("open");
    assert!(
        matches!(errors.as_slice(), [VerifyError { problem: Problem::NoTerminator, .. }]),
        "{errors:?}"
    );

    let errors =
        sum().finish(program.declarations(), &decl("sum", &[], &[WORD])).expect_err("wrong");
    assert!(
        matches!(errors.as_slice(), [VerifyError { problem: Problem::Count { .. }, .. }]),
        "{errors:?}"
    );

    let mut f = FunctionBuilder::new(&[WORD], &[]);
    let param = Operand::Reg(f.params()[0]);
    f.op(Op::And, [param.clone(), param]);
    f.ret([]);
    let errors =
        f.finish(program.declarations(), &decl("f", &[WORD], &[])).expect_err("ill-sorted");
    assert!(
        matches!(errors.as_slice(), [VerifyError { problem: Problem::IllSorted { .. }, .. }]),
        "{errors:?}"
    );
}

#[test]
fn nothing_follows_a_terminator() {
    let program = ProgramBuilder::new();
    let mut f = FunctionBuilder::new(&[], &[]);
    assert!(!f.is_terminated());
    f.ret([]);
    assert!(f.is_terminated());
    f.alloc(8, 8);
    f.terminate(Terminator::Fail { kind: FindingKind::Panic, message: String::new() });
    let body = f.finish(program.declarations(), &decl("f", &[], &[])).expect("right");
    let entry = &body.blocks[BlockId::from_index(0)];
    assert!(entry.insts.is_empty());
    assert_eq!(entry.terminator, Terminator::Return(Vec::new()));
}
