use crate::link::link;
use crate::program::Program;
use crate::text::{parse, print_program};
use crate::verify::verify_program;

fn program(text: &str) -> Program {
    parse(text, "test").unwrap_or_else(|e| panic!("{e:?}"))
}

const LIBRARY: &str = r#"
constant $lib.table size 8 align 8 {
  address 0 @lib.helper
}
declare @elsewhere() -> ()
define @lib.helper() -> (bv32) {
b0:
  return 7:bv32
}
define @wanted(%0: bv32) -> (bv32) {
b0:
  call @elsewhere()
  %1: bv32 := call @lib.helper()
  return %1
}
define @main() -> (bv32) {
b0:
  return 1:bv32
}
"#;

#[test]
fn declarations_get_bodies_and_definitions_stay() {
    let own = program(
        "declare @wanted(bv32) -> (bv32)\ndefine @main() -> (bv32) {\nb0:\n  %0: bv32 := call @wanted(2:bv32)\n  \
         return %0\n}\n",
    );
    let linked = link(own, program(LIBRARY));
    let text = print_program(&linked).unwrap_or_default();
    assert_eq!(verify_program(&linked), Ok(()), "{text}");
    assert_eq!(text.matches("@main()").count(), 1);
    assert!(text.contains("call @wanted(2:bv32)"), "{text}");
    assert!(text.contains("call @lib.helper()"), "{text}");
    assert!(text.contains("address 0 @lib.helper"), "{text}");
    assert!(linked.function_named("wanted").is_some_and(|f| linked.functions[f].defined));
    assert!(linked.function_named("elsewhere").is_some_and(|f| !linked.functions[f].defined));
}

#[test]
fn a_declaration_of_other_sorts_stays_external() {
    let own = program("declare @wanted(bv64) -> (bv32)\n");
    let linked = link(own, program(LIBRARY));
    assert!(linked.function_named("wanted").is_some_and(|f| !linked.functions[f].defined));
}
