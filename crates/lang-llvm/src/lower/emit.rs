//! Builds one function: registers, blocks, and helpers that fold constants as they emit.

use super::types::{Lower, Unsupported};
use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{
    Block, BlockId, Function, Inst, InstKind, LocId, Operand, Reg, RegDecl, Target, Terminator,
};

/// A function under construction with a current block.
#[derive(Default)]
pub(super) struct Emit {
    /// What is built.
    pub func: Function,
    /// The block that receives instructions.
    pub current: Option<BlockId>,
    /// The location of what is emitted.
    pub loc: Option<LocId>,
}

/// A bit-vector constant; bits above the width are dropped.
pub(super) fn bits(width: u32, value: u128) -> Operand {
    Operand::Bits { width, value: value & mask(width) }
}

/// The lowest `width` bits set.
pub(super) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

/// Sign-extends a constant of `width` bits.
pub(super) fn signed(width: u32, value: u128) -> i128 {
    if width == 0 || width >= 128 {
        return value as i128;
    }
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// The value of a constant operand; 0 or 1 for truth values.
pub(super) fn constant(operand: &Operand) -> Option<u128> {
    match operand {
        Operand::Bool(b) => Some(u128::from(*b)),
        Operand::Bits { value, .. } => Some(*value),
        _ => None,
    }
}

impl Emit {
    /// A new register.
    pub fn reg(&mut self, sort: Sort) -> Reg {
        self.func.regs.push(RegDecl { sort })
    }

    /// A new empty block that ends, until told otherwise, in unreachable code.
    pub fn block(&mut self) -> BlockId {
        self.func.blocks.push(Block {
            params: Vec::new(),
            insts: Vec::new(),
            terminator: unreachable(),
            terminator_loc: None,
        })
    }

    /// Makes `block` the current one.
    pub fn enter(&mut self, block: BlockId) {
        self.current = Some(block);
    }

    /// Appends an instruction to the current block.
    pub fn inst(&mut self, kind: InstKind) {
        if let Some(block) = self.current {
            self.func.blocks[block].insts.push(Inst { kind, loc: self.loc });
        }
    }

    /// Ends the current block.
    pub fn terminate(&mut self, terminator: Terminator) {
        if let Some(block) = self.current.take() {
            self.func.blocks[block].terminator = terminator;
            self.func.blocks[block].terminator_loc = self.loc;
        }
    }

    /// Jumps to `block` without arguments.
    pub fn jump(&mut self, block: BlockId) {
        self.terminate(Terminator::Jump(Target { block, args: Vec::new() }));
    }

    /// The sort of an operand.
    pub fn sort(&self, operand: &Operand) -> Sort {
        match operand {
            Operand::Reg(reg) => self.func.regs[*reg].sort,
            Operand::Bool(_) => Sort::Bool,
            Operand::Int(_) => Sort::Int,
            Operand::Bits { width, .. } => Sort::BitVec(*width),
            Operand::Global(..) | Operand::Function(_) => Sort::BitVec(64),
            Operand::Undef(sort) => *sort,
        }
    }

    /// The width of an operand in bits.
    pub fn width(&self, operand: &Operand) -> u32 {
        self.sort(operand).width().unwrap_or(0)
    }

    /// `op(args)` of sort `sort`, as an instruction.
    pub fn op(&mut self, op: Op, args: Vec<Operand>, sort: Sort) -> Operand {
        let dst = self.reg(sort);
        self.inst(InstKind::Op { dst, op, args });
        Operand::Reg(dst)
    }

    /// An operator whose result has the sort of its first argument.
    pub fn same(&mut self, op: Op, args: Vec<Operand>) -> Operand {
        let sort = args.first().map_or(Sort::Bool, |a| self.sort(a));
        self.op(op, args, sort)
    }

    /// A predicate.
    pub fn test(&mut self, op: Op, a: Operand, b: Operand) -> Operand {
        self.op(op, vec![a, b], Sort::Bool)
    }

    /// Equality, folded on constants.
    pub fn equal(&mut self, a: Operand, b: Operand) -> Operand {
        match (constant(&a), constant(&b)) {
            (Some(x), Some(y)) => Operand::Bool(x == y),
            _ if is_null(&a) && names_object(&b) || is_null(&b) && names_object(&a) => {
                Operand::Bool(false)
            }
            _ => self.test(Op::Eq, a, b),
        }
    }

    /// Boolean negation, folded on constants.
    pub fn negate(&mut self, a: Operand) -> Operand {
        match a {
            Operand::Bool(b) => Operand::Bool(!b),
            a => self.op(Op::Not, vec![a], Sort::Bool),
        }
    }

    /// Boolean conjunction, folded on constants.
    pub fn and(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Bool(true), x) | (x, Operand::Bool(true)) => x,
            (Operand::Bool(false), _) | (_, Operand::Bool(false)) => Operand::Bool(false),
            (a, b) => self.test(Op::And, a, b),
        }
    }

    /// `condition ? then : otherwise`, folded on constants.
    pub fn ite(&mut self, condition: Operand, then: Operand, otherwise: Operand) -> Operand {
        match condition {
            Operand::Bool(true) => then,
            Operand::Bool(false) => otherwise,
            _ if then == otherwise => then,
            condition => {
                let sort = self.sort(&then);
                self.op(Op::Ite, vec![condition, then, otherwise], sort)
            }
        }
    }

    /// Addition of addresses and offsets, folded on constants and on addresses of globals.
    pub fn add(&mut self, a: Operand, b: Operand) -> Operand {
        match (&a, &b) {
            (_, Operand::Bits { value: 0, .. }) => a,
            (Operand::Bits { value: 0, .. }, _) => b,
            (Operand::Bits { width, value: x }, Operand::Bits { value: y, .. }) => {
                bits(*width, x.wrapping_add(*y))
            }
            (Operand::Global(g, off), Operand::Bits { value, .. })
            | (Operand::Bits { value, .. }, Operand::Global(g, off)) => {
                Operand::Global(*g, off.wrapping_add(*value as u64 as i64))
            }
            _ => self.same(Op::BvAdd, vec![a, b]),
        }
    }

    /// Multiplication, folded on constants.
    pub fn mul(&mut self, a: Operand, b: Operand) -> Operand {
        match (&a, &b) {
            (_, Operand::Bits { value: 1, .. }) => a,
            (Operand::Bits { value: 1, .. }, _) => b,
            (Operand::Bits { width, value: x }, Operand::Bits { value: y, .. }) => {
                bits(*width, x.wrapping_mul(*y))
            }
            _ => self.same(Op::BvMul, vec![a, b]),
        }
    }

    /// Bits `hi..=lo` of a bit-vector, folded.
    pub fn extract(&mut self, hi: u32, lo: u32, a: Operand) -> Operand {
        let width = hi - lo + 1;
        match &a {
            Operand::Bits { value, .. } => bits(width, value >> lo),
            Operand::Undef(_) => Operand::Undef(Sort::BitVec(width)),
            _ if lo == 0 && width == self.width(&a) => a,
            _ => self.op(Op::Extract { hi, lo }, vec![a], Sort::BitVec(width)),
        }
    }

    /// Concatenation, `high` first, folded on constants.
    pub fn concat(&mut self, high: Operand, low: Operand) -> Operand {
        let (hw, lw) = (self.width(&high), self.width(&low));
        match (&high, &low) {
            (Operand::Bits { value: h, .. }, Operand::Bits { value: l, .. }) => {
                bits(hw + lw, h.checked_shl(lw).unwrap_or(0) | l)
            }
            (Operand::Undef(_), Operand::Undef(_)) => Operand::Undef(Sort::BitVec(hw + lw)),
            _ => self.op(Op::Concat, vec![high, low], Sort::BitVec(hw + lw)),
        }
    }

    /// A scalar as a bit-vector of its own width: Bools become one bit.
    pub fn bits_of(&mut self, a: Operand) -> Operand {
        match (&a, self.sort(&a)) {
            (Operand::Bool(b), _) => bits(1, u128::from(*b)),
            (Operand::Undef(Sort::Bool), _) => Operand::Undef(Sort::BitVec(1)),
            (_, Sort::Bool) => self.op(Op::BoolToBv { width: 1 }, vec![a], Sort::BitVec(1)),
            _ => a,
        }
    }

    /// A bit-vector as a scalar of sort `sort`, which has its width.
    pub fn scalar_of(&mut self, a: Operand, sort: Sort) -> Operand {
        match (&a, sort) {
            (Operand::Bits { value, .. }, Sort::Bool) => Operand::Bool(value & 1 == 1),
            (Operand::Undef(_), Sort::Bool) => Operand::Undef(Sort::Bool),
            (_, Sort::Bool) => self.test(Op::Eq, a, bits(1, 1)),
            _ => a,
        }
    }

    /// The low `width` bits, or the value extended by zeros; a Bool for width 1.
    pub fn resize_unsigned(&mut self, a: Operand, width: u32) -> Operand {
        let from = self.width(&a);
        if self.sort(&a) == Sort::Bool {
            return match a {
                _ if width == 1 => a,
                Operand::Bool(b) => bits(width, u128::from(b)),
                Operand::Undef(_) => Operand::Undef(Sort::BitVec(width)),
                a => self.op(Op::BoolToBv { width }, vec![a], Sort::BitVec(width)),
            };
        }
        if width == 1 {
            let low = self.extract(0, 0, a);
            return self.scalar_of(low, Sort::Bool);
        }
        match &a {
            _ if from == width => a,
            _ if from > width => self.extract(width - 1, 0, a),
            Operand::Bits { value, .. } => bits(width, *value),
            _ => self.op(Op::ZeroExtend { width }, vec![a], Sort::BitVec(width)),
        }
    }

    /// The low `width` bits, or the value extended by its sign.
    pub fn resize_signed(&mut self, a: Operand, width: u32) -> Operand {
        let from = self.width(&a);
        if self.sort(&a) == Sort::Bool {
            return match a {
                _ if width == 1 => a,
                a => self.ite(a, bits(width, u128::MAX), bits(width, 0)),
            };
        }
        match &a {
            _ if from >= width => self.resize_unsigned(a, width),
            Operand::Bits { value, .. } => bits(width, signed(from, *value) as u128),
            _ => self.op(Op::SignExtend { width }, vec![a], Sort::BitVec(width)),
        }
    }

    /// A finding of `kind` unless `cond` holds; nothing when it is known to hold.
    pub fn check(&mut self, cond: Operand, kind: FindingKind, message: &str) {
        if cond != Operand::Bool(true) {
            self.inst(InstKind::Check { cond, kind, message: message.to_owned() });
        }
    }

    /// Says that the path cannot go on.
    pub fn unsupported(&mut self, what: String) {
        self.inst(InstKind::Unsupported { what });
    }

    /// Reads a scalar.
    pub fn load(&mut self, addr: Operand, sort: Sort) -> Operand {
        let dst = self.reg(sort);
        self.inst(InstKind::Load { dst, addr });
        Operand::Reg(dst)
    }

    /// Writes a scalar.
    pub fn store(&mut self, addr: Operand, value: Operand) {
        let sort = self.sort(&value);
        self.inst(InstKind::Store { addr, value, sort });
    }
}

/// The end of code that must not be reached.
pub(super) fn unreachable() -> Terminator {
    Terminator::Fail {
        kind: FindingKind::Unreachable,
        message: "unreachable code was reached".to_owned(),
    }
}

fn is_null(operand: &Operand) -> bool {
    matches!(operand, Operand::Bits { value: 0, .. })
}

fn names_object(operand: &Operand) -> bool {
    matches!(operand, Operand::Global(_, 0) | Operand::Function(_))
}

/// The zero of a sort.
pub(super) fn zero(sort: Sort) -> Operand {
    match sort {
        Sort::Bool => Operand::Bool(false),
        sort => bits(sort.width().unwrap_or(1), 0),
    }
}

/// The one element of a scalar value.
pub(super) fn only(leaves: Vec<Operand>) -> Lower<Operand> {
    let mut leaves = leaves.into_iter();
    match (leaves.next(), leaves.next()) {
        (Some(leaf), None) => Ok(leaf),
        _ => Err(Unsupported("an aggregate where a scalar is expected".to_owned())),
    }
}
