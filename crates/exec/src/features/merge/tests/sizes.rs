//! Objects whose sizes are inputs: merged and unwound against concrete runs and against paths by themselves.

use super::unwinding::{ends, machine};
use super::{Merge, check_said, concrete_job, job, values};
use crate::data::finding::Failure;
use crate::data::record::Coverage;
use crate::data::stop::{Ending, Feasible};
use crate::explore::exploration::ExploreOptions;
use crate::explore::explorer;
use crate::features::bmc::unwinding::{Failing, Unwinder};
use crate::machine::Job;
use crate::testing::random::Program;
use effigy_base::check::Check;
use effigy_testkit::{Rng, cases, part};
use std::collections::BTreeSet;

/// An ending without sizes, which a path says of one of its inputs.
fn without_sizes(said: &str) -> String {
    let words = match said.split(' ').next() {
        Some("out-of-bounds") => 3,
        Some("leak") => 1,
        _ => return said.to_owned(),
    };
    said.split(' ').take(words).collect::<Vec<_>>().join(" ")
}

/// A job that merges, and looks for leaks in half of the programs.
fn checked(source: &str, seed: u64, merge: Merge) -> Job {
    let job = job(source, merge);
    match seed.is_multiple_of(2) {
        true => Job { checks: job.checks.with(Check::Leak), ..job },
        false => job,
    }
}

#[test]
fn every_input_of_a_random_program_with_sizes_satisfies_the_condition_of_its_end() {
    let (mut merges, mut decided, mut open, mut apart) = (0, 0, 0, 0);
    cases(1..=part(300, 3), |seed| {
        let source = Program::with_sizes(seed);
        let values = values(&mut Rng::new(seed));
        let mut context = machine(checked(&source, seed, Merge::Always));
        let unwound = Unwinder::new(&mut context).unwind(8);
        merges += unwound.merges;
        apart += unwound.apart.values().sum::<u64>();
        for &(x, y) in &values {
            let found = ends(&mut context, &unwound, x, y);
            let found: Vec<String> = found.iter().map(|end| without_sizes(end)).collect();
            if found == ["open"] {
                open += 1;
                continue;
            }
            let run = concrete_job(&source, checked(&source, seed, Merge::Never), x, y);
            let expected = Some(without_sizes(&run)).filter(|ending| ending != "Assumed");
            assert_eq!(found, Vec::from_iter(expected), "seed {seed}, x = {x}, y = {y}\n{source}");
            decided += 1;
        }
    });
    assert!(merges > part(700, 3), "{merges}");
    assert!(open < decided / 100 && apart < 10, "{open} {decided} {apart}");
}

#[test]
fn every_input_of_a_random_program_with_sizes_has_one_leaf_that_ends_as_its_run() {
    let mut sums = [0; 3];
    cases(1..=part(200, 4), |seed| {
        let source = Program::with_sizes(seed);
        let values = values(&mut Rng::new(seed));
        for (sum, merge) in sums.iter_mut().zip([Merge::Never, Merge::Auto, Merge::Always]) {
            let mut job = checked(&source, seed, merge);
            job.solver.layers.diagrams = !seed.is_multiple_of(3);
            *sum += check_said(&source, job, &values, without_sizes);
        }
    });
    let [never, auto, always] = sums;
    assert!(never > 2 * auto && never > 2 * always, "{never} leaves, merged {auto} and {always}");
}

/// Checks what unwinding and merging say of some inputs, and that one of them fails so.
fn check_ends(source: &str, merge: &dyn Fn(Merge) -> Job, failure: &str) {
    let inputs: Vec<(u8, u8)> = (0..8).flat_map(|x| [0, 3, 100].map(|y| (x, y))).collect();
    let run = |x, y| without_sizes(&concrete_job(source, merge(Merge::Never), x, y));
    assert!(inputs.iter().any(|(x, y)| run(*x, *y) == failure), "{source}");
    for merged in [Merge::Auto, Merge::Always] {
        check_said(source, merge(merged), &inputs, without_sizes);
    }
    let mut context = machine(merge(Merge::Always));
    let unwound = Unwinder::new(&mut context).unwind(4);
    for (x, y) in inputs {
        let found = ends(&mut context, &unwound, x, y);
        let found: Vec<String> = found.iter().map(|end| without_sizes(end)).collect();
        assert_eq!(found, [run(x, y)], "x = {x}, y = {y}\n{source}");
    }
}

/// An object of eight bytes that takes the place of others, whose last byte is read.
const TAKES_THE_PLACE: &str = "
declare @heap(bv64) -> (bv64)
declare @zeroed(bv64) -> (bv64)
declare @resize(bv64, bv64) -> (bv64)
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv8 := bvand %0, 7:bv8
  %3: bv64 := zero_extend[64] %2
  OBJECT
  %5: bv64 := bvlshr %3, 1:bv64
  AGAIN
  %7: bv64 := call @resize(%6, 8:bv64)
  %8: bv64 := bvadd %7, 5:bv64
  %9: bv8 := load %8
  %10: bool := = %9, 7:bv8
  branch %10, b1, b2
b1:
  return 1:bv32
b2:
  return 2:bv32
}
";

#[test]
fn what_lies_behind_a_size_is_not_carried() {
    let objects = [
        "%4: bv64 := call @zeroed(%3)",
        "%4: bv64 := call @heap(8:bv64)\n  fill %4, 7:bv8, 8:bv64",
        "%4: bv64 := call @heap(%3)\n  fill %4, 7:bv8, %3",
    ];
    let uninitialised = "uninitialised a branch depends on memory that was never initialised";
    let again = ["%6: bv64 := bvadd %4, 0:bv64", "%6: bv64 := call @resize(%4, %5)"];
    for (object, again) in objects.iter().flat_map(|object| again.map(|again| (object, again))) {
        let source = TAKES_THE_PLACE.replace("OBJECT", object).replace("AGAIN", again);
        if !(again.contains("bvadd") && object.contains("8:bv64")) {
            check_ends(&source, &|merge| job(&source, merge), uninitialised);
        }
    }
}

/// A copy of as many bytes as an input says to or from an address that was never set.
const COPIES_NOTHING: &str = "
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := alloc 8:bv64 align 8
  %3: bv64 := alloc 8:bv64 align 8
  fill %2, %1, 8:bv64
  %4: bv64 := load %3
  %5: bv64 := bvand %4, 3:bv64
  %6: bv64 := bvadd %2, %5
  %7: bv8 := bvand %0, LAST:bv8
  %8: bv64 := zero_extend[64] %7
  RANGE
  %9: bv8 := load %2
  %10: bv32 := zero_extend[32] %9
  return %10
}
";

#[test]
fn where_nothing_is_copied_an_address_does_not_matter() {
    let uninitialised = "uninitialised an address depends on memory that was never initialised";
    for range in ["copy %6, %2, %8", "copy %2, %6, %8", "fill %6, 5:bv8, %8"] {
        for (last, failure) in [("0", "exit 0"), ("3", uninitialised)] {
            let source = COPIES_NOTHING.replace("RANGE", range).replace("LAST", last);
            check_ends(&source, &|merge| job(&source, merge), failure);
        }
    }
}

/// A copy to a place in an object of no bytes.
const NO_BYTES: &str = "
declare @heap(bv64) -> (bv64)
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := alloc 8:bv64 align 8
  %3: bv64 := call @heap(0:bv64)
  %4: bv8 := bvand %0, 3:bv8
  %5: bv64 := zero_extend[64] %4
  %6: bv64 := bvadd %3, %5
  %7: bv8 := bvand %1, 1:bv8
  %8: bv64 := zero_extend[64] %7
  copy %6, %2, %8
  return 7:bv32
}
";

#[test]
fn a_copy_to_an_object_of_no_bytes_is_none() {
    for failure in ["exit 7", "out-of-bounds a write"] {
        let source = match failure {
            "exit 7" => NO_BYTES.to_owned(),
            _ => NO_BYTES.replace("bvand %1, 1:bv8", "bvand %0, 1:bv8"),
        };
        check_ends(&source, &|merge| job(&source, merge), failure);
    }
}

/// A program whose registers have names in `body`; it has two inputs, and numbers below eight of them.
fn named(body: &str) -> String {
    const HEAD: &str = "
declare @heap(bv64) -> (bv64)
declare @zeroed(bv64) -> (bv64)
declare @resize(bv64, bv64) -> (bv64)
define @main() -> (bv32) {
b0:
%x: bv8 := symbolic \"x\"
%y: bv8 := symbolic \"y\"
%low: bv8 := bvand %x, 7:bv8
%n: bv64 := zero_extend[64] %low
%more: bv64 := bvadd %n, 1:bv64
%lower: bv8 := bvand %y, 3:bv8
%i: bv64 := zero_extend[64] %lower
%first: bool := bvult %y, 50:bv8
%q: bv64 := alloc 8:bv64 align 8
fill %q, 7:bv8, 8:bv64
";
    const TAIL: &str = "
%read: bv8 := load %at
%seven: bool := = %read, 7:bv8
branch %seven, bYES, bNO
bYES:
return 1:bv32
bNO:
return 2:bv32
}
";
    let blocks = 1 + body.lines().filter(|line| line.ends_with(':')).count();
    let tail = TAIL.replace("YES", &blocks.to_string()).replace("NO", &(blocks + 1).to_string());
    let source = format!("{HEAD}{body}{tail}");
    let (mut names, mut text) = (Vec::new(), String::new());
    for (index, part) in source.split('%').enumerate() {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let known = names.iter().position(|known| *known == name);
        match (index, known) {
            (0, _) => text.push_str(part),
            (_, Some(number)) => text.push_str(&format!("%{number}{rest}")),
            (_, None) => {
                text.push_str(&format!("%{}{rest}", names.len()));
                names.push(name);
            }
        }
    }
    text
}

fn check_named(body: &str, failure: &str) {
    let source = named(body);
    check_ends(&source, &|merge| job(&source, merge), failure);
}

#[test]
fn an_access_ends_where_the_size_says() {
    const MADE: &str = "%p: bv64 := call @heap(%more)\nfill %p, 7:bv8, %more\n";
    let accesses = [
        "%at: bv64 := bvadd %p, 3:bv64",
        "%j: bv64 := bvadd %i, 2:bv64\n%at: bv64 := bvadd %p, %j",
        "%a: bv64 := bvadd %p, 4:bv64\nbranch %first, b1(%a), b1(%q)\nb1(%at: bv64):",
    ];
    for access in accesses {
        check_named(&format!("{MADE}{access}"), "out-of-bounds a read");
    }
}

#[test]
fn an_object_may_be_larger_than_the_smallest_bound() {
    let large = "
%size: bv64 := bvmul %more, 3:bv64
%p: bv64 := call @heap(%size)
fill %p, 7:bv8, %size
%at: bv64 := bvadd %p, 20:bv64";
    check_named(large, "exit 1");
}

#[test]
fn an_object_has_the_size_of_the_path_that_made_it() {
    let sizes = [["%more", "%m"], ["%m", "%more"], ["%more", "16:bv64"], ["16:bv64", "%more"]];
    for [first, second] in sizes {
        let made = format!(
            "
%m: bv64 := bvadd %n, 5:bv64
branch %first, b1, b2
b1:
%a: bv64 := call @heap({first})
fill %a, 7:bv8, {first}
jump b3(%a)
b2:
%b: bv64 := call @heap({second})
fill %b, 7:bv8, {second}
jump b3(%b)
b3(%p: bv64):
%at: bv64 := bvadd %p, 6:bv64"
        );
        check_named(&made, "out-of-bounds a read");
    }
}

#[test]
fn a_range_has_as_many_bytes_as_its_length_says() {
    const MADE: &str = "%p: bv64 := alloc 16:bv64 align 8\nfill %p, 9:bv8, 16:bv64\n";
    let ranges = [
        "copy %p, %q, %n\n%at: bv64 := bvadd %p, %n",
        "%f: bv64 := bvadd %p, %i\ncopy %f, %q, %n\n%at: bv64 := bvadd %f, %n",
        "%f: bv64 := bvadd %p, %i\ncopy %f, %q, 4:bv64\n%at: bv64 := bvadd %f, 4:bv64",
        "fill %p, 7:bv8, %n\n%at: bv64 := bvadd %p, %n",
        "%f: bv64 := bvadd %p, %i\nfill %f, 7:bv8, %n\n%at: bv64 := bvadd %f, %n",
    ];
    for range in ranges {
        check_named(&format!("{MADE}{range}"), "exit 2");
    }
    let last = "copy %p, %q, %more\n%at: bv64 := bvadd %p, %n";
    check_named(&format!("{MADE}{last}"), "exit 1");
}

#[test]
fn what_one_of_two_paths_cleared_is_not_carried_behind_its_size() {
    for sides in [["b1", "b2"], ["b2", "b1"]] {
        let [first, second] = sides;
        let made = format!(
            "
branch %first, {first}, {second}
b1:
%a: bv64 := call @zeroed(%more)
jump b3(%a)
b2:
%b: bv64 := call @heap(%more)
fill %b, 7:bv8, %more
jump b3(%b)
b3(%p: bv64):
%r: bv64 := call @resize(%p, 8:bv64)
%at: bv64 := bvadd %r, 5:bv64"
        );
        check_named(&made, "uninitialised a branch depends on memory that was never initialised");
    }
}

/// An object of pointers that becomes smaller: what only its last one led to is lost.
const LOSES_A_POINTER: &str = "
global $kept size 8 align 8 {
}
declare @heap(bv64) -> (bv64)
declare @resize(bv64, bv64) -> (bv64)
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := call @heap(16:bv64)
  %3: bv64 := call @heap(1:bv64)
  store %2, 0:bv64
  %4: bv64 := bvadd %2, 8:bv64
  store %4, %3
  %5: bv8 := bvand %0, 1:bv8
  %6: bv64 := zero_extend[64] %5
  %7: bv64 := bvadd %6, 1:bv64
  %8: bv64 := bvshl %7, 3:bv64
  %9: bv64 := call @resize(%2, %8)
  store $kept, %9
  return 0:bv32
}
";

/// An object that one of two paths makes, and keeps or loses.
const MADE_ON_ONE_SIDE: &str = "
global $kept size 8 align 8 {
}
declare @heap(bv64) -> (bv64)
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bool := bvult %0, 4:bv8
  branch %2, b1, b3
b1:
  %3: bv64 := call @heap(1:bv64)
  %4: bool := bvult %1, 50:bv8
  branch %4, b2, b3
b2:
  store $kept, %3
  jump b3
b3:
  return 0:bv32
}
";

#[test]
fn what_one_path_made_or_kept_no_pointer_to_is_a_leak_there_alone() {
    for source in [LOSES_A_POINTER, MADE_ON_ONE_SIDE] {
        let with_leaks = |merge| {
            let job = job(source, merge);
            Job { checks: job.checks.with(Check::Leak), ..job }
        };
        check_ends(source, &with_leaks, "leak");
    }
}

/// A program whose instructions have places.
fn located(source: &str) -> String {
    let (mut text, mut function, mut places) =
        (String::from("file f0 \"random.ir\"\n"), String::new(), 0);
    for (number, line) in (1..).zip(source.lines()) {
        match line.strip_prefix("  ") {
            Some(instruction) => {
                text.push_str(&format!("  !{places} = f0:{number}:1 \"f\"\n"));
                function.push_str(&format!("  {instruction} !{places}\n"));
                places += 1;
            }
            None if line == "}" => {
                text.push_str(&function);
                text.push_str("}\n");
                (function, places) = (String::new(), 0);
            }
            None if line.starts_with('b') => function.push_str(&format!("{line}\n")),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

/// A failure: its kind and where it is.
type Failed = (&'static str, String);

fn failed(failure: &Failure) -> Failed {
    (failure.kind.name(), format!("{:?}", failure.stack))
}

/// The lines that ran, and the sides of branches that were taken.
type Covered = (BTreeSet<(String, u32)>, BTreeSet<(String, u32, u32)>);

/// Which failures an exploration found, and what it covered.
fn explored(job: &Job, first: u32) -> (BTreeSet<Failed>, Covered) {
    let explored = explorer::explore(job, &ExploreOptions::default(), &mut |_| {}).expect("a run");
    let failing = explored.paths.iter().filter_map(|path| match &path.ending {
        Ending::Finding(failure) => Some(failed(failure)),
        _ => None,
    });
    let Coverage { mut lines, mut sides, .. } = explored.coverage;
    lines.retain(|(_, line)| *line >= first);
    sides.retain(|(_, line, _)| *line >= first);
    (failing.collect(), (lines, sides))
}

/// Which failures unwinding finds.
fn unwound(job: Job) -> BTreeSet<Failed> {
    let mut context = machine(job);
    let unwound = Unwinder::new(&mut context).unwind(8);
    assert!(unwound.reached.is_empty());
    let (state, _) = context.initial(Vec::new());
    let is_open =
        |failing: &&Failing| !matches!(context.feasible(&state, failing.guard), Feasible::No);
    unwound.failing.iter().filter(is_open).map(|failing| failed(&failing.failure)).collect()
}

#[test]
fn merged_or_not_a_random_program_with_sizes_has_the_same_findings_and_coverage() {
    let mut count = 0;
    cases(1..=part(150, 5), |seed| {
        let source = located(&Program::with_sizes(seed));
        // Of a function with a summary all lines are covered.
        let main = source.find("define @main").map(|at| &source[..at]).expect("a function");
        let first = main.lines().filter(|line| !line.starts_with("  !")).count() as u32;
        let (failing, covered) = explored(&checked(&source, seed, Merge::Never), first);
        assert!(!covered.0.is_empty());
        count += failing.len() as u64;
        for merge in [Merge::Auto, Merge::Always] {
            let (merged, coverage) = explored(&checked(&source, seed, merge), first);
            assert_eq!(merged, failing, "{merge:?}\n{source}");
            assert_eq!(coverage, covered, "{merge:?}\n{source}");
        }
        // Which of several leaks comes first depends on their addresses.
        let kind = |failed: BTreeSet<Failed>| -> BTreeSet<Failed> {
            let place =
                |(kind, place)| if kind == "leak" { (kind, String::new()) } else { (kind, place) };
            failed.into_iter().map(place).collect()
        };
        let unwound = unwound(checked(&source, seed, Merge::Always));
        assert_eq!(kind(unwound), kind(failing), "{source}");
    });
    assert!(count > part(80, 5), "{count}");
}
