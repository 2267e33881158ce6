//! Print, parse, print: the text form loses nothing.

mod generate;

use effigy_base::op::Op;
use effigy_ir::program::Program;
use effigy_ir::text::{parse, print_program};
use effigy_ir::verify::verify_program;
use effigy_testkit::{Rng, cases, times};
use std::collections::HashSet;

fn assert_equal(a: &Program, b: &Program, text: &str) {
    assert_eq!(a.files, b.files, "{text}");
    assert_eq!(a.functions, b.functions, "{text}");
    assert_eq!(a.globals, b.globals, "{text}");
    assert_eq!(a.constructors, b.constructors, "{text}");
    assert_eq!(a.destructors, b.destructors, "{text}");
    for (id, decl) in a.functions.iter().filter(|(_, f)| f.defined) {
        assert_eq!(a.body(id), b.body(id), "@{}\n{text}", decl.name);
    }
    for (id, decl) in a.globals.iter().filter(|(_, g)| g.defined) {
        assert_eq!(a.initializer(id), b.initializer(id), "${}\n{text}", decl.name);
    }
}

#[test]
fn generated_programs_come_back_equal() {
    let mut heads = HashSet::new();
    cases(0..600, |seed| {
        let program = generate::program(&mut Rng::new(seed));
        verify_program(&program).expect("generated programs are right");
        let text = print_program(&program).expect("all bodies are there");
        let again =
            parse(&text, "generated").unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
        assert_equal(&program, &again, &text);
        assert_eq!(text, print_program(&again).expect("all bodies are there"));
        heads.extend(
            Op::ALL.iter().map(|op| op.head()).filter(|head| text.contains(&format!(":= {head}"))),
        );
    });
    // All operators but the two on arrays and concat of other widths turn up.
    assert!(heads.len() > 55, "only {} operators: {heads:?}", heads.len());
}

/// Whatever is in the text, reading gives a program or located errors.
#[test]
fn mutated_text_is_read_or_refused_with_places() {
    let mut refused = 0;
    cases(0..300, |seed| {
        let rng = &mut Rng::new(seed);
        let text = print_program(&generate::program(rng)).expect("all bodies are there");
        for _ in 0..times(10) {
            let mutated = mutate(rng, &text);
            if let Err(errors) = parse(&mutated, "mutated.ir") {
                refused += 1;
                assert!(!errors.is_empty());
                let lines = mutated.lines().count();
                assert!(
                    errors.iter().all(|e| e.line >= 1 && e.line as usize <= lines && e.column >= 1),
                    "{errors:?}\n{mutated}"
                );
            }
        }
    });
    assert!(refused > 1000, "only {refused} mutations broke anything");
}

fn mutate(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(bytes.len());
        match rng.below(5) {
            0 => bytes[at] = *rng.pick(b"%@$!b0 \"{}():,=-+.;\\\n9x"),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *rng.pick(b"%@$!b0 \"{}():,=-+.;\\\n9x")),
            3 => bytes.truncate(at.max(1)),
            _ => {
                let end = (at + rng.below(200)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
