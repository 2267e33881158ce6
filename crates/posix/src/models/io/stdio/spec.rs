//! One conversion of a `printf` format, and text that is filled up to its width.

use effigy_exec::slot::Slot;

/// A conversion: what stands between `%` and its letter.
#[derive(Clone, Default)]
pub(crate) struct Spec {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// space
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
    /// The least width.
    pub width: usize,
    /// After the dot.
    pub precision: Option<usize>,
    /// `hh`, `h`, `l`, `ll`, `z`, `j`, `t`, `L`, and the old `q` and `Z`
    pub length: String,
    /// The letter.
    pub letter: u8,
}

impl Spec {
    /// The width in bits of an integer that it converts.
    pub(crate) fn bits(&self) -> u32 {
        match self.length.as_str() {
            "hh" => 8,
            "h" => 16,
            "" => 32,
            _ => 64,
        }
    }
}

/// Text as bytes.
pub(crate) fn plain(text: &str) -> Vec<Slot> {
    text.bytes().map(|b| Slot::word(u64::from(b))).collect()
}

/// Fills up with spaces to the least width.
pub(crate) fn padded(mut bytes: Vec<Slot>, spec: &Spec) -> Vec<Slot> {
    let missing = spec.width.saturating_sub(bytes.len());
    let spaces = std::iter::repeat_n(Slot::word(u64::from(b' ')), missing);
    if spec.left {
        bytes.extend(spaces);
        return bytes;
    }
    spaces.chain(bytes).collect()
}
