//! The compact code that the machine runs: one function, lowered from the IR when it is first called.

mod blocks;
pub(crate) mod compile;
pub(crate) mod contents;
pub(crate) mod flow;
mod forced;
mod operands;

use crate::data::finding::{StackFrame, places};
use crate::data::slot::Slot;
use contents::Contents;
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_ir::field::{FieldId, Initial};
use effigy_ir::function::{Catch, Function, Life, LocId, MarkKind};
use effigy_ir::program::{FuncId, Program};
use flow::{Flow, Registers};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A register number.
pub type R = u32;

/// An operand: a register, or with the top bit set an entry of the constant pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Src(pub u32);

impl Src {
    /// Set on constants.
    pub const CONST: u32 = 1 << 31;
}

/// A range of [`Code::lists`].
#[derive(Clone, Copy, Debug, Default)]
pub struct List {
    /// Where it starts.
    pub start: u32,
    /// How long it is.
    pub len: u32,
}

#[allow(missing_docs, reason = "the variants say what their operands are")]
/// An instruction. `w` is the width of the operands in bits, at most 64.
#[derive(Clone, Copy, Debug)]
pub enum Inst {
    /// `dst = a + b`.
    Add { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a - b`.
    Sub { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a * b`.
    Mul { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a & b`, also of Bools.
    And { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a | b`, also of Bools.
    Or { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a ^ b`, also of Bools.
    Xor { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a << b`.
    Shl { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a >> b`, zeros from above.
    Lshr { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a >> b`, the sign from above.
    Ashr { w: u8, dst: R, a: Src, b: Src },
    /// `dst = a = b`, also of Bools.
    Eq { w: u8, dst: R, a: Src, b: Src },
    /// Unsigned `dst = a < b`.
    Ult { w: u8, dst: R, a: Src, b: Src },
    /// Unsigned `dst = a <= b`.
    Ule { w: u8, dst: R, a: Src, b: Src },
    /// Signed `dst = a < b`.
    Slt { w: u8, dst: R, a: Src, b: Src },
    /// Signed `dst = a <= b`.
    Sle { w: u8, dst: R, a: Src, b: Src },
    /// `dst = not a` of a Bool.
    Not { dst: R, a: Src },
    /// Zero extension or Bool to bit-vector: the words do not change. `w` is the width of the result.
    Zext { w: u8, dst: R, a: Src },
    /// Sign extension from `from` to `w` bits.
    Sext { w: u8, from: u8, dst: R, a: Src },
    /// `w` bits from bit `lo` of a value of at most 64 bits.
    Extract { w: u8, lo: u8, dst: R, a: Src },
    /// `dst = c ? a : b`.
    Ite { dst: R, c: Src, a: Src, b: Src },
    /// Any other operator; an entry of [`Code::generic`].
    Generic { dst: R, entry: u32 },
    /// `dst = a`.
    Move { dst: R, a: Src },
    /// `dst = a`, an undefined value made fixed.
    Freeze { dst: R, a: Src },
    /// `dst = a`, an undefined value made another one.
    Fresh { dst: R, a: Src },
    /// `dst = a` unless `valid` does not hold: then an entry of [`Code::failures`] says what has no value.
    Poison { dst: R, a: Src, valid: Src, entry: u32 },
    /// A finding when the value may be any; an entry of [`Code::symbols`] says what it is.
    Defined { a: Src, entry: u32 },
    /// `dst` says whether two addresses lie in one object.
    SameObject { dst: R, a: Src, b: Src },
    /// `dst = a`, the address in the first thread's own global; in another thread the one in that thread's.
    Own { dst: R, a: Src },
    /// Reads `len` bytes; `w` bits of them are the value (1 for a Bool). The address has no bit of `mask`.
    Load { w: u8, len: u8, mask: u8, dst: R, addr: Src },
    /// Writes `len` bytes. The address has no bit of `mask`.
    Store { w: u8, len: u8, mask: u8, addr: Src, value: Src },
    /// A stack object.
    Alloc { dst: R, size: Src, align: u32 },
    /// The life of a stack object begins or ends; an entry of [`Code::lifetimes`].
    Lifetime { address: Src, entry: u32 },
    /// Copies bytes; when `apart`, the two must be the same or not overlap.
    Copy { dst: Src, src: Src, len: Src, apart: bool },
    /// Fills bytes.
    Fill { dst: Src, value: Src, len: Src },
    /// Goes to an instruction.
    Jump { to: u32 },
    /// Goes to `then` or `otherwise`.
    Branch { cond: Src, then: u32, otherwise: u32 },
    /// An entry of [`Code::switches`].
    Switch { value: Src, entry: u32 },
    /// An entry of [`Code::calls`].
    Call { entry: u32 },
    /// Returns the values of a list.
    Return { values: List },
    /// Ends the path silently unless the condition holds.
    Assume { cond: Src },
    /// An entry of [`Code::failures`], unless the condition holds.
    Check { cond: Src, entry: u32 },
    /// An entry of [`Code::failures`].
    Fail { entry: u32 },
    /// An entry of [`Code::unsupported`].
    Unsupported { entry: u32 },
    /// A new array object; an entry of [`Code::arrays`].
    Array { dst: R, entry: u32 },
    /// Reads an element of an array object.
    Select { dst: R, array: Src, index: Src },
    /// Writes an element of an array object.
    Put { array: Src, index: Src, value: Src },
    /// Whether an element of an array object is set.
    IsSet { dst: R, array: Src, index: Src },
    /// Reads a heap function.
    Get { dst: R, field: FieldId, keys: List },
    /// Writes a heap function.
    Set { field: FieldId, keys: List, value: Src },
    /// A reference to a new object.
    Create { dst: R },
    /// A new symbolic input; an entry of [`Code::unknowns`].
    Unknown { dst: R, entry: u32 },
    /// A symbolic input, or the variable of a quantifier; an entry of [`Code::symbols`].
    Symbol { dst: R, entry: u32, bound: bool },
    /// The program's own assertion; an entry of [`Code::failures`].
    Assert { cond: Src, entry: u32, prove: bool },
    /// A statement begins.
    Mark { number: u32, kind: MarkKind },
    /// A result of the path; an entry of [`Code::symbols`] is its name.
    Output { entry: u32, value: Src },
}

/// Operands and operator of [`Inst::Generic`].
#[derive(Clone, Debug)]
pub struct Generic {
    /// The operator.
    pub op: Op,
    /// Its arguments.
    pub args: Vec<Src>,
    /// The widths of the arguments.
    pub widths: Vec<u32>,
    /// Which arguments are Bools.
    pub bools: Vec<bool>,
    /// Sort of the result.
    pub result: Sort,
}

/// Where the value of a source variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// In an operand.
    Value(Src),
    /// In memory, at the address in an operand.
    Address(Src),
    /// In an element of an array object: its handle and the index.
    Element(Src, Src),
    /// In all elements of an array object: its handle and the bounds that it may have.
    Array(Src, Option<Limits>),
}

/// The bounds of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The lowest index.
    pub low: Src,
    /// The highest index.
    pub high: Src,
    /// Whether it has them.
    pub known: Src,
}

/// What [`Inst::Switch`] decides.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The width of the value.
    pub width: u32,
    /// Values in ascending order with their instruction.
    pub cases: Vec<(u128, u32)>,
    /// The instruction when no case is equal.
    pub default: u32,
    /// The distinct instructions that can follow, in the order of the cases; the default comes last.
    pub targets: Vec<u32>,
}

impl Switch {
    /// The instruction that follows for a concrete value.
    #[inline]
    pub fn target(&self, value: u128) -> u32 {
        match self.cases.binary_search_by_key(&value, |(v, _)| *v) {
            Ok(i) => self.cases[i].1,
            Err(_) => self.default,
        }
    }
}

/// What [`Inst::Call`] calls.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// The function, when it is known.
    pub function: Option<FuncId>,
    /// The address of the function, when it is not.
    pub address: Src,
    /// Arguments.
    pub args: Vec<Src>,
    /// Sorts of the arguments.
    pub sorts: Vec<Sort>,
    /// Receive the results.
    pub results: Vec<R>,
    /// Which arguments are floats, a bit for each from the lowest, where that is known.
    pub floats: Option<u64>,
    /// What unwinding stops there, and the register that receives it: zero when the call returns.
    pub catches: Option<(R, Catch)>,
}

/// A function ready to run.
#[derive(Debug)]
pub struct Code {
    /// Which function it is.
    pub function: FuncId,
    /// The instructions.
    pub insts: Vec<Inst>,
    /// The source location of each instruction.
    pub locs: Vec<Option<LocId>>,
    /// The constant pool.
    pub consts: Vec<Slot>,
    /// Sorts of the constants.
    pub const_sorts: Vec<Sort>,
    /// Sorts of the registers.
    pub sorts: Vec<Sort>,
    /// The registers that receive the arguments.
    pub params: Vec<R>,
    /// Operand lists.
    pub lists: Vec<Src>,
    /// Operators without an instruction of their own.
    pub generic: Vec<Generic>,
    /// Switches.
    pub switches: Vec<Switch>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// Sizes of stack objects, and what becomes of them.
    pub lifetimes: Vec<(u64, Life)>,
    /// Before which instructions, in order, what a stack object holds is not read any more, with the register of its address.
    pub unread: Vec<(u32, R)>,
    /// Findings.
    pub failures: Vec<(FindingKind, String)>,
    /// Constructs that end a path.
    pub unsupported: Vec<String>,
    /// Source names of values, from an instruction on.
    pub names: Vec<(u32, String, Named)>,
    /// The source location of each of the names.
    pub name_locs: Vec<Option<LocId>>,
    /// New array objects: their sorts, and the name of the input that they are.
    pub arrays: Vec<(Scalar, Scalar, Option<String>)>,
    /// New symbolic inputs: their names and what they can be.
    pub unknowns: Vec<(String, Initial)>,
    /// Names of inputs, of bound variables, of results and of uses of values.
    pub symbols: Vec<String>,
    /// Set for each block's first instruction when it runs.
    pub covered: Covered,
    /// First instruction of each block.
    pub block_starts: Vec<u32>,
    /// The function's body, for locations.
    pub body: Arc<Function>,
    /// Its flow graph, made when first asked for.
    flow: OnceCell<Flow>,
    registers: OnceCell<Registers>,
    contents: OnceCell<Contents>,
}

/// Places in code that ran for the first time, in order.
pub type News = Rc<RefCell<Vec<(FuncId, u32)>>>;

/// Which instructions that begin a block have run.
#[derive(Debug, Default)]
pub struct Covered {
    flags: Vec<Cell<bool>>,
    news: Option<(FuncId, News)>,
}

impl Covered {
    /// Nothing has run of so many instructions.
    pub fn new(instructions: usize) -> Self {
        Self { flags: vec![Cell::new(false); instructions], news: None }
    }

    /// From now on, says to `news` what runs for the first time.
    pub fn tell(&mut self, function: FuncId, news: News) {
        self.news = Some((function, news));
    }

    /// Whether an instruction was marked.
    pub fn get(&self, at: u32) -> bool {
        self.flags.get(at as usize).is_some_and(Cell::get)
    }

    /// Marks an instruction; nothing happens when there is none.
    #[inline(always)]
    pub fn mark(&self, at: u32) {
        if let Some(flag) = self.flags.get(at as usize)
            && !flag.replace(true)
        {
            self.first_time(at);
        }
    }

    #[cold]
    fn first_time(&self, at: u32) {
        if let Some((function, news)) = &self.news {
            news.borrow_mut().push((*function, at));
        }
    }

    /// Marks an instruction without telling.
    pub fn mark_silently(&self, at: u32) {
        if let Some(flag) = self.flags.get(at as usize) {
            flag.set(true);
        }
    }
}

impl Code {
    /// Code of no instructions for a function with these registers and parameters.
    pub fn empty(function: FuncId, body: &Arc<Function>, sorts: Vec<Sort>, params: Vec<R>) -> Self {
        Self {
            function,
            insts: Vec::new(),
            locs: Vec::new(),
            consts: Vec::new(),
            const_sorts: Vec::new(),
            sorts,
            params,
            lists: Vec::new(),
            generic: Vec::new(),
            switches: Vec::new(),
            calls: Vec::new(),
            lifetimes: Vec::new(),
            unread: Vec::new(),
            failures: Vec::new(),
            unsupported: Vec::new(),
            names: Vec::new(),
            name_locs: Vec::new(),
            arrays: Vec::new(),
            unknowns: Vec::new(),
            symbols: Vec::new(),
            covered: Covered::default(),
            block_starts: Vec::new(),
            body: body.clone(),
            flow: OnceCell::new(),
            registers: OnceCell::new(),
            contents: OnceCell::new(),
        }
    }

    /// The flow graph.
    pub(crate) fn flow(&self) -> &Flow {
        self.flow.get_or_init(|| Flow::new(self))
    }

    /// What is known of the registers.
    pub(crate) fn registers(&self) -> &Registers {
        self.registers.get_or_init(|| Registers::new(self))
    }

    /// What is known of the stack objects.
    pub(crate) fn contents(&self) -> &Contents {
        self.contents.get_or_init(|| Contents::new(self))
    }

    /// The sort of an operand.
    pub fn sort(&self, src: Src) -> Sort {
        if src.0 & Src::CONST != 0 {
            self.const_sorts[(src.0 & !Src::CONST) as usize]
        } else {
            self.sorts[src.0 as usize]
        }
    }

    /// An operand list.
    pub fn list(&self, list: List) -> &[Src] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }
}

impl Code {
    /// The source places of an instruction, innermost inlined function first.
    pub(crate) fn places(&self, program: &Program, at: u32) -> Vec<StackFrame> {
        let loc = self.locs.get(at as usize).copied().flatten();
        places(program, self.function, &self.body, loc)
    }
}
