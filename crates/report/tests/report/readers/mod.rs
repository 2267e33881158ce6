//! Programs made by others that read what is written here; a test whose reader is not installed is skipped.

use effigy_testkit::{TempDir, skip, tool};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a reader; what it says is in the panic when it refuses.
pub fn read(program: &Path, args: &[&OsStr]) -> String {
    let output = Command::new(program).args(args).output().unwrap();
    assert!(output.status.success(), "{}: {}", program.display(), said(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn said(output: &Output) -> String {
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{}\n{out}\n{error}", output.status)
}

/// A module of Node's that is installed for all.
fn node_module(name: &str) -> Option<(PathBuf, PathBuf)> {
    let (node, npm) = (tool("node")?, tool("npm")?);
    let root = PathBuf::from(read(&npm, &["root".as_ref(), "--global".as_ref()]).trim());
    if !root.join(name).is_dir() {
        skip(name);
        return None;
    }
    Some((node, root))
}

/// Reads files with the schema of SARIF; the schema and the validator are those of a package of Microsoft's.
const SARIF: &str = "
const [root, ...files] = process.argv.slice(1);
const home = root + '/@microsoft/jest-sarif';
const Ajv = require(require.resolve('ajv', {paths: [home]}));
const read = (file) => JSON.parse(require('fs').readFileSync(file, 'utf8'));
const ajv = new Ajv({allErrors: true, schemaId: 'auto'});
ajv.addMetaSchema(require(require.resolve('ajv/lib/refs/json-schema-draft-04.json', {paths: [home]})));
const valid = ajv.compile(read(home + '/lib/schemas/sarif-2.1.0-rtm.5.json'));
for (const file of files) {
  if (!valid(read(file))) { console.log(file, JSON.stringify(valid.errors, null, 1)); process.exit(1); }
}
";

/// Checks SARIF files against the schema; false when there is no reader.
pub fn sarif(files: &[&Path]) -> bool {
    let Some((node, root)) = node_module("@microsoft/jest-sarif") else { return false };
    let mut args: Vec<&OsStr> = vec!["-e".as_ref(), SARIF.as_ref(), "--".as_ref(), root.as_ref()];
    args.extend(files.iter().map(|file| file.as_os_str()));
    read(&node, &args);
    true
}

/// A line for each test case of a JUnit file: its name and its results, as the package `junitparser` reads them.
const JUNIT: &str = "
import sys
from junitparser import JUnitXml
for suite in JUnitXml.fromfile(sys.argv[1]):
    print('suite', suite.tests, suite.failures, suite.errors, suite.skipped)
    for case in suite:
        print(case.name, [type(result).__name__ for result in case.result], [result.message for result in case.result])
";

/// What `junitparser` reads in a file; nothing when it is not installed.
pub fn junit(file: &Path) -> Option<String> {
    let python = tool("python3")?;
    let there = Command::new(&python).args(["-c", "import junitparser"]).output().unwrap();
    if !there.status.success() {
        skip("junitparser");
        return None;
    }
    Some(read(&python, &["-c".as_ref(), JUNIT.as_ref(), file.as_ref()]))
}

/// The schema of JUnit's XML that Jenkins publishes has no place of a test case; GitLab reads these two attributes of it.
const PLACE: &str = "<xs:attribute name=\"file\" type=\"xs:string\"/><xs:attribute name=\"line\" type=\"xs:string\"/>";

/// Checks JUnit files against the schema; false when it is not there.
pub fn junit_schema(files: &[&Path]) -> bool {
    let Some(xmllint) = tool("xmllint") else { return false };
    let schema = Path::new(env!("CARGO_TARGET_TMPDIR")).join("junit-10.xsd");
    let Ok(schema) = std::fs::read_to_string(schema) else {
        skip("junit-10.xsd");
        return false;
    };
    let of_case = "<xs:attribute name=\"classname\" type=\"xs:string\"/>";
    assert_eq!(schema.matches(of_case).count(), 1);
    let folder = TempDir::new();
    let schema = folder.write("junit.xsd", schema.replace(of_case, &format!("{of_case}{PLACE}")));
    let mut args: Vec<&OsStr> =
        vec!["--noout".as_ref(), "--nonet".as_ref(), "--schema".as_ref(), schema.as_os_str()];
    args.extend(files.iter().map(|file| file.as_os_str()));
    read(&xmllint, &args);
    true
}

/// What lcov says of a tracefile; nothing when it is not installed.
pub fn lcov(file: &Path) -> Option<String> {
    let lcov = tool("lcov")?;
    let branches = "lcov_branch_coverage=1";
    Some(read(&lcov, &["--summary".as_ref(), file.as_ref(), "--rc".as_ref(), branches.as_ref()]))
}

/// How many files Python finds in an archive, the first damaged one, and the first and the last name.
const ZIP: &str = "
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
names = archive.namelist()
print(len(names), archive.testzip(), names[0], names[-1])
";

/// What Python says of an archive.
pub fn zip(file: &Path) -> Option<String> {
    let python = tool("python3")?;
    Some(read(&python, &["-c".as_ref(), ZIP.as_ref(), file.as_ref()]))
}
