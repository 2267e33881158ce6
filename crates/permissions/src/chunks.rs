//! Chunks: reading, taking and putting permissions, and what chunks say of each other.

use crate::infer::Wanted;
use crate::prover::{Head, Prover, Reason};
use crate::state::{Blame, Chunk, Content, Heap, Resource, State, Stop};
use crate::symbols;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{FieldId, Place};
use effigy_term::Term;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// More pairs of chunks than this are not compared with each other.
const MOST_PAIRS: usize = 2000;

/// Chunks that are compared when an instance is taken that may be any of them.
const MOST_SOURCES: usize = 16;

impl<'p> Prover<'p> {
    /// The sort of a resource's snapshots.
    pub(crate) fn snapshot_sort(&self, resource: Resource) -> Sort {
        match resource {
            Resource::Field(field) => self.sort(&self.program.fields[field].ty),
            Resource::Predicate(_) | Resource::Wand(_) => symbols::snap(),
        }
    }

    pub(crate) fn resource_name(&self, resource: Resource) -> String {
        match resource {
            Resource::Field(field) => self.program.fields[field].name.to_string(),
            Resource::Predicate(predicate) => self.program.predicates[predicate].name.to_string(),
            Resource::Wand(_) => "magic wand".to_owned(),
        }
    }

    fn missing(&self, resource: Resource, arguments: &[Term], place: Place) -> Reason {
        match resource {
            Resource::Field(_) => {
                let name = self.resource_name(resource);
                let message = format!("there may be no permission to the field `{name}` here");
                let receiver = arguments.first().copied();
                let reason = Reason::new("insufficient.permission", place, message);
                Reason { receiver, ..reason.about(resource) }
            }
            Resource::Predicate(_) => {
                let name = self.resource_name(resource);
                let message = format!("there may be no permission to the predicate `{name}` here");
                Reason::new("insufficient.permission", place, message).about(resource)
            }
            Resource::Wand(_) => {
                Reason::new("wand.not.found", place, "no such magic wand is held here")
                    .about(resource)
            }
        }
    }

    /// Whether an amount is positive, as far as takes little time to see.
    fn is_positive(&mut self, s: &State, amount: Term) -> bool {
        let positive = self.positive(amount);
        self.holds(s, positive)
    }

    /// Whether two instances differ by what their arguments are, which needs no term.
    pub(crate) fn apart(&self, a: &[Term], b: &[Term]) -> bool {
        a.iter().zip(b).any(|(a, b)| self.terms.differ(*a, *b))
    }

    /// The chunks of a resource that are not seen to be for other instances.
    pub(crate) fn candidates<'h>(
        &self,
        heap: &'h Heap,
        resource: Resource,
        arguments: &[Term],
    ) -> Vec<&'h Chunk> {
        let may_be = |chunk: &&Chunk| match &chunk.content {
            Content::One { arguments: own, .. } => !self.apart(own, arguments),
            Content::Many { .. } => true,
        };
        heap.iter().filter(|chunk| chunk.resource == resource).filter(may_be).collect()
    }

    /// The chunk for one instance that surely is the one with these arguments.
    pub(crate) fn find(
        &mut self,
        s: &State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
        mut good: impl FnMut(&mut Self, Term) -> bool,
    ) -> Option<usize> {
        let mut maybe = Vec::new();
        for (index, chunk) in heap.iter().enumerate() {
            let Content::One { arguments: own, .. } = &chunk.content else { continue };
            if chunk.resource != resource {
                continue;
            }
            if **own == *arguments {
                if good(self, chunk.amount) {
                    return Some(index);
                }
                continue;
            }
            if self.apart(own, arguments) {
                continue;
            }
            let same = self.same(own, arguments);
            if self.terms.as_bool(same) != Some(false) {
                maybe.push((index, same, chunk.amount));
            }
        }
        maybe
            .into_iter()
            .find(|(_, same, amount)| self.holds(s, *same) && good(self, *amount))
            .map(|(index, _, _)| index)
    }

    /// The value of a field.
    pub(crate) fn read(
        &mut self,
        s: &mut State,
        field: FieldId,
        receiver: Term,
        place: Place,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let heap = s.heap.clone();
        let wanted =
            Wanted { resource: Resource::Field(field), arguments: &[receiver], place, blame };
        self.peek(s, &heap, wanted)
    }

    /// The snapshot of an instance, to which some permission is shown to be held.
    pub(crate) fn peek(
        &mut self,
        s: &mut State,
        heap: &Heap,
        wanted: Wanted<'_>,
    ) -> Result<Term, Stop> {
        let Wanted { resource, arguments, place, blame } = wanted;
        let found = self.find(s, heap, resource, arguments, |this, amount| {
            this.trusting || this.is_positive(s, amount)
        });
        if let Some(Chunk { content: Content::One { snapshot, .. }, .. }) =
            found.map(|index| &heap[index])
        {
            return Ok(*snapshot);
        }
        if let Some(value) = self.read_inside(s, heap, wanted)? {
            return Ok(value);
        }
        self.show_held(s, heap, resource, arguments, place, blame)?;
        Ok(self.value(s, heap, resource, arguments))
    }

    /// Shows that some permission is held.
    fn show_held(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
        place: Place,
        blame: Blame,
    ) -> Result<(), Stop> {
        let total = self.held(heap, resource, arguments);
        let reason = self.missing(resource, arguments, place);
        let positive = self.positive(total);
        if self.terms.as_bool(positive) == Some(false) {
            return Err(self.unreachable(s, blame, reason));
        }
        self.show(s, positive, blame, reason)
    }

    /// The snapshot of an instance that some permission is held to.
    pub(crate) fn value(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
    ) -> Term {
        let mut candidates = Vec::new();
        let mut quantified = false;
        for chunk in self.candidates(heap, resource, arguments) {
            let at = self.amount_at(chunk, arguments);
            let positive = self.positive(at);
            if self.terms.as_bool(positive) == Some(false) {
                continue;
            }
            match &chunk.content {
                Content::One { snapshot, .. } => candidates.push((positive, *snapshot)),
                Content::Many { snapshots } => {
                    quantified = true;
                    let value = self.lookup(resource, *snapshots, arguments);
                    candidates.push((positive, value));
                }
            }
        }
        if candidates.len() > 1 && quantified {
            let summary = self.summary(s, heap, resource);
            return self.lookup(resource, summary, arguments);
        }
        let Some((_, last)) = candidates.pop() else {
            let sort = self.snapshot_sort(resource);
            return self.fresh("value", sort);
        };
        candidates
            .into_iter()
            .rev()
            .fold(last, |value, (positive, other)| self.terms.ite(positive, other, value))
    }

    /// Takes an amount of an instance out of a heap. The result is what is left, and the snapshot.
    pub(crate) fn take(
        &mut self,
        s: &mut State,
        heap: Heap,
        wanted: Wanted<'_>,
        amount: Term,
    ) -> Result<(Heap, Term), Stop> {
        let Wanted { resource, arguments, .. } = wanted;
        if s.reads {
            let asked = self.positive(amount);
            let value = self.under(s, asked, |this, s| this.peek(s, &heap, wanted))?;
            // What may not be read is the same in all heaps.
            let nothing = self.nothing(resource);
            let value = value.map_or(nothing, |value| self.terms.ite(asked, value, nothing));
            return Ok((heap, value));
        }
        let none = self.none();
        if amount == none {
            return Ok((heap, self.nothing(resource)));
        }
        let wild = self.is_wild(amount);
        let found = self.find(s, &heap, resource, arguments, |this, held| {
            let enough = this.enough(amount, held);
            this.holds(s, enough)
        });
        if let Some(index) = found.filter(|index| !wild || self.is_all(s, &heap, wanted, *index)) {
            let chunk = &heap[index];
            let Content::One { snapshot, .. } = chunk.content else {
                return Ok((heap.clone(), none));
            };
            let below = self.below(amount, chunk.amount);
            self.assume(s, below);
            let left = self.terms.app(Op::RealSub, &[chunk.amount, amount]);
            let mut heap = heap;
            let chunks = Rc::make_mut(&mut heap);
            match left == none {
                true => {
                    chunks.remove(index);
                }
                false => chunks[index].amount = left,
            }
            return Ok((heap, snapshot));
        }
        if !s.outer.is_empty() && !wild {
            return self.transfer(s, heap, wanted, amount);
        }
        self.take_parts(s, heap, wanted, amount)
    }

    /// Whether a chunk is all that is held of an instance, over all names that the instance may have.
    fn is_all(&mut self, s: &State, heap: &Heap, wanted: Wanted<'_>, index: usize) -> bool {
        let Wanted { resource, arguments, .. } = wanted;
        let others: Vec<Chunk> = heap
            .iter()
            .enumerate()
            .filter(|(other, chunk)| *other != index && chunk.resource == resource)
            .map(|(_, chunk)| chunk.clone())
            .collect();
        let more = self.held(&Rc::new(others), resource, arguments);
        let none = self.none();
        let all = self.terms.app(Op::RealLe, &[more, none]);
        self.terms.as_bool(all) == Some(true) || self.holds(s, all)
    }

    /// What is held of a resource where nothing is: it has no value, which is the same everywhere.
    fn nothing(&mut self, resource: Resource) -> Term {
        let sort = self.snapshot_sort(resource);
        self.terms.apply(symbols::nothing(sort), &[])
    }

    /// As [`Prover::take`], while a wand is packaged: what the heap lacks is taken from the heaps around, the nearest first.
    fn transfer(
        &mut self,
        s: &mut State,
        heap: Heap,
        wanted: Wanted<'_>,
        amount: Term,
    ) -> Result<(Heap, Term), Stop> {
        let Wanted { resource, arguments, place, blame } = wanted;
        let none = self.none();
        let mut own = heap;
        let mut needed = amount;
        let mut value: Option<Term> = None;
        let levels = s.outer.len();
        for level in 0..=levels {
            let current = if level == 0 { own.clone() } else { s.outer[levels - level].clone() };
            let part = self.part_here(s, &current, resource, arguments, needed, level == levels);
            if part == none {
                continue;
            }
            // There is as much as the part says.
            let trusting = std::mem::replace(&mut self.trusting, true);
            let outer = std::mem::take(&mut s.outer);
            let taken = self.take(s, current, wanted, part);
            s.outer = outer;
            self.trusting = trusting;
            let (left, snapshot) = taken?;
            needed = self.terms.app(Op::RealSub, &[needed, part]);
            value = Some(match value {
                Some(value) => {
                    let positive = self.positive(part);
                    self.terms.ite(positive, snapshot, value)
                }
                None => snapshot,
            });
            if level == 0 {
                own = left;
            } else {
                s.outer[levels - level] = left;
                self.moved(s, resource, arguments, part, snapshot)?;
            }
            if needed == none {
                break;
            }
        }
        if needed != none {
            let met = self.terms.eq(needed, none);
            let reason = self.missing(resource, arguments, place);
            if value.is_none() {
                return Err(self.unreachable(s, blame, reason));
            }
            self.show(s, met, blame, reason)?;
        }
        let sort = self.snapshot_sort(resource);
        Ok((own, value.unwrap_or_else(|| self.fresh("value", sort))))
    }

    /// How much of what is needed a heap surely gives; of the outermost one all that may be the instance counts.
    fn part_here(
        &mut self,
        s: &State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
        needed: Term,
        outermost: bool,
    ) -> Term {
        let quantified = heap.iter().any(|chunk| {
            chunk.resource == resource && matches!(chunk.content, Content::Many { .. })
        });
        let held = match self.find(s, heap, resource, arguments, |_, _| true) {
            Some(index) if !quantified && (!outermost || heap[index].amount == needed) => {
                heap[index].amount
            }
            None if !quantified && !outermost => self.none(),
            _ => self.held(heap, resource, arguments),
        };
        let fits = self.terms.app(Op::RealLe, &[needed, held]);
        self.terms.ite(fits, needed, held)
    }

    /// Notes what was taken from a heap around: it can be read while the rest is consumed.
    fn moved(
        &mut self,
        s: &mut State,
        resource: Resource,
        arguments: &[Term],
        amount: Term,
        snapshot: Term,
    ) -> Result<(), Stop> {
        if let Some(last) = self.transferred.last_mut() {
            *last = Some(s.outer.clone());
        }
        let content = Content::One { arguments: arguments.into(), snapshot };
        s.moved.push(Chunk { resource, amount, content });
        self.put(s, resource, arguments, amount, snapshot);
        let falsehood = self.truth(false);
        if self.holds(s, falsehood) { Err(Stop::Dead) } else { Ok(()) }
    }

    /// As [`Prover::take`], from as many chunks as it takes.
    fn take_parts(
        &mut self,
        s: &mut State,
        heap: Heap,
        wanted: Wanted<'_>,
        amount: Term,
    ) -> Result<(Heap, Term), Stop> {
        let Wanted { resource, arguments, place, blame } = wanted;
        let none = self.none();
        let reason = self.missing(resource, arguments, place);
        let total = self.held(&heap, resource, arguments);
        let enough = self.enough(amount, total);
        let positive = self.positive(amount);
        self.name_values(s, &heap, resource, arguments);
        if self.terms.as_bool(enough) == Some(false) && self.terms.as_bool(positive) == Some(true) {
            return Err(self.unreachable(s, blame, reason));
        }
        self.show(s, enough, blame, reason)?;
        let below = self.below(amount, total);
        self.assume(s, below);
        self.compare_sources(s, &heap, resource, arguments);
        let value = self.value(s, &heap, resource, arguments);
        let mut needed = amount;
        let mut left = Vec::with_capacity(heap.len());
        for chunk in heap.iter() {
            let mut chunk = chunk.clone();
            if chunk.resource == resource {
                let at = self.amount_at(&chunk, arguments);
                let fits = self.terms.app(Op::RealLe, &[needed, at]);
                let taken = self.terms.ite(fits, needed, at);
                needed = self.terms.app(Op::RealSub, &[needed, taken]);
                let lost = match &chunk.content {
                    Content::One { .. } => taken,
                    Content::Many { .. } => {
                        let formals = self.formals(resource);
                        let here = self.same(&formals, arguments);
                        self.terms.ite(here, taken, none)
                    }
                };
                chunk.amount = self.terms.app(Op::RealSub, &[chunk.amount, lost]);
            }
            if chunk.amount != none {
                left.push(chunk);
            }
        }
        Ok((Rc::new(left), value))
    }

    /// What the chunks that an instance may be taken from say of each other: afterwards their amounts say less.
    fn compare_sources(
        &mut self,
        s: &mut State,
        heap: &Heap,
        resource: Resource,
        arguments: &[Term],
    ) {
        let mut sources: Vec<&Chunk> = Vec::new();
        for chunk in heap.iter() {
            let Content::One { arguments: own, .. } = &chunk.content else { continue };
            if chunk.resource != resource
                || sources.len() == MOST_SOURCES
                || self.apart(own, arguments)
            {
                continue;
            }
            let same = self.same(own, arguments);
            if self.terms.as_bool(same) == Some(false) {
                continue;
            }
            for other in &sources {
                self.compare_chunks(s, other, chunk);
            }
            sources.push(chunk);
        }
    }

    /// Names what chunks for many instances say of one of them: quantifiers over instances of a predicate wait for that.
    fn name_values(&mut self, s: &mut State, heap: &Heap, resource: Resource, arguments: &[Term]) {
        if let Resource::Field(_) = resource {
            return;
        }
        for chunk in heap.iter().filter(|chunk| chunk.resource == resource) {
            if let Content::Many { snapshots } = &chunk.content {
                let value = self.lookup(resource, *snapshots, arguments);
                let name = self.fresh("value", self.terms.sort(value));
                let equal = self.terms.eq(name, value);
                self.assume(s, equal);
            }
        }
    }

    /// Puts an amount of an instance into the heap.
    pub(crate) fn put(
        &mut self,
        s: &mut State,
        resource: Resource,
        arguments: &[Term],
        amount: Term,
        snapshot: Term,
    ) {
        let none = self.none();
        if amount == none {
            return;
        }
        if s.scale.is_none() {
            self.fix(amount);
        }
        let full = self.full();
        let positive = self.positive(amount);
        if let (Resource::Field(_), Some(receiver)) = (resource, arguments.first()) {
            if !s.reads {
                let most = self.terms.app(Op::RealLe, &[amount, full]);
                self.assume(s, most);
            }
            let null = self.null();
            let object = self.differ(*receiver, null);
            let object = self.implies(positive, object);
            self.assume(s, object);
        }
        let known = s.heap.iter().position(|chunk| {
            chunk.resource == resource
                && matches!(&chunk.content, Content::One { arguments: own, .. } if **own == *arguments)
        });
        let Some(index) = known else {
            let content = Content::One { arguments: arguments.into(), snapshot };
            s.add(Chunk { resource, amount, content });
            return;
        };
        let old = s.heap[index].clone();
        let Content::One { snapshot: other, .. } = old.content else { return };
        let sum = self.terms.app(Op::RealAdd, &[old.amount, amount]);
        if let (Resource::Field(_), false) = (resource, s.reads) {
            let most = self.terms.app(Op::RealLe, &[sum, full]);
            self.assume(s, most);
        }
        let old_positive = self.positive(old.amount);
        let both = self.terms.and(positive, old_positive);
        let equal = self.terms.eq(snapshot, other);
        let equal = self.implies(both, equal);
        self.assume(s, equal);
        // Where nothing was held before, the value is the new one.
        let snapshot = self.terms.ite(old_positive, other, snapshot);
        let chunk = &mut Rc::make_mut(&mut s.heap)[index];
        chunk.amount = sum;
        chunk.content = Content::One { arguments: arguments.into(), snapshot };
    }

    /// Adds to the facts what chunks of one resource say of each other: two amounts of one field are at most all of it, and
    /// an instance has one value. Whether something was added.
    pub(crate) fn consolidate(&mut self, s: &mut State) -> bool {
        let before = s.facts.len();
        let heaps = [&s.heap].into_iter().chain(s.olds.values()).chain(&s.outer);
        let heaps: Vec<Heap> = heaps.cloned().collect();
        for heap in heaps {
            if !s.consolidated.iter().any(|other| Rc::ptr_eq(other, &heap)) {
                s.consolidated.push(heap.clone());
                self.consolidate_heap(s, &heap);
            }
        }
        s.facts.len() > before
    }

    fn consolidate_heap(&mut self, s: &mut State, heap: &Heap) {
        let mut pairs = 0;
        for (index, a) in heap.iter().enumerate() {
            if let Content::Many { .. } = a.content {
                self.bound_amounts(s, heap, a);
                for b in heap.iter().filter(|b| b.resource == a.resource) {
                    self.compare_with_many(s, heap, a, b);
                }
                continue;
            }
            for b in &heap[index + 1..] {
                if b.resource == a.resource && pairs < MOST_PAIRS {
                    pairs += self.compare_chunks(s, a, b);
                }
            }
        }
    }

    /// What a chunk for many instances and one for a single instance say of each other.
    fn compare_with_many(&mut self, s: &mut State, heap: &Heap, many: &Chunk, one: &Chunk) {
        let (Content::Many { snapshots }, Content::One { arguments, snapshot }) =
            (&many.content, &one.content)
        else {
            return;
        };
        let resource = one.resource;
        if let (Resource::Field(_), false) = (resource, s.reads) {
            let total = self.held(heap, resource, arguments);
            let full = self.full();
            let most = self.terms.app(Op::RealLe, &[total, full]);
            self.assume(s, most);
        }
        // The snapshot of a wand matters where the wand is applied, and nowhere else.
        if let Resource::Wand(_) = resource {
            return;
        }
        let at = self.amount_at(many, arguments);
        let (p, q) = (self.positive(at), self.positive(one.amount));
        let both = self.terms.and(p, q);
        let value = self.lookup(resource, *snapshots, arguments);
        let equal = self.terms.eq(value, *snapshot);
        let fact = self.implies(both, equal);
        self.assume(s, fact);
    }

    fn compare_chunks(&mut self, s: &mut State, a: &Chunk, b: &Chunk) -> usize {
        let (
            Content::One { arguments: left, snapshot: first },
            Content::One { arguments: right, snapshot: second },
        ) = (&a.content, &b.content)
        else {
            return 0;
        };
        if self.apart(left, right) {
            return 0;
        }
        let same = self.same(left, right);
        if self.terms.as_bool(same) == Some(false) {
            return 0;
        }
        if let (Resource::Field(_), false) = (a.resource, s.reads) {
            let sum = self.terms.app(Op::RealAdd, &[a.amount, b.amount]);
            let full = self.full();
            let most = self.terms.app(Op::RealLe, &[sum, full]);
            let fact = self.implies(same, most);
            self.assume(s, fact);
        }
        let (p, q) = (self.positive(a.amount), self.positive(b.amount));
        let both = self.terms.and(p, q);
        let both = self.terms.and(same, both);
        let equal = self.terms.eq(*first, *second);
        let fact = self.implies(both, equal);
        self.assume(s, fact);
        1
    }

    /// That an amount can be taken of what is held: something is held where the amount is as small as one likes, and the
    /// amount is held where it is not.
    pub(crate) fn enough(&mut self, amount: Term, held: Term) -> Term {
        if self.is_small(amount) {
            return self.positive(held);
        }
        match self.choice(amount) {
            Some((condition, yes, no)) if self.is_wild(amount) => {
                let (yes, no) = (self.enough(yes, held), self.enough(no, held));
                self.terms.ite(condition, yes, no)
            }
            _ => self.terms.app(Op::RealLe, &[amount, held]),
        }
    }

    /// What is assumed of an amount that is taken: it is less than all that is held where it is as small as one likes.
    pub(crate) fn below(&mut self, amount: Term, held: Term) -> Term {
        if self.is_small(amount) {
            return self.terms.app(Op::RealLt, &[amount, held]);
        }
        match self.choice(amount) {
            Some((condition, yes, no)) if self.is_wild(amount) => {
                let (yes, no) = (self.below(yes, held), self.below(no, held));
                self.terms.ite(condition, yes, no)
            }
            _ => self.truth(true),
        }
    }

    /// The condition and the sides of an amount that depends on a condition.
    fn choice(&self, amount: Term) -> Option<(Term, Term, Term)> {
        match (self.terms.op(amount), self.terms.args(amount)) {
            (Some(Op::Ite), &[condition, yes, no]) => Some((condition, yes, no)),
            _ => None,
        }
    }

    /// Whether an amount is a wildcard, or a product with one.
    fn is_small(&self, amount: Term) -> bool {
        if self.wildcards.is_empty() {
            return false;
        }
        match self.terms.op(amount) {
            Some(Op::RealMul) => self.terms.args(amount).iter().any(|t| self.is_small(*t)),
            Some(Op::Ite) => self.terms.args(amount)[1..].iter().all(|t| self.is_small(*t)),
            _ => self.wildcards.contains(&self.head(amount)),
        }
    }

    /// Whether a part of an amount may be chosen as small as one likes.
    pub(crate) fn is_wild(&self, amount: Term) -> bool {
        !self.wildcards.is_empty()
            && self.heads(amount).iter().any(|head| self.wildcards.contains(head))
    }

    /// What all parts of a term are known by.
    fn heads(&self, t: Term) -> Vec<Head> {
        let mut seen = FxHashSet::default();
        let mut pending = vec![t];
        let mut heads = Vec::new();
        while let Some(t) = pending.pop() {
            if seen.insert(t) {
                heads.push(self.head(t));
                pending.extend_from_slice(self.terms.args(t));
            }
        }
        heads
    }

    pub(crate) fn head(&self, t: Term) -> Head {
        match self.terms.node(t) {
            effigy_term::Node::Apply(function, _) => Head::Function(function),
            _ => Head::Variable(t),
        }
    }

    /// From here on an amount is as it is, since permissions of this amount are held or given.
    pub(crate) fn fix(&mut self, amount: Term) {
        if !self.wildcards.is_empty() {
            for head in self.heads(amount) {
                self.wildcards.remove(&head);
            }
        }
    }

    /// The chunks of a resource, for people.
    pub(crate) fn chunk_lines(&self, s: &State, resource: Resource) -> Vec<String> {
        self.name_variables(&s.store);
        s.heap
            .iter()
            .filter(|chunk| chunk.resource == resource)
            .map(|chunk| self.chunk_line(chunk))
            .collect()
    }
}
