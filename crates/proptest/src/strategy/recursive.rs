//! Values that hold values of their own kind.

use super::{BoxedStrategy, Strategy, Union, strategy};
use std::fmt::{self, Debug};
use std::sync::Arc;

/// How deep values may hold values of their own kind.
const DEEPEST: u32 = 3;

/// Values that hold others of their kind, up to a depth.
pub struct Recursive<T, F> {
    base: BoxedStrategy<T>,
    depth: u32,
    recurse: Arc<F>,
}

impl<T, F> Recursive<T, F> {
    pub(super) fn new(base: BoxedStrategy<T>, depth: u32, recurse: F) -> Self {
        Recursive { base, depth, recurse: Arc::new(recurse) }
    }
}

impl<T, F> Clone for Recursive<T, F> {
    fn clone(&self) -> Self {
        Recursive { base: self.base.clone(), depth: self.depth, recurse: self.recurse.clone() }
    }
}

impl<T: Debug, F> Debug for Recursive<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Recursive").field(&self.base).finish()
    }
}

strategy! {
    [T: Debug + 'static, R: Strategy<Value = T> + 'static, F: Fn(BoxedStrategy<T>) -> R]
    Recursive<T, F> => T,
    |own, runner| {
        if own.depth > DEEPEST {
            effigy::bound(&format!("values hold others of their kind up to a depth of {DEEPEST}"));
        }
        let mut strategy = own.base.clone();
        for _ in 0..own.depth.min(DEEPEST) {
            let deeper = (own.recurse)(strategy.clone()).boxed();
            strategy = Union::new([own.base.clone(), deeper]).boxed();
        }
        strategy.draw(runner)
    }
}
