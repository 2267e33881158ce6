//! Colours and characters of the terminal report.

/// How a report may look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether escape sequences for colours are understood.
    pub colour: bool,
    /// Width of the terminal in characters; 0 when unknown.
    pub width: usize,
}

impl Look {
    /// For files, pipes and tests.
    pub const PLAIN: Look = Look { colour: false, width: 0 };

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// A failure.
    pub fn bad(&self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// A success.
    pub fn good(&self, text: &str) -> String {
        self.paint("1;32", text)
    }

    /// A doubt.
    pub fn warn(&self, text: &str) -> String {
        self.paint("1;33", text)
    }

    /// A name to look for.
    pub fn strong(&self, text: &str) -> String {
        self.paint("1", text)
    }

    /// What one may skip.
    pub fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }
}
