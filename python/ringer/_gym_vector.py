"""Gymnasium's vector face: one seat at many tables."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np

from ._gym import Opponents, seating
from ._server import Server
from ._stand_ins import AUTORESET, Box, Discrete, MultiDiscrete, VectorBase
from ._vector import Vector


class GymVectorEnv(VectorBase):
    """One seat at each of num_envs tables, as gymnasium.vector.VectorEnv has it; agents inside play the others.

    Observations, rewards, terminations and truncations are views of shared memory, valid until the next step, unless copy.
    info["action_mask"] is int8 [num_envs, num_actions]. With autoreset "same-step", info["final_obs"] holds the observations at
    the end of episodes that ended in this step, and info["_final_obs"] says at which tables. An illegal action ends its episode
    with illegal_reward, the game's lowest return unless given.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Opponents = "random",
        seat: int = 0,
        autoreset: str = "same-step",
        workers: int = 1,
        copy: bool = False,
        illegal_reward: Optional[float] = None,
        binary: Optional[str] = None,
    ):
        with Server(game, binary) as server:
            spec = server.spec
        if illegal_reward is None:
            illegal_reward = spec.min_return
        names = seating(opponents, seat, spec.players) if spec.players > 1 else None
        self.vector = Vector(
            game,
            num_envs,
            autoreset=autoreset,
            workers=workers,
            final=True,
            agents=names,
            illegal_terminates=True,
            illegal_penalty=max(0.0, -illegal_reward),
            binary=binary,
        )
        self.game_spec = spec
        self.seat = seat
        self.copy = copy
        self.num_envs = num_envs
        self.render_mode = None
        self.closed = False
        self.metadata = dict(type(self).metadata, autoreset_mode=AUTORESET[autoreset])
        low, high = spec.bounds()
        self.single_observation_space = Box(low, high, dtype=np.float32)
        self.single_action_space = Discrete(spec.num_actions)
        self.observation_space = Box(np.tile(low, (num_envs, 1)), np.tile(high, (num_envs, 1)), dtype=np.float32)
        self.action_space = MultiDiscrete([spec.num_actions] * num_envs)
        self._seeds = np.random.default_rng()

    def _out(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self._out(self.vector.mask.view(np.int8))}

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.vector.reset(int(self._seeds.integers(2**53)) if seed is None else int(seed))
        return self._out(self.vector.observation), self._info()

    def step(self, actions: np.ndarray) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        v = self.vector
        v.step(np.asarray(actions))
        info = self._info()
        ended = v.terminated | v.truncated
        if self.vector.autoreset == "same-step" and ended.any():
            final = v.final_observation
            assert final is not None
            info["final_obs"] = self._out(final[:, self.seat])
            info["_final_obs"] = ended
        return self._out(v.observation), self._out(v.rewards[:, self.seat]), self._out(v.terminated), self._out(v.truncated), info

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, bool [num_envs, num_actions]."""
        return self._out(self.vector.mask)

    def close_extras(self, **kwargs: Any) -> None:
        self.vector.close()
