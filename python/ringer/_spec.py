"""What a game says about itself: the layouts of its observation and its actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple

import numpy as np


@dataclass(frozen=True)
class Field:
    """A named part of the observation."""

    name: str
    shape: Tuple[int, ...]
    offset: int
    size: int
    min: float
    max: float
    doc: str = ""
    vocab: str = ""
    set: bool = False
    items: Tuple[str, ...] = ()
    rows: Tuple[str, ...] = ()
    columns: Tuple[str, ...] = ()
    sequence: bool = False


@dataclass(frozen=True)
class Block:
    """A named run of action ids."""

    name: str
    shape: Tuple[int, ...]
    offset: int
    size: int
    doc: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Spec:
    """A game as data. `raw` is the hello of the protocol."""

    game: str
    name: str
    title: str
    spec_hash: str
    players: int
    teams: Optional[Tuple[int, ...]]
    utility: str
    min_return: float
    max_return: float
    observation_size: int
    num_actions: int
    max_game_length: int
    kinds: Tuple[str, ...]
    fields: Tuple[Field, ...]
    blocks: Tuple[Block, ...]
    raw: Mapping[str, Any]

    @staticmethod
    def from_hello(hello: Mapping[str, Any]) -> "Spec":
        """Returns the spec that a hello holds."""
        fields = tuple(
            Field(
                name=f["name"],
                shape=tuple(f["shape"]),
                offset=f["offset"],
                size=f["size"],
                min=f["min"],
                max=f["max"],
                doc=f.get("doc", ""),
                vocab=f.get("vocab", ""),
                set=f.get("set", False),
                sequence=f.get("sequence", False),
                items=tuple(f.get("items", ())),
                rows=tuple(f.get("rows", ())),
                columns=tuple(c["name"] for c in f.get("columns", ())),
            )
            for f in hello["fields"]
        )
        blocks = tuple(
            Block(b["name"], tuple(b["shape"]), b["offset"], b["size"], b.get("doc", ""), b.get("kind", "")) for b in hello["blocks"]
        )
        return Spec(
            game=hello["game"],
            name=hello["name"],
            title=hello["title"],
            spec_hash=hello["spec_hash"],
            players=hello["players"],
            teams=tuple(hello["teams"]) if "teams" in hello else None,
            utility=hello["utility"],
            min_return=hello["min_return"],
            max_return=hello["max_return"],
            observation_size=hello["observation_size"],
            num_actions=hello["num_actions"],
            max_game_length=hello["max_game_length"],
            kinds=tuple(hello["kinds"]),
            fields=fields,
            blocks=blocks,
            raw=hello,
        )

    @property
    def agents(self) -> List[str]:
        """The names of the seats: seat_0, seat_1, …"""
        return [f"seat_{p}" for p in range(self.players)]

    def split(self, observation: np.ndarray) -> Dict[str, np.ndarray]:
        """Returns the fields of an observation [..., observation_size] by name, each [..., *shape], without copying."""
        lead = observation.shape[:-1]
        return {f.name: observation[..., f.offset : f.offset + f.size].reshape(lead + f.shape) for f in self.fields}

    def bounds(self) -> Tuple[np.ndarray, np.ndarray]:
        """Returns the least and the largest value of each number of an observation, [observation_size] each."""
        low = np.concatenate([np.full(f.size, f.min, np.float32) for f in self.fields])
        high = np.concatenate([np.full(f.size, f.max, np.float32) for f in self.fields])
        return low, high

    def mask(self, legal: List[int]) -> np.ndarray:
        """Returns int8 [num_actions], 1 for the legal actions."""
        mask = np.zeros(self.num_actions, np.int8)
        mask[legal] = 1
        return mask
