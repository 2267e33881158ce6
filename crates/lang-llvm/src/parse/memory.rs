//! Instructions on memory.

use super::Parse;
use super::block::Step;
use super::inst::lane;
use super::local::BodyParser;
use crate::ast::{AtomicOp, InstKind, Operand, Promise, StructType, Type};

const ORDERINGS: &[&str] = &["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

impl BodyParser<'_> {
    /// An instruction on memory.
    pub fn memory(&mut self) -> Parse<Step> {
        match self.p.bump().text {
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "fence" => {
                self.orderings(1)?;
                Ok(Step::Inst(InstKind::Fence, Type::Void))
            }
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomicrmw(),
            "getelementptr" => self.element_pointer(),
            _ => self.va_arg(),
        }
    }

    fn orderings(&mut self, count: u32) -> Parse<()> {
        if self.p.eat_word("syncscope") {
            self.p.skip_brackets()?;
        }
        for _ in 0..count {
            if !ORDERINGS.contains(&self.p.token.text) {
                return self.p.expected("a memory ordering");
            }
            self.p.bump();
        }
        Ok(())
    }

    /// A comma (when `comma`) and an operand that is a pointer.
    fn pointer(&mut self, comma: bool) -> Parse<Operand> {
        if comma {
            self.p.expect_punct(b',')?;
        }
        let at = self.p.token.start;
        let operand = self.operand()?;
        self.check(at, matches!(operand.ty, Type::Ptr(_)), &operand.ty)?;
        Ok(operand)
    }

    fn alloca(&mut self) -> Parse<Step> {
        self.p.eat_words(&["inalloca", "swifterror"]);
        let ty = self.p.value_type()?;
        let mut count = None;
        let mut align = None;
        let mut space = 0;
        while self.p.eat_comma() {
            if self.p.eat_word("align") {
                align = Some(self.p.alignment()?);
            } else if self.p.is_word("addrspace") {
                space = self.p.address_space()?;
            } else {
                let at = self.p.token.start;
                let operand = self.operand()?;
                self.check(at, matches!(operand.ty, Type::Int(_)), &operand.ty)?;
                count = Some(operand);
            }
        }
        Ok(Step::Inst(InstKind::Alloca { ty, count, align }, Type::Ptr(space)))
    }

    fn load(&mut self) -> Parse<Step> {
        let atomic = self.p.eat_word("atomic");
        let volatile = self.p.eat_word("volatile");
        let ty = self.p.value_type()?;
        let ptr = self.pointer(true)?;
        if atomic {
            self.orderings(1)?;
        }
        let align = self.p.comma_align()?;
        let promise = Promise::default();
        Ok(Step::Inst(InstKind::Load { ty: ty.clone(), ptr, atomic, volatile, align, promise }, ty))
    }

    fn store(&mut self) -> Parse<Step> {
        let atomic = self.p.eat_word("atomic");
        self.p.eat_word("volatile");
        let value = self.operand()?;
        let ptr = self.pointer(true)?;
        if atomic {
            self.orderings(1)?;
        }
        let align = self.p.comma_align()?;
        Ok(Step::Inst(InstKind::Store { value, ptr, atomic, align }, Type::Void))
    }

    fn cmpxchg(&mut self) -> Parse<Step> {
        self.p.eat_words(&["weak", "volatile"]);
        let ptr = self.pointer(false)?;
        let expected = self.comma_operand()?;
        let at = self.p.token.start;
        let new = self.comma_operand()?;
        self.p.same_type(at, &expected.ty, &new.ty)?;
        self.check(at, matches!(new.ty, Type::Int(_) | Type::Ptr(_)), &new.ty)?;
        self.orderings(2)?;
        self.p.comma_align()?;
        let fields = Box::new([expected.ty.clone(), Type::Int(1)]);
        let ty = Type::Struct(StructType { packed: false, fields }.into());
        Ok(Step::Inst(InstKind::CmpXchg { ptr, expected, new }, ty))
    }

    fn atomicrmw(&mut self) -> Parse<Step> {
        self.p.eat_word("volatile");
        let Some(op) = AtomicOp::from_name(self.p.token.text) else {
            return self.p.expected("an operation of `atomicrmw`");
        };
        self.p.bump();
        let ptr = self.pointer(false)?;
        let value = self.comma_operand()?;
        self.orderings(1)?;
        self.p.comma_align()?;
        let ty = value.ty.clone();
        Ok(Step::Inst(InstKind::AtomicRmw { op, ptr, value }, ty))
    }

    fn element_pointer(&mut self) -> Parse<Step> {
        let flags = self.flag_words();
        if self.p.eat_word("inrange") {
            self.p.skip_brackets()?;
            self.flag_words();
        }
        let source = self.p.value_type()?;
        self.p.expect_punct(b',')?;
        let at = self.p.token.start;
        let base = self.operand()?;
        self.check(at, matches!(lane(&base.ty), Type::Ptr(_)), &base.ty)?;
        let mut shape = base.ty.clone();
        let mut indices = Vec::new();
        while self.p.eat_comma() {
            let at = self.p.token.start;
            let index = self.operand()?;
            self.check(at, matches!(lane(&index.ty), Type::Int(_)), &index.ty)?;
            match (&shape, &index.ty) {
                (Type::Vector(n, _), Type::Vector(m, _)) => self.check(at, n == m, &index.ty)?,
                (_, Type::Vector(n, _)) => shape = Type::Vector(*n, shape.into()),
                _ => {}
            }
            indices.push(index);
        }
        Ok(Step::Inst(InstKind::GetElementPtr { source, base, indices, flags }, shape))
    }

    fn va_arg(&mut self) -> Parse<Step> {
        let list = self.pointer(false)?;
        self.p.expect_punct(b',')?;
        let ty = self.p.value_type()?;
        Ok(Step::Inst(InstKind::VaArg { list, ty: ty.clone() }, ty))
    }
}
