//! The file formats of generated tests, for those who write them down.

pub use effigy_formats::{harness_c, harness_rust, ktest, test_comp, time, xml};
