//! Path conditions backwards (de Boer & Bonsangue 2021, section 4): the weakest preconditions of symbolic execution traces.
//!
//! **Traces.** [`unfolding::Unfolding`] walks a program statically and appends what it comes by to a [`trace::Trace`]:
//! assignments, object creations and tests, as a straight line. Registers become numbers of steps, so that every call has
//! fresh variables; handles of array objects and everything else that does not depend on an input are resolved on the way.
//! A branch makes two traces, one with the test and one with its negation; a check makes one that goes on and one that ends
//! in a finding; a loop is unfolded round by round. No state and no substitution is kept.
//!
//! **Conditions.** [`precondition::Precondition`] calculates `path(trace)` (Definition 4.2): the condition on the initial
//! state under which an execution takes the trace. A test is carried back over the assignments before it, on demand: `x` over
//! `x := e` is `e`, an element over an assignment to an element of the same array is `if i = j then e else a[i]`, and what
//! reaches the start of the trace is an input. The absence of errors (delta, Definition 4.1) is in the trace already: front
//! ends put checks before every access that can fail.
//!
//! **Limits.** Memory consists of array objects and of words at fixed places in global variables. Byte memory, external
//! functions and calls through addresses end a trace as not supported, by name. Aliasing conditionals have one part for
//! each assignment at a symbolic index, so the condition of a trace that reads and writes at n unrelated symbolic indices has
//! n² parts; all of them are shared.
//!
//! Architecture Invariant: no program is run here and no state is kept, so that this and the machine check each other (checked by
//! `crates/backward/tests/wp/random.rs`, `traces_of_random_programs_are_their_leaves`).

mod cursor;
mod globals;
mod instructions;
pub mod lines;
pub mod precondition;
pub mod trace;
pub mod unfolding;
