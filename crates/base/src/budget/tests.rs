use super::*;

#[test]
fn the_first_reason_counts() {
    let token = CancelToken::new();
    assert_eq!(token.reason(), None);
    token.stop(StopReason::Memory);
    token.cancel();
    assert_eq!(token.reason(), Some(StopReason::Memory));
    token.reset();
    assert!(!token.is_cancelled());
}

#[test]
fn a_part_stops_with_the_whole_and_not_the_other_way_round() {
    let whole = CancelToken::new();
    let part = whole.part(None);
    let other = whole.part(None);
    part.stop(StopReason::SolverTime);
    assert!(!whole.is_cancelled() && !other.is_cancelled());
    whole.cancel();
    assert_eq!(part.reason(), Some(StopReason::SolverTime));
    assert_eq!(other.reason(), Some(StopReason::User));
}

#[test]
fn a_deadline_that_passed_stops_until_the_token_is_gone() {
    let token = CancelToken::new().part(Some(Instant::now()));
    assert_eq!(token.reason(), Some(StopReason::Time));
    assert_eq!(token.left(), Some(Duration::ZERO));
    token.reset();
    assert!(token.is_cancelled());
}

#[test]
fn the_earliest_deadline_counts() {
    let (soon, late) = (Duration::from_secs(60), Duration::from_secs(3600));
    let now = Instant::now();
    let whole = CancelToken::new().part(Some(now + soon));
    assert_eq!(whole.part(Some(now + late)).deadline(), Some(now + soon));
    assert_eq!(whole.part(None).deadline(), Some(now + soon));
    let earlier = whole.part(Some(now));
    assert!(earlier.is_cancelled() && !whole.is_cancelled());
}
