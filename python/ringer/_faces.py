"""What the faces of single tables share."""

from __future__ import annotations

import base64
from copy import deepcopy
from operator import index
from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from ._actions import ILLEGAL, drawn, one
from ._options import refuse
from ._server import RingerError, Server, unpack
from ._spec import Spec
from ._stand_ins import Box, DictSpace, Discrete

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


class Table:
    """One table of a server, the spaces of its seats, and the rule for illegal actions.

    It can be copied and pickled: the copy has a process of its own and plays the episode so far once more.
    """

    def __init__(
        self,
        game: str,
        *,
        observation: str,
        illegal: str,
        illegal_reward: Optional[float],
        render_mode: Optional[str],
        binary: Optional[str],
        rules: Dict[str, Any],
    ):
        for name, value, known in (
            ("observation", observation, ("flat", "fields")),
            ("illegal", illegal, ILLEGAL),
            ("render_mode", render_mode, (None, *RENDER_MODES)),
        ):
            if value not in known:
                raise ValueError(f"{name}: {value!r}: want one of {known}")
        self.server = Server(game, binary)
        self.spec: Spec = self.server.spec
        self.named = observation == "fields"
        self.illegal = illegal
        self.illegal_reward = self.spec.min_return if illegal_reward is None else float(illegal_reward)
        self.render_mode = render_mode
        self.state: Dict[str, Any] = {}
        self.seed: Optional[int] = None
        self._rules = rules
        self._seen: Dict[int, np.ndarray] = {}

    def sit(self, rules: Dict[str, Any]) -> None:
        """Notes who sits at the table and what cuts episodes off, for the next reset. RingerError says what is wrong with it."""
        try:
            self.server.ask("agents", **rules)
        except BaseException:
            self.server.close()
            raise
        self._rules = rules

    def __getstate__(self) -> Dict[str, Any]:
        kept = self.__dict__.copy()
        server = kept.pop("server")
        kept["asked"] = server.asked
        kept["history"] = server.ask("look", history=True)["actions"] if self.state else None
        return kept

    def __setstate__(self, kept: Dict[str, Any]) -> None:
        history = kept.pop("history")
        self.server = Server(*kept.pop("asked"))
        self.__dict__.update(kept)
        if history is not None:
            self.server.ask("reset", seed=self.seed, episode=self.number, actions=history, packed=True, **self._rules)

    def observation_space(self) -> Any:
        """Returns a new space of what a seat observes: a Box, or a Dict of one Box a field."""
        low, high = self.spec.bounds()
        if not self.named:
            return Box(low, high, dtype=np.float32)
        return DictSpace({f.name: Box(f.min, f.max, f.shape, np.float32) for f in self.spec.fields})

    def masked_space(self) -> Any:
        """Returns a new space of an observation with its mask."""
        return DictSpace({"observation": self.observation_space(), "action_mask": Box(0, 1, (self.spec.num_actions,), np.int8)})

    def action_space(self) -> Any:
        """Returns a new space of action ids."""
        return Discrete(self.spec.num_actions)

    def shaped(self, flat: np.ndarray) -> Any:
        """Returns an observation as the space has it."""
        if not self.named:
            return flat
        return {name: np.array(part) for name, part in self.spec.split(flat).items()}

    def reset(self, seed: Optional[int]) -> None:
        """Starts episode 0 of a seed, or without one the episode that follows."""
        if seed is not None and index(seed) < 0:
            raise ValueError(f"seed: {seed}: want a whole number from 0 up")
        number = 0
        if seed is None and self.seed is not None:
            seed, number = self.seed, self.number + 1
        elif seed is None:
            seed = int(np.random.default_rng().integers(2**53))
        self._take(self.server.ask("reset", seed=int(seed), episode=number, packed=True, **self._rules))
        self.seed = int(seed)

    @property
    def number(self) -> int:
        """The number of the episode, of its seed."""
        return int(self.state.get("episode", 0)) if self.state else -1

    def step(self, action: int) -> None:
        """Plays a legal action of the seat to act."""
        self._take(self.server.ask("step", action=action, packed=True))

    def commit(self, choices: Dict[int, int]) -> Dict[int, int]:
        """Plays legal actions of turns that are due at once, and returns those that were played."""
        pairs = [{"seat": seat, "action": action} for seat, action in choices.items()]
        self._take(self.server.ask("commit", choices=pairs, packed=True))
        return {c["seat"]: c["action"] for c in self.state.get("played", [])}

    def _take(self, state: Dict[str, Any]) -> None:
        self.state = state
        self._seen = {}
        if state["seat"] is not None:
            self._seen[state["seat"]] = unpack(state["observation"])

    @property
    def seat(self) -> Optional[int]:
        """The seat to act, or None when the episode is over."""
        return self.state["seat"]

    @property
    def acting(self) -> int:
        """The seat to act, while the episode goes on."""
        return int(self.state["seat"])

    @property
    def over(self) -> bool:
        """Whether the rules have ended the episode."""
        return self.state["over"]

    @property
    def truncated(self) -> bool:
        """Whether a limit has cut the episode off."""
        return self.state.get("truncated", False)

    @property
    def legal(self) -> List[int]:
        return self.state["legal"]

    @property
    def returns(self) -> List[float]:
        return self.state["returns"]

    def observe(self, seat: int) -> np.ndarray:
        """Returns what a seat may know, [observation_size]: an array of the caller's own."""
        if seat not in self._seen:
            answer = self.server.ask("observe", seats=[seat], packed=True)
            self._seen[seat] = unpack(answer["observations"][0])
        return self._seen[seat].copy()

    def observe_all(self) -> List[np.ndarray]:
        """Returns what each seat may know, in the order of the seats."""
        if len(self._seen) < self.spec.players:
            answer = self.server.ask("observe", packed=True)
            for seat, text in zip(answer["seats"], answer["observations"]):
                self._seen[seat] = unpack(text)
        return [self._seen[p].copy() for p in range(self.spec.players)]

    def information_state(self, seat: int) -> str:
        """Returns the name of all that a seat has seen and done."""
        return self.server.ask("observe", seats=[seat], packed=True, information_state=True)["information_states"][0]

    def judge(self, action: Any, legal: Sequence[int], seat: int) -> Optional[int]:
        """Returns the action to play, or None when an illegal one ends the episode."""
        chosen = one(action)
        if chosen in legal:
            return chosen
        if self.illegal == "error":
            raise ValueError(f"{self.spec.game}: action {action} is illegal for seat {seat}: legal: {list(legal)}")
        if self.illegal == "random":
            assert self.seed is not None
            return drawn((self.seed, 0, self.number), self.state["decisions"], legal)
        return None

    def render(self, seat: Optional[int]) -> Any:
        """Returns or prints the table as a seat sees it, by the render mode: text, or pixels uint8 [height, width, 3]."""
        if self.render_mode is None:
            return None
        if not self.state:
            raise RingerError("render before reset")
        form = {"svg": "svg", "rgb_array": "rgb"}.get(self.render_mode, "text")
        answer = self.server.ask("render", seat=seat or 0, format=form)
        if self.render_mode == "rgb_array":
            pixels = np.frombuffer(base64.b64decode(answer["picture"]), np.uint8)
            return pixels.reshape(answer["height"], answer["width"], 3).copy()
        if self.render_mode == "human":
            print(answer["picture"])
            return None
        return answer["picture"]


class Seats:
    """What the faces of all seats of one table share: spaces, and questions about the table."""

    metadata: Dict[str, Any]
    observation_spaces: Dict[str, Any]
    action_spaces: Dict[str, Any]

    def _open(self, face: str, game: str, refused: Dict[str, Any], rules: Dict[str, Any], max_cycles: Optional[int], **options: Any) -> None:
        refuse(face, refused)
        if max_cycles is not None and index(max_cycles) < 1:
            raise ValueError(f"max_cycles: {max_cycles}: want at least 1")
        super().__init__()
        self.table = Table(game, rules=rules, **options)
        self.table.sit(rules)
        self.game_spec = self.table.spec
        self.metadata = dict(type(self).metadata, name=self.game_spec.game)
        self.render_mode = options["render_mode"]
        self.max_cycles = max_cycles
        self.possible_agents = self.game_spec.agents
        self.agents: List[str] = []
        self.observation_spaces = {a: self.table.masked_space() for a in self.possible_agents}
        self.action_spaces = {a: self.table.action_space() for a in self.possible_agents}
        low, high = self.game_spec.bounds()
        players = self.game_spec.players
        self.state_space = Box(np.tile(low, players), np.tile(high, players), dtype=np.float32)

    def __copy__(self) -> Any:
        return deepcopy(self)

    def __str__(self) -> str:
        return self.game_spec.game

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def state(self) -> np.ndarray:
        """Returns what all seats may know, one after the other, for methods that train centrally."""
        return np.concatenate(self.table.observe_all())

    def information_state(self, agent: str) -> str:
        """Returns the name of all that a seat has seen and done, by which a table such as a solved game is looked up."""
        return self.table.information_state(self.possible_agents.index(agent))

    def decide(self, agent: str, seed: int = 0) -> int:
        """Returns the action that a Ringer agent, such as "expert" or "bot(leduc)", takes for the seat to act."""
        return self.table.server.ask("decide", agent=agent, seed=seed)["action"]

    def action_names(self) -> Dict[int, str]:
        """Returns the names of the legal actions."""
        answer = self.table.server.ask("legal")
        return dict(zip(answer["legal"], answer["names"]))

    def render(self) -> Any:
        return self.table.render(self.table.seat)

    def close(self) -> None:
        self.table.server.close()
