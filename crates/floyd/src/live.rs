//! What lives across an assertion: only what the function's entry made may.

use effigy_base::id::Id;
use effigy_ir::cfg::Cfg;
use effigy_ir::function::{Block, Function, InstKind, MarkKind, Operand, Reg};
use rustc_hash::FxHashSet;

/// The number of an assertion that a register lives across which the function's entry did not set. A path that begins
/// at it would not know the register's value.
pub(super) fn carried(body: &Function) -> Option<u32> {
    let entry = made_at_entry(body);
    let live = live_at_end(body);
    for (id, block) in body.blocks.iter() {
        let Some(end) = live.get(id.index()) else { continue };
        let mut live = end.clone();
        uses(block.terminator.operands(), &mut live);
        for inst in block.insts.iter().rev() {
            inst.kind.defs().iter().for_each(|reg| {
                live.remove(reg);
            });
            uses(inst.kind.operands(), &mut live);
            if let InstKind::Mark { number, kind: MarkKind::Assertion } = inst.kind
                && live.iter().any(|reg| !entry.contains(reg))
            {
                return Some(number);
            }
        }
    }
    None
}

/// Parameters, and what the entry block sets before the first mark.
fn made_at_entry(body: &Function) -> FxHashSet<Reg> {
    let mut made: FxHashSet<Reg> = body.params.iter().copied().collect();
    let first = body.blocks.iter().next();
    let insts = first.iter().flat_map(|(_, block)| &block.insts);
    for inst in insts.take_while(|inst| !matches!(inst.kind, InstKind::Mark { .. })) {
        made.extend(inst.kind.defs());
    }
    made
}

/// The registers that are read after each block before they are set again.
fn live_at_end(body: &Function) -> Vec<FxHashSet<Reg>> {
    let cfg = Cfg::new(body);
    let mut ends: Vec<FxHashSet<Reg>> = vec![FxHashSet::default(); body.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.reverse_post_order().iter().rev() {
            let mut live = FxHashSet::default();
            for next in cfg.successors(*block) {
                if let (Some(end), Some(next)) = (ends.get(next.index()), body.blocks.get(*next)) {
                    live.extend(at_start(next, end));
                }
            }
            if let Some(end) = ends.get_mut(block.index()).filter(|end| **end != live) {
                *end = live;
                changed = true;
            }
        }
    }
    ends
}

fn at_start(block: &Block, end: &FxHashSet<Reg>) -> FxHashSet<Reg> {
    let mut live = end.clone();
    uses(block.terminator.operands(), &mut live);
    for inst in block.insts.iter().rev() {
        inst.kind.defs().iter().for_each(|reg| {
            live.remove(reg);
        });
        uses(inst.kind.operands(), &mut live);
    }
    block.params.iter().for_each(|reg| {
        live.remove(reg);
    });
    live
}

fn uses(operands: Vec<&Operand>, live: &mut FxHashSet<Reg>) {
    live.extend(operands.into_iter().filter_map(|operand| match operand {
        Operand::Reg(reg) => Some(*reg),
        _ => None,
    }));
}
