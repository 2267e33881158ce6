use super::edited;
use super::step::{Step, how_tos};
use std::path::Path;

const PAGE: &str = "# Page

Words without a step.

```
not a step
```

## A function

Some words. In `src/a.rs`, below
`fn one`:

```rust
    fn two() {}
```

A new file `src/b.rs`:

```rust
fn three() {}
```

```console
$ cat a | sort
one [..] three
last
$ true
```

## Nothing to do

Words.
";

#[test]
fn steps_are_read_from_the_page() {
    let found = how_tos(PAGE).unwrap();
    let [how_to] = &found[..] else { panic!("{}", found.len()) };
    assert_eq!(how_to.title, "A function");
    let [Step::Edit(below), Step::Edit(new), Step::Run(sort), Step::Run(_)] = &how_to.steps[..]
    else {
        panic!("{} steps", how_to.steps.len());
    };
    assert_eq!(below.file, "src/a.rs");
    assert_eq!(
        below.applied("x\n  fn one\ny\nfn one\n").unwrap(),
        "x\n  fn one\n    fn two() {}\ny\nfn one\n"
    );
    assert_eq!(below.applied("x\n").unwrap_err(), "no line of src/a.rs contains `fn one`");
    assert!(new.is_new());
    assert_eq!(new.applied("").unwrap(), "fn three() {}\n");
    assert_eq!(sort.command, "cat a | sort");
    assert!(sort.compare("zero\none two three\nmore\nlast\n").is_ok());
    assert!(sort.compare("last\none two three\n").is_err());
}

#[test]
fn a_block_goes_above_a_line_or_in_its_place_or_into_it() {
    let edited = |relation: &str| {
        let page = format!("## A\n\nIn `f`, {relation} `b`:\n\n```\nnew\n```\n");
        let found = how_tos(&page).unwrap();
        let Step::Edit(edit) = &found[0].steps[0] else { panic!("a command") };
        edit.applied("a\nb\nc\n").unwrap()
    };
    assert_eq!(edited("above"), "a\nnew\nb\nc\n");
    assert_eq!(edited("instead of"), "a\nnew\nc\n");
    assert_eq!(edited("instead of `a` to"), "new\nc\n");
    assert_eq!(edited("after"), "a\nbnew\nc\n");
}

#[test]
fn a_step_may_end_a_paragraph_and_name_a_text_with_backticks() {
    let found = how_tos("## A\n\nSee `x`. In `f`,\nafter `` `b` ``:\n\n```\n, `c`\n```\n").unwrap();
    let Step::Edit(edit) = &found[0].steps[0] else { panic!("a command") };
    assert_eq!(edit.applied("| `a`, `b` |\n").unwrap(), "| `a`, `b`, `c` |\n");
}

#[test]
fn a_step_may_be_about_the_file_of_the_one_before() {
    let page =
        "## A\n\nIn `f`, below `a`:\n\n```\n```\n\nSee `x`. There, below `a`:\n\n```\nb\n```\n";
    let found = how_tos(page).unwrap();
    let Step::Edit(edit) = &found[0].steps[1] else { panic!("a command") };
    assert_eq!((edit.file.as_str(), edit.applied("a\n").unwrap()), ("f", "a\nb\n".to_owned()));
}

#[test]
fn every_line_that_the_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let found = how_tos(&std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap()).unwrap();
    assert_eq!(found.len(), 6);
    for how_to in &found {
        assert!(
            matches!(how_to.steps.last(), Some(Step::Run(_))),
            "{} shows nothing",
            how_to.title
        );
    }
    edited(&root, &found).unwrap_or_else(|problems| panic!("CONTRIBUTING.md\n{problems}"));
}

#[test]
fn each_line_that_is_gone_is_reported_with_its_how_to_and_its_file() {
    let page = "## A\n\nIn `Cargo.toml`, below `no\nsuch`:\n\n```\n```\n\nIn `none`, above `b`:\n\n```\n```\n";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let problems = edited(root, &how_tos(page).unwrap()).unwrap_err();
    assert!(
        problems.starts_with("A: no line of Cargo.toml contains `no such`\nA: none: "),
        "{problems}"
    );
}

#[test]
fn a_sentence_that_names_no_place_is_no_step() {
    let error = how_tos("## A\n\nIn `f`, near `b`:\n\n```\nnew\n```\n").err().unwrap();
    assert_eq!(error, "A: not a step: In `f`, near `b`:");
}
