//! Files in a `.zip`.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use crate::place::At;
use crate::problem::{Error, Warning};
use crate::tree::{Tree, is_hidden};

/// How many bytes are unpacked. An archive that unpacks to more is no suite.
const MAX_BYTES: u64 = 1 << 30;

/// The files of an archive, unpacked. A file in it that cannot be unpacked is a warning.
pub(crate) fn unpack(path: &Path, bytes: &[u8]) -> Result<Tree<'static>, Error> {
    unpack_at_most(path, bytes, MAX_BYTES)
}

fn unpack_at_most(path: &Path, bytes: &[u8], max_bytes: u64) -> Result<Tree<'static>, Error> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| Error::Archive { path: path.to_path_buf(), reason: error.to_string() })?;
    let mut left = max_bytes;
    let mut files = BTreeMap::new();
    let mut warnings = Vec::new();
    for idx in 0..archive.len() {
        match member(&mut archive, idx, left) {
            Ok(None) => {}
            Ok(Some((name, contents))) => {
                let too_much =
                    || Error::TooMuch { path: path.to_path_buf(), limit: format!("{} MiB", max_bytes >> 20) };
                left = left.checked_sub(contents.len() as u64).ok_or_else(too_much)?;
                files.insert(name, contents);
            }
            Err(reason) => {
                let name = archive.name_for_index(idx).unwrap_or_default();
                warnings.push(Warning::Unreadable { at: At::file(path.join(name)), reason });
            }
        }
    }
    Ok(Tree::of_contents(path, files).with_warnings(warnings))
}

/// A member and its name, unless it is a folder or a hidden file. Reads one byte more than `left` at most.
fn member(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    idx: usize,
    left: u64,
) -> Result<Option<(PathBuf, Vec<u8>)>, String> {
    let file = archive.by_index(idx).map_err(|error| error.to_string())?;
    // A name that leads out of the archive names no member.
    let name = file.enclosed_name().ok_or("its name leads out of the archive")?;
    if file.is_dir() || is_hidden(&name) {
        return Ok(None);
    }
    let mut contents = Vec::new();
    file.take(left.saturating_add(1)).read_to_end(&mut contents).map_err(|error| error.to_string())?;
    Ok(Some((name, contents)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn pack(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, contents) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("it is opened");
            writer.write_all(contents).expect("it is written");
        }
        writer.finish().expect("it is closed").into_inner()
    }

    #[test]
    fn members_are_unpacked_and_hidden_ones_left() {
        let bytes =
            pack(&[("s/1.in", b"3"), ("s/.DS_Store", b""), ("__MACOSX/s/1.in", b""), ("s/1.out", b"9")]);
        let tree = unpack(Path::new("a.zip"), &bytes).expect("it is an archive");
        assert_eq!(tree.paths, [Path::new("s/1.in"), Path::new("s/1.out")]);
        assert_eq!(tree.read(Path::new("s/1.out")), Ok(b"9".to_vec()));
        assert_eq!(tree.at(Path::new("s/1.in")).to_string(), "a.zip/s/1.in");
    }

    #[test]
    fn what_is_no_archive_says_so() {
        let error = unpack(Path::new("a.zip"), b"PK\x03\x04 nothing").err().expect("it is none");
        assert!(error.to_string().starts_with("`a.zip` cannot be unpacked: "), "{error}");
    }

    #[test]
    fn a_damaged_member_costs_only_itself() {
        let mut bytes = pack(&[("1.in", b"a long text that is stored"), ("2.in", b"4")]);
        let place = bytes.windows(4).position(|it| it == b"long");
        let intact = bytes.clone();
        match place {
            Some(place) => bytes[place] = b'L',
            // It was deflated: damage its first byte, behind the header of 30 bytes and the name.
            None => bytes[34] ^= 0xff,
        }
        assert!(unpack(Path::new("a.zip"), &intact).expect("it is an archive").warnings.is_empty());
        let tree = unpack(Path::new("a.zip"), &bytes).expect("it is an archive");
        assert_eq!(tree.paths, [Path::new("2.in")]);
        assert_eq!(tree.warnings.len(), 1);
        assert!(tree.warnings[0].to_string().starts_with("a.zip/1.in: cannot be read: "));
    }

    #[test]
    fn an_archive_that_never_ends_is_left() {
        let bytes = pack(&[("1.in", &[0; 3 << 20])]);
        let error = unpack_at_most(Path::new("a.zip"), &bytes, 2 << 20).err().expect("it is too much");
        assert_eq!(error.to_string(), "`a.zip` holds more than 2 MiB; is this the suite?");
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 1000, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default()
        })]

        #[test]
        fn any_damage_is_survived(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
            let mut bytes = pack(&[("1.in", b"3 3 3 3 3 3 3"), ("1.out", b"9")]);
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
            let _ = unpack_at_most(Path::new("a.zip"), &bytes, 1 << 20);
        }
    }

    #[test]
    fn names_that_lead_out_are_refused() {
        let bytes = pack(&[("../1.in", b"3"), ("2.in", b"")]);
        let tree = unpack(Path::new("a.zip"), &bytes).expect("it is an archive");
        assert_eq!(tree.paths, [Path::new("2.in")]);
        assert_eq!(tree.warnings.len(), 1);
    }
}
