"""Gymnasium's face: one seat, the others played by agents inside the game's process."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._faces import RENDER_MODES, Table
from ._stand_ins import HAVE_GYMNASIUM, GymBase

Opponents = Union[str, Sequence[str]]


def seating(opponents: Opponents, seat: int, players: int) -> List[str]:
    """Returns one agent's name a seat, empty for the learner's: opponents take the other seats in order, the last one fills the rest."""
    names = [opponents] if isinstance(opponents, str) else list(opponents)
    if not names and players > 1:
        raise ValueError("opponents: none: want at least one")
    if len(names) > max(1, players - 1):
        raise ValueError(f"opponents: {len(names)} of them: want at most {players - 1}")
    if not 0 <= seat < players:
        raise ValueError(f"seat: {seat}: want one from 0 to {players - 1}")
    others = iter(range(players - 1))
    return ["" if p == seat else names[min(next(others), len(names) - 1)] for p in range(players)]


class GymEnv(GymBase):
    """One seat of a game, as gymnasium.Env has it. The others are Ringer's agents: "random", "expert", "bot(leduc)", …

    An observation is float32 [observation_size], or a dict of the fields by name; info["action_mask"] is int8 [num_actions].
    With mask_in_observation, an observation is {"observation", "action_mask"}. action_masks() returns the mask as booleans, as
    sb3-contrib asks for it. The reward is the seat's return, at the end.

    game, observation, illegal, illegal_reward, render_mode   as in AECEnv
    opponents   one name, or one for each other seat
    seat        the learner's seat, or "random": drawn anew by each reset
    max_steps   truncates the episode after so many own actions
    """

    metadata: Dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponents = "random",
        seat: Union[int, str] = 0,
        observation: str = "flat",
        mask_in_observation: bool = False,
        illegal: str = "terminate",
        illegal_reward: Optional[float] = None,
        max_steps: Optional[int] = None,
        render_mode: Optional[str] = None,
        binary: Optional[str] = None,
    ):
        self.table = Table(game, observation, illegal, illegal_reward, render_mode, binary)
        self.game_spec = self.table.spec
        self.render_mode = render_mode
        self.opponents = opponents
        self.seat = seat
        self.max_steps = max_steps
        self.mask_in_observation = mask_in_observation
        try:
            self._own = 0 if seat == "random" else int(seat)
            seating(opponents, self._own, self.game_spec.players)
        except ValueError:
            self.close()
            raise
        self.observation_space = self.table.masked_space() if mask_in_observation else self.table.observation_space()
        self.action_space = self.table.action_space()
        self._live = False
        self._steps = 0

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        super().reset(seed=seed)
        players = self.game_spec.players
        if self.seat == "random":
            self._own = int(self.np_random.integers(players))
        names = seating(self.opponents, self._own, players)
        while True:
            episode = int(self.np_random.integers(2**53)) if seed is None else int(seed)
            self.table.reset(episode, names if players > 1 else None)
            if not self.table.over:
                break
            seed = None  # the opponents ended the episode before the first own decision
        self._live, self._steps = True, 0
        return self._look()

    def _look(self) -> Tuple[Any, Dict[str, Any]]:
        self._mask = self.game_spec.mask(self.table.legal if self._live else [])
        info: Dict[str, Any] = {"action_mask": self._mask, "seat": self._own}
        observation = self.table.shaped(self.table.observe(self._own))
        if self.mask_in_observation:
            observation = {"observation": observation, "action_mask": self._mask}
        return observation, info

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        if not self._live:
            raise RuntimeError("step after the end of the episode: want reset")
        chosen = self.table.judge(action, self.table.legal, self._own)
        self._steps += 1
        reward, truncated = 0.0, False
        if chosen is None:
            reward, terminated = self.table.illegal_reward, True
        else:
            self.table.step(chosen)
            terminated = self.table.over
            if terminated:
                reward = float(self.table.returns[self._own])
            truncated = not terminated and self.max_steps is not None and self._steps >= self.max_steps
        self._live = not (terminated or truncated)
        observation, info = self._look()
        if self.render_mode == "human":
            self.render()
        return observation, reward, terminated, truncated, info

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, bool [num_actions]."""
        return self._mask.astype(bool)

    def information_state(self) -> str:
        """Returns the name of all that the seat has seen and done."""
        return self.table.information_state(self._own)

    def render(self) -> Any:
        return self.table.render(self._own)

    def close(self) -> None:
        self.table.server.close()


if HAVE_GYMNASIUM:
    import gymnasium

    # gymnasium.make("ringer/Game-v0", game="leduc")
    if "ringer/Game-v0" not in gymnasium.registry:
        gymnasium.register(
            id="ringer/Game-v0",
            entry_point="ringer:GymEnv",
            vector_entry_point="ringer:GymVectorEnv",
            disable_env_checker=True,
        )
