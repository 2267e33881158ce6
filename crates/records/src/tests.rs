//! Tests that need more than the public items.

mod data;
