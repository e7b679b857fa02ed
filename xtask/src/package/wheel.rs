//! A Python wheel: `pip install` puts the commands on the path of an environment.
//!
//! There is no Python in it. The commands are its scripts, and `lib` and `share` are its data, so that an installer puts
//! `bin` beside `lib` as in the tarball. The platform tag names the C library that the commands and their libraries need
//! \[1, 2\].
//!
//! # References
//! - \[1\] Binary distribution format, <https://packaging.python.org/en/latest/specifications/binary-distribution-format/>
//! - \[2\] PEP 600, Future `manylinux` Platform Tags for Portable Linux Built Distributions, 2019.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use sha2::{Digest, Sha256};

use super::contents::{Contents, files, write};
use super::linkage::Glibc;
use super::release::Release;
use super::zip;
use crate::shell::workspace;

/// The licences, as the metadata names them.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Makes the wheel.
pub(super) fn pack(contents: &Contents, release: &Release) -> Result<PathBuf> {
    let Release { folder, version, .. } = release;
    let root = folder.join("wheel");
    let data = root.join(format!("faultscope-{version}.data"));
    contents.copy("bin", &data.join("scripts"))?;
    for part in ["lib", "share"] {
        contents.copy(part, &data.join("data").join(part))?;
    }
    let binaries = [contents.commands()?, contents.libraries()?].concat();
    let tag = format!("py3-none-manylinux_{}_{}", Glibc::needed_by(&binaries)?, std::env::consts::ARCH);
    let info = root.join(format!("faultscope-{version}.dist-info"));
    write(&info.join("METADATA"), &metadata(version)?)?;
    write(&info.join("WHEEL"), &description(&tag))?;
    for licence in LICENCES {
        let text = fs::read_to_string(workspace().join(licence))?;
        write(&info.join("licenses").join(licence), &text)?;
    }
    write(&info.join("RECORD"), &record(&root, &info.join("RECORD"))?)?;
    let file = folder.join(format!("faultscope-{version}-{tag}.whl"));
    zip::pack(&root, &files(&root)?, &file)?;
    Ok(file)
}

/// The file `METADATA`, with the README as its description.
fn metadata(version: &str) -> Result<String> {
    let mut text = format!(
        "Metadata-Version: 2.4\nName: faultscope\nVersion: {version}\nSummary: Fault localizer for C\n\
         License-Expression: MIT OR Apache-2.0\n"
    );
    for licence in LICENCES {
        writeln!(text, "License-File: {licence}")?;
    }
    text += "Classifier: Environment :: Console\nClassifier: Operating System :: POSIX :: Linux\n\
             Classifier: Programming Language :: C\nClassifier: Topic :: Software Development :: Debuggers\n\
             Requires-Python: >=3.8\nDescription-Content-Type: text/markdown\n\n";
    Ok(text + &fs::read_to_string(workspace().join("README.md"))?)
}

/// The file `WHEEL`.
fn description(tag: &str) -> String {
    format!("Wheel-Version: 1.0\nGenerator: faultscope-xtask\nRoot-Is-Purelib: false\nTag: {tag}\n")
}

/// The file `RECORD`: each file with its hash and its size, but for itself.
fn record(root: &Path, own: &Path) -> Result<String> {
    let mut text = String::new();
    for file in files(root)? {
        let bytes = fs::read(&file)?;
        let hash = url_safe_base64(&Sha256::digest(&bytes));
        writeln!(text, "{},sha256={hash},{}", zip::name(root, &file)?, bytes.len())?;
    }
    writeln!(text, "{},,", zip::name(root, own)?)?;
    Ok(text)
}

/// Base64 with `-` and `_`, and without padding.
fn url_safe_base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().enumerate().fold(0, |word, (idx, &byte)| word | usize::from(byte) << (16 - 8 * idx));
        text.extend((0..=chunk.len()).map(|idx| char::from(DIGITS[word >> (18 - 6 * idx) & 63])));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_for_addresses_and_has_no_padding() {
        for (bytes, expect) in [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")] {
            assert_eq!(url_safe_base64(bytes.as_bytes()), expect);
        }
        assert_eq!(url_safe_base64(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn a_record_has_the_hash_and_the_size_of_each_file_but_itself() -> Result<()> {
        let root = tempfile::tempdir()?;
        write(&root.path().join("a/empty"), "")?;
        let expect = "a/empty,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\na/RECORD,,\n";
        assert_eq!(record(root.path(), &root.path().join("a/RECORD"))?, expect);
        Ok(())
    }
}
