//! Function bodies: registers, blocks, instructions, terminators.
//!
//! Registers are assigned once. Blocks have parameters in place of phi nodes. Every value is a scalar: front ends
//! take aggregates and vectors apart into one register per element, and functions may return several results.

use crate::field::{FieldId, Initial};
use crate::ids::{FuncId, GlobalId};
use effigy_base::define_id;
use effigy_base::finding::FindingKind;
use effigy_base::id::IdVec;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::source::FileId;

define_id! {
    /// A register of a function.
    Reg
}
define_id! {
    /// A basic block of a function.
    BlockId
}
define_id! {
    /// An entry of a function's location table.
    LocId
}

/// The width of an address in bits.
pub const ADDRESS_BITS: u32 = 64;

/// A function's body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// One register for each parameter, in order.
    pub params: Vec<Reg>,
    /// The sorts of the results, in order.
    pub results: Vec<Sort>,
    /// All registers.
    pub regs: IdVec<Reg, RegDecl>,
    /// All blocks; the first is the entry and has no parameters.
    pub blocks: IdVec<BlockId, Block>,
    /// The source locations that instructions refer to.
    pub locs: IdVec<LocId, Loc>,
    /// Whether it reads memory that something outside of the program may change: `volatile` in C.
    pub volatile: bool,
}

impl Function {
    /// The name that the source has for a parameter: for its register, or for the variable that begins with its value.
    pub fn parameter_name(&self, param: Reg) -> Option<&str> {
        let insts = || self.blocks.iter().flat_map(|(_, block)| &block.insts);
        let is_param = |operand: &Operand| *operand == Operand::Reg(param);
        let place = insts().find_map(|inst| match &inst.kind {
            InstKind::Store { addr: Operand::Reg(addr), value, .. } if is_param(value) => {
                Some(*addr)
            }
            _ => None,
        });
        insts().find_map(|inst| match &inst.kind {
            InstKind::Name { variable, value: Operand::Reg(value), indirect } => {
                let known = if *indirect { Some(*value) == place } else { *value == param };
                known.then_some(variable.as_str())
            }
            _ => None,
        })
    }
}

/// A register: what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegDecl {
    /// The sort of its value: Bool, Int, or a bit-vector of at most 128 bits.
    pub sort: Sort,
}

/// A source location with the inlined call that it came through.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loc {
    /// The file.
    pub file: FileId,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// 1-based column, 0 when unknown.
    pub column: u32,
    /// The source function that the location belongs to, readable (demangled).
    pub function: String,
    /// Where that function was inlined, innermost first.
    pub inlined_at: Option<LocId>,
}

/// A straight line of instructions with one way in and a terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Registers that the jumping block assigns.
    pub params: Vec<Reg>,
    /// The instructions in order.
    pub insts: Vec<Inst>,
    /// What happens at the end.
    pub terminator: Terminator,
    /// Where the terminator comes from.
    pub terminator_loc: Option<LocId>,
}

/// An instruction with its source location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// Where it comes from.
    pub loc: Option<LocId>,
}

/// A value that an instruction reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A truth value.
    Bool(bool),
    /// A bit-vector constant of at most 128 bits; bits from `width` up are zero.
    Bits {
        /// Width in bits.
        width: u32,
        /// The value.
        value: u128,
    },
    /// An integer constant.
    Int(i128),
    /// The address of a global plus a byte offset.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FuncId),
    /// A value of this sort that was never initialised.
    Undef(Sort),
}

impl Operand {
    /// A bit-vector constant; bits of `value` from `width` up are dropped.
    pub fn bits(width: u32, value: u128) -> Self {
        let mask = if width >= u128::BITS { u128::MAX } else { (1 << width) - 1 };
        Operand::Bits { width, value: value & mask }
    }

    /// The sort of its value in `function`; `None` for a register that the function does not have.
    pub fn sort(&self, function: &Function) -> Option<Sort> {
        match *self {
            Operand::Reg(reg) => function.regs.get(reg).map(|r| r.sort),
            Operand::Bool(_) => Some(Sort::Bool),
            Operand::Bits { width, .. } => Some(Sort::BitVec(width)),
            Operand::Int(_) => Some(Sort::Int),
            Operand::Global(..) | Operand::Function(_) => Some(Sort::BitVec(ADDRESS_BITS)),
            Operand::Undef(sort) => Some(sort),
        }
    }
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Operand::Reg(reg)
    }
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A known function.
    Function(FuncId),
    /// The function at an address.
    Address(Operand),
}

/// What becomes of a stack object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Its life begins, with bytes that were never initialised.
    Begins,
    /// As before; when an earlier life has ended, the object gets another address, and its register with it. For code
    /// that computes no address before the life begins.
    Returns,
    /// Its life ends.
    Ends,
    /// Its life ends, and that of all objects that the activation has made since.
    EndsWithYounger,
    /// Nothing; what it holds is not read any more before it is written.
    Unread,
}

/// What unwinding does at a call that stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Catch {
    /// It goes on when the function has cleaned up: that alone begins no unwinding.
    Cleanup,
    /// It ends: nothing may unwind further.
    Nothing,
    /// It is caught.
    All,
}

impl Catch {
    /// All of them.
    pub const ALL: [Catch; 3] = [Catch::Cleanup, Catch::Nothing, Catch::All];

    /// Its name in the IR's text.
    pub fn name(self) -> &'static str {
        match self {
            Catch::Cleanup => "cleanup",
            Catch::Nothing => "nothing",
            Catch::All => "all",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstKind {
    /// `dst = op(args)`. Total: a division by zero gives what SMT-LIB says, so front ends put a check before it.
    Op {
        /// Receives the result.
        dst: Reg,
        /// The operator; not an array operator.
        op: Op,
        /// Its arguments.
        args: Vec<Operand>,
    },
    /// `dst = undef ? some fixed value : value`.
    Freeze {
        /// Receives the value.
        dst: Reg,
        /// The value.
        value: Operand,
    },
    /// Reads `dst`'s sort from memory, little endian, in ⌈width/8⌉ bytes; a Bool is one byte whose lowest bit counts.
    Load {
        /// Receives the value.
        dst: Reg,
        /// The address, 64 bits.
        addr: Operand,
    },
    /// Writes `value` to memory, the inverse of `Load`; a Bool is written as 0 or 1.
    Store {
        /// The address, 64 bits.
        addr: Operand,
        /// What is written.
        value: Operand,
        /// The sort of `value`.
        sort: Sort,
    },
    /// A new stack object of `size` uninitialised bytes, which ends when the function returns.
    Alloc {
        /// Receives the address.
        dst: Reg,
        /// Size in bytes, 64 bits.
        size: Operand,
        /// Alignment in bytes, a power of two.
        align: u64,
    },
    /// Copies `len` bytes, also between overlapping ranges.
    Copy {
        /// Address of the target.
        dst: Operand,
        /// Address of the source.
        src: Operand,
        /// Number of bytes, 64 bits.
        len: Operand,
        /// Whether it is a finding when the two overlap; both may be the same.
        apart: bool,
    },
    /// A stack object's life begins, with bytes that were never initialised, or ends. Between an end and the next
    /// beginning an access is a finding.
    Lifetime {
        /// The object's address.
        address: Operand,
        /// Its size in bytes.
        size: u64,
        /// What becomes of it.
        life: Life,
    },
    /// A finding unless the address is a multiple of `align`; stands before the access that it is about.
    Aligned {
        /// The address.
        addr: Operand,
        /// A power of two.
        align: u64,
    },
    /// `dst = valid ? value : no value at all` (poison): a finding of this kind where a decision, an address or a
    /// `Defined` depends on it.
    Poison {
        /// Receives the value.
        dst: Reg,
        /// The value.
        value: Operand,
        /// Whether there is one, a Bool.
        valid: Operand,
        /// The kind of the finding.
        kind: FindingKind,
        /// What has no value.
        cause: String,
    },
    /// A finding when the value depends on what was never initialised, or has no value.
    Defined {
        /// The value.
        value: Operand,
        /// What it is: "an argument".
        what: String,
    },
    /// Whether two addresses are equal, or each lies in the same object or just behind it.
    SameObject {
        /// Receives the answer, a Bool.
        dst: Reg,
        /// An address, 64 bits.
        first: Operand,
        /// Another one.
        second: Operand,
    },
    /// Says which arguments of the call that follows are floats: a bit for each, from the lowest.
    Floats {
        /// The bits.
        args: u64,
    },
    /// Says that what unwinds to the call that follows stops there.
    Catches {
        /// Receives the address of what unwound, 64 bits; zero when the call returned.
        dst: Reg,
        /// What stops there.
        kind: Catch,
    },
    /// Sets `len` bytes to `value`.
    Fill {
        /// Address of the target.
        dst: Operand,
        /// The byte, 8 bits.
        value: Operand,
        /// Number of bytes, 64 bits.
        len: Operand,
    },
    /// A new array object: a function from `index` to `element` whose elements can be selected and put. It has no size
    /// and no end; front ends put checks of bounds before each use.
    Array {
        /// Receives the handle, 64 bits.
        dst: Reg,
        /// The sort of the indices.
        index: Scalar,
        /// The sort of the elements.
        element: Scalar,
        /// The name of the symbolic input that the elements are; without one they are not set.
        symbolic: Option<String>,
    },
    /// Reads an element of an array object. One that was never put has any value.
    Select {
        /// Receives the element.
        dst: Reg,
        /// The handle.
        array: Operand,
        /// The index.
        index: Operand,
    },
    /// Writes an element of an array object.
    Put {
        /// The handle.
        array: Operand,
        /// The index.
        index: Operand,
        /// The element.
        value: Operand,
    },
    /// Whether an element of an array object is set.
    IsSet {
        /// Receives the answer, a Bool.
        dst: Reg,
        /// The handle.
        array: Operand,
        /// The index.
        index: Operand,
    },
    /// Reads a heap function.
    Get {
        /// Receives the element.
        dst: Reg,
        /// The heap function.
        field: FieldId,
        /// One key for each of the function.
        keys: Vec<Operand>,
    },
    /// Writes a heap function.
    Set {
        /// The heap function.
        field: FieldId,
        /// One key for each of the function.
        keys: Vec<Operand>,
        /// The element.
        value: Operand,
    },
    /// A reference to a new object, different from all others; its fields are not set.
    Create {
        /// Receives the reference, an integer or a bit-vector.
        dst: Reg,
        /// What the source calls its kind, for people; empty when unknown.
        kind: String,
    },
    /// A new symbolic input of the register's sort at each execution.
    Unknown {
        /// Receives it.
        dst: Reg,
        /// Its name for people; later ones of the name are numbered.
        name: String,
        /// What it can be.
        initial: Initial,
    },
    /// A symbolic input of the register's sort; the same name is the same input on the whole path.
    Symbolic {
        /// Receives it.
        dst: Reg,
        /// Its name for people.
        name: String,
    },
    /// The variable that an `Op::Forall` binds, its third argument.
    Bound {
        /// Receives it, an integer.
        dst: Reg,
        /// Its name for people.
        name: String,
    },
    /// `results = callee(args)`.
    Call {
        /// Receive the results.
        results: Vec<Reg>,
        /// What is called.
        callee: Callee,
        /// The arguments; more than the callee's parameters only when it is variadic.
        args: Vec<Operand>,
        /// The sorts of the arguments.
        arg_sorts: Vec<Sort>,
    },
    /// Ends the path silently unless `cond` holds.
    Assume {
        /// The condition, a Bool.
        cond: Operand,
    },
    /// A finding unless `cond` holds; the path goes on under `cond`.
    Check {
        /// The condition, a Bool.
        cond: Operand,
        /// The kind of the finding.
        kind: FindingKind,
        /// What is wrong when it does not hold.
        message: String,
    },
    /// The program asserts `cond` (Floyd's method starts and ends paths at the marks of its assertions): a finding of
    /// kind `assertion` unless it holds.
    Assert {
        /// The condition, a Bool.
        cond: Operand,
        /// Whether it is only to be proved, and begins no path of its own.
        prove: bool,
        /// The condition in the source.
        text: String,
    },
    /// A statement of the source begins: where a debugger stops, and what budgets of programs with marks count.
    Mark {
        /// The statement's number in the source's listing.
        number: u32,
        /// What begins.
        kind: MarkKind,
    },
    /// A result of the path for its report.
    Output {
        /// Its name.
        name: String,
        /// Its value, a scalar.
        value: Operand,
    },
    /// Says that the source variable `name` is kept in an array object from here on.
    Variable {
        /// The name in the source.
        name: String,
        /// The handle.
        array: Operand,
        /// The element, of a scalar variable; all elements otherwise.
        index: Option<Operand>,
        /// The lowest and the highest index of an array that may have them.
        bounds: Option<Bounds>,
    },
    /// Says that the source variable `variable` holds `value` from here on.
    Name {
        /// The name in the source.
        variable: String,
        /// Its value, or its address when `indirect`.
        value: Operand,
        /// Whether `value` is the address of the variable.
        indirect: bool,
    },
    /// The path cannot go on: the front end does not support the construct `what`.
    Unsupported {
        /// The construct by name.
        what: String,
    },
}

/// The bounds of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lowest index.
    pub low: Operand,
    /// The highest index.
    pub high: Operand,
    /// Whether the array has them: one that a procedure is given may have none.
    pub known: Operand,
}

/// What begins at a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A statement.
    Statement,
    /// An assertion, whose condition is computed between the mark and its `Assert`: paths of Floyd's method begin and
    /// end here.
    Assertion,
    /// The header of a loop that is entered anew for each round.
    Loop,
}

/// Where a jump goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The block.
    pub block: BlockId,
    /// One operand for each parameter of the block.
    pub args: Vec<Operand>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// Goes to a block.
    Jump(Target),
    /// Goes to `then` when `cond` holds, else to `otherwise`.
    Branch {
        /// The condition, a Bool.
        cond: Operand,
        /// Taken when it holds.
        then: Target,
        /// Taken when it does not.
        otherwise: Target,
    },
    /// Goes to the target of the case equal to `value`, or to `default`.
    Switch {
        /// The value, a bit-vector.
        value: Operand,
        /// Its width in bits.
        width: u32,
        /// Distinct values with their targets.
        cases: Vec<(u128, Target)>,
        /// Taken when no case is equal.
        default: Target,
    },
    /// Returns to the caller, one operand for each result.
    Return(Vec<Operand>),
    /// A finding: control must not come here.
    Fail {
        /// The kind of the finding.
        kind: FindingKind,
        /// What is wrong.
        message: String,
    },
}

impl InstKind {
    /// The registers that it assigns.
    pub fn defs(&self) -> &[Reg] {
        match self {
            InstKind::Op { dst, .. }
            | InstKind::Freeze { dst, .. }
            | InstKind::Poison { dst, .. }
            | InstKind::SameObject { dst, .. }
            | InstKind::Load { dst, .. }
            | InstKind::Array { dst, .. }
            | InstKind::Select { dst, .. }
            | InstKind::IsSet { dst, .. }
            | InstKind::Symbolic { dst, .. }
            | InstKind::Bound { dst, .. }
            | InstKind::Get { dst, .. }
            | InstKind::Create { dst, .. }
            | InstKind::Unknown { dst, .. }
            | InstKind::Alloc { dst, .. } => std::slice::from_ref(dst),
            InstKind::Catches { dst, .. } => std::slice::from_ref(dst),
            InstKind::Call { results, .. } => results,
            _ => &[],
        }
    }

    /// The operands that it reads, in the order of the fields.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            InstKind::Op { args, .. } => args.iter().collect(),
            InstKind::Call { callee: Callee::Address(address), args, .. } => {
                std::iter::once(address).chain(args).collect()
            }
            InstKind::Call { args, .. } => args.iter().collect(),
            InstKind::Freeze { value, .. }
            | InstKind::Defined { value, .. }
            | InstKind::Name { value, .. } => vec![value],
            InstKind::Poison { value, valid, .. } => vec![value, valid],
            InstKind::SameObject { first, second, .. } => vec![first, second],
            InstKind::Load { addr, .. } => vec![addr],
            InstKind::Store { addr, value, .. } => vec![addr, value],
            InstKind::Alloc { size, .. } => vec![size],
            InstKind::Copy { dst, src, len, .. } => vec![dst, src, len],
            InstKind::Fill { dst, value, len } => vec![dst, value, len],
            InstKind::Lifetime { address, .. } => vec![address],
            InstKind::Aligned { addr, .. } => vec![addr],
            InstKind::Assume { cond }
            | InstKind::Check { cond, .. }
            | InstKind::Assert { cond, .. } => vec![cond],
            InstKind::Select { array, index, .. } | InstKind::IsSet { array, index, .. } => {
                vec![array, index]
            }
            InstKind::Put { array, index, value } => vec![array, index, value],
            InstKind::Get { keys, .. } => keys.iter().collect(),
            InstKind::Set { keys, value, .. } => keys.iter().chain([value]).collect(),
            InstKind::Output { value, .. } => vec![value],
            InstKind::Variable { array, index, bounds, .. } => {
                let bounds = bounds.iter().flat_map(|b| [&b.low, &b.high, &b.known]);
                std::iter::once(array).chain(index).chain(bounds).collect()
            }
            InstKind::Array { .. }
            | InstKind::Symbolic { .. }
            | InstKind::Bound { .. }
            | InstKind::Create { .. }
            | InstKind::Unknown { .. }
            | InstKind::Mark { .. }
            | InstKind::Floats { .. }
            | InstKind::Catches { .. }
            | InstKind::Unsupported { .. } => Vec::new(),
        }
    }

    /// As [`InstKind::operands`], to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            InstKind::Op { args, .. } => args.iter_mut().collect(),
            InstKind::Call { callee: Callee::Address(address), args, .. } => {
                std::iter::once(address).chain(args).collect()
            }
            InstKind::Call { args, .. } => args.iter_mut().collect(),
            InstKind::Freeze { value, .. }
            | InstKind::Defined { value, .. }
            | InstKind::Name { value, .. } => vec![value],
            InstKind::Poison { value, valid, .. } => vec![value, valid],
            InstKind::SameObject { first, second, .. } => vec![first, second],
            InstKind::Load { addr, .. } => vec![addr],
            InstKind::Store { addr, value, .. } => vec![addr, value],
            InstKind::Alloc { size, .. } => vec![size],
            InstKind::Copy { dst, src, len, .. } => vec![dst, src, len],
            InstKind::Fill { dst, value, len } => vec![dst, value, len],
            InstKind::Lifetime { address, .. } => vec![address],
            InstKind::Aligned { addr, .. } => vec![addr],
            InstKind::Assume { cond }
            | InstKind::Check { cond, .. }
            | InstKind::Assert { cond, .. } => vec![cond],
            InstKind::Select { array, index, .. } | InstKind::IsSet { array, index, .. } => {
                vec![array, index]
            }
            InstKind::Put { array, index, value } => vec![array, index, value],
            InstKind::Get { keys, .. } => keys.iter_mut().collect(),
            InstKind::Set { keys, value, .. } => keys.iter_mut().chain([value]).collect(),
            InstKind::Output { value, .. } => vec![value],
            InstKind::Variable { array, index, bounds, .. } => {
                let bounds =
                    bounds.iter_mut().flat_map(|b| [&mut b.low, &mut b.high, &mut b.known]);
                std::iter::once(array).chain(index).chain(bounds).collect()
            }
            InstKind::Array { .. }
            | InstKind::Symbolic { .. }
            | InstKind::Bound { .. }
            | InstKind::Create { .. }
            | InstKind::Unknown { .. }
            | InstKind::Mark { .. }
            | InstKind::Floats { .. }
            | InstKind::Catches { .. }
            | InstKind::Unsupported { .. } => Vec::new(),
        }
    }
}

impl Terminator {
    /// Where it may go, in the order of the fields.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Terminator::Jump(target) => vec![target],
            Terminator::Branch { then, otherwise, .. } => vec![then, otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, target)| target).chain([default]).collect()
            }
            Terminator::Return(_) | Terminator::Fail { .. } => Vec::new(),
        }
    }

    /// The operands that it reads: what it decides on or returns, then the arguments of its targets.
    pub fn operands(&self) -> Vec<&Operand> {
        let own: &[Operand] = match self {
            Terminator::Branch { cond, .. } => std::slice::from_ref(cond),
            Terminator::Switch { value, .. } => std::slice::from_ref(value),
            Terminator::Return(values) => values,
            Terminator::Jump(_) | Terminator::Fail { .. } => &[],
        };
        own.iter().chain(self.targets().into_iter().flat_map(|t| &t.args)).collect()
    }
}
