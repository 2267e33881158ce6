use crate::generator::*;
use crate::{Driver, check};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The values that a test is run on, some hundred random ones.
fn seen<T: Clone + Ord>(name: &str, draw: impl Fn() -> T) -> BTreeSet<T> {
    let all = RefCell::new(BTreeSet::new());
    effigy::check(name, None, || {
        all.borrow_mut().insert(draw());
    });
    all.into_inner()
}

fn values<G: ValueGenerator + 'static>(name: &str, generator: G) -> BTreeSet<G::Output>
where
    G::Output: Clone + Ord,
{
    seen(name, || generator.any())
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, TypeGenerator)]
enum Shape {
    Point,
    Square(#[generator(3..=5)] u8, #[generator = 8] i32),
    Box {
        #[generator(bool::produce().with().weight(1.0))]
        r#type: bool,
        #[generator(_code = "[7u8, 9].one_value_of()")]
        height: u8,
        within: Option<Box<Shape>>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, TypeGenerator)]
struct Pair<T: Clone, const N: usize>(T, [bool; N])
where
    T: Ord;

/// It is enough that it compiles: to read one is unsafe.
#[derive(TypeGenerator)]
union _Word {
    _whole: u16,
    #[generator([constant(2), constant(0)])]
    _parts: [u8; 2],
}

#[test]
fn numbers_are_within_their_bounds() {
    let small = values("u8", 250u8..);
    assert!(small.iter().all(|n| *n >= 250) && small.len() > 3);
    assert!(
        values("excluded", i8::produce().with().bounds(-3..2)).iter().all(|n| (-3..2).contains(n))
    );
    assert!(values("nonzero", produce::<std::num::NonZeroI8>()).iter().all(|n| n.get() > 0));
    assert_eq!(values("constant", 7u64), BTreeSet::from([7]));
}

#[test]
fn generators_are_made_of_others() {
    let made = (0u8..4)
        .and_then_gen(|most| (Just(most), 0..=most))
        .filter_gen(|(most, _)| *most > 1)
        .map_gen(|(most, n)| most * 10 + n)
        .filter_map_gen(|n| (n % 2 == 0).then_some(n));
    assert!(values("made", made).is_subset(&BTreeSet::from([20, 22, 30, 32])));
    let chosen =
        values("chosen", one_of((0u8..2, constant(9), produce::<bool>().map_gen(u8::from))));
    assert!(chosen.contains(&9) && chosen.is_subset(&BTreeSet::from([0, 1, 9])));
    assert_eq!(values("values", ["a", "b", "c"].one_value_of()).len(), 3);
}

/// A generator of one's own.
struct Just(u8);

impl ValueGenerator for Just {
    type Output = u8;

    fn generate<D: Driver>(&self, _: &mut D) -> Option<u8> {
        Some(self.0)
    }
}

#[test]
fn collections_have_the_lengths_that_they_are_given() {
    let lists = values("lists", Vec::<u8>::produce().with().len(2usize).values(0..9));
    assert!(lists.iter().all(|list| list.len() == 2 && list.iter().all(|n| *n < 9)));
    let sets = values("sets", BTreeSet::<bool>::produce().with().len(2usize));
    assert_eq!(sets, BTreeSet::from([BTreeSet::from([false, true])]));
    let text = values("text", String::produce().with().chars('x').len(3usize));
    assert_eq!(text, BTreeSet::from(["xxx".to_owned()]));
}

#[test]
fn derived_types_are_made_of_the_generators_of_their_fields() {
    let shapes = values("shapes", Shape::produce());
    assert!(shapes.contains(&Shape::Point) && shapes.contains(&Shape::Square(4, 8)));
    let mut deepest = 0;
    for shape in &shapes {
        let (mut shape, mut depth) = (shape, 0);
        loop {
            match shape {
                Shape::Point => break,
                Shape::Square(n, _) => {
                    assert!((3..=5).contains(n));
                    break;
                }
                Shape::Box { r#type, height, within } => {
                    assert!(*r#type && [7, 9].contains(height));
                    let Some(within) = within else { break };
                    (shape, depth) = (within, depth + 1);
                }
            }
        }
        deepest = depth.max(deepest);
    }
    assert_eq!(deepest, 2, "others of their kind are held up to a depth");
    let pairs = values("pairs", Pair::<u8, 3>::produce());
    assert!(pairs.len() > 10);
}

#[test]
fn targets_run_once_on_any_value_and_say_what_fails() {
    let lengths = seen("lengths", || {
        let mut length = 0;
        check!().with_max_len(3).for_each(|bytes| length = bytes.len());
        length
    });
    assert_eq!(lengths, BTreeSet::from([0, 1, 2, 3]));
    let fails = |run: fn()| {
        let payload = std::panic::catch_unwind(run).expect_err("it fails");
        payload.downcast_ref::<String>().expect("a text").clone()
    };
    assert!(!crate::is_active());
    let said = fails(|| check!(name = "x").run(|| !crate::is_active()));
    assert_eq!(said, "the property does not hold");
    let said = fails(|| check!().run(|| "x".parse::<u8>()));
    assert!(said.contains("invalid digit"), "{said}");
    let said = fails(|| check!().run(|| None::<u8>));
    assert!(said.contains("`None`"), "{said}");
}
