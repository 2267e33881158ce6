//! Labels, and which of them a GO TO may lead to.

use super::Checker;
use crate::problem::Problem;
use crate::syntax::{Name, RawKind, RawProcedure, RawStatement};
use crate::tree::{Label, LabelId};

impl Checker<'_> {
    /// Declares the labels of a procedure. Groups are numbered here as they are when statements are checked.
    pub(super) fn declare_labels(&mut self, raw: &RawProcedure) {
        self.group_count = 0;
        self.labels_in(&raw.body, 0);
        self.declare_each(&raw.end.labels, 0);
        self.group_count = 0;
    }

    fn labels_in(&mut self, body: &[RawStatement], group: usize) {
        for statement in body {
            self.declare_each(&statement.labels, group);
            match &statement.kind {
                RawKind::If { then, otherwise, .. } => {
                    self.labels_in(std::slice::from_ref(then.as_ref()), group);
                    if let Some(otherwise) = otherwise {
                        self.labels_in(std::slice::from_ref(otherwise.as_ref()), group);
                    }
                }
                RawKind::Do { body, end, .. } => {
                    self.group_count += 1;
                    let inner = self.group_count;
                    self.labels_in(body, inner);
                    self.declare_each(&end.labels, inner);
                }
                _ => {}
            }
        }
    }

    fn declare_each(&mut self, labels: &[Name], group: usize) {
        for Name { text, span } in labels {
            if self.label_names.contains_key(text) {
                self.report(*span, Problem::LabelTwice(text.clone()));
                continue;
            }
            if self.names.contains_key(text) {
                self.report(*span, Problem::LabelAndVariable(text.clone()));
            }
            let id = self.labels.push(Label { name: text.clone(), span: *span });
            self.label_names.insert(text.clone(), (id, group));
        }
    }

    pub(super) fn labels_of(&self, names: &[Name]) -> Vec<LabelId> {
        let found = names.iter().filter_map(|name| self.label_names.get(&name.text));
        found.map(|(id, _)| *id).collect()
    }

    /// Where a GO TO leads.
    pub(super) fn destination(&mut self, Name { text, span }: &Name) -> Option<LabelId> {
        let Some((id, group)) = self.label_names.get(text).copied() else {
            if self.is_broken(text) {
                return None;
            }
            let hint = self.near(text, self.labels.iter().map(|(_, l)| l.name.as_str()));
            return self.fail(*span, Problem::UnknownLabel { name: text.clone(), hint });
        };
        if !self.groups.contains(&group) {
            return self.fail(*span, Problem::IntoGroup(text.clone()));
        }
        Some(id)
    }
}
