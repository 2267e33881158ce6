//! A whole module: declarations at once, bodies and initial contents on demand.

use super::body::lower_body;
use super::context::{Context, Facts, Place, RESUME};
use super::evaluate::symbol_and_offset;
use super::initializer::InitializerWriter;
use super::intrinsic::external_of;
use super::promote::promote;
use super::source_types::{source_global, source_variables};
use super::types::{Unsupported, leaf_sorts, size_of};
use crate::ast::{self, Constant, Symbol, TypedConstant};
use crate::demangle::display_name;
use crate::module::Module;
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::Sort;
use effigy_base::source::{Diagnostic, SourceFiles};
use effigy_ir::function::{ADDRESS_BITS, Callee, Function, InstKind};
use effigy_ir::program::{
    BodyError, BodySource, Definition, FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer,
    Program,
};
use effigy_ir::source_type::SourceVariable;
use std::collections::HashMap;
use std::sync::OnceLock;

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

impl Context {
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
