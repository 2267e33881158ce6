use super::*;

/// The circles of a crate of these files.
fn of(files: &[(&str, &str)]) -> Vec<String> {
    let read = |path: &Path| {
        let file = files.iter().find(|(name, _)| Path::new(name) == path);
        file.map(|(_, text)| (*text).to_owned())
    };
    circles(Path::new("src/lib.rs"), &read).unwrap()
}

#[test]
fn siblings_that_need_each_other_are_told_with_what_ties_them() {
    let found = of(&[
        ("src/lib.rs", "mod a; mod b; mod c; mod d;"),
        ("src/a.rs", "use crate::b::Bee; pub struct Ant(Bee);"),
        ("src/b.rs", "pub struct Bee; fn f() { crate::c::g() }"),
        ("src/c.rs", "use super::{a::{self as ants}, d::Dog}; pub fn g() { ants::Ant::new(); }"),
        ("src/d.rs", "pub struct Dog;"),
    ]);
    let expected =
        "`a`, `b`, `c` form a circle below the root: a -> b (Bee), b -> c (g), c -> a (Ant, a)";
    assert_eq!(found, [expected]);
}

#[test]
fn what_goes_one_way_is_no_circle() {
    let files = [
        ("src/lib.rs", "mod a; mod b; pub use a::A; use std::fmt; mod fmt2 { use std::fmt; }"),
        ("src/a.rs", "use crate::b::{B, name as other}; pub struct A(B); fn a() { other() }"),
        (
            "src/b.rs",
            "use ::other::a; use std::a::A; pub struct B; pub fn name() { ::other::a::f() }",
        ),
    ];
    assert_eq!(of(&files), [""; 0]);
}

#[test]
fn a_re_export_leads_to_the_module_that_defines_the_name() {
    let facade =
        ("src/lib.rs", "pub mod a; mod b; mod facade { pub use crate::a::A; } pub use b::*;");
    let one_way = [
        facade,
        ("src/a.rs", "pub struct A;"),
        ("src/b.rs", "use crate::facade::A; pub struct B;"),
    ];
    assert_eq!(of(&one_way), [""; 0]);
    let around = [facade, ("src/a.rs", "use crate::B; pub struct A;"), one_way[2]];
    assert_eq!(of(&around), ["`a`, `b` form a circle below the root: a -> b (B), b -> a (A)"]);
    // A private import of the parent is one, too, and so is what `*` brings in from there.
    let hidden = |a: &str| {
        of(&[
            ("src/lib.rs", "mod a; mod b; use b::B; fn f(b: B) {}"),
            ("src/a.rs", a),
            ("src/b.rs", "pub struct B; fn g() -> crate::a::A { crate::a::A }"),
        ])
    };
    assert_eq!(hidden("pub struct A; fn f(b: super::B) {}").len(), 1);
    assert_eq!(hidden("use super::*; pub struct A; fn f(b: B) {}").len(), 1);
    assert_eq!(hidden("use super::*; pub struct A; fn f() {}"), [""; 0]);
}

#[test]
fn names_that_stand_for_each_other_end() {
    let files = [
        ("src/lib.rs", "mod a; mod b;"),
        ("src/a.rs", "pub use super::b::X; pub use super::b::*;"),
        ("src/b.rs", "pub use super::a::X; pub use super::a::*; fn f() { Y::g() }"),
    ];
    assert_eq!(of(&files).len(), 1);
}

#[test]
fn tests_do_not_count() {
    let files = [
        ("src/lib.rs", "mod a; mod b; #[cfg(test)] mod support;"),
        ("src/a.rs", "use crate::b::B; pub struct A(B); #[cfg(test)] mod tests;"),
        (
            "src/b.rs",
            "#[cfg(test)] use crate::a::A; pub struct B; #[cfg(test)] fn f() { crate::a::A; }
            impl B { #[cfg(test)] fn of(a: crate::a::A) {} }
            #[cfg(all(test, unix))] mod others { use crate::a::A; } mod tests { use crate::a::A; }",
        ),
    ];
    assert_eq!(of(&files), [""; 0]);
    assert_eq!(of(&[files[0], files[1], ("src/b.rs", "#[cfg(unix)] use crate::a::A;")]).len(), 1);
}

#[test]
fn a_parent_and_its_child_are_one_room() {
    let root = ("src/lib.rs", "mod a; mod c;");
    let files = [
        root,
        ("src/a.rs", "mod b; pub use b::B; pub struct A; fn f() { b::g() }"),
        ("src/a/b.rs", "use super::A; pub struct B(A); pub fn g() {}"),
        ("src/c.rs", ""),
    ];
    assert_eq!(of(&files), [""; 0]);
    // A module stands together with everything inside it.
    let deep = [
        root,
        files[1],
        ("src/a/b.rs", "use crate::c::C; pub struct B;"),
        ("src/c.rs", "use crate::a::A; pub struct C;"),
    ];
    assert_eq!(of(&deep), ["`a`, `c` form a circle below the root: a -> c (C), c -> a (A)"]);
    let children = [
        root,
        (
            "src/a.rs",
            "mod x { use super::y::Y; pub struct X; } mod y { pub struct Y(super::x::X); }",
        ),
        files[3],
    ];
    assert_eq!(of(&children), ["`x`, `y` form a circle in `a`: x -> y (Y), y -> x (X)"]);
}

#[test]
fn paths_in_macros_and_attributes_count() {
    let of = |b: &str| {
        let files =
            [("src/lib.rs", "mod a; mod b;"), ("src/a.rs", "use crate::b::B;"), ("src/b.rs", b)];
        of(&files).len()
    };
    assert_eq!(of("pub struct B; fn f() { println!(\"{}\", crate::a::f()) }"), 1);
    assert_eq!(of("pub struct B; macro_rules! m { () => { $crate::a::f() } }"), 1);
    assert_eq!(of("#[derive(crate::a::A)] pub struct B;"), 1);
    assert_eq!(of("pub struct B; fn f() { println!(\"crate::a::f\", ::x::crate_a::f(), y.a) }"), 0);
    assert_eq!(of("pub(in crate::a) struct B;"), 0);
}

#[test]
fn a_module_may_be_in_another_file() {
    let files = |path: &str| {
        let root = format!("#[path = \"{path}\"] mod a; mod b;");
        of(&[
            ("src/lib.rs", &root),
            ("src/far/a.rs", "use crate::b::B;"),
            ("src/b/mod.rs", "use crate::a::f; pub struct B;"),
        ])
    };
    assert_eq!(files("far/a.rs").len(), 1);
    assert!(circles(Path::new("none.rs"), &|_| None).unwrap_err().contains("none.rs"));
}
