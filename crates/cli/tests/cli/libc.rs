//! Models of the C library give what the machine's own gives. Of more calls: `cargo xtask libc`.

#[path = "../../../../xtask/src/libc/compare/mod.rs"]
mod compare;

use effigy_testkit::{TempDir, tool};
use std::path::Path;

/// Twenty of each function.
const CALLS: usize = 6000;

#[test]
fn models_give_what_the_machines_libc_gives() {
    let Some(_) = tool("clang") else { return };
    let dir = TempDir::new();
    let effigy = Path::new(env!("CARGO_BIN_EXE_effigy"));
    let calls = std::env::var("EFFIGY_LIBC").ok().and_then(|n| n.parse().ok()).unwrap_or(CALLS);
    let outcome = compare::compare(effigy, dir.path(), calls, "").unwrap_or_else(|e| panic!("{e}"));
    assert!(outcome.calls >= calls);
    assert!(outcome.differences.is_empty(), "{}", outcome.differences.join("\n"));
    let named: usize = outcome.unsupported.iter().map(|(count, _)| count).sum();
    assert!(named * 20 < outcome.calls, "{:?}", outcome.unsupported);
}
