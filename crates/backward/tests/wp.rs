//! Path conditions backwards: equivalent to those of the forward machine, and built by the rules of de Boer & Bonsangue.

#[path = "wp/figures.rs"]
mod figures;
#[path = "wp/limits.rs"]
mod limits;
#[path = "wp/lines.rs"]
mod lines;
#[path = "wp/objects.rs"]
mod objects;
#[path = "wp/random.rs"]
mod random;
#[path = "wp/rules.rs"]
mod rules;
#[path = "wp/support.rs"]
mod support;
