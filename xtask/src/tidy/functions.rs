//! The lengths of functions. Sources are formatted, so that a function ends at the brace below its first letter.

/// A function longer than this is waiting to be split.
pub const MAX_LINES: usize = 100;

/// The functions of a source that are too long: the line of each, its name and how many lines it has.
pub fn too_long(text: &str) -> Vec<(usize, &str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = begins(line) else { continue };
        let indent = &line[..line.len() - line.trim_start().len()];
        let ends = |l: &str| l.strip_prefix(indent) == Some("}");
        // A declaration without a body, or one on a single line, ends before any such brace.
        let header = lines[at..].iter().position(|l| l.ends_with(['{', ';', '}']));
        let opens = header.is_some_and(|h| lines[at + h].ends_with('{'));
        let end = lines[at..].iter().position(|l| ends(l));
        if let (true, Some(end)) = (opens, end)
            && end + 1 > MAX_LINES
        {
            found.push((at + 1, name, end + 1));
        }
    }
    found
}

/// The name of the function whose definition begins on this line.
fn begins(line: &str) -> Option<&str> {
    const QUALIFIERS: &[&str] = &["pub", "const", "async", "unsafe", "extern", "\"C\"", "default"];
    let mut words = line.split_whitespace();
    let is_qualifier = |word: &str| QUALIFIERS.contains(&word) || word.starts_with("pub(");
    let first = words.by_ref().find(|word| !is_qualifier(word))?;
    let rest = (first == "fn").then(|| words.next()).flatten()?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}
