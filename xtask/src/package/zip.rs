//! ZIP archives of folders.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Packs files below a folder in this order, with their permissions, and without their times: installers do not keep
/// these.
pub(super) fn pack(root: &Path, files: &[PathBuf], to: &Path) -> Result<()> {
    let archive = File::create(to).with_context(|| format!("cannot write `{}`", to.display()))?;
    let mut archive = ZipWriter::new(archive);
    for file in files {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(fs::metadata(file)?.permissions().mode());
        archive.start_file(name(root, file)?, options)?;
        archive.write_all(&fs::read(file)?)?;
    }
    archive.finish()?;
    Ok(())
}

/// The name of a file in an archive of a folder.
pub(super) fn name(root: &Path, file: &Path) -> Result<String> {
    let name = file.strip_prefix(root)?;
    Ok(name.to_str().with_context(|| format!("`{}` is not UTF-8", name.display()))?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_has_the_names_and_the_permissions_of_files() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let files = ["a", "b"].map(|it| folder.path().join(it));
        fs::write(&files[0], "text")?;
        fs::set_permissions(&files[0], fs::Permissions::from_mode(0o755))?;
        fs::write(&files[1], "")?;
        let file = folder.path().join("archive.zip");
        pack(folder.path(), &files, &file)?;
        let mut archive = zip::ZipArchive::new(File::open(&file)?)?;
        assert_eq!(archive.len(), 2);
        let entry = archive.by_name("a")?;
        assert_eq!((entry.size(), entry.unix_mode()), (4, Some(0o100_755)));
        Ok(())
    }
}
