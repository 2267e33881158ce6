//! Clocks, dates and random numbers.

pub(crate) mod calendar;
pub(crate) mod clock;
