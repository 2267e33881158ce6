//! What the suite does with a folder beside proving its files: the options of the test classes of Viper and of the tool
//! like ours.

/// The folder that `import <path>` looks into: it is on the class path of the suite, where the language's own files lie in
/// a folder of the same name.
pub const LIBRARY: &str = "import";

/// How much of a file the suite looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// It is proved.
    Proof,
    /// It is parsed, and names and types need not be right.
    Syntax,
}

/// How the files of a folder are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Arguments of `effigy prove`.
    pub arguments: &'static [&'static str],
    pub extent: Extent,
    /// Whether the files are parts of programs in other folders, which import them, and no programs.
    pub only_imported: bool,
}

/// How a file is run whose path starts from the suite's folder.
pub fn setup(path: &str) -> Setup {
    let plain = Setup { arguments: &[], extent: Extent::Proof, only_imported: false };
    match path.split('/').next() {
        // `SiliconTestsSmokeDetection` runs it with `--enableSmokeDetection`.
        Some("smoke") => Setup { arguments: &["--smoke"], ..plain },
        // `SiliconTestsOldPermSemantics` runs it with `--respectFunctionPrePermAmounts`.
        Some("oldpermsemantics") => Setup { arguments: &["--exact-amounts"], ..plain },
        // `ReformatterTests` parses its files and prints them; many name what is declared nowhere.
        Some("reformatter") => Setup { extent: Extent::Syntax, ..plain },
        // No test class has it among its folders; `all/import/standard_import` imports its files.
        Some(LIBRARY) => Setup { only_imported: true, ..plain },
        _ => plain,
    }
}
