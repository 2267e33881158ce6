//! The faults.

mod following;
mod merging;
mod models;
mod searching;
mod sets;
mod sizes;
mod unwinding;

/// A fault: a text of a file, and what is put in its place.
pub struct Fault {
    /// The file, from the workspace's folder.
    pub file: &'static str,
    /// What it breaks.
    pub rule: &'static str,
    /// A text that occurs once in the file.
    pub original: &'static str,
    /// What stands there instead.
    pub replacement: &'static str,
}

const FLOW: &str = "crates/exec/src/code/flow.rs";
const OBJECT_BYTES: &str = "crates/exec/src/memory/object.rs";
const FUNCTIONS: &str = "crates/exec/src/memory/functions.rs";
const HEAP: &str = "crates/exec/src/machine/heap.rs";
const INITIAL: &str = "crates/exec/src/memory/initial.rs";
const ENTER: &str = "crates/exec/src/machine/calls.rs";
const SLOW: &str = "crates/exec/src/machine/slow.rs";
const DECIDE: &str = "crates/exec/src/machine/decide.rs";
const FORKS: &str = "crates/exec/src/machine/forks.rs";
const EXPRESSION: &str = "crates/lang-oo/src/lower/expression.rs";
const STATEMENT: &str = "crates/lang-oo/src/lower/statement.rs";
const CALLS: &str = "crates/lang-oo/src/lower/calls.rs";
const OBJECT: &str = "crates/lang-oo/src/lower/object.rs";
const BODY: &str = "crates/lang-oo/src/lower/body.rs";
const EXPLORER: &str = "crates/exec/src/explore/explorer.rs";
const RESOURCES: &str = "crates/exec/src/machine/resources.rs";
const QUESTION: &str = "crates/exec/src/machine/question.rs";
const UNSPECIFIED: &str = "crates/exec/src/features/unspecified.rs";
const SYSTEM_STATE: &str = "crates/posix/src/state/mod.rs";
const EQUALITIES: &str = "crates/solver/src/layers/equalities.rs";
const CASES: &str = "crates/term/src/cases.rs";
const COLLECT: &str = "crates/term/src/collect.rs";
const RELATIONS: &str = "crates/solver/src/layers/domains/relations.rs";
const RANGES: &str = "crates/term/src/ranges.rs";
const BATCH: &str = "crates/term/src/batch.rs";
const INTEGERS: &str = "crates/solver/src/integers.rs";
const ATOMS: &str = "crates/solver/src/integers/atoms.rs";
const ENCODE: &str = "crates/solver/src/integers/encode.rs";
const PRODUCTS: &str = "crates/solver/src/integers/products.rs";
const SIMPLEX: &str = "crates/solver/src/integers/simplex.rs";
const PRECONDITION: &str = "crates/backward/src/precondition.rs";

/// A fault of something that no theorem speaks of, with the test that has to notice it.
pub struct Guarded {
    /// The fault.
    pub fault: Fault,
    /// The crate of the test.
    pub package: &'static str,
    /// The test program.
    pub suite: &'static str,
    /// The test's name there.
    pub test: &'static str,
}

/// The faults of the forward machine, of the lowering of objects, of backward conditions.
pub const FAULTS: &[Fault] = &[
    Fault {
        file: FUNCTIONS,
        rule: "the newest write counts",
        original: "for layer in self.layers.iter().rev() {",
        replacement: "for layer in self.layers.iter() {",
    },
    Fault {
        file: FUNCTIONS,
        rule: "a write at other keys is a layer of its own",
        original: "if last == keys)",
        replacement: "if last.len() == keys.len())",
    },
    Fault {
        file: FUNCTIONS,
        rule: "a write at known keys replaces what is there",
        original: "self.known.insert(at, value);",
        replacement: "self.known.entry(at).or_insert(value);",
    },
    Fault {
        file: FUNCTIONS,
        rule: "writes at known keys are older than a layer above them",
        original: "let known = std::mem::take(&mut self.known);",
        replacement: "let known = self.known.clone();",
    },
    Fault {
        file: FUNCTIONS,
        rule: "a known key may be written by a layer",
        original: "reading.add(store, decl, keys, (written, *value))",
        replacement: "at.is_none() && reading.add(store, decl, keys, (written, *value))",
    },
    Fault {
        file: FUNCTIONS,
        rule: "all keys are compared",
        original: "equal = store.and(equal, same);",
        replacement: "equal = store.or(equal, same);",
    },
    Fault {
        file: FUNCTIONS,
        rule: "a new object differs from every other one",
        original: "created(self.created - 1)",
        replacement: "created((self.created - 1) / 2)",
    },
    Fault {
        file: HEAP,
        rule: "the aliasing conditional: the written value when the keys are equal",
        original: "result = self.cx.store.ite(condition, value, result);",
        replacement: "result = self.cx.store.ite(condition, result, value);",
    },
    Fault {
        file: HEAP,
        rule: "the aliasing conditional: newest first",
        original: "for (condition, value) in candidates.into_iter().rev() {",
        replacement: "for (condition, value) in candidates {",
    },
    Fault {
        file: HEAP,
        rule: "an uncertain write may be the one that is read",
        original: "if candidates.is_empty() {",
        replacement: "if candidates.is_empty() || last.concrete().is_some() {",
    },
    Fault {
        file: INITIAL,
        rule: "half of a choice of references",
        original: "(Some(&yes), Some(&no)) => store.ite(condition, yes, no),",
        replacement: "(Some(&yes), Some(&no)) => store.ite(condition, no, yes),",
    },
    Fault {
        file: INITIAL,
        rule: "references from before the run are even",
        original: "let low = store.bits(1, 0);",
        replacement: "let low = store.bits(1, 1);",
    },
    Fault {
        file: HEAP,
        rule: "every execution of an unknown is a new input",
        original: "        let value = self.cx.input_of(state, &name, kept_as(sort, initial), role(initial));",
        replacement: "        let name = name.split('#').next().unwrap_or_default();\n        let value = self.cx.input_of(state, name, kept_as(sort, initial), role(initial));",
    },
    Fault {
        file: ENTER,
        rule: "call by value: parameters have the values of the arguments",
        original: "for (param, arg) in code.params.iter().zip(&args) {",
        replacement: "for (param, arg) in code.params.iter().zip(args.iter().rev()) {",
    },
    Fault {
        file: ENTER,
        rule: "a return restores the caller's variables",
        original: "let caller = Frame::woken(caller, || self.cx.spare.take());",
        replacement: "let mut caller = Frame::woken(caller, || self.cx.spare.take());\n        caller.regs.iter_mut().zip(&state.stack.top.regs).take(1).for_each(|(kept, left)| *kept = *left);",
    },
    Fault {
        file: ENTER,
        rule: "a return gives its value to the call",
        original: "    for (dst, value) in site.results.iter().zip(results) {",
        replacement: "    for (dst, value) in site.results.iter().zip(results).skip(1) {",
    },
    Fault {
        file: SLOW,
        rule: "a branch takes the side of its condition",
        original: "return Ok(Some(if holds { then } else { otherwise }));",
        replacement: "return Ok(Some(if holds { otherwise } else { then }));",
    },
    Fault {
        file: SLOW,
        rule: "an assertion that does not hold is an error",
        original: "            Inst::Assert { cond, entry, .. } => {\n                if !self.truth(state, cond)? {",
        replacement: "            Inst::Assert { cond, entry, .. } => {\n                if self.truth(state, cond)? {",
    },
    Fault {
        file: DECIDE,
        rule: "the other side of a branch has the negated condition",
        original: "let negation = self.store.not(condition);",
        replacement: "let negation = self.store.bool(true);",
    },
    Fault {
        file: DECIDE,
        rule: "an assumption is part of the path condition",
        original: "                state.path.condition.push(condition);\n                self.keep_models(",
        replacement: "                self.keep_models(",
    },
    Fault {
        file: FORKS,
        rule: "a side's condition is part of the path condition",
        original: "self.path.condition.push(constraint);",
        replacement: "if side == 0 {\n            self.path.condition.push(constraint);\n        }",
    },
    Fault {
        file: OBJECT,
        rule: "delta(e.f): the object is there",
        original: "let there = self.is_object(reference);",
        replacement: "let there = Operand::Bool(self.is_object(reference) != Operand::Bool(false));",
    },
    Fault {
        file: OBJECT,
        rule: "delta(a[e]): the index is below the length",
        original: "self.compare(Binary::Less, index.clone(), length);\n        let inside = self.and",
        replacement: "self.compare(Binary::AtMost, index.clone(), length);\n        let inside = self.and",
    },
    Fault {
        file: OBJECT,
        rule: "delta(a[e]): the index is not negative",
        original: "let inside = self.and(low, high);",
        replacement: "let inside = self.and(high.clone(), high);\n        let _ = low;",
    },
    Fault {
        file: OBJECT,
        rule: "fields of a new object have their default values",
        original: "self.set(id, [object.clone()], value);",
        replacement: "if field.ty == Type::Int {\n                    self.set(id, [object.clone()], value);\n                }",
    },
    Fault {
        file: OBJECT,
        rule: "elements of a new array have their default values",
        original: "for index in 0..count {",
        replacement: "for index in 1..count {",
    },
    Fault {
        file: EXPRESSION,
        rule: "operands are evaluated from left to right",
        original: "        let (left, right) = (self.value(left), self.value(right));\n        self.at(expression.operator);\n        if matches!",
        replacement: "        let right = self.value(right);\n        let left = self.value(left);\n        self.at(expression.operator);\n        if matches!",
    },
    Fault {
        file: EXPRESSION,
        rule: "the divisor is not zero",
        original: "let fine = self.not(is_zero);",
        replacement: "let fine = self.or(is_zero, Operand::Bool(true));",
    },
    Fault {
        file: STATEMENT,
        rule: "the value is evaluated before the object is looked at",
        original: "                let value = self.assigned(value, text.clone());\n                self.at(target.span);\n                self.demand_object(object, &at, &text);",
        replacement: "                self.at(target.span);\n                self.demand_object(object, &at, &text);\n                let value = self.assigned(value, text.clone());",
    },
    Fault {
        file: STATEMENT,
        rule: "behind a choice a variable has the value of the side that was taken",
        original: "(0..before.len()).filter(|at| yes.get(*at) != no.get(*at)).collect();",
        replacement: "(1..before.len()).filter(|at| yes.get(*at) != no.get(*at)).collect();",
    },
    Fault {
        file: STATEMENT,
        rule: "a round begins with the values of the round before",
        original: "        if !self.b.is_terminated() {\n            let arguments: Vec<Operand> = changed.iter().map(|id| self.local(*id)).collect();\n            self.at(statement.span);",
        replacement: "        if !self.b.is_terminated() {\n            self.values = before.clone();\n            let arguments: Vec<Operand> = changed.iter().map(|id| self.local(*id)).collect();\n            self.at(statement.span);",
    },
    Fault {
        file: CALLS,
        rule: "what the second part of a connective demands is demanded when it is evaluated",
        original: "        self.guard = self.and(before.clone(), guard);",
        replacement: "        let _ = guard;",
    },
    Fault {
        file: CALLS,
        rule: "a constructor's arguments are evaluated when the object is there",
        original: "        let object = self.new_object(class);\n        let constructor = self.context.program.classes.get(class).and_then(|c| c.constructor);\n        if let Some(constructor) = constructor.filter(|_| self.constructs) {\n            let mut operands = vec![object.clone()];",
        replacement: "        let constructor = self.context.program.classes.get(class).and_then(|c| c.constructor);\n        let object = self.new_object(class);\n        if let Some(constructor) = constructor.filter(|_| self.constructs) {\n            let object = self.new_object(class);\n            let mut operands = vec![object];",
    },
    Fault {
        file: BODY,
        rule: "a demand under a guard holds when the guard does not",
        original: "let broken = self.and(guard, broken);",
        replacement: "let broken = self.or(guard, broken);",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, (h'.f)[h.f := e]: what may be the same is an alias",
        original: "None => read.aliases.push((same, id)),",
        replacement: "None => {}",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, (h'.f)[h.f := e]: the value when the objects are equal",
        original: "answer.value = store.ite(same, value, answer.value);",
        replacement: "answer.value = store.ite(same, answer.value, value);",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, (h'.f)[h.f := e]: the latest assignment counts",
        original: "for (same, id, value) in aliases.into_iter().rev() {",
        replacement: "for (same, id, value) in aliases {",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, x[x := e]: an assignment to the same variable ends the search",
        original: "                    Some(value) => break Answered { value, old: false },",
        replacement: "                    Some(value) if read.keys.len() == 1 => break Answered { value, old: false },\n                    Some(_) => {}",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, (h'.f')[h.f := e]: assignments before it count too",
        original: "            read.next = last;",
        replacement: "            read.next = last.and_then(|id| trace.assignment(id)).and_then(|(_, _, last)| last);",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, op(e1, ..., en): each operand is carried back",
        original: "                store.app(*op, &args)",
        replacement: "                let args: Vec<Term> = args.iter().rev().copied().collect();\n                store.app(*op, &args)",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, [x := new C]: new objects differ",
        original: "_ => store.bits(sort.width().unwrap_or(1), created(*number)),",
        replacement: "_ => store.bits(sort.width().unwrap_or(1), created(*number / 2)),",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, [x := new C]: a new object differs from old ones",
        original: "_ => store.bits(sort.width().unwrap_or(1), created(*number)),",
        replacement: "_ => store.bits(sort.width().unwrap_or(1), 2 * created(*number)),",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards, path(b . rho): a test that does not hold is negated",
        original: "let test = if holds { condition } else { store.not(condition) };",
        replacement: "let test = if holds { condition } else { store.bool(true) };",
    },
    Fault {
        file: PRECONDITION,
        rule: "backwards: what is known of an element is known under its own keys",
        original: "            self.answers[id.index()].insert((read.question, read.keys.clone()), answer);",
        replacement: "            let keys = trace.assignment(id).map_or(&[][..], |(keys, ..)| keys);\n            let keys: Option<Vec<Term>> = keys.iter().map(|key| self.known(store, *key)).collect();\n            self.answers[id.index()].insert((read.question, keys.unwrap_or_default()), answer);",
    },
];

/// The faults of the engine's bookkeeping: terms that are collected, answers that are given again, what is not decided.
const GUARDED: &[Guarded] = &[
    Guarded {
        fault: Fault {
            file: SYSTEM_STATE,
            rule: "collection: what models keep for a path is visited",
            original: "        readers.iter().for_each(|reader| reader.put_back.trace(visit));\n",
            replacement: "        let _ = readers;\n",
        },
        package: "effigy-posix",
        suite: "models",
        test: "streams::what_is_put_back_outlives_a_collection",
    },
    Guarded {
        fault: Fault {
            file: EQUALITIES,
            rule: "collection: a cache entry ends with the terms of its key",
            original: "store.retain_live(&mut self.rewritten);",
            replacement: "self.rewritten.retain(|(t, _), _| store.is_live(*t));",
        },
        package: "effigy-solver",
        suite: "solver",
        test: "layers::an_answer_does_not_outlive_the_terms_of_its_query",
    },
    Guarded {
        fault: Fault {
            file: QUESTION,
            rule: "replayed questions: an answer is given to its own question alone",
            original: "if choice.question != question {",
            replacement: "if choice.question == 0 {",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "replay::a_prefix_of_another_program_is_an_internal_error",
    },
    Guarded {
        fault: Fault {
            file: UNSPECIFIED,
            rule: "replayed questions: one whose answer turns out constant is recorded",
            original: "self.cx.answered(state, question, Decision::Forced(side))?;",
            replacement: "",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "replay::an_answer_is_not_given_to_the_next_question",
    },
    Guarded {
        fault: Fault {
            file: UNSPECIFIED,
            rule: "three answers: what is not decided about unwritten memory is no finding",
            original: "self.differ(state, terms, fixed).decided()? {",
            replacement: "self.differ(state, terms, fixed).decided().or(Ok(Some(Default::default())))? {",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "memory::what_is_not_decided_about_uninitialised_bytes_is_no_finding",
    },
    Guarded {
        fault: Fault {
            file: DECIDE,
            rule: "three answers: a side that is not decided is not left out",
            original: "let open = |a: &Alternative| !matches!(a.feasible, Feasible::No);",
            replacement: "let open = |a: &Alternative| matches!(a.feasible, Feasible::Yes(_));",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "forks::a_side_that_is_not_decided_is_said",
    },
    Guarded {
        fault: Fault {
            file: EXPLORER,
            rule: "deadlines: the end of the exploration ends its queries",
            original: "job.solver.cancel = cancel.clone();",
            replacement: "",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "limits::a_query_ends_with_the_time_of_the_run",
    },
    Guarded {
        fault: Fault {
            file: RESOURCES,
            rule: "limits: a step that takes much asks for its memory",
            original: "self.room(bytes, bytes)",
            replacement: "self.room(0, 0)",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "limits::an_instruction_that_takes_more_than_the_memory_budget_is_cut_by_name",
    },
    Guarded {
        fault: Fault {
            file: ENTER,
            rule: "limits: a return gives the stack back",
            original: "state.stack.bytes = state.stack.bytes.saturating_sub(left.stack_bytes);",
            replacement: "",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "limits::returning_gives_the_stack_back",
    },
    Guarded {
        fault: Fault {
            file: SLOW,
            rule: "limits: local variables take the stack",
            original: "if !state.take_stack(size, self.cx.job.stack) {",
            replacement: "if !state.take_stack(0, self.cx.job.stack) {",
        },
        package: "effigy-exec",
        suite: "machine",
        test: "limits::a_local_variable_larger_than_the_stack_is_a_finding",
    },
    Guarded {
        fault: Fault {
            file: CASES,
            rule: "choices: a comparison holds where both constants stand",
            original: "let both = self.and(condition, among);",
            replacement: "let both = among;",
        },
        package: "effigy-term",
        suite: "term",
        test: "cases::comparisons_of_choices_keep_their_values",
    },
    Guarded {
        fault: Fault {
            file: CASES,
            rule: "choices: the other side has its constants under the negated condition",
            original: "found.push((self.ite(c, falsity, *condition), *constant));",
            replacement: "found.push((*condition, *constant));",
        },
        package: "effigy-term",
        suite: "term",
        test: "cases::comparisons_of_choices_keep_their_values",
    },
    Guarded {
        fault: Fault {
            file: COLLECT,
            rule: "choices: the conditions live as long as the word",
            original: "pending.extend(self.cases(t).into_iter().flat_map(Cases::terms));",
            replacement: "",
        },
        package: "effigy-term",
        suite: "term",
        test: "cases::what_a_word_can_be_lives_as_long_as_the_word",
    },
    Guarded {
        fault: Fault {
            file: RELATIONS,
            rule: "relations: an assertion restricts what it is about",
            original: ".filter(|(_, truth)| **truth != 0)",
            replacement: "",
        },
        package: "effigy-solver",
        suite: "solver",
        test: "relations::relations_agree_with_the_back_end",
    },
    Guarded {
        fault: Fault {
            file: RELATIONS,
            rule: "relations: a core holds what restricted the joined relations before",
            original: "parts.iter().flat_map(|p| p.because.clone()).collect()",
            replacement: "parts.iter().take(1).flat_map(|p| p.because.clone()).collect()",
        },
        package: "effigy-solver",
        suite: "solver",
        test: "relations::relations_agree_with_the_back_end",
    },
    Guarded {
        fault: Fault {
            file: RANGES,
            rule: "ranges: a word that wraps around has no order",
            original: "if self.high < all { (self.low, self.high) } else { (0, all - 1) }",
            replacement: "(self.low, self.high.min(all - 1))",
        },
        package: "effigy-term",
        suite: "units",
        test: "ranges::tests::values_lie_in_ranges",
    },
    Guarded {
        fault: Fault {
            file: RANGES,
            rule: "ranges: an or is at most as many ones as its sides have bits",
            original: "Op::BvOr => (a_low | b_low, (a.0.max(b.0), ones(a.1 | b.1))),",
            replacement: "Op::BvOr => (a_low | b_low, (a.0.max(b.0), a.1.max(b.1))),",
        },
        package: "effigy-term",
        suite: "units",
        test: "ranges::tests::values_lie_in_ranges",
    },
    Guarded {
        fault: Fault {
            file: BATCH,
            rule: "batches: an element outside of a table is its default",
            original: "*result = element.copied().unwrap_or(*default);",
            replacement: "*result = element.copied().unwrap_or(0);",
        },
        package: "effigy-term",
        suite: "term",
        test: "batch::tables_have_their_default_outside",
    },
    Guarded {
        fault: Fault {
            file: ATOMS,
            rule: "integers: a bound is rounded down",
            original: "let bound = sum.constant.checked_neg().ok_or(Gap::Large)?.div_euclid(divisor);",
            replacement: "let bound = sum.constant.checked_neg().ok_or(Gap::Large)? / divisor;",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::answers_agree_with_all_values_of_a_small_range",
    },
    Guarded {
        fault: Fault {
            file: SIMPLEX,
            rule: "integers: a conflict names the bound that is broken",
            original: "return Check::Conflict(others.chain([literal]).collect());",
            replacement: "let _ = literal;\n                    return Check::Conflict(others.collect());",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::answers_agree_with_all_values_of_a_small_range",
    },
    Guarded {
        fault: Fault {
            file: ENCODE,
            rule: "integers: a number divided by zero is zero",
            original: "(-by_zero, (&quotient, &zero)),",
            replacement: "(-by_zero, (&quotient, &x)),",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::answers_agree_with_all_values_of_a_small_range",
    },
    Guarded {
        fault: Fault {
            file: PRODUCTS,
            rule: "integers: a product is below the tangent plane where its factors lie on different sides",
            original: "atoms.sat.clause([-x_low, -y_high, below]);",
            replacement: "atoms.sat.clause([-x_low, -y_high, above]);",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::answers_agree_with_all_values_of_a_small_range",
    },
    Guarded {
        fault: Fault {
            file: PRODUCTS,
            rule: "integers: products with a common factor differ by the difference of the others",
            original: "let (most, least) = (Sum::constant(d), Sum::constant(d));",
            replacement: "let (most, least) = (Sum::constant(d + 1), Sum::constant(d - 1));",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::answers_agree_with_all_values_of_a_small_range",
    },
    Guarded {
        fault: Fault {
            file: INTEGERS,
            rule: "integers: a core has all that contradicts",
            original: ".filter(|index| encoder.atoms.sat.failed(assumptions[*index]))",
            replacement: ".filter(|index| encoder.atoms.sat.failed(assumptions[*index]))\n                        .take(1)",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::answers_agree_with_all_values_of_a_small_range",
    },
    Guarded {
        fault: Fault {
            file: INTEGERS,
            rule: "integers: a model is evaluated",
            original: "return if confirmed {",
            replacement: "return if confirmed || true {",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::what_a_state_satisfies_is_not_unsatisfiable",
    },
    Guarded {
        fault: Fault {
            file: INTEGERS,
            rule: "integers: elements are the same where the indices are",
            original: "encoder.atoms.sat.clause([-there, same]);",
            replacement: "encoder.atoms.sat.clause([same]);",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::what_a_state_satisfies_is_not_unsatisfiable",
    },
    Guarded {
        fault: Fault {
            file: ENCODE,
            rule: "integers: an element is read where it was stored",
            original: "(s.app(Op::Eq, &[index, *at]), *element, below)",
            replacement: "(s.app(Op::Eq, &[index, *at]), below, *element)",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::what_a_state_satisfies_is_not_unsatisfiable",
    },
    Guarded {
        fault: Fault {
            file: ENCODE,
            rule: "integers: a quantifier speaks of its range",
            original: "Ok(-self.atoms.both([inside, -body]))",
            replacement: "Ok(-self.atoms.both([self.atoms.truth, -body]))",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::random::what_a_state_satisfies_is_not_unsatisfiable",
    },
    Guarded {
        fault: Fault {
            file: ENCODE,
            rule: "integers: a witness occurs nowhere else",
            original: "if self.taken.insert(witness) {",
            replacement: "if self.taken.insert(witness) || true {",
        },
        package: "effigy-solver",
        suite: "units",
        test: "integers::tests::a_witness_is_no_variable_of_the_query",
    },
];

/// All faults with tests of their own.
pub fn guarded() -> impl Iterator<Item = &'static Guarded> {
    let all = GUARDED.iter().chain(sets::SETS).chain(merging::MERGING);
    all.chain(unwinding::UNWINDING)
        .chain(following::FOLLOWING)
        .chain(searching::SEARCHING)
        .chain(models::MODELS)
        .chain(sizes::SIZES)
}
