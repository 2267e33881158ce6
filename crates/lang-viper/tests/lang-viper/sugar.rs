//! What is written out: macros, imports, data types, measures of termination.

use crate::shared::{errors, printed, program, program_of};
use effigy_lang_viper::tree::{Block, Origin, StmtKind};
use effigy_lang_viper::{Disk, Files, ParseOptions, parse, parse_with};
use std::path::Path;

/// Files that are only in memory.
struct Memory(&'static [(&'static str, &'static str)]);

impl Files for Memory {
    fn read(&self, path: &Path) -> Result<String, String> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "there is no such file".to_owned())
    }
}

fn body(text: &str) -> Vec<String> {
    let lines = printed(&program(text));
    let start = lines.iter().position(|l| l.starts_with("method m(")).unwrap();
    lines[start..].to_vec()
}

#[test]
fn a_macro_renames_what_it_declares_where_the_name_is_taken() {
    let text = body(
        "define twice(e) { var x: Int := e + e  x := x + 1 }
         method m() { var x: Int := 1  twice(x)  twice(2) }",
    );
    let declared: Vec<&String> = text.iter().filter(|l| l.starts_with("var ")).collect();
    assert_eq!(declared.len(), 3, "{text:#?}");
    let parsed = program(
        "define twice(e) { var x: Int := e + e  x := x + 1 }
         method m() { var x: Int := 1  twice(x)  twice(2) }",
    );
    let method = &parsed.program.methods.as_slice()[0];
    let names: Vec<&str> = method.locals.iter().map(|(_, l)| &*l.name).collect();
    assert_eq!(names, ["x", "x$0", "x$1"]);
}

#[test]
fn bound_variables_of_macros_do_not_capture_arguments() {
    let parsed = program(
        "define all(e) (forall i: Int :: i > 0 ==> i + e > e)
         method m(i: Int) { assert all(i) }",
    );
    let method = &parsed.program.methods.as_slice()[0];
    let names: Vec<&str> = method.locals.iter().map(|(_, l)| &*l.name).collect();
    assert_eq!(names, ["i", "i$0"]);
}

#[test]
fn what_a_macro_becomes_stands_where_it_is_used() {
    let parsed = program(
        "define check(e) {
           assert e
         }
         method m(b: Bool) {
           check(b)
         }",
    );
    let method = &parsed.program.methods.as_slice()[0];
    let statement = &method.body.as_ref().unwrap().statements[0];
    assert_eq!(statement.place.span.start.line, 5);
    let StmtKind::Assert { condition, .. } = &statement.kind else { panic!() };
    assert_eq!(condition.place.span.start.line, 5);
}

#[test]
fn macros_stand_for_names_and_targets() {
    let text = body(
        "field value: Int
         define f value
         define place(x) x.f
         define go(l) { goto l label l }
         method m(x: Ref) { inhale acc(x.f) place(x) := 3 go(there) }",
    );
    assert!(text.iter().any(|l| l.contains("x.value := 3")), "{text:#?}");
    assert!(text.iter().any(|l| l == "label there"), "{text:#?}");
}

#[test]
fn macros_that_are_wrong() {
    for (text, error) in [
        (
            "define a a method m() { assert a }",
            "1:1 parser.error: the macro `a` is defined by itself",
        ),
        (
            "define a(x) b(x) define b(x) a(x) method m() { assert a(true) }",
            "1:1 parser.error: the macro `a` is defined by itself",
        ),
        (
            "define a(x) x method m() { assert a }",
            "1:35 parser.error: the macro `a` needs its arguments",
        ),
        (
            "define a(x) x method m() { assert a(1, 2) }",
            "1:35 parser.error: the macro `a` has 1 parameter, not 2",
        ),
        (
            "define a { assert true } method m() { assert a }",
            "1:46 parser.error: the macro `a` is a statement",
        ),
        (
            "define a(x) x method m() { a(true) }",
            "1:28 parser.error: the macro `a` is an expression",
        ),
        ("define a true define a false", "1:22 parser.error: there is already a macro `a`"),
        ("define a true method a()", "1:8 parser.error: `a` is declared as something else"),
        ("define a { define b 1 }", "1:12 parser.error: a macro cannot be defined in the body"),
    ] {
        let errors = errors(text);
        assert!(errors[0].starts_with(error), "{text}\n{errors:#?}\nexpected {error}");
    }
}

#[test]
fn a_parameter_that_is_not_used_is_a_warning() {
    let parsed = program("define a(x) true method m() { assert a(1) }");
    let messages: Vec<&str> = parsed.warnings.iter().map(|w| &*w.message).collect();
    assert_eq!(messages, ["the macro `a` does not use its parameter `x`"]);
}

#[test]
fn each_file_is_imported_once_and_paths_start_from_the_importing_file() {
    let files = Memory(&[
        ("lib/a.vpr", "import \"b.vpr\" import \"../test.vpr\" field a: Int"),
        ("lib/b.vpr", "import \"a.vpr\" field b: Int"),
    ]);
    let parsed = program_of("import \"lib/a.vpr\" import \"./lib/b.vpr\" field c: Int", &files);
    let mut names: Vec<&str> = parsed.program.fields.iter().map(|(_, f)| &*f.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(parsed.texts.len(), 3);
    let bad = Memory(&[("bad.vpr", "field f:")]);
    let problems = parse(Path::new("test.vpr"), "import \"bad.vpr\"", &bad).unwrap_err();
    assert_eq!(problems[0].path, "bad.vpr");
    assert_eq!(problems[0].excerpt, "field f:");
}

#[test]
fn folders_are_searched_for_what_does_not_come_with_the_language() {
    let files = Memory(&[
        ("first/own/a.vpr", "import \"b.vpr\" field a: Int"),
        ("second/own/a.vpr", "field wrong: Int"),
        ("first/own/b.vpr", "import <own/a.vpr> import <own/c.vpr> field b: Int"),
        ("second/own/c.vpr", "field c: Int"),
        ("first/decreases/int.vpr", "field wrong: Int"),
    ]);
    let text = "import <own/a.vpr> import <decreases/int.vpr>";
    let import_folders = vec!["first".into(), "second".into()];
    let options = ParseOptions { import_folders, ..ParseOptions::default() };
    let parsed = parse_with(Path::new("test.vpr"), text, &files, &options).unwrap();
    let mut names: Vec<&str> = parsed.program.fields.iter().map(|(_, f)| &*f.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["a", "b", "c"]);
    let problems =
        parse_with(Path::new("test.vpr"), "import <own/d.vpr>", &files, &options).unwrap_err();
    assert!(problems[0].message.contains("none in the folders of `--import-path`"), "{problems:?}");
}

#[test]
fn names_of_a_program_do_not_clash_with_those_inside_of_standard_files() {
    let text = "field a: Int field b: Int function f(n: Int): Int requires n >= 0 decreases n";
    program(text);
    program(&format!("import <decreases/all.vpr> import <predicateinstance/pi.vpr> {text}"));
}

#[test]
fn a_data_type_is_a_domain() {
    let parsed = program(
        "adt List[T] { Nil() Cons(head: T, tail: List[T]) }
         method m(l: List[Int]) requires l.isCons { assert l == Cons(l.head, l.tail) && (Nil(): List[Int]) != l }",
    );
    let domain = &parsed.program.domains.as_slice()[0];
    assert_eq!(&*domain.name, "List");
    assert_eq!(domain.axioms.len(), 3);
    let names: Vec<&str> = parsed.program.domain_functions.iter().map(|(_, f)| &*f.name).collect();
    assert_eq!(names, ["List.tag", "Nil", "Cons", "head", "tail"]);
    assert!(parsed.program.domain_functions.iter().all(|(_, f)| f.parameters.len() <= 2));
}

#[test]
fn data_types_that_are_wrong() {
    for (text, error) in [
        ("adt A { B(x: Int) C(x: Int) }", "1:21 typechecker.error: `x` is already declared"),
        (
            "adt A { B(x: Int) } method m(a: A) { assert a.y == 1 }",
            "1:47 typechecker.error: there is no field `y`",
        ),
        (
            "adt A { B(x: Int) } method m(a: Int) { assert a.x == 1 }",
            "1:49 typechecker.error: Int has no `.x`",
        ),
        (
            "adt A { B(x: Int) } method m(a: A) { assert B() == a }",
            "1:45 typechecker.error: `B` has 1 argument",
        ),
    ] {
        let errors = errors(text);
        assert!(errors[0].starts_with(error), "{text}\n{errors:#?}\nexpected {error}");
    }
}

/// The identifiers of the termination errors that a block's assertions can give, in order.
fn obligations(block: &Block, list: &mut Vec<String>) {
    for statement in &block.statements {
        match &statement.kind {
            StmtKind::Assert { origin: Origin::Termination { error }, .. } => {
                list.push(error.trim_start_matches("termination.failed:").to_owned());
            }
            StmtKind::If { then, otherwise, .. } => {
                obligations(then, list);
                obligations(otherwise, list);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => obligations(body, list),
            _ => {}
        }
    }
}

fn all_obligations(text: &str) -> Vec<(String, Vec<String>)> {
    let parsed = program(text);
    let mut all = Vec::new();
    for (_, method) in parsed.program.methods.iter() {
        let mut list = Vec::new();
        method.body.iter().for_each(|body| obligations(body, &mut list));
        if !list.is_empty() {
            all.push((method.name.to_string(), list));
        }
    }
    all
}

#[test]
fn measures_become_assertions() {
    let tuple = || "tuple.false".to_owned();
    let of = all_obligations(
        "function fac(n: Int): Int requires n >= 0 decreases n { n == 0 ? 1 : n * fac(n - 1) }",
    );
    assert_eq!(of, [("fac.termination".to_owned(), vec![tuple()])]);
    let of = all_obligations(
        "method m(n: Int) decreases n if n > 0 { var i: Int := n  while (i > 0) decreases i { i := i - 1 }  m(n - 1) }",
    );
    let expected =
        ["tuple.false", "tuple.condition.false", "tuple.false"].map(str::to_owned).to_vec();
    assert_eq!(of, [("m".to_owned(), expected)]);
    let of = all_obligations(
        "method other() method m(n: Int) decreases n { other() while (n > 0) { } }",
    );
    let expected = vec!["termination.condition.false".to_owned(); 2];
    assert_eq!(of, [("m".to_owned(), expected)]);
    assert_eq!(
        all_obligations("method other() decreases _ method m(n: Int) decreases n { other() }"),
        []
    );
    assert_eq!(all_obligations("method m(n: Int) decreases * { m(n) }"), []);
}

#[test]
fn orders_are_imported_where_measures_need_them() {
    let has = |text: &str, name: &str| {
        program(text).program.domains.iter().any(|(_, d)| &*d.name == name)
    };
    assert!(has("method m(n: Int) decreases n", "IntWellFoundedOrder"));
    assert!(!has("method m(n: Int) decreases", "IntWellFoundedOrder"));
    let own = "domain IntWellFoundedOrder { } method m(n: Int) decreases n";
    let parsed = program(own);
    let count =
        parsed.program.domains.iter().filter(|(_, d)| &*d.name == "IntWellFoundedOrder").count();
    assert_eq!(count, 1);
    assert!(has("predicate P() { true } method m() decreases P()", "PredicateInstance"));
}

#[test]
fn a_measure_without_components_is_asserted_to_decrease() {
    let of = all_obligations("function h(x: Int): Int decreases ensures h(x) == x { x + 1 }");
    assert_eq!(of, [("h.postconditions.termination".to_owned(), vec!["tuple.false".to_owned()])]);
    let of = all_obligations("method m() decreases { m() while (true) decreases { } }");
    assert_eq!(of, [("m".to_owned(), vec!["tuple.false".to_owned(); 2])]);
    let of = all_obligations("method m() { while (true) decreases { } }");
    assert_eq!(of, [("m".to_owned(), vec!["tuple.false".to_owned()])]);
}

#[test]
fn what_stands_in_the_place_of_the_order_shows_nothing() {
    for own in [
        "function decreasing(a: Int, b: Int): Bool",
        "domain D { function decreasing(a: Int): Bool function bounded(a: Int): Bool }",
        "domain WellFoundedOrder { }",
    ] {
        let text = format!("{own} method m(n: Int) decreases n {{ if (n > 0) {{ m(n - 1) }} }}");
        // A name that is taken twice is an error; where it is none, the measure is not shown to decrease.
        if parse(Path::new("t.vpr"), &text, &Disk).is_ok() {
            let of = all_obligations(&text);
            assert_eq!(of, [("m".to_owned(), vec!["tuple.false".to_owned()])], "{own}");
        }
    }
}

#[test]
fn a_jump_that_goes_round_has_no_measure() {
    let never = || vec!["termination.condition.false".to_owned()];
    for body in [
        "label l goto l",
        "label l if (n > 0) { goto l }",
        "while (n > 0) decreases 0 { label l if (n > 1) { goto l } n := n - 1 }",
        "goto b label a goto b label b goto a",
    ] {
        let of = all_obligations(&format!("method m() returns (n: Int) decreases 7 {{ {body} }}"));
        let jumps = of.iter().flat_map(|(_, list)| list).filter(|id| !id.starts_with("tuple"));
        assert_eq!(jumps.cloned().collect::<Vec<_>>(), never(), "{body}");
    }
    for body in [
        "goto l label l",
        "goto a label b goto end label a goto b label end",
        "while (n > 0) decreases n { n := n - 1 if (n > 1) { goto next } n := 0 label next }",
    ] {
        let of = all_obligations(&format!("method m() returns (n: Int) decreases 7 {{ {body} }}"));
        let jumps = of.iter().flat_map(|(_, list)| list).filter(|id| !id.starts_with("tuple"));
        assert_eq!(jumps.count(), 0, "{body}");
    }
}

#[test]
fn measures_that_are_wrong() {
    for (text, error) in [
        (
            "method m(x: Int) decreases x decreases x",
            "1:18 consistency.error: there is more than one `decreases`",
        ),
        ("method m(x: Int) decreases y", "1:28 typechecker.error: `y` is not declared"),
        ("method m(x: Int) decreases x if 1", "1:33 typechecker.error: Bool is needed here"),
        ("function f(x: Int): Int decreases f(x)", "1:10 consistency.error: `f` calls itself"),
    ] {
        let errors = errors(text);
        assert!(errors[0].starts_with(error), "{text}\n{errors:#?}\nexpected {error}");
    }
    assert!(parse(Path::new("t.vpr"), "method m(x: Int) decreases x decreases _", &Disk).is_ok());
}
