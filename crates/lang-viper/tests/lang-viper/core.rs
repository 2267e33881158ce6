//! The core of the language: what small programs become.

use crate::shared::{printed, program};
use effigy_lang_viper::tree::{BinaryOp, ExprKind, StmtKind, Type};

/// The operators of the values that the first method assigns, with their types.
fn assigned(text: &str) -> Vec<(BinaryOp, Type)> {
    let parsed = program(text);
    let method = &parsed.program.methods.as_slice()[0];
    let statements = &method.body.as_ref().unwrap().statements;
    let operator = |kind: &StmtKind| match kind {
        StmtKind::Assign { value, .. } => match &*value.kind {
            ExprKind::Binary(op, ..) => Some((*op, value.ty.clone())),
            _ => None,
        },
        _ => None,
    };
    statements.iter().filter_map(|s| operator(&s.kind)).collect()
}

/// The condition of the first `assert` of the first method, as text.
fn asserted(text: &str) -> String {
    let parsed =
        program(&format!("field f: Int field g: Ref predicate P(x: Ref) {{ acc(x.f) }}\n{text}"));
    let line = printed(&parsed).into_iter().find(|l| l.starts_with("assert "));
    line.unwrap().trim_start_matches("assert ").to_owned()
}

#[test]
fn a_quotient_is_an_integer_or_an_amount_as_its_place_needs_it() {
    let operators = assigned(
        "method m(x: Int, p: Perm) {
           var a: Int := x / 2
           var b: Perm := 1 / 2
           var c: Perm := p / 2
           var d: Perm := 2 * (1 / 3)
           var e: Bool := 1 / 2 < p
         }",
    );
    let expected = [
        (BinaryOp::IntDiv, Type::Int),
        (BinaryOp::PermDiv, Type::Perm),
        (BinaryOp::PermDiv, Type::Perm),
        (BinaryOp::Mul, Type::Perm),
        (BinaryOp::Lt, Type::Bool),
    ];
    assert_eq!(operators, expected);
}

#[test]
fn operators_bind_as_in_viper() {
    let of = |e: &str| {
        asserted(&format!(
            "method m(a: Bool, b: Bool, c: Bool, x: Int, s: Seq[Int], q: Set[Int]) {{ assert {e} }}"
        ))
    };
    assert_eq!(of("a ==> b ==> c"), of("a ==> (b ==> c)"));
    assert_eq!(of("a && b || c"), of("(a && b) || c"));
    assert_eq!(of("a <==> b ==> c"), of("a <==> (b ==> c)"));
    assert_eq!(of("a == b == c"), of("a == (b == c)"));
    assert_eq!(of("x - 1 - 2 == -x * 3"), of("((x - 1) - 2) == ((-x) * 3)"));
    assert_eq!(of("0 <= x < |s| <= 9"), of("(0 <= x && x < |s|) && |s| <= 9"));
    assert_eq!(of("x in s ++ s == a"), of("(x in (s ++ s)) == a"));
    assert_eq!(of("||s| in q ? s : s| == 0"), of("|((|s| in q) ? s : s)| == 0"));
}

#[test]
fn a_wand_takes_what_stands_behind_it() {
    let text = asserted("method m(x: Ref, b: Bool) { assert acc(x.f) --* b ==> acc(x.f) }");
    let with_parens =
        asserted("method m(x: Ref, b: Bool) { assert acc(x.f) --* (b ==> acc(x.f)) }");
    assert_eq!(text, with_parens);
}

#[test]
fn slices_and_updates_are_written_out() {
    let method = |e: &str| asserted(&format!("method m(s: Seq[Int]) {{ assert {e} == s }}"));
    assert_eq!(method("s[1..3]"), method("s[..3][1..]"));
    assert_eq!(method("s[0 := 1, 1 := 2]"), method("s[0 := 1][1 := 2]"));
}

#[test]
fn empty_collections_and_generic_functions_get_their_types() {
    let parsed = program(
        "domain D[T] { function pair(a: T, b: Seq[T]): D[T] function first(d: D[T]): T }
         method m() returns (r: Ref) {
           r := first(pair(null, Seq()))
         }",
    );
    let method = &parsed.program.methods.as_slice()[0];
    let StmtKind::Assign { value, .. } = &method.body.as_ref().unwrap().statements[0].kind else {
        panic!()
    };
    let ExprKind::DomainCall { instance, arguments, .. } = &*value.kind else { panic!() };
    assert_eq!(**instance, [Type::Ref]);
    let ExprKind::DomainCall { arguments, .. } = &*arguments[0].kind else { panic!() };
    assert_eq!(arguments[1].ty, Type::Seq(Type::Ref.into()));
}

#[test]
fn targets_that_are_fields_are_assigned_behind_the_call() {
    let parsed = program(
        "field f: Int field g: Ref
         method two() returns (a: Int, b: Ref)
         method m(x: Ref) requires acc(x.f) && acc(x.g) { x.f, x.g := two() }",
    );
    let method = &parsed.program.methods.as_slice()[1];
    let StmtKind::Block(block) = &method.body.as_ref().unwrap().statements[0].kind else {
        panic!()
    };
    let kinds: Vec<&str> = block
        .statements
        .iter()
        .map(|s| match &s.kind {
            StmtKind::Declare(_) => "declare",
            StmtKind::Assign { .. } => "receiver",
            StmtKind::Call { .. } => "call",
            StmtKind::AssignField { .. } => "field",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["declare", "receiver", "receiver", "call", "field", "field"]);
}

#[test]
fn new_names_fields_or_all_of_them() {
    let parsed = program(
        "field f: Int field g: Int
         method m() { var x: Ref x := new(g) x := new(*) x := new() }",
    );
    let method = &parsed.program.methods.as_slice()[0];
    let counts = method.body.as_ref().unwrap().statements.iter().filter_map(|s| match &s.kind {
        StmtKind::New { fields, .. } => Some(fields.len()),
        _ => None,
    });
    assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 0]);
}

#[test]
fn all_statements_and_expressions_are_read() {
    let parsed = program(
        "field f: Int
         predicate P(x: Ref) { acc(x.f) }
         function get(x: Ref): Int requires acc(x.f, wildcard) { x.f }
         @opaque() function hidden(i: Int): Int { i }
         domain Bits interpretation (SMTLIB: \"(_ BitVec 8)\") { function bits(i: Int): Bits interpretation \"(_ int2bv 8)\" }
         domain C { unique function c(): C axiom { forall a: C :: { is(a) } is(a) } function is(C): Bool }
         method m(x: Ref, s: Set[Ref], ms: Multiset[Int], mp: Map[Int, Ref], b: Bool) returns (y: Int)
           requires forall r: Ref :: { r.f } r in s ==> acc(r.f, 1/2)
           requires [acc(P(x)), P(x)]
           ensures [forperm r: Ref [r.f] :: r != null, true]
         {
           label start
           unfold acc(P(x), write)
           y := old[start](unfolding P(x) in x.f) + (let z == (get(x)) in z * z)
           x.f := (b ? 1 : 2) + (1 in ms) + |range(mp) union s|
           assert perm(x.f) == write && (exists i: Int :: i == y) && Map(1 := x)[1] == x
           package acc(x.f) --* acc(x.f) && x.f == old[lhs](x.f) { assert true }
           apply acc(x.f) --* acc(x.f) && x.f == old[lhs](x.f)
           assert applying (acc(x.f) --* acc(x.f)) in x.f == x.f
           assert asserting (b) in b
           assert @reveal() hidden(1) == 1
           quasihavoc b ==> x.f
           quasihavocall r: Ref :: r in s ==> r.f
           assume b; inhale acc(x.f, epsilon); exhale acc(x.f, none); refute b
           while (b) invariant b decreases _ if b { goto start }
           if (b) { fold P(x) } elseif (!b) { fold acc(P(x)) } else { }
           { var k: Int, l: Int }
         }",
    );
    assert_eq!(parsed.program.methods.len(), 1);
    assert!(parsed.program.functions.as_slice()[1].opaque);
    assert!(printed(&parsed).iter().any(|l| l.contains("old[lhs]")));
}

#[test]
fn rational_is_perm_with_a_warning() {
    let parsed = program("field f: Rational method m(x: Ref) requires acc(x.f) { x.f := 1/2 }");
    assert_eq!(parsed.program.fields.as_slice()[0].ty, Type::Perm);
    let messages: Vec<&str> = parsed.warnings.iter().map(|w| &*w.message).collect();
    assert_eq!(messages, ["`Rational` is deprecated: use `Perm`"]);
}
