//! The ends of tests.

/// What a test ends with.
pub trait Finished {
    /// Panics where it is an error.
    fn finished(self);
}

impl Finished for () {
    fn finished(self) {}
}

/// A property.
impl Finished for bool {
    fn finished(self) {
        assert!(self, "the property does not hold");
    }
}

impl<T: Finished, E: std::fmt::Debug> Finished for Result<T, E> {
    fn finished(self) {
        match self {
            Ok(value) => value.finished(),
            Err(error) => panic!("the test returns an error: {error:?}"),
        }
    }
}
