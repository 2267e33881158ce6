//! Damaged programs: whatever is damaged, the parser ends, and says where.

use effigy_lang_viper::print::print;
use effigy_lang_viper::{Disk, parse};
use effigy_testkit::{Rng, cases, damage};
use std::path::Path;

const PROGRAM: &str = "field next: Ref
field value: Int
predicate list(this: Ref) { acc(this.value) && acc(this.next) && (this.next != null ==> list(this.next)) }
function sum(s: Seq[Int], n: Int): Int
  requires 0 <= n && n <= |s|
  ensures n == 0 ==> result == 0
{ n == 0 ? 0 : sum(s, n - 1) + s[n - 1] }
domain Pair[A, B] {
  function pair(a: A, b: B): Pair[A, B]
  function first(p: Pair[A, B]): A
  axiom of_first { forall a: A, b: B :: { pair(a, b) } first(pair(a, b)) == a }
}
define twice(x) (x + x)
method insert(this: Ref, v: Int) returns (added: Ref)
  requires acc(list(this), 1/2)
  ensures acc(list(this), 1/2) && acc(added.value)
{
  var i: Int := twice(v)
  added := new(value)
  while (i > 0)
    invariant i >= 0
  { i := i - 1 }
  if (i == 0) { unfold acc(list(this), 1/2); fold acc(list(this), 1/2) } else { assert false }
  label done
  exhale forperm x: Ref [x.value] :: old[done](x.value) == x.value
}
";

const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    ":=",
    "::",
    "==",
    "==>",
    "--*",
    "&&",
    "?",
    "..",
    "|",
    "/*",
    "*/",
    "//",
    "\"",
    "\n",
    "1",
    "x",
    "null",
    "old(",
    "acc(",
    "unfolding ",
    "in ",
    "let y == (",
    "forall ",
    "exists ",
    "Seq(",
    "Set[Int]",
    "Map[",
    "method m(",
    "field ",
    "domain ",
    "import ",
    "define ",
    "define twice(y) twice(y)",
    "wildcard",
    "perm(",
    "inhale ",
    "goto ",
    "label ",
    "var ",
    "result",
    "package ",
    "apply ",
    "¬",
    "\u{1a}",
];

#[test]
fn damaged_programs_end_with_located_errors_or_a_program_that_prints() {
    let mut refused = 0;
    cases(0..2000, |seed| {
        let mut bytes = PROGRAM.as_bytes().to_vec();
        damage(&mut bytes, PIECES, &mut Rng::new(seed));
        let text = String::from_utf8_lossy(&bytes);
        let path = Path::new("damaged.vpr");
        match parse(path, &text, &Disk) {
            Err(problems) => {
                let lines = text.lines().count() as u32 + 1;
                let is_placed = |line| (1..=lines).contains(&line);
                assert!(!problems.is_empty(), "{text}");
                for problem in &problems {
                    let start = problem.span.start;
                    assert!(is_placed(start.line) && start.column > 0, "{problem:?}\n{text}");
                }
                refused += 1;
            }
            Ok(parsed) => {
                let printed = print(&parsed.program);
                let again = parse(path, &printed, &Disk);
                let again = again.unwrap_or_else(|e| panic!("{text}\n{printed}\n{e:?}"));
                assert_eq!(print(&again.program), printed, "{text}");
            }
        }
    });
    assert!((1000..1990).contains(&refused), "{refused} were refused");
}
