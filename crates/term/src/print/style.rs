//! What languages write differently.

/// How a language writes terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The brackets around the index of an array's element.
    pub element: Element,
    /// Equality.
    pub equal: &'static str,
    /// Negated equality.
    pub not_equal: &'static str,
    /// Conjunction.
    pub and: &'static str,
    /// Disjunction.
    pub or: &'static str,
    /// Negation, written before its operand.
    pub not: &'static str,
}

/// The brackets around the index of an array's element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// `a[i]`
    Brackets,
    /// `a(i)`
    Parentheses,
}

impl Default for Style {
    /// The style of systems languages: `a[i] == 1 && !(b != 2 || c)`.
    fn default() -> Self {
        Self {
            element: Element::Brackets,
            equal: "==",
            not_equal: "!=",
            and: "&&",
            or: "||",
            not: "!",
        }
    }
}

impl Style {
    /// An operator of the default style in this one.
    pub(super) fn symbol<'a>(&self, symbol: &'a str) -> &'a str
    where
        'static: 'a,
    {
        match symbol {
            "==" => self.equal,
            "!=" => self.not_equal,
            "&&" => self.and,
            "||" => self.or,
            "!" => self.not,
            other => other,
        }
    }

    /// An element of an array.
    pub(super) fn element(&self, array: &str, index: &str) -> String {
        match self.element {
            Element::Brackets => format!("{array}[{index}]"),
            Element::Parentheses => format!("{array}({index})"),
        }
    }
}
