//! The `scanf` family.

use super::Subject;
use super::random::{Random, quoted};
use super::text;

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["scanf integers", "scanf integers again"], |r, _| {
        let (input, conversion) = (text::integer(r), integer(r));
        scan(r, &input, &[conversion])
    });
    add(&["scanf floats", "scanf floats again"], |r, _| {
        let (input, conversion) = (text::float(r), float(r));
        scan(r, &input, &[conversion])
    });
    add(&["scanf text"], |r, _| {
        let (input, conversion) = (r.text(), characters(r));
        scan(r, &input, &[conversion])
    });
    add(&["scanf pointers"], |r, _| {
        let input = r.pick(&["(nil)", "0x1f", "(nix", "1f", "", " (nil)x", "-1", "(NIL)", "0x"]);
        scan(r, input, &[("%p".to_owned(), 8, true)])
    });
    add(&["scanf several"], |r, _| several(r));
    add(&["fscanf"], |r, _| {
        let (input, format) = (
            several_input(r),
            r.pick(&["%d", "%lf", "%31s", "%5c", "%31[a-z ]", "x%d", " %i", "%3d", "%x"]),
        );
        let again = "r_i(fscanf(f,format,B+64)); r_b(B+64,32); r_i(fgetc(f)); r_i(feof(f) != 0);";
        format!(
            "FILE *f = tmpfile(); const char *format = {}; fputs({},f); rewind(f); r_i(fscanf(f,format,B)); r_b(B,32); {again} fclose(f);",
            quoted(format),
            quoted(&input)
        )
    });
    all
}

/// A conversion, the bytes of its target, and whether it has one.
type Conversion = (String, usize, bool);

fn scan(r: &mut Random, input: &str, conversions: &[Conversion]) -> String {
    let mut format = String::new();
    let mut args = String::new();
    let mut place = 0;
    for (text, bytes, has) in conversions {
        if !format.is_empty() {
            format += r.pick(&["", " ", ",", "x", "%%"]);
        }
        format += text;
        if *has {
            args += &format!(",(void*)(B+{place})");
            place += bytes.next_multiple_of(8);
        }
    }
    let (count, n) = if r.once_in(2) { ("%n", ",&n") } else { ("", "") };
    format!(
        "int n = -5; r_i(sscanf({},{}{args}{n})); r_b(B,{}); r_i(n);",
        quoted(input),
        quoted(&format!("{}{format}{count}", r.pick(&["", "", " "]))),
        place.max(8)
    )
}

fn several_input(r: &mut Random) -> String {
    let parts = r.below(3) + 1;
    let mut input = String::new();
    for _ in 0..parts {
        let part = match r.below(3) {
            0 => text::integer(r),
            1 => text::float(r),
            _ => r.text(),
        };
        input += &part;
        input += r.pick(&["", " ", ",", "\n", "x", "%"]);
    }
    input
}

fn several(r: &mut Random) -> String {
    let input = several_input(r);
    let conversions: Vec<Conversion> = (0..r.below(3) + 1)
        .map(|_| match r.below(3) {
            0 => integer(r),
            1 => float(r),
            _ => characters(r),
        })
        .collect();
    scan(r, &input, &conversions)
}

fn width(r: &mut Random) -> String {
    match r.below(3) {
        0 => (r.below(9) + 1).to_string(),
        _ => String::new(),
    }
}

fn integer(r: &mut Random) -> Conversion {
    let (length, bytes) =
        r.pick(&[("", 4), ("hh", 1), ("h", 2), ("l", 8), ("ll", 8), ("j", 8), ("z", 8), ("t", 8)]);
    let letter = r.pick(&["d", "i", "u", "x", "X", "o"]);
    let star = if r.once_in(8) { "*" } else { "" };
    (format!("%{star}{}{length}{letter}", width(r)), bytes, star.is_empty())
}

fn float(r: &mut Random) -> Conversion {
    let (length, bytes) = r.pick(&[("", 4), ("l", 8), ("L", 10)]);
    let letter = r.pick(&["f", "e", "g", "a", "E", "G", "F", "A"]);
    let star = if r.once_in(8) { "*" } else { "" };
    (format!("%{star}{}{length}{letter}", width(r)), bytes, star.is_empty())
}

fn characters(r: &mut Random) -> Conversion {
    let width = format!("{}", r.below(12) + 1);
    let set = r.pick(&[
        "c",
        "s",
        "s",
        "[a-z]",
        "[^,]",
        "[]a]",
        "[^]b]",
        "[abc]",
        "[a-]",
        "[-a]",
        "[A-Za-z0-9]",
        "[z-a]",
        "[^a-cA-C]",
        "[ \t]",
        "[%]",
    ]);
    let star = if r.once_in(8) { "*" } else { "" };
    (format!("%{star}{width}{set}"), 16, star.is_empty())
}
