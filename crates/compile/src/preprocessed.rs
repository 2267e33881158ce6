//! C that GCC's preprocessor has been over (`.i`), as benchmarks are published: `clang` gets what it reads of it.
//!
//! - Line markers go, so that places are those of the file that the user has.
//! - `__malloc__ (fclose, 1)`, which names what releases the result, loses its arguments: clang has none there.
//! - Floating types that GCC knows and clang does not are named, where the text uses them.

use super::{CompileError, Scratch, read_bytes};
use std::path::{Path, PathBuf};

/// GCC's names of floating types with what they are on machines of 64 bits.
const FLOATS: [(&str, &str); 5] = [
    ("_Float32", "float"),
    ("_Float64", "double"),
    ("_Float32x", "double"),
    ("_Float64x", "long double"),
    ("_Float128", "__float128"),
];

/// Whether a file's name says that it is preprocessed.
pub fn is_preprocessed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "i")
}

/// The file that a C compiler is given for a source: another one for a preprocessed source, whose places are those of the source.
///
/// # Errors
/// When the source cannot be read, or the other file not written.
pub fn readable(path: &Path, scratch: &Scratch, number: usize) -> Result<PathBuf, CompileError> {
    if !is_preprocessed(path) {
        return Ok(path.to_owned());
    }
    let text = prepared(&read_bytes(path)?, &path.to_string_lossy());
    scratch.write(&format!("preprocessed{number}.i"), &text)
}

/// The text for clang; its first line is that of the file of this name.
fn prepared(text: &[u8], name: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 256);
    for (float, ty) in FLOATS {
        let uses = words(text).any(|word| word == float.as_bytes());
        let defines = contains(text, format!("{ty} {float};").as_bytes());
        if uses && !defines {
            out.extend(format!("typedef {ty} {float};\n").bytes());
        }
    }
    let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
    out.extend(format!("# 1 \"{quoted}\"\n").bytes());
    let text = without_arguments(text);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match is_marker(line) {
            true => out.push(b'\n'),
            false => out.extend(line),
        }
    }
    out
}

/// Whether a line says from which file the next ones come.
fn is_marker(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii().strip_prefix(b"#") else { return false };
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
    rest.first().is_some_and(u8::is_ascii_digit)
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The text without what stands in parentheses behind the attribute `malloc`.
fn without_arguments(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    // The end of the attributes that the place is in.
    let mut end = 0;
    while at < text.len() {
        let length = text[at..].iter().take_while(|byte| is_word(**byte)).count();
        let word = &text[at..at + length];
        if length == 0 {
            // A text in quotes has no words.
            let length = if text[at] == b'"' { quoted(&text[at..]) } else { 1 };
            out.extend(&text[at..at + length]);
            at += length;
            continue;
        }
        out.extend(word);
        at += length;
        let blanks = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let group = group(&text[at + blanks..]);
        match word {
            b"__attribute__" | b"__attribute" => end = end.max(at + blanks + group),
            b"__malloc__" | b"malloc" if at < end && group > 0 => {
                let dropped = &text[at..at + blanks + group];
                out.extend(dropped.iter().filter(|byte| **byte == b'\n'));
                at += blanks + group;
            }
            _ => {}
        }
    }
    out
}

/// The length of what begins with a parenthesis, to the one that closes it; 0 when it begins otherwise.
fn group(text: &[u8]) -> usize {
    let (mut open, mut at) = (0usize, 0);
    if text.first() != Some(&b'(') {
        return 0;
    }
    while let Some(byte) = text.get(at) {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            b'"' if open > 0 => at += quoted(&text[at..]) - 1,
            _ => {}
        }
        at += 1;
        if open == 0 {
            return at;
        }
    }
    0
}

/// The length of a text in quotes, to the quote that closes it.
fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        at += if *byte == b'\\' { 2 } else { 1 };
        if *byte == b'"' {
            break;
        }
    }
    at.min(text.len())
}

#[cfg(test)]
mod tests {
    use super::prepared;

    fn shown(text: &str) -> String {
        String::from_utf8(prepared(text.as_bytes(), "p.i")).expect("it is text")
    }

    #[test]
    fn the_attribute_malloc_loses_its_arguments_and_nothing_else_changes() {
        let text = "extern int *f (void) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (g, 1), __pure__)) ;\n";
        let right = "extern int *f (void) __attribute__ ((__malloc__)) __attribute__ ((__malloc__, __pure__)) ;\n";
        assert_eq!(shown(text), format!("# 1 \"p.i\"\n{right}"));
        let call =
            "int *x = malloc (sizeof (int)); char *s = \"__attribute__ ((malloc (a, 1)))\";\n";
        assert_eq!(shown(call), format!("# 1 \"p.i\"\n{call}"));
        let lines = "void *m(void) __attribute__((malloc (free,\n 1)));\nint x;\n";
        assert_eq!(shown(lines), "# 1 \"p.i\"\nvoid *m(void) __attribute__((malloc\n));\nint x;\n");
    }

    #[test]
    fn lines_keep_their_numbers_without_line_markers() {
        let text = "# 1 \"a.c\"\n# 1 \"<built-in>\" 3\n#line 7 \"b.c\"\n#pragma pack(1)\nint x;\n";
        assert_eq!(shown(text), "# 1 \"p.i\"\n\n\n\n#pragma pack(1)\nint x;\n");
    }

    #[test]
    fn floating_types_of_gcc_are_named_where_they_are_used() {
        assert!(shown("_Float128 x;").starts_with("typedef __float128 _Float128;\n# 1"));
        assert!(shown("typedef float _Float32; _Float32 x;").starts_with("# 1"));
    }
}
