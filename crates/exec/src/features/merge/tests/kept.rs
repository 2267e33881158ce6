//! What a merged path must keep.

use super::{Merge, check};

/// The address of the object is read by no instruction behind its first use; the object itself is, through a sum. Paths meet
/// twice: behind the first time it must still be known where the object is.
const OBJECT: &str = "
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv8 := symbolic \"y\"
  %2: bv64 := alloc 16:bv64 align 8
  %3: bv64 := bvadd %2, 8:bv64
  %4: bool := bvult %0, 100:bv8
  branch %4, b1, b2
b1:
  store %3, 1:bv8
  jump b3
b2:
  store %3, 2:bv8
  jump b3
b3:
  %5: bool := bvult %1, 7:bv8
  branch %5, b4, b5
b4:
  store %3, 3:bv8
  jump b6
b5:
  jump b6
b6:
  %6: bv8 := load %3
  %7: bv32 := zero_extend[32] %6
  return %7
}
";

#[test]
fn an_object_that_is_read_through_a_sum_is_found_where_paths_meet_again() {
    for merge in [Merge::Never, Merge::Auto, Merge::Always] {
        check(OBJECT, merge, &[(0, 0), (0, 7), (100, 0), (255, 255)]);
    }
}
