//! Lowering: from the checked tree to the program representation.
//!
//! Every variable lives in an array object, an integer at index 0. All objects of a procedure are made in its entry
//! block, which does nothing else, so that no other register is live from one statement to the next. The entry block
//! jumps to the block with the mark of the procedure's head.
//!
//! A procedure `P` is the function `P`. Its parameters are, in order, for an integer its object and its index in it;
//! for an array its object, its lowest and highest subscript and whether it has them (without bounds they are 1 and
//! 0); its result, if it gives a value, is that value. Beside the procedures there are these functions:
//!
//! - `effigy.statics()` makes the objects of STATIC variables in its first call;
//! - `effigy.start.P()` for each procedure calls it with a symbolic input for each parameter, of the same name;
//! - with [`LowerOptions::shared`], `effigy.start.P.N()` calls it in the N-th way in which parameters are one variable
//!   ([`crate::share`]), and `effigy.ways.P()` is the choice of one of these functions, each under an input of the way's name;
//! - `effigy.call(object, ...)` performs a typed call, given the object of each variable of the terminal, and returns
//!   the value if there is one;
//! - `effigy.start()` makes the terminal's variables, performs the typed call, and outputs the integers that it passes
//!   by reference by their names, and a returned value as `RETURN`.
//!
//! The values that READ gets are the elements of the symbolic array `READ`, from 1. What WRITE writes are outputs of
//! that name.

mod body;
mod count;
mod expression;
mod fragment;
mod integers;
mod place;
mod power;
mod quantifier;
mod start;
mod variables;

use crate::fragment::SessionCall;
use crate::problem::{Problem, Problems};
use crate::share;
use crate::tree::{self, ProcId, Procedure, Shape, Storage, VarId, Variable};
use body::Body;
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::Sort;
use effigy_base::source::{Diagnostic, FileId};
use effigy_base::text::Span;
use effigy_ir::builder::{FunctionBuilder, ProgramBuilder};
use effigy_ir::function::{ADDRESS_BITS, Function};
use effigy_ir::program::{
    Declarations, FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer, Program,
};
pub use fragment::{Piece, append_fragment};
pub use integers::Integers;
use rustc_hash::FxHashMap;

/// How a program is lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// What integers are.
    pub integers: Integers,
    /// Whether runs are begun in each way in which parameters can be one variable.
    pub shared: bool,
}

/// The function that makes the terminal's variables and performs the typed call.
pub const START: &str = "effigy.start";
/// The function that performs the typed call.
pub const CALL: &str = "effigy.call";
/// The function that makes the STATIC variables.
pub const STATICS: &str = "effigy.statics";
const POWER: &str = "effigy.power";
const READS: &str = "effigy.reads";
/// The sort of an object.
const HANDLE: Sort = Sort::BitVec(ADDRESS_BITS);

/// The name of the function that calls a procedure on symbolic inputs.
pub fn start_of(procedure: &str) -> String {
    format!("{START}.{procedure}")
}

/// The name of the function that calls a procedure on symbolic inputs some of which are one variable, in the way with this number.
pub fn start_of_way(procedure: &str, way: usize) -> String {
    format!("{START}.{procedure}.{way}")
}

/// The name of the function that chooses the way in which a procedure begins.
pub fn ways_of(procedure: &str) -> String {
    format!("effigy.ways.{procedure}")
}

/// Lowers a program without errors, and with it a call that was typed at a terminal with the variables `terminal`.
///
/// # Errors
/// Constants that are no machine integers, when integers are.
pub fn lower(
    program: &tree::Program,
    terminal: &IdVec<VarId, Variable>,
    call: Option<&SessionCall>,
    options: LowerOptions,
) -> Result<Program, Vec<Diagnostic>> {
    let mut builder = ProgramBuilder::new();
    let mut context = Context::declare(program, options, &mut builder);
    for (id, procedure) in program.procedures.iter() {
        let function = context.function(id);
        let body = Body::procedure(&mut context, id, procedure);
        define(&mut context, &mut builder, function, body);
    }
    for (id, procedure) in program.procedures.iter() {
        let start = context.start(id);
        let body = start::of_procedure(&mut context, id, procedure, None);
        define(&mut context, &mut builder, start, body);
        if options.shared {
            start_in_ways(&mut context, &mut builder, (id, procedure), start);
        }
    }
    let (function, body) = (context.make_statics, start::statics(&mut context));
    define(&mut context, &mut builder, function, body);
    if let Some(power) = context.power {
        define(&mut context, &mut builder, power, power::body());
    }
    if let Some(call) = call {
        let typed = start::Typed { terminal, call };
        let (caller, start) = typed.declare(&context, &mut builder);
        let body = typed.caller(&mut context);
        define(&mut context, &mut builder, caller, body);
        let body = typed.start(&mut context, caller);
        define(&mut context, &mut builder, start, body);
    }
    match context.problems.is_empty() {
        true => Ok(builder.finish()),
        false => Err(context.problems.into_diagnostics(&program.path, "")),
    }
}

/// Defines the functions that begin a procedure in each of its ways, the plain one of which is `start`.
fn start_in_ways<'p>(
    context: &mut Context<'p>,
    builder: &mut ProgramBuilder,
    (id, procedure): (ProcId, &'p Procedure),
    start: FuncId,
) {
    let ways = share::ways(context.program, procedure).ways;
    if ways.is_empty() {
        return;
    }
    let mut starts = Vec::new();
    for (number, way) in ways.iter().enumerate() {
        let name = start_of_way(&procedure.name, number);
        let function = builder.function(declaration(&name, vec![], vec![]));
        let body = start::of_procedure(context, id, procedure, Some(way));
        define(context, builder, function, body);
        starts.push((way.name(procedure), function));
    }
    let function = builder.function(declaration(&ways_of(&procedure.name), vec![], vec![]));
    let body = start::choice(context, &starts, start);
    define(context, builder, function, body);
}

fn define(
    context: &mut Context<'_>,
    builder: &mut ProgramBuilder,
    function: FuncId,
    body: FunctionBuilder,
) {
    let body = builder
        .declarations()
        .functions
        .get(function)
        .and_then(|decl| context.verified(builder.declarations(), decl, body));
    if let Some(body) = body {
        builder.define(function, body);
    }
}

/// What all bodies of a program share.
struct Context<'p> {
    program: &'p tree::Program,
    options: LowerOptions,
    file: Option<FileId>,
    procedures: IdVec<ProcId, FuncId>,
    /// The functions that call them on symbolic inputs.
    starts: IdVec<ProcId, FuncId>,
    /// Where the objects of STATIC variables are kept.
    statics: FxHashMap<(ProcId, VarId), GlobalId>,
    /// Where the object that counts READs is kept.
    reads: GlobalId,
    make_statics: FuncId,
    /// Whether something is read.
    has_reads: bool,
    /// The power of machine integers.
    power: Option<FuncId>,
    problems: Problems,
}

impl<'p> Context<'p> {
    fn declare(
        program: &'p tree::Program,
        options: LowerOptions,
        builder: &mut ProgramBuilder,
    ) -> Self {
        let file = Some(builder.files.intern(&program.path));
        let mut context = Self {
            program,
            options,
            file,
            procedures: IdVec::new(),
            starts: IdVec::new(),
            statics: FxHashMap::default(),
            reads: global(builder, READS.to_owned()),
            make_statics: builder.function(declaration(STATICS, vec![], vec![])),
            has_reads: false,
            power: None,
            problems: Problems::default(),
        };
        let sort = options.integers.sort();
        for (id, procedure) in program.procedures.iter() {
            let (params, results) = (context.parameters(procedure), context.results(procedure));
            context.procedures.push(builder.function(declaration(
                &procedure.name,
                params,
                results,
            )));
            for (variable, declared) in procedure.variables.iter() {
                if declared.storage == Storage::Static {
                    let name = format!("effigy.static.{}.{}", procedure.name, declared.name);
                    context.statics.insert((id, variable), global(builder, name));
                }
            }
        }
        for (_, procedure) in program.procedures.iter() {
            let start = declaration(&start_of(&procedure.name), vec![], vec![]);
            context.starts.push(builder.function(start));
        }
        if options.integers == Integers::Fixed {
            let power = declaration(POWER, vec![sort; 2], vec![sort]);
            context.power = Some(builder.function(power));
        }
        context
    }

    /// The context of a program that is lowered already.
    fn of(program: &'p tree::Program, lowered: &Program, options: LowerOptions) -> Self {
        let function = |name: &str| lowered.function_named(name).unwrap_or(none());
        Self {
            program,
            options,
            file: lowered.files.iter().find(|(_, path)| *path == program.path).map(|(id, _)| id),
            procedures: program.procedures.iter().map(|(_, p)| function(&p.name)).collect(),
            starts: IdVec::new(),
            statics: FxHashMap::default(),
            reads: lowered.global_named(READS).unwrap_or(GlobalId::from_index(usize::MAX)),
            make_statics: function(STATICS),
            has_reads: false,
            power: lowered.function_named(POWER),
            problems: Problems::default(),
        }
    }

    /// The sorts of the parameters of a procedure's function.
    fn parameters(&self, procedure: &Procedure) -> Vec<Sort> {
        let variables = procedure.parameters.iter().filter_map(|id| procedure.variables.get(*id));
        variables.flat_map(|v| self.place_sorts(v)).collect()
    }

    /// The sorts of the operands that say where a variable is.
    fn place_sorts(&self, variable: &Variable) -> Vec<Sort> {
        let sort = self.options.integers.sort();
        match variable.shape {
            Shape::Integer => vec![HANDLE, sort],
            Shape::Array(_) => vec![HANDLE, sort, sort, Sort::Bool],
        }
    }

    fn results(&self, procedure: &Procedure) -> Vec<Sort> {
        if procedure.is_function { vec![self.options.integers.sort()] } else { Vec::new() }
    }

    fn function(&self, procedure: ProcId) -> FuncId {
        self.procedures.get(procedure).copied().unwrap_or(none())
    }

    fn start(&self, procedure: ProcId) -> FuncId {
        self.starts.get(procedure).copied().unwrap_or(none())
    }

    /// The body, when it satisfies the verifier; what it does not is a defect of the lowering.
    fn verified(
        &mut self,
        declarations: Declarations<'_>,
        decl: &FunctionDecl,
        builder: FunctionBuilder,
    ) -> Option<Function> {
        match builder.finish(declarations, decl) {
            Ok(body) => Some(body),
            Err(errors) => {
                for error in errors {
                    self.problems.add(Span::default(), Problem::Lowering(error.to_string()));
                }
                None
            }
        }
    }
}

/// No function; the verifier reports its use.
fn none() -> FuncId {
    FuncId::from_index(usize::MAX)
}

fn declaration(name: &str, params: Vec<Sort>, results: Vec<Sort>) -> FunctionDecl {
    let (display, name) = (name.to_owned(), name.to_owned());
    FunctionDecl { name, display, params, results, variadic: false, defined: true }
}

/// A cell for an object, 0 as long as there is none.
fn global(builder: &mut ProgramBuilder, name: String) -> GlobalId {
    let (size, align) = (8, 8);
    let id = builder.global(GlobalDecl {
        name,
        size,
        align,
        constant: false,
        defined: true,
        thread_local: false,
    });
    builder.initialize(id, Initializer { bytes: vec![0; 8], ..Initializer::default() });
    id
}
