//! A place in the source text of the program.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A place in a source file, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The file's path, empty when unknown.
    pub file: Arc<str>,
    /// 1-based line, 0 when unknown.
    pub line: u32,
    /// 1-based column, 0 when unknown.
    pub column: u32,
}

impl Place {
    /// A place whose column is not known.
    pub fn line(file: impl Into<Arc<str>>, line: u32) -> Place {
        Place { file: file.into(), line, column: 0 }
    }

    /// Whether nothing is known.
    pub fn is_unknown(&self) -> bool {
        self.file.is_empty()
    }
}

impl fmt::Display for Place {
    /// `file:line:column`, without the parts that are unknown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}
