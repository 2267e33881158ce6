//! An instance as tables: a line for each signature, and for each field its tuples.

use crate::inputs::printable;
use crate::terminal::Look;
use effigy_session::relate::{Instance, Witness};
use std::fmt::Write;

/// Tuples of one field that are shown.
const MOST: usize = 60;

/// Writes an instance. What is private to a module, such as the atom that holds an order, is left out.
pub(super) fn write_instance(out: &mut String, instance: &Instance, look: &Look) {
    let sigs = instance.sigs.iter().filter(|sig| !sig.private);
    let fields = instance.fields.iter().filter(|field| !field.private);
    let names: Vec<String> = sigs
        .clone()
        .map(|sig| sig.name.clone())
        .chain(fields.clone().map(|field| format!("{}.{}", field.sig, field.name)))
        .chain(instance.witnesses.iter().map(witness_name))
        .collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(40);
    for sig in sigs {
        let atoms: Vec<Vec<String>> = sig.atoms.iter().map(|atom| vec![atom.clone()]).collect();
        write_tuples(out, &sig.name, width, 1, &atoms, look);
    }
    for field in fields {
        let name = format!("{}.{}", field.sig, field.name);
        write_tuples(out, &name, width, field.arity, &field.tuples, look);
    }
    for witness in &instance.witnesses {
        write_tuples(out, &witness_name(witness), width, witness.arity, &witness.tuples, look);
    }
}

fn witness_name(witness: &Witness) -> String {
    format!("${}", witness.name)
}

fn write_tuples(
    out: &mut String,
    name: &str,
    width: usize,
    arity: usize,
    tuples: &[Vec<String>],
    look: &Look,
) {
    let name = printable(name);
    let padded =
        format!("{}{}", look.strong(&name), " ".repeat(width.saturating_sub(name.chars().count())));
    if tuples.is_empty() {
        let _ = writeln!(out, "  {padded}  {}", look.dim("none"));
        return;
    }
    if arity == 1 {
        let atoms: Vec<String> = tuples.iter().flatten().map(|atom| printable(atom)).collect();
        let _ = writeln!(out, "  {padded}  {}", atoms.join(" "));
        return;
    }
    let widths: Vec<usize> = (0..arity)
        .map(|column| {
            let cells = tuples.iter().filter_map(|tuple| tuple.get(column));
            cells.map(|cell| printable(cell).chars().count()).max().unwrap_or(0)
        })
        .collect();
    for (number, tuple) in tuples.iter().take(MOST).enumerate() {
        let cells =
            tuple.iter().zip(&widths).map(|(cell, width)| format!("{:<width$}", printable(cell)));
        let line = cells.collect::<Vec<_>>().join(" -> ");
        let label = if number == 0 { padded.clone() } else { " ".repeat(width) };
        let _ = writeln!(out, "  {label}  {}", line.trim_end());
    }
    if tuples.len() > MOST {
        let _ = writeln!(out, "  {}  ... and {} more", " ".repeat(width), tuples.len() - MOST);
    }
}
