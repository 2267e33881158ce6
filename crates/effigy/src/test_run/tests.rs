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

/// A `.ktest` file with one object.
fn recorded_in(folder: &Path, object: &[u8]) {
    let number = |n: usize| u32::try_from(n).expect("a small number").to_be_bytes();
    let parts = [&b"KTEST"[..], &number(3), &number(0), &number(0), &number(0), &number(1)];
    let mut bytes = parts.concat();
    for block in [&b"x"[..], object] {
        bytes.extend(number(block.len()));
        bytes.extend(block);
    }
    let folder = folder.join(RECORDED).join("a-b");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("one.ktest"), bytes).expect("a file");
}

#[test]
fn recorded_values_are_run_and_need_not_meet_the_assumptions_any_more() {
    let folder = std::env::temp_dir().join(format!("effigy-recorded-{}", std::process::id()));
    recorded_in(&folder, &[7, 0, 0, 0]);
    let run = |test: &dyn Fn(u32)| {
        // What Cargo says of this package is not of the one that is looked at.
        let files = recorded_of("c::a::b", &folder);
        assert_eq!(files.len(), 1);
        let objects = replay::read(&files[0]).expect("a test");
        catch_unwind(AssertUnwindSafe(|| once(Source::Recorded(objects), &|| test(any()), "")))
    };
    assert_eq!(run(&|x| assert_eq!(x, 7)).ok(), Some(true));
    assert_eq!(run(&|x| assume(x > 7)).ok(), Some(false));
    assert!(run(&|x| assert!(x > 7)).is_err());
    let other = run(&|_| {
        any::<u8>();
    });
    let said = *other.unwrap_err().downcast::<String>().expect("a message");
    assert!(said.contains("not those of this test any more"), "{said}");
    std::fs::remove_dir_all(folder).expect("it was there");
}
