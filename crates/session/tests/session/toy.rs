//! A language that is made up here: a line in a table runs it.

use effigy_ir::text::parse;
use effigy_session::compile::Compiled;
use effigy_session::error::SessionError;
use effigy_session::explore::explore;
use effigy_session::front_end::FrontEnd;
use effigy_session::language::{Facts, Language, NativeBuild};
use effigy_session::languages::LANGUAGES;
use effigy_session::load::Loaded;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::{Datum, Replay, Verdict};
use effigy_session::progress::Silent;
use effigy_session::prove::{
    ParseOptions, ProofFrontEnd, ProofLanguages, ProofStatus, ProofWalks, ProveOptions, Reading,
    Viper, prove,
};
use effigy_session::table::{Languages, Row, Verb};
use effigy_testkit::TempDir;
use std::path::Path;

const TOY: Language = Language::new(&Facts {
    name: "toy",
    title: "toy",
    extensions: &["toy"],
    native: NativeBuild::None,
});

/// A program is `NAME LIMIT`: it reads a byte of that name, and fails when it is the limit or more.
struct Toy;

impl FrontEnd for Toy {
    fn load(&self, compiled: &Compiled, _: &ExploreOptions) -> Result<Loaded, SessionError> {
        let (name, limit) = compiled.module_text.trim().split_once(' ').unwrap_or_default();
        let file = compiled.source.to_string_lossy();
        let text = format!(
            "file f0 {file:?}\n\
             define @main() -> (bv8) {{\n\
             !0 = f0:1:1 \"main\"\n\
             b0:\n\
             %0: bv8 := symbolic {name:?} !0\n\
             %1: bool := bvult %0, {limit}:bv8 !0\n\
             check %1 assertion \"{name} is below {limit}\" !0\n\
             return %0 !0\n\
             }}\n"
        );
        let program =
            parse(&text, "toy").map_err(|diagnostics| SessionError::Load { diagnostics })?;
        Loaded::alone(program, "main", "main".to_owned())
    }
}

const TOYS: Languages = Languages::new(&[Row {
    language: TOY,
    verbs: &[Verb::Explore, Verb::Prove],
    front_end: Some(&Toy),
    is_program: None,
}]);

#[test]
fn a_language_is_a_line_in_a_table() {
    let folder = TempDir::new();
    let file = folder.write("small.toy", "width 200\n");
    let options = ExploreOptions { threads: Some(1), ..ExploreOptions::new(&file) };
    let outcome = explore(TOYS, &options, &mut Silent).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((outcome.paths.completed, outcome.paths.failed), (1, 1));
    assert_eq!(outcome.verdict(), Verdict::Failed);
    let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
    assert_eq!(finding.message, "width is below 200");
    assert_eq!((finding.place.line, &finding.replay), (1, &Replay::Confirmed));
    let [input] = finding.inputs.as_slice() else { panic!("{:?}", finding.inputs) };
    assert_eq!(input.name, "width");
    let Some(Datum::Integer(width)) = &input.value else { panic!("{input:?}") };
    assert!(*width >= 200.into() || *width < 0.into(), "{width}");
    // The language has a name on the command line, too, and says what it reads.
    let named = ExploreOptions { language: Some("toy".to_owned()), ..options.clone() };
    assert_eq!(TOYS.of(&named), Some(TOY));
    let unknown = explore(TOYS, &ExploreOptions::new("small.c"), &mut Silent);
    let unknown = unknown.err().map(|e| e.to_string()).unwrap_or_default();
    assert!(unknown.contains("Effigy reads .toy files"), "{unknown}");
    // The table of the others does not know it.
    assert_eq!(LANGUAGES.of(&options), None);
}

impl ProofFrontEnd for Toy {
    /// That the limit is one that a byte can reach.
    fn read(&self, path: &Path, text: &[u8], options: &ParseOptions) -> Reading {
        let text = String::from_utf8_lossy(text);
        let (name, limit) = text.trim().split_once(' ').unwrap_or_default();
        let text = format!("method {name}() {{ assert {limit} < 256 }}\n");
        Viper.read(path, text.as_bytes(), options)
    }
}

const PROVED: ProofLanguages = ProofLanguages::new(&[(TOY, &Toy)]);

#[test]
fn a_language_is_a_line_in_the_table_of_proofs() {
    let folder = TempDir::new();
    let file = |name, text| folder.write(name, text);
    let programs = vec![file("small.toy", "width 200\n"), file("large.toy", "height 300\n")];
    let options = |inputs| ProveOptions { cache: false, ..ProveOptions::new(inputs) };
    let outcome = prove(PROVED, &options(programs)).unwrap_or_else(|e| panic!("{e}"));
    let proved = |name: &str| {
        let member = outcome.members.iter().find(|member| member.name == name);
        member.map(|member| member.status == ProofStatus::Proved)
    };
    assert_eq!((proved("width"), proved("height")), (Some(true), Some(false)));
    // Other files are refused, and what is right is said.
    let refused = prove(PROVED, &options(vec!["p.vpr".into()]));
    let refused = refused.err().map(|e| e.to_string()).unwrap_or_default();
    assert_eq!(refused, "prove is for toy programs (.toy files)");
    // A session asks for assertions in the text of Viper programs alone, and this is none.
    let smoke = ParseOptions { smoke: true, ..ParseOptions::default() };
    let smoke = ProveOptions { reading: smoke, ..options(vec![file("s.toy", "width 2\n")]) };
    assert!(ProofWalks::load(PROVED, &smoke).is_err_and(|e| e.to_string().contains("--smoke")));
}
