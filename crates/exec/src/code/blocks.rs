//! Where the blocks of a function's code begin.

use super::Code;

/// The first instruction of each block, ascending.
#[derive(Debug)]
pub(crate) struct Blocks {
    pub(super) starts: Vec<u32>,
}

impl Blocks {
    /// The blocks of some code.
    pub(super) fn new(code: &Code) -> Self {
        let mut starts = code.block_starts.clone();
        starts.sort_unstable();
        starts.dedup();
        starts.retain(|start| (*start as usize) < code.insts.len());
        Self { starts }
    }

    /// The block of an instruction.
    pub(super) fn block(&self, at: u32) -> u32 {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1) as u32
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The instructions of a block.
    pub(super) fn instructions(&self, block: usize, code: &Code) -> std::ops::Range<usize> {
        let end = self.starts.get(block + 1).map_or(code.insts.len(), |start| *start as usize);
        self.starts[block] as usize..end
    }
}
