//! Tests that need more than the public items.

mod data;
mod queries;
mod random;
mod sqlite;
