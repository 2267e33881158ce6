//! What is printed reads back.

use crate::support::Rng;
use crate::support::expression::build;
use crate::support::random::Recipe;
use crate::support::z3::Batch;
use effigy_base::sort::Sort;
use effigy_term::print::{Style, infix_in};
use effigy_term::read::{Inputs, read};
use effigy_term::{Role, Term, TermStore, VarInfo};
use effigy_testkit::{batch, tool};
use rustc_hash::FxHashMap;

const STYLES: [Style; 2] = [Style::KING, SYSTEMS];

/// The style of systems languages.
const SYSTEMS: Style = Style {
    element: effigy_term::print::Element::Brackets,
    equal: "==",
    not_equal: "!=",
    and: "&&",
    or: "||",
    not: "!",
    quotient: effigy_term::print::Quotient::Truncated,
    elements_last: false,
};

/// What a term is read back as, with its text.
fn again(store: &mut TermStore, t: Term, style: &Style) -> (Term, String) {
    let text = infix_in(store, t, style);
    let inputs = Inputs::of_store(store);
    let sort = store.sort(t);
    let t = read(store, &text, style, &inputs, Some(sort));
    (t.unwrap_or_else(|e| panic!("{text}: {e:?}")), text)
}

const EXPRESSIONS: &[&str] = &[
    "(bvslt #5 (bvadd x (bvmul #2 y)))",
    "(bvult x #5)",
    "(bvule (bvudiv x y) (bvurem y z))",
    "(bvsle (bvsdiv x y) (bvsrem y z))",
    "(bvneg (bvudiv x y))",
    "(bvneg (bvmul x y))",
    "(bvmul (bvneg x) y)",
    "(bvneg (bvmul #3 x))",
    "(bvsub (bvneg (bvsrem x z)) (bvudiv y z))",
    "(bvsub #5 x)",
    "(bvshl x (bvlshr y (bvashr z x)))",
    "(bvshl (bvlshr (bvashr z x) y) #20)",
    "(bvlshr x #3)",
    "(bvashr x #3)",
    "(bvand x (bvor y (bvxor z (bvnot x))))",
    "(= (bvand x #4) #4)",
    "(concat x (concat y (bvadd z #1)))",
    "(concat #5 x)",
    "(concat x #5)",
    "(extract 5 2 x)",
    "(extract 7 7 (bvadd x y))",
    "(extract 7 0 (bvudiv x y))",
    "(bvadd (zero_extend 64 x) (zero_extend 64 y))",
    "(bvadd (zero_extend 64 x) y:64)",
    "(bvadd (zero_extend 64 (bvadd x y)) #1:64)",
    "(zero_extend 64 x)",
    "(zero_extend 64 (ite p #-1 #0))",
    "(sign_extend 64 (ite p #-1 #1))",
    "(sign_extend 64 (bvadd x (zero_extend 32 b:8)))",
    "(bvslt (sign_extend 64 x) (zero_extend 64 y))",
    "(bvult (ite p #1:16 #0:16) (ite q #1:16 #0:16))",
    "(bvult (bvadd (ite p x #0) (ite r y #0)) (ite q #1 #0))",
    "(ite p x (ite q #7 y))",
    "(ite (or p q) x y)",
    "(and p (or q (not r)))",
    "(or p (and q r))",
    "(xor p (xor q r))",
    "(= p (and q r))",
    "(select a (bvadd x #1))",
    "(= (store a x b:8) a)",
    "(select table x)",
    "(bvadd (select table x) b:8)",
    "(bvuaddo x y)",
    "(bvsmulo x #5)",
    "(popcount (byte_swap (bvadd x y)))",
    "(leading_zeros (zero_extend 64 x))",
    "(fp.add x (fp.fma x y z))",
    "(fp.to_sbv 16 (fp.sqrt x))",
    "(to_fp 64 (to_fp_signed 32 y:16))",
    "(= (fp.roundToIntegral.rtz x) y)",
    "(int.lt (int.sub %0 (int.quot i %2)) (int.div j k))",
    "(= (int.mod i j) (int.add (int.abs k) %-3))",
    "(int.le (int.mul i (int.pow j k)) (int.sub %0 (int.pow i j)))",
    "(forall (int.sub i %1) (int.add j %1) v (int.lt %0 (select f v)))",
    "(or p (forall i j v (forall v k v (= (select f v) %0))))",
    "(int.lt (ite p %1 %0) (ite q %1 %0))",
    "(int.lt (int.add (ite p %1 %0) (ite r %2 %5)) (ite q %1 %0))",
    "(= (store f i %3) f)",
];

#[test]
fn terms_read_back_as_the_same_terms() {
    let mut wrong = Vec::new();
    for text in EXPRESSIONS {
        for style in STYLES {
            let mut store = TermStore::new();
            let t = build(&mut store, text, 32).expect("a term");
            let (read, printed) = again(&mut store, t, &style);
            if read != t {
                let read = infix_in(&store, read, &style);
                wrong.push(format!("{text}: {printed}, read as {read}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The bytes of an input; `of` is what their variables know of its size.
fn bytes(store: &mut TermStore, name: &str, count: u32, of: u32) -> Vec<Term> {
    let byte = |i| VarInfo {
        name: format!("{name}[{i}]"),
        sort: Sort::BitVec(8),
        role: Role::Byte { of },
    };
    (0..count).map(|i| store.variable(&byte(i))).collect()
}

fn number(store: &mut TermStore, bytes: &[Term]) -> Term {
    let whole = bytes.iter().copied().reduce(|low, high| store.concat(high, low));
    whole.expect("a byte")
}

/// A random term over bytes of inputs, characters among them, in place of the variables of a recipe.
fn of_bytes(store: &mut TermStore, t: Term, width: u32, rng: &mut Rng) -> Term {
    let name = ["b", "the first", "stdin"][rng.below(3)];
    let count = width / 8;
    let of = [0, count][rng.below(2)];
    let (first, second) = (bytes(store, name, count, of), bytes(store, "arg1", count, 0));
    let reversed: Vec<Term> = second.iter().rev().copied().collect();
    let second = if rng.one_in(3) { reversed } else { second };
    let sigma: FxHashMap<Term, Term> = [("x", first), ("y", second)]
        .into_iter()
        .map(|(name, bytes)| {
            let info =
                VarInfo { name: name.to_owned(), sort: Sort::BitVec(width), role: Role::Input };
            (store.variable(&info), number(store, &bytes))
        })
        .collect();
    store.substitute(t, &sigma)
}

#[test]
fn random_terms_read_back() {
    let Some(z3) = tool("z3") else { return };
    let (same, all, open) = batch(0..3000, |rounds| {
        let mut batch = Batch::default();
        let (mut same, mut all) = (0, 0);
        for round in rounds {
            let rng = &mut Rng::new(round);
            let width = [8, 16, 32][rng.below(3)];
            let length = 14 + rng.below(40);
            let recipe = Recipe::random(rng, width, length);
            let mut store = TermStore::new();
            let mut t = *recipe.build(&mut store).last().expect("a term");
            if round % 2 == 0 {
                t = of_bytes(&mut store, t, width, rng);
            }
            // Reals are not read.
            if store.features(t).declared() {
                continue;
            }
            let style = STYLES[rng.below(2)];
            let (read, text) = again(&mut store, t, &style);
            all += 1;
            if read == t {
                same += 1;
            } else {
                assert_eq!(store.sort(read), store.sort(t), "{text}");
                batch.add_equivalence(text, (&store, t), (&store, read));
            }
        }
        let answers = batch.run(&z3);
        let wrong: Vec<&String> =
            answers.iter().filter(|(_, answer)| answer == "sat").map(|(text, _)| text).collect();
        assert!(wrong.is_empty(), "{} of {all}: {wrong:#?}", wrong.len());
        let open = answers.iter().filter(|(_, answer)| answer != "unsat").count();
        (same, all, open)
    });
    println!("{same} of {all} are the same terms, {open} are open");
    assert!(same * 100 > all * 99 && open * 100 < all, "{same} of {all}, {open} open");
}

#[test]
fn long_and_deep_terms_read_back() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| build(&mut store, name, 32).expect("a variable"));
    let (mut square, mut deep, mut wide) = (store.bvmul(x, y), x, store.bool(true));
    for i in 0..40 {
        square = store.bvmul(square, square);
        // An input of the name of a part.
        let named = VarInfo { name: format!("t{i}"), sort: Sort::BitVec(32), role: Role::Input };
        let named = store.variable(&named);
        square = store.bvxor(square, named);
    }
    for _ in 0..5_000 {
        deep = store.bvudiv(deep, y);
    }
    for i in 0..3_000 {
        let constant = store.bits(32, 7 * i);
        let differs = store.distinct(x, constant);
        wide = store.and(wide, differs);
    }
    for (t, same) in [(square, true), (deep, true), (wide, false)] {
        let (read, text) = again(&mut store, t, &SYSTEMS);
        assert!(read == t || !same, "{text}");
        assert_eq!(infix_in(&store, read, &SYSTEMS), text);
    }
}

#[test]
fn what_is_no_term_is_an_error() {
    let mut store = TermStore::new();
    for name in ["x", "y", "a", "p", "i", "f"] {
        build(&mut store, name, 32).expect("a variable");
    }
    let inputs = Inputs::of_store(&store);
    for (text, place) in [
        ("x +", Some(3)),
        ("x ? y", Some(5)),
        ("x{3:", Some(4)),
        ("(x", Some(2)),
        ("x where t1 =", Some(12)),
        ("x 'ab'", Some(2)),
        ("x # 3", Some(2)),
        ("a[x := y", Some(8)),
        ("forall v in 1.. : p", Some(16)),
        ("x{32:0}", None),
        ("x{0:3}", None),
        ("x:3", None),
        ("z", None),
        ("x[3]", None),
        ("x + i", None),
        ("fp.add(x)", None),
        ("h(x)", None),
        ("\"z\"", None),
        ("[1, 2][x]", None),
        ("<a condition of more than 100000 terms>", Some(0)),
    ] {
        let error = read(&mut store, text, &SYSTEMS, &inputs, None).expect_err(text);
        assert_eq!(error.at, place, "{text}: {error:?}");
    }
    let deep = "(".repeat(100_000);
    assert!(read(&mut store, &deep, &SYSTEMS, &inputs, None).is_err());
    let minus = "-".repeat(100_000);
    assert!(read(&mut store, &minus, &SYSTEMS, &inputs, None).is_err());
}
