//! Replaces what a pattern matches in a text: three lines, the pattern, the replacement with `$1` and so on, and the text.

use std::io::Read;

/// The longest pattern and the longest text.
const LONGEST_PATTERN: usize = 64;
const LONGEST_TEXT: usize = 256;
/// The most groups, and how deep they may nest.
const MOST_GROUPS: usize = 9;
const DEEPEST: usize = 16;

#[derive(Debug)]
pub enum Error {
    Encoding,
    Lines,
    Length,
    Pattern(usize),
    Groups,
    Depth,
    Replacement(usize),
}

/// What a pattern is made of.
enum Node {
    Byte(u8),
    Any,
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    /// Whether it may be left out, and whether it may be repeated.
    Repeat(Box<Node>, bool, bool),
    Group(usize, Box<Node>),
}

/// The steps of a matcher. A split tries the first place before the second one.
enum Step {
    Byte(u8),
    Any,
    Split(usize, usize),
    Jump(usize),
    /// Keeps the place in the text: where a group begins or ends.
    Keep(usize),
}

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    groups: usize,
}

impl Parser<'_> {
    fn accept(&mut self, byte: u8) -> bool {
        let is_next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn either(&mut self, depth: usize) -> Result<Node, Error> {
        if depth > DEEPEST {
            return Err(Error::Depth);
        }
        let mut branches = vec![self.sequence(depth)?];
        while self.accept(b'|') {
            branches.push(self.sequence(depth)?);
        }
        Ok(Node::Either(branches))
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, Error> {
        let mut nodes = Vec::new();
        while self.at < self.text.len() && !matches!(self.text[self.at], b'|' | b')') {
            let mut node = self.atom(depth)?;
            if self.accept(b'*') {
                node = Node::Repeat(Box::new(node), true, true);
            } else if self.accept(b'+') {
                node = Node::Repeat(Box::new(node), false, true);
            } else if self.accept(b'?') {
                node = Node::Repeat(Box::new(node), true, false);
            }
            nodes.push(node);
        }
        Ok(Node::Sequence(nodes))
    }

    fn atom(&mut self, depth: usize) -> Result<Node, Error> {
        let byte = self.text[self.at];
        self.at += 1;
        match byte {
            b'(' => {
                self.groups += 1;
                let number = self.groups;
                if number > MOST_GROUPS {
                    return Err(Error::Groups);
                }
                let inner = self.either(depth + 1)?;
                if !self.accept(b')') {
                    return Err(Error::Pattern(self.at));
                }
                Ok(Node::Group(number, Box::new(inner)))
            }
            b'*' | b'+' | b'?' => Err(Error::Pattern(self.at)),
            b'.' => Ok(Node::Any),
            b'\\' => {
                let escaped = self.text.get(self.at).ok_or(Error::Pattern(self.at))?;
                self.at += 1;
                Ok(Node::Byte(*escaped))
            }
            byte => Ok(Node::Byte(byte)),
        }
    }
}

fn compile(node: &Node, steps: &mut Vec<Step>) {
    match node {
        Node::Byte(byte) => steps.push(Step::Byte(*byte)),
        Node::Any => steps.push(Step::Any),
        Node::Sequence(nodes) => nodes.iter().for_each(|node| compile(node, steps)),
        Node::Either(branches) => {
            let mut jumps = Vec::new();
            for (index, branch) in branches.iter().enumerate() {
                let split = steps.len();
                let is_last = index + 1 == branches.len();
                if !is_last {
                    steps.push(Step::Split(split + 1, 0));
                }
                compile(branch, steps);
                if !is_last {
                    jumps.push(steps.len());
                    steps.push(Step::Jump(0));
                    steps[split] = Step::Split(split + 1, steps.len());
                }
            }
            for jump in jumps {
                steps[jump] = Step::Jump(steps.len());
            }
        }
        Node::Repeat(inner, is_optional, is_repeated) => {
            let start = steps.len();
            if *is_optional {
                steps.push(Step::Split(start + 1, 0));
            }
            let body = steps.len();
            compile(inner, steps);
            if *is_repeated {
                steps.push(Step::Split(body, steps.len() + 1));
            }
            if *is_optional {
                steps[start] = Step::Split(body, steps.len());
            }
        }
        Node::Group(number, inner) => {
            steps.push(Step::Keep(2 * number));
            compile(inner, steps);
            steps.push(Step::Keep(2 * number + 1));
        }
    }
}

/// Where the whole match and each group begin and end.
type Places = [Option<usize>; 2 * MOST_GROUPS + 2];

/// The match that begins at `start`, the first one in the order of the branches. No step is done twice at one place.
fn matched(steps: &[Step], text: &[u8], start: usize) -> Option<Places> {
    let mut done = vec![false; (steps.len() + 1) * (text.len() + 1)];
    let mut first = Places::default();
    first[0] = Some(start);
    let mut waiting = vec![(0, start, first)];
    while let Some((step, at, mut places)) = waiting.pop() {
        if std::mem::replace(&mut done[step * (text.len() + 1) + at], true) {
            continue;
        }
        match steps.get(step) {
            None => {
                places[1] = Some(at);
                return Some(places);
            }
            Some(Step::Byte(byte)) if text.get(at) != Some(byte) => {}
            Some(Step::Any) if at == text.len() => {}
            Some(Step::Byte(_) | Step::Any) => waiting.push((step + 1, at + 1, places)),
            Some(Step::Split(one, other)) => {
                waiting.push((*other, at, places));
                waiting.push((*one, at, places));
            }
            Some(Step::Jump(target)) => waiting.push((*target, at, places)),
            Some(Step::Keep(index)) => {
                places[*index] = Some(at);
                waiting.push((step + 1, at, places));
            }
        }
    }
    None
}

/// A part of the replacement.
enum Piece {
    Byte(u8),
    Group(usize),
}

/// `$0` is the whole match, `$1` the first group, and `$$` a dollar.
fn pieces(text: &[u8], groups: usize) -> Result<Vec<Piece>, Error> {
    let mut pieces = Vec::new();
    let mut bytes = text.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        if *byte != b'$' {
            pieces.push(Piece::Byte(*byte));
            continue;
        }
        match bytes.next() {
            Some((_, b'$')) => pieces.push(Piece::Byte(b'$')),
            Some((_, digit @ b'0'..=b'9')) if usize::from(digit - b'0') <= groups => {
                pieces.push(Piece::Group(usize::from(digit - b'0')));
            }
            _ => return Err(Error::Replacement(at)),
        }
    }
    Ok(pieces)
}

fn replace(steps: &[Step], pieces: &[Piece], text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at <= text.len() {
        let found = matched(steps, text, at);
        let end = found.and_then(|places| places[1]).filter(|end| *end > at);
        let (Some(places), Some(end)) = (found, end) else {
            out.extend(text.get(at));
            at += 1;
            continue;
        };
        for piece in pieces {
            match piece {
                Piece::Byte(byte) => out.push(*byte),
                Piece::Group(number) => {
                    let from = places[2 * number].expect("the pattern has the group");
                    let to = places[2 * number + 1].expect("the pattern has the group");
                    out.extend_from_slice(&text[from..to]);
                }
            }
        }
        at = end;
    }
    out
}

pub fn parse(data: &[u8]) -> Result<Vec<u8>, Error> {
    let text = std::str::from_utf8(data).map_err(|_| Error::Encoding)?;
    let mut lines = text.lines().map(str::as_bytes);
    let (Some(pattern), Some(replacement), Some(subject), None) =
        (lines.next(), lines.next(), lines.next(), lines.next())
    else {
        return Err(Error::Lines);
    };
    if pattern.len() > LONGEST_PATTERN || subject.len() > LONGEST_TEXT {
        return Err(Error::Length);
    }
    let mut parser = Parser { text: pattern, at: 0, groups: 0 };
    let node = parser.either(0)?;
    if parser.at < pattern.len() {
        return Err(Error::Pattern(parser.at));
    }
    let pieces = pieces(replacement, parser.groups)?;
    let mut steps = Vec::new();
    compile(&node, &mut steps);
    Ok(replace(&steps, &pieces, subject))
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
