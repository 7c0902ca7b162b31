"""The rule books, by the kind of game: each file of this folder is one, called as the kind is.

More are taken from the folder that PBEM_VERIFY_GAMES names, if it names one: the tests have a toy there.
"""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ..steps import Game


def rule_book(path):
    """The rule book that a file holds."""
    name = f"{__name__}.{path.stem}"
    spec = spec_from_file_location(name, path)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    own = (value for value in vars(module).values() if getattr(value, "__module__", None) == name)
    return next(value for value in own if isinstance(value, type) and issubclass(value, Game))


def files():
    folders = [Path(__file__).parent, *map(Path, filter(None, [os.environ.get("PBEM_VERIFY_GAMES")]))]
    return [path for folder in folders for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]


GAMES = {path.stem.replace("_", "-"): rule_book(path) for path in files()}
