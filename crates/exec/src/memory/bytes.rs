//! Bytes of the byte memory at addresses that were checked: concrete, parts of terms, or never written.

use crate::data::slot::Slot;
use crate::data::stop::broken;
use crate::memory::Memory;
use crate::memory::object::{Chunk, Object, Piece};
use effigy_base::sort::Sort;
use effigy_term::{Role, Term, TermStore, VarInfo};

/// What is said of an address that was not checked.
pub(crate) const NO_OBJECT: &str = "a checked address lies in no object";

/// Reads bytes that were checked: at most 16 when concrete, any number as a term.
pub(crate) fn load_at(store: &mut TermStore, memory: &Memory, address: u64, len: u64) -> Slot {
    let Some(object) = memory.object(address) else { broken(NO_OBJECT) };
    let offset = address - object.base;
    if len <= 16
        && let Some(value) = object.read_word(offset, len)
    {
        return Slot::wide(value);
    }
    if let Some(term) = object.term_at(offset, len) {
        return Slot::symbolic(term);
    }
    let base = object.base;
    let mut value: Option<Term> = None;
    for piece in object.pieces(offset, len) {
        let part = piece_term(store, base, &piece);
        value = Some(match value {
            Some(low) => store.concat(part, low),
            None => part,
        });
    }
    match value {
        Some(term) => Slot::of(store, term),
        None => broken("a read of no bytes"),
    }
}

fn piece_term(store: &mut TermStore, base: u64, piece: &Piece) -> Term {
    match piece {
        Piece::Bytes(bytes) => bytes_term(store, bytes),
        Piece::Part { term, skip, len } => {
            let (lo, hi) = (8 * skip, 8 * (skip + len) - 1);
            store.extract(hi as u32, lo as u32, *term)
        }
        Piece::Undef { offset, len } => {
            let name = format!("uninitialised {base:#x}+{offset}");
            unspecified(store, name, Sort::BitVec(8 * *len as u32))
        }
    }
}

fn bytes_term(store: &mut TermStore, bytes: &[u8]) -> Term {
    let mut value: Option<Term> = None;
    for chunk in bytes.chunks(16) {
        let mut buffer = [0; 16];
        buffer[..chunk.len()].copy_from_slice(chunk);
        let part = store.bits(8 * chunk.len() as u32, u128::from_le_bytes(buffer));
        value = Some(match value {
            Some(low) => store.concat(part, low),
            None => part,
        });
    }
    value.unwrap_or_else(|| store.bits(8, 0))
}

/// Writes bytes that were checked.
pub(crate) fn store_at(
    store: &mut TermStore,
    memory: &mut Memory,
    address: u64,
    len: u64,
    value: Slot,
) {
    let Some(object) = memory.object_mut(address) else { broken(NO_OBJECT) };
    let offset = address - object.base;
    let outside = split(store, object, offset, len);
    match value.term {
        None => object.write_bytes(offset, &value.bits().to_le_bytes()[..len.min(16) as usize]),
        Some(term) if is_unspecified(store, term) => object.clear(offset, len),
        Some(term) => object.write_term(offset, len, term),
    }
    for chunk in outside {
        object.write_term(chunk.offset, chunk.len, chunk.term);
    }
}

fn is_unspecified(store: &TermStore, term: Term) -> bool {
    store.as_variable(term).is_some_and(|info| info.role == Role::Unspecified)
}

/// The parts outside of a range of the symbolic chunks that a write to the range cuts.
pub(crate) fn split(store: &mut TermStore, object: &Object, offset: u64, len: u64) -> Vec<Chunk> {
    if !object.has_terms() {
        return Vec::new();
    }
    let end = offset + len;
    let mut outside = Vec::new();
    for chunk in object.cut_by(offset, len) {
        if chunk.offset < offset {
            let kept = offset - chunk.offset;
            let term = store.extract(8 * kept as u32 - 1, 0, chunk.term);
            outside.push(Chunk { offset: chunk.offset, len: kept, term });
        }
        if chunk.offset + chunk.len > end {
            let skip = end - chunk.offset;
            let high = 8 * chunk.len as u32 - 1;
            let term = store.extract(high, 8 * skip as u32, chunk.term);
            outside.push(Chunk { offset: end, len: chunk.len - skip, term });
        }
    }
    outside
}

/// Writes a piece at an address that was checked.
pub(crate) fn put(store: &mut TermStore, memory: &mut Memory, at: u64, piece: &Piece) {
    match piece {
        Piece::Bytes(bytes) => put_bytes(store, memory, at, bytes),
        Piece::Part { len, .. } => {
            let term = piece_term(store, 0, piece);
            let value = Slot::of(store, term);
            store_at(store, memory, at, *len, value);
        }
        Piece::Undef { len, .. } => {
            let Some(object) = memory.object_mut(at) else { broken(NO_OBJECT) };
            let offset = at - object.base;
            let outside = split(store, object, offset, *len);
            object.clear(offset, *len);
            outside.iter().for_each(|c| object.write_term(c.offset, c.len, c.term));
        }
    }
}

/// Writes concrete bytes at an address that was checked.
pub(crate) fn put_bytes(store: &mut TermStore, memory: &mut Memory, at: u64, bytes: &[u8]) {
    let Some(object) = memory.object_mut(at) else { broken(NO_OBJECT) };
    let offset = at - object.base;
    let outside = split(store, object, offset, bytes.len() as u64);
    object.write_bytes(offset, bytes);
    outside.iter().for_each(|c| object.write_term(c.offset, c.len, c.term));
}

/// A value that was never initialised.
fn unspecified(store: &mut TermStore, name: String, sort: Sort) -> Term {
    store.variable(&VarInfo { name, sort, role: Role::Unspecified })
}
