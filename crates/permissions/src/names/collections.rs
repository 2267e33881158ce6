//! Sequences, sets, multisets and maps as Viper writes them.

/// How tightly a text holds together where it is an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A name, a call, something in brackets.
    Atom,
    /// `a ++ b`: an operand of comparisons as it is.
    Sum,
    /// `x in s`: a condition, an operand of `&&` and `||` as it is.
    Condition,
    /// `x in s` of a multiset: a number, which is always in parentheses.
    Count,
}

/// Functions of the theories of collections that no program has: the proof's own instances.
pub(crate) const PRIVATE: [&str; 8] = [
    "Seq_.met",
    "Seq_.find",
    "Seq_.differ",
    "Set_.witness",
    "Set_.some",
    "Multiset_.witness",
    "Multiset_.some",
    "Map_.differ",
];

/// Whether a function belongs to the theory of a collection.
pub(crate) fn is_known(function: &str) -> bool {
    let theory = function.split_once("_.").map_or("", |(theory, _)| theory);
    ["Seq", "Set", "Multiset", "Map", "Indices", "Interval"].contains(&theory)
}

/// Whether a condition only says how long a literal is.
pub(crate) fn is_of_a_literal(line: &str) -> bool {
    let Some((size, length)) = line.strip_prefix('|').and_then(|rest| rest.split_once("| == "))
    else {
        return false;
    };
    is_literal(size, "Seq") && length.chars().all(|c| c.is_ascii_digit())
}

/// The term of a function of a theory, given its arguments and the text around it; `types` is `<Int>`, or empty.
/// `None` where the program has no words for it.
pub(crate) fn written(
    function: &str,
    types: &str,
    arguments: &[String],
    (before, after): (&str, &str),
) -> Option<String> {
    let (theory, operation) = function.split_once("_.")?;
    let (text, form) = operation_of(theory, operation, types, arguments)?;
    let begins =
        before.is_empty() || before.ends_with(['(', '[', '|', '{']) || before.ends_with(", ");
    let ends = after.is_empty() || after.starts_with([')', ']', '|', '}', ',']);
    let loose = |left: &[&str], right: &[&str]| {
        (begins || left.iter().any(|word| before.ends_with(word)))
            && (ends || right.iter().any(|word| after.starts_with(word)))
    };
    let fits = match form {
        Form::Atom => true,
        Form::Count => false,
        Form::Sum => loose(&[" == ", " != ", "&& ", "|| ", "> "], &[" ==", " !=", " &&", " ||"]),
        Form::Condition => loose(&["&& ", "|| ", "==> ", ":: "], &[" &&", " ||", " ==>"]),
    };
    Some(if fits { text } else { format!("({text})") })
}

fn operation_of(
    theory: &str,
    operation: &str,
    types: &str,
    arguments: &[String],
) -> Option<(String, Form)> {
    let atom = |text: String| Some((text, Form::Atom));
    match (theory, operation, arguments) {
        (_, "empty", []) => {
            let types = types.replace('<', "[").replace('>', "]").replace(',', ", ");
            atom(format!("{theory}{types}()"))
        }
        (_, "one", [e]) => atom(format!("{theory}({e})")),
        (_, "size", [s]) => atom(format!("|{s}|")),
        (_, "same", [a, b]) => Some((format!("{} == {}", sum(a), sum(b)), Form::Condition)),
        ("Seq", "append", [a, b]) => Some(match together("Seq", a, b) {
            Some(literal) => (literal, Form::Atom),
            None => (format!("{} ++ {}", part(a, "++"), part(b, "++")), Form::Sum),
        }),
        ("Seq" | "Map", "at", [s, i]) => atom(format!("{}[{i}]", operand(s))),
        ("Seq" | "Map", "put", [s, i, e]) => atom(format!("{}[{i} := {e}]", operand(s))),
        ("Seq", "take", [s, n]) => atom(format!("{}[..{n}]", operand(s))),
        ("Seq", "drop", [s, n]) => atom(format!("{}[{n}..]", operand(s))),
        ("Interval", "interval", [from, to]) => atom(format!("[{from}..{to})")),
        ("Indices", "sum", [i, j]) => Some((format!("{} + {}", operand(i), operand(j)), Form::Sum)),
        ("Indices", "difference", [i, j]) => {
            Some((format!("{} - {}", operand(i), operand(j)), Form::Sum))
        }
        ("Multiset", "has", [e, s]) => {
            Some((format!("{} in {}", operand(e), operand(s)), Form::Count))
        }
        (_, "has", [e, s]) => Some((format!("{} in {}", operand(e), operand(s)), Form::Condition)),
        (_, "within", [a, b]) => {
            Some((format!("{} subset {}", operand(a), operand(b)), Form::Condition))
        }
        ("Set" | "Multiset", "add", [s, e]) => {
            operation_of(theory, "joined", types, &[s.clone(), format!("{theory}({e})")])
        }
        ("Set" | "Multiset", "joined", [a, b]) => Some(match together(theory, a, b) {
            Some(literal) => (literal, Form::Atom),
            None => (format!("{} union {}", part(a, "union"), part(b, "union")), Form::Sum),
        }),
        ("Set" | "Multiset", "intersect", [a, b]) => {
            Some((format!("{} intersection {}", operand(a), operand(b)), Form::Sum))
        }
        ("Set" | "Multiset", "minus", [a, b]) => {
            Some((format!("{} setminus {}", operand(a), operand(b)), Form::Sum))
        }
        ("Map", "keys", [m]) => atom(format!("domain({m})")),
        ("Map", "values", [m]) => atom(format!("range({m})")),
        _ => None,
    }
}

/// Two literals as one.
fn together(theory: &str, a: &str, b: &str) -> Option<String> {
    if !(is_literal(a, theory) && is_literal(b, theory)) {
        return None;
    }
    let (a, b) = (a.strip_suffix(')')?, b.strip_prefix(theory)?.strip_prefix('(')?);
    Some(format!("{a}, {b}"))
}

/// Whether a text is `Seq(...)` and nothing else.
fn is_literal(text: &str, theory: &str) -> bool {
    let rest = text.strip_prefix(theory).filter(|rest| rest.starts_with('(') && *rest != "()");
    rest.is_some_and(|rest| super::arguments(rest) == rest.len())
}

/// An operand of an operator that binds as tightly as any.
fn operand(text: &str) -> String {
    part(text, "")
}

/// An operand of `operator`, which may be repeated without parentheses.
fn part(text: &str, operator: &str) -> String {
    let words = operators(text);
    match words.iter().all(|word| *word == operator) {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}

/// A side of an equation.
fn sum(text: &str) -> String {
    let sums = ["++", "union", "intersection", "setminus", "+", "-"];
    match operators(text).iter().all(|word| sums.contains(word)) {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}

/// The operators of a text outside of all brackets: its words at odd places.
fn operators(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut words) = (0usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                words.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    words.push(&text[begin..]);
    words.into_iter().skip(1).step_by(2).collect()
}
