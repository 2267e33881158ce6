//! Where the conditions of a source file are: of each `if`, `while` and `for`, from the word on, and what runs when it holds.
//!
//! Debug information says at which line and column something is decided, but not which side is the one on which the condition
//! of the source holds: compilers turn conditions around, and take `&&` and `||` apart. So the text is looked at, token by token.

/// Statements within statements without braces; what is deeper ends with the file.
const MOST_NESTED: usize = 100;

/// A place in a file: line and column in bytes, from 1.
pub(super) type Position = (u32, u32);

/// A condition with its statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// The word that it begins with.
    pub(super) from: Position,
    /// Where what decides it begins: at that word, of a `do` right before it.
    pub(super) start: Position,
    /// Its last character.
    pub(super) to: Position,
    /// The first and the last character of what runs when it holds.
    pub(super) body: (Position, Position),
    /// Whether it is decided again after that.
    pub(super) repeats: bool,
    /// Whether it is that of a `?`, which it begins with then.
    pub(super) chooses: bool,
}

/// The innermost condition that a place is part of.
pub(super) fn innermost(all: &[Condition], place: Position) -> Option<&Condition> {
    all.iter().filter(|c| c.contains(place)).max_by_key(|c| c.start)
}

impl Condition {
    /// Whether a place is part of the condition.
    pub(super) fn contains(&self, place: Position) -> bool {
        self.start <= place && place <= self.to
    }

    /// Whether a place is part of what runs when the condition holds.
    pub(super) fn runs(&self, place: Position) -> bool {
        self.body.0 <= place && place <= self.body.1
    }
}

/// How statements with conditions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// Conditions in parentheses.
    Parentheses,
    /// Conditions up to a brace.
    Braces,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    Sign(u8),
}

/// The conditions of a file, in order of their first words.
pub(super) fn conditions(text: &str, syntax: Syntax) -> Vec<Condition> {
    let finder = Finder::new(text, syntax);
    match syntax {
        Syntax::Parentheses => finder.in_parentheses(),
        Syntax::Braces => finder.up_to_braces(),
    }
}

/// The calls of a file with parentheses: where each begins and where its last parenthesis is.
pub(super) fn calls(text: &str) -> Vec<(Position, Position)> {
    let finder = Finder::new(text, Syntax::Parentheses);
    let starts =
        (0..finder.tokens.len()).filter(|at| matches!(finder.token(*at), Some(Token::Word(_))));
    let call = |at: usize| Some((finder.place(at), finder.place(finder.partner(at + 1)?)));
    starts.filter(|at| finder.token(at + 1) == Some(Token::Sign(b'('))).filter_map(call).collect()
}

/// The first and the last character of the statement, or of the condition, that a place is in.
pub(super) fn statement(text: &str, place: Position) -> (Position, Position) {
    let finder = Finder::new(text, Syntax::Parentheses);
    let behind = finder.tokens.partition_point(|(_, known)| *known <= place);
    let mut start = behind.saturating_sub(1);
    while start > 0 && !finder.ends_statement(start - 1) {
        // A bracket is passed with what is in it.
        start = finder.partner(start - 1).filter(|partner| *partner < start).unwrap_or(start - 1);
    }
    let last = finder.end_of_statement(start, 0);
    (finder.place(start), finder.place(last).max(place))
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    place: Position,
    syntax: Syntax,
}

impl<'t> Reader<'t> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            match self.text.get(self.at) {
                Some(b'\n') => self.place = (self.place.0 + 1, 1),
                Some(_) => self.place.1 += 1,
                None => return,
            }
            self.at += 1;
        }
    }

    /// Skips to behind a text; to the end without one.
    fn skip_behind(&mut self, end: &[u8]) {
        while self.at < self.text.len() && !self.text[self.at..].starts_with(end) {
            self.skip(1);
        }
        self.skip(end.len());
    }

    fn skip_comment(&mut self) {
        let nests = self.syntax == Syntax::Braces;
        self.skip(2);
        let mut depth = 1;
        while depth > 0 && self.at < self.text.len() {
            match (self.peek(0), self.peek(1)) {
                (b'*', b'/') => {
                    depth -= 1;
                    self.skip(2);
                }
                (b'/', b'*') if nests => {
                    depth += 1;
                    self.skip(2);
                }
                _ => self.skip(1),
            }
        }
    }

    /// Skips a text in quotes, of which the first one is next.
    fn skip_quoted(&mut self, quote: u8) {
        self.skip(1);
        while self.at < self.text.len() {
            match self.peek(0) {
                b'\\' => self.skip(2),
                c => {
                    self.skip(1);
                    if c == quote {
                        return;
                    }
                }
            }
        }
    }

    /// Skips a line of the preprocessor with those that continue it.
    fn skip_directive(&mut self) {
        while self.at < self.text.len() && self.peek(0) != b'\n' {
            match (self.peek(0), self.peek(1)) {
                (b'\\', _) => self.skip(2),
                (b'/', b'*') => self.skip_comment(),
                _ => self.skip(1),
            }
        }
    }

    /// Whether there is nothing before the next character in its line.
    fn begins_line(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let blank = |c: &&u8| matches!(c, b' ' | b'\t');
        before.iter().rev().find(|c| !blank(c)).is_none_or(|c| *c == b'\n')
    }

    /// Skips a raw string, when one is next.
    fn skip_raw(&mut self) -> bool {
        let start = if self.peek(0) == b'b' { 1 } else { 0 };
        if self.peek(start) != b'r' {
            return false;
        }
        let mut hashes = 0;
        while self.peek(start + 1 + hashes) == b'#' {
            hashes += 1;
        }
        if self.peek(start + 1 + hashes) != b'"' {
            return false;
        }
        self.skip(start + 2 + hashes);
        let mut end = vec![b'"'];
        end.resize(1 + hashes, b'#');
        self.skip_behind(&end);
        true
    }

    /// Whether a lifetime begins at the quote that is next.
    fn is_lifetime(&self) -> bool {
        let letter = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
        self.syntax == Syntax::Braces && letter(self.peek(1)) && self.peek(2) != b'\''
    }
}

impl<'t> Iterator for Reader<'t> {
    type Item = (Token<'t>, Position);

    fn next(&mut self) -> Option<Self::Item> {
        let letter = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80;
        while self.at < self.text.len() {
            match (self.peek(0), self.peek(1)) {
                (c, _) if c.is_ascii_whitespace() => self.skip(1),
                (b'/', b'/') => self.skip_behind(b"\n"),
                (b'/', b'*') => self.skip_comment(),
                (b'#', _) if self.syntax == Syntax::Parentheses && self.begins_line() => {
                    self.skip_directive();
                }
                (b'r' | b'b', _) if self.syntax == Syntax::Braces && self.skip_raw() => {}
                (b'"', _) => self.skip_quoted(b'"'),
                (b'\'', _) if self.is_lifetime() => self.skip(1),
                (b'\'', _) => self.skip_quoted(b'\''),
                (c, _) if letter(c) => {
                    let (start, place) = (self.at, self.place);
                    while letter(self.peek(0)) {
                        self.skip(1);
                    }
                    let word = self.text.get(start..self.at).unwrap_or_default();
                    return Some((Token::Word(std::str::from_utf8(word).unwrap_or("?")), place));
                }
                (c, _) => {
                    let place = self.place;
                    self.skip(1);
                    return Some((Token::Sign(c), place));
                }
            }
        }
        None
    }
}

/// For each bracket the number of its partner.
fn partners(tokens: &[(Token<'_>, Position)]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (at, (token, _)) in tokens.iter().enumerate() {
        let opens = match token {
            Token::Sign(sign @ (b'(' | b'[' | b'{')) => {
                open.push((*sign, at));
                continue;
            }
            Token::Sign(b')') => b'(',
            Token::Sign(b']') => b'[',
            Token::Sign(b'}') => b'{',
            _ => continue,
        };
        if let Some((sign, start)) = open.pop_if(|(sign, _)| *sign == opens) {
            debug_assert_eq!(sign, opens);
            partners[at] = Some(start);
            partners[start] = Some(at);
        }
    }
    partners
}

struct Finder<'t> {
    tokens: Vec<(Token<'t>, Position)>,
    partners: Vec<Option<usize>>,
}

impl<'t> Finder<'t> {
    fn new(text: &'t str, syntax: Syntax) -> Self {
        let reader = Reader { text: text.as_bytes(), at: 0, place: (1, 1), syntax };
        let tokens: Vec<(Token<'_>, Position)> = reader.collect();
        Self { partners: partners(&tokens), tokens }
    }

    /// Whether a statement, or a condition, may begin right behind a token.
    fn ends_statement(&self, at: usize) -> bool {
        let control = |open: usize| {
            let before = open.checked_sub(1).and_then(|before| self.token(before));
            matches!(before, Some(Token::Word("if" | "while" | "for" | "switch")))
        };
        match self.token(at) {
            Some(Token::Sign(b';' | b'{' | b'}')) | Some(Token::Word("else" | "do")) => true,
            Some(Token::Sign(b'(')) => control(at),
            Some(Token::Sign(b')')) => self.partner(at).is_some_and(control),
            _ => false,
        }
    }

    fn token(&self, at: usize) -> Option<Token<'_>> {
        self.tokens.get(at).map(|(token, _)| *token)
    }

    fn place(&self, at: usize) -> Position {
        self.tokens.get(at).or(self.tokens.last()).map_or((0, 0), |(_, place)| *place)
    }

    fn partner(&self, at: usize) -> Option<usize> {
        self.partners.get(at).copied().flatten()
    }

    fn in_parentheses(&self) -> Vec<Condition> {
        let mut found = Vec::new();
        // The words `do` whose condition has not come yet.
        let mut waiting: Vec<usize> = Vec::new();
        for at in 0..self.tokens.len() {
            let word = match self.token(at) {
                Some(Token::Word(word)) => word,
                _ => continue,
            };
            if word == "do" {
                waiting.push(at);
            }
            if !matches!(word, "if" | "while" | "for")
                || self.token(at + 1) != Some(Token::Sign(b'('))
            {
                continue;
            }
            let Some(close) = self.partner(at + 1) else { continue };
            let begun = match word {
                "while" => waiting.pop_if(|start| self.ends_before(*start, at)),
                _ => None,
            };
            let start = if begun.is_some() { self.place(at - 1) } else { self.place(at) };
            let body = match begun {
                Some(start) => (self.place(start), self.place(at - 1)),
                None => (self.place(close + 1), self.place(self.end_of_statement(close + 1, 0))),
            };
            let repeats = word != "if";
            let (from, to) = (self.place(at), self.place(close));
            found.push(Condition { from, start, to, body, repeats, chooses: false });
        }
        found.extend((0..self.tokens.len()).filter_map(|at| self.choice(at)));
        found.sort_by_key(|condition| condition.from);
        found
    }

    /// The condition of a `?`.
    fn choice(&self, at: usize) -> Option<Condition> {
        let sign = |at: usize| match self.token(at) {
            Some(Token::Sign(sign)) => sign,
            _ => 0,
        };
        if sign(at) != b'?' {
            return None;
        }
        // `==`, `!=`, `<=` and `>=` compare, all others with `=` assign.
        let assigns = |at: usize| {
            let before = |by: usize| at.checked_sub(by).map_or(0, sign);
            let compares = match before(1) {
                b'=' | b'!' => true,
                b'<' | b'>' => before(2) != before(1),
                _ => false,
            };
            sign(at) == b'=' && sign(at + 1) != b'=' && !compares
        };
        let mut start = at;
        while let Some(before) = start.checked_sub(1) {
            match self.token(before)? {
                Token::Sign(b'(' | b'[' | b'{' | b'}' | b',' | b';' | b'?' | b':')
                | Token::Word("return" | "case" | "else" | "do") => break,
                Token::Sign(b'=') if assigns(before) => break,
                Token::Sign(b')' | b']') => start = self.partner(before)?,
                _ => start = before,
            }
        }
        let (mut end, mut open) = (at + 1, 1);
        while open > 0 {
            match self.token(end)? {
                Token::Sign(b'?') => open += 1,
                Token::Sign(b':') => open -= 1,
                Token::Sign(b'(' | b'[' | b'{') => end = self.partner(end)?,
                Token::Sign(b')' | b']' | b'}' | b';') => return None,
                _ => {}
            }
            end += 1;
        }
        let from = self.place(at);
        let body = (self.place(at + 1), self.place(end.checked_sub(2)?));
        let start = self.place(start);
        Some(Condition { from, start, to: from, body, repeats: false, chooses: true })
    }

    /// Whether the statement of a `do` ends right before a token.
    fn ends_before(&self, start: usize, at: usize) -> bool {
        self.end_of_statement(start + 1, 0) + 1 == at
    }

    /// The last token of a statement.
    fn end_of_statement(&self, start: usize, depth: usize) -> usize {
        let last = self.tokens.len().saturating_sub(1);
        match self.token(start) {
            _ if depth > MOST_NESTED => last,
            Some(Token::Sign(b'{')) => self.partner(start).unwrap_or(last),
            Some(Token::Word("if" | "while" | "for" | "switch")) => {
                let close = self.partner(start + 1).unwrap_or(last);
                let end = self.end_of_statement(close + 1, depth + 1);
                match self.token(end + 1) {
                    Some(Token::Word("else")) => self.end_of_statement(end + 2, depth + 1),
                    _ => end,
                }
            }
            _ => {
                let mut at = start;
                while at < last && self.token(at) != Some(Token::Sign(b';')) {
                    if at > start && matches!(self.token(at), Some(Token::Sign(b')' | b'}' | b']')))
                    {
                        return at - 1;
                    }
                    at = self.partner(at).filter(|partner| *partner > at).unwrap_or(at) + 1;
                }
                at.min(last)
            }
        }
    }

    fn up_to_braces(&self) -> Vec<Condition> {
        let mut found = Vec::new();
        for at in 0..self.tokens.len() {
            let Some(Token::Word(word @ ("if" | "while"))) = self.token(at) else { continue };
            if let Some((end, body)) = self.behind_condition(at + 1) {
                let (from, to) = (self.place(at), self.place(end - 1));
                let repeats = word == "while";
                found.push(Condition { from, start: from, to, body, repeats, chooses: false });
            }
        }
        found
    }

    /// The token behind a condition, and what runs when it holds.
    fn behind_condition(&self, start: usize) -> Option<(usize, (Position, Position))> {
        let mut at = start;
        loop {
            match self.token(at)? {
                Token::Sign(b'{') => {
                    return Some((at, (self.place(at), self.place(self.partner(at)?))));
                }
                Token::Sign(b'=') if self.token(at + 1) == Some(Token::Sign(b'>')) => {
                    let mut end = at + 2;
                    while !matches!(self.token(end), None | Some(Token::Sign(b',' | b'}'))) {
                        end = self.partner(end).filter(|partner| *partner > end).unwrap_or(end) + 1;
                    }
                    return Some((at, (self.place(at), self.place(end - 1))));
                }
                Token::Sign(b'(' | b'[') => at = self.partner(at)? + 1,
                Token::Sign(b')' | b']' | b'}' | b';') => return None,
                _ => at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests;
