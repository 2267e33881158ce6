use super::*;
use effigy_testkit::Rng;

const INPUTS: u32 = 6;

/// Random gates over a few inputs, each with the assignments under which it is true.
fn gates(random: &mut Rng, count: usize) -> (Gates, Vec<Lit>, Vec<(Lit, u64)>) {
    let mut gates = Gates::new();
    let inputs: Vec<Lit> = (0..INPUTS).map(|_| gates.input()).collect();
    let table = |i: u32| (0..64u64).filter(|n| n >> i & 1 == 1).fold(0, |t, n| t | 1 << n);
    let mut all: Vec<(Lit, u64)> = inputs.iter().copied().zip((0..INPUTS).map(table)).collect();
    all.push((Lit::FALSE, 0));
    for _ in 0..count {
        let mut any = || {
            let (lit, table) = all[random.below(all.len())];
            match random.below(2) {
                0 => (lit, table),
                _ => (!lit, !table),
            }
        };
        let [a, b, c] = [any(), any(), any()];
        let made = match random.below(4) {
            0 => (gates.and(a.0, b.0), a.1 & b.1),
            1 => (gates.xor(a.0, b.0), a.1 ^ b.1),
            2 => (gates.mux(a.0, b.0, c.0), a.1 & b.1 | !a.1 & c.1),
            _ => (gates.majority(a.0, b.0, c.0), a.1 & b.1 | a.1 & c.1 | b.1 & c.1),
        };
        all.push(made);
    }
    (gates, inputs, all)
}

fn conjunction(tables: impl IntoIterator<Item = u64>) -> u64 {
    tables.into_iter().fold(u64::MAX, |all, table| all & table)
}

#[test]
fn what_can_hold_together_is_what_some_assignment_makes_true() {
    let mut random = Rng::new(11);
    let (mut satisfiable, mut contradictory) = (0, 0);
    for round in 0..60 {
        let (gates, inputs, all) = gates(&mut random, 40);
        let mut diagrams = Diagrams::new();
        let mut order = inputs.clone();
        if round % 2 == 0 {
            order.reverse();
        }
        diagrams.set_order(order);
        for _ in 0..20 {
            let parts: Vec<(Lit, u64)> = (0..4).map(|_| all[random.below(all.len())]).collect();
            let found: Vec<Option<Diagram>> =
                parts.iter().map(|(lit, _)| diagrams.of(&gates, *lit, || false)).collect();
            let table = conjunction(parts.iter().map(|(_, table)| *table));
            match diagrams.decide(&found).expect("it is small") {
                Ok(conjunction) => {
                    let ones = diagrams.model(conjunction);
                    let number = (0u64..).zip(&inputs).filter(|(_, lit)| ones.contains(lit));
                    let number = number.fold(0, |number, (i, _)| number | 1 << i);
                    assert_eq!(table >> number & 1, 1, "the model is none");
                    satisfiable += 1;
                }
                Err(places) => {
                    assert_eq!(table, 0);
                    let core = conjunction(places.iter().map(|place| parts[*place].1));
                    assert_eq!(core, 0, "what is named does not contradict");
                    contradictory += 1;
                }
            }
        }
    }
    assert!(satisfiable > 100 && contradictory > 100, "{satisfiable} {contradictory}");
}

#[test]
fn equal_functions_have_one_diagram() {
    let mut random = Rng::new(3);
    let (gates, inputs, all) = gates(&mut random, 200);
    let mut diagrams = Diagrams::new();
    diagrams.set_order(inputs);
    let mut of_table = std::collections::BTreeMap::new();
    for (lit, table) in all {
        let diagram = diagrams.of(&gates, lit, || false).expect("it is small");
        assert_eq!(*of_table.entry(table).or_insert(diagram), diagram);
        let negated = diagrams.of(&gates, !lit, || false).expect("it is small");
        assert_eq!(*of_table.entry(!table).or_insert(negated), negated);
    }
}

#[test]
fn what_is_not_known_never_becomes_satisfiable() {
    let mut gates = Gates::new();
    let (x, unknown) = (gates.input(), gates.input());
    let mut diagrams = Diagrams::new();
    diagrams.set_order(vec![x]);
    let both = gates.and(x, unknown);
    let parts = [x, both].map(|lit| diagrams.of(&gates, lit, || false));
    assert_eq!(parts[1], None);
    assert_eq!(diagrams.decide(&parts), None);
    let parts = [x, both, !x].map(|lit| diagrams.of(&gates, lit, || false));
    assert_eq!(diagrams.decide(&parts), Some(Err(vec![0, 2])));
}

#[test]
fn large_diagrams_are_given_up_and_end_the_credit() {
    // The middle bits of a product have no small diagram in any order (Bryant 1991).
    let mut gates = Gates::new();
    let [a, b] = [0; 2].map(|_| (0..32).map(|_| gates.input()).collect::<Vec<Lit>>());
    let order = a.iter().chain(&b).copied().collect();
    let product = super::super::arithmetic::multiply(&mut gates, &a, &b);
    let mut diagrams = Diagrams::new();
    diagrams.set_order(order);
    assert!(diagrams.begin().is_some());
    assert_eq!(diagrams.of(&gates, product[31], || false), None);
    assert!(diagrams.nodes.len() < MOST_NODES, "{} nodes", diagrams.nodes.len());
    while diagrams.credit > 0 {
        diagrams.clear();
        assert_eq!(diagrams.of(&gates, product[31], || false), None);
    }
    assert!(diagrams.begin().is_none());
}

#[test]
fn diagrams_end_when_time_is_over() {
    let mut gates = Gates::new();
    let inputs: Vec<Lit> = (0..200).map(|_| gates.input()).collect();
    let mut diagrams = Diagrams::new();
    diagrams.set_order(inputs.clone());
    let all = inputs.iter().fold(Lit::FALSE, |all, lit| gates.xor(all, *lit));
    assert_eq!(diagrams.of(&gates, all, || true), None);
    assert!(diagrams.of(&gates, all, || false).is_some());
}
