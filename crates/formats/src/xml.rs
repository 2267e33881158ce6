//! Texts in XML 1.0. Characters that XML has no notation for are made visible, and so are those that could control a terminal.

use effigy_base::character::controls_terminal;
/// A text between tags; lines stay lines.
pub fn text(text: &str) -> String {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// A text in double quotes.
pub fn attribute(text: &str) -> String {
    escaped(text, |_| false)
}

/// An attribute with a blank before it.
pub fn given(name: &str, value: &str) -> String {
    format!(" {name}=\"{}\"", attribute(value))
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            // So that `]]>` is nowhere.
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if stays(c) => out.push(c),
            c if controls_terminal(c) || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.extend(c.escape_default());
            }
            c => out.push(c),
        }
    }
    out
}
