//! What `cargo effigy` calls held: values that a generator does not make by itself, and what stands in the line where they are missing.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const MANIFEST: &str =
    "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[workspace]\n";

/// The word and the reason of each line, and all that is printed.
fn lines(library: &str, arguments: &[&str]) -> (BTreeMap<String, (String, String)>, String) {
    let folder = TempDir::new();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    folder.write("Cargo.toml", MANIFEST);
    folder.write("src/lib.rs", library);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(["package", "--auto", "--json", "--out", "out"]);
    let output = command.args(arguments).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    let json: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {shown}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut words = BTreeMap::new();
    for result in json["harnesses"].as_array().unwrap() {
        let line = (text(&result["triage"]), text(&result["why"]));
        words.insert(text(&result["name"]), line);
        for finding in result["report"]["findings"].as_array().unwrap() {
            assert_ne!(finding["replay"], "disagreed", "{finding}");
        }
    }
    for left in json["left_out"].as_array().unwrap() {
        words.insert(text(&left["name"]), ("left out".to_owned(), text(&left["why"])));
    }
    (words, shown)
}

/// Each function has this word, and its reason has this text.
fn assert_lines(library: &str, expected: &[(&str, &str, &str)]) -> String {
    let (words, shown) = lines(library, &[]);
    for (name, word, why) in expected {
        let (said, because) = words.get(*name).unwrap_or_else(|| panic!("{name}: {shown}"));
        assert_eq!(said, word, "{name}: {because}\n{shown}");
        assert!(because.contains(why), "{name}: {because}\n{shown}");
    }
    shown
}

const GENERIC: &str = "
pub fn whole<T: Into<u64> + Copy>(x: T) { assert!(x.into() < 1 << 33); }
pub fn small<T>(_: T) { assert!(std::mem::size_of::<T>() < 64); }
pub fn sized<T>(_: &T, n: usize) -> usize { n / std::mem::size_of::<T>() }
pub fn same<T: Clone + PartialEq>(a: T) { assert!(a.clone() == a); }
pub fn last<const N: usize>(a: [u8; N]) -> u8 { a[N - 1] }
pub fn of_flag<const B: bool>() { assert!(B); }
pub fn never_empty<const N: usize>() -> u8 { const { assert!(N > 0) }; 1 }
pub fn right<T: Copy>(a: T, n: usize) -> (T, usize) { (a, n / 2) }
pub struct Grid<T, const N: usize>(pub [T; N]);
impl<T: Copy, const N: usize> Grid<T, N> {
    pub fn first(&self) -> T { self.0[0] }
    pub fn len(&self) -> usize { N }
}
pub fn by_trait(x: impl Into<f64>) { let x: f64 = x.into(); assert!(x == x); }
";

#[test]
fn a_generic_function_is_run_for_several_types_and_the_line_names_them() {
    if tool("cargo").is_none() {
        return;
    }
    assert_lines(
        GENERIC,
        &[
            ("whole", "failed", "1 << 33"),
            ("small", "failed", "size_of"),
            ("sized", "failed", "divide by zero"),
            ("same", "failed", "assertion"),
            ("last", "failed", "overflow"),
            ("of_flag", "failed", "assertion"),
            ("never_empty", "held", "for N = 1, 2, 4"),
            ("right", "held", "for T = (), u8, u64, i64, f64, Opaque"),
            ("Grid::first", "failed", "index out of bounds"),
            ("Grid::len", "held", "for T = (), u8, N = 0, 1, 2, 4"),
            ("by_trait", "failed", "assertion"),
        ],
    );
}

const CHECKED_CONSTANTS: &str = "
pub struct Two<const A: char, const B: char>(u8);
impl<const A: char, const B: char> Two<A, B> {
    const DIFFER: () = assert!(A != B, \"they cannot be the same\");
    pub fn new(x: u8) -> Two<A, B> { let _ = Self::DIFFER; Two(x) }
    pub fn other() -> u8 { Self::new(3).0 }
}
pub struct Never<const N: usize>(u8);
impl<const N: usize> Never<N> {
    const NONE: () = assert!(N > 9, \"it must be large\");
    pub fn new(x: u8) -> Self { let _ = Self::NONE; Never(x) }
    pub fn other() -> u8 { Self::new(3).0 }
}
pub fn plain(x: u8) -> u8 { x / 2 }
";

#[test]
fn what_the_crate_rules_out_for_constants_is_not_run_and_all_else_is() {
    if tool("cargo").is_none() {
        return;
    }
    assert_lines(
        CHECKED_CONSTANTS,
        &[
            ("Two::new", "held", "for (A, B) = ('a', '\\u{10ffff}'), ('\\u{10ffff}', 'a')"),
            ("Two::other", "held", "for (A, B) = ('a', '\\u{10ffff}'), ('\\u{10ffff}', 'a')"),
            ("Never::other", "left out", "it must be large"),
            ("plain", "held", ""),
        ],
    );
}

const SHARED: &str = "
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock, atomic::{AtomicU8, Ordering::SeqCst}};
pub fn owner(x: Rc<u8>) { assert!(Rc::strong_count(&x) == 1); }
pub fn alone(mut x: Arc<u8>) { assert!(Arc::get_mut(&mut x).is_some()); }
pub fn two(a: Rc<Cell<u8>>, b: Rc<Cell<u8>>) { a.set(1); b.set(2); assert!(a.get() == 1); }
pub fn cells(a: &Cell<u8>, b: &Cell<u8>) { a.set(1); b.set(2); assert!(a.get() == 1); }
pub fn atomics(a: &AtomicU8, b: &AtomicU8) { a.store(1, SeqCst); b.store(2, SeqCst); assert!(a.load(SeqCst) == 1); }
pub fn refs(a: &u8, b: &u8) { assert!(!std::ptr::eq(a, b)); }
pub struct Both<'a> { pub a: &'a Cell<u8>, pub b: &'a Cell<u8> }
pub fn fields(x: Both<'_>) { x.a.set(1); x.b.set(2); assert!(x.a.get() == 1); }
pub struct Pair { pub a: Cell<u8>, pub b: Cell<u8> }
pub fn inside(a: &Pair, b: &Cell<u8>) { a.a.set(1); b.set(2); }
pub fn apart(a: &mut u8, b: &mut u8) { *a = 1; *b = 2; assert!(*a == 1); }
pub fn borrowed(a: &RefCell<u8>) { let _g = a.borrow_mut(); }
pub fn read(a: &RefCell<u8>) -> u8 { *a.borrow() }
pub fn mutex(a: &Mutex<u8>) { let _g = a.lock().unwrap(); }
pub fn lock(a: RwLock<u16>) { let _g = a.read().unwrap(); }
pub fn careful(a: &Mutex<u8>) -> u8 { *a.lock().unwrap_or_else(|e| e.into_inner()) }
pub fn range(r: std::ops::RangeInclusive<u8>) { assert!(!r.is_empty() || r.start() > r.end()); }
";

#[test]
fn arguments_alias_and_are_borrowed_poisoned_or_exhausted() {
    if tool("cargo").is_none() {
        return;
    }
    assert_lines(
        SHARED,
        &[
            ("owner", "failed", "strong_count"),
            ("alone", "failed", "get_mut"),
            ("two", "failed", "a.get() == 1"),
            ("cells", "failed", "a.get() == 1"),
            ("atomics", "failed", "assertion"),
            ("refs", "failed", "ptr::eq"),
            ("fields", "failed", "x.a.get() == 1"),
            ("inside", "held", "assuming arguments do not alias"),
            ("apart", "held", ""),
            ("borrowed", "failed", "already"),
            ("read", "failed", "already"),
            ("mutex", "failed", "PoisonError"),
            ("lock", "failed", "PoisonError"),
            ("careful", "held", "assuming no lock is held"),
            ("range", "failed", "assertion"),
        ],
    );
}

const STATICS: &str = "
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
static COUNT: AtomicU32 = AtomicU32::new(0);
static OTHER: AtomicU32 = AtomicU32::new(0);
thread_local! { static SEEN: Cell<u8> = const { Cell::new(0) }; }
pub fn once() { assert!(COUNT.fetch_add(1, SeqCst) == 0); }
pub fn set(x: u32) { OTHER.store(x, SeqCst); }
pub fn get() { assert!(OTHER.load(SeqCst) == 0); }
pub fn seen(x: u8) { SEEN.with(|seen| { assert!(seen.get() == 0); seen.set(x); }) }
pub fn first_may_panic(x: u8) { if x == 3 { panic!() } }
pub fn plain(x: u8) -> u8 { x / 2 }
";

#[test]
fn a_function_that_comes_to_a_static_is_called_twice_and_rests_on_the_first_call() {
    if tool("cargo").is_none() {
        return;
    }
    assert_lines(
        STATICS,
        &[
            ("once", "failed", "fetch_add"),
            ("seen", "failed", "seen.get() == 0"),
            ("set", "held", "assuming `shop::OTHER` holds"),
            ("get", "held", "assuming `shop::OTHER` holds"),
            ("plain", "held", ""),
        ],
    );
    let (words, _) = lines(STATICS, &["--only", "plain"]);
    assert_eq!(words["plain"].1, "", "nothing is assumed that is not met");
}

const MADE: &str = "
pub struct Ring { room: usize, used: usize }
impl Ring {
    pub fn new(room: usize) -> Self { assert!(room > 0); Ring { room, used: 0 } }
    pub fn is_full(&self) -> bool { self.used == self.room }
    pub fn broken(&self) { assert!(self.room != 7); }
}
pub struct Bits(pub u8);
impl std::ops::BitAndAssign<&Self> for Bits { fn bitand_assign(&mut self, o: &Self) { self.0 &= o.0 } }
impl std::ops::BitOrAssign for Bits { fn bitor_assign(&mut self, o: Self) { self.0 |= o.0 } }
impl PartialEq<[Self; 2]> for Bits { fn eq(&self, o: &[Self; 2]) -> bool { self.0 == o[0].0 } }
impl Bits { pub fn of(x: impl Into<u8>) -> Self where Self: Sized { Bits(x.into()) } }
pub fn first(s: &[u8]) -> u8 { unsafe { *s.as_ptr() } }
pub fn behind(s: &[u8]) -> u8 { if s.len() != 1 { return 0 } if unsafe { *s.as_ptr().add(1) } == 7 { 1 } else { 2 } }
";

#[test]
fn a_panic_of_a_constructor_is_its_own_and_results_are_kept_alive() {
    if tool("cargo").is_none() {
        return;
    }
    let shown = assert_lines(
        MADE,
        &[
            ("Ring::new", "failed", "room > 0"),
            ("Ring::is_full", "bounded", "`Ring::new` makes"),
            ("Ring::broken", "failed", "self.room != 7"),
            ("<Bits as BitAndAssign>::bitand_assign", "held", ""),
            ("<Bits as BitOrAssign>::bitor_assign", "held", ""),
            ("<Bits as PartialEq>::eq", "held", ""),
            ("first", "failed", "read of 1 byte"),
            ("behind", "failed", "read of 1 byte"),
        ],
    );
    assert!(shown.contains("not checked:"), "the table has the caveats of a run: {shown}");
}

/// Reads outside of an object whose result decides, or is only given back.
const OUTSIDE: &str = "
pub fn before(s: &[u16]) -> bool {
    if s.len() != 2 { return false; }
    unsafe { *s.as_ptr().wrapping_sub(1) == 3 }
}
pub fn given_back(s: &str) -> u8 { unsafe { *s.as_ptr().add(s.len()) } }
pub fn inside(s: &[u16]) -> u16 {
    if s.is_empty() { return 0; }
    unsafe { *s.as_ptr().add(s.len() - 1) }
}
";

#[test]
fn reads_outside_of_what_was_given_are_found() {
    if tool("cargo").is_none() {
        return;
    }
    let (words, shown) = lines(OUTSIDE, &[]);
    let failed = |name: &str| words[name].0 == "failed";
    assert!(failed("before") && failed("given_back") && !failed("inside"), "{shown}");
}
