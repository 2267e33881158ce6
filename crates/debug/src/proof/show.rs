//! What a session about proofs says.

use super::{Refused, shown};
use crate::item::Item;
use crate::words::nearest;
use effigy_base::outline::{Style, draw};
use effigy_session::debug::{Shown, Spot};
use effigy_session::prove::{
    FailureOutcome, MemberOutcome, ProofStatus, StepOutcome, VisitOutcome, Walk,
};
use std::convert::Infallible;

/// The states of the sides of a fork are set in, up to a depth.
const STYLE: Style =
    Style { branch: "  ", last: "  ", stem: "  ", gap: "  ", deepest: 20, numbered: false };

/// Characters of a statement that are shown.
const LONGEST: usize = 100;

/// The verdict of a member in a sentence.
pub(super) fn verdict(member: &MemberOutcome) -> String {
    let head = format!("{} {}: {}", member.kind_name(), member.name, member.status.name());
    match (member.failures.len(), member.reason.is_empty()) {
        (0, true) => head,
        (0, false) => format!("{head}, {}", member.reason),
        (1, _) => format!("{head}; `failure 1` goes to where it fails"),
        (n, _) => format!("{head}, {n} failures; `failures` lists them"),
    }
}

/// A failure: what, where, and what the heap holds.
pub(super) fn failure(failure: &FailureOutcome) -> String {
    let place = &failure.conjunct.place;
    let mut text =
        format!("{}\n  line {}: {}", failure.message, place.line, line(&failure.conjunct.text));
    text.push_str(&format!("\n  {}", failure.id));
    if failure.status == ProofStatus::Unknown {
        text.push_str(&format!(", unknown: {}", failure.reason));
    }
    write_held(&mut text, failure);
    text
}

/// Why an assertion that was typed does not hold.
pub(super) fn denial(failure: &FailureOutcome) -> String {
    let mut text =
        format!("it does not follow: {}: {}", line(&failure.conjunct.text), failure.message);
    if failure.status == ProofStatus::Unknown {
        text.push_str(&format!("; unknown: {}", failure.reason));
    }
    write_held(&mut text, failure);
    text
}

/// What the heap holds where it fails, and values under which it does.
fn write_held(text: &mut String, failure: &FailureOutcome) {
    for chunk in &failure.chunks {
        text.push_str(&format!("\n  the heap has {chunk}"));
    }
    for value in &failure.counterexample {
        text.push_str(&format!("\n  with {} = {}", value.name, value.text));
    }
}

/// The first line of a text, cut when it is long.
fn line(text: &str) -> String {
    let first = text.lines().next().unwrap_or("");
    match first.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", first.get(..end).unwrap_or(first)),
        None => first.to_owned(),
    }
}

/// A side that was taken.
pub(super) fn taken(step: &StepOutcome) -> String {
    format!("line {}: {}", step.place.place.line, step.taken)
}

/// Where the session stands.
pub(super) fn place(why: &str, number: usize, visit: &VisitOutcome, walk: &Walk) -> Item {
    let place = &visit.state.place.place;
    let state = format!("state {}", number + 1);
    let why = if why.is_empty() { state } else { format!("{why}, {state}") };
    if visit.last {
        return Item::Note(format!("{why}: the path ends here, line {}", place.line));
    }
    let spot = Spot {
        procedure: walk.member.name.clone(),
        number: place.line,
        file: place.file.clone(),
        line: place.line,
        column: place.column,
        text: line(&visit.state.place.text),
        depth: 1,
    };
    Item::Before { why, spot, numbered: false }
}

/// The ways on from a state.
pub(super) fn choices(ways: &[usize], walk: &Walk) -> String {
    let mut lines = vec!["the proof goes several ways:".to_owned()];
    for (way, next) in ways.iter().enumerate() {
        let next = walk.visits.get(*next);
        let sides = next.map_or(&[][..], |next| &next.taken[..]);
        let said: Vec<String> = sides.iter().map(taken).collect();
        let said = match (said.is_empty(), next) {
            (true, Some(next)) => format!("on at line {}", next.state.place.place.line),
            _ => said.join(", "),
        };
        lines.push(format!("  {}: {said}", way + 1));
    }
    lines.push("choose: `go 1`, or `go true` and `go false` for the first two".to_owned());
    lines.join("\n")
}

/// Why nothing follows a state.
pub(super) fn why_over(visit: Option<&VisitOutcome>, member: &MemberOutcome) -> Refused {
    match visit {
        Some(visit) if !visit.failures.is_empty() => "the proof ends here: it fails".to_owned(),
        Some(visit) if visit.last => "the path ends here; `back` or `restart`".to_owned(),
        _ if member.status == ProofStatus::Proved => {
            "nothing goes on from here: no execution comes behind this statement".to_owned()
        }
        _ => "the proof did not go on from here: it failed before, or nothing comes behind this \
              statement"
            .to_owned(),
    }
}

/// A part of a state, as a command names it.
pub(super) fn part(
    name: &str,
    rest: &str,
    visit: &VisitOutcome,
    walk: &Walk,
    path: &[usize],
) -> Result<Item, Refused> {
    let state = &visit.state;
    if !rest.is_empty() && !["old", "examine"].contains(&name) {
        return Err("nothing more is expected here".to_owned());
    }
    Ok(match name {
        "variables" => Item::Variables(shown(&state.store)),
        "heap" => chunks("the heap is empty", &state.heap),
        "old" if rest.is_empty() => chunks("the heap was empty at the start", &state.old_heap),
        "old" => {
            let found = state.labelled.iter().find(|(label, _)| label == rest);
            let labels = state.labelled.iter().map(|(label, _)| label.as_str());
            let hint = nearest(rest, labels).map_or(String::new(), |l| format!("; is it `{l}`?"));
            let (_, heap) = found.ok_or_else(|| format!("no label `{rest}` was passed{hint}"))?;
            chunks("the heap was empty there", heap)
        }
        "pc" => chunks("nothing is assumed", &state.condition),
        "where" => {
            let visits = path.iter().filter_map(|at| walk.visits.get(*at));
            let sides: Vec<String> = visits.flat_map(|v| &v.taken).map(taken).collect();
            chunks("the path took no side yet", &sides)
        }
        "examine" => Item::Value(Shown { name: rest.to_owned(), value: examine(rest, visit)? }),
        _ => {
            let mut lines: Vec<String> =
                state.store.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let mut add = |label: &str, list: &[String]| {
                lines.extend(list.iter().map(|text| format!("{label:5} {text}")));
            };
            add("heap", &state.heap);
            add("old", &state.old_heap);
            for (label, heap) in &state.labelled {
                add(label, heap);
            }
            add("pc", &state.condition);
            chunks("the state is empty", &lines)
        }
    })
}

fn chunks(nothing: &str, lines: &[String]) -> Item {
    Item::Note(if lines.is_empty() { nothing.to_owned() } else { lines.join("\n") })
}

/// The value of a variable, or of a field by the chunk that names it.
fn examine(text: &str, visit: &VisitOutcome) -> Result<String, Refused> {
    let state = &visit.state;
    let mut parts = text.split('.').map(str::trim);
    let first = parts.next().unwrap_or("");
    let named = state.store.iter().find(|(name, _)| name == first);
    let mut value = match named {
        Some((_, value)) => value.clone(),
        None if first == "null" => first.to_owned(),
        None => {
            let names = state.store.iter().map(|(name, _)| name.as_str());
            let hint = nearest(first, names).map_or(String::new(), |n| format!("; is it `{n}`?"));
            return Err(format!("there is no variable `{first}` in this state{hint}"));
        }
    };
    for field in parts {
        let start = format!("{value}.{field} |-> ");
        let found = state.heap.iter().find_map(|chunk| chunk.strip_prefix(&start));
        let held =
            found.map(|held| held.rsplit_once(" # ").map_or(held, |(value, _)| value).to_owned());
        value = held.ok_or_else(|| {
            format!(
                "no chunk of the heap is `{value}.{field}` by name; `heap` shows them, and \
                 `check acc({text}, wildcard)` asks whether there is permission"
            )
        })?;
    }
    Ok(value)
}

/// The tree of states: a line for each state, set in behind each fork.
pub(super) fn tree(walk: &Walk) -> String {
    let mut out = Vec::new();
    let roots = walk.visits.iter().enumerate().filter(|(_, visit)| visit.before.is_none());
    let drawn = draw(STYLE, roots.map(|(number, _)| number), |root, spot| {
        let mut stretch = Some(root);
        while let Some(number) = stretch.take() {
            let Some(visit) = walk.visits.get(number) else { break };
            let mut text = String::new();
            spot.push_before(&mut text);
            push_visit(&mut text, number, visit);
            out.push(text);
            match visit.after.as_slice() {
                [only] => stretch = Some(*only),
                sides => sides.iter().for_each(|side| spot.add(*side)),
            }
        }
        Ok::<(), Infallible>(())
    });
    let Ok(()) = drawn;
    out.join("\n")
}

fn push_visit(text: &mut String, number: usize, visit: &VisitOutcome) {
    let place = &visit.state.place;
    text.push_str(&format!("{}: ", number + 1));
    match visit.last {
        true => text.push_str(&format!("line {}, the end of the path", place.place.line)),
        false => text.push_str(&format!("line {}  {}", place.place.line, line(&place.text))),
    }
    if let Some(side) = visit.taken.last() {
        text.push_str(&format!("  ({})", taken(side)));
    }
    if !visit.failures.is_empty() {
        text.push_str("  FAILS");
    }
}
