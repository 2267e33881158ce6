//! Operators, against their definitions, on all small operands.

use super::support::{KINDS, Run, results, written};
use effigy_testkit::tool;

const LEAST: i64 = -5;
const MOST: i64 = 5;

/// The spellings of an operator.
type Signs = &'static [&'static str];
/// Spellings of a relation, and when it holds.
type Relation = (Signs, fn(&i64, &i64) -> bool);
/// Spellings of a connective, and when it holds.
type Connective = (Signs, fn(bool, bool) -> bool);

/// The quotient whose remainder is not negative.
fn quotient(a: i64, b: i64) -> i64 {
    a.div_euclid(b)
}

/// `a ** b` for an `a` that is not zero, or a positive `b`: of a fraction the integer part.
fn power(a: i64, b: i64) -> i64 {
    match (a, u32::try_from(b)) {
        (_, Ok(b)) => a.pow(b),
        (1, _) => 1,
        (-1, _) if b % 2 == 0 => 1,
        (-1, _) => -1,
        _ => 0,
    }
}

/// What a procedure writes that executes the statements for all small X and Y.
fn of_all(statements: &str, expected: impl Fn(i64, i64) -> Vec<i64>) {
    let source = format!(
        "T: PROC;\nDO X = {LEAST} TO {MOST}; DO Y = {LEAST} TO {MOST};\n{statements}\nEND; END;\nEND;"
    );
    let pairs = (LEAST..=MOST).flat_map(|x| (LEAST..=MOST).map(move |y| (x, y)));
    let expected: Vec<i64> = pairs.flat_map(|(x, y)| expected(x, y)).collect();
    for integers in KINDS {
        assert_eq!(written(&source, integers), expected, "{statements}");
    }
}

#[test]
fn arithmetic_is_that_of_the_language() {
    of_all("WRITE (X + Y, X - Y, X * Y, -X, +X, ABS (X));", |x, y| {
        vec![x + y, x - y, x * y, -x, x, x.abs()]
    });
    of_all("IF Y ¬= 0 THEN WRITE (X / Y, MOD (X, Y));", |x, y| match y {
        0 => vec![],
        _ => vec![quotient(x, y), x - y * quotient(x, y)],
    });
    of_all("IF X ¬= 0 | Y > 0 THEN WRITE (X ** Y);", |x, y| match (x, y) {
        (0, ..=0) => vec![],
        _ => vec![power(x, y)],
    });
    let constants: Vec<i64> = [1, 2, 3, 4, -1, -2, -3]
        .iter()
        .flat_map(|c| [quotient(7, *c), 7i64.rem_euclid(*c)])
        .collect();
    let text = [1, 2, 3, 4, -1, -2, -3].map(|c| format!("WRITE (V / {c}, MOD (V, {c}));")).concat();
    for integers in KINDS {
        assert_eq!(written(&format!("T: PROC; V = 7; {text} END;"), integers), constants);
    }
}

#[test]
fn relations_are_distinguished() {
    let relations: [Relation; 6] = [
        (&["="], i64::eq),
        (&["¬=", "^=", "~=", "≠"], i64::ne),
        (&["<"], i64::lt),
        (&["<=", "≤", "¬>", "^>", "~>"], i64::le),
        (&[">"], i64::gt),
        (&[">=", "≥", "¬<", "^<", "~<"], i64::ge),
    ];
    for (signs, holds) in relations {
        let all = signs.iter().map(|s| format!("IF X {s} Y THEN WRITE (1); ELSE WRITE (0);"));
        of_all(&all.collect::<String>(), |x, y| vec![i64::from(holds(&x, &y)); signs.len()]);
    }
}

#[test]
fn connectives_have_their_truth_tables() {
    if tool("z3").is_none() {
        return;
    }
    let connectives: [Connective; 3] = [
        (&["&"], |a, b| a & b),
        (&["|"], |a, b| a | b),
        (&["⊃", "=>", "->", "IMPLIES"], |a, b| !a | b),
    ];
    for (signs, holds) in connectives {
        let all =
            signs.iter().map(|s| format!("IF X > 0 {s} Y > 1 THEN WRITE (1); ELSE WRITE (0);"));
        let expected = |x, y| vec![i64::from(holds(x > 0, y > 1)); signs.len()];
        of_all(&all.collect::<String>(), expected);
    }
    for sign in ["¬", "^", "~"] {
        let text =
            format!("IF {sign}(X > 0) & {sign}{sign}(Y > 0) THEN WRITE (1); ELSE WRITE (0);");
        of_all(&text, |x, y| vec![i64::from(x <= 0 && y > 0)]);
    }
    // Both sides are evaluated, so that the second one may be a finding.
    let both = Run::new("T: PROC (X); IF X = 0 | 1 / X = 1 THEN X = 2; END;").procedure("T");
    assert_eq!(results(&both), ["X = 2", "X = X"]);
    assert!(
        both.iter().any(|path| path.condition.iter().any(|c| c.as_ref() == "X = 0")),
        "{both:?}"
    );
}

#[test]
fn numbers_have_any_size() {
    let two_to_200 = "1606938044258990275541962092341162602522202993782792835301376";
    let source = format!(
        "T: PROC (X); V = 2 ** 200; WRITE (V - {two_to_200}, MOD (V * V + 3, V), V / (V - 1)); RETURN (X * V); END;"
    );
    let leaves = Run::new(&source).procedure("T");
    let expected = format!("WRITE = 0, WRITE = 3, WRITE = 1, X = X, RETURN = {two_to_200}*X");
    assert_eq!(results(&leaves), [expected]);
}
