//! One allocation: its bytes, each concrete, symbolic or never initialised.

use effigy_term::{Term, Trace};
use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

/// Bytes that are looked at together for addresses.
const BLOCK: usize = 256;

/// What an object was made by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// A stack allocation of a function that has not returned.
    Stack,
    /// A heap allocation.
    Heap,
    /// A global variable.
    Global,
    /// An object of the environment of the program, such as its arguments.
    Environment,
}

/// A run of bytes that hold one term, lowest bits first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Where the first byte stands.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
    /// The value: a bit-vector of `8 * len` bits.
    pub term: Term,
}

/// How many bytes an object has.
#[derive(Clone, Copy, Debug)]
pub struct ObjectSize {
    /// The most that there can be.
    pub most: u64,
    /// How many there are where that depends on inputs, 64 bits.
    pub exact: Option<Term>,
}

impl From<u64> for ObjectSize {
    fn from(size: u64) -> Self {
        Self { most: size, exact: None }
    }
}

/// An allocation.
#[derive(Clone, Debug)]
pub struct Object {
    /// Address of the first byte.
    pub base: u64,
    /// Number of bytes; the most that there can be where `extent` says how many there are.
    pub size: u64,
    /// How many bytes the object has where that depends on inputs, 64 bits; `None` for `size`. What lies behind was never written,
    /// unless `is_cleared`.
    pub extent: Option<Term>,
    /// Whether all bytes were set to zero, also those behind the extent.
    pub is_cleared: bool,
    /// What it was made by.
    pub kind: ObjectKind,
    /// Whether writing is a finding.
    pub constant: bool,
    /// When the path has it: one that two paths became has objects that only one of them had. `None` for always.
    pub life: Option<Term>,
    bytes: Vec<u8>,
    /// Bytes that are not concrete: one flag a byte; `None` while all are concrete.
    marks: Option<Vec<Mark>>,
    /// The symbolic bytes, disjoint, ascending.
    chunks: Vec<Chunk>,
    /// Its concrete words that may be addresses, once somebody asked.
    addresses: OnceCell<Rc<[u64]>>,
}

/// The state of a byte; numbers, so that the marks of a large object without contents are zero pages of the system.
type Mark = u8;
const UNDEF: Mark = 0;
const CONCRETE: Mark = 1;
const SYMBOLIC: Mark = 2;

/// What a range of bytes holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Concrete bytes.
    Bytes(Vec<u8>),
    /// Bytes `skip .. skip + len` of a term.
    Part {
        /// The term that stands in memory.
        term: Term,
        /// Its bytes before this piece.
        skip: u64,
        /// Bytes of this piece.
        len: u64,
    },
    /// Bytes never initialised; the first stands at `offset` of the object.
    Undef {
        /// Offset in the object.
        offset: u64,
        /// Number of bytes.
        len: u64,
    },
}

impl Piece {
    /// The number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            Piece::Bytes(b) => b.len() as u64,
            Piece::Part { len, .. } | Piece::Undef { len, .. } => *len,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Object {
    /// An object of zero bytes.
    pub fn zeroed(base: u64, size: u64, kind: ObjectKind) -> Self {
        Self {
            base,
            size,
            extent: None,
            is_cleared: false,
            kind,
            constant: false,
            life: None,
            bytes: vec![0; size as usize],
            marks: None,
            chunks: Vec::new(),
            addresses: OnceCell::new(),
        }
    }

    /// An object whose bytes were never initialised.
    pub fn undef(base: u64, size: u64, kind: ObjectKind) -> Self {
        let marks = Some(vec![UNDEF; size as usize]);
        Self { marks, ..Self::zeroed(base, size, kind) }
    }

    /// How large it is, for people.
    pub fn room(&self) -> String {
        let most = if self.extent.is_some() { "at most " } else { "" };
        format!("{most}{} bytes", self.size)
    }

    /// Whether the path has all of it, whatever the inputs are.
    #[inline(always)]
    pub fn is_whole(&self) -> bool {
        self.life.is_none() && self.extent.is_none()
    }

    /// Whether every byte is concrete and initialised.
    #[inline]
    pub fn is_concrete(&self) -> bool {
        self.marks.is_none()
    }

    /// Whether some bytes are symbolic.
    #[inline]
    pub fn has_terms(&self) -> bool {
        !self.chunks.is_empty()
    }

    /// A concrete little-endian read of at most 16 bytes, or `None` when a byte is not concrete.
    /// The range lies inside of the object.
    #[inline]
    pub fn read_word(&self, offset: u64, len: u64) -> Option<u128> {
        let (from, to) = (offset as usize, (offset + len) as usize);
        if let Some(marks) = &self.marks
            && marks[from..to].iter().any(|m| *m != CONCRETE)
        {
            return None;
        }
        let mut buffer = [0; 16];
        buffer[..len as usize].copy_from_slice(&self.bytes[from..to]);
        Some(u128::from_le_bytes(buffer))
    }

    /// A concrete read of at most 8 bytes; the same as [`Object::read_word`], narrower.
    #[inline(always)]
    pub fn read_u64(&self, offset: u64, len: u64) -> Option<u64> {
        let (from, to) = (offset as usize, (offset + len) as usize);
        if let Some(marks) = &self.marks
            && marks[from..to].iter().any(|m| *m != CONCRETE)
        {
            return None;
        }
        let bytes = &self.bytes[from..to];
        Some(match *bytes {
            [a] => a as u64,
            [a, b] => u16::from_le_bytes([a, b]) as u64,
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]) as u64,
            [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            _ => {
                let mut buffer = [0; 8];
                buffer[..bytes.len()].copy_from_slice(bytes);
                u64::from_le_bytes(buffer)
            }
        })
    }

    /// The words of eight bytes, at any offset, that may be addresses of heap or stack objects, whatever of them is concrete.
    pub fn addresses(&self) -> &[u64] {
        self.addresses.get_or_init(|| {
            let word = |w: &[u8]| w.try_into().map(u64::from_le_bytes).unwrap_or_default();
            let mut found = Vec::new();
            // Words that begin in a block end in the next one.
            for (at, block) in self.bytes.chunks(BLOCK).enumerate() {
                let end = self.bytes.len().min((at + 1) * BLOCK + 7);
                let bytes = &self.bytes[at * BLOCK..end];
                if block.len() < BLOCK || bytes.iter().fold(0, |any, byte| any | byte) != 0 {
                    let words = bytes.windows(8).map(word).enumerate();
                    let may_be = |(from, word): &(usize, u64)| {
                        super::ADDRESSES.contains(word)
                            && self.is_partly_concrete(at * BLOCK + from)
                    };
                    found.extend(words.filter(may_be).map(|(_, word)| word));
                }
            }
            found.into()
        })
    }

    /// Whether some byte of a word is concrete: what lies beneath a symbolic value is none of the contents.
    fn is_partly_concrete(&self, from: usize) -> bool {
        self.marks.as_ref().is_none_or(|marks| marks[from..from + 8].contains(&CONCRETE))
    }

    /// To be called before contents change.
    pub(super) fn changes(&mut self) {
        self.addresses.take();
    }

    /// The symbolic values.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.chunks.iter().map(|chunk| chunk.term)
    }

    /// Whether a range holds a part of a symbolic value.
    pub fn has_terms_in(&self, range: &Range<u64>) -> bool {
        !self.touched(range.start, range.end - range.start).is_empty()
    }

    /// Writes concrete bytes; the range lies inside of the object.
    #[inline]
    pub fn write_bytes(&mut self, offset: u64, data: &[u8]) {
        let from = offset as usize;
        self.bytes[from..from + data.len()].copy_from_slice(data);
        if self.marks.is_some() {
            self.set_marks(offset, data.len() as u64, CONCRETE);
        }
    }

    /// Sets a range to one concrete byte.
    pub fn fill(&mut self, offset: u64, len: u64, byte: u8) {
        self.bytes[offset as usize..(offset + len) as usize].fill(byte);
        if self.marks.is_some() {
            self.set_marks(offset, len, CONCRETE);
        }
    }

    /// Makes every byte concrete, with the contents that it has beneath what is symbolic or uninitialised: zero in an
    /// object that was never written. Costs nothing, however large the object is.
    pub fn make_concrete(&mut self) {
        self.marks = None;
        self.chunks.clear();
    }

    /// Writes a term of `8 * len` bits.
    pub fn write_term(&mut self, offset: u64, len: u64, term: Term) {
        self.set_marks(offset, len, SYMBOLIC);
        let at = self.chunks.partition_point(|c| c.offset < offset);
        self.chunks.insert(at, Chunk { offset, len, term });
    }

    /// Makes a range uninitialised.
    pub fn clear(&mut self, offset: u64, len: u64) {
        self.set_marks(offset, len, UNDEF);
    }

    /// Sets the marks of a range and drops the symbolic chunks in it. A chunk that the range cuts must have been
    /// split by [`Object::overlapping`]'s caller; its bytes outside of the range would be lost.
    fn set_marks(&mut self, offset: u64, len: u64, mark: Mark) {
        let size = self.bytes.len();
        let marks = self.marks.get_or_insert_with(|| vec![CONCRETE; size]);
        marks[offset as usize..(offset + len) as usize].fill(mark);
        if !self.chunks.is_empty() {
            self.chunks.drain(self.touched(offset, len));
        }
        if mark == CONCRETE && self.chunks.is_empty() && len == size as u64 {
            self.marks = None;
        }
    }

    /// The chunks that a write to this range would cut: they overlap it and reach beyond it.
    pub fn cut_by(&self, offset: u64, len: u64) -> Vec<Chunk> {
        let reaches = |c: &&Chunk| {
            let overlaps = c.offset < offset + len && offset < c.offset + c.len;
            overlaps && (c.offset < offset || c.offset + c.len > offset + len)
        };
        let touched = self.chunks.get(self.touched(offset, len)).unwrap_or_default();
        touched.iter().filter(reaches).copied().collect()
    }

    /// Where the chunks stand that overlap a range.
    fn touched(&self, offset: u64, len: u64) -> Range<usize> {
        let from = self.chunks.partition_point(|c| c.offset + c.len <= offset);
        let to = self.chunks.partition_point(|c| c.offset < offset + len);
        from..to.max(from)
    }

    /// The term that stands at exactly this range.
    #[inline]
    pub fn term_at(&self, offset: u64, len: u64) -> Option<Term> {
        let at = self.chunks.partition_point(|c| c.offset < offset);
        self.chunks.get(at).filter(|c| c.offset == offset && c.len == len).map(|c| c.term)
    }

    /// Where an object holds other terms than it did as `before`: addresses and lengths. `None` when it is another object, or holds
    /// other values for certain.
    pub(crate) fn changed_terms(&self, before: &Object) -> Option<Vec<(u64, u64)>> {
        let alike = self.base == before.base
            && self.size == before.size
            && self.kind == before.kind
            && self.constant == before.constant
            && self.life == before.life
            && self.extent == before.extent
            && self.is_cleared == before.is_cleared;
        if !alike {
            return None;
        }
        let ranges = self.differing(before).into_iter().map(|range| {
            let (at, len) = (range.start, range.end - range.start);
            let written =
                self.unwritten(at, len).is_empty() && before.unwritten(at, len).is_empty();
            let are_terms = self.has_terms_in(&range) || before.has_terms_in(&range);
            (written && are_terms).then_some((self.base + at, len))
        });
        ranges.collect()
    }

    /// The ranges in which another object of the same size holds something else, ascending and disjoint: whole symbolic
    /// values, else words where the contents fill words, else bytes.
    pub fn differing(&self, other: &Object) -> Vec<Range<u64>> {
        let size = self.size.min(other.size);
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let same_values = self.chunks == other.chunks;
        let mut at = 0;
        while at < size {
            let block = at as usize..size.min(at + BLOCK as u64) as usize;
            if self.is_same_in(other, block.clone(), same_values) {
                at = block.end as u64;
                continue;
            }
            if self.marks.is_none() && other.marks.is_none() {
                let rest = self.bytes[at as usize..].iter().zip(&other.bytes[at as usize..]);
                match rest.clone().position(|(a, b)| a != b) {
                    Some(same) => at += same as u64,
                    None => break,
                }
            }
            let (a, b) = (self.chunk_at(at), other.chunk_at(at));
            let mut range = match (a, b) {
                (Some(a), Some(b)) if a == b => {
                    at = a.offset + a.len;
                    continue;
                }
                (None, None) if self.same_byte(other, at) => {
                    at += 1;
                    continue;
                }
                (None, None) => self.word_around(other, at),
                _ => at..at + 1,
            };
            loop {
                let wider = other.widened(&self.widened(&range));
                if wider == range {
                    break;
                }
                range = wider;
            }
            at = range.end;
            match ranges.last_mut() {
                Some(last) if last.end > range.start => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        ranges
    }

    /// Whether both objects hold the same in a range, as is seen without a look at single bytes; `same_values` says that all
    /// their symbolic values are the same.
    fn is_same_in(&self, other: &Object, range: Range<usize>, same_values: bool) -> bool {
        let same_marks = match (&self.marks, &other.marks) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                let (a, b) = (&a[range.clone()], &b[range.clone()]);
                a == b && (same_values || !a.contains(&SYMBOLIC))
            }
            _ => false,
        };
        same_marks && self.bytes[range.clone()] == other.bytes[range]
    }

    fn mark(&self, at: u64) -> Mark {
        self.marks.as_ref().map_or(CONCRETE, |marks| marks[at as usize])
    }

    fn same_byte(&self, other: &Object, at: u64) -> bool {
        let mark = self.mark(at);
        let same = self.bytes[at as usize] == other.bytes[at as usize] || mark != CONCRETE;
        mark == other.mark(at) && same
    }

    /// The symbolic value that a byte is part of.
    fn chunk_at(&self, at: u64) -> Option<Chunk> {
        let after = self.chunks.partition_point(|c| c.offset <= at);
        let chunk = self.chunks.get(after.checked_sub(1)?)?;
        (at < chunk.offset + chunk.len).then_some(*chunk)
    }

    /// A range with the symbolic values that it cuts.
    fn widened(&self, range: &Range<u64>) -> Range<u64> {
        let first = self.chunk_at(range.start).map_or(range.start, |c| c.offset);
        let last = self.chunk_at(range.end - 1).map_or(range.end, |c| c.offset + c.len);
        first.min(range.start)..last.max(range.end)
    }

    /// The aligned word around a byte where both objects hold concrete bytes in all of it, or none at all; else the byte.
    fn word_around(&self, other: &Object, at: u64) -> Range<u64> {
        let start = at & !7;
        let word = start..start + 8;
        let uniform = |object: &Object| {
            let first = object.mark(start);
            first != SYMBOLIC && word.clone().all(|i| object.mark(i) == first)
        };
        match word.end <= self.size && uniform(self) && uniform(other) {
            true => word,
            false => at..at + 1,
        }
    }

    /// The offsets of the bytes of a range that were never written.
    pub(crate) fn unwritten(&self, offset: u64, len: u64) -> Vec<u64> {
        (offset..offset + len).filter(|at| self.mark(*at) == UNDEF).collect()
    }

    /// What a range holds, lowest address first.
    pub fn pieces(&self, offset: u64, len: u64) -> Vec<Piece> {
        let end = offset + len;
        let Some(marks) = &self.marks else {
            return vec![Piece::Bytes(self.bytes[offset as usize..end as usize].to_vec())];
        };
        let mut pieces = Vec::new();
        let mut at = offset;
        while at < end {
            let mark = marks[at as usize];
            let run =
                marks[at as usize..end as usize].iter().take_while(|m| **m == mark).count() as u64;
            match mark {
                CONCRETE => {
                    pieces
                        .push(Piece::Bytes(self.bytes[at as usize..(at + run) as usize].to_vec()));
                    at += run;
                }
                UNDEF => {
                    pieces.push(Piece::Undef { offset: at, len: run });
                    at += run;
                }
                _ => {
                    let after = self.chunks.partition_point(|c| c.offset <= at);
                    let chunk = self.chunks[after - 1];
                    let skip = at - chunk.offset;
                    let len = (chunk.len - skip).min(end - at);
                    pieces.push(Piece::Part { term: chunk.term, skip, len });
                    at += len;
                }
            }
        }
        pieces
    }
}

impl Trace for Object {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Object {
            base: _,
            size: _,
            extent,
            is_cleared: _,
            kind: _,
            constant: _,
            life,
            bytes: _,
            marks: _,
            chunks,
            addresses: _,
        } = self;
        life.trace(visit);
        extent.trace(visit);
        for Chunk { offset: _, len: _, term } in chunks {
            visit(*term);
        }
    }
}
