//! Arrays that a solver describes by an expression over the index: `(lambda ((x Int)) (ite (<= 3 x) 5 0))`.

use effigy_base::eval;
use effigy_base::op::Op;
use effigy_base::sort::Scalar;
use effigy_base::value::{ArrayValue, Value};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::sexpr::{Expressions, Place};

/// Indices that are tabulated at most, about.
const MOST_INDICES: i128 = 4096;

/// How far around each number that occurs indices are tabulated.
const AROUND: i128 = 8;

/// How deep conditions nest.
const DEEPEST: u32 = 64;

/// An array as a function of its index, an integer.
pub(super) struct Lambda<'a> {
    all: &'a Expressions<'a>,
    parameter: &'a str,
    body: Place,
    element: Scalar,
}

impl<'a> Lambda<'a> {
    /// Reads a function of one integer.
    pub fn parse(all: &'a Expressions<'a>, place: Place, element: Scalar) -> Option<Self> {
        let [lambda, parameters, body] = *all.list(place)? else { return None };
        let [parameter] = *all.list(parameters)? else { return None };
        let [name, sort] = *all.list(parameter)? else { return None };
        (all.atom(lambda) == Some("lambda") && all.atom(sort) == Some("Int")).then_some(())?;
        Some(Self { all, parameter: all.atom(name)?, body, element })
    }

    /// The array at and around the numbers that occur in the function and in `others`; elsewhere its value below all of
    /// them, or above all when `above`. `None` when the function is of another form.
    pub fn tabulate(&self, others: &[i128], above: bool) -> Option<ArrayValue> {
        let mut numbers: Vec<i128> = others.to_vec();
        numbers.extend(self.all.atoms().filter_map(|atom| atom.parse::<i128>().ok()));
        numbers.extend(numbers.clone().iter().filter_map(|n| n.checked_neg()));
        numbers.push(0);
        numbers.sort_unstable();
        numbers.dedup();
        let (first, last) = (*numbers.first()?, *numbers.last()?);
        let far = if above { last.checked_add(AROUND)? } else { first.checked_sub(AROUND)? };
        let around =
            |(low, high): (i128, i128)| low.saturating_sub(AROUND)..=high.saturating_add(AROUND);
        let is_short = last.checked_sub(first).is_some_and(|span| span < MOST_INDICES);
        let ranges: Vec<(i128, i128)> = match is_short {
            true => vec![(first, last)],
            false => numbers.iter().map(|n| (*n, *n)).collect(),
        };
        if ranges.len() as i128 * AROUND > MOST_INDICES {
            return None;
        }
        let mut array = ArrayValue::new(Scalar::Int, self.at(far)?);
        for index in ranges.into_iter().flat_map(around) {
            array.store(Value::int(index), self.at(index)?);
        }
        Some(array)
    }

    fn at(&self, index: i128) -> Option<Value> {
        let scope = Scope { lambda: self, index: Value::int(index) };
        let mut names = FxHashMap::default();
        let value = scope.value(self.body, &mut names, DEEPEST)?;
        (value.sort() == self.element.into()).then_some(value)
    }
}

/// A function at one index.
struct Scope<'a> {
    lambda: &'a Lambda<'a>,
    index: Value,
}

impl<'a> Scope<'a> {
    fn value(
        &self,
        mut place: Place,
        names: &mut FxHashMap<&'a str, Place>,
        depth: u32,
    ) -> Option<Value> {
        let all = self.lambda.all;
        let depth = depth.checked_sub(1)?;
        loop {
            if let Some(atom) = all.atom(place) {
                match names.get(atom) {
                    Some(bound) => place = *bound,
                    None => return self.atom(atom),
                }
                continue;
            }
            let items = all.list(place)?;
            let (head, args) = items.split_first()?;
            match (all.atom(*head)?, args) {
                ("let", [bindings, body]) => {
                    for binding in all.list(*bindings)? {
                        let [name, bound] = *all.list(*binding)? else { return None };
                        names.insert(all.atom(name)?, bound);
                    }
                    place = *body;
                }
                ("ite", [condition, yes, no]) => {
                    let holds = self.value(*condition, names, depth)?.as_bool()?;
                    place = if holds { *yes } else { *no };
                }
                (head, args) => {
                    let values = args.iter().map(|arg| self.value(*arg, names, depth));
                    return application(head, values.collect::<Option<Vec<Value>>>()?);
                }
            }
        }
    }

    fn atom(&self, atom: &str) -> Option<Value> {
        match atom {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ if atom == self.lambda.parameter => Some(self.index.clone()),
            _ => BigInt::parse_bytes(atom.as_bytes(), 10).map(Value::Int),
        }
    }
}

/// An operator on values; those of two arguments take more, from the left.
fn application(head: &str, values: Vec<Value>) -> Option<Value> {
    let (op, swapped) = match head {
        ">=" => (Op::IntLe, true),
        ">" => (Op::IntLt, true),
        "-" if values.len() == 1 => {
            return eval::eval(Op::IntSub, &[Value::int(0), values.into_iter().next()?]);
        }
        _ => (*Op::ALL.iter().find(|op| op.name() == head && op.arity() <= 2)?, false),
    };
    let mut values = values.into_iter();
    let first = values.next()?;
    if op.arity() == 1 {
        return eval::eval(op, &[first]).filter(|_| values.next().is_none());
    }
    values.try_fold(first, |a, b| eval::eval(op, &if swapped { [b, a] } else { [a, b] }))
}
