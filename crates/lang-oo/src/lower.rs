//! Lowering: from the checked tree to the program representation.
//!
//! Fields, contents of arrays and global variables are heap functions; local variables are registers. A field `f` is
//! the heap function `.f`, or `.f@C` where another class has a field of that name too; lengths of arrays are `.length`;
//! the contents of arrays of integers are `[]`, those of other arrays `[]T`; a global variable has its own name.
//!
//! A method `C.m` is the function `C.m`, its first parameter being `this`; a procedure `p` is the function `p`. For each
//! of them, `effigy.start.C.m()` calls it on symbolic inputs: parameters of their own names, and an object `this`; a
//! constructor on a new object. Global variables have their initial values, or are symbolic. The preconditions of what
//! is called are assumed, with all that makes them defined; so are the invariants of `this`. At the end the globals,
//! the parameters and the result, as `return`, are outputs. `effigy.begin()` and `effigy.end()` are what these functions
//! share: the initial values of globals, and their outputs.
//!
//! The steps of a trace are the function `effigy.trace()`: all variables are symbolic at its start.
//!
//! An access demands that its object is there; `&&`, `||` and `?:` without calls are no branches: what is demanded in
//! their second part is demanded under the condition. Contracts are checked: preconditions at the start of a method,
//! postconditions and invariants of classes at its end, invariants of loops at each test of the condition. Of an
//! assertion only the parts that speak of values count: `acc`, `untouched` and predicates are true.

mod assertion;
mod body;
mod calls;
mod expression;
mod integers;
mod object;
mod start;
mod statement;

use crate::problem::{Problem, Problems};
use crate::tree::{self, ExprKind, MethodId, Statement, Trace, Type};
use body::Body;
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::{Scalar, Sort};
use effigy_base::source::{Diagnostic, FileId};
use effigy_base::text::Span;
use effigy_ir::builder::{FunctionBuilder, ProgramBuilder};
use effigy_ir::field::{FieldDecl, FieldId, Initial};
use effigy_ir::program::{FuncId, FunctionDecl, Program};
pub use integers::Integers;
use rustc_hash::FxHashMap;

/// How a program is lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// What integers are.
    pub integers: Integers,
}

/// The function that performs the steps of a trace.
pub const TRACE: &str = "effigy.trace";

/// The function that gives the global variables their initial values.
const BEGIN: &str = "effigy.begin";
/// The function that outputs the values of the global variables.
const END: &str = "effigy.end";

/// The name of the function that calls a method or procedure on symbolic inputs, by its name as
/// [`tree::Program::method_name`] gives it.
pub fn start_of(method: &str) -> String {
    format!("effigy.start.{method}")
}

/// Lowers a program without errors.
///
/// # Errors
/// Constants that are no machine integers, when integers are.
pub fn lower(program: &tree::Program, options: LowerOptions) -> Result<Program, Vec<Diagnostic>> {
    lowered(program, None, options)
}

/// Lowers a program without errors, and a trace about it.
///
/// # Errors
/// Constants that are no machine integers, when integers are.
pub fn lower_trace(
    program: &tree::Program,
    trace: &Trace,
    options: LowerOptions,
) -> Result<Program, Vec<Diagnostic>> {
    lowered(program, Some(trace), options)
}

fn lowered(
    program: &tree::Program,
    trace: Option<&Trace>,
    options: LowerOptions,
) -> Result<Program, Vec<Diagnostic>> {
    let (mut builder, none) = (ProgramBuilder::new(), IdVec::new());
    let mut context = Context::declare(program, trace, options, &mut builder);
    for (id, method) in program.methods.iter() {
        let body = Body::method(&mut context, method, id);
        let (function, start) = (context.function(id), context.start(id));
        define(&mut context, &mut builder, function, body);
        let body = start::of_method(&mut context, id, method);
        define(&mut context, &mut builder, start, body);
    }
    for (function, body) in [
        (context.begin, start::begin(&mut context, &none)),
        (context.end, start::end(&mut context, &none)),
    ] {
        define(&mut context, &mut builder, function, body);
    }
    if let Some(trace) = trace {
        context.file = Some(builder.files.intern(&trace.path));
        let function = builder.function(declaration(TRACE.to_owned(), Vec::new(), Vec::new()));
        let body = start::of_trace(&mut context, trace);
        define(&mut context, &mut builder, function, body);
    }
    match context.problems.is_empty() {
        true => Ok(builder.finish()),
        false => Err(context.problems.into_diagnostics(&program.path, "")),
    }
}

/// Gives a function its body. What the verifier refuses is a defect of the lowering.
fn define(
    context: &mut Context<'_>,
    builder: &mut ProgramBuilder,
    function: FuncId,
    body: FunctionBuilder,
) {
    let Some(decl) = builder.declarations().functions.get(function) else { return };
    match body.finish(builder.declarations(), decl) {
        Ok(body) => builder.define(function, body),
        Err(errors) => {
            for error in errors {
                context.problems.add(Span::default(), Problem::Lowering(error.to_string()));
            }
        }
    }
}

/// What all bodies of a program share.
struct Context<'p> {
    program: &'p tree::Program,
    options: LowerOptions,
    file: Option<FileId>,
    functions: IdVec<MethodId, FuncId>,
    /// The functions that call them on symbolic inputs.
    starts: IdVec<MethodId, FuncId>,
    begin: FuncId,
    end: FuncId,
    fields: IdVec<tree::FieldId, FieldId>,
    globals: IdVec<tree::GlobalId, FieldId>,
    length: FieldId,
    /// The contents of arrays, by the names of the types of their elements.
    contents: FxHashMap<String, FieldId>,
    problems: Problems,
}

impl<'p> Context<'p> {
    fn declare(
        program: &'p tree::Program,
        trace: Option<&Trace>,
        options: LowerOptions,
        builder: &mut ProgramBuilder,
    ) -> Self {
        let (integer, reference) = (options.integers.scalar(), options.integers.reference());
        let length = builder.field(FieldDecl {
            name: ".length".to_owned(),
            keys: vec![reference],
            element: integer,
            initial: Initial::Length,
        });
        let mut context = Self {
            program,
            options,
            file: Some(builder.files.intern(&program.path)),
            functions: IdVec::new(),
            starts: IdVec::new(),
            begin: builder.function(declaration(BEGIN.to_owned(), Vec::new(), Vec::new())),
            end: builder.function(declaration(END.to_owned(), Vec::new(), Vec::new())),
            fields: IdVec::new(),
            globals: IdVec::new(),
            length,
            contents: FxHashMap::default(),
            problems: Problems::default(),
        };
        context.heap(builder);
        context.arrays(trace, builder);
        for (id, method) in program.methods.iter() {
            let this = method.class.map(|_| Sort::from(reference));
            let parameters = method.parameters.iter().filter_map(|id| method.locals.get(*id));
            let params = this.into_iter().chain(parameters.map(|p| context.sort(&p.ty))).collect();
            let results = method.result.iter().map(|ty| context.sort(ty)).collect();
            let name = program.method_name(id);
            context.functions.push(builder.function(declaration(name.clone(), params, results)));
            let start = declaration(start_of(&name), Vec::new(), Vec::new());
            context.starts.push(builder.function(start));
        }
        context
    }

    /// Declares the heap functions.
    fn heap(&mut self, builder: &mut ProgramBuilder) {
        let reference = self.options.integers.reference();
        for (id, field) in self.program.fields.iter() {
            let name = field_name(self.program, id);
            let (element, initial) = (self.scalar(&field.ty), initial(&field.ty));
            let decl = FieldDecl { name, keys: vec![reference], element, initial };
            self.fields.push(builder.field(decl));
        }
        for (_, global) in self.program.globals.iter() {
            let (element, initial) = (self.scalar(&global.ty), initial(&global.ty));
            let decl = FieldDecl { name: global.name.clone(), keys: vec![], element, initial };
            self.globals.push(builder.field(decl));
        }
    }

    /// Declares the contents of arrays of every type that the program speaks of.
    fn arrays(&mut self, trace: Option<&Trace>, builder: &mut ProgramBuilder) {
        let program = self.program;
        let mut elements = Vec::new();
        let fields = program.fields.iter().map(|(_, field)| &field.ty);
        let globals = program.globals.iter().map(|(_, global)| &global.ty);
        let locals = program.methods.iter().map(|(_, method)| &method.locals);
        let locals = locals.chain(trace.map(|trace| &trace.locals));
        let locals = locals.flat_map(|locals| locals.iter().map(|(_, local)| &local.ty));
        let results = program.methods.iter().filter_map(|(_, method)| method.result.as_ref());
        for ty in fields.chain(globals).chain(locals).chain(results) {
            element_types(ty, &mut elements);
        }
        let bodies = program.methods.iter().flat_map(|(_, method)| &method.body);
        for statement in bodies.chain(trace.iter().flat_map(|trace| &trace.steps)) {
            created_in(statement, &mut elements);
        }
        for ty in elements {
            self.array_contents(builder, ty);
        }
    }

    fn array_contents(&mut self, builder: &mut ProgramBuilder, element: &Type) {
        let name = self.program.type_name(element);
        if self.contents.contains_key(&name) {
            return;
        }
        let integers = self.options.integers;
        let id = builder.field(FieldDecl {
            name: contents_name(self.program, element),
            keys: vec![integers.reference(), integers.scalar()],
            element: self.scalar(element),
            initial: initial(element),
        });
        self.contents.insert(name, id);
    }

    fn scalar(&self, ty: &Type) -> Scalar {
        match ty {
            Type::Int => self.options.integers.scalar(),
            Type::Bool => Scalar::Bool,
            _ => self.options.integers.reference(),
        }
    }

    fn sort(&self, ty: &Type) -> Sort {
        self.scalar(ty).into()
    }

    fn function(&self, method: MethodId) -> FuncId {
        self.functions.get(method).copied().unwrap_or(FuncId::from_index(usize::MAX))
    }

    fn start(&self, method: MethodId) -> FuncId {
        self.starts.get(method).copied().unwrap_or(FuncId::from_index(usize::MAX))
    }

    /// The contents of arrays with elements of a type.
    fn elements(&self, element: &Type) -> FieldId {
        let id = self.contents.get(&self.program.type_name(element)).copied();
        id.unwrap_or(FieldId::from_index(usize::MAX))
    }
}

/// The name of the heap function that is a field.
pub fn field_name(program: &tree::Program, id: tree::FieldId) -> String {
    let Some(field) = program.fields.get(id) else { return String::new() };
    let of_name = program.fields.iter().filter(|(_, other)| other.name == field.name).count();
    let class = program.classes.get(field.class).map_or("", |class| class.name.as_str());
    match of_name + usize::from(field.name == "length") {
        0 | 1 => format!(".{}", field.name),
        _ => format!(".{}@{class}", field.name),
    }
}

/// The name of the heap function that holds the elements of arrays of a type.
pub fn contents_name(program: &tree::Program, element: &Type) -> String {
    match element {
        Type::Int => "[]".to_owned(),
        _ => format!("[]{}", program.type_name(element)),
    }
}

/// What a value of a type can be before the run.
fn initial(ty: &Type) -> Initial {
    if ty.is_reference() { Initial::Reference } else { Initial::Value }
}

/// The types of the elements of arrays in a type.
fn element_types<'t>(mut ty: &'t Type, elements: &mut Vec<&'t Type>) {
    while let Type::Array(element) = ty {
        elements.push(element);
        ty = element;
    }
}

/// The types of the elements of arrays that a statement makes.
fn created_in<'t>(statement: &'t Statement, elements: &mut Vec<&'t Type>) {
    let mut open = statement.expressions();
    while let Some(expression) = open.pop() {
        if let ExprKind::NewArray(element, _) = &expression.kind {
            elements.push(element);
            element_types(element, elements);
        }
        open.extend(expression.operands());
    }
    statement.statements().for_each(|inner| created_in(inner, elements));
}

fn declaration(name: String, params: Vec<Sort>, results: Vec<Sort>) -> FunctionDecl {
    FunctionDecl { display: name.clone(), name, params, results, variadic: false, defined: true }
}
