//! Values as trees.

use super::ValueTree;
use crate::runner::Reason;
use std::fmt;

/// A value that was drawn. It can be taken once.
#[derive(Debug)]
pub struct Drawn<T>(std::cell::RefCell<Option<T>>);

impl<T> Drawn<T> {
    /// The tree of a value.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn tree(value: T) -> Result<Drawn<T>, Reason> {
        Ok(Drawn(std::cell::RefCell::new(Some(value))))
    }
}

impl<T: fmt::Debug> ValueTree for Drawn<T> {
    type Value = T;

    fn current(&self) -> T {
        let value = self.0.borrow_mut().take();
        value.unwrap_or_else(|| effigy::unsupported("taking the value of a tree twice"))
    }

    fn simplify(&mut self) -> bool {
        false
    }

    fn complicate(&mut self) -> bool {
        false
    }
}
