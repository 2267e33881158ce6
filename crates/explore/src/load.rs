//! From compiled text to a program with an entry.

use crate::machine::Nothing;
use crate::names::SourceNames;
use crate::targets;
use effigy_compile::Compiled;
use effigy_compile::languages::{C, RUST};
use effigy_exec::environment::Environment;
use effigy_ir::program::{BodyError, FuncId, Program};
use effigy_lang_llvm::{Facts, ResultType, unknown_results};
use effigy_native::policy;
use effigy_outcome::error::SessionError;
use effigy_outcome::language::NativeBuild;
use effigy_outcome::options::{Check, ExploreOptions, External, GivenContent, GivenFile};
use effigy_posix::registry::provides;
use effigy_posix::{FileContent, Posix, PosixOptions, ResultFacts, nowhere_of};
use std::sync::Arc;

/// A program that is ready to be run.
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// The function that it begins at.
    pub entry: FuncId,
    /// What the paths begin with, for people.
    pub name: String,
    /// The models of what it calls and does not define.
    pub environment: Arc<dyn Environment>,
    /// The functions that are called at the lines that the run is directed to.
    pub targets: Vec<FuncId>,
}

impl Loaded {
    /// A program that begins at a function and calls nothing but its own functions.
    ///
    /// # Errors
    /// When it has no such function.
    pub fn alone(program: Program, function: &str, name: String) -> Result<Loaded, SessionError> {
        let entry = program.function_named(function).ok_or_else(|| SessionError::Internal {
            message: format!("the lowered program has no function {function}"),
        })?;
        let environment = Arc::new(Nothing);
        Ok(Loaded { program, entry, name, environment, targets: Vec::new() })
    }
}

/// The size of pointers that the module's data layout gives, when it gives one.
fn pointer_bits(module: &str) -> Option<u32> {
    let layout = module.lines().find_map(|line| line.strip_prefix("target datalayout = \""))?;
    let pointer =
        layout.trim_end_matches('"').split('-').find_map(|part| part.strip_prefix("p:"))?;
    pointer.split(':').next()?.parse().ok()
}

/// A program in LLVM IR, in the environment that the options describe.
pub fn load_module(compiled: &Compiled, options: &ExploreOptions) -> Result<Loaded, SessionError> {
    if options.call.is_some() {
        return Err(SessionError::OtherLanguage { option: "--call", language: "PL/I" });
    }
    if options.external != External::Error && compiled.language == RUST {
        return Err(SessionError::OtherLanguage { option: "--external", language: "C" });
    }
    if let Some(bits) = pointer_bits(&compiled.module_text).filter(|bits| *bits != 64) {
        return Err(SessionError::Pointers { bits });
    }
    if !options.others.is_empty() && compiled.language != C {
        return Err(SessionError::OtherLanguage { option: "more than one file", language: "C" });
    }
    let results = results(compiled)?;
    let (mut program, mut entry) = read(compiled, options, options.stores, &results)?;
    let targets = match targets::mark(&mut program, &options.targets, &compiled.user_files) {
        // The line of a copy has code where stores stay.
        Err(SessionError::NoTarget { .. }) if !options.stores => {
            (program, entry) = read(compiled, options, true, &results)?;
            targets::mark(&mut program, &options.targets, &compiled.user_files)?
        }
        marked => marked?,
    };
    let names = SourceNames::new(compiled.user_files.clone());
    let (own, language) = (compiled.user_files.clone(), compiled.language);
    let posix = Posix::new(PosixOptions {
        sym_args: options.symbolic_arguments.clone(),
        sym_stdin: options.symbolic_stdin,
        stdin_from: options.stdin_from,
        files: options.files.iter().map(file).collect(),
        variables: options.variables.clone(),
        args: options.program_arguments(),
        file: options.reads_a_file(),
        any: options.any.clone(),
        is_own: Arc::new(move |file| match file.is_empty() {
            // What the compiler of Rust adds without a place starts the program.
            true => language != RUST,
            false => own.contains(file),
        }),
        program_name: compiled.source.to_string_lossy().into_owned().into_bytes(),
        names: Arc::new(move |file, line| names.variable(file, line)),
        external: policy(options.external),
        results: results.iter().map(facts_of).collect(),
        ..PosixOptions::default()
    });
    let name = options.entry.clone().unwrap_or_else(|| "main".to_owned());
    Ok(Loaded { program, entry, name, environment: Arc::new(posix), targets })
}

/// What functions give that the module only declares, where their scalars do not say it.
fn results(compiled: &Compiled) -> Result<Vec<ResultType>, SessionError> {
    if compiled.language == RUST {
        return Ok(Vec::new());
    }
    let path = compiled.module_path.to_string_lossy();
    unknown_results(&path, &compiled.module_text)
        .map_err(|diagnostic| SessionError::Load { diagnostics: vec![diagnostic] })
}

fn facts_of(result: &ResultType) -> (String, ResultFacts) {
    (result.function.clone(), ResultFacts { object: result.object, x87: result.x87 })
}

/// Adds what the pointers lead to that functions give which nobody knows.
fn with_nowhere(
    program: Program,
    options: &ExploreOptions,
    results: &[ResultType],
) -> Result<Program, SessionError> {
    let unknown = |name: &&str| !provides(name);
    let giving = results.iter().filter(|r| r.pointer).map(|r| r.function.as_str());
    let giving: Vec<&str> = giving.filter(unknown).collect();
    if options.external != External::Any || giving.is_empty() {
        return Ok(program);
    }
    let added = effigy_ir::text::parse(&nowhere_of(&giving), "library")
        .map_err(|diagnostics| SessionError::Load { diagnostics })?;
    Ok(effigy_ir::link::link(program, added))
}

/// A file as the models take it.
fn file(file: &GivenFile) -> (String, FileContent) {
    let content = match &file.content {
        GivenContent::Bytes(bytes) => FileContent::Bytes(bytes.clone()),
        GivenContent::Symbolic(len) => FileContent::Symbolic(*len),
    };
    (file.name.clone(), content)
}

/// What of the text is checked. Optimised code may read a stack object before its life begins, and says more of values
/// than the source does.
fn facts(compiled: &Compiled, options: &ExploreOptions, stores: bool) -> Facts {
    let plain = compiled.language.native() == NativeBuild::FromSource || options.ub;
    let optimised = compiled.c_flags.iter().any(|f| f.starts_with("-O") && f != "-O0");
    let on = |check| options.checks.contains(check);
    Facts {
        lifetimes: plain && on(Check::UseAfterScope),
        unmoved: compiled.language == C && !optimised,
        alignment: on(Check::Misaligned),
        assumptions: plain && on(Check::Unreachable),
        values: options.ub && on(Check::InvalidValue),
        pointers: compiled.language == C && on(Check::Pointers),
        stores,
    }
}

fn read(
    compiled: &Compiled,
    options: &ExploreOptions,
    stores: bool,
    results: &[ResultType],
) -> Result<(Program, FuncId), SessionError> {
    let path = compiled.module_path.to_string_lossy();
    let facts = facts(compiled, options, stores);
    let program =
        effigy_lang_llvm::load_checking(&path, compiled.module_text.clone(), facts, provides)
            .map_err(|diagnostics| SessionError::Load { diagnostics })?;
    let program = with_nowhere(program, options, results)?;
    let (program, entry) = effigy_posix::prepare(program, &compiled.entry)
        .map_err(|e| SessionError::NoEntry { name: compiled.entry.clone(), similar: e.similar })?;
    // Broken text elsewhere ends the paths that come to it; without the entry there is no path.
    match program.body(entry) {
        Err(BodyError::Invalid(diagnostic)) => {
            Err(SessionError::Load { diagnostics: vec![*diagnostic] })
        }
        _ => Ok((program, entry)),
    }
}
