//! The verifier: what every function body has to satisfy before it is run.
//!
//! - ids are in range, locations included;
//! - every operator, access, call and terminator has operands of the sorts that it asks for;
//! - every register is assigned once, and each use is dominated by its assignment;
//! - jumps pass one operand of the right sort for each parameter of the block, returns one for each result;
//! - the entry block has no parameters, and the cases of a switch differ.

mod sorts;

use crate::cfg::{Cfg, Dominators};
use crate::function::{BlockId, Function, LocId, Operand, Reg};
use crate::program::{BodyError, Declarations, FuncId, FunctionDecl, Program};
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use std::collections::HashSet;

/// The widest bit-vector that a register may hold.
pub const MAX_REGISTER_BITS: u32 = 128;

/// A place in a body that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("@{function}, {place}: {problem}")]
pub struct VerifyError {
    /// The function's linkage name.
    pub function: String,
    /// Where in the body.
    pub place: Place,
    /// Which rule is broken.
    pub problem: Problem,
}

/// A place in a function body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The function as a whole: parameters, results, registers, locations.
    Signature,
    /// The parameters of a block.
    Block(BlockId),
    /// An instruction of a block.
    Inst(BlockId, usize),
    /// The terminator of a block.
    Terminator(BlockId),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Signature => write!(f, "signature"),
            Place::Block(block) => write!(f, "block b{}", block.index()),
            Place::Inst(block, n) => write!(f, "block b{}, instruction {n}", block.index()),
            Place::Terminator(block) => write!(f, "block b{}, terminator", block.index()),
        }
    }
}

/// A rule that a function body breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The body cannot be had.
    #[error("{0}")]
    Body(BodyError),
    /// A function without blocks.
    #[error("the function has no blocks")]
    NoBlocks,
    /// The entry block has parameters.
    #[error("the entry block has parameters")]
    EntryParams,
    /// A block that the builder left without a terminator.
    #[error("the block has no terminator")]
    NoTerminator,
    /// An id beyond the table that it points into.
    #[error("{what} {index} does not exist")]
    OutOfRange {
        /// What kind of id it is.
        what: &'static str,
        /// The position that it names.
        index: usize,
    },
    /// The chain of inlined calls of a location comes back to itself.
    #[error("location {0} is inlined into itself")]
    InlineCycle(usize),
    /// A sort that registers cannot have.
    #[error("a register or constant cannot have the sort {0}")]
    BadSort(Sort),
    /// A constant with bits above its width.
    #[error("constant {value:#x} does not fit {width} bits")]
    WideConstant {
        /// Its width.
        width: u32,
        /// Its value.
        value: u128,
    },
    /// A register with two assignments.
    #[error("register %{0} is assigned more than once")]
    AssignedTwice(usize),
    /// A use that some path reaches without an assignment.
    #[error("register %{0} is used where it may not be assigned yet")]
    NotDominated(usize),
    /// A value of the wrong sort.
    #[error("{what} has the sort {found}, not {expected}")]
    Sort {
        /// Which value.
        what: String,
        /// The sort that it has to have.
        expected: Sort,
        /// The sort that it has.
        found: Sort,
    },
    /// An operator applied to the wrong number or sorts of arguments.
    #[error("{op} cannot be applied to ({sorts})")]
    IllSorted {
        /// The operator in the text form.
        op: String,
        /// The arguments' sorts, with commas.
        sorts: String,
    },
    /// A list of the wrong length.
    #[error("{found} {what}, expected {expected}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there have to be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An alignment that is not a power of two.
    #[error("alignment {0} is not a power of two")]
    Alignment(u64),
    /// Two cases of one switch with one value.
    #[error("two cases of the switch have the value {0}")]
    RepeatedCase(u128),
}

/// Verifies the body of a defined function; an external one is always right.
///
/// # Errors
/// Every rule that the body breaks; a body that cannot be read is one error.
pub fn verify(program: &Program, function: FuncId) -> Result<(), Vec<VerifyError>> {
    let Some(decl) = program.functions.get(function) else {
        let problem = Problem::OutOfRange { what: "function", index: function.index() };
        let name = function.index().to_string();
        return Err(vec![VerifyError { function: name, place: Place::Signature, problem }]);
    };
    if !decl.defined {
        return Ok(());
    }
    match program.body(function) {
        Ok(body) => verify_body(program.declarations(), decl, &body),
        Err(error) => Err(vec![VerifyError {
            function: decl.name.clone(),
            place: Place::Signature,
            problem: Problem::Body(error),
        }]),
    }
}

/// Verifies every defined function of a program. Reads all bodies.
///
/// # Errors
/// Every rule that a body breaks.
pub fn verify_program(program: &Program) -> Result<(), Vec<VerifyError>> {
    let results = program.functions.ids().map(|function| verify(program, function));
    let errors: Vec<_> = results.filter_map(Result::err).flatten().collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Verifies a body against the declarations that it refers to and its own declaration.
///
/// # Errors
/// Every rule that the body breaks.
pub fn verify_body(
    declarations: Declarations<'_>,
    decl: &FunctionDecl,
    function: &Function,
) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier {
        declarations,
        files: declarations.files.iter().count(),
        decl,
        function,
        place: Place::Signature,
        errors: Vec::new(),
    };
    verifier.signature();
    verifier.locations();
    for (id, block) in function.blocks.iter() {
        verifier.place = Place::Block(id);
        for &param in &block.params {
            verifier.reg(param);
        }
        for (n, inst) in block.insts.iter().enumerate() {
            verifier.place = Place::Inst(id, n);
            verifier.loc(inst.loc);
            verifier.inst(&inst.kind);
        }
        verifier.place = Place::Terminator(id);
        verifier.loc(block.terminator_loc);
        verifier.terminator(&block.terminator);
    }
    verifier.assignments();
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

struct Verifier<'a> {
    declarations: Declarations<'a>,
    files: usize,
    decl: &'a FunctionDecl,
    function: &'a Function,
    place: Place,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn report(&mut self, problem: Problem) {
        let function = self.decl.name.clone();
        self.errors.push(VerifyError { function, place: self.place, problem });
    }

    /// Reports an id at or beyond `len`; whether it is in range.
    fn in_range(&mut self, what: &'static str, index: usize, len: usize) -> bool {
        if index >= len {
            self.report(Problem::OutOfRange { what, index });
        }
        index < len
    }

    fn count(&mut self, what: &'static str, expected: usize, found: usize) {
        if expected != found {
            self.report(Problem::Count { what, expected, found });
        }
    }

    fn signature(&mut self) {
        let Self { function, decl, .. } = *self;
        for (_, reg) in function.regs.iter() {
            self.scalar(reg.sort);
        }
        self.count("parameters", decl.params.len(), function.params.len());
        for (n, (&param, &expected)) in function.params.iter().zip(&decl.params).enumerate() {
            if let Some(found) = self.reg(param) {
                self.same(|| format!("parameter {n}"), expected, found);
            }
        }
        self.count("results", decl.results.len(), function.results.len());
        for (n, (&found, &expected)) in function.results.iter().zip(&decl.results).enumerate() {
            self.same(|| format!("result {n}"), expected, found);
        }
        match function.blocks.as_slice().first() {
            None => self.report(Problem::NoBlocks),
            Some(entry) if !entry.params.is_empty() => self.report(Problem::EntryParams),
            Some(_) => {}
        }
    }

    fn locations(&mut self) {
        let locs = &self.function.locs;
        // Locations whose chain is known to end.
        let mut ends = vec![false; locs.len()];
        for (start, loc) in locs.iter() {
            self.in_range("file", loc.file.index(), self.files);
            let mut chain = Vec::new();
            let mut next = Some(start);
            while let Some(here) = next {
                let Some(loc) = locs.get(here) else {
                    self.in_range("location", here.index(), locs.len());
                    break;
                };
                if ends[here.index()] {
                    break;
                }
                if chain.len() > locs.len() {
                    self.report(Problem::InlineCycle(start.index()));
                    break;
                }
                chain.push(here);
                next = loc.inlined_at;
            }
            // After a report too, so that each problem is reported once.
            for here in chain {
                ends[here.index()] = true;
            }
        }
    }

    fn loc(&mut self, loc: Option<LocId>) {
        if let Some(loc) = loc {
            self.in_range("location", loc.index(), self.function.locs.len());
        }
    }

    /// The sort of a register, reported when it does not exist.
    fn reg(&mut self, reg: Reg) -> Option<Sort> {
        self.in_range("register", reg.index(), self.function.regs.len());
        self.function.regs.get(reg).map(|r| r.sort)
    }

    /// Every register is assigned once and each use is dominated by its assignment.
    fn assignments(&mut self) {
        let function = self.function;
        let mut defined: Vec<Option<Definition>> = vec![None; function.regs.len()];
        self.place = Place::Signature;
        for &param in &function.params {
            self.define(
                &mut defined,
                param,
                Definition { block: BlockId::from_index(0), order: 0 },
            );
        }
        for (id, block) in function.blocks.iter() {
            self.place = Place::Block(id);
            for &param in &block.params {
                self.define(&mut defined, param, Definition { block: id, order: 0 });
            }
            for (n, inst) in block.insts.iter().enumerate() {
                self.place = Place::Inst(id, n);
                for &reg in inst.kind.defs() {
                    self.define(&mut defined, reg, Definition { block: id, order: n + 1 });
                }
            }
        }
        let dominators = Dominators::new(&Cfg::new(function));
        for (id, block) in function.blocks.iter() {
            for (n, inst) in block.insts.iter().enumerate() {
                self.place = Place::Inst(id, n);
                self.uses(&defined, &dominators, id, n + 1, &inst.kind.operands());
            }
            self.place = Place::Terminator(id);
            self.uses(&defined, &dominators, id, usize::MAX, &block.terminator.operands());
        }
    }

    fn define(&mut self, defined: &mut [Option<Definition>], reg: Reg, here: Definition) {
        match defined.get_mut(reg.index()) {
            Some(Some(_)) => self.report(Problem::AssignedTwice(reg.index())),
            Some(slot) => *slot = Some(here),
            None => {}
        }
    }

    fn uses(
        &mut self,
        defined: &[Option<Definition>],
        dominators: &Dominators,
        block: BlockId,
        order: usize,
        operands: &[&Operand],
    ) {
        for operand in operands {
            let Operand::Reg(reg) = operand else { continue };
            let Some(definition) = defined.get(reg.index()) else { continue };
            let fine = definition.is_some_and(|d| match d.block == block {
                true => d.order < order,
                false => dominators.dominates(d.block, block),
            });
            if !fine {
                self.report(Problem::NotDominated(reg.index()));
            }
        }
    }

    fn cases_differ(&mut self, cases: impl Iterator<Item = u128>) {
        let mut seen = HashSet::new();
        for value in cases {
            if !seen.insert(value) {
                self.report(Problem::RepeatedCase(value));
            }
        }
    }
}

/// Where a register is assigned: parameters come before a block's first instruction.
#[derive(Clone, Copy)]
struct Definition {
    block: BlockId,
    order: usize,
}

#[cfg(test)]
mod tests;
