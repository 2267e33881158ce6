//! The lowering, checked by what lowered functions compute.

mod machine;

mod aggregates;
mod arithmetic;
mod broken;
mod calls;
mod control;
mod debug;
mod floats;
mod globals;
mod intrinsics;
mod memory;
mod poison;
mod promises;
mod promotion;
mod traps;
mod whole;

use effigy_ir::function::{Function, InstKind};
use effigy_ir::program::Program;
use effigy_ir::verify::verify_program;
use effigy_lang_llvm::load;
use machine::{Machine, Stop};
use std::sync::Arc;

const HEADER: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-unknown-linux-gnu\"\n";

/// The program of a module's text; every body is verified.
fn program(text: &str) -> Program {
    let text = format!("{HEADER}{text}");
    let program = load("test.ll", text).unwrap_or_else(|errors| {
        panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    });
    if let Err(errors) = verify_program(&program) {
        panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
    program
}

/// What `@f` of a module gives.
fn try_run(text: &str, args: &[u128]) -> Result<Vec<u128>, Stop> {
    Machine::new(&program(text)).call("f", args)
}

/// What `@f` of a module gives, which must return.
fn run(text: &str, args: &[u128]) -> Vec<u128> {
    try_run(text, args).unwrap_or_else(|stop| panic!("{stop:?}"))
}

/// The body of a function.
fn body(program: &Program, name: &str) -> Arc<Function> {
    let id = program.function_named(name).expect("the function is there");
    program.body(id).expect("the body is there")
}

/// The number of instructions of a function that satisfy `wanted`.
fn count(function: &Function, wanted: impl Fn(&InstKind) -> bool) -> usize {
    let insts = function.blocks.iter().flat_map(|(_, b)| &b.insts);
    insts.filter(|i| wanted(&i.kind)).count()
}

/// A signed number of `width` bits.
fn int(width: u32, value: i128) -> u128 {
    if width == 128 { value as u128 } else { value as u128 & ((1 << width) - 1) }
}
