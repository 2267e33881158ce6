//! Who looks at the program's arguments: `main` of C by its parameters, Rust programs by functions of std.

use crate::shared::assumed::looks_at_arguments;
use crate::shared::value::Answer;
use effigy_base::assumption::AssumptionKind;
use effigy_exec::call::Call;
use effigy_exec::environment::{Flow, Handler};
use effigy_ir::function::{Function, InstKind, Operand};
use effigy_ir::program::Program;

/// What the readable name of the function begins with that starts a Rust program, which hands the arguments on.
const STARTS_RUST: &str = "std::rt::lang_start";

/// Whether `main` or a constructor, which are given the same, reads its parameters. To name one, or to store it in a variable that nothing reads, is no reading.
pub(crate) fn main_reads_them(program: &Program) -> bool {
    let reads = |id| program.body(id).is_ok_and(|body| reads_parameters(&body));
    if program.constructors.iter().any(|id| reads(*id)) {
        return true;
    }
    if program.functions.iter().any(|(_, f)| f.display.starts_with(STARTS_RUST)) {
        return false;
    }
    let main = program.function_named("main").filter(|id| program.functions[*id].defined);
    main.is_some_and(reads)
}

fn reads_parameters(body: &Function) -> bool {
    let parameters = &body.params;
    let kept = |inst: &InstKind| match inst {
        InstKind::Store {
            addr: Operand::Reg(variable), value: Operand::Reg(parameter), ..
        } if parameters.contains(parameter) => Some(*variable),
        _ => None,
    };
    let insts = || body.blocks.iter().flat_map(|(_, block)| &block.insts);
    let variables: Vec<_> = insts().filter_map(|inst| kept(&inst.kind)).collect();
    let looks = |operand: &&Operand| match operand {
        Operand::Reg(reg) => parameters.contains(reg) || variables.contains(reg),
        _ => false,
    };
    let plain = |inst: &InstKind| {
        kept(inst).is_some()
            || matches!(
                inst,
                InstKind::Name { .. } | InstKind::Lifetime { .. } | InstKind::Aligned { .. }
            )
    };
    insts().any(|inst| !plain(&inst.kind) && inst.kind.operands().iter().any(&looks))
        || body.blocks.iter().any(|(_, b)| b.terminator.operands().iter().any(&looks))
}

/// The model of a function of std that looks at the arguments, or at all of the environment: its own body runs.
pub(crate) fn model(display: &str) -> Option<Handler> {
    match display {
        "std::env::args" | "std::env::args_os" => Some(arguments),
        "std::env::vars" | "std::env::vars_os" => Some(variables),
        _ => None,
    }
}

fn arguments(call: &mut Call<'_>) -> Answer {
    looks_at_arguments(call)?;
    Ok(Flow::Through)
}

fn variables(call: &mut Call<'_>) -> Answer {
    call.rests_on(AssumptionKind::Env);
    Ok(Flow::Through)
}
