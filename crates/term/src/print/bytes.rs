//! Consecutive bytes of one input.

use std::borrow::Cow;

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use crate::names::is_plain;
use crate::node::{Node, Role, Term, VarInfo};
use crate::store::TermStore;

/// The array and the index in a name such as `x[3]`.
pub(crate) fn element(name: &str) -> Option<(&str, u64)> {
    let (array, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    let index = index.parse().ok()?;
    (!array.is_empty()).then_some((array, index))
}

/// A name, in quotes where it is not read as one without them. Fields and contents of arrays have names of their own.
pub(super) fn shown(name: &str) -> Cow<'_, str> {
    match is_plain(name) || name.starts_with(['.', '[']) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(format!("\"{name}\"")),
    }
}

/// What a variable is called: an input of one byte by the name of the input.
pub(super) fn variable(info: &VarInfo) -> Cow<'_, str> {
    match element(&info.name) {
        Some((whole, _)) if info.role == (Role::Byte { of: 1 }) => shown(whole),
        _ => shown(&info.name),
    }
}

/// Whether the term is a byte of an input that is read byte by byte, so text, most likely: how many bytes the input has.
pub(super) fn text_of(store: &TermStore, t: Term) -> Option<u32> {
    let byte = match store.node(t) {
        Node::App(Op::ZeroExtend { .. } | Op::SignExtend { .. }, [byte]) => *byte,
        _ => t,
    };
    match store.as_variable(byte)?.role {
        Role::Byte { of } => Some(of),
        _ => None,
    }
}

/// `x[0..4]` for the concatenation of `x[3]`, `x[2]`, `x[1]` and `x[0]`, the last one lowest; `be(x[0..4])` for the other
/// order; `x` and `be(x)` when these are all bytes of the input.
pub(super) fn byte_range(store: &TermStore, t: Term) -> Option<String> {
    let mut rest = t;
    let mut names = Vec::new();
    let size = loop {
        let (byte, below) = match store.node(rest) {
            Node::App(Op::Concat, [high, low]) => (*high, Some(*low)),
            _ => (rest, None),
        };
        let info = store.as_variable(byte).filter(|info| info.sort == Sort::BitVec(8))?;
        names.push(element(&info.name)?);
        match below {
            Some(below) => rest = below,
            None => match info.role {
                Role::Byte { of } => break u64::from(of),
                _ => break 0,
            },
        }
    };
    let (array, first) = *names.first()?;
    let (_, last) = *names.last()?;
    let consecutive = |step: fn(u64, u64) -> bool| {
        names.windows(2).all(
            |pair| matches!(pair, [(a, i), (b, j)] if *a == array && *b == array && step(*i, *j)),
        )
    };
    let name = shown(array);
    let range = |from: u64, to: u64| match (from, to - from == size) {
        (0, true) => name.to_string(),
        _ => format!("{name}[{from}..{to}]"),
    };
    if consecutive(|i, j| i == j + 1) {
        return Some(range(last, first + 1));
    }
    consecutive(|i, j| i + 1 == j).then(|| format!("be({})", range(first, last + 1)))
}

/// An input shifted left by less than a byte, its high bits lost: the input's name and by how many bits.
pub(super) fn shifted_input(store: &TermStore, t: Term) -> Option<(Cow<'_, str>, u32)> {
    let mut bytes = Vec::new();
    let mut rest = t;
    while let Node::App(Op::Concat, [high, low]) = store.node(rest) {
        bytes.push(*high);
        rest = *low;
    }
    let shift = store.width(rest);
    if store.as_bits(rest) != Some(0) || shift >= 8 {
        return None;
    }
    let first = bytes.first_mut()?;
    match store.node(*first) {
        Node::App(Op::Extract { hi, lo: 0 }, [byte]) if hi + shift == 7 => *first = *byte,
        _ => return None,
    }
    let mut name = None;
    for (index, byte) in (0..bytes.len() as u64).rev().zip(&bytes) {
        let info = store.as_variable(*byte)?;
        let whole = info.role == (Role::Byte { of: bytes.len() as u32 });
        let (array, at) = element(&info.name)?;
        if !whole || at != index || name.is_some_and(|name| name != array) {
            return None;
        }
        name = Some(array);
    }
    Some((shown(name?), shift))
}
