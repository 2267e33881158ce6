//! The execution tree as a file, as text, as a graph and as a page.

pub mod code;
pub mod dot;
pub mod page;
mod parts;
pub mod row;
pub mod text;
pub mod view;
