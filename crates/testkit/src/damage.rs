//! Damaged texts, for tests of parsers.

use crate::Rng;

/// Damages a text in one to four places: it is cut off, bytes are taken out, and one of the pieces or any byte is put in.
pub fn damage(text: &mut Vec<u8>, pieces: &[&str], rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        let at = rng.below(text.len().max(1)).min(text.len());
        match rng.below(4) {
            0 => text.truncate(at),
            1 => {
                let end = (at + rng.below(12)).min(text.len());
                text.drain(at..end);
            }
            2 => drop(text.splice(at..at, rng.pick(pieces).bytes())),
            _ => text.insert(at, rng.below(256) as u8),
        }
    }
}
