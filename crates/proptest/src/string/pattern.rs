//! Patterns in the syntax of the crate `regex`, as far as texts are made of them.

mod classes;

use crate::char::of_ranges;
use crate::runner::TestRunner;
use classes::{CONTROLS, DIGITS, LETTERS, SPACES, VISIBLE, WORDS, complement, named, some_of};
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;

/// How often a part of ASCII is repeated at most beyond how often it must be, where the pattern has a limit.
const MORE: u32 = 8;

/// As [`MORE`], where the pattern has none, and of other characters, which have several lengths each.
const LESS: u32 = 4;

type Ranges = Vec<RangeInclusive<char>>;

/// A pattern.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    /// One character.
    Class(Ranges),
    /// One behind the other.
    Sequence(Vec<Pattern>),
    /// One of some.
    Either(Vec<Pattern>),
    /// One several times.
    Repeated(Box<Pattern>, u32, Option<u32>),
}

impl Pattern {
    /// Reads one.
    ///
    /// # Errors
    /// When it is none or has a part that is not known, and says which.
    pub(super) fn parse(text: &str) -> Result<Pattern, String> {
        let mut parser = Parser { rest: text.chars().peekable() };
        let pattern = parser.either()?;
        match parser.rest.next() {
            None => Ok(pattern),
            Some(other) => Err(format!("`{other}` closes nothing")),
        }
    }

    /// Any text of the pattern.
    pub(super) fn draw(&self, runner: &mut TestRunner) -> String {
        let mut text = String::new();
        self.write(runner, &mut text);
        text
    }

    fn is_ascii(&self) -> bool {
        match self {
            Pattern::Class(ranges) => ranges.iter().all(|range| range.end().is_ascii()),
            Pattern::Sequence(parts) | Pattern::Either(parts) => parts.iter().all(Self::is_ascii),
            Pattern::Repeated(part, ..) => part.is_ascii(),
        }
    }

    fn write(&self, runner: &mut TestRunner, text: &mut String) {
        match self {
            Pattern::Class(ranges) => {
                let place = text.chars().count();
                let next = |runner: &mut TestRunner| of_ranges(ranges, runner);
                text.push(runner.within(&format!("[{place}]"), next));
            }
            Pattern::Sequence(parts) => parts.iter().for_each(|part| part.write(runner, text)),
            Pattern::Either(ways) => {
                if let Some(way) = ways.get(runner.choice(ways.len())) {
                    way.write(runner, text);
                }
            }
            Pattern::Repeated(part, least, most) => {
                let more = if most.is_some() && part.is_ascii() { MORE } else { LESS };
                let tried = most.unwrap_or(u32::MAX).min(least.saturating_add(more));
                if *most != Some(tried) {
                    effigy::bound_lengths(&format!(
                        "parts of texts are repeated at most {tried} times"
                    ));
                }
                for _ in 0..runner.number(".len", *least as usize, tried as usize) {
                    part.write(runner, text);
                }
            }
        }
    }
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
}

impl Parser<'_> {
    fn either(&mut self) -> Result<Pattern, String> {
        let mut ways = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            ways.push(self.sequence()?);
        }
        Ok(match ways.pop() {
            Some(only) if ways.is_empty() => only,
            last => Pattern::Either(ways.into_iter().chain(last).collect()),
        })
    }

    fn sequence(&mut self) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        while let Some(next) = self.rest.next_if(|next| !matches!(next, '|' | ')')) {
            let part = self.part(next)?;
            parts.push(self.repeated(part)?);
        }
        Ok(Pattern::Sequence(parts))
    }

    fn part(&mut self, first: char) -> Result<Pattern, String> {
        Ok(match first {
            '(' => {
                if self.rest.next_if_eq(&'?').is_some() {
                    self.group_head()?;
                }
                let inner = self.either()?;
                self.rest.next_if_eq(&')').ok_or("a group is not closed")?;
                inner
            }
            '[' => Pattern::Class(self.class()?),
            '.' => Pattern::Class(complement(vec!['\n'..='\n'])),
            '\\' => Pattern::Class(self.escape()?),
            '^' | '$' => return Err(format!("`{first}` is a place and no text")),
            '*' | '+' | '?' | '{' => return Err(format!("`{first}` repeats nothing")),
            other => Pattern::Class(vec![other..=other]),
        })
    }

    /// What stands behind `(?` of a group that is not numbered.
    fn group_head(&mut self) -> Result<(), String> {
        match self.rest.next() {
            Some(':') => Ok(()),
            Some('P' | '<') => {
                while self.rest.next().ok_or("a group is not closed")? != '>' {}
                Ok(())
            }
            other => Err(format!("`(?{}` is not known", other.unwrap_or(' '))),
        }
    }

    fn repeated(&mut self, part: Pattern) -> Result<Pattern, String> {
        let mut part = part;
        loop {
            let (least, most) = match self.rest.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.rest.next();
                    let counts = self.counts()?;
                    part = Pattern::Repeated(Box::new(part), counts.0, counts.1);
                    self.rest.next_if_eq(&'?');
                    continue;
                }
                _ => return Ok(part),
            };
            self.rest.next();
            // Whether as few as there can be are wanted is of no account where texts are made.
            self.rest.next_if_eq(&'?');
            part = Pattern::Repeated(Box::new(part), least, most);
        }
    }

    /// Behind `{`.
    fn counts(&mut self) -> Result<(u32, Option<u32>), String> {
        let least = self.number()?;
        let most = match self.rest.next() {
            Some('}') => return Ok((least, Some(least))),
            Some(',') if self.rest.peek() == Some(&'}') => None,
            Some(',') => Some(self.number()?),
            _ => return Err("`{` is not closed".to_owned()),
        };
        self.rest.next_if_eq(&'}').ok_or("`{` is not closed")?;
        match most {
            Some(most) if most < least => Err(format!("`{{{least},{most}}}` is empty")),
            most => Ok((least, most)),
        }
    }

    fn number(&mut self) -> Result<u32, String> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits.parse().map_err(|_| "`{` has no number".to_owned())
    }

    /// Behind `[`.
    fn class(&mut self) -> Result<Ranges, String> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut ranges: Ranges = Vec::new();
        let mut first = true;
        loop {
            let next = self.rest.next().ok_or("a class is not closed")?;
            match next {
                ']' if !first => break,
                '[' => ranges.extend(self.inner_class()?),
                '&' | '~' if self.rest.peek() == Some(&next) => {
                    return Err(format!("`{next}{next}` is not known"));
                }
                '-' if self.rest.peek() == Some(&'-') => return Err("`--` is not known".to_owned()),
                _ => {
                    let start = self.member(next)?;
                    ranges.extend(self.range_from(start)?);
                }
            }
            first = false;
        }
        Ok(if negated { complement(ranges) } else { ranges })
    }

    /// A class within another one, `[:alpha:]` or `[...]`.
    fn inner_class(&mut self) -> Result<Ranges, String> {
        if self.rest.next_if_eq(&':').is_none() {
            return self.class();
        }
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut name = String::new();
        while let Some(letter) = self.rest.next_if(char::is_ascii_lowercase) {
            name.push(letter);
        }
        if self.rest.next() != Some(':') || self.rest.next() != Some(']') {
            return Err(format!("`[:{name}` is not closed"));
        }
        let ranges = named(&name).ok_or_else(|| format!("`[:{name}:]` is not known"))?;
        Ok(if negated { complement(ranges) } else { ranges })
    }

    /// A member of a class that begins with this character.
    fn member(&mut self, first: char) -> Result<Ranges, String> {
        match first {
            '\\' => self.escape(),
            other => Ok(vec![other..=other]),
        }
    }

    /// The range that begins with a member, or that member.
    fn range_from(&mut self, start: Ranges) -> Result<Ranges, String> {
        let mut ahead = self.rest.clone();
        let goes_on = ahead.next() == Some('-') && !matches!(ahead.peek(), None | Some(']' | '-'));
        if !goes_on {
            return Ok(start);
        }
        self.rest.next();
        let next = self.rest.next().ok_or("a class is not closed")?;
        let end = self.member(next)?;
        match (single(&start), single(&end)) {
            (Some(start), Some(end)) if start <= end => Ok(vec![start..=end]),
            _ => Err("a range of a class has no ends or is empty".to_owned()),
        }
    }

    /// Behind a backslash.
    fn escape(&mut self) -> Result<Ranges, String> {
        let letter = self.rest.next().ok_or("nothing is behind the last backslash")?;
        let one = |of: char| Ok(vec![of..=of]);
        match letter {
            'n' => one('\n'),
            't' => one('\t'),
            'r' => one('\r'),
            'f' => one('\x0c'),
            'v' => one('\x0b'),
            'a' => one('\x07'),
            'd' => some_of("\\d", &DIGITS),
            's' => Ok(SPACES.to_vec()),
            'S' => Ok(complement(SPACES.to_vec())),
            'w' => some_of("\\w", &WORDS),
            'D' => some_of("\\D", &[' '..='/', ':'..='~', '¡'..='¬']),
            'W' => {
                some_of("\\W", &[' '..='/', ':'..='@', '['..='^', '`'..='`', '{'..='~', '‐'..='‧'])
            }
            'x' | 'u' | 'U' => self.code(letter),
            'p' | 'P' => self.property(letter == 'P'),
            'b' | 'B' | 'A' | 'z' => Err(format!("`\\{letter}` is a place and no text")),
            other if other.is_alphanumeric() => Err(format!("`\\{other}` is not known")),
            other => one(other),
        }
    }

    fn code(&mut self, letter: char) -> Result<Ranges, String> {
        let mut digits = String::new();
        if self.rest.next_if_eq(&'{').is_some() {
            while let Some(digit) = self.rest.next_if(|next| *next != '}') {
                digits.push(digit);
            }
            self.rest.next();
        } else {
            let count = match letter {
                'x' => 2,
                'u' => 4,
                _ => 8,
            };
            digits.extend(self.rest.by_ref().take(count));
        }
        let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
        let code = code.ok_or_else(|| format!("`\\{letter}{digits}` is no character"))?;
        Ok(vec![code..=code])
    }

    /// Behind `\p` or `\P`.
    fn property(&mut self, negated: bool) -> Result<Ranges, String> {
        let mut name = String::new();
        if self.rest.next_if_eq(&'{').is_some() {
            while let Some(letter) = self.rest.next_if(|next| *next != '}') {
                name.push(letter);
            }
            self.rest.next();
        } else {
            name.extend(self.rest.next());
        }
        let shown = format!("\\{}{{{name}}}", if negated { 'P' } else { 'p' });
        match (name.as_str(), negated) {
            ("C" | "Other", true) => some_of(&shown, &VISIBLE),
            ("Cc" | "Control" | "cntrl", false) => Ok(CONTROLS.to_vec()),
            ("Cc" | "Control" | "cntrl", true) => Ok(complement(CONTROLS.to_vec())),
            ("L" | "Letter" | "Alphabetic", false) => some_of(&shown, &LETTERS),
            ("Lu" | "Uppercase" | "Uppercase_Letter", false) => {
                some_of(&shown, &['A'..='Z', 'À'..='Ö', 'Ø'..='Þ', 'Α'..='Ρ'])
            }
            ("Ll" | "Lowercase" | "Lowercase_Letter", false) => {
                some_of(&shown, &['a'..='z', 'ß'..='ö', 'ø'..='ÿ', 'α'..='ω'])
            }
            ("N" | "Nd" | "Number", false) => some_of(&shown, &DIGITS),
            ("P" | "Punctuation", false) => {
                some_of(&shown, &['!'..='#', '%'..='*', ','..='/', ':'..=';', '?'..='@', '‐'..='‧'])
            }
            _ => Err(format!("`{shown}` is not known")),
        }
    }
}

fn single(ranges: &Ranges) -> Option<char> {
    match ranges.as_slice() {
        [only] if only.start() == only.end() => Some(*only.start()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Ranges {
        match Pattern::parse(text) {
            Ok(Pattern::Sequence(parts)) => match parts.as_slice() {
                [Pattern::Class(ranges)] => ranges.clone(),
                other => panic!("{text}: {other:?}"),
            },
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn classes_hold_what_they_say() {
        assert_eq!(class("[a-cx]"), ['a'..='c', 'x'..='x']);
        assert_eq!(class("[]-]"), [']'..=']', '-'..='-']);
        assert_eq!(class("[^a-c\\n]"), ['\0'..='\t', '\x0b'..='`', 'd'..=char::MAX]);
        assert_eq!(class("[[:digit:]_]"), ['0'..='9', '_'..='_']);
        assert_eq!(class("[^\\x00-\\x{10ffff}]"), []);
        assert_eq!(class("."), ['\0'..='\t', '\x0b'..=char::MAX]);
        assert_eq!(class("\\u00e9"), ['é'..='é']);
        assert_eq!(class("\\."), ['.'..='.']);
        assert_eq!(complement(vec!['\u{e000}'..='\u{f000}'])[0], '\0'..='\u{d7ff}');
    }

    #[test]
    fn repetitions_and_groups_nest() {
        let shown = format!("{:?}", Pattern::parse("(?:ab|c){2,3}d+?").unwrap());
        assert!(shown.contains("Repeated(Either("), "{shown}");
        assert!(shown.contains("2, Some(3))") && shown.contains("1, None)"), "{shown}");
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        for (text, why) in [
            ("^a", "`^` is a place and no text"),
            ("a\\b", "`\\b` is a place and no text"),
            ("(?i)a", "`(?i` is not known"),
            ("\\p{Greek}", "`\\p{Greek}` is not known"),
            ("[a&&b]", "`&&` is not known"),
            ("a)", "`)` closes nothing"),
            ("(a", "a group is not closed"),
            ("a{3,2}", "`{3,2}` is empty"),
            ("*", "`*` repeats nothing"),
        ] {
            assert_eq!(Pattern::parse(text).unwrap_err(), why, "{text}");
        }
    }
}
