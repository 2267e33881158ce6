//! Faults that are built together: each function with a fault gets a second body, and the environment says which one runs.
//! So all faults cost one build.

/// The variable with the number of the fault that is switched on.
pub const VARIABLE: &str = "EFFIGY_FAULT";

/// The lines of a function's body in its file, and where the function begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The first line of the body.
    pub first: usize,
    /// The line behind the body: that of the closing brace.
    pub end: usize,
}

/// A fault of a file, by its number: the text with the fault.
pub struct Faulty {
    /// What the environment calls it.
    pub number: usize,
    /// The whole file with the fault.
    pub text: String,
    /// The body that it changes, in the file without the fault.
    pub body: Body,
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// Whether a line is the beginning of a function whose body can be chosen when it runs.
fn begins_function(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "fn");
    at.is_some_and(|at| {
        words[..at].iter().all(|word| word.starts_with("pub") || word.starts_with("in"))
    })
}

/// The body of the innermost function that has all lines from `first` to `last`. Functions are read as `rustfmt` writes them.
pub fn enclosing(text: &str, first: usize, last: usize) -> Option<Body> {
    let lines: Vec<&str> = text.lines().collect();
    (0..first).rev().find_map(|at| {
        let line = lines.get(at).filter(|line| begins_function(line))?;
        let indent = indent(line);
        let is_open = |line: &&str| line.ends_with('{') && !line[indent.len()..].starts_with(' ');
        let open = at + lines[at..].iter().position(is_open)?;
        let closes = |line: &&str| line.strip_prefix(indent) == Some("}");
        let end = open + lines[open..].iter().position(closes)?;
        (open < first && last < end).then_some(Body { first: open + 1, end })
    })
}

/// The text of a file in which each fault is there and none is switched on.
pub fn with_all(text: &str, faults: &[Faulty]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut bodies: Vec<Body> = faults.iter().map(|fault| fault.body).collect();
    bodies.sort_by_key(|body| body.first);
    bodies.dedup();
    let (mut out, mut at) = (Vec::new(), 0);
    for body in bodies {
        out.extend(lines[at..body.first].iter().map(|line| (*line).to_owned()));
        for fault in faults.iter().filter(|fault| fault.body == body) {
            let faulty: Vec<&str> = fault.text.lines().collect();
            // What follows the body is as long as before.
            let end = faulty.len() - (lines.len() - body.end);
            out.push(format!("if {} {{", is_on(fault.number)));
            out.extend(faulty[body.first..end].iter().map(|line| (*line).to_owned()));
            out.push("} else".to_owned());
        }
        out.push("{".to_owned());
        out.extend(lines[body.first..body.end].iter().map(|line| (*line).to_owned()));
        out.push("}".to_owned());
        at = body.end;
    }
    out.extend(lines[at..].iter().map(|line| (*line).to_owned()));
    out.push(String::new());
    out.join("\n")
}

/// The expression that tells whether a fault is switched on. The environment is read once.
fn is_on(number: usize) -> String {
    format!(
        "{{ static ON: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| \
         std::env::var({VARIABLE:?}).is_ok_and(|on| on == \"{number}\")); *ON }}"
    )
}

#[cfg(test)]
mod tests {
    use super::{Body, Faulty, enclosing, is_on, with_all};

    const TEXT: &str = "\
impl A {
    pub(crate) fn f(
        a: u8,
    ) -> u8 {
        if a == 0 {
            1
        } else {
            2
        }
    }
}

const B: u8 = 3;

fn g() -> u8 {
    4
}
";

    #[test]
    fn an_edit_lies_in_the_body_of_its_function() {
        assert_eq!(enclosing(TEXT, 5, 5), Some(Body { first: 4, end: 9 }));
        assert_eq!(enclosing(TEXT, 4, 8), Some(Body { first: 4, end: 9 }));
        assert_eq!(enclosing(TEXT, 15, 15), Some(Body { first: 15, end: 16 }));
        assert_eq!(enclosing(TEXT, 12, 12), None);
        assert_eq!(enclosing(TEXT, 8, 15), None);
    }

    #[test]
    fn faults_of_a_function_stand_side_by_side() {
        let fault = |number, before, after| {
            let line = TEXT.lines().position(|line| line.contains(before)).unwrap();
            let body = enclosing(TEXT, line, line).unwrap();
            Faulty { number, text: TEXT.replace(before, after), body }
        };
        let all = with_all(
            TEXT,
            &[
                fault(7, "    4", "    5\n    + 6"),
                fault(8, "    4", "    0"),
                fault(9, "a == 0", "a != 0"),
            ],
        );
        let expected = format!(
            "fn g() -> u8 {{\nif {} {{\n    5\n    + 6\n}} else\nif {} {{\n    0\n}} else\n{{\n    4\n}}\n}}\n",
            is_on(7),
            is_on(8)
        );
        assert!(all.ends_with(&expected), "{all}");
        assert!(
            all.contains(&format!("-> u8 {{\nif {} {{\n        if a != 0 {{", is_on(9))),
            "{all}"
        );
        assert_eq!(with_all(TEXT, &[]), TEXT);
    }
}
