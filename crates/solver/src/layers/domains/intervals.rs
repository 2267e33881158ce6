//! Decides queries about integers whose assertions bound single variables or equal expressions.

use effigy_base::value::Value;
use effigy_term::conjunction::{Bound, Interval, Relation, bound};
use effigy_term::{Model, Term, TermStore};

use crate::query::Answer;

/// What the assertions say about one expression, and which of them say it.
struct Group {
    form: Term,
    interval: Interval,
    members: Vec<(usize, Bound)>,
}

/// The answer when the bounds of one expression contradict each other, or when every assertion bounds a variable.
pub(super) fn decide(store: &mut TermStore, assertions: &[Term]) -> Option<Answer> {
    let mut groups: Vec<Group> = Vec::new();
    let mut all_variables = true;
    for (index, &t) in assertions.iter().enumerate() {
        let Some(bound) = bound(store, t) else {
            all_variables = false;
            continue;
        };
        all_variables &= store.as_variable(bound.form).is_some();
        let place = groups.iter().position(|group| group.form == bound.form);
        let place = place.unwrap_or_else(|| {
            let interval = Interval::default();
            groups.push(Group { form: bound.form, interval, members: Vec::new() });
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(place) {
            group.interval.narrow(&bound);
            group.members.push((index, bound));
        }
    }
    for group in &mut groups {
        let (low, high) = (group.interval.low, group.interval.high);
        group.interval.tighten();
        if group.interval.is_empty() {
            return Some(Answer::Unsat(core(group, low, high)));
        }
    }
    if !all_variables {
        return None;
    }
    let values = groups.iter().map(|g| Some((g.form, Value::int(smallest(&g.interval)?))));
    values.collect::<Option<Model>>().map(Answer::Sat)
}

/// One assertion for each bound, and those that exclude the values between them.
fn core(group: &Group, low: Option<i128>, high: Option<i128>) -> Vec<usize> {
    let says = |relation: Relation, constant: Option<i128>| {
        let fits = move |b: &Bound| {
            Some(b.constant) == constant && [relation, Relation::Equal].contains(&b.relation)
        };
        group.members.iter().find(|(_, b)| fits(b)).map(|(index, _)| *index)
    };
    let bounds = [says(Relation::AtLeast, low), says(Relation::AtMost, high)];
    let crossed = matches!((low, high), (Some(low), Some(high)) if low > high);
    let holes = group.members.iter().filter(|(_, b)| b.relation == Relation::Differs && !crossed);
    let mut core: Vec<usize> =
        bounds.into_iter().flatten().chain(holes.map(|(index, _)| *index)).collect();
    core.sort_unstable();
    core.dedup();
    core
}

/// The value nearest to zero, the positive one of two.
fn smallest(interval: &Interval) -> Option<i128> {
    let low = interval.low.unwrap_or(i128::MIN);
    let high = interval.high.unwrap_or(i128::MAX);
    let start = 0.clamp(low, high);
    let fits = |n: &i128| (low..=high).contains(n) && !interval.holes.contains(n);
    (0..=interval.holes.len() as i128)
        .flat_map(|step| [start.checked_add(step), start.checked_sub(step)])
        .flatten()
        .find(fits)
}
