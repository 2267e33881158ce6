use super::*;

fn numbers(count: usize) -> (Differences, Vec<Node>) {
    let mut differences = Differences::new();
    let nodes = (0..count).map(|_| differences.node(0)).collect();
    (differences, nodes)
}

fn at_most(x: Node, y: Node, bound: i128, by: usize) -> Difference {
    Difference { x, y, bound, by: Some(by) }
}

#[test]
fn numbers_satisfy_what_was_added() {
    let (mut differences, nodes) = numbers(4);
    let chain: Vec<Difference> = nodes.windows(2).map(|w| at_most(w[0], w[1], -3, 0)).collect();
    for constraint in &chain {
        assert_eq!(differences.add(*constraint), Ok(()));
    }
    let lowest = at_most(Node::ZERO, nodes[0], -5, 1);
    assert_eq!(differences.add(lowest), Ok(()));
    assert!(chain.iter().chain([&lowest]).all(|constraint| differences.satisfy(constraint)));
    assert!(differences.value(nodes[3]) >= 14);
}

#[test]
fn a_cycle_is_the_core_and_what_was_before_stays() {
    let (mut differences, nodes) = numbers(4);
    let first = [
        at_most(nodes[0], nodes[1], 0, 0),
        at_most(nodes[2], nodes[3], -1, 1),
        at_most(nodes[1], nodes[2], 0, 2),
        at_most(nodes[3], nodes[2], 9, 3),
    ];
    for constraint in first {
        assert_eq!(differences.add(constraint), Ok(()));
    }
    let values = nodes.iter().map(|node| differences.value(*node)).collect::<Vec<_>>();
    assert_eq!(differences.add(at_most(nodes[3], nodes[0], 0, 4)), Err(vec![0, 1, 2, 4]));
    assert_eq!(nodes.iter().map(|node| differences.value(*node)).collect::<Vec<_>>(), values);
    assert_eq!(differences.len(), 4);
    assert_eq!(differences.add(at_most(nodes[3], nodes[0], 1, 4)), Ok(()));
    assert!(first.iter().all(|constraint| differences.satisfy(constraint)));
}

#[test]
fn a_number_is_not_below_itself() {
    let (mut differences, nodes) = numbers(1);
    assert_eq!(differences.add(at_most(nodes[0], nodes[0], 0, 6)), Ok(()));
    assert_eq!(differences.add(at_most(nodes[0], nodes[0], -1, 7)), Err(vec![7]));
}

#[test]
fn a_forgotten_constraint_binds_no_longer() {
    let (mut differences, nodes) = numbers(2);
    let before = differences.len();
    assert_eq!(differences.add(at_most(nodes[0], nodes[1], -1, 0)), Ok(()));
    assert_eq!(differences.add(at_most(nodes[1], nodes[0], 0, 1)), Err(vec![0, 1]));
    differences.truncate(before);
    assert_eq!(differences.add(at_most(nodes[1], nodes[0], 0, 1)), Ok(()));
}

#[test]
fn a_number_starts_relative_to_zero_after_zero_moved() {
    let (mut differences, nodes) = numbers(1);
    assert_eq!(differences.add(at_most(Node::ZERO, nodes[0], -8, 0)), Ok(()));
    assert_eq!(differences.value(nodes[0]), 8);
    let later = differences.node(3);
    assert_eq!(differences.value(later), 3);
}
