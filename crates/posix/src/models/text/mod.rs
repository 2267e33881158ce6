//! Characters and strings, wide ones too, and numbers that are read from them.

pub(crate) mod convert;
pub(crate) mod ctype;
pub(crate) mod locale;
pub(crate) mod multibyte;
pub(crate) mod string;
pub(crate) mod wide;
