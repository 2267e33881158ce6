//! The `printf` family, and texts of errors.

use super::Subject;
use super::random::{Random, quoted};
use super::text::mode;

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["printf integers", "printf integers again"], |r, _| {
        let (spec, args) = integer(r);
        printed(&[spec], &[args])
    });
    add(&["printf floats", "printf floats again", "printf floats once more"], |r, _| {
        let mode = mode(r);
        let (spec, args) = float(r);
        format!("{mode}r_i(sprintf(B,{},{args})); r_s(B);", quoted(&format!("<{spec}>")))
    });
    add(&["printf marked integers"], |r, _| {
        let letter = r.pick(&["o", "o", "x", "X", "b"]);
        let flags = r.pick(&["#", "#0", "#-", "#+"]);
        let width = r.pick(&["", "", "4", "9"]);
        let precision = r.pick(&["", "", ".", ".0", ".1", ".3", ".12"]);
        let value = r.pick(&[0, 1, 7, 8, 0o100, 0o1234567, u32::MAX]);
        printed(&[format!("%{flags}{width}{precision}{letter}")], &[format!("{value}u")])
    });
    add(&["printf text"], |r, _| {
        let (spec, args) = text(r);
        printed(&[spec], &[args])
    });
    add(&["printf several"], |r, _| {
        let parts: Vec<(String, String)> = (0..r.below(3) + 1)
            .map(|_| match r.below(3) {
                0 => integer(r),
                1 => float(r),
                _ => text(r),
            })
            .collect();
        let (specs, args): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
        let format = quoted(&specs.join("|"));
        let args: String = args.iter().filter(|a| !a.is_empty()).map(|a| format!(",{a}")).collect();
        format!("r_i(snprintf(B,8000,{format}{args})); r_s(B);")
    });
    add(&["printf in pieces"], |r, _| {
        let (spec, args) = integer(r);
        let room = r.below(12);
        format!("r_i(snprintf(B,{room},{},{args})); r_b(B,16);", quoted(&spec))
    });
    add(&["printf %n"], |r, _| {
        let length = r.pick(&["", "hh", "h", "l", "ll", "j", "z", "t"]);
        let (spec, args) = integer(r);
        let format = quoted(&format!("{spec}%{length}n{spec}"));
        format!(
            "long n = 0x7777777777777777; r_i(snprintf(B,90,{format},{args},&n,{args})); r_s(B); r_i(n);"
        )
    });
    add(&["printf %m"], |r, _| {
        format!(
            "errno = {}; r_i(snprintf(B,90,\"%{}m\")); r_s(B);",
            r.below(140) as i64 - 2,
            r.pick(&["", "40", "-40", ".3"]).replace(".3", "")
        )
    });
    add(&["asprintf"], |r, _| {
        let (spec, args) = integer(r);
        format!("char *p = 0; r_i(asprintf(&p,{},{args})); r_s(p); free(p);", quoted(&spec))
    });
    add(&["strerror"], |r, name| format!("r_s({name}({}));", r.below(140) as i64 - 2));
    add(&["strsignal"], |r, name| format!("r_s({name}({}));", r.below(68) as i64 - 1));
    add(&["localeconv"], |_, name| {
        format!(
            "struct lconv *l = {name}(); r_s(l->decimal_point); r_s(l->thousands_sep); r_s(l->grouping); r_s(l->currency_symbol); r_i(l->frac_digits); r_i(l->p_sign_posn);"
        )
    });
    all
}

fn printed(specs: &[String], args: &[String]) -> String {
    let args: String = args.iter().filter(|a| !a.is_empty()).map(|a| format!(",{a}")).collect();
    format!("r_i(snprintf(B,400,{}{args})); r_s(B);", quoted(&specs.concat()))
}

/// Flags, a width and a precision.
fn head(r: &mut Random, most: usize) -> String {
    let mut text = String::from("%");
    for flag in ["-", "+", " ", "#", "0", "'"] {
        if r.once_in(4) {
            text += flag;
        }
    }
    if r.once_in(2) {
        text += &(r.below(24) + 1).to_string();
    }
    if r.once_in(2) {
        text += ".";
        text += &match r.below(5) {
            0 => String::new(),
            _ => r.below(most).to_string(),
        };
    }
    text
}

/// A conversion of an integer, with its argument.
pub(super) fn integer(r: &mut Random) -> (String, String) {
    let letter = r.pick(&["d", "i", "u", "x", "X", "o", "d", "b"]);
    let (length, sort) = r.pick(&[
        ("", "int"),
        ("hh", "int"),
        ("h", "int"),
        ("l", "long"),
        ("ll", "long long"),
        ("j", "long"),
        ("z", "long"),
        ("t", "long"),
        ("", "int"),
    ]);
    let value = r.integer();
    let head = head(r, 22);
    match r.below(6) {
        0 => (
            format!("%*.*{length}{letter}"),
            format!("{},{},({sort}){value:#x}UL", r.below(30) as i64 - 15, r.below(24) as i64 - 4),
        ),
        _ => (format!("{head}{length}{letter}"), format!("({sort}){value:#x}UL")),
    }
}

/// A conversion of a float, with its argument.
pub(super) fn float(r: &mut Random) -> (String, String) {
    let letter = r.pick(&["f", "F", "e", "E", "g", "G", "a", "A"]);
    let most = if r.once_in(10) { 60 } else { 20 };
    let head = head(r, most);
    match r.below(4) {
        0 => (format!("{head}L{letter}"), r.l()),
        _ => (format!("{head}{letter}"), r.d()),
    }
}

/// A conversion of text, a character or a pointer, with its argument.
fn text(r: &mut Random) -> (String, String) {
    let width = r.pick(&["", "5", "-5", "1", "*"]);
    let star = if width == "*" { format!("{},", r.below(16) as i64 - 8) } else { String::new() };
    let ascii = |r: &mut Random| r.text().replace(|c: char| !c.is_ascii(), "~");
    match r.below(8) {
        0 => (format!("%{width}c"), format!("{star}{}", r.pick(&["65", "0x141", "255", "1"]))),
        1 => (format!("%{width}lc"), format!("{star}(wint_t){}", r.pick(&["65", "97", "1"]))),
        2 => (format!("%{width}.{}s", r.below(6)), format!("{star}{}", quoted(&r.text()))),
        3 => (format!("%{width}ls"), format!("{star}L{}", quoted(&ascii(r)))),
        4 => (format!("%{width}.{}ls", r.below(6)), format!("{star}L{}", quoted(&ascii(r)))),
        5 => ("%%".to_owned(), String::new()),
        6 => {
            let head = head(r, 20);
            let spec = if head.contains('\'') { "%p".to_owned() } else { format!("{head}p") };
            (spec, format!("(void*){}", r.pick(&["0", "16", "0x7fffdeadbeef", "-1L"])))
        }
        _ => (format!("%{width}s"), format!("{star}{}", quoted(&r.text()))),
    }
}
