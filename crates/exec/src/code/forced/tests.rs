//! What is read from an instruction on, where constants decide the way.

use crate::code::Code;
use crate::testing::{context, job};
use std::rc::Rc;

/// The code of a function `main`.
fn code(source: &str) -> Rc<Code> {
    context(job(source)).initial(Vec::new()).0.stack.top.code.clone()
}

/// An address comes to a block by two ways, which part again at once: of the way with this tag nobody reads it.
fn tagged(tag: u8) -> String {
    format!(
        "
define @main() -> (bv32) {{
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv64 := alloc 4:bv64 align 4
  %2: bv64 := alloc 4:bv64 align 4
  %3: bool := bvult %0, 9:bv8
  branch %3, b1, b2
b1:
  jump b3({tag}:bv8, %1)
b2:
  jump b3(1:bv8, %2)
b3(%4: bv8, %5: bv64):
  %6: bool := = %4, 1:bv8
  branch %6, b4, b5
b4:
  %7: bv32 := load %5
  return %7
b5:
  return 0:bv32
}}
"
    )
}

#[test]
fn what_only_another_way_reads_is_not_read() {
    for (tag, read) in [(0, false), (1, true)] {
        let code = code(&tagged(tag));
        let live = code.registers().live_at(&code, code.block_starts[1], false);
        assert_eq!(live.all.contains(1), read, "{tag}");
        assert_eq!(live.hot.contains(&1), read, "{tag}");
    }
}

#[test]
fn what_is_only_moved_round_a_loop_is_not_read() {
    let source = "
define @main() -> (bv32) {
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv64 := alloc 4:bv64 align 4
  jump b1(%0, %1)
b1(%2: bv8, %3: bv64):
  %4: bool := bvult %2, 9:bv8
  branch %4, b2, b3
b2:
  %5: bv8 := bvadd %2, 1:bv8
  jump b1(%5, %3)
b3:
  return 0:bv32
}
";
    let code = code(source);
    let live = code.registers().live_at(&code, code.block_starts[1], false);
    assert!(live.all.contains(2));
    assert!(!live.all.contains(3));
}

#[test]
fn what_an_object_held_before_it_is_unread_is_not_read() {
    for unread in ["", "  unread %1 size 8\n"] {
        let source = format!(
            "
define @use(%0: bv64) -> () {{
b0:
  return
}}
define @main() -> (bv32) {{
b0:
  %0: bv8 := symbolic \"x\"
  %1: bv64 := alloc 8:bv64 align 8
  jump b1
b1:
{unread}  call @use(%1)
  return 0:bv32
}}
"
        );
        let code = code(&source);
        let read = code.contents().read_from(&code, code.block_starts[1], false);
        let word = if unread.is_empty() { vec![(1, 0)] } else { Vec::new() };
        assert_eq!(read.words, word, "{unread}");
    }
}

#[test]
fn what_a_call_returns_is_not_read_while_it_runs() {
    let source = "
define @next(%0: bv64) -> (bv64) {
b0:
  return %0
}
define @main() -> (bv32) {
b0:
  %0: bv64 := alloc 4:bv64 align 4
  %1: bv64 := alloc 4:bv64 align 4
  jump b1
b1:
  %2: bv64 := call @next(%0)
  %3: bv32 := load %2
  %4: bv32 := load %1
  %5: bv32 := bvadd %3, %4
  return %5
}
";
    let code = code(source);
    let at = code.block_starts[1];
    let found = |calls: bool| {
        let live = code.registers().live_at(&code, at + u32::from(!calls), calls);
        let read = code.contents().read_from(&code, at + u32::from(!calls), calls);
        assert_eq!(live.hot, live.all.iter().collect::<Vec<_>>());
        (live.hot.clone(), read.registers.clone())
    };
    assert_eq!(found(true), (vec![1], vec![]));
    assert_eq!(found(false), (vec![1, 2], vec![2]));
}
