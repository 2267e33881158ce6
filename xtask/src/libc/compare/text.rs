//! Functions on strings and characters, and numbers from text.

use super::Subject;
use super::random::{Random, quoted};

const CLASSES: &[&str] = &[
    "isdigit", "isalpha", "isalnum", "isupper", "islower", "isxdigit", "isspace", "isprint",
    "isgraph", "isblank", "iscntrl", "ispunct",
];

pub(super) fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(CLASSES, |r, name| format!("r_i({name}({}) != 0);", character(r)));
    add(&["toupper", "tolower"], |r, name| format!("r_i({name}({}));", character(r)));
    add(&["isascii", "toascii"], |r, name| format!("r_i({name}((int){}));", r.long()));
    add(&["strlen"], |r, name| format!("r_i({name}({}));", quoted(&r.text())));
    add(&["strnlen"], |r, name| format!("r_i({name}({},{}));", quoted(&r.text()), r.below(14)));
    add(&["strcmp", "strcoll", "strcasecmp"], |r, name| {
        let (a, b) = related(r);
        format!("r_sign({name}({},{}));", quoted(&a), quoted(&b))
    });
    add(&["strncmp", "strncasecmp"], |r, name| {
        let (a, b) = related(r);
        format!("r_sign({name}({},{},{}));", quoted(&a), quoted(&b), r.below(8))
    });
    add(&["strchr", "strrchr", "index", "rindex", "strchrnul"], |r, name| {
        let (text, byte) = (quoted(&r.text()), byte(r));
        format!("const char *s = {text}; r_p({name}(s,{byte}),s);")
    });
    add(&["strstr", "strcasestr", "strpbrk"], |r, name| {
        let (a, b) = related(r);
        format!("const char *s = {}; r_p({name}(s,{}),s);", quoted(&a), quoted(&b))
    });
    add(&["strspn", "strcspn"], |r, name| {
        format!("r_i({name}({},{}));", quoted(&r.text()), quoted(&r.text()))
    });
    add(&["strcpy", "stpcpy"], |r, name| {
        format!("r_p({name}(B+1,{}),B); r_b(B,64);", quoted(&r.text()))
    });
    add(&["strncpy", "stpncpy", "strxfrm"], |r, name| {
        let (text, bytes) = (quoted(&r.text()), r.below(16));
        let result = if name == "strxfrm" { "r_i(" } else { "r_p((char*)" };
        let tail = if name == "strxfrm" { "" } else { ",B" };
        // How much is written where it does not fit is not said.
        let read = if name == "strxfrm" {
            format!("if (strlen({text}) < {bytes}) r_s(B+1);")
        } else {
            "r_b(B,64);".to_owned()
        };
        format!("{result}{name}(B+1,{text},{bytes}){tail}); {read}")
    });
    add(&["strcat"], |r, name| {
        let (a, b) = (quoted(&r.text()), quoted(&r.text()));
        format!("strcpy(B,{a}); r_p({name}(B,{b}),B); r_b(B,64);")
    });
    add(&["strncat"], |r, name| {
        let (a, b, bytes) = (quoted(&r.text()), quoted(&r.text()), r.below(16));
        format!("strcpy(B,{a}); r_p({name}(B,{b},{bytes}),B); r_b(B,64);")
    });
    add(&["strdup"], |r, name| {
        format!("char *s = {name}({}); r_s(s); free(s);", quoted(&r.text()))
    });
    add(&["strndup"], |r, name| {
        format!("char *s = {name}({},{}); r_s(s); free(s);", quoted(&r.text()), r.below(14))
    });
    add(&["strtok"], |r, name| {
        let (text, set) = (quoted(&r.text()), quoted(r.pick(&[",", " ,", "ab", "", "1"])));
        format!(
            "strcpy(B,{text}); char *t = {name}(B,{set}); while (t) {{ r_s(t); t = {name}(0,{set}); }} r_b(B,30);"
        )
    });
    add(&["strtok_r"], |r, name| {
        let (text, set) = (quoted(&r.text()), quoted(r.pick(&[",", " ,", "ab", "", "1"])));
        format!(
            "char *k; strcpy(B,{text}); char *t = {name}(B,{set},&k); while (t) {{ r_s(t); t = {name}(0,{set},&k); }} r_b(B,30);"
        )
    });
    add(&["strsep"], |r, name| {
        let (text, set) = (quoted(&r.text()), quoted(r.pick(&[",", " ,", "ab", "", "1"])));
        format!(
            "char *k = B; strcpy(B,{text}); char *t; while ((t = {name}(&k,{set}))) r_s(t); r_b(B,30);"
        )
    });
    numbers(&mut all);
    all
}

fn numbers(all: &mut Vec<Subject>) {
    let mut add = |names: &[&'static str], make| {
        all.extend(names.iter().map(|name| Subject { name, make }));
    };
    add(&["strtol", "strtoll", "strtoimax", "strtoul", "strtoull", "strtoumax"], |r, name| {
        let (text, base) = (quoted(&integer(r)), base(r));
        format!(
            "char *e; const char *s = {text}; e = (char*)s; r_i({name}(s,&e,{base})); r_p(e,s);"
        )
    });
    add(&["wcstol", "wcstoll", "wcstoul", "wcstoull"], |r, name| {
        let (text, base) = (quoted(&integer(r)), base(r));
        format!(
            "wchar_t *e; const wchar_t *s = L{text}; e = (wchar_t*)s; r_i({name}(s,&e,{base})); r_p(e,s);"
        )
    });
    add(&["atoi", "atol", "atoll"], |r, name| {
        let text = format!(
            "{}{}{}",
            r.pick(&["", " ", "-", "+", "\t-"]),
            r.bits() % 1_000_000_000,
            r.pick(&["", "x", ".5", " 1"])
        );
        format!("r_i({name}({}));", quoted(&text))
    });
    for (name, result, wide) in [
        ("strtod", "r_d", false),
        ("strtof", "r_f", false),
        ("strtold", "r_l", false),
        ("wcstod", "r_d", true),
        ("wcstof", "r_f", true),
        ("wcstold", "r_l", true),
    ] {
        let _ = (result, wide);
        add(&[name], |r, name| {
            let text = quoted(&float(r));
            let result = match name.as_bytes().last() {
                Some(b'f') => "r_f",
                Some(b'd') if name.ends_with("ld") => "r_l",
                _ => "r_d",
            };
            let mode = mode(r);
            match name.strip_prefix("wcs") {
                Some(_) => format!(
                    "wchar_t *e; const wchar_t *s = L{text}; {mode}{result}({name}(s,&e)); r_p(e,s);"
                ),
                None => format!(
                    "char *e; const char *s = {text}; {mode}{result}({name}(s,&e)); r_p(e,s);"
                ),
            }
        });
    }
    add(&["atof"], |r, name| format!("r_d({name}({}));", quoted(&float(r))));
}

/// A direction of rounding, now and then.
pub(super) fn mode(r: &mut Random) -> String {
    match r.below(8) {
        0 => format!("fesetround({}); ", r.pick(&[0x400, 0x800, 0xc00])),
        _ => String::new(),
    }
}

/// What a character function takes.
fn character(r: &mut Random) -> i64 {
    let swept = (r.round + 17 * r.subject) % 257;
    (if r.round < 257 { swept } else { r.below(257) }) as i64 - 1
}

fn byte(r: &mut Random) -> i64 {
    r.pick(&[0, 97, 98, 65, 44, 32, 255, -1, 353, 49])
}

/// Two texts that have something in common.
fn related(r: &mut Random) -> (String, String) {
    let a = r.text();
    let b = match r.below(5) {
        0 => a.clone(),
        1 => a.chars().take(r.below(5)).collect(),
        2 => a.chars().skip(r.below(4)).take(r.below(4)).collect(),
        3 => a.to_uppercase(),
        _ => r.text(),
    };
    (a, b)
}

fn base(r: &mut Random) -> i64 {
    match r.below(3) {
        0 => r.pick(&[0, 8, 16, 2, 36, 1, 37, -1]),
        1 => 10,
        _ => r.below(35) as i64 + 2,
    }
}

/// Text with an integer in it.
pub(super) fn integer(r: &mut Random) -> String {
    const EDGES: &[&str] = &[
        "",
        " ",
        "-",
        "+",
        "0",
        "-0",
        "0x",
        "0x1F",
        "0X",
        "0xg",
        "08",
        "077",
        "- 5",
        "--5",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "-18446744073709551615",
        "-18446744073709551616",
        "99999999999999999999999999",
        "\n\t 12",
        "12abc",
        "zzz",
        "0b101",
        "1e5",
        "2147483648",
        "00000000000000000000000000000001",
    ];
    if let Some(edge) = r.edge(EDGES) {
        return edge.to_owned();
    }
    let digits = r.bits() >> r.below(64);
    match r.below(5) {
        0 => r.pick(EDGES).to_owned(),
        1 => format!("{}{digits:x}{}", r.pick(&["", "0x", "-0x", "0X"]), r.pick(&["", "g", " "])),
        2 => format!("{}{digits:o}{}", r.pick(&["", "0", "-0"]), r.pick(&["", "8"])),
        _ => format!(
            "{}{}{digits}{}",
            r.pick(&["", " ", "\t\n"]),
            r.pick(&["", "-", "+"]),
            r.pick(&["", "a", ".", " 3"])
        ),
    }
}

/// Text with a float in it.
pub(super) fn float(r: &mut Random) -> String {
    if let Some(edge) = r.edge(FLOATS) {
        return edge.to_owned();
    }
    let digits = |r: &mut Random, most: usize| -> String {
        (0..r.below(most)).map(|_| char::from(b'0' + r.below(10) as u8)).collect()
    };
    let sign = r.pick(&["", "-", "+", " "]);
    match r.below(6) {
        0 => r.pick(FLOATS).to_owned(),
        1 => {
            let (whole, behind) = (r.bits() >> r.below(64), r.bits() >> r.below(64));
            format!("{sign}0x{whole:x}.{behind:x}p{}", r.below(2400) as i64 - 1200)
        }
        2 => format!("{sign}{}", f64::from_bits(r.double())),
        3 => format!("{sign}{:e}", f64::from_bits(r.double())),
        _ => {
            let (whole, behind) = (digits(r, 25), digits(r, 40));
            let power = r.below(700) as i64 - 350;
            format!(
                "{sign}{whole}.{behind}{}",
                r.pick(&[String::new(), format!("e{power}"), "x".to_owned()].each_ref())
            )
        }
    }
}

/// Texts of floats at the edges.
const FLOATS: &[&str] = &[
    "inf",
    "-inf",
    "INFINITY",
    "infinit",
    "infx",
    "+Inf",
    "nan",
    "NAN",
    "-nan",
    "nan(",
    "nan()",
    "nan(123)",
    "nan(0x1f)",
    "nan(a_b)",
    "nan(-)",
    "nax",
    "in",
    "",
    " ",
    ".",
    "-.",
    "+",
    "e5",
    ".e5",
    "1e",
    "1e+",
    "1e-",
    "1.e2",
    ".5",
    "5.",
    "0x",
    "0x.",
    "0x.8",
    "0x1p",
    "0x1p+",
    "0x1p-1074",
    "0x1p-1075",
    "0x1.8p-1075",
    "0x1p1023",
    "0x1p1024",
    "0x1.fffffffffffff7p1023",
    "0x1.fffffffffffff8p1023",
    "0x.0000000000001p-1022",
    "1e308",
    "1.8e308",
    "1e309",
    "-1e400",
    "1e-307",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "4.9e-324",
    "2.4e-324",
    "2.5e-324",
    "1e-400",
    "0e999999999999",
    "1e99999999999999999999",
    "1e-99999999999999999999",
    "16777217.0000000001",
    "16777217",
    "9007199254740993",
    "9007199254740992.9999999999999999999999",
    "0.1",
    "-0",
    "-0.0e-5",
    "1.17549435e-38",
    "1.1754943e-38",
    "7e-46",
    "7.1e-46",
    "3.4028235e38",
    "3.4028236e38",
    "1e4932",
    "1.2e4932",
    "1e-4950",
    "3e-4951",
    "0x1.fffffefffffffffep127",
    "0x8p-3",
    "0xap0",
    "0x123456789abcdef012345p-80",
    "1,5",
    "1.5.5",
    "12e3e4",
    "  7",
    "0x1.8",
    "0X1P3",
    "1E2",
    "000000000000000000001",
    "0.00000000000000000000000000000000000000000000000001",
];
