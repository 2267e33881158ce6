//! Evaluation under many models at once.

use std::sync::Arc;

use effigy_base::eval;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use rustc_hash::FxHashMap;

use crate::evaluate::is_word;
use crate::node::Term;
use crate::store::{Kind, TermStore};

/// Models that a batch holds.
pub const LANES: usize = 256;

/// The values of one term, by model.
type Lane = [u64; LANES];

/// How much longer an operator on wide words or floats takes than one on words.
const WORK_OF_WIDE: usize = 8;

/// Boolean or bit-vector terms made ready to be evaluated under many models at once: a value of each of their subterms
/// for each model, computed one operator after the other. All sides of an `ite` are evaluated, so this pays for
/// hundreds of models; see [`crate::Evaluator`] for one.
#[derive(Debug)]
pub struct Batch {
    /// Where the values of a variable or a subterm are.
    places: FxHashMap<Term, usize>,
    steps: Vec<Step>,
    /// The variables' values, then those of the steps: their lower 64 bits.
    lanes: Vec<Lane>,
    /// The bits above, of those that have more.
    high: FxHashMap<usize, Box<Lane>>,
    variables: usize,
    root: usize,
    /// How many steps have their values under the variables as they are set.
    evaluated: usize,
    /// Under how many models.
    models: usize,
}

#[derive(Debug)]
enum Step {
    /// A constant: its lane is filled when it is made.
    Constant,
    Apply {
        op: Op,
        width: u32,
        args: [Argument; 3],
    },
    /// An operator on floats, or of which something has more than 64 bits.
    Wide {
        op: Op,
        arity: usize,
        widths: [u32; 3],
        places: [usize; 3],
    },
    /// An element of a constant table.
    Element {
        elements: Arc<[u64]>,
        default: u64,
        index: usize,
    },
}

#[derive(Clone, Copy, Default, Debug)]
struct Argument {
    place: usize,
    width: u32,
}

impl Batch {
    /// The term over these variables. `None` when it has more than 64 bits, or when a subterm is neither a Boolean nor a
    /// bit-vector of at most 128 bits, or is a variable that is not listed.
    pub fn new(store: &TermStore, root: Term, variables: &[Term]) -> Option<Self> {
        let mut batch = Self::over(store, variables);
        batch.turn_to(store, root, usize::MAX)?;
        Some(batch)
    }

    /// No term yet, over these variables.
    pub fn over(store: &TermStore, variables: &[Term]) -> Self {
        let places = variables.iter().enumerate().map(|(place, t)| (*t, place));
        Self {
            places: places.filter(|(t, _)| is_word(store.sort(*t))).collect(),
            steps: Vec::new(),
            lanes: vec![[0; LANES]; variables.len()],
            high: FxHashMap::default(),
            variables: variables.len(),
            root: 0,
            evaluated: 0,
            models: 0,
        }
    }

    /// Evaluates this term from now on. What it shares with the terms before is not evaluated again while the
    /// variables' values stay.
    ///
    /// `None` as in [`Batch::new`], and when it has more than `most` subterms that are new; the term is as before then.
    pub fn turn_to(&mut self, store: &TermStore, root: Term, most: usize) -> Option<()> {
        if !is_word(store.sort(root)) {
            return None;
        }
        let most = self.steps.len().saturating_add(most);
        let mut pending = vec![root];
        while let Some(&t) = pending.last() {
            if self.places.contains_key(&t) {
                pending.pop();
                continue;
            }
            if self.steps.len().saturating_add(pending.len()) > most {
                return None;
            }
            let waiting = pending.len();
            let places = &self.places;
            let mut place = |t: Term| {
                let place = places.get(&t).copied();
                if place.is_none() {
                    pending.push(t);
                }
                place
            };
            let (step, value) = self.step(store, t, &mut place)?;
            if pending.len() == waiting {
                pending.pop();
                let place = self.lanes.len();
                self.places.insert(t, place);
                self.lanes.push([value as u64; LANES]);
                if !is_word(store.sort(t)) {
                    self.high.insert(place, Box::new([(value >> 64) as u64; LANES]));
                }
                self.steps.push(step);
            }
        }
        self.root = self.places.get(&root).copied()?;
        Some(())
    }

    /// What computes a term, and its value if it is a constant. `place` is asked for what it needs.
    fn step(
        &self,
        store: &TermStore,
        t: Term,
        place: &mut impl FnMut(Term) -> Option<usize>,
    ) -> Option<(Step, u128)> {
        let stored = store.stored(t);
        let width = match stored.sort {
            Sort::Bool => 1,
            Sort::BitVec(width @ ..=128) => width,
            _ => return None,
        };
        Some(match &stored.kind {
            Kind::Word(bits) => (Step::Constant, u128::from(*bits)),
            Kind::Wide(bits) => (Step::Constant, bits.to_u128()?),
            Kind::App(Op::Select, [array, index, _]) => {
                let Kind::Table(table) = &store.stored(*array).kind else { return None };
                let (elements, default) = (table.elements.clone(), table.default_bits()?);
                if width > 64 || !is_word(store.sort(*index)) {
                    return None;
                }
                let index = place(*index).unwrap_or_default();
                (Step::Element { elements, default, index }, 0)
            }
            Kind::App(op, terms) => {
                let mut args = [Argument::default(); 3];
                for (arg, t) in args.iter_mut().zip(terms.iter().take(op.arity())) {
                    let place = place(*t).unwrap_or_default();
                    *arg = Argument { place, width: store.sort(*t).width()? };
                }
                let widest = args.iter().map(|arg| arg.width).fold(width, u32::max);
                let step = match op.is_floating_point() || widest > 64 {
                    true => Step::Wide {
                        op: *op,
                        arity: op.arity(),
                        widths: args.map(|arg| arg.width),
                        places: args.map(|arg| arg.place),
                    },
                    false => Step::Apply { op: *op, width, args },
                };
                (step, 0)
            }
            _ => return None,
        })
    }

    /// How many operators are evaluated for each model.
    pub fn operators(&self) -> usize {
        self.steps.len()
    }

    /// What evaluating them takes for each model, in operators on words.
    pub fn work(&self) -> usize {
        let wide = self.steps.iter().filter(|step| matches!(step, Step::Wide { .. })).count();
        self.steps.len() + wide * (WORK_OF_WIDE - 1)
    }

    /// The values of a variable, to be set before a run.
    pub fn variable(&mut self, place: usize) -> Option<&mut [u64; LANES]> {
        self.evaluated = 0;
        self.lanes.get_mut(..self.variables)?.get_mut(place)
    }

    /// The values of the term under the first `models` models. `None` for an operator that has no value.
    pub fn run(&mut self, models: usize) -> Option<&[u64]> {
        let models = models.min(LANES);
        if models > self.models {
            self.evaluated = 0;
        }
        if self.evaluated == 0 {
            self.models = models;
        }
        for (index, step) in self.steps.iter().enumerate().skip(self.evaluated) {
            let (known, rest) = self.lanes.split_at_mut(self.variables + index);
            let results = rest.first_mut()?.get_mut(..self.models)?;
            match step {
                Step::Constant => {}
                Step::Element { elements, default, index } => {
                    for (result, index) in results.iter_mut().zip(known.get(*index)?) {
                        let element = usize::try_from(*index).ok().and_then(|i| elements.get(i));
                        *result = element.copied().unwrap_or(*default);
                    }
                }
                Step::Apply { op, width, args } => apply(*op, *width, args, known, results)?,
                Step::Wide { op, arity, widths, places } => {
                    let place = self.variables + index;
                    let mut high = self.high.remove(&place);
                    let high_of = |place| self.high.get(&place).map(|lane| &**lane);
                    let words = places.map(|place| (known.get(place), high_of(place)));
                    let done = apply_wide(*op, widths.get(..*arity)?, &words, results, &mut high);
                    self.high.extend(high.map(|high| (place, high)));
                    done?;
                }
            }
            self.evaluated = index + 1;
        }
        self.lanes.get(self.root)?.get(..models)
    }
}

/// Evaluates an operator under each model.
fn apply(
    op: Op,
    width: u32,
    args: &[Argument; 3],
    known: &[Lane],
    results: &mut [u64],
) -> Option<()> {
    let [x, y, z] = args;
    let lane = |arg: &Argument| known.get(arg.place);
    let w = x.width;
    let (a, b) = (lane(x)?, lane(y)?);
    let r = &mut *results;
    match op {
        Op::Not => each(r, a, b, |a, _| a ^ 1),
        Op::And | Op::BvAnd => each(r, a, b, |a, b| a & b),
        Op::Or | Op::BvOr => each(r, a, b, |a, b| a | b),
        Op::Xor | Op::BvXor => each(r, a, b, |a, b| a ^ b),
        Op::Eq => each(r, a, b, |a, b| u64::from(a == b)),
        Op::BvNot => each(r, a, b, |a, _| eval::not(w, a)),
        Op::BvNeg => each(r, a, b, |a, _| eval::neg(w, a)),
        Op::BvAdd => each(r, a, b, |a, b| eval::add(w, a, b)),
        Op::BvSub => each(r, a, b, |a, b| eval::sub(w, a, b)),
        Op::BvMul => each(r, a, b, |a, b| eval::mul(w, a, b)),
        Op::BvUdiv => each(r, a, b, |a, b| eval::udiv(w, a, b)),
        Op::BvUrem => each(r, a, b, |a, b| eval::urem(w, a, b)),
        Op::BvSdiv => each(r, a, b, |a, b| eval::sdiv(w, a, b)),
        Op::BvSrem => each(r, a, b, |a, b| eval::srem(w, a, b)),
        Op::BvShl => each(r, a, b, |a, b| eval::shl(w, a, b)),
        Op::BvLshr => each(r, a, b, |a, b| eval::lshr(w, a, b)),
        Op::BvUlt => each(r, a, b, |a, b| u64::from(a < b)),
        Op::BvUle => each(r, a, b, |a, b| u64::from(a <= b)),
        Op::BvSlt => each(r, a, b, |a, b| u64::from(eval::slt(w, a, b))),
        Op::BvSle => each(r, a, b, |a, b| u64::from(eval::sle(w, a, b))),
        Op::ZeroExtend { .. } => each(r, a, b, |a, _| a),
        Op::SignExtend { .. } => each(r, a, b, |a, _| eval::sext(w, width, a)),
        Op::Extract { lo, .. } => each(r, a, b, |a, _| eval::trunc(width, a >> lo)),
        Op::Concat => {
            let low = y.width;
            each(r, a, b, |a, b| (a << low) | b);
        }
        Op::Ite => {
            let sides = b.iter().zip(lane(z)?);
            for (r, (c, (yes, no))) in results.iter_mut().zip(a.iter().zip(sides)) {
                *r = if *c == 0 { *no } else { *yes };
            }
        }
        _ => {
            let c = lane(z)?;
            let widths = args.map(|arg| arg.width);
            let widths = widths.get(..op.arity())?;
            for (model, r) in results.iter_mut().enumerate() {
                let words = [a.get(model)?, b.get(model)?, c.get(model)?].map(|w| u128::from(*w));
                let bits = eval::eval_scalar(op, widths, words.get(..op.arity())?)?;
                *r = u64::try_from(bits).ok()?;
            }
        }
    }
    Some(())
}

/// The same of an operator on words of up to 128 bits, each of which comes in two halves.
fn apply_wide(
    op: Op,
    widths: &[u32],
    words: &[(Option<&Lane>, Option<&Lane>); 3],
    results: &mut [u64],
    high: &mut Option<Box<Lane>>,
) -> Option<()> {
    for (model, result) in results.iter_mut().enumerate() {
        let word = |(low, high): &(Option<&Lane>, Option<&Lane>)| {
            let half = |lane: Option<&Lane>| lane.and_then(|lane| lane.get(model)).copied();
            let low = u128::from(half(*low).unwrap_or_default());
            u128::from(half(*high).unwrap_or_default()) << 64 | low
        };
        let args = [word(&words[0]), word(&words[1]), word(&words[2])];
        let bits = eval::eval_scalar(op, widths, args.get(..widths.len())?)?;
        *result = bits as u64;
        if let Some(high) = high.as_mut().and_then(|lane| lane.get_mut(model)) {
            *high = (bits >> 64) as u64;
        }
    }
    Some(())
}

#[inline]
fn each(results: &mut [u64], a: &Lane, b: &Lane, f: impl Fn(u64, u64) -> u64) {
    results.iter_mut().zip(a.iter().zip(b)).for_each(|(result, (a, b))| *result = f(*a, *b));
}
