"""A second verifier of turn files, written from the pages in docs/ alone: slow and short."""
