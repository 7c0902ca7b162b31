"""The rule books, by the kind of game."""

from .checkpoint_danger import CheckpointDanger
from .enemy_agent import EnemyAgent
from .espionage import Espionage
from .game_box import GameBox
from .spy import Spy

GAMES = {
    "checkpoint-danger": CheckpointDanger,
    "enemy-agent": EnemyAgent,
    "espionage": Espionage,
    "game-box": GameBox,
    "spy": Spy,
}
