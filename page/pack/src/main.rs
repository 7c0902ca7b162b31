//! Puts the page together out of `web/` and the core: `pbem.html`, all in one file, and `pbem.xdc`
//! for messengers. The same input gives the same bytes.
//!
//!     cargo run -p pbem-pack -- CORE.wasm FOLDER

mod archive;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use archive::{base64, base85, gzip, zip};
use sha2::{Digest, Sha256};

/// The scripts, in their order.
const SCRIPTS: &[&str] = &["store.js", "chat.js", "art.js", "board.js", "page.js"];
/// The styles.
const STYLES: &[&str] = &["page.css", "board.css"];
/// Nothing is asked for, and no script runs but the page's own, known by its hash.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; \
                      form-action 'none'; base-uri 'none'; script-src 'wasm-unsafe-eval'";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut args = env::args_os().skip(1).map(PathBuf::from);
    let (Some(core), Some(folder)) = (args.next(), args.next()) else {
        return Err("pbem-pack CORE.wasm FOLDER".into());
    };
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let core = fs::read(&core).map_err(|error| format!("{}: {error}", core.display()))?;
    let packed = gzip(&core)?;
    fs::create_dir_all(&folder)?;
    println!("core        {:>9} bytes", core.len());
    write(&folder.join("pbem.html"), page(&web, &packed, false)?.as_bytes())?;
    let (html, icon) = (page(&web, &packed, true)?, fs::read(web.join("icon.png"))?);
    let manifest = fs::read(web.join("manifest.toml"))?;
    let files: [(&str, &[u8]); 3] =
        [("index.html", html.as_bytes()), ("manifest.toml", &manifest), ("icon.png", &icon)];
    // The same unpacked, to be tried without a messenger.
    let unpacked = folder.join("xdc");
    fs::create_dir_all(&unpacked)?;
    for (name, bytes) in files {
        fs::write(unpacked.join(name), bytes)?;
    }
    write(&folder.join("pbem.xdc"), &zip(&files)?)
}

/// Writes a file, with its check sum beside it.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let sum = hex::encode(Sha256::digest(bytes));
    fs::write(path, bytes)?;
    fs::write(path.with_file_name(format!("{name}.sha256")), format!("{sum}  {name}\n"))?;
    println!("{name:<11} {:>9} bytes  SHA-256 {sum}", bytes.len());
    Ok(())
}

/// A script or style without what is for those who read its source: margins, and lines of comment.
fn bare(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    let kept = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// The whole page; in a messenger with the script that the messenger brings.
fn page(web: &Path, core: &[u8], in_chat: bool) -> Result<String> {
    let read = |names: &[&str]| -> Result<String> {
        let texts = names.iter().map(|name| fs::read_to_string(web.join(name)));
        Ok(texts.collect::<std::result::Result<Vec<_>, _>>()?.concat())
    };
    let script = format!("\n'use strict';\n{}", bare(&read(SCRIPTS)?));
    if script.contains("</script") || script.contains("<!--") {
        return Err("a script must not hold what ends it".into());
    }
    let hash = base64(&Sha256::digest(script.as_bytes()));
    let own = if in_chat { " 'self'" } else { "" };
    let policy = format!("{POLICY} 'sha256-{hash}'{own}");
    let chat = if in_chat { "<script src=\"webxdc.js\"></script>\n" } else { "" };
    let length = core.len();
    // An archive packs the page once more, and gets 64 signs as small again as what they stand for.
    let (base, core) = if in_chat { (64, base64(core)) } else { (85, base85(core)) };
    let scripts = format!(
        "{chat}<script type=\"text/plain\" id=\"core\" data-base=\"{base}\" \
         data-length=\"{length}\">{core}</script>\n<script>{script}</script>"
    );
    let mut html = fs::read_to_string(web.join("page.html"))?;
    for (place, text) in
        [("@POLICY@", policy), ("@STYLE@", bare(&read(STYLES)?)), ("@SCRIPTS@", scripts)]
    {
        html = html.replacen(place, &text, 1);
    }
    Ok(html)
}
