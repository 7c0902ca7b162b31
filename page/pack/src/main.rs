//! Builds the page from `web/` and the core: `pbem.html`, a single file, and `pbem.xdc` for
//! messengers. Equal input gives equal bytes.
//!
//!     cargo run -p pbem-pack -- CORE.wasm FOLDER

mod archive;
mod order;
mod rules;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use archive::{base64, base85, gzip, zip};
use sha2::{Digest, Sha256};

/// Scripts, in order.
const SCRIPTS: &[&str] = &[
    "store.js", "chat.js", "art.js", "board.js", "core.js", "home.js", "table.js", "send.js",
    "vault.js", "proof.js", "begin.js",
];
/// Styles.
const STYLES: &[&str] = &["page.css", "board.css"];
/// The page makes no requests, and runs only scripts with these hashes.
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
    let core = order::by_name(&core).map_err(|error| error.to_string())?;
    fs::create_dir_all(&folder)?;
    let rules = rules::all(&web.join("../docs/games"))?;
    let (packed, rules) = (gzip(&core)?, gzip(rules.as_bytes())?);
    println!("core        {:>9} bytes", core.len());
    write(&folder.join("pbem.html"), page(&web, &packed, &rules, false)?.as_bytes())?;
    let (html, icon) = (page(&web, &packed, &rules, true)?, fs::read(web.join("icon.png"))?);
    let manifest = fs::read(web.join("manifest.toml"))?;
    let files: [(&str, &[u8]); 3] =
        [("index.html", html.as_bytes()), ("manifest.toml", &manifest), ("icon.png", &icon)];
    // The unpacked app, for tests without a messenger.
    let unpacked = folder.join("xdc");
    fs::create_dir_all(&unpacked)?;
    for (name, bytes) in files {
        fs::write(unpacked.join(name), bytes)?;
    }
    write(&folder.join("pbem.xdc"), &zip(&files)?)
}

/// Writes a file and its checksum.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let sum = hex::encode(Sha256::digest(bytes));
    fs::write(path, bytes)?;
    fs::write(path.with_file_name(format!("{name}.sha256")), format!("{sum}  {name}\n"))?;
    println!("{name:<11} {:>9} bytes  SHA-256 {sum}", bytes.len());
    Ok(())
}

/// Removes indentation and comment lines from a script or style.
fn bare(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    let code_lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    code_lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the page. In a messenger, it loads the script of the messenger.
fn page(web: &Path, core: &[u8], rules: &[u8], in_chat: bool) -> Result<String> {
    let read = |names: &[&str]| -> Result<String> {
        let texts = names.iter().map(|name| fs::read_to_string(web.join(name)));
        Ok(texts.collect::<std::result::Result<Vec<_>, _>>()?.concat())
    };
    let sources = |names: &[&str]| -> Result<String> {
        let script = format!("\n'use strict';\n{}", bare(&read(names)?));
        if script.contains("</script") || script.contains("<!--") {
            return Err("a script contains the end of a script element".into());
        }
        Ok(script)
    };
    let hash = |script: &str| format!(" 'sha256-{}'", base64(&Sha256::digest(script.as_bytes())));
    let (boot, script, style) = (sources(&["boot.js"])?, sources(SCRIPTS)?, bare(&read(STYLES)?));
    // A messenger delivers updates from the origin of the app, and blocks the network itself.
    let own = if in_chat { " 'self'; connect-src 'self'" } else { "" };
    let policy = format!("{POLICY}{}{}{own}", hash(&boot), hash(&script));
    // The archive compresses base 64 back to the size of the bytes.
    let base = if in_chat { 64 } else { 85 };
    let block = |id: &str, packed: &[u8]| {
        let text = if in_chat { base64(packed) } else { base85(packed) };
        let length = packed.len();
        format!(
            "<script type=\"text/plain\" id=\"{id}\" data-base=\"{base}\" \
             data-length=\"{length}\">{text}</script>\n"
        )
    };
    let blocks = block("core", core) + &block("rules", rules);
    // The archive compresses plain styles and scripts itself.
    let (style, scripts) = if in_chat {
        let chat = "<script src=\"webxdc.js\"></script>\n";
        let plain = format!("<script>{boot}</script>\n<script>{script}</script>");
        (style, format!("{chat}{blocks}{plain}"))
    } else {
        let styles = block("styles", &gzip(style.as_bytes())?);
        let scripts = block("scripts", &gzip(script.as_bytes())?);
        let first = bare(&read(&["first.css"])?);
        (first, format!("{blocks}{styles}{scripts}<script>{boot}</script>"))
    };
    let mut html = fs::read_to_string(web.join("page.html"))?;
    for (place, text) in [("@POLICY@", policy), ("@STYLE@", style), ("@SCRIPTS@", scripts)] {
        html = html.replacen(place, &text, 1);
    }
    Ok(html)
}
