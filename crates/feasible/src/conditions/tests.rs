use super::{Condition, Position, Syntax, conditions, innermost};

/// The conditions of a text as its parts: the condition, what runs, and whether it repeats.
fn parts(text: &str, syntax: Syntax) -> Vec<(String, String, bool)> {
    let at = |(line, column): (u32, u32)| {
        let before: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        before + column as usize - 1
    };
    let part = |from, to| text[at(from)..=at(to)].to_owned();
    let shown = |c: &Condition| (part(c.from, c.to), part(c.body.0, c.body.1), c.repeats);
    conditions(text, syntax).iter().map(shown).collect()
}

fn expected(all: &[(&str, &str, bool)]) -> Vec<(String, String, bool)> {
    all.iter().map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), *c)).collect()
}

#[test]
fn conditions_in_parentheses_are_found() {
    let text = "#define X if (1) 2; \\\n while (3) ;\nint f(void) { // if (0)\n  if (a &&\n      (b || c)) return ')';\n  \
        else if (d) { g(); }\n  for (int i = 0; i < 3; i++) if (e) h(); else k();\n  do { x--; } while (x);\n  \
        while (*p++) ;\n  do y(); while (z);\n  /* while (w) */ char *s = \"if (q)\"; }\n";
    let all = [
        ("if (a &&\n      (b || c))", "return ')';", false),
        ("if (d)", "{ g(); }", false),
        ("for (int i = 0; i < 3; i++)", "if (e) h(); else k();", true),
        ("if (e)", "h();", false),
        ("while (x)", "do { x--; }", true),
        ("while (*p++)", ";", true),
        ("while (z)", "do y();", true),
    ];
    assert_eq!(parts(text, Syntax::Parentheses), expected(&all));
}

#[test]
fn conditions_of_choices_are_found() {
    let text = "int f(void) {\n  int a = b == 1 ? c : d;\n  x <<= (y ? 1 : z) ? f(g ? 2 : 3, 4) : 5;\n  return !h() && a[i ? 1 : 0] ? 6\n    : k ? 7 : 8;\n}\n";
    let found = conditions(text, Syntax::Parentheses);
    let lines: Vec<&str> = text.lines().collect();
    let part = |(line, from): Position, (last, to): Position| {
        assert_eq!(line, last);
        lines[line as usize - 1][from as usize - 1..to as usize].to_owned()
    };
    let shown: Vec<_> =
        found.iter().map(|c| (part(c.start, c.to), part(c.body.0, c.body.1))).collect();
    let expected = [
        ("b == 1 ?", "c"),
        ("y ?", "1"),
        ("(y ? 1 : z) ?", "f(g ? 2 : 3, 4)"),
        ("g ?", "2"),
        ("i ?", "1"),
        ("!h() && a[i ? 1 : 0] ?", "6"),
        ("k ?", "7"),
    ];
    assert_eq!(shown, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert!(found.iter().all(|condition| condition.chooses && !condition.repeats));
    let inner = innermost(&found, (3, 10)).map(|condition| condition.from);
    assert_eq!(inner, Some((3, 12)), "a place in a condition of a condition");
}

#[test]
fn conditions_up_to_braces_are_found() {
    let text = "fn f<'a>(x: &'a str) {\n  if a && g(|| { 1 }) { h(); } else if b { }\n  while let Some(c) = d['{'] { e() }\n  \
        match y { 3 if z => w(1, 2), _ => {} }\n  let r = r#\"if x { \"# ; /* /* if */ if q {} */ }\n";
    let all = [
        ("if a && g(|| { 1 }) ", "{ h(); }", false),
        ("if b ", "{ }", false),
        ("while let Some(c) = d['{'] ", "{ e() }", true),
        ("if z ", "=> w(1, 2)", false),
    ];
    let shown = parts(text, Syntax::Braces);
    let trimmed: Vec<_> =
        shown.iter().map(|(a, b, c)| (a.trim_end().to_owned(), b.clone(), *c)).collect();
    let all = all.map(|(a, b, c)| (a.trim_end(), b, c));
    assert_eq!(trimmed, expected(&all));
}

#[test]
fn broken_texts_are_read_too() {
    for text in [
        "if (",
        "while (a",
        "do",
        "do do while (",
        "if",
        "for (;;",
        "}{)(",
        "\"",
        "'",
        "/*",
        "#\\",
        "if (a)",
        "?",
        "a ? b",
        "a ? (b : c",
        "a ? b)",
        ") ? b : c",
    ] {
        let _ = conditions(text, Syntax::Parentheses);
        let _ = conditions(text, Syntax::Braces);
    }
    assert_eq!(conditions("if (a) }", Syntax::Parentheses).len(), 1);
}
