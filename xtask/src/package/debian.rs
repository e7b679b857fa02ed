//! A package for Debian and its relatives, which depends on their packages of the libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::contents::{Contents, entries, write};
use super::release::Release;
use crate::shell::{output, run, workspace};

/// Makes the package.
pub(super) fn pack(contents: &Contents, release: &Release) -> Result<PathBuf> {
    let Release { folder, version, time } = release;
    // A package `faultscope` of a source in `folder`, as Debian's tools expect it.
    let root = folder.join("debian/faultscope");
    fs::create_dir_all(root.join("DEBIAN"))?;
    for part in ["bin", "share"] {
        contents.copy(part, &root.join("usr").join(part))?;
    }
    join_licences(&root.join("usr/share/doc/faultscope"))?;
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?;
    let architecture = architecture.trim();
    let control = format!(
        "Package: faultscope\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: The Faultscope project\n\
         Section: devel\nPriority: optional\nDepends: {}\nRecommends: gcc | c-compiler, libc6-dev\n\
         Description: fault localizer for C\n Finds an error in a C or Boogie program, shows which of the executed statements\n \
         matter for it and what each would have to compute instead, and proves what it claims.\n",
        depends(folder, &entries(&root.join("usr/bin"))?)?,
    );
    write(&root.join("DEBIAN/control"), &control)?;
    let file = folder.join(format!("faultscope_{version}_{architecture}.deb"));
    let mut modes = Command::new("chmod");
    run(modes.args(["-R", "u+rwX,go=rX"]).arg(&root))?;
    let mut pack = Command::new("dpkg-deb");
    pack.env("SOURCE_DATE_EPOCH", time).args(["--root-owner-group", "--build"]);
    run(pack.arg(&root).arg(&file))?;
    Ok(file)
}

/// Puts the licences where Debian looks for them.
fn join_licences(documents: &Path) -> Result<()> {
    let mut texts = Vec::new();
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        texts.push(fs::read_to_string(workspace().join(licence))?);
        fs::remove_file(documents.join(licence))?;
    }
    write(&documents.join("copyright"), &texts.join("\n\n"))
}

/// The packages with the libraries of commands, as Debian's own tool finds them.
fn depends(folder: &Path, commands: &[PathBuf]) -> Result<String> {
    write(&folder.join("debian/control"), "Source: faultscope\n\nPackage: faultscope\nArchitecture: any\n")?;
    let mut tool = Command::new("dpkg-shlibdeps");
    tool.current_dir(folder).arg("-O").args(commands);
    let text = output(&mut tool)
        .context("`dpkg-shlibdeps` (in the package dpkg-dev) finds the packages that this one depends on")?;
    let line = text.lines().find_map(|it| it.strip_prefix("shlibs:Depends="));
    Ok(line.context("`dpkg-shlibdeps` named no package")?.to_owned())
}
