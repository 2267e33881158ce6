//! What is known of the order of numbers: bounds of terms, of differences of two terms, and of longer sums.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Linear, Term, TermStore};
use rustc_hash::FxHashMap;

use super::number::{Bound, Number};
use super::{Facts, Job, Undo};

/// Terms that a search for a bound looks at.
const MOST_VISITED: usize = 48;

/// Terms that a search within another one looks at: their numbers multiply.
const MOST_WITHIN: usize = 3;

/// How deep a bound is looked for in the parts of a term.
const DEPTH: u32 = 200;

/// Terms whose bounds are looked for in one comparison.
const MOST_BOUNDS: usize = 2000;

/// Bounds that were found in one comparison; of a term that is being looked at there is none.
type Found = FxHashMap<(Term, Side), Option<Bound>>;

/// A sum scaled so that its first coefficient is one.
type Form = Box<[(Term, Number)]>;

/// Bounds; a lower one is the upper one of the negation.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    upper: Option<Bound>,
    negated: Option<Bound>,
}

impl Interval {
    /// The only number that is within the bounds.
    fn only(self) -> Option<Number> {
        let (upper, negated) = (self.upper?, self.negated?);
        let is_one = upper.number.negated()? == negated.number && !upper.strict && !negated.strict;
        is_one.then_some(upper.number)
    }
}

/// Which way bounds are followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    /// `x <= y + bound`, upper bounds.
    Up,
    /// `-x <= -y + bound`, upper bounds of negations.
    Down,
}

/// The knowledge of order.
#[derive(Default, Debug)]
pub(super) struct Known {
    single: FxHashMap<Term, Interval>,
    forms: FxHashMap<Form, Interval>,
    /// For `x` the pairs of `y` and the bound of `x - y`.
    above: FxHashMap<Term, Vec<(Term, Bound)>>,
    /// For `y` the pairs of `x` and the bound of `x - y`.
    below: FxHashMap<Term, Vec<(Term, Bound)>>,
}

/// What is taken back.
#[derive(Debug)]
pub(super) enum Forgotten {
    Single(Term, Interval),
    Form(Form, Interval),
    Edge(Term, Term),
}

impl Known {
    pub fn undo(&mut self, forgotten: Forgotten) {
        match forgotten {
            Forgotten::Single(t, interval) => drop(self.single.insert(t, interval)),
            Forgotten::Form(form, interval) => drop(self.forms.insert(form, interval)),
            Forgotten::Edge(x, y) => {
                self.above.get_mut(&x).map(Vec::pop);
                self.below.get_mut(&y).map(Vec::pop);
            }
        }
    }

    /// The bound of `t` on one side, from what its structure and other terms say.
    fn bound(
        &self,
        s: &mut TermStore,
        found: &mut Found,
        t: Term,
        side: Side,
        depth: u32,
    ) -> Option<Bound> {
        if let Some(known) = found.get(&(t, side)) {
            return *known;
        }
        if found.len() >= MOST_BOUNDS {
            return None;
        }
        found.insert((t, side), None);
        let bound = self.searched(s, found, t, side, depth);
        found.insert((t, side), bound);
        bound
    }

    fn searched(
        &self,
        s: &mut TermStore,
        found: &mut Found,
        t: Term,
        side: Side,
        depth: u32,
    ) -> Option<Bound> {
        let edges = if side == Side::Up { &self.above } else { &self.below };
        let mut best = None;
        let zero = Bound::at_most(Number::ZERO);
        let mut reached: Vec<(Term, Bound)> = vec![(t, zero)];
        let mut next = 0;
        let most = if depth == DEPTH { MOST_VISITED } else { MOST_WITHIN };
        while let Some((at, distance)) = reached.get(next).copied().filter(|_| next < most) {
            next += 1;
            let own =
                Bound::tighter(self.stored(at, side), self.structural(s, found, at, side, depth));
            best = Bound::tighter(best, own.and_then(|own| own.plus(distance)));
            for (to, step) in edges.get(&at).into_iter().flatten() {
                let Some(further) = distance.plus(*step) else { continue };
                let known = reached.iter().any(|(t, d)| t == to && !further.is_tighter(*d));
                if !known {
                    reached.push((*to, further));
                }
            }
        }
        best
    }

    fn stored(&self, t: Term, side: Side) -> Option<Bound> {
        let interval = self.single.get(&t)?;
        if side == Side::Up { interval.upper } else { interval.negated }
    }

    /// What the structure of a term says of its bound.
    fn structural(
        &self,
        s: &mut TermStore,
        found: &mut Found,
        t: Term,
        side: Side,
        depth: u32,
    ) -> Option<Bound> {
        if let Some(number) = constant(s, t) {
            let number = if side == Side::Up { number } else { number.negated()? };
            return Some(Bound::at_most(number));
        }
        let op = s.op(t).filter(|_| depth > 0)?;
        let args = s.args(t).to_vec();
        match (op, args.as_slice()) {
            (Op::Ite, [_, a, b]) => {
                let a = self.sum_bound(s, found, *a, side, depth - 1)?;
                let b = self.sum_bound(s, found, *b, side, depth - 1)?;
                a.looser(b)
            }
            (Op::IntToReal, [a]) => self.sum_bound(s, found, *a, side, depth - 1),
            (Op::IntMul | Op::RealMul, [a, b]) => self.product(s, found, *a, *b, side, depth - 1),
            (Op::IntMod, [_, b])
                if let Some(n) = constant(s, *b).filter(|n| *n != Number::ZERO) =>
            {
                let size = if n.is_negative() { n.negated()? } else { n };
                let most = Bound::at_most(size.plus(Number::new((-1, 1)))?);
                Some(if side == Side::Up { most } else { Bound::at_most(Number::ZERO) })
            }
            _ => None,
        }
    }

    /// The bound of a term that may be a sum.
    fn sum_bound(
        &self,
        s: &mut TermStore,
        found: &mut Found,
        t: Term,
        side: Side,
        depth: u32,
    ) -> Option<Bound> {
        let zero = match s.sort(t) {
            Sort::Int => s.int(0),
            _ => s.fraction(0, 1),
        };
        let linear = match side {
            Side::Up => s.linear_difference(t, zero)?,
            Side::Down => s.linear_difference(zero, t)?,
        };
        self.interval_sum(s, found, &linear, depth)
    }

    /// The bound of a product of factors that are not negative.
    fn product(
        &self,
        s: &mut TermStore,
        found: &mut Found,
        a: Term,
        b: Term,
        side: Side,
        depth: u32,
    ) -> Option<Bound> {
        let low = [a, b].map(|t| self.bound(s, found, t, Side::Down, depth));
        let [low_a, low_b] = [low[0]?, low[1]?];
        if !low_a.is_below_zero(false) || !low_b.is_below_zero(false) {
            return None;
        }
        let positive = |low: Bound| low.is_below_zero(true);
        match side {
            Side::Down => {
                let number = low_a.number.times(low_b.number)?.negated()?;
                let strict = positive(low_a) && positive(low_b) && (low_a.strict || low_b.strict);
                Some(Bound { number, strict })
            }
            Side::Up => {
                let high_a = self.bound(s, found, a, Side::Up, depth)?;
                let high_b = self.bound(s, found, b, Side::Up, depth)?;
                Some(Bound::at_most(high_a.number.times(high_b.number)?))
            }
        }
    }

    /// The upper bound of a sum, part by part.
    fn interval_sum(
        &self,
        s: &mut TermStore,
        found: &mut Found,
        linear: &Linear,
        depth: u32,
    ) -> Option<Bound> {
        let mut sum = Bound::at_most(Number::new(linear.constant));
        for (t, coefficient) in &linear.parts {
            let coefficient = Number::new(*coefficient);
            let bound = match coefficient.is_negative() {
                false => self.bound(s, found, *t, Side::Up, depth)?.times(coefficient)?,
                true => {
                    self.bound(s, found, *t, Side::Down, depth)?.times(coefficient.negated()?)?
                }
            };
            sum = sum.plus(bound)?;
        }
        Some(sum)
    }

    /// The bound of `x - y` from differences alone.
    fn distance(&self, x: Term, y: Term) -> Option<Bound> {
        let mut best = None;
        let mut reached: Vec<(Term, Bound)> = vec![(x, Bound::at_most(Number::ZERO))];
        let mut next = 0;
        while let Some((at, distance)) = reached.get(next).copied().filter(|_| next < MOST_VISITED)
        {
            next += 1;
            if at == y {
                best = Bound::tighter(best, Some(distance));
                continue;
            }
            for (to, step) in self.above.get(&at).into_iter().flatten() {
                let Some(further) = distance.plus(*step) else { continue };
                if !reached.iter().any(|(t, d)| t == to && !further.is_tighter(*d)) {
                    reached.push((*to, further));
                }
            }
        }
        best
    }

    /// The least upper bound of a sum that is found.
    fn upper(&self, s: &mut TermStore, linear: &Linear) -> Option<Bound> {
        let mut best = self.interval_sum(s, &mut Found::default(), linear, DEPTH);
        let constant = Bound::at_most(Number::new(linear.constant));
        if let Some((x, y, factor)) = pair(linear) {
            let found = self.distance(x, y).and_then(|d| d.times(factor)?.plus(constant));
            best = Bound::tighter(best, found);
        }
        if linear.parts.len() > 1
            && let Some((form, factor)) = scaled(linear)
            && let Some(interval) = self.forms.get(&form)
        {
            let (own, size) = match factor.is_negative() {
                false => (interval.upper, Some(factor)),
                true => (interval.negated, factor.negated()),
            };
            let found = own.and_then(|own| own.times(size?)?.plus(constant));
            best = Bound::tighter(best, found);
        }
        best
    }
}

/// `factor * (x - y)` where a sum of two parts is one, for a positive factor.
fn pair(linear: &Linear) -> Option<(Term, Term, Number)> {
    let &[(a, k), (b, l)] = linear.parts.as_slice() else { return None };
    let (k, l) = (Number::new(k), Number::new(l));
    (k.negated()? == l).then_some(if k.is_negative() { (b, a, l) } else { (a, b, k) })
}

/// The sum without its constant, divided by its first coefficient, and that coefficient.
fn scaled(linear: &Linear) -> Option<(Form, Number)> {
    let first = Number::new(linear.parts.first()?.1);
    let inverse = first.inverse()?;
    let parts = linear.parts.iter().map(|(t, k)| Some((*t, Number::new(*k).times(inverse)?)));
    Some((parts.collect::<Option<Vec<_>>>()?.into(), first))
}

/// The number of a constant of at most 128 bits.
fn constant(s: &TermStore, t: Term) -> Option<Number> {
    match s.sort(t) {
        Sort::Int => s.as_int(t).map(|n| Number::new((n, 1))),
        Sort::Real => {
            let number = s.as_real(t)?;
            let part = |n: &num_bigint::BigInt| i128::try_from(n).ok();
            Some(Number::new((part(number.numer())?, part(number.denom())?)))
        }
        _ => None,
    }
}

impl Facts {
    /// Whether `a <= b` follows, or `a < b` where `strict`.
    pub(super) fn is_below(&self, s: &mut TermStore, a: Term, b: Term, strict: bool) -> bool {
        let Some(linear) = difference(s, a, b, strict) else { return false };
        let strict = strict && s.sort(a) != Sort::Int;
        self.order.upper(s, &linear).is_some_and(|bound| bound.is_below_zero(strict))
    }

    /// Takes over `a <= b`, or `a < b` where `strict`.
    pub(super) fn learn_below(&mut self, s: &mut TermStore, a: Term, b: Term, strict: bool) {
        if self.is_below(s, b, a, !strict) {
            self.contradict();
            return;
        }
        let is_integer = s.sort(a) == Sort::Int;
        let Some(linear) = difference(s, a, b, strict) else { return };
        self.note_sum(linear.clone(), strict && !is_integer);
        let Some(rest) = Number::new(linear.constant).negated() else { return };
        let strict = strict && !is_integer;
        if let Some((x, y, factor)) = pair(&linear) {
            let Some(limit) = factor.inverse().and_then(|inverse| rest.times(inverse)) else {
                return;
            };
            let number = if is_integer { limit.floor() } else { limit };
            let bound = Bound { number, strict };
            self.order.above.entry(x).or_default().push((y, bound));
            self.order.below.entry(y).or_default().push((x, bound));
            self.trail.push(Undo::Order(Forgotten::Edge(x, y)));
            let back = self.order.distance(y, x);
            if number == Number::ZERO && back.is_some_and(|back| back.is_below_zero(false)) {
                self.merge_known(x, y);
            }
            return;
        }
        let Some((form, factor)) = scaled(&linear) else { return };
        let Some(limit) = factor.inverse().and_then(|inverse| rest.times(inverse)) else { return };
        // Of a negative factor it is a lower bound.
        let number = if factor.is_negative() { limit.negated() } else { Some(limit) };
        let Some(number) = number else { return };
        let is_single = form.len() == 1;
        let number = if is_integer && is_single { number.floor() } else { number };
        let bound = Some(Bound { number, strict });
        let narrowed = |old: Interval| match factor.is_negative() {
            false => Interval { upper: Bound::tighter(old.upper, bound), ..old },
            true => Interval { negated: Bound::tighter(old.negated, bound), ..old },
        };
        if is_single {
            let Some((t, _)) = form.first().copied() else { return };
            let old = self.order.single.get(&t).copied().unwrap_or_default();
            let new = narrowed(old);
            self.order.single.insert(t, new);
            self.trail.push(Undo::Order(Forgotten::Single(t, old)));
            if let Some(number) = new.only()
                && let Some(number) = number.whole().filter(|_| is_integer)
            {
                let number = s.int(number);
                self.register(s, number);
                self.merge_known(t, number);
            }
        } else {
            let old = self.order.forms.get(&form).copied().unwrap_or_default();
            self.order.forms.insert(form.clone(), narrowed(old));
            self.trail.push(Undo::Order(Forgotten::Form(form, old)));
        }
    }

    /// Two terms that are known are equal.
    fn merge_known(&mut self, a: Term, b: Term) {
        if let (Some(a), Some(b)) = (self.index.get(&a), self.index.get(&b)) {
            self.jobs.push_back(Job::Merge(*a, *b));
        }
    }

    /// Takes over `a = b`.
    pub(super) fn learn_equal(&mut self, s: &mut TermStore, a: Term, b: Term) {
        self.learn_below(s, a, b, false);
        self.learn_below(s, b, a, false);
    }
}

/// What is at most zero where `a <= b`, or `a < b` if `strict`: of integers plus one for the latter.
fn difference(s: &mut TermStore, a: Term, b: Term, strict: bool) -> Option<Linear> {
    let mut linear = s.linear_difference(a, b)?;
    if strict && s.sort(a) == Sort::Int {
        linear.constant.0 = linear.constant.0.checked_add(1)?;
    }
    Some(linear)
}
