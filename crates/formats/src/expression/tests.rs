//! What is read, how it binds, and what is refused.

use super::Expression;

fn shown(text: &str) -> String {
    Expression::read(text).map_or_else(|why| why, |expression| expression.to_string())
}

#[test]
fn operators_bind_as_in_c() {
    for (text, means) in [
        ("x==1", "x == 1"),
        ("(\\result == -3)", "\\result == -3"),
        ("0 <= x && x <= 40 || !y", "(0 <= x && x <= 40) || !y"),
        ("a + b * c - d", "(a + (b * c)) - d"),
        ("a << 1 < b >> 2", "(a << 1) < (b >> 2)"),
        ("a & b == c", "a & (b == c)"),
        ("a && b & c | d ^ e", "a && (b & c) | (d ^ e)"),
        ("s <= i*65535 && 0 <= i", "s <= (i * 65535) && 0 <= i"),
        ("-x % 7 != ~y / 2", "(-x % 7) != (~y / 2)"),
        ("x == 'a'", "x == 97"),
        ("010 < 0x10U", "8 < 16u"),
        ("1", "1"),
        ("4294967295 < 0xffffffff", "4294967295l < 4294967295u"),
    ] {
        assert_eq!(shown(text), means, "{text}");
        // What is shown means the same.
        assert_eq!(shown(&shown(text)), means, "{text}");
    }
}

#[test]
fn what_is_more_than_integers_and_variables_is_refused() {
    for text in [
        "",
        "x ==",
        "== x",
        "f(x)",
        "(int) x",
        "(int)(x)",
        "a[1] == 2",
        "s.x == 1",
        "p->x",
        "*p == 1",
        "&x == y",
        "x = 1",
        "x == 1.5",
        "sizeof(x) == 4",
        "sizeof x",
        "x ? y : z",
        "x y",
        "\\old(x)",
        "(x",
        "x)",
        "x == '\\n'",
        "99999999999999999999",
        "08",
        "1 2",
        "!",
        "\\results == 1",
        "--x == 1",
        "x--",
    ] {
        let said = Expression::read(text).expect_err(text);
        assert!(said.contains("is not understood"), "{text}: {said}");
    }
    let deep = "(".repeat(100) + "x" + &")".repeat(100);
    assert!(Expression::read(&deep).is_err());
}
