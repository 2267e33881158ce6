//! What a command demands: declarations of fields, facts, and its own formula.

use super::{Done, Translator};
use crate::sig::SigId;
use crate::syntax::{ListOp, UnaryOp};
use crate::tree::{Expr, FieldGroup, FieldId, Kind, Place, VarId};
use effigy_base::id::Id;
use effigy_relational::{Declaration, ExprId, FormulaId, VariableId};

impl Translator<'_> {
    /// Demands what fields and facts say.
    pub(super) fn make_facts(&mut self) -> Done<()> {
        for sig in self.tree.sigs.ids() {
            let data = &self.tree.sigs[sig];
            if self.fixed[sig.index()] {
                continue;
            }
            for group in &data.fields {
                self.make_group(sig, group)?;
            }
            for fact in &data.facts {
                let formula = self.for_all_this(sig, fact.place, |t, _| t.formula(fact))?;
                self.constrain(fact.place, &format!("a fact of {}", data.name), formula)?;
            }
        }
        for (name, fact) in &self.tree.facts {
            let text =
                if name.is_empty() { "a fact".to_owned() } else { format!("the fact {name}") };
            self.demand(&text, fact)?;
        }
        Ok(())
    }

    /// Demands what the command asks for: its predicate, or the contrary of its assertion.
    pub(super) fn make_goal(&mut self) -> Done<()> {
        let goal = self.command.goal.clone();
        if !self.command.check {
            return self.demand("the predicate that is run", &goal);
        }
        let formula = self.formula(&goal)?;
        let negated = self.problem.not(formula);
        let negated = self.at(goal.place, negated)?;
        self.constrain(goal.place, "the contrary of what is checked", negated).map(drop)
    }

    /// Demands each part of a conjunction on its own, so that a core can name it.
    fn demand(&mut self, text: &str, expr: &Expr) -> Done<()> {
        match &expr.kind {
            Kind::List(ListOp::And, all) => all.iter().try_for_each(|e| self.demand(text, e)),
            Kind::Call(id, args, _) if args.is_empty() && !self.calling.contains(id) => {
                let body = self.tree.functions[*id].body.clone();
                let Some(body) = body.filter(|_| expr.ty.boolean) else { return Ok(()) };
                self.calling.push(*id);
                let done = self.demand(text, &body);
                self.calling.pop();
                done
            }
            _ => {
                let formula = self.formula(expr)?;
                self.constrain(expr.place, text, formula).map(drop)
            }
        }
    }

    /// A formula for every atom of a signature as `this`, or for its only one.
    fn for_all_this(
        &mut self,
        sig: SigId,
        place: Place,
        body: impl FnOnce(&mut Self, ExprId) -> Done<FormulaId>,
    ) -> Done<FormulaId> {
        let data = &self.tree.sigs[sig];
        let this = data.this;
        if data.is_one() {
            let whole = self.sig_expr(sig);
            self.env.insert(this, super::Value::Set(whole));
            let formula = body(self, whole);
            self.env.remove(&this);
            return formula;
        }
        let (variable, own) = self.this_variable(sig, this, place)?;
        self.env.insert(this, super::Value::Set(own));
        let formula = body(self, own)?;
        self.env.remove(&this);
        let declared = [Declaration::one(variable, self.sig_expr(sig))];
        let all = self.problem.for_all(&declared, formula);
        self.at(place, all)
    }

    fn this_variable(
        &mut self,
        sig: SigId,
        this: VarId,
        place: Place,
    ) -> Done<(VariableId, ExprId)> {
        let variable =
            self.relational_variable(this, &self.tree.sigs[sig].name.clone(), 1, place)?;
        let own = self.problem.var(variable);
        Ok((variable, self.at(place, own)?))
    }

    fn make_group(&mut self, sig: SigId, group: &FieldGroup) -> Done<()> {
        for field in &group.fields {
            self.make_field_facts(sig, *field, &group.bound)?;
        }
        if group.disjoint_values {
            for field in &group.fields {
                self.make_disjoint_values(sig, *field)?;
            }
        }
        if group.disjoint && group.fields.len() > 1 {
            let place = group.bound.place;
            let all: Vec<ExprId> =
                group.fields.iter().filter_map(|f| self.fields[f.index()]).collect();
            let formula = self.disjoint(place, &all)?;
            self.constrain(place, "fields that are declared `disj`", formula)?;
        }
        Ok(())
    }

    fn make_field_facts(&mut self, sig: SigId, field: FieldId, bound: &Expr) -> Done<()> {
        let data = &self.tree.fields[field];
        let (place, text) = (data.place, format!("the declaration of the field {}", data.name));
        let Some(whole) = self.fields[field.index()] else { return Ok(()) };
        let formula = self.for_all_this(sig, place, |translator, this| {
            let value = translator.field_of(sig, field, this, whole, place)?;
            translator.is_in(value, bound)
        })?;
        self.constrain(place, &text, formula)?;
        if self.tree.sigs[sig].is_one() {
            return Ok(());
        }
        // Every tuple begins with an atom of the signature.
        let restricted = self.problem.restrict_domain(self.sig_expr(sig), whole);
        let restricted = self.at(place, restricted)?;
        let inside = self.problem.subset(whole, restricted);
        let inside = self.at(place, inside)?;
        self.constrain(place, &text, inside).map(drop)
    }

    /// What a field is for one atom.
    pub(super) fn field_of(
        &mut self,
        sig: SigId,
        field: FieldId,
        this: ExprId,
        whole: ExprId,
        place: Place,
    ) -> Done<ExprId> {
        if self.tree.sigs[sig].is_one()
            && this == self.sig_expr(sig)
            && let Some(relation) = self.field_relations[field.index()]
        {
            let own = self.problem.rel(relation);
            return self.at(place, own);
        }
        let join = self.problem.join(this, whole);
        self.at(place, join)
    }

    fn make_disjoint_values(&mut self, sig: SigId, field: FieldId) -> Done<()> {
        if self.tree.sigs[sig].is_one() {
            return Ok(());
        }
        let data = &self.tree.fields[field];
        let place = data.place;
        let Some(whole) = self.fields[field.index()] else { return Ok(()) };
        let mut values = Vec::new();
        let (mut declared, mut vars) = (Vec::new(), Vec::new());
        for name in ["this", "that"] {
            let variable = self.problem.variable(name, 1);
            let variable = self.at(place, variable)?;
            let own = self.problem.var(variable);
            let own = self.at(place, own)?;
            let value = self.problem.join(own, whole);
            values.push(self.at(place, value)?);
            declared.push(Declaration::one(variable, self.sig_expr(sig)));
            vars.push(own);
        }
        let ([a, b], [x, y]) = (vars.as_slice(), values.as_slice()) else { return Ok(()) };
        let same = self.problem.equal(*a, *b);
        let same = self.at(place, same)?;
        let both = self.problem.intersection(*x, *y);
        let both = self.at(place, both)?;
        let none = self.problem.no(both);
        let none = self.at(place, none)?;
        let either = self.problem.or([same, none]);
        let either = self.at(place, either)?;
        let all = self.problem.for_all(&declared, either);
        let all = self.at(place, all)?;
        let text = format!("the values of the field {} are disjoint", data.name);
        self.constrain(place, &text, all).map(drop)
    }

    /// That no two of these have a tuple in common.
    pub(super) fn disjoint(&mut self, place: Place, all: &[ExprId]) -> Done<FormulaId> {
        let mut before: Option<ExprId> = None;
        let mut conjuncts = Vec::new();
        for expr in all {
            before = Some(match before {
                None => *expr,
                Some(before) => {
                    let both = self.problem.intersection(before, *expr);
                    let both = self.at(place, both)?;
                    let none = self.problem.no(both);
                    conjuncts.push(self.at(place, none)?);
                    let union = self.problem.union(before, *expr);
                    self.at(place, union)?
                }
            });
        }
        let formula = self.problem.and(conjuncts);
        self.at(place, formula)
    }

    /// The multiplicity in front of an expression, `set` when there is none.
    pub(super) fn multiplicity(expr: &Expr) -> UnaryOp {
        crate::resolve::multiplicity_of(expr).unwrap_or(UnaryOp::SetOf)
    }
}
