//! Trees as text: a line for each node, below its parent and set in.

use std::fmt::Write;

/// How a tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Before a node that a sibling follows.
    pub branch: &'static str,
    /// Before the last of its siblings.
    pub last: &'static str,
    /// Before what is below a node that a sibling follows.
    pub stem: &'static str,
    /// Before what is below the last of its siblings.
    pub gap: &'static str,
    /// Deeper nodes are set in no further, so that the text grows in proportion to the tree.
    pub deepest: usize,
    /// Whether deeper nodes say their depth, in place of a branch.
    pub numbered: bool,
}

/// Where a node stands, while its line is written.
#[derive(Debug)]
pub struct Spot<'a, N> {
    guide: &'a mut Guide,
    depth: usize,
    below: &'a mut Vec<N>,
}

impl<N> Spot<'_, N> {
    /// How many nodes are above this one.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Writes what stands before the node.
    pub fn push_before(&self, out: &mut String) {
        out.push_str(&self.guide.before);
    }

    /// Writes what stands before a remark on all that is below the node.
    pub fn push_before_remark(&self, out: &mut String) {
        out.push_str(&self.guide.stems);
        self.guide.push_number(out, self.depth);
        out.push_str(self.guide.style.last);
    }

    /// Has what is below the node stand so many columns further to the right.
    pub fn shift(&mut self, columns: usize) {
        let _ = write!(self.guide.stems, "{:columns$}", "");
        if let Some(end) = self.guide.ends.last_mut() {
            *end = self.guide.stems.len();
        }
    }

    /// Adds the next node below this one.
    pub fn add(&mut self, node: N) {
        self.below.push(node);
    }
}

/// Draws trees: `line` writes the line of a node and says what is below it. Deep trees take no stack.
///
/// # Errors
/// The first one of `line`.
pub fn draw<N, E>(
    style: Style,
    roots: impl IntoIterator<Item = N>,
    mut line: impl FnMut(N, &mut Spot<'_, N>) -> Result<(), E>,
) -> Result<(), E> {
    let mut guide = Guide { style, before: String::new(), stems: String::new(), ends: Vec::new() };
    let mut below: Vec<N> = roots.into_iter().collect();
    // The nodes to write, the next one last: each with its depth and whether it is the last of its siblings.
    let mut waiting: Vec<(N, usize, bool)> = Vec::new();
    let mut depth = 0;
    loop {
        let is_last = std::iter::once(true).chain(std::iter::repeat(false));
        waiting.extend(below.drain(..).rev().zip(is_last).map(|(node, last)| (node, depth, last)));
        let Some((node, at, last)) = waiting.pop() else { return Ok(()) };
        guide.enter(at, last);
        line(node, &mut Spot { guide: &mut guide, depth: at, below: &mut below })?;
        depth = at + 1;
    }
}

/// What stands before the lines: nodes come in order, so that what is above a node is known from the lines before.
#[derive(Debug)]
struct Guide {
    style: Style,
    /// What stands before the node.
    before: String,
    /// What stands before the branches of the nodes below it.
    stems: String,
    /// The length of the stems for each node from the root to this one, as far as they are set in.
    ends: Vec<usize>,
}

impl Guide {
    fn enter(&mut self, depth: usize, last: bool) {
        self.before.clear();
        let Some(above) = depth.checked_sub(1) else {
            self.stems.clear();
            self.ends.clear();
            self.ends.push(0);
            return;
        };
        let above = above.min(self.style.deepest.saturating_sub(1));
        self.ends.truncate(above + 1);
        self.stems.truncate(self.ends.last().copied().unwrap_or(0));
        self.before.push_str(&self.stems);
        if self.style.numbered && depth > self.style.deepest {
            let mut before = std::mem::take(&mut self.before);
            self.push_number(&mut before, depth);
            self.before = before;
            return;
        }
        let (mark, rest) = match last {
            true => (self.style.last, self.style.gap),
            false => (self.style.branch, self.style.stem),
        };
        self.before.push_str(mark);
        self.stems.push_str(rest);
        self.ends.push(self.stems.len());
    }

    fn push_number(&self, out: &mut String, depth: usize) {
        if self.style.numbered && depth > self.style.deepest {
            let _ = write!(out, "({depth}) ");
        }
    }
}

#[cfg(test)]
mod tests;
