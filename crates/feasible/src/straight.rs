//! Blocks between which nothing is decided but checks of the compiler.

use effigy_ir::function::{Block, BlockId, Function, Inst, InstKind, LocId, Terminator};
use std::collections::HashMap;

/// What does something in a block, by number, with its place; the end comes last.
pub(super) fn located(block: &Block) -> impl Iterator<Item = (usize, LocId)> + '_ {
    let does = |inst: &Inst| {
        !matches!(
            inst.kind,
            InstKind::Name { .. }
                | InstKind::Variable { .. }
                | InstKind::Alloc { .. }
                | InstKind::Lifetime { .. }
                | InstKind::Floats { .. }
                | InstKind::Catches { .. }
        )
    };
    let inside = block.insts.iter().enumerate().filter(move |(_, inst)| does(inst));
    let inside = inside.filter_map(|(at, inst)| Some((at, inst.loc?)));
    inside.chain(block.terminator_loc.map(|loc| (block.insts.len(), loc)))
}

/// The block before each block to which nothing else leads, and which nothing but checks of the compiler parts from it.
pub(super) fn straight_from(body: &Function, in_c: bool) -> HashMap<BlockId, BlockId> {
    let mut leads: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
    for (block, content) in body.blocks.iter() {
        for target in content.terminator.targets() {
            leads.entry(target.block).or_default().push(block);
        }
    }
    let one = |(block, from): (BlockId, Vec<BlockId>)| {
        let &[from] = from.as_slice() else { return None };
        let content = body.blocks.get(from)?;
        (straight_on(body, content, in_c) == Some(block)).then_some((block, from))
    };
    leads.into_iter().filter_map(one).collect()
}

/// Whether a side of a branch is where a check of the compiler fails.
pub(super) fn is_check(body: &Function, side: BlockId, branch: LocId, in_c: bool) -> bool {
    let Some(block) = body.blocks.get(side) else { return false };
    let calls = block.insts.iter().any(|inst| matches!(inst.kind, InstKind::Call { .. }));
    let place = |id: LocId| body.locs.get(id).map(|loc| (loc.file, loc.line, loc.column));
    let same = located(block).all(|(_, loc)| place(loc) == place(branch));
    matches!(block.terminator, Terminator::Fail { .. }) && (!calls || !in_c && same)
}

/// The block that follows where nothing is decided but checks of the compiler.
pub(super) fn straight_on(body: &Function, block: &Block, in_c: bool) -> Option<BlockId> {
    match &block.terminator {
        Terminator::Jump(target) => Some(target.block),
        Terminator::Branch { then, otherwise, .. } => {
            let branch = block.terminator_loc?;
            match [then, otherwise].map(|side| is_check(body, side.block, branch, in_c)) {
                [false, true] => Some(then.block),
                [true, false] => Some(otherwise.block),
                _ => None,
            }
        }
        _ => None,
    }
}
