//! Path conditions backwards: equivalent to those of the forward machine, and built by the rules of de Boer & Bonsangue.

#[path = "wp/figures.rs"]
mod figures;
#[path = "wp/random.rs"]
mod random;
#[path = "wp/support.rs"]
mod support;
