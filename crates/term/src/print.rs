//! Printing terms the way people write them.
//!
//! Precedence is the usual one of systems languages. `<`, `/`, `%` and `>>` are signed, `<u`, `/u`, `%u` and `>>u` unsigned.
//! `i32(x)` is a sign extension; a zero extension is written, `u32(x)`, where no operand beside it says the width. `u8(x)` are
//! also the low 8 bits, `x{6:2}` other bits, `a:b` is a concatenation, and `x[0..4]` are four consecutive bytes of an input, the
//! first lowest, or `x` when it has no more. A byte is compared with a character: `x[0] == 'r'`. A name that is no word stands
//! between quotes. What is printed is read by [`crate::read`]. Integers have `/` (truncating), `div(a, b)`, `mod(a, b)`, `a ** b` and
//! `forall i in lo..hi: body`. Declared functions are written `f(a, b)`, reals as fractions, unbounded quantifiers as
//! `forall x: Sort :: body`; these are not read. A language face chooses its signs by a [`Style`]. A term too long for one line names its parts:
//! `t1 * t1 where t1 = ...`; in place of one of more than 100,000 nodes stands `<a condition of more than 100000 terms>`.

mod bytes;
mod comparison;
mod declared;
mod expression;
mod integers;
mod objects;
mod piece;
mod style;
mod sum;
mod words;

use effigy_base::op::Op;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::Term;
use crate::store::TermStore;
pub(crate) use bytes::element as byte_of;
use objects::References;
pub use objects::is_reference;
pub(crate) use piece::table_text;
pub use style::{Element, Quotient, Style};

/// Terms that would print more nodes than this name the parts that occur several times.
const LONG: u64 = 300;

/// Terms of more nodes are not written out: nobody reads megabytes.
const MOST_TERMS: usize = 100_000;

/// Every part this deep gets a name, so that printing does not recurse deeper.
const DEEPEST: u32 = 120;

/// The term in infix notation.
pub fn infix(store: &TermStore, t: Term) -> String {
    infix_in(store, t, &Style::default())
}

/// The term in infix notation, in the style of a language.
pub fn infix_in(store: &TermStore, t: Term, style: &Style) -> String {
    if store.size_within(&[t], MOST_TERMS).is_none() {
        return format!("<a condition of more than {MOST_TERMS} terms>");
    }
    let printer = Printer::new(store, t, *style);
    let text = printer.root(t);
    if printer.definitions.is_empty() {
        return text;
    }
    let definitions: Vec<String> =
        printer.definitions.iter().map(|(name, text)| format!("{name} = {text}")).collect();
    format!("{text} where {}", definitions.join(", "))
}

/// Prints expressions; `names` holds the parts that have a name.
struct Printer<'a> {
    store: &'a TermStore,
    style: Style,
    names: FxHashMap<Term, String>,
    definitions: Vec<(String, String)>,
    references: References,
}

/// What is known of a node before printing.
#[derive(Clone, Copy)]
struct Size {
    /// The nodes that are written, saturating.
    nodes: u64,
    depth: u32,
    uses: u32,
    /// Of an array, the elements that were written.
    writes: u32,
}

impl<'a> Printer<'a> {
    fn new(store: &'a TermStore, root: Term, style: Style) -> Self {
        let (order, sizes) = measure(store, root, &style);
        let taken: FxHashSet<&str> = order
            .iter()
            .filter_map(|t| store.as_variable(*t))
            .map(|info| info.name.as_str())
            .collect();
        let mut number = 0;
        let mut fresh = || loop {
            number += 1;
            let name = format!("t{number}");
            if !taken.contains(name.as_str()) {
                return name;
            }
        };
        let is_long = sizes.get(&root).is_some_and(|size| size.nodes > LONG);
        let mut printer = Self {
            store,
            style,
            names: FxHashMap::default(),
            definitions: Vec::new(),
            references: References::among(store, &order),
        };
        for &t in &order {
            let Some(size) = sizes.get(&t).filter(|size| size.nodes > 2 && t != root) else {
                continue;
            };
            if (is_long && size.uses > 1) || size.depth == DEEPEST - 1 {
                let text = printer.exact(t).text;
                let name = fresh();
                printer.names.insert(t, name.clone());
                printer.definitions.push((name, text));
            }
        }
        printer
    }

    /// The whole term: a number is without its sort, as is a choice between numbers of the usual one.
    fn root(&self, t: Term) -> String {
        let mut piece = self.expression(t);
        if !self.store.is_constant(t) {
            self.settle(std::slice::from_mut(&mut piece), self.store.sort(t));
        }
        piece.text
    }
}

/// The nodes, arguments first, and their sizes.
fn measure(store: &TermStore, root: Term, style: &Style) -> (Vec<Term>, FxHashMap<Term, Size>) {
    let mut order = Vec::new();
    let mut sizes: FxHashMap<Term, Size> = FxHashMap::default();
    let mut pending = vec![(root, false)];
    while let Some((t, expanded)) = pending.pop() {
        if sizes.contains_key(&t) {
            continue;
        }
        let args = store.args(t);
        if !expanded {
            pending.push((t, true));
            pending.extend(args.iter().map(|arg| (*arg, false)));
            continue;
        }
        let writes = args.first().and_then(|first| sizes.get(first)).map_or(0, |size| size.writes);
        let (mut nodes, mut depth) = (1u64, 0);
        for (at, arg) in args.iter().enumerate() {
            let times = match store.op(t) {
                // Compared with the index of each element that was written.
                Some(Op::Select) if at == 1 => writes.saturating_add(1),
                Some(Op::Ite) if at == 0 && style.writes_cases(store.sort(t)) => 2,
                _ => 1,
            };
            if let Some(size) = sizes.get_mut(arg) {
                size.uses = size.uses.saturating_add(times);
                nodes = nodes.saturating_add(size.nodes.saturating_mul(times.into()));
                depth = depth.max((size.depth + 1) % DEEPEST);
            }
        }
        let is_leaf = args.is_empty();
        let writes = if store.op(t) == Some(Op::Store) { writes.saturating_add(1) } else { 0 };
        let depth = if is_leaf { 0 } else { depth };
        sizes.insert(t, Size { nodes, depth, uses: 0, writes });
        order.push(t);
    }
    (order, sizes)
}
