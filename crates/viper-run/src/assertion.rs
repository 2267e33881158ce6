//! Assertions: assumed with their permissions, shown and taken, or looked at.

use crate::choices::{Mask, Resource, State, held, put};
use crate::quantifier::bindings;
use crate::value::{Amount, Value, amount};
use crate::{Machine, MemberId, Run, Stop, gives};
use effigy_lang_viper::tree::{
    Access, BinaryOp, Expr, ExprKind, Location, PredicateId, Type, UnaryOp,
};

/// How often choices are tried again where an assumption turned out to be false.
const TRIES: u32 = 40;

/// Predicate instances that are looked into for one state, at most.
const MOST_INSTANCES: usize = 150;

/// What is done with an assertion.
pub(crate) enum Mode<'m> {
    /// Its permissions are added and the rest is assumed.
    Inhale,
    /// Its permissions are taken from what is left, and the rest must hold.
    Exhale(&'m mut Mask),
    /// Whether its permissions are there in part, and the rest holds.
    Readable(&'m mut bool),
    /// Its permissions are added to a list.
    List(&'m mut Mask),
}

impl<'p> Machine<'p> {
    /// Goes on from a state that satisfies assertions, if one is found.
    pub(crate) fn inhale_somehow(&mut self, s: &mut State, all: &'p [Expr]) -> Run<()> {
        let (choices, before) = (self.choices.clone(), s.clone());
        for _ in 0..TRIES {
            let inhaled = self.inhale(s, all);
            let inhaled = match inhaled {
                // What predicates say is assumed at the end: no state that they rule out shows anything.
                Ok(()) | Err(Stop::Wrong(_)) => self.unroll(s).and(inhaled),
                other => other,
            };
            match inhaled {
                Err(Stop::Vacuous) => {
                    self.choices = choices.clone();
                    *s = before.clone();
                }
                other => return other,
            }
        }
        Err(Stop::Vacuous)
    }

    pub(crate) fn inhale(&mut self, s: &mut State, all: &'p [Expr]) -> Run<()> {
        all.iter().try_for_each(|e| self.assertion(s, e, &mut Mode::Inhale))
    }

    /// Takes the permissions of assertions that hold; gives what was taken.
    pub(crate) fn exhale(&mut self, s: &mut State, all: &[&'p Expr]) -> Run<Mask> {
        let rest = self.taken(s, all)?;
        let mut taken = Mask::new();
        for (resource, before) in &s.heap.mask {
            let less = before - held(&rest, resource);
            if less > amount(0, 1) {
                taken.insert(resource.clone(), less);
            }
        }
        s.heap.mask = rest;
        Ok(taken)
    }

    /// An assertion must hold; nothing is taken.
    pub(crate) fn check(&mut self, s: &mut State, e: &'p Expr) -> Run<()> {
        self.taken(s, &[e]).map(|_| ())
    }

    /// What is left when assertions that hold have taken their permissions.
    fn taken(&mut self, s: &mut State, all: &[&'p Expr]) -> Run<Mask> {
        let mut rest = s.heap.mask.clone();
        let outside = s.heap.rest.take();
        let mut each = all.iter();
        let taken = each.try_for_each(|e| self.assertion(s, e, &mut Mode::Exhale(&mut rest)));
        s.heap.rest = outside;
        taken.map(|()| rest)
    }

    pub(crate) fn readable(&mut self, s: &mut State, e: &'p Expr) -> Run<bool> {
        let mut met = true;
        self.assertion(s, e, &mut Mode::Readable(&mut met))?;
        Ok(met)
    }

    /// All that an assertion asks for, with what is in the predicates.
    pub(crate) fn footprint(&mut self, s: &mut State, e: &'p Expr) -> Run<Mask> {
        let trusted = std::mem::replace(&mut self.trusted, true);
        let mut mask = Mask::new();
        let listed = self.assertion(s, e, &mut Mode::List(&mut mask));
        self.trusted = trusted;
        listed?;
        let mut inner = s.clone();
        inner.heap.mask = mask;
        self.unroll_with(&mut inner, &[])
    }

    fn assertion(&mut self, s: &mut State, e: &'p Expr, mode: &mut Mode<'_>) -> Run<()> {
        self.step()?;
        if let Mode::Exhale(rest) = mode {
            s.heap.rest = Some(rest.clone());
        }
        match &*e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                self.assertion(s, a, mode)?;
                self.assertion(s, b, mode)
            }
            ExprKind::Binary(BinaryOp::Implies, condition, body) => {
                match self.truth(s, condition)? {
                    true => self.assertion(s, body, mode),
                    false => Ok(()),
                }
            }
            ExprKind::Conditional(condition, a, b) => match self.truth(s, condition)? {
                true => self.assertion(s, a, mode),
                false => self.assertion(s, b, mode),
            },
            ExprKind::Let(local, value, body) => {
                let value = self.eval(s, value)?;
                self.bind(s, *local, value);
                self.assertion(s, body, mode)
            }
            ExprKind::InhaleExhale(a, b) => match mode {
                Mode::Inhale | Mode::List(_) => self.assertion(s, a, mode),
                _ => self.assertion(s, b, mode),
            },
            ExprKind::Access(access) => self.access(s, e, access, mode),
            ExprKind::Quantifier(quantifier) if !quantifier.exists && gives(e) => {
                let range = self.range(s, quantifier)?;
                if !range.is_all {
                    return Err(Stop::Left("permissions under a quantifier without bounds"));
                }
                for binding in bindings(&range.values) {
                    for (local, value) in range.variables.iter().zip(binding) {
                        self.bind(s, *local, value);
                    }
                    self.assertion(s, &quantifier.body, mode)?;
                }
                Ok(())
            }
            ExprKind::Wand(..) => Err(Stop::Left("magic wands")),
            _ => match mode {
                Mode::Inhale => self.assume(s, e),
                Mode::Exhale(_) => match self.truth(s, e)? {
                    true => Ok(()),
                    false if self.trusted => Err(Stop::Vacuous),
                    false => Err(self.violated(s, e.place, "it does not hold")),
                },
                Mode::Readable(met) => {
                    let truth = self.truth(s, e)?;
                    **met &= truth;
                    Ok(())
                }
                Mode::List(_) => Ok(()),
            },
        }
    }

    fn access(
        &mut self,
        s: &mut State,
        e: &'p Expr,
        access: &'p Access,
        mode: &mut Mode<'_>,
    ) -> Run<()> {
        if let (Mode::Inhale, Location::Field(receiver, _)) = (&mode, &access.location)
            && let Some(cell) = self.open_cell(s, receiver)?
        {
            let object = self.choose_object(self.choices.cells[cell].born);
            self.set_cell(cell, Value::Ref(object))?;
        }
        let resource = self.resource(s, &access.location)?;
        let now = match mode {
            Mode::Exhale(rest) => held(rest, &resource),
            Mode::List(mask) => held(mask, &resource),
            _ => held(&s.heap.mask, &resource),
        };
        let is_wild = is_wildcard(access.amount.as_ref());
        let asked = match is_wild {
            true => match mode {
                Mode::Exhale(_) => &now / amount(2, 1),
                _ => (amount(1, 1) - &now) / amount(2, 1),
            },
            false => self.amount(s, access)?,
        };
        let none = amount(0, 1);
        if asked < none {
            return Err(self.wrong(s, e.place, "the amount is negative"));
        }
        match mode {
            Mode::Exhale(rest) => {
                if now < asked || (is_wild && now == none) {
                    return Err(match self.trusted {
                        true => Stop::Vacuous,
                        false => self.violated(s, e.place, "there is not enough permission"),
                    });
                }
                put(rest, resource, &-asked);
            }
            Mode::Readable(met) => **met &= now > none || (asked == none && !is_wild),
            Mode::List(mask) => put(mask, resource, &asked),
            Mode::Inhale => {
                if let Resource::Field(object, _) = &resource {
                    let too_much = &now + &asked > amount(1, 1);
                    if too_much || (*object == 0 && asked > none) || (is_wild && asked == none) {
                        return Err(Stop::Vacuous);
                    }
                }
                put(&mut s.heap.mask, resource, &asked);
            }
        }
        Ok(())
    }

    /// The amount of an access that is no wildcard.
    pub(crate) fn amount(&mut self, s: &mut State, access: &'p Access) -> Run<Amount> {
        let own = match &access.amount {
            None => amount(1, 1),
            Some(e) => match self.eval(s, e)? {
                Value::Perm(amount) => amount,
                Value::Int(number) => Amount::from(num_bigint::BigInt::from(number)),
                _ => return Err(Stop::Left("operands of another type")),
            },
        };
        Ok(own * &self.scale)
    }

    /// Assumes a condition; where it says what a value is that was not chosen yet, it is that.
    pub(crate) fn assume(&mut self, s: &mut State, e: &'p Expr) -> Run<()> {
        match &*e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                self.assume(s, a)?;
                self.assume(s, b)
            }
            ExprKind::Binary(BinaryOp::Implies, a, b) => match self.truth(s, a)? {
                true => self.assume(s, b),
                false => Ok(()),
            },
            ExprKind::Conditional(condition, a, b) => match self.truth(s, condition)? {
                true => self.assume(s, a),
                false => self.assume(s, b),
            },
            ExprKind::Let(local, value, body) => {
                let value = self.eval(s, value)?;
                self.bind(s, *local, value);
                self.assume(s, body)
            }
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Iff, a, b) => {
                for (a, b) in [(a, b), (b, a)] {
                    if let Some(cell) = self.open_cell(s, a)? {
                        let value = self.eval(s, b)?;
                        if self.choices.cells[cell].value.is_none() {
                            self.set_cell(cell, value)?;
                        }
                    }
                }
                self.assume_true(s, e)
            }
            ExprKind::Binary(op, a, b) => {
                self.assume_order(s, *op, a, b)?;
                self.assume_true(s, e)
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                if let Some(cell) = self.open_cell(s, a)? {
                    self.set_cell(cell, Value::Bool(false))?;
                }
                self.assume_true(s, e)
            }
            ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::DomainCall { .. } => {
                if let Some(cell) = self.open_cell(s, e)? {
                    self.set_cell(cell, Value::Bool(true))?;
                }
                self.assume_true(s, e)
            }
            ExprKind::Quantifier(quantifier) if !quantifier.exists => {
                let range = self.range(s, quantifier)?;
                for binding in bindings(&range.values) {
                    for (local, value) in range.variables.iter().zip(binding) {
                        self.bind(s, *local, value);
                    }
                    self.assume(s, &quantifier.body)?;
                }
                self.assume_true(s, e)
            }
            _ => self.assume_true(s, e),
        }
    }

    fn assume_true(&mut self, s: &mut State, e: &'p Expr) -> Run<()> {
        match self.truth(s, e)? {
            true => Ok(()),
            false => Err(Stop::Vacuous),
        }
    }

    /// Chooses a value that a comparison bounds.
    fn assume_order(&mut self, s: &mut State, op: BinaryOp, a: &'p Expr, b: &'p Expr) -> Run<()> {
        if op == BinaryOp::In {
            if let Some(cell) = self.open_cell(s, a)? {
                let all = match self.eval(s, b)? {
                    Value::Seq(all) => all,
                    Value::Set(all) => all.into_iter().collect(),
                    _ => return Ok(()),
                };
                let value = self.random.pick(&all).cloned().ok_or(Stop::Vacuous)?;
                self.set_cell(cell, value)?;
            }
            return Ok(());
        }
        let (small, large, strict) = match op {
            BinaryOp::Lt => (a, b, 1),
            BinaryOp::Le => (a, b, 0),
            BinaryOp::Gt => (b, a, 1),
            BinaryOp::Ge => (b, a, 0),
            _ => return Ok(()),
        };
        let more = i128::from(self.random.below(4)) + strict;
        if large.ty != Type::Int || small.ty != Type::Int {
            return Ok(());
        }
        if let Some(cell) = self.open_cell(s, large)? {
            if let Value::Int(n) = self.eval(s, small)? {
                self.set_cell(cell, Value::Int(n.saturating_add(more)))?;
            }
        } else if let Some(cell) = self.open_cell(s, small)?
            && let Value::Int(n) = self.eval(s, large)?
        {
            self.set_cell(cell, Value::Int(n.saturating_sub(more)))?;
        }
        Ok(())
    }

    /// All that is held, with what is in the predicates, whose bodies are assumed.
    pub(crate) fn unroll(&mut self, s: &mut State) -> Run<Mask> {
        let frames = self.frames.clone();
        self.unroll_with(s, &frames)
    }

    /// What is in the predicates of a state and of masks beside it.
    fn unroll_with(&mut self, s: &mut State, frames: &[Mask]) -> Run<Mask> {
        let mut deep = Mask::new();
        let mut queue = Vec::new();
        let all = frames.iter().chain([&s.heap.mask]).flatten();
        self.sort_out(all, &mut deep, &mut queue)?;
        let mut instances = 0;
        while let Some((predicate, arguments, much)) = queue.pop() {
            instances += 1;
            if instances > MOST_INSTANCES {
                return Err(Stop::Left("predicates that are too deep"));
            }
            let inside = self.body_of(s, predicate, &arguments, &much)?;
            self.sort_out(&inside, &mut deep, &mut queue)?;
        }
        Ok(deep)
    }

    /// Adds what cannot be opened to a mask, and the rest to a queue. A circle of predicates ends here: it has too much.
    fn sort_out<'m>(
        &self,
        all: impl IntoIterator<Item = (&'m Resource, &'m Amount)>,
        deep: &mut Mask,
        queue: &mut Vec<(PredicateId, Vec<Value>, Amount)>,
    ) -> Run<()> {
        for (resource, much) in all {
            match resource {
                Resource::Predicate(predicate, arguments)
                    if self.program.predicates[*predicate].body.is_some() =>
                {
                    queue.push((*predicate, arguments.clone(), much.clone()));
                }
                _ => {
                    put(deep, resource.clone(), much);
                    let is_field = matches!(resource, Resource::Field(..));
                    if is_field && held(deep, resource) > amount(1, 1) {
                        return Err(Stop::Vacuous);
                    }
                }
            }
        }
        Ok(())
    }

    /// The permissions of a predicate's body.
    fn body_of(
        &mut self,
        s: &State,
        predicate: PredicateId,
        arguments: &[Value],
        much: &Amount,
    ) -> Run<Mask> {
        let mut inner = State { heap: s.heap.clone(), ..State::default() };
        inner.heap.mask.clear();
        let trusted = std::mem::replace(&mut self.trusted, true);
        let inhaled = self.inhale_body(&mut inner, predicate, arguments, much.clone());
        self.trusted = trusted;
        inhaled.map(|()| inner.heap.mask)
    }

    /// Inhales the body of a predicate into a state whose variables are its parameters.
    fn inhale_body(
        &mut self,
        inner: &mut State,
        predicate: PredicateId,
        arguments: &[Value],
        much: Amount,
    ) -> Run<()> {
        self.with_body(inner, predicate, arguments, much, |this, inner, body| {
            this.assertion(inner, body, &mut Mode::Inhale)
        })
    }

    fn with_body<T>(
        &mut self,
        inner: &mut State,
        predicate: PredicateId,
        arguments: &[Value],
        much: Amount,
        what: impl FnOnce(&mut Self, &mut State, &'p Expr) -> Run<T>,
    ) -> Run<T> {
        let declared = &self.program.predicates[predicate];
        let Some(body) = &declared.body else {
            return Err(Stop::Left("predicates without a body that are opened"));
        };
        for (local, value) in declared.parameters.iter().zip(arguments) {
            self.bind(inner, *local, value.clone());
        }
        let scale = std::mem::replace(&mut self.scale, much);
        let locals = std::mem::replace(&mut self.locals, &declared.locals);
        let result = what(self, inner, body);
        self.scale = scale;
        self.locals = locals;
        result
    }

    /// The instance and the amount of `fold`, `unfold` and `unfolding`.
    fn instance(&mut self, s: &mut State, access: &'p Access) -> Run<(Resource, Amount)> {
        let resource = self.resource(s, &access.location)?;
        let now = held(&s.heap.mask, &resource);
        let much = match access.amount.as_ref() {
            // A function takes any positive amount for another.
            _ if matches!(self.member, MemberId::Function(_)) => now,
            some if is_wildcard(some) => now / amount(2, 1),
            _ => self.amount(s, access)?,
        };
        Ok((resource, much))
    }

    pub(crate) fn unfold(&mut self, s: &mut State, access: &'p Access) -> Run<()> {
        if self.trusted {
            // Values are the same in and out of a predicate.
            return Ok(());
        }
        if self.scale != amount(1, 1) {
            return Err(Stop::Left("an unfolding in a part of a predicate"));
        }
        let (resource, much) = self.instance(s, access)?;
        if much <= amount(0, 1) || held(&s.heap.mask, &resource) < much {
            return Err(self.wrong(s, access.place, "there is not enough of the predicate"));
        }
        let Resource::Predicate(predicate, arguments) = &resource else {
            return Err(Stop::Left("an unfolding of no predicate"));
        };
        put(&mut s.heap.mask, resource.clone(), &-much.clone());
        let inside = self.body_of(s, *predicate, arguments, &much)?;
        for (resource, much) in inside {
            if let Resource::Field(..) = resource
                && held(&s.heap.mask, &resource) + &much > amount(1, 1)
            {
                return Err(Stop::Vacuous);
            }
            put(&mut s.heap.mask, resource, &much);
        }
        Ok(())
    }

    pub(crate) fn fold(&mut self, s: &mut State, access: &'p Access) -> Run<()> {
        let (resource, much) = self.instance(s, access)?;
        if much <= amount(0, 1) {
            return Err(self.wrong(s, access.place, "the amount is not positive"));
        }
        let Resource::Predicate(predicate, arguments) = &resource else {
            return Err(Stop::Left("a fold of no predicate"));
        };
        let mut inner = State { heap: s.heap.clone(), ..State::default() };
        let mut rest = s.heap.mask.clone();
        let shown =
            self.with_body(&mut inner, *predicate, arguments, much.clone(), |this, inner, body| {
                this.assertion(inner, body, &mut Mode::Exhale(&mut rest))
            });
        shown.map_err(|stop| self.seen_from(s, stop))?;
        s.heap.mask = rest;
        put(&mut s.heap.mask, resource, &much);
        Ok(())
    }

    /// What is not held any more has any value from here on.
    pub(crate) fn lose(&mut self, s: &mut State) -> Run<()> {
        let deep = self.unroll(s)?;
        let mut heap = crate::choices::Heap { mask: s.heap.mask.clone(), ..Default::default() };
        for resource in deep.into_keys() {
            match resource {
                Resource::Field(object, field) => {
                    let spot = (object, field);
                    let cell = self.spot(&mut s.heap, spot);
                    heap.written.insert(spot, cell);
                }
                Resource::Predicate(..) => {
                    let version = s.heap.versions.get(&resource).copied();
                    heap.versions.insert(resource, version.unwrap_or(s.heap.epoch));
                }
            }
        }
        heap.epoch = self.choices.epoch();
        s.heap = heap;
        Ok(())
    }
}

fn is_wildcard(amount: Option<&Expr>) -> bool {
    amount.is_some_and(|e| matches!(&*e.kind, ExprKind::Wildcard))
}
