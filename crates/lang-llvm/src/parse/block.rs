//! Blocks: instructions up to a terminator.

use super::Parse;
use super::local::BodyParser;
use crate::ast::{
    BinaryOp, Block, BlockId, CastOp, Inst, InstKind, Local, MdRef, Promise, Terminator,
    TerminatorKind, Type,
};
use crate::lexer::{Kind, Token};

/// What stands in a block.
pub(super) enum Step {
    /// An instruction with the type of its result (void when there is none).
    Inst(InstKind, Type),
    /// A terminator with the type of its result.
    End(TerminatorKind, Type),
    /// Nothing that is kept.
    Nothing,
}

/// What clang names the amount of a shift that it has brought to the width of what is shifted.
const SHIFT_AMOUNT: &str = "sh_prom";

/// What clang names the difference of two pointers, in bytes.
const DIFFERENCE: &str = "sub.ptr.sub";

impl<'t> BodyParser<'t> {
    /// A block of a function that returns `returns`.
    pub fn block(&mut self, id: BlockId, returns: &Type) -> Parse<Block> {
        let label = self.start_block(id)?;
        let mut insts = Vec::new();
        let mut phis_over = false;
        loop {
            if self.p.token.kind == Kind::Hash {
                insts.extend(self.record()?);
                continue;
            }
            let at = self.p.token.start;
            let name = (self.p.token.kind == Kind::Local).then(|| self.p.bump());
            if name.is_some() {
                self.p.expect_punct(b'=')?;
            }
            let mut step = self.step(returns)?;
            let (loc, said) = self.attachments()?;
            match &mut step {
                Step::Inst(InstKind::Load { promise, .. }, _) => *promise = said,
                Step::Inst(InstKind::Cast { op: CastOp::Trunc, amount, .. }, _) => {
                    *amount = name.is_some_and(|name| name.text.starts_with(SHIFT_AMOUNT));
                }
                Step::Inst(InstKind::Binary { op: BinaryOp::Sub, flags, .. }, _) => {
                    flags.pointers = name.is_some_and(|name| name.text.starts_with(DIFFERENCE));
                }
                _ => {}
            }
            match step {
                Step::Inst(kind, ty) => {
                    let phi = matches!(kind, InstKind::Phi { .. });
                    if phi && phis_over {
                        return self
                            .p
                            .fail(at, "a phi stands at the start of its block".to_owned());
                    }
                    phis_over |= !phi && !matches!(kind, InstKind::DebugVariable(_));
                    let result = self.result(name, ty, at)?;
                    insts.push(Inst { result, kind, loc, at });
                }
                Step::End(mut kind, ty) => {
                    let result = self.result(name, ty, at)?;
                    if let TerminatorKind::Invoke(invoke) = &mut kind {
                        invoke.result = result;
                    }
                    return Ok(Block { label, insts, terminator: Terminator { kind, loc, at } });
                }
                Step::Nothing => {
                    self.result(name, Type::Void, at)?;
                }
            }
        }
    }

    /// Defines the result of an instruction, if it has one.
    fn result(&mut self, name: Option<Token<'t>>, ty: Type, at: u32) -> Parse<Option<Local>> {
        if ty != Type::Void {
            return self.define(name, ty, at).map(Some);
        }
        if name.is_some() {
            return self.p.fail(at, "this instruction gives no value".to_owned());
        }
        Ok(None)
    }

    /// `, !dbg !5, !range !6`: the node of `!dbg`, and what the others say of the value.
    fn attachments(&mut self) -> Parse<(Option<MdRef>, Promise)> {
        let (mut debug, mut promise) = (None, Promise::default());
        while self.p.is_punct(b',') && self.p.second().kind == Kind::Meta {
            self.p.bump();
            match self.p.token.text {
                "range" => {
                    self.p.bump();
                    promise.range = Some(self.p.metadata_ref()?);
                }
                "nonnull" => {
                    promise.nonnull = true;
                    self.p.attachment(&mut None)?;
                }
                "align" => {
                    self.p.bump();
                    promise.aligned = Some(self.p.metadata_ref()?);
                }
                "noundef" => {
                    promise.defined = true;
                    self.p.attachment(&mut None)?;
                }
                _ => self.p.attachment(&mut debug)?,
            }
        }
        Ok((debug, promise))
    }
}
