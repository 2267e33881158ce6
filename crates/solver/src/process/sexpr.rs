//! S-expressions as solvers write them.

/// An expression in [`Expressions`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(usize);

#[derive(Debug)]
enum Expression<'a> {
    Atom(&'a str),
    List(Vec<Place>),
}

/// The expressions of a text, in one vector: nesting of any depth needs no stack.
#[derive(Debug)]
pub(crate) struct Expressions<'a> {
    all: Vec<Expression<'a>>,
    top: Vec<Place>,
}

impl<'a> Expressions<'a> {
    /// Reads a text; `None` when parentheses or quotes do not match.
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut result = Self { all: Vec::new(), top: Vec::new() };
        let mut open: Vec<Vec<Place>> = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = token(rest, first)?;
            let (word, after) = rest.split_at_checked(length)?;
            rest = after.trim_start();
            let done = match first {
                ';' => continue,
                '(' => {
                    open.push(Vec::new());
                    continue;
                }
                ')' => Expression::List(open.pop()?),
                _ => Expression::Atom(word),
            };
            let place = Place(result.all.len());
            result.all.push(done);
            open.last_mut().unwrap_or(&mut result.top).push(place);
        }
        open.is_empty().then_some(result)
    }

    /// The expression, when there is just one.
    pub fn only(&self) -> Option<Place> {
        match self.top.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The text of an atom.
    pub fn atom(&self, place: Place) -> Option<&'a str> {
        match self.all.get(place.0)? {
            Expression::Atom(text) => Some(text),
            Expression::List(_) => None,
        }
    }

    /// The text of an expression, with one space between its parts.
    pub fn text(&self, place: Place) -> String {
        let mut text = String::new();
        let mut pending = vec![Some(place)];
        while let Some(next) = pending.pop() {
            let list = next.and_then(|place| self.list(place));
            let atom = next.and_then(|place| self.atom(place));
            let token = if next.is_none() { ")" } else { atom.unwrap_or("(") };
            if !text.is_empty() && !text.ends_with('(') && token != ")" {
                text.push(' ');
            }
            text.push_str(token);
            if let Some(items) = list {
                pending.push(None);
                pending.extend(items.iter().rev().map(|item| Some(*item)));
            }
        }
        text
    }

    /// The texts of all atoms.
    pub fn atoms(&self) -> impl Iterator<Item = &'a str> {
        self.all.iter().filter_map(|expression| match expression {
            Expression::Atom(text) => Some(*text),
            Expression::List(_) => None,
        })
    }

    /// The elements of a list.
    pub fn list(&self, place: Place) -> Option<&[Place]> {
        match self.all.get(place.0)? {
            Expression::List(items) => Some(items),
            Expression::Atom(_) => None,
        }
    }
}

/// The length in bytes of the token that starts `text`.
fn token(text: &str, first: char) -> Option<usize> {
    match first {
        '(' | ')' => Some(1),
        ';' => Some(text.find('\n').unwrap_or(text.len())),
        '|' | '"' => text.get(1..)?.find(first).map(|end| end + 2),
        _ => {
            let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"' | '|');
            Some(text.find(ends).unwrap_or(text.len()))
        }
    }
}

#[cfg(test)]
mod tests;
