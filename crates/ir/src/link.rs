//! Two programs as one: what one declares and the other defines, by name.

use crate::function::{Callee, Function, InstKind, Operand, Target, Terminator};
use crate::program::{
    BodyError, BodySource, Definition, FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer,
    Program, Symbol,
};
use crate::source_type::SourceVariable;
use effigy_base::id::{Id, IdVec};
use effigy_base::source::FileId;

#[cfg(test)]
mod tests;

/// Adds a library to a program.
///
/// The program's ids stay as they are. A function or global of the library that the program defines too is the
/// program's; one that the program declares with the same sorts (or size) gets the library's body or contents.
/// The library's constructors run first, its destructors last. Heap functions are the program's; a library has none.
pub fn link(program: Program, library: Program) -> Program {
    let mut files = program.files.clone();
    let file_map = library.files.iter().map(|(_, path)| files.intern(path)).collect();
    let mut tables = Tables {
        functions: program.functions.clone(),
        globals: program.globals.clone(),
        of_function: vec![None; program.functions.len()],
        of_global: vec![None; program.globals.len()],
    };
    let functions =
        library.functions.iter().map(|(id, f)| tables.function(&program, id, f)).collect();
    let globals = library.globals.iter().map(|(id, g)| tables.global(&program, id, g)).collect();
    let map = Map { files: file_map, functions, globals };
    let first = library.constructors.iter().map(|c| map.function(*c));
    let constructors = first.chain(program.constructors.iter().copied()).collect();
    let first = library.destructors.iter().map(|d| map.function(*d));
    let destructors = first.chain(program.destructors.iter().copied()).collect();
    let Tables { functions, globals, of_function, of_global } = tables;
    let (fields, marked) = (program.fields.clone(), program.marked || library.marked);
    let source = Linked { program, library, map, of_function, of_global };
    let mut linked = Program::new(files, functions, globals, constructors, Box::new(source));
    linked.fields = fields;
    linked.marked = marked;
    linked.destructors = destructors;
    linked
}

/// The declarations of the result, and where each comes from when it is the library's.
struct Tables {
    functions: IdVec<FuncId, FunctionDecl>,
    globals: IdVec<GlobalId, GlobalDecl>,
    of_function: Vec<Option<FuncId>>,
    of_global: Vec<Option<GlobalId>>,
}

impl Tables {
    /// The id in the result of a function of the library.
    fn function(&mut self, program: &Program, id: FuncId, decl: &FunctionDecl) -> FuncId {
        let known = program.function_named(&decl.name);
        let Some(known) = known else {
            self.of_function.push(decl.defined.then_some(id));
            return self.functions.push(decl.clone());
        };
        let own = &mut self.functions[known];
        if decl.defined && !own.defined && own.params == decl.params && own.results == decl.results
        {
            own.defined = true;
            self.of_function[known.index()] = Some(id);
        }
        known
    }

    /// The id in the result of a global of the library.
    fn global(&mut self, program: &Program, id: GlobalId, decl: &GlobalDecl) -> GlobalId {
        let known = program.global_named(&decl.name);
        let Some(known) = known else {
            self.of_global.push(decl.defined.then_some(id));
            return self.globals.push(decl.clone());
        };
        let own = &mut self.globals[known];
        if decl.defined && !own.defined && own.size <= decl.size {
            *own = decl.clone();
            self.of_global[known.index()] = Some(id);
        }
        known
    }
}

/// The library's ids in the result.
struct Map {
    files: Vec<FileId>,
    functions: Vec<FuncId>,
    globals: Vec<GlobalId>,
}

impl Map {
    fn function(&self, id: FuncId) -> FuncId {
        self.functions.get(id.index()).copied().unwrap_or(id)
    }

    fn global(&self, id: GlobalId) -> GlobalId {
        self.globals.get(id.index()).copied().unwrap_or(id)
    }

    fn operand(&self, operand: &mut Operand) {
        match operand {
            Operand::Function(id) => *id = self.function(*id),
            Operand::Global(id, _) => *id = self.global(*id),
            _ => {}
        }
    }

    fn operands<'o>(&self, operands: impl IntoIterator<Item = &'o mut Operand>) {
        operands.into_iter().for_each(|o| self.operand(o));
    }

    fn body(&self, function: &mut Function) {
        for id in function.locs.ids() {
            let loc = &mut function.locs[id];
            loc.file = self.files.get(loc.file.index()).copied().unwrap_or(loc.file);
        }
        for id in function.blocks.ids() {
            let block = &mut function.blocks[id];
            block.insts.iter_mut().for_each(|i| self.instruction(&mut i.kind));
            self.terminator(&mut block.terminator);
        }
    }

    fn instruction(&self, kind: &mut InstKind) {
        if let InstKind::Call { callee: Callee::Function(id), .. } = kind {
            *id = self.function(*id);
        }
        self.operands(kind.operands_mut());
    }

    fn terminator(&self, terminator: &mut Terminator) {
        let target = |target: &mut Target| self.operands(&mut target.args);
        match terminator {
            Terminator::Jump(to) => target(to),
            Terminator::Branch { cond, then, otherwise } => {
                self.operand(cond);
                target(then);
                target(otherwise);
            }
            Terminator::Switch { value, cases, default, .. } => {
                self.operand(value);
                cases.iter_mut().for_each(|(_, to)| target(to));
                target(default);
            }
            Terminator::Return(values) => self.operands(values),
            Terminator::Fail { .. } => {}
        }
    }
}

/// Bodies and contents of both.
struct Linked {
    program: Program,
    library: Program,
    map: Map,
    of_function: Vec<Option<FuncId>>,
    of_global: Vec<Option<GlobalId>>,
}

impl BodySource for Linked {
    fn body(&self, function: FuncId) -> Result<Function, BodyError> {
        match self.of_function.get(function.index()) {
            Some(Some(id)) => {
                let mut body = self.library.source.body(*id)?;
                self.map.body(&mut body);
                Ok(body)
            }
            _ => self.program.source.body(function),
        }
    }

    fn variables(&self, function: FuncId) -> Vec<SourceVariable> {
        match self.of_function.get(function.index()) {
            Some(Some(id)) => self.library.source.variables(*id),
            _ => self.program.source.variables(function),
        }
    }

    fn global_variables(&self) -> Vec<(GlobalId, SourceVariable)> {
        self.program.source.global_variables()
    }

    /// Those of the program: a library is nobody's own.
    fn definitions(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Definition> {
        self.program.source.definitions(wanted)
    }

    fn initializer(&self, global: GlobalId) -> Result<Initializer, BodyError> {
        match self.of_global.get(global.index()) {
            Some(Some(id)) => {
                let mut contents = self.library.source.initializer(*id)?;
                for relocation in &mut contents.relocations {
                    relocation.target = match relocation.target {
                        Symbol::Function(id) => Symbol::Function(self.map.function(id)),
                        Symbol::Global(id) => Symbol::Global(self.map.global(id)),
                    };
                }
                Ok(contents)
            }
            _ => self.program.source.initializer(global),
        }
    }
}
