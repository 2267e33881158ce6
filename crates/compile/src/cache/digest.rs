//! A hash that two different texts will not share in practice: FNV-1a with 128 bits.

/// A hash of what was added so far.
#[derive(Clone, Copy)]
pub struct Digest(pub u128);

impl Digest {
    /// The hash of nothing.
    pub const START: Digest = Digest(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte))
                .wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    /// Adds a text.
    pub fn add(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds a text with its end, so that no two lists of texts without zero bytes are the same.
    pub fn part(&mut self, text: &str) {
        self.add(text);
        self.add("\0");
    }
}

/// The hash of a list of texts, each with its length, so that no two lists are the same.
pub fn of_parts<T: AsRef<[u8]>>(parts: impl IntoIterator<Item = T>) -> u128 {
    let mut digest = Digest::START;
    for part in parts {
        digest.bytes(&(part.as_ref().len() as u64).to_le_bytes());
        digest.bytes(part.as_ref());
    }
    digest.0
}

/// A checksum against damage, eight bytes at a time: FNV-1a of 64 bits, begun with a seed. Another byte always gives
/// another sum: each step can be undone.
pub fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x100_0000_01b3);
    let begin = step(0xcbf2_9ce4_8422_2325 ^ seed, bytes.len() as u64);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(begin, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| step(sum, u64::from(*byte)))
}
