//! Inputs that ran something new: what changes by chance begin with, and what is kept of a search.

use effigy_base::random::Random;
use std::sync::Arc;

/// Inputs among which one is picked.
const CANDIDATES: usize = 4;

/// The share of the newest inputs that half of the candidates come from.
const NEWEST: u64 = 8;

/// An input that ran something new.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) generation: u64,
    /// The number of the seed that it comes from.
    pub(crate) seed: usize,
    /// How often it was picked.
    picked: u64,
}

/// All of them, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Pool(Vec<Kept>);

impl Pool {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add(&mut self, bytes: &[u8], generation: u64, seed: usize) {
        self.0.push(Kept { bytes: bytes.into(), generation, seed, picked: 0 });
    }

    /// One by chance: rather a new one, and one that was picked seldom.
    pub(crate) fn pick(&mut self, random: &mut Random) -> Option<Kept> {
        let count = self.0.len() as u64;
        let mut best: Option<usize> = None;
        for candidate in 0..CANDIDATES {
            let among = if candidate % 2 == 0 { count } else { (count / NEWEST).max(1) };
            let at = self.0.len().checked_sub(1 + random.below(among))?;
            if best.is_none_or(|best| self.0[at].picked < self.0[best].picked) {
                best = Some(at);
            }
        }
        let kept = self.0.get_mut(best?)?;
        kept.picked += 1;
        Some(kept.clone())
    }
}
