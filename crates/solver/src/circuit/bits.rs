//! Circuits for shifting and looking up. Words are slices of literals, lowest bit first.

use rustc_hash::FxHashMap;

use super::arithmetic::{Word, mux};
use super::gates::{Gates, Lit};

/// Where a shift goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    /// To the left, zeros come in.
    Left,
    /// To the right, zeros come in.
    Logical,
    /// To the right, copies of the sign come in.
    Arithmetic,
}

/// Shifts `a` by the unsigned amount `by`, of the same width.
pub(crate) fn shift(g: &mut Gates, kind: Shift, a: &[Lit], by: &[Lit]) -> Word {
    let width = a.len();
    let fill = match kind {
        Shift::Arithmetic => a.last().copied().unwrap_or(Lit::FALSE),
        _ => Lit::FALSE,
    };
    // Amounts of at least the width: those with a high bit set, and what the stages shift out by themselves.
    let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
    let mut word = a.to_vec();
    for (stage, &bit) in by.iter().enumerate().take(stages) {
        let distance = 1usize << stage;
        let shifted: Word =
            (0..width).map(|i| source(&word, kind, i, distance).unwrap_or(fill)).collect();
        word = mux(g, bit, &shifted, &word);
    }
    let far = g.or_all(by.iter().copied().skip(stages));
    word.iter().map(|&x| g.mux(far, fill, x)).collect()
}

fn source(word: &[Lit], kind: Shift, index: usize, distance: usize) -> Option<Lit> {
    let from = if kind == Shift::Left {
        index.checked_sub(distance)?
    } else {
        index.checked_add(distance)?
    };
    word.get(from).copied()
}

/// The element of a constant table at `index`: a tree of multiplexers for each bit, with equal subtrees shared.
/// Beyond the table's end the element is `default`.
pub(crate) fn lookup(g: &mut Gates, elements: &[u64], default: &[Lit], index: &[Lit]) -> Word {
    let needed = (usize::BITS - elements.len().saturating_sub(1).leading_zeros()) as usize;
    let depth = needed.min(index.len());
    let beyond = g.or_all(index.iter().copied().skip(depth));
    let size = 1usize << depth;
    default
        .iter()
        .enumerate()
        .map(|(bit, default)| {
            let otherwise = default.as_constant().unwrap_or(false);
            let mut column: Vec<bool> =
                elements.iter().take(size).map(|e| bit < 64 && (e >> bit) & 1 == 1).collect();
            column.resize(size, otherwise);
            let value = column_tree(g, &column, &index[..depth], &mut FxHashMap::default());
            g.mux(beyond, *default, value)
        })
        .collect()
}

/// One bit of a table, by its highest index bit first.
fn column_tree<'a>(
    g: &mut Gates,
    column: &'a [bool],
    index: &[Lit],
    memo: &mut FxHashMap<&'a [bool], Lit>,
) -> Lit {
    let (Some((&high, low)), Some(&first)) = (index.split_last(), column.first()) else {
        return Lit::constant(column.first().copied().unwrap_or(false));
    };
    if column.iter().all(|b| *b == first) {
        return Lit::constant(first);
    }
    if let Some(&known) = memo.get(column) {
        return known;
    }
    let (zero, one) = column.split_at(column.len() / 2);
    let result = match high.as_constant() {
        Some(true) => column_tree(g, one, low, memo),
        Some(false) => column_tree(g, zero, low, memo),
        None => {
            let one = column_tree(g, one, low, memo);
            let zero = column_tree(g, zero, low, memo);
            g.mux(high, one, zero)
        }
    };
    memo.insert(column, result);
    result
}
