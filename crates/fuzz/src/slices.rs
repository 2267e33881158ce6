//! Which conjuncts of a growing path condition share variables, directly or through others.

use effigy_term::Term;
use rustc_hash::FxHashMap;

/// Conjuncts in groups that share no variable.
#[derive(Debug, Default)]
pub(crate) struct Slices {
    /// The group of a variable, or a group that was joined to another one.
    group_of: FxHashMap<Term, usize>,
    joined: Vec<usize>,
    /// By group, its conjuncts and its variables; empty when it was joined to another one.
    conjuncts: Vec<Vec<usize>>,
    variables: Vec<Vec<Term>>,
}

impl Slices {
    /// Adds the conjunct of this number, with its variables.
    pub(crate) fn add(&mut self, conjunct: usize, variables: &[Term]) {
        if variables.is_empty() {
            return;
        }
        let mut group = None;
        for variable in variables {
            let of = self.group(*variable);
            group = Some(match (group, of) {
                (None, None) => self.new_group(*variable),
                (None, Some(of)) => of,
                (Some(group), None) => {
                    self.group_of.insert(*variable, group);
                    self.variables[group].push(*variable);
                    group
                }
                (Some(group), Some(of)) => self.join(group, of),
            });
        }
        if let Some(group) = group {
            self.conjuncts[group].push(conjunct);
        }
    }

    /// The conjuncts that share variables with these, in order, and all their variables, these included.
    pub(crate) fn around(&mut self, variables: &[Term]) -> (Vec<usize>, Vec<Term>) {
        let mut groups: Vec<usize> = Vec::new();
        let mut all: Vec<Term> = Vec::new();
        for variable in variables {
            match self.group(*variable) {
                Some(group) if !groups.contains(&group) => groups.push(group),
                Some(_) => {}
                None => all.push(*variable),
            }
        }
        let mut conjuncts = Vec::new();
        for group in groups {
            conjuncts.extend_from_slice(&self.conjuncts[group]);
            all.extend_from_slice(&self.variables[group]);
        }
        conjuncts.sort_unstable();
        (conjuncts, all)
    }

    fn new_group(&mut self, variable: Term) -> usize {
        let group = self.joined.len();
        self.joined.push(group);
        self.conjuncts.push(Vec::new());
        self.variables.push(vec![variable]);
        self.group_of.insert(variable, group);
        group
    }

    fn group(&mut self, variable: Term) -> Option<usize> {
        let mut group = *self.group_of.get(&variable)?;
        while self.joined[group] != group {
            group = self.joined[group];
        }
        self.group_of.insert(variable, group);
        Some(group)
    }

    /// Joins two groups; the smaller one moves.
    fn join(&mut self, a: usize, b: usize) -> usize {
        if a == b {
            return a;
        }
        let size = |group: usize| self.conjuncts[group].len() + self.variables[group].len();
        let (to, from) = if size(a) >= size(b) { (a, b) } else { (b, a) };
        self.joined[from] = to;
        let conjuncts = std::mem::take(&mut self.conjuncts[from]);
        self.conjuncts[to].extend(conjuncts);
        let variables = std::mem::take(&mut self.variables[from]);
        self.variables[to].extend(variables);
        to
    }
}

#[cfg(test)]
mod tests;
