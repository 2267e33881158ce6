//! Smaller values one at a time, tried by evaluation.

use effigy_base::bits::BitVec;
use effigy_base::value::{ArrayValue, Value};
use effigy_term::{Evaluator, Model, Role, Term, TermStore};
use num_bigint::{BigInt, Sign};

#[cfg(test)]
mod tests;

/// Magnitudes that are tried one by one; larger ones by halves.
const NEAR: i64 = 8;
/// Evaluations of the condition.
const MOST_TRIALS: usize = 500;
/// Instances of quantifiers that are evaluated in all trials together.
const MOST_INSTANCES: u64 = 1_000_000;

/// The search over a condition.
pub(super) struct Descent<'s> {
    pub store: &'s mut TermStore,
    pub condition: &'s [Term],
    pub evaluator: Evaluator,
}

/// The work that a search may still do.
struct Left {
    trials: usize,
    instances: u64,
}

impl Left {
    fn is_spent(&self) -> bool {
        self.trials == 0 || self.instances == 0
    }
}

/// A value of a model.
#[derive(Clone)]
enum Place {
    Scalar(Term),
    Default(Term),
    Element(Term, Value),
}

impl Descent<'_> {
    /// A model in which no value can be replaced by a smaller one alone, as far as the limits of work allow.
    pub fn run(&mut self, mut model: Model) -> Model {
        let mut left = Left { trials: MOST_TRIALS, instances: MOST_INSTANCES };
        loop {
            let mut changed = false;
            for place in self.places(&model) {
                changed |= self.lower(&mut model, &place, &mut left);
            }
            if !changed || left.is_spent() {
                return model;
            }
        }
    }

    /// The values of a model, references first.
    fn places(&mut self, model: &Model) -> Vec<Place> {
        let mut variables: Vec<Term> = Vec::new();
        for t in self.condition {
            for variable in self.store.variables(*t).iter() {
                if !variables.contains(variable) {
                    variables.push(*variable);
                }
            }
        }
        let role = |t: &Term| self.store.as_variable(*t).map(|info| info.role);
        variables.retain(|t| matches!(role(t), Some(Role::Input | Role::Reference | Role::Length)));
        variables.sort_by_key(|t| role(t) != Some(Role::Reference));
        let mut places = Vec::new();
        for variable in variables {
            match model.get(variable) {
                Some(Value::Array(array)) => {
                    places.push(Place::Default(variable));
                    let keys = array.entries().map(|(key, _)| key.clone());
                    places.extend(keys.map(|key| Place::Element(variable, key)));
                }
                Some(_) => places.push(Place::Scalar(variable)),
                None => {}
            }
        }
        places
    }

    fn lower(&mut self, model: &mut Model, place: &Place, left: &mut Left) -> bool {
        let Some(now) = read(model, place) else { return false };
        let Some(number) = super::number(&now) else { return false };
        let size = number.magnitude().clone();
        let mut holds = |number: BigInt| {
            let Some(value) = of(&now, &number).filter(|_| !left.is_spent()) else { return false };
            left.trials -= 1;
            let changed = written(model, place, value);
            self.evaluator.reset();
            let all = self.condition.iter();
            let holds =
                all.clone().all(|t| self.evaluator.truth(self.store, *t, &changed) == Some(true));
            left.instances = left.instances.saturating_sub(self.evaluator.instances());
            if holds {
                *model = changed;
            }
            holds
        };
        for small in 0..=NEAR {
            for candidate in [BigInt::from(small), BigInt::from(-small)] {
                let smaller = (candidate.magnitude(), candidate.sign() == Sign::Minus)
                    < (&size, number.sign() == Sign::Minus);
                if !smaller {
                    return false;
                }
                if holds(candidate) {
                    return true;
                }
            }
        }
        let (mut fails, mut works) = (BigInt::from(NEAR), BigInt::from(size));
        let mut changed = false;
        while &works - &fails > BigInt::from(1) {
            let middle: BigInt = (&works + &fails) / 2;
            let signed =
                if number.sign() == Sign::Minus { -middle.clone() } else { middle.clone() };
            match holds(signed) {
                true => (works, changed) = (middle, true),
                false => fails = middle,
            }
        }
        changed
    }
}

fn read(model: &Model, place: &Place) -> Option<Value> {
    match place {
        Place::Scalar(t) => model.get(*t).cloned(),
        Place::Default(t) => Some(model.get(*t)?.as_array()?.default_element().clone()),
        Place::Element(t, key) => Some(model.get(*t)?.as_array()?.select(key).clone()),
    }
}

fn written(model: &Model, place: &Place, value: Value) -> Model {
    let mut changed = model.clone();
    let old = |t: &Term| model.get(*t).and_then(Value::as_array);
    match place {
        Place::Scalar(t) => changed.set(*t, value),
        Place::Default(t) => {
            if let Some(array) = old(t) {
                let mut new = ArrayValue::new(array.index(), value);
                for (key, element) in array.entries() {
                    new.store(key.clone(), element.clone());
                }
                changed.set(*t, Value::Array(new));
            }
        }
        Place::Element(t, key) => {
            if let Some(array) = old(t) {
                let mut new = array.clone();
                new.store(key.clone(), value);
                changed.set(*t, Value::Array(new));
            }
        }
    }
    changed
}

/// A number as a value of the sort of another one; `None` where it does not fit.
fn of(like: &Value, number: &BigInt) -> Option<Value> {
    match like {
        Value::Int(_) => Some(Value::int(number.clone())),
        Value::BitVec(bits) => {
            let modulus = BigInt::from(1) << bits.width();
            let unsigned =
                if number.sign() == Sign::Minus { number + &modulus } else { number.clone() };
            let unsigned = unsigned.to_biguint().filter(|_| unsigned < modulus)?;
            Some(Value::BitVec(BitVec::from_big(bits.width(), &unsigned)))
        }
        _ => None,
    }
}
