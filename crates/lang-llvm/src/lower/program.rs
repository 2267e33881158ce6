//! A whole module: declarations at once, bodies and initial contents on demand.

use super::body::lower_body;
use super::initializer::{InitializerWriter, distance_target, symbol_and_offset};
use super::intrinsic::external_of;
use super::promote::promote;
use super::source_types::{source_global, source_variables};
use super::types::{Lower, Unsupported, leaf_sorts, size_of, unsupported};
use crate::ast::{self, AliasId, Constant, FnId, Linkage, Symbol, TypedConstant, VarId};
use crate::demangle::display_name;
use crate::layout::TypeTable;
use crate::module::Module;
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::Sort;
use effigy_base::source::{Diagnostic, FileId, SourceFiles};
use effigy_ir::function::{ADDRESS_BITS, Callee, Function, InstKind, Operand};
use effigy_ir::program::{
    BodyError, BodySource, Definition, FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer,
    Program,
};
use effigy_ir::source_type::SourceVariable;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The function of the unwinder that begins to unwind the stack, and the one that goes on with it.
/// The priority of constructors and destructors that have none.
const LAST: u128 = 65_535;

/// What the name of the constructor of Rust's library has in it.
const STD: [&str; 2] = ["3std", "ARGV_INIT_ARRAY"];

/// The priority that the end of a section's name says: none, `.200`, or another word, which counts as none. Another name is of another
/// section.
fn priority(end: &str) -> Option<u128> {
    match end.strip_prefix('.') {
        Some(number) => Some(number.parse().unwrap_or(LAST)),
        None => end.is_empty().then_some(LAST),
    }
}

const RAISE: &str = "_Unwind_RaiseException";
pub(super) const RESUME: &str = "_Unwind_Resume";

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A function.
    Function(FuncId),
    /// A global and an offset in bytes.
    Global(GlobalId, i64),
}

/// What the text says of a program that a run checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The lives of stack objects (`llvm.lifetime`). Optimised code may read an object before its life begins.
    pub lifetimes: bool,
    /// Whether no optimiser has moved the computation of an address out of the life of its object.
    pub unmoved: bool,
    /// The alignment of reads and writes.
    pub alignment: bool,
    /// That the arguments of `llvm.assume` hold. Unchecked, what does not hold is ignored.
    pub assumptions: bool,
    /// The values that reads, parameters and results have: `!range`, `!nonnull`, `nonnull`, `range`,
    /// `dereferenceable`, `align`, `noundef`; and what flags promise of operands (`nsw`, `exact`, `inbounds`, ...).
    pub values: bool,
    /// That pointers that are subtracted or compared by their order lie in one object, as C asks for it.
    pub pointers: bool,
    /// Whether each store to a variable stays in the program, so that its line has code; otherwise variables whose address is
    /// not taken become registers.
    pub stores: bool,
}

/// A module with the ids of its parts in the program.
pub(super) struct Context {
    /// The module.
    pub module: Module,
    /// What of it is checked.
    pub facts: Facts,
    /// Whether the world around the program has a function that the program only declares.
    provided: fn(&str) -> bool,
    functions: Vec<Option<FuncId>>,
    globals: Vec<Option<GlobalId>>,
    sources: Vec<Option<FnId>>,
    variables: Vec<VarId>,
    aliases: Vec<OnceLock<Lower<Place>>>,
    externals: HashMap<String, FuncId>,
    declarations: IdVec<FuncId, FunctionDecl>,
    files: HashMap<String, FileId>,
}

impl Context {
    /// The types of the module.
    pub fn types(&self) -> &TypeTable {
        self.module.types()
    }

    /// The id of a source file.
    pub fn file(&self, path: &str) -> Option<FileId> {
        self.files.get(path).copied()
    }

    /// The function that an intrinsic is a call of.
    pub fn external(&self, name: &str) -> Option<FuncId> {
        self.externals.get(name).copied()
    }

    /// Whether anything can begin to unwind the stack: else landing pads are code that never runs.
    pub fn unwinds(&self) -> bool {
        self.externals.contains_key(RAISE)
    }

    /// Whether a call with these sorts is one that the function's declaration allows.
    pub fn accepts(&self, function: FuncId, args: &[Sort], results: &[Sort]) -> bool {
        let Some(decl) = self.declarations.get(function) else { return false };
        let enough = match decl.variadic {
            true => args.len() >= decl.params.len(),
            false => args.len() == decl.params.len(),
        };
        enough && args.iter().zip(&decl.params).all(|(a, p)| a == p) && results == decl.results
    }

    /// The number of fixed parameters of a variadic function.
    pub fn fixed_arguments(&self, function: FuncId) -> Option<usize> {
        let id = self.sources.get(function.index()).copied().flatten()?;
        let function = self.module.functions().get(id)?;
        function.variadic.then_some(function.params.len())
    }

    /// Whether a symbol is weak and nobody defines it: its address is null.
    pub fn is_absent(&self, symbol: Symbol) -> bool {
        let weak = match symbol {
            Symbol::Function(id) => self
                .module
                .functions()
                .get(id)
                .is_some_and(|f| f.linkage == Linkage::ExternWeak && f.body.is_none()),
            Symbol::Variable(id) => self
                .module
                .variables()
                .get(id)
                .is_some_and(|v| v.linkage == Linkage::ExternWeak && v.initializer.is_none()),
            Symbol::Alias(_) => false,
        };
        weak && !(self.provided)(self.module.symbol_name(symbol))
    }

    /// What a symbol stands for; aliases are followed.
    pub fn place(&self, symbol: Symbol) -> Lower<Place> {
        let known = match symbol {
            Symbol::Function(id) => {
                self.functions.get(id.index()).copied().flatten().map(Place::Function)
            }
            Symbol::Variable(id) => {
                self.globals.get(id.index()).copied().flatten().map(|g| Place::Global(g, 0))
            }
            Symbol::Alias(id) => match self.aliases.get(id.index()) {
                Some(slot) => return slot.get().cloned().unwrap_or_else(|| self.alias(id, slot)),
                None => None,
            },
        };
        match known {
            Some(place) => Ok(place),
            None => unsupported(format!("the address of {}", self.module.symbol_name(symbol))),
        }
    }

    /// Resolves an alias. Chains are followed iteratively, so that a circle ends.
    fn alias(&self, id: AliasId, slot: &OnceLock<Lower<Place>>) -> Lower<Place> {
        let result = self.resolve_alias(id);
        slot.get_or_init(|| result).clone()
    }

    fn resolve_alias(&self, mut id: AliasId) -> Lower<Place> {
        let mut offset = 0i64;
        for _ in 0..=self.aliases.len() {
            if self.module.aliases().get(id).is_some_and(|a| a.ifunc) {
                return unsupported(format!(
                    "ifunc {}",
                    self.module.symbol_name(Symbol::Alias(id))
                ));
            }
            let target =
                self.module.alias_target(id).map_err(|d| Unsupported(d.message.clone()))?;
            let (symbol, more) = symbol_and_offset(self.types(), &target)?;
            offset = offset.wrapping_add(more);
            match symbol {
                Symbol::Alias(next) => id = next,
                symbol => {
                    return match self.place(symbol)? {
                        Place::Global(g, base) => Ok(Place::Global(g, base.wrapping_add(offset))),
                        place if offset == 0 => Ok(place),
                        Place::Function(_) => unsupported("an address inside of a function"),
                    };
                }
            }
        }
        unsupported("an alias of itself")
    }

    /// The number that stands for the address of a block: its place in the function plus one.
    pub fn block_address(&self, function: Symbol, label: &str) -> Lower<u64> {
        let Symbol::Function(id) = function else {
            return unsupported("the address of a block of an alias");
        };
        let body = self.module.function_body(id).map_err(|d| Unsupported(d.message.clone()))?;
        let block = body.blocks.iter().find(|(_, block)| *block.label == *label);
        match block {
            Some((id, _)) => Ok(id.index() as u64 + 1),
            None => unsupported(format!("the address of the block {label}")),
        }
    }

    /// The entries of a table of distances from itself: the offset of each and the address it means.
    pub fn relative_table(&self, table: GlobalId) -> Lower<Vec<(u64, Operand)>> {
        let missing = || Unsupported("a table of distances that is not constant".to_owned());
        let id = *self.variables.get(table.index()).ok_or_else(missing)?;
        let value = self.module.global_initializer(id);
        let value = value.map_err(|d| Unsupported(d.message))?.ok_or_else(missing)?;
        let Constant::Aggregate(entries) = value else { return Err(missing()) };
        let mut found = Vec::with_capacity(entries.len());
        for (i, entry) in entries.iter().enumerate() {
            let (symbol, offset) = distance_target(self.types(), entry, Symbol::Variable(id))?;
            let address = match self.place(symbol)? {
                Place::Function(f) => Operand::Function(f),
                Place::Global(g, base) => Operand::Global(g, base.wrapping_add(offset)),
            };
            found.push((4 * i as u64, address));
        }
        Ok(found)
    }

    fn declare_functions(&mut self) -> IdVec<FuncId, FunctionDecl> {
        let mut decls = IdVec::new();
        let mut wanted = Vec::new();
        for (id, function) in self.module.functions().iter() {
            if let Some(name) = function.name.strip_prefix("llvm.") {
                wanted.extend(external_of(name, function).map(|name| (name, id)));
                self.functions.push(None);
                continue;
            }
            let decl = self.declare(function);
            self.externals.insert(decl.name.clone(), FuncId::from_index(decls.len()));
            self.functions.push(Some(decls.push(decl)));
            self.sources.push(Some(id));
        }
        if self.unwinds() && !self.externals.contains_key(RESUME) {
            // What `resume` is a call of.
            let decl = FunctionDecl {
                name: RESUME.to_owned(),
                display: RESUME.to_owned(),
                params: vec![Sort::BitVec(ADDRESS_BITS)],
                results: Vec::new(),
                variadic: false,
                defined: false,
            };
            self.externals.insert(RESUME.to_owned(), decls.push(decl));
            self.sources.push(None);
        }
        for (name, id) in wanted {
            if !self.externals.contains_key(&name)
                && let Some(function) = self.module.functions().get(id)
            {
                let mut decl = self.declare(function);
                (decl.name, decl.display) = (name.clone(), name.clone());
                self.externals.insert(name, decls.push(decl));
                self.sources.push(None);
            }
        }
        decls
    }

    /// Whether a function calls one that may return a second time.
    fn returns_twice(&self, function: &Function) -> bool {
        const TWICE: [&str; 5] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "vfork"];
        let functions: Vec<FuncId> = TWICE.iter().filter_map(|name| self.external(name)).collect();
        let calls = |kind: &InstKind| matches!(kind, InstKind::Call { callee: Callee::Function(f), .. } if functions.contains(f));
        !functions.is_empty()
            && function.blocks.iter().flat_map(|(_, b)| &b.insts).any(|inst| calls(&inst.kind))
    }

    fn declare(&self, function: &ast::Function) -> FunctionDecl {
        let mut params = Vec::new();
        for param in &function.params {
            params.extend(leaf_sorts(self.types(), &param.ty).unwrap_or_default());
        }
        FunctionDecl {
            name: function.name.to_string(),
            display: display_name(&function.name),
            params,
            results: leaf_sorts(self.types(), &function.result).unwrap_or_default(),
            variadic: function.variadic,
            defined: function.body.is_some(),
        }
    }

    fn declare_globals(&mut self) -> IdVec<GlobalId, GlobalDecl> {
        let mut decls = IdVec::new();
        for (id, variable) in self.module.variables().iter() {
            if variable.name.starts_with("llvm.") {
                self.globals.push(None);
                continue;
            }
            let align = variable.align.or_else(|| self.types().align_of(&variable.ty).ok());
            let global = decls.push(GlobalDecl {
                name: variable.name.to_string(),
                size: size_of(self.types(), &variable.ty).unwrap_or(0),
                align: align.unwrap_or(1).max(1),
                constant: variable.constant,
                defined: variable.initializer.is_some(),
                thread_local: variable.thread_local,
            });
            self.globals.push(Some(global));
            self.variables.push(id);
        }
        decls
    }

    /// The functions of a list such as `llvm.global_ctors` and of the sections such as `.init_array` that a linker makes of it,
    /// lowest priority number first.
    fn listed(&self, list: &str, section: &str) -> Result<Vec<FuncId>, Diagnostic> {
        let mut found = self.in_sections(section)?;
        let named = self.module.symbol_named(list);
        if let Some(Symbol::Variable(id)) = named
            && let Some(Constant::Aggregate(entries)) = self.module.global_initializer(id)?
        {
            for entry in entries.iter() {
                let Constant::Aggregate(fields) = &entry.value else { continue };
                if let [priority, function, ..] = &fields[..] {
                    let number = match priority.value {
                        Constant::Int(n) => n,
                        _ => 0,
                    };
                    found.extend(self.function_of(function).map(|function| (number, function)));
                }
            }
        }
        found.sort_by_key(|(number, _)| *number);
        Ok(found.into_iter().map(|(_, function)| function).collect())
    }

    /// The functions that variables in a section of this name name, with the priority that is the end of the section's name. That of
    /// Rust's library is left out, which only keeps the program's arguments: `main` does that too.
    fn in_sections(&self, section: &str) -> Result<Vec<(u128, FuncId)>, Diagnostic> {
        let mut found = Vec::new();
        for (id, variable) in self.module.variables().iter() {
            let end = variable.section.as_deref().and_then(|name| name.strip_prefix(section));
            let of_std = STD.iter().all(|part| variable.name.contains(part));
            let Some(number) = end.filter(|_| !of_std).and_then(priority) else { continue };
            let Some(value) = self.module.global_initializer(id)? else { continue };
            let alone = [TypedConstant { ty: variable.ty.clone(), value }];
            let all = match &alone[0].value {
                Constant::Aggregate(entries) => &entries[..],
                _ => &alone,
            };
            found.extend(all.iter().filter_map(|f| Some((number, self.function_of(f)?))));
        }
        Ok(found)
    }

    fn function_of(&self, constant: &TypedConstant) -> Option<FuncId> {
        let (symbol, _) = symbol_and_offset(self.types(), constant).ok()?;
        match self.place(symbol) {
            Ok(Place::Function(function)) => Some(function),
            _ => None,
        }
    }
}

impl BodySource for Context {
    fn body(&self, function: FuncId) -> Result<Function, BodyError> {
        let missing = || BodyError::Unsupported { what: "a function without a body".to_owned() };
        let id = self.sources.get(function.index()).copied().flatten().ok_or_else(missing)?;
        let source = self.module.functions().get(id).ok_or_else(missing)?;
        let body = self.module.function_body(id).map_err(|d| BodyError::Invalid(Box::new(d)))?;
        let lowered = lower_body(self, source, &body);
        let mut lowered = lowered.map_err(|Unsupported(what)| BodyError::Unsupported {
            what: format!("{what} in {}", display_name(&source.name)),
        })?;
        // A call that returns twice comes back to what variables hold by then.
        if !self.facts.stores && !self.returns_twice(&lowered) {
            promote(&mut lowered);
        }
        Ok(lowered)
    }

    fn variables(&self, function: FuncId) -> Vec<SourceVariable> {
        let id = self.sources.get(function.index()).copied().flatten();
        let body = id.and_then(|id| self.module.function_body(id).ok());
        body.map_or_else(Vec::new, |body| source_variables(&self.module, &body))
    }

    fn global_variables(&self) -> Vec<(GlobalId, SourceVariable)> {
        let named = self.module.variables().iter().filter_map(|(id, variable)| {
            let global = self.globals.get(id.index()).copied().flatten()?;
            Some((global, source_global(&self.module, variable.debug?)?))
        });
        named.collect()
    }

    fn definitions(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Definition> {
        let functions = self.module.functions().iter().filter(|(_, f)| f.body.is_some());
        let ids: HashMap<_, _> = functions
            .filter_map(|(id, f)| Some((f.subprogram?, self.functions.get(id.index())?.as_ref()?)))
            .collect();
        let definitions = self.module.definitions(wanted).into_iter();
        definitions
            .map(|(reference, info)| Definition {
                name: info.display.to_string(),
                file: info.file.to_string(),
                line: info.line,
                function: ids.get(&reference).map(|id| **id),
            })
            .collect()
    }

    fn initializer(&self, global: GlobalId) -> Result<Initializer, BodyError> {
        let missing = || BodyError::Unsupported { what: "a global without contents".to_owned() };
        let id = *self.variables.get(global.index()).ok_or_else(missing)?;
        let variable = self.module.variables().get(id).ok_or_else(missing)?;
        let value = self.module.global_initializer(id);
        let value = value.map_err(|d| BodyError::Invalid(Box::new(d)))?.ok_or_else(missing)?;
        let written = InitializerWriter::write(self, &value, &variable.ty);
        written.map_err(|Unsupported(what)| BodyError::Unsupported {
            what: format!("{what} in the contents of {}", variable.name),
        })
    }
}

/// Reads a module of LLVM IR from `text`; `path` is named in diagnostics.
///
/// Declarations are read at once, bodies and the contents of globals when the program is asked for them.
///
/// # Errors
/// When the text is not a module; each diagnostic says where and why.
pub fn load(path: &str, text: String) -> Result<Program, Vec<Diagnostic>> {
    load_checking(path, text, Facts::default(), |_| true)
}

/// As [`load`], with checks of what the text says. The address of a weak function that nobody defines and that is not
/// `provided` is null.
///
/// # Errors
/// As for [`load`].
pub fn load_checking(
    path: &str,
    text: String,
    facts: Facts,
    provided: fn(&str) -> bool,
) -> Result<Program, Vec<Diagnostic>> {
    let module = Module::parse(path, text).map_err(|d| vec![d])?;
    let mut files = SourceFiles::default();
    let paths = module.source_paths();
    let files_by_path = paths.iter().map(|p| (p.to_string(), files.intern(p))).collect();
    let mut context = Context {
        facts,
        provided,
        aliases: (0..module.aliases().len()).map(|_| OnceLock::new()).collect(),
        module,
        functions: Vec::new(),
        globals: Vec::new(),
        sources: Vec::new(),
        variables: Vec::new(),
        externals: HashMap::new(),
        declarations: IdVec::new(),
        files: files_by_path,
    };
    let functions = context.declare_functions();
    context.declarations = functions.clone();
    let globals = context.declare_globals();
    let constructors = context.listed("llvm.global_ctors", ".init_array").map_err(|d| vec![d])?;
    let destructors = context.listed("llvm.global_dtors", ".fini_array").map_err(|d| vec![d])?;
    let mut program = Program::new(files, functions, globals, constructors, Box::new(context));
    program.destructors = destructors;
    Ok(program)
}
