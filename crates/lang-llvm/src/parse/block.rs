//! Blocks: instructions up to a terminator.

use super::Parse;
use super::local::BodyParser;
use crate::ast::{Block, BlockId, Inst, InstKind, MdRef, Terminator, TerminatorKind, Type};
use crate::lexer::Kind;

/// What stands in a block.
pub(super) enum Step {
    /// An instruction with the type of its result (void when there is none).
    Inst(InstKind, Type),
    /// A terminator with the type of its result.
    End(TerminatorKind, Type),
    /// Nothing that is kept.
    Nothing,
}

impl BodyParser<'_> {
    /// A block of a function that returns `returns`.
    pub fn block(&mut self, id: BlockId, returns: &Type) -> Parse<Block> {
        let label = self.start_block(id)?;
        let mut insts = Vec::new();
        loop {
            if self.p.token.kind == Kind::Hash {
                insts.extend(self.record()?);
                continue;
            }
            let at = self.p.token.start;
            let named = self.p.token.kind == Kind::Local;
            let name = named.then(|| self.p.bump());
            if named {
                self.p.expect_punct(b'=')?;
            }
            let step = self.step(returns)?;
            let loc = self.attachments()?;
            let (mut step, ty) = match step {
                Step::Inst(kind, ty) => (Step::Inst(kind, Type::Void), ty),
                Step::End(kind, ty) => (Step::End(kind, Type::Void), ty),
                Step::Nothing => (Step::Nothing, Type::Void),
            };
            let result = if ty == Type::Void { None } else { Some(self.define(name, ty, at)?) };
            if named && result.is_none() {
                return self.p.fail(at, "this instruction gives no value".to_owned());
            }
            match &mut step {
                Step::End(TerminatorKind::Invoke(invoke), _) => invoke.result = result,
                Step::Inst(InstKind::Phi { .. }, _)
                    if insts.iter().any(|i: &Inst| !may_precede_phi(&i.kind)) =>
                {
                    return self.p.fail(at, "a phi stands at the start of its block".to_owned());
                }
                _ => {}
            }
            match step {
                Step::Inst(kind, _) => insts.push(Inst { result, kind, loc, at }),
                Step::End(kind, _) => {
                    return Ok(Block { label, insts, terminator: Terminator { kind, loc, at } });
                }
                Step::Nothing => {}
            }
        }
    }

    /// `, !dbg !5, !range !6`; the node of `!dbg`.
    fn attachments(&mut self) -> Parse<Option<MdRef>> {
        let mut debug = None;
        while self.p.is_punct(b',') && self.p.second().kind == Kind::Meta {
            self.p.bump();
            self.p.attachment(&mut debug)?;
        }
        Ok(debug)
    }
}

fn may_precede_phi(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Phi { .. } | InstKind::DebugVariable(_))
}
