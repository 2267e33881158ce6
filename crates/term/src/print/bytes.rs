//! Consecutive bytes of one input.

use effigy_base::op::Op;
use effigy_base::sort::Sort;

use crate::node::{Node, Term};
use crate::store::TermStore;

/// The array and the index in a name such as `x[3]`.
fn element(name: &str) -> Option<(&str, u64)> {
    let (array, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    let index = index.parse().ok()?;
    (!array.is_empty()).then_some((array, index))
}

/// `x[0..4]` for the concatenation of `x[3]`, `x[2]`, `x[1]` and `x[0]`, the last one lowest; `be(x[0..4])` for the other
/// order.
pub(super) fn byte_range(store: &TermStore, t: Term) -> Option<String> {
    let mut rest = t;
    let mut names = Vec::new();
    loop {
        let (byte, below) = match store.node(rest) {
            Node::App(Op::Concat, [high, low]) => (*high, Some(*low)),
            _ => (rest, None),
        };
        let info = store.as_variable(byte).filter(|info| info.sort == Sort::BitVec(8))?;
        names.push(element(&info.name)?);
        match below {
            Some(below) => rest = below,
            None => break,
        }
    }
    let (array, first) = *names.first()?;
    let (_, last) = *names.last()?;
    let consecutive = |step: fn(u64, u64) -> bool| {
        names.windows(2).all(
            |pair| matches!(pair, [(a, i), (b, j)] if *a == array && *b == array && step(*i, *j)),
        )
    };
    if consecutive(|i, j| i == j + 1) {
        return Some(format!("{array}[{last}..{}]", first + 1));
    }
    consecutive(|i, j| i + 1 == j).then(|| format!("be({array}[{first}..{}])", last + 1))
}
