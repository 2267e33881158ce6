//! A module on its way into a program: what its symbols stand for.

use super::evaluate::{distance_target, symbol_and_offset};
use super::types::{Lower, Unsupported, unsupported};
use crate::ast::{AliasId, Constant, FnId, Linkage, Symbol, VarId};
use crate::layout::TypeTable;
use crate::module::Module;
use effigy_base::id::{Id, IdVec};
use effigy_base::sort::Sort;
use effigy_base::source::FileId;
use effigy_ir::function::Operand;
use effigy_ir::program::{FuncId, FunctionDecl, GlobalId};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The function of the unwinder that begins to unwind the stack, and the one that goes on with it.
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
    /// Whether the environment of the program has a function that the program only declares.
    pub provided: fn(&str) -> bool,
    /// By function of the module, that of the program.
    pub functions: Vec<Option<FuncId>>,
    /// By variable of the module, that of the program.
    pub globals: Vec<Option<GlobalId>>,
    /// By function of the program, that of the module.
    pub sources: Vec<Option<FnId>>,
    /// By variable of the program, that of the module.
    pub variables: Vec<VarId>,
    /// What aliases stand for, once somebody asked.
    pub aliases: Vec<OnceLock<Lower<Place>>>,
    /// The functions of the program by name.
    pub externals: HashMap<String, FuncId>,
    /// The functions of the program.
    pub declarations: IdVec<FuncId, FunctionDecl>,
    /// The source files by path.
    pub files: HashMap<String, FileId>,
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
}
