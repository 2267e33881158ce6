//! Proofs of the programs in `examples/oo/prove`, and of those in `broken`, whose first lines say what fails:
//! `//! expects: id line N, conjunct line M: text`.

use effigy_lang_oo::parse;
use effigy_lang_oo::viper::lower_to_viper;
use effigy_lang_viper::tree::Place;
use effigy_permissions::{Failure, Options, Report, prove};
use effigy_solver::SolverOptions;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/oo").join(name);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.is_file()).collect();
    files.sort();
    files
}

/// The proof of a text.
fn proof(text: &str) -> Report {
    let (program, errors) = parse("test.oo", text.as_bytes());
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    let program = lower_to_viper(&program, text).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let options = Options {
        workers: 1,
        solver: SolverOptions { program: effigy_testkit::tool("z3"), ..SolverOptions::default() },
        cancel: Default::default(),
        member_time: None,
        joins: true,
        exact_amounts: false,
        states: false,
        walk: false,
        only: Vec::new(),
    };
    prove(&program, &options)
}

/// The first line of the text at a place.
fn text_at(text: &str, place: Place) -> &str {
    let (start, end) = (place.span.start, place.span.end);
    let line = text.lines().nth(start.line as usize - 1).unwrap();
    let end = if end.line == start.line { end.column as usize - 1 } else { line.len() };
    &line[start.column as usize - 1..end]
}

/// What a failure is, as the files say it.
fn line(text: &str, failure: &Failure) -> String {
    let (at, conjunct) = (failure.place.span.start.line, failure.conjunct);
    let shown = text_at(text, conjunct);
    format!("{} line {at}, conjunct line {}: {shown}", failure.id, conjunct.span.start.line)
}

/// All failures of a text, in the order of the members.
fn failures(text: &str) -> Vec<String> {
    let report = proof(text);
    let failures = report.members.iter().flat_map(|member| &member.failures);
    failures.map(|failure| line(text, failure)).collect()
}

#[test]
fn programs_of_the_paper_are_proved() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let files = folder("prove");
    assert!(files.len() >= 8, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(failures(&text), Vec::<String>::new(), "{}", file.display());
    }
}

#[test]
fn mistakes_are_found_at_their_conjunct() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let files = folder("prove/broken");
    assert!(files.len() >= 20, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let expected: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("//! expects: ")).collect();
        assert!(!expected.is_empty(), "{}", file.display());
        assert_eq!(failures(&text), expected, "{}", file.display());
    }
}

const NODE: &str = "class Node {
  int v;
  Node next;
  predicate rest() { return acc(this.next) * (this.next != null ==> this.next.rest()); }
";

/// What a class of nodes with these pure methods fails in.
fn pure(methods: &str) -> Vec<String> {
    failures(&format!("{NODE}{methods}}}\nint x = 1;\n"))
}

#[test]
fn pure_methods_end_by_place_by_opening_or_by_a_smaller_heap() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let none = Vec::<String>::new();
    // The call leaves this.v alone.
    let smaller = "
        pure int sum() requires acc(this.v) * rest(); { return this.v + later(); }
        pure int later() requires rest(); { return opening rest() in 1; }";
    assert_eq!(pure(smaller), none);
    // Round and round, but smaller on the way.
    let round = "
        pure int one() requires acc(this.v) * rest(); { return two(); }
        pure int two() requires rest(); { return opening rest() in (this.next = null ? 0 : this.next.two()); }";
    assert_eq!(pure(round), none);
    // The whole heap goes on, by another name or under a condition.
    let endless = "
        pure int one() requires acc(this.v) * rest(); { return two(); }
        pure int two() requires acc(this.v) * rest(); { return one(); }";
    assert_eq!(pure(endless), ["termination.failed:tuple.false line 6, conjunct line 6: two()"]);
    let same = "
        pure int one() requires acc(this.v); { return this.v = 0 ? 0 : one(); }";
    assert_eq!(pure(same), ["termination.failed:tuple.false line 6, conjunct line 6: one()"]);
    let nothing = "
        pure int one(int n) { return one(n - 1); }";
    let found = pure(nothing);
    assert_eq!(found, ["termination.failed:tuple.false line 6, conjunct line 6: one(n - 1)"]);
    // Part of the permission to one place is none of the heap's parts.
    let sometimes = "
        pure int one(bool b) requires acc(this.v) * (b ==> acc(this.next)); { return two(b); }
        pure int two(bool b) requires acc(this.v); { return 1; }";
    let found = pure(sometimes);
    assert_eq!(found, ["termination.failed:tuple.false line 6, conjunct line 6: two(b)"]);
}

#[test]
fn what_the_language_asks_for_is_said_in_words() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let text = "class C { int x; int[] a;
        predicate valid() { return acc(x); }
        void set() requires valid(); ensures valid(); { x := 1; }
        void receiver(C c) { c.set(); }
        void field(C c) { c.x := 1; }
        void array() requires acc(a); { a[0] := 1; }
        void index() requires acc(a) * a != null * acc(a.elems); { a[0] := 1; }
        void size(int n) { int[] b := new int[n]; }
        void never() { assert false; }
    }";
    let report = proof(text);
    let said = report.members.iter().flat_map(|m| &m.failures).map(|f| f.message.as_str());
    let expected = [
        "this reference may be null",
        "there may be no permission to the field `x` here, whose object may be null",
        "the array may be null",
        "the index may be outside of the array",
        "the number of elements may be negative",
        "this may be reached",
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
}

#[test]
fn a_call_inside_of_opening_ends_only_if_it_takes_what_is_open() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let class = |methods: &str| {
        let text = format!(
            "class C {{ int x; C other;
  predicate e() {{ return acc(x) * acc(other) * (other != null ==> other.e()); }}
{methods}
}}"
        );
        failures(&text)
    };
    // The predicate that is open would be closed for the call.
    for body in ["opening e() in f() + 1", "opening e() in (x = 0 ? 0 : f())"] {
        let found = class(&format!(
            "  pure int f() requires e(); {{ return {body}; }}
  void m() requires e(); ensures false; {{ int a := f(); use f(); }}"
        ));
        let expected = "termination.failed:tuple.false line 3, conjunct line 3: f()";
        assert!(found.contains(&expected.to_owned()), "{body}: {found:?}");
    }
    // So it would for one that comes later.
    let found = class(
        "  pure int f() requires e(); { return opening e() in g() + 1; }
  pure int g() requires e(); { return f(); }",
    );
    let expected = "termination.failed:tuple.false line 3, conjunct line 3: g()";
    assert_eq!(found, [expected]);
    let right = "  pure int f() requires e();
  { return opening e() in (other = null ? x : other.f() + g()); }
  pure int g() requires acc(x); { return x; }
  pure int h() requires acc(e(), 1/2);
  { return opening e() in (other = null ? x : other.h()); }";
    assert_eq!(class(right), Vec::<String>::new());
}

#[test]
fn a_precondition_calls_what_stands_before_it() {
    let text = "class C {
  predicate e() { return true; }
  pure int f() requires e() * (opening e() in f()) = 3; { return 3; }
}";
    let (program, _) = parse("test.oo", text.as_bytes());
    let problems = lower_to_viper(&program, text).expect_err("it is refused");
    let said: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert!(said[0].starts_with("this call may not end: the precondition"), "{said:?}");
}

#[test]
fn a_predicate_that_is_closed_again_is_untouched() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let method = "void m() requires valid(); ensures valid() * untouched(valid());
    { open valid(); close valid(); }";
    for (fields, body) in [
        ("int x;", "acc(x)"),
        ("int x; int y;", "acc(x) * acc(y)"),
        ("int x; bool y; C z;", "acc(x) * 0 < x * acc(y) * acc(z) * z != null"),
        ("int x; C z;", "acc(x) * acc(z) * (z != null ==> z.valid())"),
    ] {
        let text =
            format!("class C {{ {fields} predicate valid() {{ return {body}; }} {method} }}");
        assert_eq!(failures(&text), Vec::<String>::new(), "{text}");
        let written = text.replace("open valid();", "open valid(); x := x + 1;");
        assert_ne!(failures(&written), Vec::<String>::new(), "{written}");
    }
}

#[test]
fn an_iterator_reads_and_moves_in_one_expression() {
    if effigy_testkit::tool("z3").is_none() {
        return;
    }
    let file = "../../examples/oo/prove/array_list_iterator_printed.oo";
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("return list.items[index++];"));
    assert_eq!(failures(&text), Vec::<String>::new());
    let apart =
        text.replace("return list.items[index++];", "index++; return list.items[index - 1];");
    assert_eq!(failures(&apart), Vec::<String>::new());
    let wrong = text.replace("return list.items[index++];", "index++; return list.items[index];");
    assert_ne!(failures(&wrong), Vec::<String>::new());
}
