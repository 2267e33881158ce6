// effigy: --sym-stdin 3
// A scheduler on a BinaryHeap with three symbolic priorities.
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::io::{self, Read};

#[derive(PartialEq, Eq, Debug)]
struct Task {
    priority: u8,
    name: &'static str,
}

impl Ord for Task {
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority.cmp(&other.priority).then_with(|| other.name.cmp(self.name))
    }
}

impl PartialOrd for Task {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn main() -> io::Result<()> {
    let mut priorities = [0; 3];
    io::stdin().read_exact(&mut priorities)?;

    let mut queue = BinaryHeap::with_capacity(3);
    for (name, priority) in ["alpha", "beta", "gamma"].into_iter().zip(priorities) {
        queue.push(Task { priority, name });
    }
    assert_eq!(queue.peek().map(|task| task.priority), priorities.iter().copied().max());

    let mut order = Vec::new();
    while let Some(task) = queue.pop() {
        order.push(task);
    }
    assert!(order.windows(2).all(|pair| pair[0].priority >= pair[1].priority));

    let mut smallest_first: BinaryHeap<Reverse<u8>> = priorities.into_iter().map(Reverse).collect();
    let Reverse(least) = smallest_first.pop().unwrap_or(Reverse(0));
    assert_eq!(Some(least), order.last().map(|task| task.priority));

    // A hidden assumption: the task of highest priority is never the last one submitted.
    let urgent = order.first().map(|task| task.name);
    assert_ne!(urgent, Some("gamma")); //~ FINDING[assertion]: left != right
    println!("{}", urgent.unwrap_or("none"));
    Ok(())
}
