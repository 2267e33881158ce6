//! Numbers: `<math.h>`, parts of floats, where they are rounded to.

pub(crate) mod floats;
pub(crate) mod functions;
pub(crate) mod parts;
pub(crate) mod rounding;
