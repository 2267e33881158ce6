//! Native builds of C programs and of LLVM IR, each with the instrument that the predicted end calls for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use effigy_base::budget::CancelToken;
use effigy_base::natively::Watch;
use effigy_formats::harness_c::INTRINSICS;
use effigy_formats::test_case::Outcome;

use super::{stubs, symbols};
use effigy_compile::c::{add_driver, driver, list_sources};
use effigy_compile::cache::sources::Sources;
use effigy_compile::cache::{Cache, Key};
use effigy_compile::child::{self, Ended};
use effigy_compile::identity::Identity;
use effigy_compile::languages::RUST;
use effigy_compile::preprocessed::{is_preprocessed, readable};
use effigy_compile::rustc::{COMPARISONS_RUNTIME, COUNTERS_RUNTIME, Counters};
use effigy_compile::several;
use effigy_compile::{
    Compiled, HEADERS, Scratch, clang, find_program, fingerprint, flags, place_program,
    write_headers,
};
use effigy_outcome::language::{Language, NativeBuild};

/// Functions of the library that the address sanitizer does not watch, in a form that it does.
const CHECKED: &str = include_str!("runtime/checked.c");

/// The flag for parts of the runtime that nothing watches.
const UNWATCHED: &str = "-fno-sanitize=all";

/// Reads the test's objects; the intrinsics over them follow it.
const OBJECTS: &str = include_str!("runtime/objects.c");

/// What watches a native run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrument {
    /// Nothing.
    Plain = 0,
    /// AddressSanitizer and UndefinedBehaviorSanitizer.
    Address = 1,
    /// The same with the search for leaks.
    Leak = 2,
    /// MemorySanitizer.
    Memory = 3,
    /// Valgrind, where MemorySanitizer does not link.
    Valgrind = 4,
    /// Counters of edges that are read after the run (`counted.rs`); compiled for speed.
    Counters = 5,
    /// As `Address`, with the check of alignments.
    Alignment = 6,
    /// As `Address`, with the check that pointers that are subtracted or compared lie in one object.
    Pointers = 7,
    /// As `Counters`, and what is compared can be read, too.
    Comparisons = 8,
}

impl Instrument {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// The one that sees a defect of this kind.
    pub(super) fn for_outcome(language: Language, outcome: &Outcome) -> Self {
        let Outcome::Finding { kind, .. } = outcome else { return Instrument::Plain };
        match (language.native(), kind.natively().watch) {
            (NativeBuild::WithModule, _) | (_, Watch::Nothing) => Instrument::Plain,
            (_, Watch::Values) if memory_sanitizer_works() => Instrument::Memory,
            (_, Watch::Values) => Instrument::Valgrind,
            (_, Watch::Leaks) => Instrument::Leak,
            (NativeBuild::FromSource, Watch::Alignments) => Instrument::Alignment,
            (NativeBuild::FromSource, Watch::Pointers) => Instrument::Pointers,
            (_, Watch::Addresses | Watch::Alignments | Watch::Pointers) => Instrument::Address,
        }
    }

    fn sanitizers(self) -> &'static str {
        match self {
            Instrument::Plain | Instrument::Valgrind => "",
            Instrument::Address | Instrument::Leak | Instrument::Alignment => {
                "-fsanitize=address,undefined -fno-sanitize-recover=all"
            }
            Instrument::Pointers => {
                "-fsanitize=address,undefined,pointer-compare,pointer-subtract -fno-sanitize-recover=all"
            }
            Instrument::Memory => "-fsanitize=memory -fno-sanitize-recover=all",
            Instrument::Counters => {
                "-fsanitize-coverage=inline-8bit-counters -fno-sanitize-link-runtime"
            }
            // The compiler would put loads in the place of short comparisons of texts.
            Instrument::Comparisons => {
                "-fsanitize-coverage=inline-8bit-counters,trace-cmp -fno-sanitize-link-runtime \
                 -fno-builtin-memcmp -fno-builtin-bcmp -fno-builtin-strcmp -fno-builtin-strncmp"
            }
        }
    }

    /// The attribute that makes a function of a module take part.
    fn attribute(self) -> &'static str {
        match self {
            Instrument::Plain | Instrument::Valgrind => "",
            Instrument::Counters | Instrument::Comparisons => "",
            _ if self.watches_addresses() => "sanitize_address ",
            _ => "sanitize_memory ",
        }
    }

    /// Whether its program counts edges.
    fn counts(self) -> bool {
        matches!(self, Instrument::Counters | Instrument::Comparisons)
    }

    /// Whether AddressSanitizer takes part.
    pub(super) fn watches_addresses(self) -> bool {
        use Instrument::{Address, Alignment, Leak, Pointers};
        matches!(self, Address | Leak | Alignment | Pointers)
    }

    /// The checks that are left out of the undefined behaviour sanitizer of a compiler.
    fn exceptions(self, of_clang: bool) -> String {
        let alignment = if self == Instrument::Alignment { "" } else { "alignment," };
        let function = if of_clang { ",function" } else { "" };
        match self.watches_addresses() {
            true => format!("-fno-sanitize={alignment}object-size,vptr{function}"),
            false => String::new(),
        }
    }

    /// Whether tests can be forked from a process that has loaded the program: MemorySanitizer and valgrind want to see the
    /// start of it, and the search for leaks stops threads by tracing them.
    pub(super) fn forks(self) -> bool {
        use Instrument::{Address, Alignment, Comparisons, Counters, Plain, Pointers};
        matches!(self, Plain | Address | Counters | Comparisons | Alignment | Pointers)
    }

    /// What the sanitizers' runtimes are told. Addresses become lines outside of the sandbox, where there is a program for it.
    pub(super) fn options(self) -> Vec<(&'static str, String)> {
        const ADDRESS: &str = "abort_on_error=0:exitcode=99:detect_leaks=0:detect_stack_use_after_return=1:\
                               allocator_may_return_null=1:handle_abort=0:max_malloc_fill_size=0:verify_asan_link_order=0";
        let symbols = format!("symbolize={}", u8::from(!symbols::available()));
        let with = |text: &str| format!("{text}:{symbols}");
        let pairs = match self {
            Instrument::Pointers => ":detect_invalid_pointer_pairs=2",
            _ => "",
        };
        match self {
            Instrument::Plain | Instrument::Valgrind => vec![],
            Instrument::Counters | Instrument::Comparisons => vec![],
            Instrument::Leak => {
                let options = "exitcode=99:detect_leaks=1:hard_rss_limit_mb=4096";
                vec![("ASAN_OPTIONS", with(options)), ("LSAN_OPTIONS", symbols)]
            }
            Instrument::Address | Instrument::Alignment | Instrument::Pointers => vec![
                ("ASAN_OPTIONS", with(&format!("{ADDRESS}{pairs}"))),
                ("UBSAN_OPTIONS", with("print_stacktrace=0:exitcode=99:abort_on_error=0")),
            ],
            Instrument::Memory => {
                let options =
                    "exitcode=99:abort_on_error=0:hard_rss_limit_mb=4096:strict_string_checks=1";
                vec![("MSAN_OPTIONS", with(options))]
            }
        }
    }
}

/// Whether clang is there with the runtime of MemorySanitizer.
fn memory_sanitizer_works() -> bool {
    static ANSWER: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *ANSWER.get_or_init(|| {
        let (Ok(clang), Ok(scratch)) = (clang(), Scratch::new()) else { return false };
        let Ok(source) = scratch.write("probe.c", b"int main(void) { return 0; }\n") else {
            return false;
        };
        let mut command = Command::new(clang);
        command.arg("-fsanitize=memory").arg(source).arg("-o").arg(scratch.file("probe"));
        quiet(&mut command, &CancelToken::new()).is_ok()
    })
}

/// A build to make.
pub(super) struct Recipe<'a> {
    pub compiled: &'a Compiled,
    pub instrument: Instrument,
    pub scratch: &'a Scratch,
}

impl Recipe<'_> {
    /// The program that an earlier run left, or a new one.
    pub(super) fn build(&self) -> Result<PathBuf, String> {
        let Compiled { cache, cancel, .. } = self.compiled;
        let key = self.key();
        let kept = key.and_then(|key| cache.get(key)).and_then(|files| files.into_iter().next());
        if let Some(program) = kept {
            let placed = place_program(self.scratch, &self.name(), &program, cancel);
            return placed.map_err(|e| e.to_string());
        }
        let since = SystemTime::now();
        let program = self.build_anew()?;
        if let Some(key) = key
            && let Some(sources) = self.sources(since)
            && let Ok(content) = std::fs::read(&program)
        {
            cache.put(key, &sources, &[&content]);
        }
        Ok(program)
    }

    /// All that goes into the program but the contents of the sources; `None` when that is not known.
    fn key(&self) -> Option<Key> {
        let Compiled { c_flags, source, module_text, language, cancel, .. } = self.compiled;
        if !self.compiled.others.is_empty() || is_preprocessed(source) {
            return None;
        }
        flags::known(c_flags)?;
        let mut identity = Identity::new("native program");
        identity.text(language.name()).text(&self.name()).text(self.instrument.sanitizers());
        for text in [CHECKED, OBJECTS, INTRINSICS, COMPARISONS_RUNTIME]
            .iter()
            .chain(HEADERS.iter().map(|(_, t)| t))
        {
            identity.text(text);
        }
        // The second one builds what the first one does not.
        for compiler in [clang().ok(), find_program("gcc")].into_iter().flatten() {
            identity.c_compiler(&compiler, cancel).ok()?;
        }
        identity.text(&self.stubs().concat());
        identity.text(driver(self.compiled.driven)).found("ld").path(source);
        for flag in c_flags {
            identity.text(flag);
        }
        if language.native() == NativeBuild::FromModule {
            identity.text(module_text);
        }
        Some(identity.key())
    }

    /// The sources that the compiler told; a module's text is in the key.
    fn sources(&self, since: SystemTime) -> Option<Sources> {
        if self.compiled.language.native() == NativeBuild::FromModule {
            return Some(Sources::default());
        }
        let headers = flags::known(&self.compiled.c_flags)?;
        let list = std::fs::read_to_string(self.list()).ok()?;
        Sources::of_make(&list, self.scratch.path(), &headers.folders, since)
    }

    /// Where the compiler tells its sources.
    fn list(&self) -> PathBuf {
        self.scratch.file(&format!("{}.d", self.name()))
    }

    fn name(&self) -> String {
        format!("program{}", self.instrument as usize)
    }

    /// Builds with the first compiler that manages: clang, and for C then gcc, whose sanitizers come with it.
    fn build_anew(&self) -> Result<PathBuf, String> {
        let language = self.compiled.language;
        match language.native() {
            NativeBuild::FromSource => self.build_c(),
            NativeBuild::FromModule => self.build_module(),
            NativeBuild::WithModule => Err("the compiler left no executable".to_owned()),
            NativeBuild::None => {
                Err(format!("there is no compiler of {} programs", language.title()))
            }
        }
    }

    fn build_c(&self) -> Result<PathBuf, String> {
        let include = write_headers(self.scratch).map_err(|e| e.to_string())?;
        let source = &self.compiled.source;
        let with_clang = match clang() {
            Ok(clang) => {
                let mut command = self.command(&clang, &self.instrument.exceptions(true));
                self.add_source(&mut command, &include, source)?;
                self.link(&clang, command)
            }
            Err(e) => Err(e.to_string()),
        };
        let clangs_own = self.instrument == Instrument::Memory || self.instrument.counts();
        let gcc = find_program("gcc").filter(|_| !clangs_own);
        match (with_clang, gcc) {
            (Err(_), Some(gcc)) => {
                let mut command = self.command(&gcc, &self.instrument.exceptions(false));
                self.add_source(&mut command, &include, source)?;
                self.link(&gcc, command)
            }
            (result, _) => result,
        }
    }

    fn add_source(
        &self,
        command: &mut Command,
        include: &Path,
        source: &Path,
    ) -> Result<(), String> {
        let flags = &self.compiled.c_flags;
        if !self.compiled.others.is_empty() {
            return self.add_objects(command, include);
        }
        command.arg("-I").arg(include);
        if self.compiled.driven {
            add_driver(command, self.scratch).map_err(|e| e.to_string())?;
        }
        command.args(flags).arg(readable(source, self.scratch, 0).map_err(|e| e.to_string())?);
        if flags::known(flags).is_some() {
            list_sources(command, &self.list());
        }
        Ok(())
    }

    /// Compiles each file of a program of several by itself, since each may have its own flags, and adds the objects. Those that
    /// override come first, because the linker takes the first definition.
    fn add_objects(&self, command: &mut Command, include: &Path) -> Result<(), String> {
        let Compiled { others, source, c_flags, driven, cancel, .. } = self.compiled;
        let flags = several::flags_of(others, source).map_err(|e| e.to_string())?;
        let overrides = others.overrides.iter().rev();
        let files = overrides.chain(std::iter::once(source)).chain(&others.linked);
        let mut objects = Vec::new();
        for (number, file) in files.enumerate() {
            let object = self.scratch.file(&format!("{}-{number}.o", self.name()));
            let mut compile = Command::new(command.get_program());
            compile.args(command.get_args()).arg("-c").arg("-I").arg(include);
            if *driven && file == source {
                add_driver(&mut compile, self.scratch).map_err(|e| e.to_string())?;
            }
            compile.args(flags.get(file).into_iter().flatten()).args(c_flags);
            let source = readable(file, self.scratch, number).map_err(|e| e.to_string())?;
            compile.arg(source).arg("-o").arg(&object);
            quiet(&mut compile, cancel)?;
            objects.push(object);
        }
        command.args(objects);
        if !others.overrides.is_empty() {
            command.arg("-Wl,--allow-multiple-definition");
        }
        Ok(())
    }

    /// The user's module; a sanitizer takes part in every function that has attributes.
    fn build_module(&self) -> Result<PathBuf, String> {
        let clang = clang().map_err(|e| e.to_string())?;
        let attribute = self.instrument.attribute();
        let mut text = String::with_capacity(self.compiled.module_text.len() + 4096);
        for line in self.compiled.module_text.lines() {
            match line.split_once(" = { ").filter(|(head, _)| head.starts_with("attributes #")) {
                Some((head, rest)) => text.extend([head, " = { ", attribute, rest]),
                None => text.push_str(line),
            }
            text.push('\n');
        }
        let name = format!("module{}.ll", self.instrument as usize);
        let module = self.scratch.write(&name, text.as_bytes()).map_err(|e| e.to_string())?;
        let mut command = self.command(&clang, "");
        command.arg(&module);
        self.link(&clang, command)
    }

    fn command(&self, compiler: &Path, exceptions: &str) -> Command {
        let mut command = Command::new(compiler);
        command.args(match self.instrument {
            _ if self.instrument.counts() => ["-g", "-O1", "-fno-omit-frame-pointer", "-w"],
            _ => ["-g", "-O0", "-fno-omit-frame-pointer", "-w"],
        });
        command.args(self.instrument.sanitizers().split_whitespace());
        command.args(exceptions.split_whitespace());
        command
    }

    /// Adds the runtime and the libraries; answers the program. The unwinder is not a library of its own: every mapping of
    /// the loaded program is copied for each test.
    fn link(&self, compiler: &Path, mut command: Command) -> Result<PathBuf, String> {
        let stubs = self.stubs();
        if !stubs.is_empty() {
            command.arg(self.stubs_object(&stubs)?);
        }
        let objects = [OBJECTS, INTRINSICS].join("\n");
        let objects = match self.instrument {
            Instrument::Memory => self.runtime(compiler, &objects, "-fsanitize=memory"),
            Instrument::Counters => self.runtime(compiler, COUNTERS_RUNTIME, UNWATCHED),
            Instrument::Comparisons => self.runtime(compiler, COMPARISONS_RUNTIME, UNWATCHED),
            _ => self.runtime(compiler, &objects, UNWATCHED),
        };
        command.arg(objects?);
        if self.instrument.watches_addresses() {
            command.arg(self.runtime(compiler, CHECKED, "-fsanitize=address")?);
            command.arg("-Wl,--wrap=fgets");
        }
        let program = self.scratch.file(&self.name());
        command.args(["-lm", "-lpthread", "-static-libgcc", "-o"]).arg(&program);
        quiet(&mut command, &self.compiled.cancel)?;
        Ok(program)
    }

    /// Definitions of functions that the program declares and nobody defines. They come before the runtime, whose intrinsics may have
    /// other types.
    fn stubs(&self) -> Vec<String> {
        let Compiled { module_text, external, language, .. } = self.compiled;
        if self.instrument.counts() || *language == RUST {
            return Vec::new();
        }
        stubs::stubs(module_text, stubs::policy(*external), self.instrument.attribute())
    }

    fn stubs_object(&self, texts: &[String]) -> Result<PathBuf, String> {
        let mut refused = Err(String::new());
        for text in texts {
            refused = self.compile_stubs(text);
            if refused.is_ok() {
                break;
            }
        }
        refused
    }

    fn compile_stubs(&self, text: &str) -> Result<PathBuf, String> {
        let clang = clang().map_err(|e| e.to_string())?;
        let name = format!("stubs{}", self.instrument as usize);
        let source = self.scratch.write(&format!("{name}.ll"), text.as_bytes());
        let object = self.scratch.file(&format!("{name}.o"));
        let mut command = Command::new(clang);
        command.args(["-w", "-c"]).args(self.instrument.sanitizers().split_whitespace());
        command.arg(source.map_err(|e| e.to_string())?).arg("-o").arg(&object);
        quiet(&mut command, &self.compiled.cancel)?;
        Ok(object)
    }

    fn runtime(&self, compiler: &Path, text: &str, flag: &str) -> Result<PathBuf, String> {
        let Compiled { cache, cancel, .. } = self.compiled;
        runtime(compiler, text, flag, self.scratch, cache, cancel)
    }
}

/// The object that is linked with programs that count their edges.
pub(super) fn counters(
    compares: bool,
    scratch: &Scratch,
    cache: &Cache,
    cancel: &CancelToken,
) -> Result<Counters, String> {
    let compiler = find_program("cc").or_else(|| clang().ok()).ok_or("there is no C compiler")?;
    let text = if compares { COMPARISONS_RUNTIME } else { COUNTERS_RUNTIME };
    let object = runtime(&compiler, text, "-fPIC", scratch, cache, cancel)?;
    Ok(Counters { object, compares })
}

/// A part of the runtime as an object file. It is the same for all programs and kept in the cache.
fn runtime(
    compiler: &Path,
    text: &str,
    flag: &str,
    scratch: &Scratch,
    cache: &Cache,
    cancel: &CancelToken,
) -> Result<PathBuf, String> {
    let name = fingerprint(&[flag, text]);
    let object = scratch.file(&format!("runtime-{name}.o"));
    let mut identity = Identity::new("runtime");
    identity.c_compiler(compiler, cancel).map_err(|e| e.to_string())?;
    let key = identity.text(flag).text(text).key();
    if let Some(kept) = cache.get(key).and_then(|files| files.into_iter().next()) {
        std::fs::write(&object, kept).map_err(|e| e.to_string())?;
        return Ok(object);
    }
    let source = format!("runtime-{name}.c");
    let source = scratch.write(&source, text.as_bytes()).map_err(|e| e.to_string())?;
    let mut command = Command::new(compiler);
    command.args(["-O1", "-w", "-c", flag]).arg(source).arg("-o").arg(&object);
    quiet(&mut command, cancel)?;
    if let Ok(content) = std::fs::read(&object) {
        cache.put(key, &Sources::default(), &[&content]);
    }
    Ok(object)
}

/// Runs a compiler until the run is stopped; the first lines of what it says are the error.
fn quiet(command: &mut Command, cancel: &CancelToken) -> Result<(), String> {
    let name: OsString = command.get_program().to_owned();
    let output = match child::run(command, cancel) {
        Ok(Ended::Itself(output)) => output,
        Ok(Ended::Stopped(_)) => {
            return Err("the run was stopped during the native build".to_owned());
        }
        Err(e) => return Err(format!("cannot run {}: {e}", name.to_string_lossy())),
    };
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let head: Vec<&str> = text.lines().take(6).collect();
    Err(format!("no native build: {}", head.join("\n")))
}

#[cfg(test)]
mod tests;
