//! Finds the files for `pbem verify`.

use std::path::{Path, PathBuf};

use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::{OpenFile, read_file, read_input};
use crate::cli::report::exit;

/// Source of a file.
#[derive(Debug)]
pub(super) enum Source {
    File(PathBuf),
    Input,
    /// A file that the vault has, as text.
    Vault(String),
}

impl Source {
    /// Reads the source.
    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, CliError> {
        match self {
            Source::File(path) => read_file(path, name),
            Source::Input => read_input(),
            Source::Vault(text) => Ok(text.clone().into_bytes()),
        }
    }
}

/// Resolves the arguments to named sources. A folder stands for every turn file in it, and a name
/// for a game of the user.
pub(super) fn sources(
    ctx: &mut Context,
    paths: &[PathBuf],
) -> Result<Vec<(String, Source)>, CliError> {
    let mut sources = Vec::new();
    for file in paths {
        let path = ctx.path(file);
        if file.as_os_str() == "-" {
            sources.push(("-".to_owned(), Source::Input));
        } else if path.is_dir() {
            walk(file, &path, &mut sources, 0)?;
        } else if path.exists() {
            sources.push((file.display().to_string(), Source::File(path)));
        } else {
            sources.extend(own_game(ctx, file)?);
        }
    }
    if sources.is_empty() {
        return Err(CliError::bad_file(CliErrorKind::Unknown, "the folder contains no turn file"));
    }
    Ok(sources)
}

/// Returns the latest file of one of the user's games, and the other versions that the vault has.
fn own_game(ctx: &mut Context, name: &Path) -> Result<Vec<(String, Source)>, CliError> {
    let name = name.to_string_lossy();
    let loaded = OpenFile::open(ctx, &name)?;
    let mut sources = vec![(name.to_string(), Source::Vault(loaded.game.file.write()))];
    let several = loaded.beside().len() > 1;
    sources.extend(loaded.beside().iter().zip(2..).map(|(other, number)| {
        let file_name = if several {
            format!("{name} (file {number})")
        } else {
            format!("{name} (the other file)")
        };
        (file_name, Source::Vault(other.text.clone()))
    }));
    Ok(sources)
}

/// Maximum depth of folders to search.
const DEEPEST: usize = 16;

fn walk(
    shown_folder: &Path,
    folder: &Path,
    sources: &mut Vec<(String, Source)>,
    depth: usize,
) -> Result<(), CliError> {
    let cannot = |error: std::io::Error| {
        CliError::new(
            exit::TROUBLE,
            CliErrorKind::Disk,
            format!("can't read {}: {error}", folder.display()),
        )
    };
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).map_err(cannot)?.collect::<Result<_, _>>().map_err(cannot)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let shown_folder = shown_folder.join(entry.file_name());
        let kind = entry.file_type().map_err(cannot)?;
        if kind.is_dir() && depth < DEEPEST {
            walk(&shown_folder, &entry.path(), sources, depth + 1)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|ending| ending == "toml")
        {
            sources.push((shown_folder.display().to_string(), Source::File(entry.path())));
        }
    }
    Ok(())
}
