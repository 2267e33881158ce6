//! Blocks behind which the way is known: a block moves a constant to a register, and the branch of the next one asks for it.
//!
//! Compilers bring a `None` and a `Some` together and part them again at once; what only the way of the `Some` reads is not
//! read behind the block that made the `None`.

use super::blocks::Blocks;
use super::{Code, Inst, R, Src};
use rustc_hash::FxHashMap;

/// Most blocks that are followed.
const MOST_BLOCKS: usize = 4;

/// The way behind a block.
#[derive(Debug)]
pub(super) struct Forced {
    /// The blocks that control runs through, in order.
    pub(super) through: Vec<u32>,
    /// The block that it comes to then.
    pub(super) to: u32,
}

/// The way behind a block, where its constants decide a branch.
pub(super) fn forced(code: &Code, blocks: &Blocks, block: usize) -> Option<Forced> {
    let mut known = Known { code, values: FxHashMap::default() };
    let mut to = blocks.block(known.run(blocks, block)?.0);
    let mut through = Vec::new();
    let mut last = None;
    while through.len() < MOST_BLOCKS {
        let Some((next, decided)) = known.run(blocks, to as usize) else { break };
        through.push(to);
        to = blocks.block(next);
        if decided {
            last = Some((through.len(), to));
        }
    }
    let (count, to) = last?;
    through.truncate(count);
    Some(Forced { through, to })
}

/// The registers that hold known words.
struct Known<'a> {
    code: &'a Code,
    values: FxHashMap<R, u64>,
}

impl Known<'_> {
    fn value(&self, src: Src) -> Option<u64> {
        match src.register() {
            Some(register) => self.values.get(&register).copied(),
            None => {
                let slot = self.code.consts.get((src.0 & !Src::CONST) as usize)?;
                (slot.term.is_none() && slot.hi == 0).then_some(slot.lo)
            }
        }
    }

    /// Runs a block. The instruction that follows, and whether a branch was decided; `None` when it is not known.
    fn run(&mut self, blocks: &Blocks, block: usize) -> Option<(u32, bool)> {
        let code = self.code;
        for at in blocks.instructions(block, code) {
            let inst = &code.insts[at];
            match *inst {
                Inst::Jump { to } => return Some((to, false)),
                Inst::Branch { cond, then, otherwise } => {
                    let to = if self.value(cond)? == 0 { otherwise } else { then };
                    return Some((to, true));
                }
                Inst::Switch { value, entry } => {
                    let value = u128::from(self.value(value)?);
                    return Some((code.switches[entry as usize].target(value), true));
                }
                _ => {}
            }
            let made = match *inst {
                Inst::Move { a, .. } => self.value(a),
                Inst::Eq { a, b, .. } => {
                    self.value(a).zip(self.value(b)).map(|(a, b)| u64::from(a == b))
                }
                Inst::Not { a, .. } => self.value(a).map(|a| u64::from(a == 0)),
                _ => None,
            };
            code.writes(inst, &mut |dst| {
                match made {
                    Some(value) => self.values.insert(dst, value),
                    None => self.values.remove(&dst),
                };
            });
        }
        None
    }
}

#[cfg(test)]
mod tests;
