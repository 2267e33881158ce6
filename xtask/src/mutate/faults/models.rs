//! Faults of models of the C library, which their comparison with the machine's notices.

use super::{Fault, Guarded};

const fn fault(
    file: &'static str,
    rule: &'static str,
    original: &'static str,
    replacement: &'static str,
) -> Guarded {
    Guarded {
        fault: Fault { file, rule, original, replacement },
        package: "effigy-cli",
        suite: "libc",
        test: "models_give_what_the_machines_libc_gives",
    }
}

/// Faults of models.
pub const MODELS: &[Guarded] = &[
    fault(
        "crates/posix/src/models/text/string/compare.rs",
        "models: strncmp looks at so many bytes",
        "    for i in 0..limit {\n        if i >= room_a",
        "    for i in 0..limit.saturating_add(1) {\n        if i >= room_a",
    ),
    fault(
        "crates/posix/src/shared/decimal.rs",
        "models: of two floats that are equally near the even one is taken",
        "RoundingMode::NearestEven => rest.is_gt() || rest.is_eq() && odd,",
        "RoundingMode::NearestEven => rest.is_gt() || rest.is_eq(),",
    ),
    fault(
        "crates/posix/src/models/text/convert/float.rs",
        "models: strtof is rounded once",
        "let rounded = exact.rounded(format, direction(call)?);",
        "let mut rounded = exact.rounded(DOUBLE, direction(call)?);\n        if format == SINGLE {\n            rounded.bits = u128::from((f64::from_bits(rounded.bits as u64) as f32).to_bits());\n        }",
    ),
    fault(
        "crates/posix/src/models/text/convert.rs",
        "models: strtol is clamped",
        "let nearest = if signed && negative { 1 << 63 } else { limit };",
        "let nearest = if signed { 1 << 63 } else { limit };",
    ),
    fault(
        "crates/posix/src/models/io/stdio/float.rs",
        "models: %g takes the shorter form",
        "if power < -4 || power >= precision as i64 {",
        "if power < -5 || power >= precision as i64 {",
    ),
    fault(
        "crates/posix/src/models/io/stdio/number.rs",
        "models: # of an octal number is one zero",
        "least.max(digits.len() + 1)",
        "least.max(digits.len() + 2)",
    ),
    fault(
        "crates/posix/src/models/io/stdio/scan/set.rs",
        "models: a set may begin with its own end",
        "if let Some(first) = peek(at).filter(|c| *c == b']' || *c == b'-') {",
        "if let Some(first) = peek(at).filter(|c| *c == b'-') {",
    ),
    fault(
        "crates/posix/src/models/io/stdio/scan/item.rs",
        "models: a width ends a number",
        "if self.left == 0 || !scan.is(call, ranges)? {",
        "if !scan.is(call, ranges)? {",
    ),
    fault(
        "crates/posix/src/models/time/calendar/format.rs",
        "models: a week of ISO 8601 is of its Thursday's year",
        "let thursday = date[7] - (date[6] + 6) % 7 + 3;",
        "let thursday = date[7] - date[6] + 3;",
    ),
    fault(
        "crates/posix/src/models/text/multibyte.rs",
        "models: the end of a text is written where there is room",
        "let count = converted.units.len() as u64 + u64::from(converted.ended);",
        "let converted = &Converted { units: converted.units.clone(), ended: false, broken: false };\n    let count = converted.units.len() as u64;",
    ),
    fault(
        "crates/posix/src/models/math/parts.rs",
        "models: the neighbour of a negative number lies on the other side",
        "_ if up == negative =>",
        "_ if up =>",
    ),
    fault(
        "crates/posix/src/models/memory/bytes.rs",
        "models: memrchr searches from the end",
        "    for at in (start..start.saturating_add(len)).rev() {\n        call.go_on(at)?;\n        let byte = call.byte(at);",
        "    for at in start..start.saturating_add(len) {\n        call.go_on(at)?;\n        let byte = call.byte(at);",
    ),
];
