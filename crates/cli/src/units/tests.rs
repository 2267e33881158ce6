//! Units are those that people write, and everything else is refused.

use super::{size, time};
use std::time::Duration;

#[test]
fn times() {
    assert_eq!(time("30"), Ok(Duration::from_secs(30)));
    assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
    assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
    assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
    assert_eq!(time("2h"), Ok(Duration::from_secs(7200)));
    for wrong in ["", "s", "-1", "5d", "1e9", "9999999999999999999999h", "1.2.3"] {
        assert!(time(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn sizes() {
    assert_eq!(size("500"), Ok(500 << 20));
    assert_eq!(size("2G"), Ok(2 << 30));
    assert_eq!(size("64k"), Ok(64 << 10));
    for wrong in ["", "G", "-1", "1.5G", "2T", "99999999999999999999", "17179869184G"] {
        assert!(size(wrong).is_err(), "{wrong}");
    }
}
