//! A test as a C file that needs nothing of Effigy: the inputs as arrays, and the intrinsics over them.

use std::fmt::Write;

use crate::test_case::{Outcome, TestCase};

#[cfg(test)]
mod tests;

/// The native meaning of the intrinsics in C, over `next_object`, `effigy_end` and the two statuses, which the text
/// before it defines.
pub const INTRINSICS: &str = include_str!("harness_c/intrinsics.c");

const MAIN: &str = include_str!("harness_c/main.c");

const INCLUDES: &str = "#undef main\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
                        #include <string.h>\n#include <unistd.h>\n\n";

/// The harness of `test` for the program in the C file `source`, to be saved as `name`.
///
/// Its first lines say how to build and run it. The program's `main` is compiled as `effigy_program_main` and called
/// with the test's arguments, standard input and objects.
pub fn write(test: &TestCase, source: &str, name: &str) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_parts(&mut text, test, source, name);
    text
}

fn write_parts(out: &mut String, test: &TestCase, source: &str, name: &str) -> std::fmt::Result {
    let expected = match &test.predicted {
        Outcome::Exit(status) => format!("exit status {}", status & 0xff),
        Outcome::Finding { kind, message, file, line } => {
            format!("{kind} at {file}:{line}: {message}")
        }
    };
    let program = name.strip_suffix(".c").unwrap_or(name);
    writeln!(out, "/* Test {} of {}.", test.number, comment(source))?;
    writeln!(out, "   Expected: {}", comment(&expected))?;
    writeln!(
        out,
        "   Build and run, where the folder `include` holds klee/klee.h and effigy.h if the program needs them:"
    )?;
    writeln!(
        out,
        "     cc -g -fsanitize=address,undefined -fno-sanitize-recover=all -Dmain=effigy_program_main \\"
    )?;
    writeln!(
        out,
        "        -I include {} {} -o {} && ./{} */",
        comment(source),
        comment(name),
        program,
        program
    )?;
    out.push_str(INCLUDES);
    out.push_str("#define STATUS_ASSUMPTION 77\n#define STATUS_NO_TEST 78\n\n");
    write_objects(out, test)?;
    write_environment(out, test)?;
    out.push_str(MAIN);
    out.push('\n');
    out.push_str(INTRINSICS);
    Ok(())
}

fn write_objects(out: &mut String, test: &TestCase) -> std::fmt::Result {
    for (index, object) in test.objects.iter().enumerate() {
        writeln!(out, "/* {} */", comment(&object.name))?;
        writeln!(
            out,
            "static const unsigned char effigy_object_{index}[] = {};",
            array(&object.bytes)
        )?;
    }
    writeln!(out, "#define EFFIGY_OBJECTS {}", test.objects.len())?;
    out.push_str(
        "static const struct { const unsigned char *bytes; size_t size; } effigy_objects[] = {\n",
    );
    for (index, object) in test.objects.iter().enumerate() {
        writeln!(out, "  {{effigy_object_{index}, {}}},", object.bytes.len())?;
    }
    out.push_str("  {NULL, 0},\n};\n\n");
    Ok(())
}

fn write_environment(out: &mut String, test: &TestCase) -> std::fmt::Result {
    let stdin = test.stdin.as_deref().unwrap_or_default();
    writeln!(out, "#define EFFIGY_STDIN {}", stdin.len())?;
    writeln!(out, "static const unsigned char effigy_stdin[] = {};", array(stdin))?;
    for (index, argument) in test.arguments.iter().enumerate() {
        let bytes: Vec<u8> = argument.iter().copied().chain([0]).collect();
        writeln!(out, "static unsigned char effigy_argument_{index}[] = {};", array(&bytes))?;
    }
    writeln!(out, "#define EFFIGY_ARGUMENTS {}", 1 + test.arguments.len())?;
    out.push_str("static char *effigy_arguments[] = {\n  NULL,\n");
    for index in 0..test.arguments.len() {
        writeln!(out, "  (char *)effigy_argument_{index},")?;
    }
    out.push_str("  NULL,\n};\n\n");
    Ok(())
}

/// A C initializer; C has no empty arrays, so an empty one gets a byte that nobody counts.
fn array(bytes: &[u8]) -> String {
    let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
    if list.is_empty() { "{0}".to_owned() } else { format!("{{{}}}", list.join(", ")) }
}

/// A text that cannot end the comment it stands in.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
}
