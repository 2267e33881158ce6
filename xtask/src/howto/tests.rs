use super::step::{Step, how_tos};

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
fn a_block_goes_above_a_line_or_in_its_place() {
    let edited = |relation: &str| {
        let page = format!("## A\n\nIn `f`, {relation} `b`:\n\n```\nnew\n```\n");
        let found = how_tos(&page).unwrap();
        let Step::Edit(edit) = &found[0].steps[0] else { panic!("a command") };
        edit.applied("a\nb\nc\n").unwrap()
    };
    assert_eq!(edited("above"), "a\nnew\nb\nc\n");
    assert_eq!(edited("instead of"), "a\nnew\nc\n");
}

#[test]
fn a_sentence_that_names_no_place_is_no_step() {
    let error = how_tos("## A\n\nIn `f`, near `b`:\n\n```\nnew\n```\n").err().unwrap();
    assert_eq!(error, "A: not a step: In `f`, near `b`:");
}
