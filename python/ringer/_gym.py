"""Gymnasium's face: one seat, the others played by agents inside the game's process."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np

from ._faces import RENDER_MODES, Table
from ._options import limits, refuse, seats
from ._stand_ins import HAVE_GYMNASIUM, GymBase

Opponents = Union[str, Sequence[str]]


class GymEnv(GymBase):
    """One seat of a game, as gymnasium.Env has it. The others are Ringer's agents: "random", "expert", "bot(leduc)", …

    An observation is float32 [observation_size], or a dict of the fields by name; info["action_mask"] is int8 [num_actions].
    With mask_in_observation, an observation is {"observation", "action_mask"}. action_masks() returns the mask as booleans, as
    sb3-contrib asks for it. The reward is the seat's return, at the end.

    ringer.OPTIONS says what the options mean. Episodes that the others end before the seat has a decision are passed over.
    reset(seed=s) starts episode 0 of the seed, and reset() the one that follows: they are those of table 0 of a GymVectorEnv or a
    Vector. An environment can be copied and pickled, also in the middle of an episode.
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
        max_decisions: Optional[int] = None,
        skip_forced: bool = False,
        render_mode: Optional[str] = None,
        binary: Optional[str] = None,
        **refused: Any,
    ):
        refuse("GymEnv", refused)
        self.table = Table(
            game, observation=observation, illegal=illegal, illegal_reward=illegal_reward, render_mode=render_mode, binary=binary, rules={}
        )
        self.game_spec = self.table.spec
        self.render_mode = render_mode
        self.opponents = opponents
        self.seat = seat
        self.mask_in_observation = mask_in_observation
        try:
            sitting = seats(opponents, seat, self.game_spec.players)
        except BaseException:
            self.close()
            raise
        self.table.sit({**sitting, **limits(max_steps, max_decisions, skip_forced)})
        self._own = 0 if seat == "random" else int(seat)
        self.observation_space = self.table.masked_space() if mask_in_observation else self.table.observation_space()
        self.action_space = self.table.action_space()
        self._live = False

    def __copy__(self) -> "GymEnv":
        return deepcopy(self)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Any, Dict[str, Any]]:
        super().reset(seed=seed)
        self.table.reset(seed)
        self._own = self.table.state.get("own", self._own)
        self._live = True
        return self._look()

    def _look(self) -> Tuple[Any, Dict[str, Any]]:
        self._mask = self.game_spec.mask(self.table.legal if self._live else [])
        info: Dict[str, Any] = {"action_mask": self._mask.copy(), "seat": self._own}
        observation = self.table.shaped(self.table.observe(self._own))
        if self.mask_in_observation:
            observation = {"observation": observation, "action_mask": self._mask.copy()}
        return observation, info

    def step(self, action: Any) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        if not self._live:
            raise RuntimeError("step after the end of the episode: want reset")
        chosen = self.table.judge(action, self.table.legal, self._own)
        reward, truncated = 0.0, False
        if chosen is None:
            reward, terminated = self.table.illegal_reward, True
        else:
            self.table.step(chosen)
            terminated = self.table.over
            if terminated:
                reward = float(self.table.returns[self._own])
            truncated = self.table.truncated
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
