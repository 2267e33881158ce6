use std::mem::{offset_of, size_of};

use super::*;

/// A symbolic run reads the requests at these offsets.
#[test]
fn the_layout_of_the_requests() {
    use SymbolicRequest as S;
    let symbolic = [
        offset_of!(S, data),
        offset_of!(S, len),
        offset_of!(S, name),
        offset_of!(S, name_len),
        offset_of!(S, file),
        offset_of!(S, file_len),
        offset_of!(S, line),
        offset_of!(S, column),
        offset_of!(S, kind),
    ];
    assert_eq!(symbolic, [0, 8, 16, 24, 32, 40, 48, 52, 56]);
    assert_eq!(size_of::<S>(), 64);
    assert_eq!(offset_of!(AssumeRequest, holds), 0);
    use CoverRequest as C;
    let cover = [
        offset_of!(C, holds),
        offset_of!(C, name),
        offset_of!(C, name_len),
        offset_of!(C, file),
        offset_of!(C, file_len),
        offset_of!(C, line),
        offset_of!(C, column),
    ];
    assert_eq!(cover, [0, 8, 16, 24, 32, 40, 44]);
}

#[test]
fn a_free_lock_is_poisoned_and_keeps_its_value() {
    fn poisoned<T: PartialEq + Copy + std::fmt::Debug>(value: T) {
        let mut lock = std::sync::Mutex::new(value);
        let at = std::ptr::from_mut(lock.get_mut().unwrap()).addr() - (&raw const lock).addr();
        assert!(super::poison(&mut lock, at..at + size_of::<T>(), |lock| lock.is_poisoned()));
        assert_eq!(*lock.lock().unwrap_err().into_inner(), value);
        let mut lock = std::sync::RwLock::new(value);
        let at = std::ptr::from_mut(lock.get_mut().unwrap()).addr() - (&raw const lock).addr();
        assert!(super::poison(&mut lock, at..at + size_of::<T>(), |lock| lock.is_poisoned()));
        assert_eq!(*lock.read().unwrap_err().into_inner(), value);
        assert!(lock.try_write().is_err_and(|e| matches!(e, std::sync::TryLockError::Poisoned(_))));
    }
    poisoned(());
    poisoned(7u8);
    poisoned([1u64; 3]);
    poisoned("text");
}
