//! `pbem config`: settings that you would rather say once.

use clap::Args;
use serde_json::json;

use crate::cli::context::Context;
use crate::cli::report::{Failure, Report};

/// Settings: folders, mail, looks
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  pbem config                      lists them
  pbem config name alice
  pbem config games-dir ~/pbem
  pbem config games-dir \"\"         unsets it")]
pub(crate) struct Config {
    /// Which setting
    pub key: Option<String>,
    /// What to set it to; empty unsets it; left out, it is shown
    pub value: Option<String>,
}

/// Runs it.
pub(crate) fn run(ctx: &mut Context, args: &Config) -> Result<Report, Failure> {
    if let (Some(key), Some(value)) = (&args.key, &args.value) {
        let vault = ctx.vault_or_new()?;
        let mut config = vault.config()?;
        config.set(key, value)?;
        vault.save_config(&config)?;
    }
    let config = match ctx.vault()? {
        Some(vault) => vault.config()?,
        None => crate::vault::Config::default(),
    };
    let mut report = Report::default();
    let mut settings = serde_json::Map::new();
    if let Some(key) = &args.key {
        let value = config.get(key)?;
        report.line(format!("{key} = {}", value.unwrap_or("(not set)")));
        settings.insert(key.clone(), json!(value));
    } else {
        for (setting, value) in config.list() {
            report.line(format!("{:<16} {:<24} {}", setting.key, value.unwrap_or("-"), setting.about));
            settings.insert(setting.key.to_owned(), json!(value));
        }
    }
    report.json = json!({"schema": "pbem-config/1", "settings": settings});
    Ok(report)
}
