//! Words of an input whose bytes are compared one by one: `x == 7` for a comparison of all bytes of `x`.

use std::collections::BTreeMap;

use effigy_base::op::Op;

use super::bytes::{element, shown};
use crate::node::{Node, Role, Term};
use crate::store::TermStore;

/// A word of an input, and the constant that it is compared with.
pub(super) struct Word {
    pub name: String,
    /// In bits.
    pub width: u32,
    pub value: u128,
}

/// The bytes of one input by their index: what each is compared with, and the comparison.
type Bytes = BTreeMap<u64, (u8, Term)>;

/// Joins comparisons of consecutive bytes with constants; answers the words and the remaining terms. `equal` says whether
/// the comparisons are equalities, parts of a conjunction, or their negations, parts of a disjunction.
pub(super) fn words(store: &TermStore, parts: &[Term], equal: bool) -> (Vec<Word>, Vec<Term>) {
    let mut inputs: BTreeMap<(&str, u64), Bytes> = BTreeMap::new();
    for part in parts {
        if let Some((input, index, value)) = byte_comparison(store, *part, equal) {
            inputs.entry(input).or_default().insert(index, (value, *part));
        }
    }
    let mut found = Vec::new();
    let mut joined = Vec::new();
    for ((name, size), bytes) in inputs {
        for run in runs(&bytes) {
            let (Some((from, _)), len) = (run.first(), run.len() as u64) else { continue };
            let whole = len == size;
            let aligned = matches!(len, 2 | 4 | 8) && from % len == 0;
            let is_text = run.iter().all(|(_, (value, _))| (b' '..=b'~').contains(value));
            if !(2..=16).contains(&len) || is_text || !(whole || aligned) {
                continue;
            }
            let value = run.iter().rev().fold(0, |sum, (_, (v, _))| sum << 8 | u128::from(*v));
            let name = shown(name);
            let name =
                if whole { name.into_owned() } else { format!("{name}[{from}..{}]", from + len) };
            found.push(Word { name, width: 8 * len as u32, value });
            joined.extend(run.iter().map(|(_, (_, term))| *term));
        }
    }
    (found, parts.iter().copied().filter(|part| !joined.contains(part)).collect())
}

/// The longest runs of consecutive indices.
fn runs(bytes: &Bytes) -> Vec<Vec<(u64, (u8, Term))>> {
    let mut runs: Vec<Vec<(u64, (u8, Term))>> = Vec::new();
    for (index, byte) in bytes {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|(last, _)| last + 1 == *index) => {
                run.push((*index, *byte));
            }
            _ => runs.push(vec![(*index, *byte)]),
        }
    }
    runs
}

/// The input and its size, the byte's index, and the constant.
fn byte_comparison(store: &TermStore, t: Term, equal: bool) -> Option<((&str, u64), u64, u8)> {
    let equation = match (store.node(t), equal) {
        (Node::App(Op::Not, [equation]), false) => *equation,
        (_, true) => t,
        _ => return None,
    };
    let Node::App(Op::Eq, [a, b]) = store.node(equation) else { return None };
    let (byte, constant) = if store.is_constant(*a) { (*b, *a) } else { (*a, *b) };
    let info = store.as_variable(byte)?;
    let Role::Byte { of: of @ 2.. } = info.role else { return None };
    let (name, index) = element(&info.name)?;
    let value = u8::try_from(store.as_bits(constant)?).ok()?;
    Some(((name, u64::from(of)), index, value))
}
