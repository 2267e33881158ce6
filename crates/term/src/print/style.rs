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
    /// Which integer quotient is written `/`.
    pub quotient: Quotient,
    /// Whether a variable that is compared with an element of an array stands on the left.
    pub elements_last: bool,
}

/// A quotient of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quotient {
    /// The one truncated towards zero.
    Truncated,
    /// The one whose remainder is never negative.
    Euclidean,
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
            quotient: Quotient::Truncated,
            elements_last: false,
        }
    }
}

impl Style {
    /// The style of King (1976): `X = A(3) & ¬(Y ¬= (N + 1) / 2)`, where quotients leave no negative remainder.
    pub const KING: Style = Style {
        element: Element::Parentheses,
        equal: "=",
        not_equal: "¬=",
        and: "&",
        or: "|",
        not: "¬",
        quotient: Quotient::Euclidean,
        elements_last: true,
    };

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
