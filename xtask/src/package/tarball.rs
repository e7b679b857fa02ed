//! A folder `bin`, `lib` and `share` that can be unpacked anywhere.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::contents::Contents;
use super::release::Release;
use crate::shell::run;

/// Makes the tarball.
pub(super) fn pack(contents: &Contents, release: &Release) -> Result<PathBuf> {
    let Release { folder, version, time } = release;
    let name = format!("faultscope-{version}-{}-linux", std::env::consts::ARCH);
    for part in ["bin", "lib", "share"] {
        contents.copy(part, &folder.join(&name).join(part))?;
    }
    let file = folder.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args([
        "--format=gnu",
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=u+rwX,go=rX",
    ])
    .arg(format!("--mtime=@{time}"))
    .arg("--use-compress-program=gzip -9 -n");
    run(tar.arg("-C").arg(folder).arg("-cf").arg(&file).arg(&name))?;
    Ok(file)
}
