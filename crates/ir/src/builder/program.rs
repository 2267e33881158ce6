//! A program whose bodies and contents are all at hand.

use crate::field::{FieldDecl, FieldId};
use crate::function::{Function, InstKind};
use crate::program::{
    BodyError, BodySource, Declarations, FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer,
    Program,
};
use effigy_base::id::{Id, IdVec};
use effigy_base::source::SourceFiles;

/// Collects declarations first, then bodies and contents, then makes a [`Program`].
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    /// The files that locations name.
    pub files: SourceFiles,
    functions: IdVec<FuncId, FunctionDecl>,
    globals: IdVec<GlobalId, GlobalDecl>,
    fields: IdVec<FieldId, FieldDecl>,
    constructors: Vec<FuncId>,
    destructors: Vec<FuncId>,
    bodies: Vec<Option<Function>>,
    initializers: Vec<Option<Initializer>>,
}

impl ProgramBuilder {
    /// An empty program.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function; a defined one gets its body from [`ProgramBuilder::define`].
    pub fn function(&mut self, decl: FunctionDecl) -> FuncId {
        self.bodies.push(None);
        self.functions.push(decl)
    }

    /// Adds a global; a defined one gets its contents from [`ProgramBuilder::initialize`].
    pub fn global(&mut self, decl: GlobalDecl) -> GlobalId {
        self.initializers.push(None);
        self.globals.push(decl)
    }

    /// Adds a heap function.
    pub fn field(&mut self, decl: FieldDecl) -> FieldId {
        self.fields.push(decl)
    }

    /// A function that runs before the entry, after those added earlier.
    pub fn constructor(&mut self, function: FuncId) {
        self.constructors.push(function);
    }

    /// A function that runs when the program ends, before those added earlier.
    pub fn destructor(&mut self, function: FuncId) {
        self.destructors.push(function);
    }

    /// What bodies may refer to so far.
    pub fn declarations(&self) -> Declarations<'_> {
        Declarations {
            files: &self.files,
            functions: &self.functions,
            globals: &self.globals,
            fields: &self.fields,
        }
    }

    /// Gives a function its body. Unknown functions are left alone.
    pub fn define(&mut self, function: FuncId, body: Function) {
        if let Some(slot) = self.bodies.get_mut(function.index()) {
            *slot = Some(body);
        }
    }

    /// Gives a global its contents. Unknown globals are left alone.
    pub fn initialize(&mut self, global: GlobalId, contents: Initializer) {
        if let Some(slot) = self.initializers.get_mut(global.index()) {
            *slot = Some(contents);
        }
    }

    /// The program. A body or contents that were promised and not given are a [`BodyError`] when asked for.
    pub fn finish(self) -> Program {
        let parts = Parts { bodies: self.bodies, initializers: self.initializers };
        let marked = parts.bodies.iter().flatten().any(has_marks);
        let source = Box::new(parts);
        let mut program =
            Program::new(self.files, self.functions, self.globals, self.constructors, source);
        program.fields = self.fields;
        program.destructors = self.destructors;
        program.marked = marked;
        program
    }
}

fn has_marks(body: &Function) -> bool {
    let mut insts = body.blocks.iter().flat_map(|(_, block)| &block.insts);
    insts.any(|inst| matches!(inst.kind, InstKind::Mark { .. }))
}

struct Parts {
    bodies: Vec<Option<Function>>,
    initializers: Vec<Option<Initializer>>,
}

impl BodySource for Parts {
    fn body(&self, function: FuncId) -> Result<Function, BodyError> {
        let body = self.bodies.get(function.index()).cloned().flatten();
        body.ok_or_else(|| missing("body of function", function.index()))
    }

    fn initializer(&self, global: GlobalId) -> Result<Initializer, BodyError> {
        let contents = self.initializers.get(global.index()).cloned().flatten();
        contents.ok_or_else(|| missing("contents of global", global.index()))
    }
}

fn missing(what: &str, index: usize) -> BodyError {
    BodyError::Unsupported { what: format!("the {what} {index} was never given") }
}
