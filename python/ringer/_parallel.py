"""PettingZoo's parallel face: one step takes an action of every seat."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ._faces import RENDER_MODES, Seats
from ._options import limits
from ._server import unpack
from ._stand_ins import Parallel


class ParallelEnv(Seats, Parallel):
    """All seats of a game at once, as pettingzoo.ParallelEnv has it.

    A step plays the actions of the seats that have a turn: those whose mask is not all zeros, and for which info["turn"] is
    True. In a game in which seats choose at the same time, such as Goofspiel, all of them have their turns in one step; in a
    game in which every action is seen, one seat has. The actions of other seats are ignored, whatever they are, and may be left
    out. The observation of a seat with a turn is the one on which it decides. info["played"] is the action that the last step
    played for the seat, or -1.

    The options are those of AECEnv but for skip_forced; max_cycles truncates after this many steps.
    """

    metadata: Dict[str, Any] = {"name": "ringer", "render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        observation: str = "flat",
        illegal: str = "terminate",
        illegal_reward: Optional[float] = None,
        max_cycles: Optional[int] = None,
        max_decisions: Optional[int] = None,
        render_mode: Optional[str] = None,
        binary: Optional[str] = None,
        **refused: Any,
    ):
        self._open(
            "ParallelEnv", game, refused, limits(None, max_decisions, False), max_cycles,
            observation=observation, illegal=illegal, illegal_reward=illegal_reward, render_mode=render_mode, binary=binary,
        )

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self._steps = 0
        return self._look({}, False)

    def _look(self, played: Dict[int, int], ended: bool) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Returns the observations and infos of all seats."""
        self._turns: Dict[int, List[int]] = {}
        seen = list(self.table.observe_all())
        if not ended and self.table.seat is not None:
            for turn in self.table.server.ask("turns", packed=True)["turns"]:
                self._turns[turn["seat"]] = turn["legal"]
                seen[turn["seat"]] = unpack(turn["observation"])
        observations, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            mask = self.game_spec.mask(self._turns.get(seat, []))
            observations[agent] = {"observation": self.table.shaped(seen[seat]), "action_mask": mask.copy()}
            infos[agent] = {"action_mask": mask, "turn": seat in self._turns, "played": played.get(seat, -1)}
        return observations, infos

    def step(self, actions: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        if not self.agents:
            raise RuntimeError("step after the end of the episode: want reset")
        agents = list(self.agents)
        rewards = dict.fromkeys(agents, 0.0)
        choices: Dict[int, int] = {}
        forfeits = []
        for seat, legal in self._turns.items():
            chosen = self.table.judge(actions.get(agents[seat]), legal, seat)
            if chosen is None:
                forfeits.append(seat)
            else:
                choices[seat] = chosen
        played: Dict[int, int] = {}
        self._steps += 1
        if forfeits:
            for seat in forfeits:
                rewards[agents[seat]] = self.table.illegal_reward
        else:
            played = self.table.commit(choices)
        terminated = bool(forfeits) or self.table.over
        truncated = not terminated and (self.table.truncated or self.max_cycles is not None and self._steps >= self.max_cycles)
        if self.table.over and not forfeits:
            rewards = {a: float(r) for a, r in zip(agents, self.table.returns)}
        observations, infos = self._look(played, terminated or truncated)
        if terminated or truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, dict.fromkeys(agents, terminated), dict.fromkeys(agents, truncated), infos


def parallel_env(game: str, **kwargs: Any) -> ParallelEnv:
    """Returns a ParallelEnv, as PettingZoo's modules name their constructors."""
    return ParallelEnv(game, **kwargs)
