"""Gymnasium's vector face: one seat at many tables."""

from __future__ import annotations

from copy import deepcopy
from operator import index
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np

from ._actions import ILLEGAL, drawn, whole
from ._gym import Opponents
from ._options import limits, refuse, seats
from ._server import Server
from ._stand_ins import AUTORESET, Box, DictSpace, Discrete, MultiDiscrete, VectorBase
from ._vector import Vector


class GymVectorEnv(VectorBase):
    """One seat at each of num_envs tables, as gymnasium.vector.VectorEnv has it; agents inside play the others.

    info["action_mask"] is int8 [num_envs, num_actions], info["seat"] the seat at each table. With autoreset "same-step",
    info["final_obs"] holds the observations at the end of episodes that ended in this step, and info["_final_obs"] says at which
    tables. With "next-step" a finished table stays for one step, which starts the next episode whatever its action is. With
    "disabled" it stays until reset(options={"reset_mask": mask}).

    reset takes a seed, a list of seeds, or none. After reset(seed=s), table 0 plays the episodes of a GymEnv after reset(seed=s),
    and every other table some of its own; with a list, table t plays those of a GymEnv with seeds[t]. Without a seed, the episodes
    that follow begin. ringer.OPTIONS says what the options mean.

    An environment can be copied and pickled. What is given out is the caller's own; with copy=False it is views of shared memory, which the next step writes over.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        observation: str = "flat",
        mask_in_observation: bool = False,
        opponents: Opponents = "random",
        seat: Union[int, str] = 0,
        illegal: str = "terminate",
        illegal_reward: Optional[float] = None,
        max_steps: Optional[int] = None,
        max_decisions: Optional[int] = None,
        skip_forced: bool = False,
        autoreset: str = "same-step",
        workers: int = 1,
        copy: bool = True,
        binary: Optional[str] = None,
        **refused: Any,
    ):
        refuse("GymVectorEnv", refused)
        for name, value, known in (("observation", observation, ("flat", "fields")), ("illegal", illegal, ILLEGAL), ("autoreset", autoreset, tuple(AUTORESET))):
            if value not in known:
                raise ValueError(f"{name}: {value!r}: want one of {known}")
        server = Server(game, binary)
        self.game_spec = spec = server.spec
        try:
            sitting = seats(opponents, seat, spec.players)
        except BaseException:
            server.close()
            raise
        self.vector = Vector.on(
            server,
            num_envs,
            autoreset,
            workers=workers,
            final=True,
            illegal_terminates=illegal == "terminate",
            **sitting,
            **limits(max_steps, max_decisions, skip_forced),
        )
        self.seat = seat
        self.copy = copy
        self.named = observation == "fields"
        self.mask_in_observation = mask_in_observation
        self.illegal = illegal
        self.illegal_reward = spec.min_return if illegal_reward is None else float(illegal_reward)
        self.num_envs = num_envs
        self.render_mode = None
        self.closed = False
        self.metadata = dict(type(self).metadata, autoreset_mode=AUTORESET[autoreset])
        self.single_observation_space = self._space(())
        self.observation_space = self._space((num_envs,))
        self.single_action_space = Discrete(spec.num_actions)
        self.action_space = MultiDiscrete([spec.num_actions] * num_envs)
        self._begun = False
        self._tables = np.arange(num_envs)
        self._always = np.ones(num_envs, bool)
        self._keys = [(0, 0)] * num_envs  # seed and table whose episodes each table plays

    def __copy__(self) -> "GymVectorEnv":
        return deepcopy(self)

    def _space(self, lead: Tuple[int, ...]) -> Any:
        """Returns a new space of observations with these dimensions before their own."""
        spec = self.game_spec
        if self.named:
            space = DictSpace({f.name: Box(f.min, f.max, (*lead, *f.shape), np.float32) for f in spec.fields})
        else:
            low, high = spec.bounds()
            space = Box(np.tile(low, (*lead, 1)) if lead else low, np.tile(high, (*lead, 1)) if lead else high, dtype=np.float32)
        if not self.mask_in_observation:
            return space
        return DictSpace({"observation": space, "action_mask": Box(0, 1, (*lead, spec.num_actions), np.int8)})

    def _out(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _shaped(self, flat: np.ndarray, mask: np.ndarray) -> Any:
        """Returns observations [num_envs, observation_size] as the space has them."""
        observation: Any = self._out(flat)
        if self.named:
            observation = {name: np.array(part) if self.copy else part for name, part in self.game_spec.split(flat).items()}
        return {"observation": observation, "action_mask": self._out(mask.view(np.int8))} if self.mask_in_observation else observation

    def _look(self) -> Tuple[Any, Dict[str, Any]]:
        v = self.vector
        info = {"action_mask": self._out(v.mask.view(np.int8)), "_action_mask": self._always.copy(), "seat": self._out(v.own), "_seat": self._always.copy()}
        return self._shaped(v.observation, v.mask), info

    def reset(
        self, *, seed: Union[int, Sequence[Optional[int]], None] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Any, Dict[str, Any]]:
        only = _reset_mask(options, self.num_envs)
        tables = range(self.num_envs) if only is None else only
        if seed is None and not self._begun:
            seed = int(np.random.default_rng().integers(2**53))
        seeds = None if seed is None or isinstance(seed, (int, np.integer)) else list(seed)
        if seeds is not None:
            if len(seeds) != self.num_envs or None in seeds:
                raise ValueError(f"seed: {seeds}: want {self.num_envs} numbers, one a table")
            seeds = [index(seeds[t]) for t in tables]
        if any(int(s) < 0 for s in (seeds or ([] if seed is None else [seed]))):
            raise ValueError(f"seed: {seed}: want whole numbers from 0 up")
        self.vector.reset(seed if seeds is None else seeds, only)
        self._begun = True
        for i, t in enumerate(tables):
            if seeds is not None:
                self._keys[t] = (seeds[i], 0)
            elif seed is not None:
                self._keys[t] = (int(seed), t)  # type: ignore[arg-type]
        return self._look()

    def step(self, actions: Any) -> Tuple[Any, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        v, rows = self.vector, self._tables
        given, illegal = self._judge(actions)
        before = v.own.copy()
        v.step(given)
        rewards = v.rewards[rows, before]
        rewards[illegal] = self.illegal_reward
        observation, info = self._look()
        ended = v.terminated | v.truncated
        if v.autoreset == "same-step" and ended.any():
            assert v.final_observation is not None
            none = np.zeros_like(v.mask)
            info["final_obs"] = self._shaped(v.final_observation[rows, before], none)
            info["_final_obs"] = ended
            info["final_info"] = {"action_mask": none.view(np.int8), "_action_mask": ended.copy(), "seat": before, "_seat": ended.copy()}
            info["_final_info"] = ended.copy()
        return observation, rewards, self._out(v.terminated), self._out(v.truncated), info

    def _judge(self, actions: Any) -> Tuple[np.ndarray, np.ndarray]:
        """Returns the actions to play [num_envs], and at which tables an illegal one ends the episode."""
        v, n = self.vector, self.game_spec.num_actions
        given = whole(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions: shape {given.shape}: want {(self.num_envs,)}")
        inside = (given >= 0) & (given < n)
        chosen = np.where(inside, given, n).astype(np.int32)  # n is no action
        over = v.current < 0
        if over.any():
            if v.autoreset == "disabled":
                raise ValueError(f'table {int(over.argmax())}: the episode is over: want reset(options={{"reset_mask": …}})')
            chosen[over] = 0  # which only starts the next one
        illegal = ~(inside & v.mask[self._tables, np.where(inside, given, 0)]) & ~over
        for t in np.flatnonzero(illegal):
            legal = v.legal[t, : v.legal_count[t]]
            if self.illegal == "error":
                raise ValueError(f"table {t}: {self.game_spec.game}: action {given[t]} is illegal for seat {v.own[t]}: legal: {legal.tolist()}")
            if self.illegal == "random":
                chosen[t] = drawn((*self._keys[t], int(v.episode[t])), int(v.decisions[t]), legal.tolist())
        return chosen, illegal if self.illegal == "terminate" else np.zeros_like(illegal)

    def action_masks(self) -> np.ndarray:
        """Returns the legal actions, bool [num_envs, num_actions]."""
        return self._out(self.vector.mask)

    def close_extras(self, **kwargs: Any) -> None:
        self.vector.close()


def _reset_mask(options: Optional[Dict[str, Any]], n: int) -> Optional[np.ndarray]:
    """Returns the tables that options["reset_mask"] names, or None for all of them."""
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return None
    mask = np.asarray(mask)
    if mask.dtype != np.bool_ or mask.shape != (n,) or not mask.any():
        raise ValueError(f"reset_mask: {mask!r}: want bool [{n}] with one True at least")
    return np.flatnonzero(mask)
