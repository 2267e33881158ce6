//! A program: declarations at once, function bodies and initial contents on demand.

use crate::field::{FieldDecl, FieldId};
use crate::function::Function;
pub use crate::ids::{FuncId, GlobalId};
use crate::source_type::SourceVariable;
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::Sort;
use effigy_base::source::SourceFiles;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// What is known of a function before its body is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionDecl {
    /// The linkage name, unique in the program.
    pub name: String,
    /// The name for people (demangled).
    pub display: String,
    /// The sorts of the parameters.
    pub params: Vec<Sort>,
    /// The sorts of the results.
    pub results: Vec<Sort>,
    /// Whether calls may pass more arguments than there are parameters.
    pub variadic: bool,
    /// Whether the program has a body for it.
    pub defined: bool,
}

/// What is known of a global variable before its contents are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalDecl {
    /// The linkage name, unique in the program.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// Whether the program must not write it.
    pub constant: bool,
    /// Whether the program has its contents; otherwise it is external and starts as zeros.
    pub defined: bool,
    /// Whether each thread has one of its own. Its address is that of the one which belongs to the thread that asks.
    pub thread_local: bool,
}

/// The initial contents of a global.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initializer {
    /// As many bytes as the global has; addresses are zero here.
    pub bytes: Vec<u8>,
    /// Ranges `start..end` of bytes that are not initialised, ascending.
    pub undef: Vec<(u64, u64)>,
    /// The addresses in it, ascending by offset.
    pub relocations: Vec<Relocation>,
}

/// An address inside of a global's initial contents: 8 bytes, little endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Where the address stands, in bytes from the start.
    pub offset: u64,
    /// What it is the address of.
    pub target: Symbol,
    /// Added to the address.
    pub addend: i64,
}

/// Something with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A function.
    Function(FuncId),
    /// A global variable.
    Global(GlobalId),
}

/// Why a body or an initializer is not to be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// The construct is outside of what the front end supports.
    #[error("unsupported: {what}")]
    Unsupported {
        /// The construct by name, with its place.
        what: String,
    },
    /// The text is broken.
    #[error("{0}")]
    Invalid(Box<effigy_base::source::Diagnostic>),
}

/// A function as the source defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name for people, as locations in its code have it.
    pub name: String,
    /// The path of the file, as locations have it.
    pub file: String,
    /// 1-based line of the definition, 0 when unknown.
    pub line: u32,
    /// The function of the program; `None` when its code is only in others, or nowhere.
    pub function: Option<FuncId>,
}

/// Gives bodies and contents; called at most once for each id, from any thread.
pub trait BodySource: Send + Sync {
    /// The body of a defined function.
    ///
    /// # Errors
    /// When the body is broken or not supported.
    fn body(&self, function: FuncId) -> Result<Function, BodyError>;

    /// The contents of a defined global.
    ///
    /// # Errors
    /// When the contents are broken or not supported.
    fn initializer(&self, global: GlobalId) -> Result<Initializer, BodyError>;

    /// What is known of the types of the source variables in a function's body.
    fn variables(&self, _function: FuncId) -> Vec<SourceVariable> {
        Vec::new()
    }

    /// The global variables that the source names, with what is known of their types.
    fn global_variables(&self) -> Vec<(GlobalId, SourceVariable)> {
        Vec::new()
    }

    /// The functions that the source defines in files that are wanted; none where that is not known.
    fn definitions(&self, _wanted: &dyn Fn(&str) -> bool) -> Vec<Definition> {
        Vec::new()
    }
}

/// What function bodies may refer to: a borrowed view of a program's declarations.
#[derive(Clone, Copy, Debug)]
pub struct Declarations<'a> {
    /// The files that locations name.
    pub files: &'a SourceFiles,
    /// All functions.
    pub functions: &'a IdVec<FuncId, FunctionDecl>,
    /// All global variables.
    pub globals: &'a IdVec<GlobalId, GlobalDecl>,
    /// All heap functions.
    pub fields: &'a IdVec<FieldId, FieldDecl>,
}

/// A program with its bodies behind a lazily filled table. Shared between threads.
///
/// Names are indexed when the program is made; the declarations change by [`Program::append`] alone.
pub struct Program {
    /// The files that locations name.
    pub files: SourceFiles,
    /// All functions, defined and external.
    pub functions: IdVec<FuncId, FunctionDecl>,
    /// All global variables, defined and external.
    pub globals: IdVec<GlobalId, GlobalDecl>,
    /// All heap functions; only programs with objects have any.
    pub fields: IdVec<FieldId, FieldDecl>,
    /// Whether its statements have marks: budgets of steps count those then, not instructions.
    pub marked: bool,
    /// Functions without parameters that run before the entry, in order.
    pub constructors: Vec<FuncId>,
    /// Functions without parameters that run when the program ends, the last one first.
    pub destructors: Vec<FuncId>,
    function_names: HashMap<String, FuncId>,
    global_names: HashMap<String, GlobalId>,
    pub(crate) source: Box<dyn BodySource>,
    bodies: Vec<OnceLock<Result<Arc<Function>, BodyError>>>,
    initializers: Vec<OnceLock<Result<Arc<Initializer>, BodyError>>>,
}

impl Program {
    /// A program whose bodies come from `source`.
    pub fn new(
        files: SourceFiles,
        functions: IdVec<FuncId, FunctionDecl>,
        globals: IdVec<GlobalId, GlobalDecl>,
        constructors: Vec<FuncId>,
        source: Box<dyn BodySource>,
    ) -> Self {
        let bodies = (0..functions.len()).map(|_| OnceLock::new()).collect();
        let initializers = (0..globals.len()).map(|_| OnceLock::new()).collect();
        // The first of a repeated name wins.
        let function_names = functions.iter().rev().map(|(id, f)| (f.name.clone(), id)).collect();
        let global_names = globals.iter().rev().map(|(id, g)| (g.name.clone(), id)).collect();
        Self {
            files,
            functions,
            globals,
            fields: IdVec::new(),
            marked: false,
            constructors,
            destructors: Vec::new(),
            function_names,
            global_names,
            source,
            bodies,
            initializers,
        }
    }

    /// Adds a function with its body, which is verified against [`Program::declarations`] and `decl`. Ids stay as
    /// they are; of two functions with one name the first is found by it.
    pub fn append(&mut self, decl: FunctionDecl, body: Function) -> FuncId {
        let slot = OnceLock::new();
        // A new slot takes what it is given.
        let _ = slot.set(Ok(Arc::new(body)));
        self.bodies.push(slot);
        let name = decl.name.clone();
        let id = self.functions.push(decl);
        self.function_names.entry(name).or_insert(id);
        id
    }

    /// Declares a function that the program does not define.
    pub fn declare(&mut self, decl: FunctionDecl) -> FuncId {
        self.append(FunctionDecl { defined: false, ..decl }, Function::default())
    }

    /// Gives a function another body, in the place of what its source has. Nobody else holds the program then.
    pub fn replace(&mut self, function: FuncId, body: Function) {
        if let Some(slot) = self.bodies.get_mut(function.index()) {
            *slot = OnceLock::from(Ok(Arc::new(body)));
        }
    }

    /// The declarations without the bodies.
    pub fn declarations(&self) -> Declarations<'_> {
        Declarations {
            files: &self.files,
            functions: &self.functions,
            globals: &self.globals,
            fields: &self.fields,
        }
    }

    /// The body of a function, read when first asked for.
    ///
    /// # Errors
    /// When the body is broken or not supported.
    pub fn body(&self, function: FuncId) -> Result<Arc<Function>, BodyError> {
        let slot = &self.bodies[function.index()];
        slot.get_or_init(|| self.source.body(function).map(Arc::new)).clone()
    }

    /// The contents of a global, read when first asked for.
    ///
    /// # Errors
    /// When the contents are broken or not supported.
    pub fn initializer(&self, global: GlobalId) -> Result<Arc<Initializer>, BodyError> {
        let slot = &self.initializers[global.index()];
        slot.get_or_init(|| self.source.initializer(global).map(Arc::new)).clone()
    }

    /// What is known of the types of the source variables in a function's body. Costs a look at the whole body.
    pub fn variables(&self, function: FuncId) -> Vec<SourceVariable> {
        self.source.variables(function)
    }

    /// The global variables that the source names, with what is known of their types.
    pub fn global_variables(&self) -> Vec<(GlobalId, SourceVariable)> {
        self.source.global_variables()
    }

    /// The functions that the source defines in files that are wanted, as far as that is known; no body is read.
    pub fn definitions(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Definition> {
        self.source.definitions(wanted)
    }

    /// The function of this linkage name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.function_names.get(name).copied()
    }

    /// The global variable of this linkage name.
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.global_names.get(name).copied()
    }
}
