//! Models of one database, for tests.

use super::{Made, Meaning, Model};
use crate::database::Database;
use crate::value::Value;
use effigy_relational::{Atom, TupleSet};
use effigy_testkit::Rng;

impl Model<'_> {
    /// Some rows that the bounds allow.
    pub(crate) fn random(&self, rng: &mut Rng) -> Database {
        let mut database = Database::empty(self.schema);
        for (table, relations) in &self.tables {
            let rows = &mut database.tables[table.0 as usize];
            let slots = self.problem.relation_data(relations.rows).unwrap().upper.clone();
            for slot in &slots {
                let Some(Meaning::Row(_, key)) = self.meanings.get(slot[0].index()) else {
                    panic!("a row")
                };
                let full = rows.len() + 1 == slots.len();
                if self.domains.dangling.contains(table) {
                    if full || rng.one_in(4) {
                        continue;
                    }
                } else if rng.one_in(4) {
                    // Keys are the first ones where nothing can tell of rows that are gone.
                    break;
                }
                let values = relations.columns.iter().map(|column| {
                    let upper = &self.problem.relation_data(*column).unwrap().upper;
                    let own: Vec<Atom> =
                        upper.iter().filter(|t| t[0] == slot[0]).map(|t| t[1]).collect();
                    if own.is_empty() || rng.one_in(4) {
                        return Value::Null;
                    }
                    match &self.meanings[rng.pick(&own).index()] {
                        // Small numbers, so that arithmetic mostly stays within the bits.
                        Meaning::Value(Value::Int(n)) => Value::Int(n % 3),
                        Meaning::Value(value) => value.clone(),
                        Meaning::Row(..) => panic!("a value"),
                    }
                });
                let values = values.collect();
                rows.insert(*key, values);
            }
        }
        database
    }

    /// Demands that the database is this one.
    pub(crate) fn pin(&mut self, database: &Database) -> Made<()> {
        for (table, relations) in self.tables.clone() {
            let mut rows = Vec::new();
            let mut columns = vec![Vec::new(); relations.columns.len()];
            for (key, values) in database.rows(table) {
                let row = self.atom(&Meaning::Row(table, *key))?;
                rows.push(row);
                for (pairs, value) in columns.iter_mut().zip(values) {
                    if *value != Value::Null {
                        pairs.push((row, self.atom(&Meaning::Value(value.clone()))?));
                    }
                }
            }
            let all = std::iter::once((relations.rows, TupleSet::set(rows)));
            let columns =
                relations.columns.iter().copied().zip(columns.into_iter().map(TupleSet::pairs));
            for (relation, tuples) in all.chain(columns) {
                let own = self.problem.rel(relation)?;
                let constant = self.problem.constant(tuples)?;
                let same = self.problem.equal(own, constant)?;
                self.problem.constrain("pinned", same)?;
            }
        }
        Ok(())
    }
}
