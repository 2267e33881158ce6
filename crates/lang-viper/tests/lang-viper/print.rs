//! Printing: what is printed is read back as what it was.

use effigy_lang_viper::print::print;
use effigy_lang_viper::{Disk, parse};
use std::path::{Path, PathBuf};

/// The text of the program of a text.
fn printed(text: &str) -> String {
    match parse(Path::new("test.vpr"), text, &Disk) {
        Ok(parsed) => print(&parsed.program),
        Err(problems) => panic!("{text}: {problems:?}"),
    }
}

const PROGRAM: &str = r#"
domain Pair[A, B] {
  function pair(a: A, b: B): Pair[A, B]
  function first(p: Pair[A, B]): A
  unique function zero(): Int
  axiom { forall a: A, b: B :: { pair(a, b) } first(pair(a, b)) == a }
  axiom named { true }
}
domain Bits interpretation (SMTLIB: "(_ BitVec 8)") {
  function plus(a: Bits, b: Bits): Bits interpretation "bvadd"
}
field value: Int
field next: Ref
predicate list(this: Ref) { acc(this.value) && acc(this.next) && (this.next != null ==> list(this.next)) }
predicate abstract_one(p: Perm)
@opaque()
function length(this: Ref): Int
  requires acc(list(this), wildcard)
  ensures result > 0
{ unfolding acc(list(this), wildcard) in (this.next == null ? 1 : 1 + length(this.next)) }
function unknown(s: Seq[Int], m: Map[Int, Ref]): Set[Ref]
method work(this: Ref, s: Seq[Int], k: Multiset[Int], p: Perm) returns (r: Int, t: Ref)
  requires acc(list(this), 1/2) && p > none
  ensures  [acc(list(this), 1/2), true]
{
  var x: Int := -3
  label start
  r := |s[1..][..2] ++ Seq(1, 2)| + (let y == (x) in y * y) - x \ 2 % 3
  t := new(value, next)
  t.value := s[0]
  inhale acc(t.value, 1/4) && perm(t.value) == write
  assume 3 in Set(1, x) union Set[Int]() && (3 in k) == 0
  assert forall i: Int :: { s[i] } 0 <= i && i < |s| ==> s[i] == old[start](r)
  unfold acc(list(this), 1/2)
  fold acc(list(this), 1/2)
  while (r > 0)
    invariant r >= 0
  { r := r - 1 goto done }
  if (r == 0) { exhale acc(t.value, 1/4) } elseif (x > 1) { refute false } else { r, t := work(this, s, k, p) }
  package acc(t.value) --* acc(t.value) && true { assert true }
  apply acc(t.value) --* acc(t.value) && true
  assert first((pair(1, t): Pair[Int, Ref])) == 1 && @reveal() length(this) > 0
  assert forperm q: Ref [q.value] :: q != null
  assert (asserting (x == x) in x) == x
  label done
}
method abstract_method(l: Int)
"#;

#[test]
fn what_is_printed_is_read_back() {
    let once = printed(PROGRAM);
    assert_eq!(printed(&once), once);
    for line in [
        "domain Pair[A, B] {",
        "  unique function zero(): Int",
        "domain Bits interpretation (SMTLIB: \"(_ BitVec 8)\") {",
        "@opaque()",
        "  requires acc(list(this), wildcard)",
        "  assert (forall i: Int :: {s[i]} (((0 <= i) && (i < |s|)) ==> (s[i] == old[start](r))))",
        "  goto done",
        "  r, t := work(this, s, k, p)",
        "  package (acc(t.value) --* (acc(t.value) && true)) {",
        "method abstract_method(l: Int)",
    ] {
        assert!(once.lines().any(|l| l.trim_start() == line.trim_start()), "{line}\n{once}");
    }
}

#[test]
fn macros_and_data_types_are_written_out() {
    let text = "define twice(x) x + x
        adt List { Nil() Cons(value: Int, tail: List) }
        method m(l: List) requires l.isCons { assert twice(l.value) == 2 * l.value }";
    let once = printed(text);
    assert!(!once.contains("define") && !once.contains("adt"), "{once}");
    assert_eq!(printed(&once), once);
}

/// The programs below a folder that are right, by path; those that are not have nothing to print.
fn programs(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "vpr") {
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            if let Ok(parsed) = parse(&path, &text, &Disk) {
                found.push((path, print(&parsed.program)));
            }
        }
    }
}

#[test]
fn examples_are_read_back() {
    let mut found = Vec::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vpr");
    programs(&examples, &mut found);
    assert!(found.len() > 60, "{}", found.len());
    let mut bad = Vec::new();
    for (path, once) in found {
        match parse(Path::new("test.vpr"), &once, &Disk) {
            Ok(parsed) if print(&parsed.program) == once => {}
            Ok(parsed) => {
                let twice = print(&parsed.program);
                let other = once.lines().zip(twice.lines()).find(|(a, b)| a != b);
                bad.push(format!("{}: {other:?}", path.display()));
            }
            Err(problems) => {
                let first = &problems[0];
                bad.push(format!("{}: {}: {}", path.display(), first.message, first.excerpt));
            }
        }
    }
    assert!(bad.is_empty(), "{} programs\n{}", bad.len(), bad.join("\n"));
}
