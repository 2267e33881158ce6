//! What languages write differently.

use effigy_base::sort::Sort;

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

    /// The conjunction of printed conditions, each in parentheses where one of its operators binds less tightly; `true`
    /// of none.
    pub fn conjunction<T: AsRef<str>>(&self, conjuncts: &[T]) -> String {
        let conjunct = |text: &T| match text.as_ref() {
            text if conjuncts.len() > 1 && is_loose(text) => format!("({text})"),
            text => text.to_owned(),
        };
        match conjuncts.is_empty() {
            true => "true".to_owned(),
            false => {
                let texts: Vec<String> = conjuncts.iter().map(conjunct).collect();
                texts.join(&format!(" {} ", self.and))
            }
        }
    }

    /// Whether a choice of this sort is written without `?`: one between conditions, in a language that has none.
    pub(super) fn writes_cases(&self, sort: Sort) -> bool {
        self.is_logical() && sort == Sort::Bool
    }

    /// Whether the signs of operators on bits are those on conditions.
    pub(crate) fn is_logical(&self) -> bool {
        self.and == "&"
    }

    /// What numbers are that stand beside numbers alone.
    pub(crate) fn numbers(&self) -> Sort {
        if self.is_logical() { Sort::Int } else { Sort::BitVec(32) }
    }

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

/// How operators that bind less tightly than a conjunction are printed.
const LOOSE: [&str; 6] = [" | ", " || ", " ? ", ": ", " where ", " => "];

/// Whether a condition has an operator outside of parentheses that binds less tightly than a conjunction.
fn is_loose(text: &str) -> bool {
    let (mut open, mut rest) = (0usize, text);
    while let Some(c) = rest.chars().next() {
        if open == 0 && LOOSE.iter().any(|sign| rest.starts_with(sign)) {
            return true;
        }
        let mut length = c.len_utf8();
        match c {
            '(' | '[' => open += 1,
            ')' | ']' => open = open.saturating_sub(1),
            // A character in quotes, or a quoted name.
            '\'' if rest.starts_with("'\\") => length = 4,
            '\'' => length = 3,
            '"' => length = rest.get(1..).and_then(|r| r.find('"')).map_or(1, |end| end + 2),
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    false
}
