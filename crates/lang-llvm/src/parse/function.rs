//! A whole body.

use super::local::{BodyParser, Scope};
use super::{Context, Parse, Parser};
use crate::ast::{BlockId, Body, Function, InstKind, Span, TerminatorKind};
use crate::lexer::{Kind, Lexer};
use effigy_base::id::{Id, IdVec};

/// Parses the body of `function` in `span`.
pub(crate) fn parse_body(context: Context<'_>, function: &Function, span: Span) -> Parse<Body> {
    let mut b = BodyParser { p: Parser::new(context, span), scope: Scope::default() };
    let mut params = Vec::with_capacity(function.params.len());
    for param in &function.params {
        let named = param.name != Span::default();
        let name = named.then(|| {
            Lexer::new(context.text, param.name.start as usize, param.name.end as usize).next()
        });
        params.push(b.define(name, param.ty.clone(), function.at)?);
    }
    let mut blocks = IdVec::new();
    while b.p.token.kind != Kind::End {
        let id = BlockId::from_index(blocks.len());
        let block = b.block(id, &function.result)?;
        blocks.push(block);
    }
    if blocks.is_empty() {
        return b.p.expected("a block");
    }
    let labels = b.finish_names()?;
    let mut body = Body { params, locals: b.scope.locals, blocks };
    resolve_labels(&mut body, &labels)
        .or_else(|at| b.p.fail(at, "the entry block cannot be jumped to".to_owned()))?;
    Ok(body)
}

/// Replaces the numbers of mentions by those of blocks; an error is the place of a jump to the entry.
fn resolve_labels(body: &mut Body, labels: &[BlockId]) -> Result<(), u32> {
    let resolve = |id: &mut BlockId| {
        *id = labels.get(id.index()).copied().unwrap_or(*id);
        id.index()
    };
    for id in body.blocks.ids() {
        let block = &mut body.blocks[id];
        for inst in &mut block.insts {
            if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                incoming.iter_mut().for_each(|(_, from)| {
                    resolve(from);
                });
            }
        }
        let at = block.terminator.at;
        let mut to_entry = false;
        for_each_target(&mut block.terminator.kind, |target| to_entry |= resolve(target) == 0);
        if to_entry {
            return Err(at);
        }
    }
    Ok(())
}

fn for_each_target(kind: &mut TerminatorKind, mut visit: impl FnMut(&mut BlockId)) {
    match kind {
        TerminatorKind::Br(target) => visit(target),
        TerminatorKind::CondBr { then, otherwise, .. } => {
            visit(then);
            visit(otherwise);
        }
        TerminatorKind::Switch { default, cases, .. } => {
            visit(default);
            cases.iter_mut().for_each(|(_, target)| visit(target));
        }
        TerminatorKind::IndirectBr { targets, .. } => targets.iter_mut().for_each(visit),
        TerminatorKind::Invoke(invoke) => {
            visit(&mut invoke.normal);
            visit(&mut invoke.unwind);
        }
        TerminatorKind::Ret(_)
        | TerminatorKind::Resume(_)
        | TerminatorKind::Unreachable
        | TerminatorKind::Unsupported(_) => {}
    }
}
