//! The parser: what it reads of modules that compilers print, and what it says of broken ones.

mod bodies;
mod broken;
mod constants;
mod debug;
mod fixtures;
mod heads;
mod layout;
mod mutation;
mod whole;

use effigy_base::source::Diagnostic;
use effigy_lang_llvm::ast::{Body, FnId, InstKind, Symbol, TerminatorKind};
use effigy_lang_llvm::module::Module;

/// The module of a text that is right at the top level.
fn module(text: &str) -> Module {
    Module::parse("test.ll", text.to_owned()).unwrap_or_else(|e| panic!("{e}"))
}

fn function(module: &Module, name: &str) -> FnId {
    match module.symbol_named(name) {
        Some(Symbol::Function(id)) => id,
        other => panic!("{name} is {other:?}"),
    }
}

/// The body of a function that is right.
fn body(module: &Module, name: &str) -> Body {
    module.function_body(function(module, name)).unwrap_or_else(|e| panic!("{e}"))
}

/// The instructions of a body with one block `text`, in a module that has some declarations.
fn instructions(params: &str, text: &str) -> Vec<InstKind> {
    let module = module(&format!(
        "%pair = type {{ i8, i32 }}\ndeclare void @callee(i32)\n@global = global i32 0\ndefine void @f({params}) {{\n{text}\nret void\n}}\n"
    ));
    let body = body(&module, "f");
    let block = body.blocks.iter().next().map(|(_, b)| b).expect("a block");
    block.insts.iter().map(|i| i.kind.clone()).collect()
}

/// Everything that can be asked of a module: the number of errors in its parts.
fn ask_everything(module: &Module) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (id, function) in module.functions().iter() {
        if let Some(subprogram) = function.subprogram {
            module.subprogram(subprogram);
        }
        if function.body.is_none() {
            continue;
        }
        match module.function_body(id) {
            Ok(body) => ask_locations(module, &body, &mut errors),
            Err(error) => errors.push(error),
        }
    }
    for (id, variable) in module.variables().iter() {
        errors.extend(module.global_initializer(id).err());
        let _ = (module.types().size_of(&variable.ty), module.types().show(&variable.ty));
        let debug = variable.debug.and_then(|d| module.debug_variable(d));
        let _ = debug.and_then(|d| d.ty).map(|ty| module.debug_type(ty));
    }
    errors.extend(module.aliases().ids().filter_map(|id| module.alias_target(id).err()));
    assert!(module.source_paths().iter().any(|p| &**p == "?"));
    errors
}

fn ask_locations(module: &Module, body: &Body, errors: &mut Vec<Diagnostic>) {
    for (_, block) in body.blocks.iter() {
        for inst in &block.insts {
            errors.extend(inst.loc.and_then(|loc| module.frames(loc).err()));
            if let InstKind::DebugVariable(variable) = &inst.kind {
                let known = module.debug_variable(variable.variable);
                let _ = known.and_then(|v| v.ty).map(|ty| module.debug_type(ty));
            }
        }
        errors.extend(block.terminator.loc.and_then(|loc| module.frames(loc).err()));
        if let TerminatorKind::Ret(Some(operand)) = &block.terminator.kind {
            let _ = module.types().store_size(&operand.ty);
        }
    }
}
