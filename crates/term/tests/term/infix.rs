//! How terms print.

use crate::support::expression::build;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_term::print::{Style, infix, infix_in};
use effigy_term::{Role, Term, TermStore, VarInfo};

const GOLDENS: &[(&str, &str)] = &[
    ("(bvslt #5 (bvadd x (bvmul #2 y)))", "x + 2*y > 5"),
    ("(bvult x #5)", "x <u 5"),
    ("(bvsle x y)", "x <= y"),
    ("(not (bvslt x y))", "y <= x"),
    ("(not (= x y))", "x != y"),
    ("(= x #-1)", "x == -1"),
    ("(= x #3000000000)", "x == 0xb2d05e00"),
    ("(bvslt x #-1)", "x < -1"),
    ("(bvsub x #5)", "x - 5"),
    ("(bvsub #5 x)", "5 - x"),
    ("(bvneg x)", "-x"),
    ("(bvsub (bvneg x) y)", "-x - y"),
    ("(bvmul x (bvadd y z))", "x*(y + z)"),
    ("(bvmul #-3 x)", "-3*x"),
    ("(bvmul #8 x)", "8*x"),
    ("(bvshl x #20)", "x << 20"),
    ("(bvlshr x #3)", "x >>u 3"),
    ("(bvashr x #3)", "x >> 3"),
    ("(bvshl x y)", "x << y"),
    ("(bvand x (bvor y z))", "x & (y | z)"),
    ("(bvand x #255)", "u32(u8(x))"),
    ("(bvxor x (bvnot y))", "~(x ^ y)"),
    ("(bvudiv x y)", "x /u y"),
    ("(bvsrem x (bvsdiv y z))", "x % (y / z)"),
    ("(and p (or q (not r)))", "p && (q || !r)"),
    ("(or p (and q r))", "p || q && r"),
    ("(ite p x y)", "p ? x : y"),
    ("(bvadd x (ite p #1 #0))", "(p ? 1 : 0) + x"),
    ("(select a (bvadd x #1))", "a[x + 1]"),
    ("(store a x b:8)", "a[x := b_8]"),
    ("(select table x)", "[3, 1, 4, 1, else #x05][x]"),
    ("(extract 5 2 x)", "x{5:2}"),
    ("(extract 7 7 (bvadd x y))", "(x + y){7}"),
    ("(concat x y)", "x:y"),
    ("(zero_extend 64 x)", "u64(x)"),
    ("(sign_extend 64 x)", "i64(x)"),
    ("(fp.add x y)", "fp.add(x, y)"),
];

#[test]
fn terms_print_as_people_write_them() {
    let mut wrong = Vec::new();
    for (text, expected) in GOLDENS {
        let mut store = TermStore::new();
        let t = build(&mut store, text, 32).expect("a term");
        let printed = infix(&store, t);
        if printed != *expected {
            wrong.push(format!("{text}: {printed}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn byte(store: &mut TermStore, index: u32) -> Term {
    store.variable(&VarInfo {
        name: format!("x[{index}]"),
        sort: Sort::BitVec(8),
        role: Role::Input,
    })
}

#[test]
fn bytes_of_one_input_print_as_a_range() {
    let mut store = TermStore::new();
    let bytes: Vec<Term> = (0..4).map(|i| byte(&mut store, i)).collect();
    let mut little = bytes[0];
    let mut big = bytes[0];
    for b in &bytes[1..] {
        little = store.concat(*b, little);
        big = store.concat(big, *b);
    }
    assert_eq!(infix(&store, little), "x[0..4]");
    assert_eq!(infix(&store, big), "be(x[0..4])");
    let seven = store.bits(32, 7);
    let above = store.ult(seven, little);
    assert_eq!(infix(&store, above), "x[0..4] >u 7");
    let other = store.concat(bytes[0], bytes[2]);
    assert_eq!(infix(&store, other), "x[0]:x[2]");
}

/// The bytes of an input of which the variables know the size.
fn bytes_of(store: &mut TermStore, size: u32) -> Vec<Term> {
    let byte = |i| VarInfo {
        name: format!("x[{i}]"),
        sort: Sort::BitVec(8),
        role: Role::Byte { of: size },
    };
    (0..size.max(2)).map(|i| store.variable(&byte(i))).collect()
}

#[test]
fn a_whole_input_prints_by_its_name() {
    let mut store = TermStore::new();
    let two = bytes_of(&mut store, 2);
    let whole = store.concat(two[1], two[0]);
    assert_eq!(infix(&store, whole), "x");
    let swapped = store.concat(two[0], two[1]);
    assert_eq!(infix(&store, swapped), "be(x)");
    let four = bytes_of(&mut store, 4);
    let part = store.concat(four[1], four[0]);
    assert_eq!(infix(&store, part), "x[0..2]");
    let one = bytes_of(&mut store, 1)[0];
    assert_eq!(infix(&store, one), "x");
    let whole = store.concat(two[1], two[0]);
    let four = store.bits(16, 4);
    let product = store.bvmul(whole, four);
    assert_eq!(infix(&store, product), "4*x");
}

#[test]
fn a_word_compared_byte_by_byte_prints_as_one_comparison() {
    let mut store = TermStore::new();
    let four = bytes_of(&mut store, 4);
    let mut equal = |values: &[(usize, u128)]| {
        let parts: Vec<Term> = values
            .iter()
            .map(|(index, value)| {
                let value = store.bits(8, *value);
                store.eq(four[*index], value)
            })
            .collect();
        let all = store.and_all(&parts);
        let negated = store.not(all);
        [infix(&store, all), infix(&store, negated)]
    };
    assert_eq!(equal(&[(0, 7), (1, 0), (2, 0), (3, 0)]), ["x == 7", "x != 7"]);
    assert_eq!(equal(&[(0, 255), (1, 255), (2, 255), (3, 255)]), ["x == -1", "x != -1"]);
    assert_eq!(equal(&[(2, 1), (3, 0)])[0], "x[2..4] == 1");
    assert_eq!(equal(&[(1, 1), (2, 0)])[0], "x[1] == 1 && x[2] == 0");
    assert_eq!(equal(&[(0, 104), (1, 105)])[0], "x[0] == 'h' && x[1] == 'i'");
}

#[test]
fn bytes_are_compared_with_characters() {
    let mut store = TermStore::new();
    let text = bytes_of(&mut store, 0)[0];
    let letter = store.bits(8, 114);
    let equal = store.eq(text, letter);
    assert_eq!(infix(&store, equal), "x[0] == 'r'");
    let quote = store.bits(8, 39);
    let above = store.ult(quote, text);
    assert_eq!(infix(&store, above), r"x[0] >u '\''");
    let newline = store.bits(8, 10);
    let differs = store.distinct(text, newline);
    assert_eq!(infix(&store, differs), "x[0] != 10");
    let (zero, minus) = (store.bits(8, 0), store.bits(8, 255));
    let ascii = store.slt(minus, text);
    assert_eq!(infix(&store, ascii), "x[0] <u 128");
    let beyond = store.slt(text, zero);
    assert_eq!(infix(&store, beyond), "x[0] >=u 128");
    let number = byte(&mut store, 0);
    let equal = store.eq(number, letter);
    assert_eq!(infix(&store, equal), "x[0] == 114");
}

#[test]
fn long_terms_name_their_parts() {
    let mut store = TermStore::new();
    let mut t = build(&mut store, "(bvmul x y)", 32).expect("a term");
    for _ in 0..40 {
        t = store.bvmul(t, t);
    }
    let printed = infix(&store, t);
    assert!(printed.len() < 1000, "{} characters", printed.len());
    assert!(printed.contains(" where t1 = x*y, "), "{printed}");
}

#[test]
fn deep_terms_print() {
    let mut store = TermStore::new();
    let y = build(&mut store, "y", 32).expect("a term");
    let mut t = build(&mut store, "x", 32).expect("a term");
    for _ in 0..20_000 {
        t = store.bvudiv(t, y);
    }
    assert!(infix(&store, t).len() > 20_000);
    let zero = store.bits(32, 0);
    let assertion = store.eq(t, zero);
    let script = effigy_term::smtlib::script(&store, &[assertion], Default::default());
    assert!(script.len() < 2_000_000);
    assert!(effigy_term::smtlib::term(&store, assertion).len() < 2_000_000);
}

#[test]
fn comparisons_of_integers_print_as_they_were_asked_for_where_that_is_kept() {
    let variable = |store: &mut TermStore| {
        store.variable(&VarInfo { name: "i".into(), sort: Sort::Int, role: Role::Input })
    };
    let printed = |store: &mut TermStore| {
        let (x, five) = (variable(store), store.int(5));
        let above = store.app(Op::IntLt, &[five, x]);
        let not = store.not(above);
        [infix(store, above), infix(store, not)]
    };
    let mut store = TermStore::new();
    assert_eq!(printed(&mut store), ["i >= 6", "i <= 5"]);
    store.keep_strictness();
    let x = variable(&mut store);
    let [five, ten] = [5, 10].map(|n| store.int(n));
    let (at_least, below) = (store.app(Op::IntLe, &[ten, x]), store.app(Op::IntLt, &[x, five]));
    assert_eq!(infix(&store, at_least), "i >= 10");
    assert_eq!(infix(&store, below), "i < 5");
    let not = store.not(below);
    assert_eq!(infix(&store, not), "i >= 5");
    let mut store = TermStore::new();
    store.keep_strictness();
    assert_eq!(printed(&mut store), ["i > 5", "i <= 5"]);
}

/// Choices between references, each of which mentions the one before twice.
#[test]
fn shared_parts_are_printed_once() {
    let mut store = TermStore::new();
    let variable = |store: &mut TermStore, name: String, sort, role| {
        store.variable(&VarInfo { name, sort, role })
    };
    let two = store.int(2);
    let reference = |store: &mut TermStore, name: &str| {
        let half = variable(store, name.to_owned(), Sort::Int, Role::Reference);
        store.mul(half, two)
    };
    let (mut x, mut y) = (reference(&mut store, "p"), reference(&mut store, "q"));
    for i in 0..200 {
        let swap = variable(&mut store, format!("s{i}"), Sort::Bool, Role::Input);
        (x, y) = (store.ite(swap, y, x), store.ite(swap, x, y));
    }
    let same = store.eq(x, y);
    let text = infix(&store, same);
    assert!(text.contains(" where t1 = "), "{text}");
    assert!(text.len() < 20_000, "{}", text.len());
    assert!(effigy_term::print::is_reference(&store, x));
}

/// An index is compared with that of each write, and here each is an element itself.
#[test]
fn nested_reads_of_a_written_array_print_their_indices_once() {
    let mut store = TermStore::new();
    let variable = |store: &mut TermStore, name: String, sort| {
        store.variable(&VarInfo { name, sort, role: Role::Input })
    };
    let sort = Sort::Array { index: Scalar::Int, element: Scalar::Int };
    let mut array = variable(&mut store, "a".to_owned(), sort);
    for i in 0..4 {
        let [at, element] =
            ["i", "e"].map(|name| variable(&mut store, format!("{name}{i}"), Sort::Int));
        array = store.store(array, at, element);
    }
    let mut x = variable(&mut store, "x".to_owned(), Sort::Int);
    let one = store.int(1);
    for _ in 0..8 {
        let next = store.add(x, one);
        x = store.select(array, next);
    }
    let condition = store.eq(x, one);
    let text = infix_in(&store, condition, &Style::KING);
    assert!(text.len() < 5_000, "{}", text.len());
    assert!(text.contains(" where "), "{text}");
}

/// A language without `?` writes the condition of a choice twice, and here each is a choice itself.
#[test]
fn nested_conditions_of_cases_are_printed_once() {
    let mut store = TermStore::new();
    let variable = |store: &mut TermStore, name: String| {
        store.variable(&VarInfo { name, sort: Sort::Bool, role: Role::Input })
    };
    let mut condition = variable(&mut store, "c".to_owned());
    for i in 0..18 {
        let [a, b] = ["a", "b"].map(|name| variable(&mut store, format!("{name}{i}")));
        condition = store.ite(condition, a, b);
    }
    let text = infix_in(&store, condition, &Style::KING);
    assert!(text.len() < 5_000, "{}", text.len());
    assert!(text.contains(" where "), "{text}");
}

#[test]
fn a_term_of_too_many_parts_is_counted() {
    let mut store = TermStore::new();
    let input = |store: &mut TermStore, name: String| {
        store.variable(&VarInfo { name, sort: Sort::BitVec(32), role: Role::Input })
    };
    let mut sum = input(&mut store, "x".to_owned());
    for i in 0..40_000 {
        let next = input(&mut store, format!("x{i}"));
        sum = store.bvxor(sum, next);
        sum = store.bvmul(sum, next);
    }
    let zero = store.bits(32, 0);
    let equal = store.eq(sum, zero);
    let text = infix(&store, equal);
    assert_eq!(text, "<a condition of more than 100000 terms>");
}
