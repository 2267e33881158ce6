//! Instances of quantifiers where terms match their triggers.

use effigy_base::op::Op;
use effigy_term::{Node, Role, Term, TermStore, VarInfo};
use rustc_hash::FxHashMap;

use super::graph::{Head, head};
use super::{Facts, Undo};

/// Bindings of one trigger that are looked at.
const MOST_BINDINGS: usize = 1000;

/// Instances that one round adds.
const MOST_INSTANCES: usize = 300;

/// How many instances a term may need one after the other to be made.
pub(super) const MOST_AGE: u8 = 6;

/// What the variables of a quantifier stand for: places, in the order of the variables.
type Binding = Vec<Option<u32>>;

/// A quantifier and the classes of what its variables stand for.
pub(super) type Instance = (Term, Box<[u32]>);

/// The applications in the graph, one of each set of congruent ones, by what is applied.
type Applications = FxHashMap<Head, Vec<u32>>;

impl Facts {
    /// Notes what is true of all values, or of some.
    pub(super) fn quantified(&mut self, t: Term, truth: bool) {
        self.quantifiers.push((t, truth));
        self.trail.push(Undo::Quantifier);
    }

    /// Takes over instances of what holds of all values, and names for what holds of some; whether there were new ones.
    pub(super) fn instantiate(&mut self, store: &mut TermStore) -> bool {
        let applications = self.applications(store);
        let mut added = 0;
        let mut index = 0;
        while let Some((t, truth)) = self.quantifiers.get(index).copied() {
            index += 1;
            let Node::Quantifier(quantifier) = store.node(t) else { continue };
            let (variables, body) = (quantifier.variables().to_vec(), quantifier.body());
            if quantifier.universal != truth {
                added += usize::from(self.name_witnesses(store, t, &variables, (body, truth)));
                continue;
            }
            let triggers: Vec<Vec<Term>> = quantifier.triggers().map(<[Term]>::to_vec).collect();
            for trigger in triggers {
                for binding in self.bindings(store, &applications, &variables, &trigger) {
                    if added >= MOST_INSTANCES || self.contradictory {
                        return true;
                    }
                    added += usize::from(self.add(store, t, (&variables, &binding), (body, truth)));
                }
            }
        }
        added > 0
    }

    fn applications(&self, store: &TermStore) -> Applications {
        let mut all = Applications::default();
        for (at, place) in self.places.iter().enumerate() {
            if let Some(head) = head(store, place.term)
                && self.is_first(store, at as u32)
            {
                all.entry(head).or_default().push(at as u32);
            }
        }
        all
    }

    /// Gives names to values of which some condition holds.
    fn name_witnesses(
        &mut self,
        store: &mut TermStore,
        t: Term,
        variables: &[Term],
        (body, truth): (Term, bool),
    ) -> bool {
        if !self.note((t, Box::default())) {
            return false;
        }
        let mut sigma: FxHashMap<Term, Term> = FxHashMap::default();
        for (n, variable) in variables.iter().enumerate() {
            // The number of the term makes the name its own.
            let name = format!("witness {n} of {}", t.index());
            let sort = store.sort(*variable);
            let witness = store.variable(&VarInfo { name, sort, role: Role::Input });
            sigma.insert(*variable, witness);
        }
        let instance = store.substitute(body, &sigma);
        self.assume(store, instance, truth);
        true
    }

    /// Adds an instance; whether it is a new one.
    fn add(
        &mut self,
        store: &mut TermStore,
        t: Term,
        (variables, binding): (&[Term], &Binding),
        (body, truth): (Term, bool),
    ) -> bool {
        let Some(places) = binding.iter().copied().collect::<Option<Vec<u32>>>() else {
            return false;
        };
        let age = places.iter().map(|at| self.places[*at as usize].age).max().unwrap_or(0) + 1;
        let classes = places.iter().map(|at| self.root(*at)).collect();
        if age > MOST_AGE || !self.note((t, classes)) {
            return false;
        }
        let terms = places.iter().map(|at| self.places[*at as usize].term);
        let sigma: FxHashMap<Term, Term> = variables.iter().copied().zip(terms).collect();
        let instance = store.substitute(body, &sigma);
        if self.truth(store, instance) == Some(truth) {
            return false;
        }
        self.age = age;
        self.assume(store, instance, truth);
        self.age = 0;
        true
    }

    /// Notes an instance; whether it is a new one.
    fn note(&mut self, instance: Instance) -> bool {
        if !self.instances.insert(instance.clone()) {
            return false;
        }
        self.trail.push(Undo::Instance(instance));
        true
    }

    /// What the variables stand for where terms match all terms of a trigger.
    fn bindings(
        &mut self,
        store: &mut TermStore,
        applications: &Applications,
        variables: &[Term],
        trigger: &[Term],
    ) -> Vec<Binding> {
        let mut all: Vec<Binding> = vec![vec![None; variables.len()]];
        for pattern in trigger {
            let Some(places) = head(store, *pattern).and_then(|head| applications.get(&head))
            else {
                return Vec::new();
            };
            let mut longer = Vec::new();
            for at in places {
                longer.extend(self.matches(store, variables, (*pattern, *at), &all));
                if longer.len() > MOST_BINDINGS {
                    longer.truncate(MOST_BINDINGS);
                    break;
                }
            }
            all = longer;
        }
        all
    }

    /// The bindings under which the arguments of a pattern are those of an application.
    fn matches(
        &mut self,
        store: &mut TermStore,
        variables: &[Term],
        (pattern, at): (Term, u32),
        bindings: &[Binding],
    ) -> Vec<Binding> {
        self.steps += 1;
        let t = self.places[at as usize].term;
        let (patterns, terms) = (store.args(pattern).to_vec(), store.args(t).to_vec());
        if patterns.len() != terms.len() {
            return Vec::new();
        }
        let mut all = bindings.to_vec();
        for (pattern, t) in patterns.into_iter().zip(terms) {
            let Some(at) = self.index.get(&t).copied() else { return Vec::new() };
            all = self.in_class(store, variables, (pattern, at), all);
            if all.is_empty() {
                break;
            }
        }
        all
    }

    /// The bindings under which a pattern is in the class of a place.
    fn in_class(
        &mut self,
        store: &mut TermStore,
        variables: &[Term],
        (pattern, at): (Term, u32),
        mut bindings: Vec<Binding>,
    ) -> Vec<Binding> {
        let class = self.root(at);
        if let Some(n) = variables.iter().position(|variable| *variable == pattern) {
            if store.sort(pattern) != store.sort(self.places[at as usize].term) {
                return Vec::new();
            }
            bindings.retain_mut(|binding| match binding[n] {
                Some(known) => self.root(known) == class,
                None => {
                    binding[n] = Some(at);
                    true
                }
            });
            return bindings;
        }
        let inside = store.variables(pattern);
        if !variables.iter().any(|variable| inside.contains(variable)) {
            let same = self.class(pattern) == Some(class);
            return if same { bindings } else { Vec::new() };
        }
        let Some(wanted) = head(store, pattern) else { return Vec::new() };
        let members = self.places[class as usize].members.clone();
        let mut all = Vec::new();
        for member in members {
            let t = self.places[member as usize].term;
            if head(store, t) == Some(wanted) && self.is_first(store, member) {
                all.extend(self.matches(store, variables, (pattern, member), &bindings));
            }
            if all.len() > MOST_BINDINGS {
                break;
            }
        }
        all
    }

    /// Takes over what is known of quotients and remainders by constants, and that two functions are inverse.
    pub(super) fn theory(&mut self, store: &mut TermStore, from: usize) -> usize {
        let mut at = from;
        while let Some(t) = self.places.get(at).map(|place| place.term) {
            at += 1;
            let (Some(op @ (Op::IntDiv | Op::IntMod)), &[a, b]) = (store.op(t), store.args(t))
            else {
                continue;
            };
            let Some(divisor) = store.as_int(b).filter(|n| *n != 0 && *n != i128::MIN) else {
                continue;
            };
            let zero = store.int(0);
            let size = store.int(divisor.abs());
            let rest = match op {
                Op::IntMod => t,
                _ => {
                    let multiple = store.mul(b, t);
                    store.sub(a, multiple)
                }
            };
            let (least, most) = (store.le(zero, rest), store.lt(rest, size));
            self.assume(store, least, true);
            self.assume(store, most, true);
            if op == Op::IntMod {
                let quotient = store.app(Op::IntDiv, &[a, b]);
                let multiple = store.mul(b, quotient);
                let rest = store.sub(a, multiple);
                let same = store.eq(t, rest);
                self.assume(store, same, true);
            }
        }
        at
    }
}
