use super::{CREDIT, EARNED, Effort, LITTLE_WORK, MOST_WORK};

#[test]
fn searches_that_find_nothing_get_less_until_some_find_something() {
    let mut effort = Effort::new(true);
    let searches = CREDIT as usize / MOST_WORK;
    for _ in 0..searches {
        assert_eq!(effort.most(), MOST_WORK);
        effort.spend(MOST_WORK, false);
    }
    assert_eq!(effort.most(), LITTLE_WORK);
    for _ in 0..EARNED {
        effort.spend(LITTLE_WORK, true);
    }
    assert_eq!(effort.most(), MOST_WORK);
    assert!(effort.credit <= CREDIT);
}

#[test]
fn an_effort_that_does_not_adapt_is_the_same_for_each_search() {
    let mut effort = Effort::new(false);
    effort.spend(2 * CREDIT as usize, false);
    assert_eq!(effort.most(), MOST_WORK);
}
