//! The macros of the library, as a user's test has them.

use effigy::{Arbitrary, any, assume};
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::sync::Mutex;

/// A structure with all kinds of parameters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, effigy::Arbitrary)]
pub(crate) struct Pair<'a, T: Clone, const N: usize = 2>
where
    T: PartialEq,
{
    /// Documented.
    pub(crate) first: [T; N],
    r#type: Option<T>,
    pub marker: PhantomDataOf<'a>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct PhantomDataOf<'a>(PhantomData<&'a ()>);

impl Arbitrary for PhantomDataOf<'_> {
    fn any_of(_: &effigy::Origin) -> Self {
        PhantomDataOf::default()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
enum Shape {
    Point,
    #[allow(dead_code)]
    Line(u8, Result<(), bool>),
    Nested {
        inner: Box<Shape>,
    },
}

#[derive(Arbitrary)]
struct Unit;

#[derive(Arbitrary, Clone, Copy)]
struct Wrapped<T>(T)
where
    T: Copy;

static SEEN: Mutex<BTreeSet<Shape>> = Mutex::new(BTreeSet::new());

#[effigy::test]
fn parameters_are_any_values(mut a: u8, b: Pair<'static, u16>, shape: Shape, _unit: Unit) {
    a = a.wrapping_add(1);
    assume(a > 0);
    assert_eq!(b.first.len(), 2);
    assert!(b.r#type.is_none_or(|word| u32::from(word) < 1 << 16));
    let wrapped: Wrapped<i32> = any();
    assert_eq!(i64::from(wrapped.0) as i32, wrapped.0);
    SEEN.lock().unwrap().insert(shape);
    let seen = SEEN.lock().unwrap();
    assert!(seen.iter().all(|shape| depth(shape) <= 4));
}

fn depth(shape: &Shape) -> usize {
    match shape {
        Shape::Point | Shape::Line(..) => 1,
        Shape::Nested { inner } => 1 + depth(inner),
    }
}

#[effigy::test]
#[should_panic(expected = "not the largest")]
fn a_failure_is_found(number: u32) {
    assert!(number != u32::MAX, "not the largest");
}

#[effigy::test]
fn a_result_is_an_answer(text: String) -> Result<(), std::num::ParseIntError> {
    assume(text == "0" || text.is_empty());
    if text.is_empty() { Ok(()) } else { text.parse::<u8>().map(|_| ()) }
}

#[effigy::test]
#[should_panic(expected = "the test returns an error")]
fn an_error_is_a_failure(number: i8) -> Result<(), String> {
    if number < 0 { Err("negative".to_owned()) } else { Ok(()) }
}
