//! Words: the values that they can have, and their comparisons with constants.

use effigy_base::eval::eval_scalar;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Node, Term, TermStore};
use rustc_hash::FxHashMap;

use super::diagrams::Diagram;
use super::{Sets, Values};

/// Most values of a word that is chosen or computed from two words.
const MOST_VALUES: usize = 64;

/// Most pairs of values that are combined.
const MOST_PAIRS: usize = 1024;

/// Widest variable of which each value is looked at.
const WIDEST_VARIABLE: u32 = 8;

/// A statement about one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Comparison {
    /// It is this value.
    Is(u128),
    /// It is below this value, as a number without sign.
    Below(u128),
    /// It is below this value, as a number with sign.
    BelowSigned(u128),
}

/// What a comparison of a word is in terms of its parts.
enum Pushed {
    Constant(bool),
    /// The same as one of a part.
    Part(Term, Comparison),
    Choice(Diagram, [(Term, Comparison); 2]),
    Both([(Term, Comparison); 2]),
    /// The first, or the second and the third.
    Order([(Term, Comparison); 3]),
    /// It has to be looked at bit by bit.
    Bits,
}

impl Comparison {
    fn holds(self, width: u32, word: u128) -> bool {
        match self {
            Comparison::Is(value) => word == value,
            Comparison::Below(value) => word < value,
            Comparison::BelowSigned(value) => {
                eval_scalar(Op::BvSlt, &[width, width], &[word, value]) == Some(1)
            }
        }
    }
}

impl Sets {
    /// The values of a word whose parts were looked at; `None` when they are not few.
    pub(super) fn values_of(&mut self, store: &TermStore, t: Term) -> Option<Vec<(u128, Diagram)>> {
        let Sort::BitVec(width) = store.sort(t) else { return None };
        if width > 128 {
            return None;
        }
        if let Some(cases) = store.cases(t) {
            let mut found = Collected::default();
            for (condition, constant) in cases.conditions.iter().zip(&*cases.constants) {
                let set = self.truths.get(condition).copied().flatten()?;
                found.add(self, store.as_bits(*constant)?, set)?;
            }
            return Some(found.values);
        }
        let (op, args) = match store.node(t) {
            Node::Const(value) => return Some(vec![(value.scalar()?, Diagram::TRUE)]),
            Node::Var(_) => return self.values_of_variable(store, t, width),
            Node::App(op, args) => (op, args),
            _ => return None,
        };
        match (op, args) {
            (Op::Ite, [c, t, e]) => {
                let c = self.truths.get(c).copied().flatten()?;
                let (t, e) = (self.known_values(*t)?, self.known_values(*e)?);
                if t.len() + e.len() > MOST_VALUES {
                    return None;
                }
                let mut found = Collected::default();
                for (values, c) in [(t, c), (e, !c)] {
                    for (value, set) in values.iter() {
                        let set = self.diagrams.and(c, *set)?;
                        found.add(self, *value, set)?;
                    }
                }
                Some(found.values)
            }
            (Op::Select, [array, index]) => {
                let Node::ConstArray(table) = store.node(*array) else { return None };
                let mut found = Collected::default();
                for (index, set) in self.known_values(*index)?.iter() {
                    found.add(self, table.element(*index).scalar()?, *set)?;
                }
                Some(found.values)
            }
            (op, [a]) => {
                let widths = [store.width(*a)];
                let mut found = Collected::default();
                for (value, set) in self.known_values(*a)?.iter() {
                    found.add(self, eval_scalar(op, &widths, &[*value])?, *set)?;
                }
                Some(found.values)
            }
            (op, [a, b]) => {
                let widths = [store.width(*a), store.width(*b)];
                let (a, b) = (self.known_values(*a)?, self.known_values(*b)?);
                if a.len() * b.len() > MOST_PAIRS {
                    return None;
                }
                let alone = a.len() == 1 || b.len() == 1;
                let mut found = Collected::default();
                for (x, first) in a.iter() {
                    for (y, second) in b.iter() {
                        let set = self.diagrams.and(*first, *second)?;
                        if set != Diagram::FALSE {
                            found.add(self, eval_scalar(op, &widths, &[*x, *y])?, set)?;
                            if !alone && found.values.len() > MOST_VALUES {
                                return None;
                            }
                        }
                    }
                }
                Some(found.values)
            }
            _ => None,
        }
    }

    fn known_values(&self, t: Term) -> Option<Values> {
        self.values.get(&t).cloned().flatten()
    }

    fn values_of_variable(
        &mut self,
        store: &TermStore,
        t: Term,
        width: u32,
    ) -> Option<Vec<(u128, Diagram)>> {
        if width > WIDEST_VARIABLE {
            return None;
        }
        let bits = self.bits(store, t)?;
        let mut values = Vec::with_capacity(1 << width);
        for value in 0..1u128 << width {
            values.push((value, self.is_value(&bits, value)?));
        }
        Some(values)
    }

    /// The diagrams of a word's bits, the lowest first.
    fn bits(&mut self, store: &TermStore, t: Term) -> Option<Vec<Diagram>> {
        let lits = self.lits(store, t)?;
        self.by_gate(&lits)
    }

    fn is_value(&mut self, bits: &[Diagram], value: u128) -> Option<Diagram> {
        let mut all = Diagram::TRUE;
        for (index, bit) in bits.iter().enumerate() {
            let wanted = if value >> index & 1 == 1 { *bit } else { !*bit };
            all = self.diagrams.and(wanted, all)?;
        }
        Some(all)
    }

    fn is_below(&mut self, bits: &[Diagram], value: u128) -> Option<Diagram> {
        let mut below = Diagram::FALSE;
        for (index, bit) in bits.iter().enumerate() {
            below = match value >> index & 1 == 1 {
                true => self.diagrams.or(!*bit, below)?,
                false => self.diagrams.and(!*bit, below)?,
            };
        }
        Some(below)
    }

    /// The diagram of a relation of two words that were looked at; `None` when it has to be looked at bit by bit.
    pub(super) fn relation(
        &mut self,
        store: &TermStore,
        op: Op,
        a: Term,
        b: Term,
    ) -> Option<Diagram> {
        let width = store.width(a);
        if let Some(value) = store.as_bits(b) {
            return match op {
                Op::Eq => self.compare(store, a, Comparison::Is(value)),
                Op::BvUlt => self.compare(store, a, Comparison::Below(value)),
                Op::BvUle => self.up_to(store, a, value, width, false),
                Op::BvSlt => self.compare(store, a, Comparison::BelowSigned(value)),
                Op::BvSle => self.up_to(store, a, value, width, true),
                _ => self.related(store, op, a, b),
            };
        }
        if let Some(value) = store.as_bits(a) {
            return match op {
                Op::Eq => self.compare(store, b, Comparison::Is(value)),
                Op::BvUlt => Some(!self.up_to(store, b, value, width, false)?),
                Op::BvUle => Some(!self.compare(store, b, Comparison::Below(value))?),
                Op::BvSlt => Some(!self.up_to(store, b, value, width, true)?),
                Op::BvSle => Some(!self.compare(store, b, Comparison::BelowSigned(value))?),
                _ => self.related(store, op, a, b),
            };
        }
        self.related(store, op, a, b)
    }

    /// Whether a word is at most a value.
    fn up_to(
        &mut self,
        store: &TermStore,
        t: Term,
        value: u128,
        width: u32,
        signed: bool,
    ) -> Option<Diagram> {
        let most = u128::MAX >> (128 - width);
        match signed {
            false if value == most => Some(Diagram::TRUE),
            true if value == most >> 1 => Some(Diagram::TRUE),
            false => self.compare(store, t, Comparison::Below(value + 1)),
            true => self.compare(store, t, Comparison::BelowSigned(value.wrapping_add(1) & most)),
        }
    }

    /// A relation of two words with few values each.
    fn related(&mut self, store: &TermStore, op: Op, a: Term, b: Term) -> Option<Diagram> {
        let widths = [store.width(a), store.width(b)];
        let (a, b) = (self.known_values(a)?, self.known_values(b)?);
        if a.len() * b.len() > MOST_PAIRS {
            return None;
        }
        let mut holds = Diagram::FALSE;
        for (x, first) in a.iter() {
            let mut others = Diagram::FALSE;
            for (y, second) in b.iter() {
                if eval_scalar(op, &widths, &[*x, *y])? == 1 {
                    others = self.diagrams.or(others, *second)?;
                }
            }
            let both = self.diagrams.and(*first, others)?;
            holds = self.diagrams.or(holds, both)?;
        }
        Some(holds)
    }

    /// The diagram of a statement about a word, pushed into the choices that the word is made of.
    fn compare(&mut self, store: &TermStore, t: Term, what: Comparison) -> Option<Diagram> {
        let mut pending = vec![(t, what)];
        while let Some(&(t, what)) = pending.last() {
            if self.compared.contains_key(&(t, what)) {
                pending.pop();
                continue;
            }
            let pushed = self.pushed(store, t, what);
            let before = pending.len();
            let parts: &[(Term, Comparison)] = match &pushed {
                Pushed::Constant(_) | Pushed::Bits => &[],
                Pushed::Part(part, what) => &[(*part, *what)],
                Pushed::Choice(_, parts) | Pushed::Both(parts) => parts,
                Pushed::Order(parts) => parts,
            };
            pending.extend(parts.iter().filter(|part| !self.compared.contains_key(part)));
            if pending.len() == before {
                pending.pop();
                let made = self.put_together(store, t, what, &pushed);
                self.compared.insert((t, what), made);
            }
        }
        self.compared.get(&(t, what)).copied().flatten()
    }

    fn put_together(
        &mut self,
        store: &TermStore,
        t: Term,
        what: Comparison,
        pushed: &Pushed,
    ) -> Option<Diagram> {
        let known = |this: &Self, part: &(Term, Comparison)| this.compared.get(part).copied()?;
        match pushed {
            Pushed::Constant(b) => Some(Diagram::constant(*b)),
            Pushed::Part(part, what) => known(self, &(*part, *what)),
            Pushed::Choice(c, [t, e]) => self.diagrams.choice(*c, known(self, t)?, known(self, e)?),
            Pushed::Both([a, b]) => self.diagrams.and(known(self, a)?, known(self, b)?),
            Pushed::Order([below, same, low]) => {
                let rest = self.diagrams.and(known(self, same)?, known(self, low)?)?;
                self.diagrams.or(known(self, below)?, rest)
            }
            Pushed::Bits => self.bit_by_bit(store, t, what),
        }
    }

    fn bit_by_bit(&mut self, store: &TermStore, t: Term, what: Comparison) -> Option<Diagram> {
        if let Some(values) = self.known_values(t) {
            let width = store.width(t);
            let mut holds = Diagram::FALSE;
            for (_, set) in values.iter().filter(|(value, _)| what.holds(width, *value)) {
                holds = self.diagrams.or(holds, *set)?;
            }
            return Some(holds);
        }
        let mut bits = self.bits(store, t)?;
        match what {
            Comparison::Is(value) => self.is_value(&bits, value),
            Comparison::Below(value) => self.is_below(&bits, value),
            Comparison::BelowSigned(value) => {
                // With the sign turned over the order is that of numbers without sign.
                let sign = bits.last_mut()?;
                *sign = !*sign;
                let value = value ^ 1 << (bits.len() - 1);
                self.is_below(&bits, value)
            }
        }
    }

    fn pushed(&self, store: &TermStore, t: Term, what: Comparison) -> Pushed {
        let width = store.width(t);
        if let Some(word) = store.as_bits(t) {
            return Pushed::Constant(what.holds(width, word));
        }
        if self.known_values(t).is_some() || width > 128 {
            return Pushed::Bits;
        }
        let (Some(op), args) = (store.op(t), store.args(t)) else { return Pushed::Bits };
        match (op, args) {
            (Op::Ite, [c, t, e]) => match self.truths.get(c).copied().flatten() {
                Some(c) => Pushed::Choice(c, [(*t, what), (*e, what)]),
                None => Pushed::Bits,
            },
            (Op::ZeroExtend { .. }, [a]) => extended(*a, store.width(*a), width, what),
            (Op::Concat, [high, low]) => concatenated((*high, *low), store.width(*low), what),
            (Op::BvAdd, [a, b]) => match (what, store.as_bits(*b)) {
                (Comparison::Is(value), Some(added)) => {
                    let most = u128::MAX >> (128 - width);
                    Pushed::Part(*a, Comparison::Is(value.wrapping_sub(added) & most))
                }
                _ => Pushed::Bits,
            },
            _ => Pushed::Bits,
        }
    }
}

/// A comparison of a word with zeros before it.
fn extended(part: Term, from: u32, to: u32, what: Comparison) -> Pushed {
    let most = u128::MAX >> (128 - from);
    match what {
        _ if from == to => Pushed::Part(part, what),
        Comparison::Is(value) if value > most => Pushed::Constant(false),
        Comparison::Below(value) if value > most => Pushed::Constant(true),
        Comparison::Is(_) | Comparison::Below(_) => Pushed::Part(part, what),
        // The word is not negative.
        Comparison::BelowSigned(value) if value >> (to - 1) & 1 == 1 => Pushed::Constant(false),
        Comparison::BelowSigned(value) if value > most => Pushed::Constant(true),
        Comparison::BelowSigned(value) => Pushed::Part(part, Comparison::Below(value)),
    }
}

/// A comparison of two words one behind the other.
fn concatenated((high, low): (Term, Term), low_width: u32, what: Comparison) -> Pushed {
    let split = |value: u128| (value >> low_width, value & (u128::MAX >> (128 - low_width)));
    match what {
        Comparison::Is(value) => {
            let (h, l) = split(value);
            Pushed::Both([(high, Comparison::Is(h)), (low, Comparison::Is(l))])
        }
        Comparison::Below(value) => {
            let (h, l) = split(value);
            let parts = [Comparison::Below(h), Comparison::Is(h), Comparison::Below(l)];
            Pushed::Order([(high, parts[0]), (high, parts[1]), (low, parts[2])])
        }
        Comparison::BelowSigned(value) => {
            let (h, l) = split(value);
            let parts = [Comparison::BelowSigned(h), Comparison::Is(h), Comparison::Below(l)];
            Pushed::Order([(high, parts[0]), (high, parts[1]), (low, parts[2])])
        }
    }
}

/// Values with the sets of those that were the same put together.
#[derive(Default)]
struct Collected {
    values: Vec<(u128, Diagram)>,
    places: FxHashMap<u128, usize>,
}

impl Collected {
    fn add(&mut self, sets: &mut Sets, value: u128, set: Diagram) -> Option<()> {
        if set == Diagram::FALSE {
            return Some(());
        }
        match self.places.get(&value) {
            Some(place) => {
                let (_, known) = &mut self.values[*place];
                *known = sets.diagrams.or(*known, set)?;
            }
            None => {
                self.places.insert(value, self.values.len());
                self.values.push((value, set));
            }
        }
        Some(())
    }
}
