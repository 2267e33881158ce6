use super::*;
use effigy_testkit::{Rng, cases, times};

const INPUTS: u32 = 6;

/// The function whose table of 64 truth values a diagram is made of.
fn table(diagrams: &Diagrams, d: Diagram) -> u64 {
    let value = |assignment: u64| {
        let mut d = d;
        while !d.is_constant() {
            let level = diagrams.level(d);
            let (low, high) = diagrams.sides(d, level);
            d = if assignment >> level & 1 == 1 { high } else { low };
        }
        d == Diagram::TRUE
    };
    (0..64).filter(|n| value(*n)).fold(0, |table, n| table | 1 << n)
}

#[test]
fn operations_are_those_of_functions_and_equal_functions_are_equal_diagrams() {
    let mut random = Rng::new(11);
    cases(0..60, |_| {
        let mut diagrams = Diagrams::new(Work::default());
        diagrams.allow(u32::MAX);
        let mut all = vec![(Diagram::FALSE, 0u64)];
        for level in 0..INPUTS {
            let input = diagrams.input(level);
            all.push((input, table(&diagrams, input)));
        }
        for _ in 0..times(80) {
            let mut any = || {
                let (d, table) = all[random.below(all.len())];
                if random.below(2) == 0 { (d, table) } else { (!d, !table) }
            };
            let [a, b, c] = [any(), any(), any()];
            let made = match random.below(4) {
                0 => (diagrams.and(a.0, b.0), a.1 & b.1),
                1 => (diagrams.or(a.0, b.0), a.1 | b.1),
                2 => (diagrams.xor(a.0, b.0), a.1 ^ b.1),
                _ => (diagrams.choice(a.0, b.0, c.0), a.1 & b.1 | !a.1 & c.1),
            };
            let (d, expected) = (made.0.expect("there are steps enough"), made.1);
            assert_eq!(table(&diagrams, d), expected);
            for (other, known) in &all {
                assert_eq!(*other == d, *known == expected);
                assert_eq!(!*other == d, !*known == expected);
            }
            all.push((d, expected));
        }
    });
}

#[test]
fn the_first_assignment_has_zeros_where_that_is_possible() {
    let mut diagrams = Diagrams::new(Work::default());
    diagrams.allow(1_000);
    let inputs: Vec<Diagram> = (0..4).map(|level| diagrams.input(level)).collect();
    let either = diagrams.or(inputs[0], inputs[2]).expect("there are steps enough");
    let both = diagrams.and(either, inputs[3]).expect("there are steps enough");
    assert_eq!(diagrams.first(both), [2, 3]);
}

#[test]
fn an_operation_without_steps_is_given_up() {
    let mut diagrams = Diagrams::new(Work::default());
    let (a, b) = (diagrams.input(0), diagrams.input(1));
    diagrams.allow(1);
    assert!(diagrams.and(a, b).is_some());
    assert_eq!(diagrams.xor(a, b), None);
    assert_eq!(diagrams.steps(), 1);
}
