//! Integers: operators, machine words, constants.

use super::support::{Run, lines};
use effigy_lang_oo::lower::{Integers, LowerOptions, lower};
use effigy_lang_oo::parse;

/// The value that a procedure `f` without parameters returns.
fn value(run: Run<'_>) -> String {
    let leaves = lines(&run.call("f"));
    let [leaf] = leaves.as_slice() else { panic!("{leaves:?}") };
    leaf.rsplit(" = ").next().unwrap().to_owned()
}

#[test]
fn division_and_remainder_truncate_towards_zero() {
    for (a, b) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (-6, 3), (0, 5)] {
        for (operator, result) in [("/", a / b), ("%", a % b)] {
            // Through variables, so that nothing is folded.
            let text = format!("int f() {{ int a = {a}; int b = {b}; return a {operator} b; }}");
            for run in [Run::new(&text), Run::unbounded(&text)] {
                let found = value(run);
                let word = (result as u32).to_string();
                assert!(found == result.to_string() || found == word, "{text}: {found}");
            }
        }
    }
}

#[test]
fn machine_integers_wrap_around_without_a_finding() {
    let text = "bool f() { int x = 2147483647; x++; return x < 0 && x == -2147483648; }";
    assert_eq!(value(Run::new(text)), "true");
    assert_eq!(value(Run::new("bool f() { int x = 127; x++; return x == -128; }").bits(8)), "true");
    let text = "bool f() { int x = 2147483647; x++; return x > 0; }";
    assert_eq!(value(Run::unbounded(text)), "true");
}

#[test]
fn division_by_zero_is_a_finding_at_its_operator() {
    assert_eq!(
        lines(&Run::new("int f(int a) { return 10 + 7 % a; }").call("f")).last().unwrap(),
        "division-by-zero (division by zero: 7 % a) at 1:30: a == 0: "
    );
}

#[test]
fn constants_of_any_size_without_bounds() {
    let large = "123456789012345678901234567890123456789012345678901234567890";
    let text =
        format!("bool f() {{ int x = {large}; return x + 1 - {large} == 1 && -{large} < 0; }}");
    assert_eq!(value(Run::unbounded(&text)), "true");
}

#[test]
fn a_constant_that_is_no_machine_word_is_an_error() {
    let (program, errors) = parse("test.oo", b"int x;\nint f() { return x +\n 2147483648; }");
    assert!(errors.is_empty());
    let options = LowerOptions { integers: Integers::Fixed(32) };
    let errors = lower(&program, options).err().expect("an error");
    assert_eq!(
        (errors[0].line, errors[0].column, errors[0].message.as_str()),
        (
            3,
            2,
            "2147483648 is no machine integer of 32 bits; integers without bounds are the default"
        )
    );
}

#[test]
fn operators_compare_as_signed() {
    let text = "int f(int a, int b) { int n = 0;
        if (a < b) n += 1; if (a <= b) n += 2; if (a > b) n += 4; if (a >= b) n += 8;
        if (a == b) n += 16; if (a != b) n += 32; return n; }";
    let mut returned: Vec<String> = lines(&Run::new(text).call("f"));
    returned = returned.iter().map(|l| l.rsplit(" = ").next().unwrap().to_owned()).collect();
    returned.sort();
    assert_eq!(returned, ["26", "35", "44"]);
    assert_eq!(value(Run::new("bool f() { int a = -1; return a < 0 && !(a > 0); }")), "true");
}
