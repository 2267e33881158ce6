//! Values under which an obligation fails, as far as the solver gives some.

use crate::logic::Logic;
use crate::state::{Content, Resource, State};
use crate::symbols;
use crate::terms::Terms;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::Term;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Values that are asked for, at most.
const MOST: usize = 40;

/// The values of variables and fields after the last question, in the names of the program.
pub(crate) fn values(terms: &mut Terms<'_>, logic: &mut Logic, s: &State) -> Vec<(String, String)> {
    let mut named = named_terms(terms, s);
    named.truncate(MOST);
    let null = terms.null();
    let mut asked = vec![null];
    asked.extend(named.iter().map(|(_, t)| *t));
    let mut values = logic.solver.model(terms, &asked).into_iter();
    let mut objects = BTreeMap::new();
    if let Some(Some(Value::Element { name, .. })) = values.next() {
        objects.insert(name.to_string(), "null".to_owned());
    }
    let mut shown = Vec::new();
    for ((name, _), value) in named.into_iter().zip(values) {
        let text = match value {
            Some(Value::Element { name, .. }) => {
                let next = format!("r{}", objects.len());
                objects.entry(name.to_string()).or_insert(next).clone()
            }
            Some(value) => value.to_string(),
            None => continue,
        };
        shown.push((name, text));
    }
    shown
}

/// What has a name and a value that can be shown: variables, and fields of those that are objects.
fn named_terms(terms: &Terms<'_>, s: &State) -> Vec<(String, Term)> {
    let locals = terms.locals(s.store.member);
    let mut named: Vec<(String, Term)> = Vec::new();
    let mut objects: BTreeMap<Term, String> = BTreeMap::new();
    for (local, t) in s.store.values() {
        let Some(declared) = locals.get(local) else { continue };
        let name = declared.name.to_string();
        if terms.sort(t) == symbols::reference() {
            objects.entry(t).or_insert_with(|| name.clone());
        }
        named.push((name, t));
    }
    let mut known = FxHashSet::default();
    // A field of a field has a name when the object before it has one.
    for _ in 0..2 {
        for chunk in s.heap.iter() {
            let (Resource::Field(_), Content::One { arguments, snapshot }) =
                (chunk.resource, &chunk.content)
            else {
                continue;
            };
            let Some(receiver) = arguments.first().and_then(|t| objects.get(t)) else {
                continue;
            };
            let name = format!("{receiver}.{}", terms.resource_name(chunk.resource));
            if terms.sort(*snapshot) == symbols::reference() {
                objects.entry(*snapshot).or_insert_with(|| name.clone());
            }
            if known.insert(name.clone()) {
                named.push((name, *snapshot));
            }
        }
    }
    let reference = symbols::reference();
    let can_be_shown =
        |sort| matches!(sort, Sort::Bool | Sort::Int | Sort::Real) || sort == reference;
    named.retain(|(_, t)| can_be_shown(terms.sort(*t)));
    named
}
