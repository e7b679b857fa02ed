//! `cargo xtask package`: a Debian package and a tarball of the command, in `target/package`.
//!
//! The tarball brings the libraries along that a system may lack, the solver's above all, and its command finds them beside
//! itself. The Debian package names them as what it depends on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::setup;
use crate::shell::{cargo, run, succeeds, target_dir, workspace};

/// The commands that are packed.
const COMMANDS: [&str; 2] = ["faultscope", "faultscope-mcp"];

/// Libraries that every system with this C library has, and that have to fit its loader.
const OF_THE_SYSTEM: [&str; 7] =
    ["linux-vdso", "ld-linux", "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so"];

/// What of the project lies beside the commands.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Where shells look for completions, below `share`.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/faultscope"),
    ("zsh", "zsh/site-functions/_faultscope"),
    ("fish", "fish/vendor_completions.d/faultscope.fish"),
];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Try what was made in this folder, which holds a clean system (as `debootstrap --variant=minbase --include=libz3-4,gcc`
    /// makes it); needs root.
    #[arg(long, value_name = "DIR")]
    try_in: Option<PathBuf>,
}

/// Builds and packs.
///
/// # Errors
/// Where something cannot be built, written or found, and where what was made does not work.
pub(crate) fn package(arguments: &Arguments) -> Result<()> {
    setup::setup()?;
    let folder = target_dir().join("package");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty `{}`", folder.display()))?;
    }
    fs::create_dir_all(&folder)?;
    let version = version()?;
    let tarball = tarball(&folder, &version)?;
    println!("written: {}", tarball.display());
    let package = if succeeds("dpkg-deb", &["--version"]) {
        let package = debian(&folder, &version)?;
        println!("written: {}", package.display());
        Some(package)
    } else {
        println!("there is no `dpkg-deb`, and so no Debian package");
        None
    };
    match &arguments.try_in {
        Some(system) => try_in(system, &tarball, package.as_deref()),
        None => Ok(()),
    }
}

fn version() -> Result<String> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml"))?;
    let line = manifest.lines().find_map(|it| it.strip_prefix("version = "));
    Ok(line.context("the manifest has no version")?.trim_matches('"').to_owned())
}

/// A folder `bin`, `lib` and `share`, packed.
fn tarball(folder: &Path, version: &str) -> Result<PathBuf> {
    let machine = std::env::consts::ARCH;
    let name = format!("faultscope-{version}-{machine}-linux");
    let root = folder.join(&name);
    for command in COMMANDS {
        let mut build = cargo();
        build.args(["rustc", "--release", "--package", command, "--bin", command, "--"]);
        run(build.args(["-C", "link-arg=-Wl,-rpath,$ORIGIN/../lib", "-C", "strip=symbols"]))?;
        install(&built(command), &root.join("bin").join(command))?;
        for library in libraries(&built(command))? {
            let name = library.file_name().context("a library has a name")?;
            install(&library, &root.join("lib").join(name))?;
        }
    }
    share(&root.join("share"), &root.join("share/doc/faultscope"))?;
    for example in ["demo.c", "queue.c", "account.bpl"] {
        let to = root.join("share/doc/faultscope/examples").join(example);
        install(&workspace().join("examples").join(example), &to)?;
    }
    let file = folder.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"])
        .arg(format!("--mtime=@{}", time()));
    run(tar.arg("-C").arg(folder).arg("-czf").arg(&file).arg(&name))?;
    Ok(file)
}

/// A package for Debian and its relatives.
fn debian(folder: &Path, version: &str) -> Result<PathBuf> {
    let root = folder.join("debian");
    let mut files = Vec::new();
    for command in COMMANDS {
        let mut build = cargo();
        build.args(["rustc", "--release", "--package", command, "--bin", command, "--"]);
        run(build.args(["-C", "strip=symbols"]))?;
        let to = root.join("usr/bin").join(command);
        install(&built(command), &to)?;
        files.push(to);
    }
    let documents = root.join("usr/share/doc/faultscope");
    share(&root.join("usr/share"), &documents)?;
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"].map(|it| fs::read_to_string(workspace().join(it)));
    let licences: Vec<String> = licences.into_iter().collect::<std::io::Result<_>>()?;
    fs::write(documents.join("copyright"), licences.join("\n\n"))?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::remove_file(documents.join(licence))?;
    }
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?;
    let control = format!(
        "Package: faultscope\nVersion: {version}\nArchitecture: {}\nMaintainer: The Faultscope project\nSection: devel\n\
         Priority: optional\nDepends: {}\nRecommends: gcc | c-compiler, libc6-dev\n\
         Description: fault localizer for C\n Finds an error in a C or Boogie program, says which of the executed statements\n \
         matter for it, what each would have to compute instead, and proves what it says.\n",
        architecture.trim(),
        depends(folder, &files)?,
    );
    fs::create_dir_all(root.join("DEBIAN"))?;
    fs::write(root.join("DEBIAN/control"), control)?;
    let file = folder.join(format!("faultscope_{version}_{}.deb", architecture.trim()));
    let mut pack = Command::new("dpkg-deb");
    pack.env("SOURCE_DATE_EPOCH", time()).args(["--root-owner-group", "--build"]);
    run(pack.arg(&root).arg(&file))?;
    Ok(file)
}

/// The packages with the libraries of commands, as Debian's own tool finds them.
fn depends(folder: &Path, files: &[PathBuf]) -> Result<String> {
    // The tool asks for the folder of a source package.
    let source = folder.join("source");
    fs::create_dir_all(source.join("debian"))?;
    fs::write(
        source.join("debian/control"),
        "Source: faultscope\n\nPackage: faultscope\nArchitecture: any\n",
    )?;
    let mut tool = Command::new("dpkg-shlibdeps");
    tool.current_dir(&source).arg("-O").args(files);
    let text = output(&mut tool)
        .context("`dpkg-shlibdeps` (in the package dpkg-dev) says what the package depends on")?;
    fs::remove_dir_all(&source)?;
    let line = text.lines().find_map(|it| it.strip_prefix("shlibs:Depends="));
    Ok(line.context("`dpkg-shlibdeps` named no package")?.to_owned())
}

/// Manual pages, completions and documents.
fn share(share: &Path, documents: &Path) -> Result<()> {
    let command = built("faultscope");
    let pages = share.join("man/man1");
    fs::create_dir_all(&pages)?;
    run(Command::new(&command).arg("man").arg(&pages))?;
    for page in fs::read_dir(&pages)? {
        run(Command::new("gzip").args(["-9", "-n", "-f"]).arg(page?.path()))?;
    }
    for (shell, path) in COMPLETIONS {
        let script = output(Command::new(&command).args(["completions", shell]))?;
        let to = share.join(path);
        fs::create_dir_all(to.parent().context("it lies below `share`")?)?;
        fs::write(to, script)?;
    }
    for document in DOCUMENTS {
        install(&workspace().join(document), &documents.join(document))?;
    }
    Ok(())
}

/// The libraries of a command that a system may lack.
fn libraries(command: &Path) -> Result<Vec<PathBuf>> {
    let text = output(Command::new("ldd").arg(command))?;
    let mut libraries = Vec::new();
    for line in text.lines().map(str::trim) {
        if OF_THE_SYSTEM.iter().any(|it| {
            line.rsplit('/').next().is_some_and(|name| name.starts_with(it)) || line.starts_with(it)
        }) {
            continue;
        }
        let (name, rest) = line.split_once(" => ").with_context(|| format!("`ldd` says `{line}`"))?;
        let path = rest.split(" (").next().unwrap_or(rest);
        if path == "not found" {
            bail!("the library `{name}` is not found");
        }
        libraries.push(PathBuf::from(path));
    }
    Ok(libraries)
}

/// Installs and runs in a clean system: the package, where there is one, and the tarball.
fn try_in(system: &Path, tarball: &Path, package: Option<&Path>) -> Result<()> {
    let inside = |command: &[&str]| {
        let mut chroot = Command::new("chroot");
        chroot.arg(system).args(command).stdin(Stdio::null());
        chroot
    };
    let brought = |file: &Path| -> Result<String> {
        let name = file.file_name().context("a file has a name")?.to_string_lossy().into_owned();
        fs::copy(file, system.join("opt").join(&name))
            .with_context(|| format!("cannot write to `{}`", system.display()))?;
        Ok(format!("/opt/{name}"))
    };
    let example = brought(&workspace().join("examples/account.bpl"))?;
    let finds_the_error = |command: &str| -> Result<()> {
        let mut check = inside(&[command, "check", &example]);
        println!("$ chroot … {command} check {example}");
        match check.status()?.code() {
            Some(1) => Ok(()),
            code => bail!("the example has an error, but the command ended with {code:?}"),
        }
    };
    if !system.join("proc/self").exists() {
        bail!(
            "`/proc` has to be mounted in `{}`: the loader looks there for where a command is",
            system.display()
        );
    }
    let archive = brought(tarball)?;
    run(&mut inside(&["tar", "-C", "/opt", "-xzf", &archive]))?;
    let name = archive.trim_start_matches("/opt/").trim_end_matches(".tar.gz");
    for command in COMMANDS {
        run(&mut inside(&[&format!("/opt/{name}/bin/{command}"), "--version"]))?;
    }
    finds_the_error(&format!("/opt/{name}/bin/faultscope"))?;
    if let Some(package) = package {
        run(&mut inside(&["dpkg", "--install", &brought(package)?]))?;
        run(&mut inside(&["faultscope", "doctor"]))?;
        run(&mut inside(&["faultscope-mcp", "--version"]))?;
        finds_the_error("faultscope")?;
        run(&mut inside(&["dpkg", "--remove", "faultscope"]))?;
    }
    Ok(())
}

fn built(command: &str) -> PathBuf {
    target_dir().join("release").join(command)
}

fn install(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
    fs::copy(from, to).with_context(|| format!("cannot copy `{}`", from.display()))?;
    Ok(())
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("`{}` ended with {}", command.get_program().to_string_lossy(), output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The time of what is packed: that of the last change, so that the same sources give the same bytes.
fn time() -> String {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return time;
    }
    let mut git = Command::new("git");
    let time = output(git.current_dir(workspace()).args(["log", "-1", "--format=%ct"]));
    time.map_or_else(|_| "0".to_owned(), |it| it.trim().to_owned())
}
