//! The models, driven by small programs in the IR's text form.

mod conversions;
mod documentation;
mod floats;
mod memory;
mod process;
mod streams;
mod strings;
mod support;
mod threads;
