//! Activations at rest, and memory of registers.

use super::{Frame, MANY_REGISTERS, MOST_SPARE, Spare};
use crate::data::slot::Slot;
use crate::testing::{context, job};
use std::rc::Rc;

/// An activation that stands behind many words, of which two are read again. Register `r` holds `r`.
fn frame() -> Frame {
    let count = MANY_REGISTERS as u32;
    let words: String =
        (1..count).map(|r| format!("  %{r}: bv32 := bvadd %0, {r}:bv32\n")).collect();
    let source = format!(
        "
define @main() -> (bv32) {{
b0:
  %0: bv32 := symbolic \"x\"
{words}  jump b1
b1:
  %{count}: bv32 := bvadd %3, %7
  return %{count}
}}
"
    );
    let mut frame = context(job(&source)).initial(Vec::new()).0.stack.top.clone();
    frame.at = frame.code.block_starts[1];
    frame.regs = (0..frame.code.sorts.len() as u64).map(Slot::word).collect();
    frame
}

#[test]
fn an_activation_at_rest_keeps_what_it_reads_again() {
    let mut frame = frame();
    let all = frame.regs.len();
    let memory = frame.rest(false).expect("it has many registers");
    assert_eq!(memory.len(), all);
    assert_eq!(frame.regs, [Slot::word(3), Slot::word(7)]);
    assert_eq!([3, 7].map(|r| frame.register(r)), [3, 7].map(|n| Some(Slot::word(n))));
    assert_eq!(frame.register(5), None);
    assert!(frame.rest(false).is_none());
    let shared = Rc::new(frame);
    let copy = Frame::woken(shared.clone(), || vec![Slot::word(9)]);
    let woken = Frame::woken(shared, Vec::new);
    for frame in [copy, woken] {
        assert!(frame.kept.is_none());
        assert_eq!(frame.regs.len(), all);
        assert_eq!([3, 7].map(|r| frame.register(r)), [3, 7].map(|n| Some(Slot::word(n))));
        assert_eq!(frame.register(5), Some(Slot::default()));
    }
}

#[test]
fn an_activation_to_an_earlier_call_of_which_control_may_go_back_keeps_all() {
    let mut frame = frame();
    frame.is_marked = true;
    assert!(frame.rest(false).is_none());
    assert_eq!(frame.register(5), Some(Slot::word(5)));
}

#[test]
fn memory_of_few_activations_is_kept() {
    let mut spare = Spare::default();
    (0..2 * MOST_SPARE).for_each(|_| spare.give(vec![Slot::word(9)]));
    let taken: Vec<_> = (0..2 * MOST_SPARE).map(|_| spare.take()).collect();
    assert_eq!(taken.iter().filter(|memory| memory.capacity() > 0).count(), MOST_SPARE);
    assert!(taken.iter().all(Vec::is_empty));
}
