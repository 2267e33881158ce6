use super::*;
use crate::{any, any_named, any_string, any_utf8_string, any_vec, assume};

#[test]
fn random_values_are_of_their_types_and_the_same_each_time() {
    let seen = RefCell::new(Vec::new());
    let run = || {
        seen.take();
        check("c::values", None, || {
            let text = any_utf8_string(6);
            let ascii = any_string(6);
            let list: Vec<bool> = any_vec(3);
            assert!(text.len() <= 6 && ascii.is_ascii() && list.len() <= 3);
            let word: std::num::NonZeroU8 = any();
            seen.borrow_mut().push((word.get(), any::<i64>(), text));
        });
        seen.take()
    };
    let first = run();
    assert_eq!(first.len() as u64, CASES);
    assert_eq!(run(), first);
    let some = |is: &dyn Fn(i64) -> bool| first.iter().any(|(_, number, _)| is(*number));
    assert!(some(&|n| n == 0) && some(&|n| n == i64::MAX) && some(&|n| n == -1));
    assert!(some(&|n| n < -1) && some(&|n| (1..16).contains(&n)));
}

#[test]
fn what_is_rejected_is_no_failure_and_what_is_never_met_is_one() {
    check("c::rejects", None, || {
        let number: u8 = any();
        assume(number < 100);
        assert!(number < 100);
    });
    let never = catch_unwind(|| check("c::never", None, || assume(false)));
    let payload = never.unwrap_err();
    let said = payload.downcast_ref::<String>().unwrap();
    assert!(said.contains("meets the test's assumptions"), "{said}");
}

#[test]
fn a_failure_ends_the_test_with_its_own_panic() {
    let failed = catch_unwind(|| {
        check("c::fails", None, || {
            let small: u16 = any_named("small");
            assert!(small != u16::MAX, "the largest one");
        });
    });
    assert_eq!(*failed.unwrap_err().downcast_ref::<&str>().unwrap(), "the largest one");
    // What comes behind it is a run of its own.
    check("c::holds", None, || assert!(u16::from(any::<u8>()) < 256));
}
