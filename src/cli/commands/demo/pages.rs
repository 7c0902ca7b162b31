//! Splits long output into pages for a terminal.

/// Splits text into pages of at most `most` lines, between paragraphs if possible. A paragraph that
/// ends with a colon stays with the next paragraph.
pub(super) fn pages(text: &str, most: usize) -> Vec<String> {
    let most = most.max(2);
    let mut pages: Vec<Vec<&str>> = vec![Vec::new()];
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.trim_end().lines() {
        let Some(part) = parts.last_mut() else { break };
        let is_closed = part.iter().rev().find(|line| !line.is_empty()).is_some_and(|last| {
            part.last().is_some_and(|last| last.is_empty()) && !last.ends_with(':')
        });
        if is_closed && !line.is_empty() { parts.push(vec![line]) } else { part.push(line) }
    }
    for line in parts.iter().flat_map(|part| part.chunks(most)) {
        let Some(page) = pages.last_mut() else { break };
        // Ignore blank lines at the end of a page, because they are cut off later.
        let lines = line.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        if !page.is_empty() && page.len() + lines > most {
            pages.push(line.to_vec());
        } else {
            page.extend(line);
        }
    }
    let text = |page: Vec<&str>| page.join("\n").trim_end().to_owned() + "\n";
    pages.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::pages;

    #[test]
    fn pages_end_between_paragraphs() {
        let text = "1  Title:\n\none\ntwo\n\nthree\nfour\n\nfive\n";
        assert_eq!(pages(text, 5), ["1  Title:\n\none\ntwo\n", "three\nfour\n\nfive\n"]);
        assert_eq!(pages(text, 2).join(""), "1  Title:\none\ntwo\nthree\nfour\nfive\n");
        assert_eq!(pages(text, 20), [text]);
    }
}
