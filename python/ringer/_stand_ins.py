"""Gymnasium's and PettingZoo's base classes where they can be imported, small stand-ins with the same attributes elsewhere."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy as np

__all__ = ["AEC", "Parallel", "GymBase", "VectorBase", "Box", "Discrete", "MultiDiscrete", "DictSpace", "AUTORESET", "HAVE_GYMNASIUM", "HAVE_PETTINGZOO"]

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
    from gymnasium.spaces import Dict as DictSpace

    HAVE_GYMNASIUM = True
except ImportError:
    HAVE_GYMNASIUM = False

try:
    if not HAVE_GYMNASIUM:
        raise ImportError
    from pettingzoo import AECEnv as AEC
    from pettingzoo import ParallelEnv as Parallel

    HAVE_PETTINGZOO = True
except ImportError:
    HAVE_PETTINGZOO = False

if HAVE_GYMNASIUM:
    GymBase = gymnasium.Env
    VectorBase = gymnasium.vector.VectorEnv
    AUTORESET: Mapping[str, Any] = {
        "same-step": gymnasium.vector.AutoresetMode.SAME_STEP,
        "next-step": gymnasium.vector.AutoresetMode.NEXT_STEP,
        "disabled": gymnasium.vector.AutoresetMode.DISABLED,
    }
else:
    AUTORESET = {"same-step": "SameStep", "next-step": "NextStep", "disabled": "Disabled"}

    class _Space:
        """What this package needs of a space."""

        shape: Optional[Tuple[int, ...]] = None
        dtype: Any = None

        def __init__(self, seed: Optional[int] = None):
            self._rng = np.random.default_rng(seed)

        def seed(self, seed: Optional[int] = None) -> None:
            self._rng = np.random.default_rng(seed)

        def __contains__(self, x: Any) -> bool:
            return self.contains(x)

        def contains(self, x: Any) -> bool:
            raise NotImplementedError

    class Box(_Space):  # type: ignore[no-redef]
        """Arrays between two bounds."""

        def __init__(self, low: Any, high: Any, shape: Optional[Sequence[int]] = None, dtype: Any = np.float32, seed: Optional[int] = None):
            super().__init__(seed)
            self.dtype = np.dtype(dtype)
            self.shape = tuple(shape) if shape is not None else np.shape(low)
            self.low = np.broadcast_to(np.asarray(low, self.dtype), self.shape)
            self.high = np.broadcast_to(np.asarray(high, self.dtype), self.shape)

        def contains(self, x: Any) -> bool:
            return isinstance(x, np.ndarray) and x.dtype == self.dtype and x.shape == self.shape and bool(np.all(x >= self.low) and np.all(x <= self.high))

        def sample(self, mask: Any = None) -> np.ndarray:
            if self.dtype.kind == "f":
                return self._rng.uniform(self.low, self.high).astype(self.dtype)
            return self._rng.integers(self.low, self.high.astype(np.int64) + 1).astype(self.dtype)

        def __eq__(self, other: Any) -> bool:
            return isinstance(other, Box) and self.shape == other.shape and np.array_equal(self.low, other.low) and np.array_equal(self.high, other.high)

    class Discrete(_Space):  # type: ignore[no-redef]
        """The numbers from 0 to n - 1."""

        shape = ()
        dtype = np.dtype(np.int64)

        def __init__(self, n: int, seed: Optional[int] = None, start: int = 0):
            super().__init__(seed)
            self.n, self.start = int(n), int(start)

        def contains(self, x: Any) -> bool:
            return isinstance(x, (int, np.integer)) and self.start <= int(x) < self.start + self.n

        def sample(self, mask: Optional[np.ndarray] = None) -> np.int64:
            if mask is None:
                return np.int64(self.start + self._rng.integers(self.n))
            valid = np.flatnonzero(mask)
            return np.int64(self.start + (self._rng.choice(valid) if len(valid) else 0))

        def __eq__(self, other: Any) -> bool:
            return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

    class MultiDiscrete(_Space):  # type: ignore[no-redef]
        """Rows of numbers from 0 to their bounds."""

        dtype = np.dtype(np.int64)

        def __init__(self, nvec: Sequence[int], seed: Optional[int] = None):
            super().__init__(seed)
            self.nvec = np.asarray(nvec, np.int64)
            self.shape = self.nvec.shape

        def contains(self, x: Any) -> bool:
            return isinstance(x, np.ndarray) and x.shape == self.shape and bool(np.all(x >= 0) and np.all(x < self.nvec))

        def sample(self, mask: Any = None) -> np.ndarray:
            return self._rng.integers(self.nvec)

    class DictSpace(_Space):  # type: ignore[no-redef]
        """Named spaces."""

        def __init__(self, spaces: Mapping[str, Any], seed: Optional[int] = None):
            super().__init__(seed)
            self.spaces = dict(spaces)

        def __getitem__(self, key: str) -> Any:
            return self.spaces[key]

        def keys(self) -> Iterable[str]:
            return self.spaces.keys()

        def seed(self, seed: Optional[int] = None) -> None:
            for i, s in enumerate(self.spaces.values()):
                s.seed(None if seed is None else seed + i)

        def contains(self, x: Any) -> bool:
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(s.contains(x[k]) for k, s in self.spaces.items())

        def sample(self, mask: Any = None) -> Dict[str, Any]:
            return {k: s.sample() for k, s in self.spaces.items()}

        def __eq__(self, other: Any) -> bool:
            return isinstance(other, DictSpace) and self.spaces == other.spaces

    class GymBase:  # type: ignore[no-redef]
        """What gymnasium.Env gives."""

        metadata: Dict[str, Any] = {"render_modes": []}
        render_mode: Optional[str] = None
        spec: Any = None
        _np_random: Optional[np.random.Generator] = None

        @property
        def unwrapped(self) -> Any:
            return self

        @property
        def np_random(self) -> np.random.Generator:
            if self._np_random is None:
                self._np_random = np.random.default_rng()
            return self._np_random

        def reset(self, *, seed: Optional[int] = None, options: Any = None) -> Any:
            if seed is not None:
                self._np_random = np.random.default_rng(seed)

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: Any) -> None:
            self.close()

        def close(self) -> None:
            pass

    class VectorBase:  # type: ignore[no-redef]
        """What gymnasium.vector.VectorEnv gives."""

        metadata: Dict[str, Any] = {}
        closed = False

        def close(self, **kwargs: Any) -> None:
            if not self.closed:
                self.close_extras(**kwargs)
            self.closed = True

        def close_extras(self, **kwargs: Any) -> None:
            pass


if not HAVE_PETTINGZOO:

    class _Agents:
        metadata: Dict[str, Any] = {}
        agents: List[str]
        possible_agents: List[str]

        @property
        def num_agents(self) -> int:
            return len(self.agents)

        @property
        def max_num_agents(self) -> int:
            return len(self.possible_agents)

        @property
        def unwrapped(self) -> Any:
            return self

    class AEC(_Agents):  # type: ignore[no-redef]
        """What pettingzoo.AECEnv gives."""

        agent_selection: str
        rewards: Dict[str, float]
        terminations: Dict[str, bool]
        truncations: Dict[str, bool]
        infos: Dict[str, Dict[str, Any]]
        _cumulative_rewards: Dict[str, float]

        def __init__(self) -> None:
            pass

        def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
            a = self.agent_selection
            observation = self.observe(a) if observe else None  # type: ignore[attr-defined]
            return observation, self._cumulative_rewards[a], self.terminations[a], self.truncations[a], self.infos[a]

        def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
            while self.agents and max_iter > 0:
                max_iter -= 1
                yield self.agent_selection

        def _clear_rewards(self) -> None:
            for a in self.rewards:
                self.rewards[a] = 0

        def _accumulate_rewards(self) -> None:
            for a, r in self.rewards.items():
                self._cumulative_rewards[a] += r

        def _deads_step_first(self) -> None:
            dead = [a for a in self.agents if self.terminations[a] or self.truncations[a]]
            if dead:
                self.agent_selection = dead[0]

        def _was_dead_step(self, action: Any) -> None:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            a = self.agent_selection
            everything: List[Dict[str, Any]] = [self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos]
            for of in everything:
                del of[a]
            self.agents.remove(a)
            self._deads_step_first()
            self._clear_rewards()

    class Parallel(_Agents):  # type: ignore[no-redef]
        """What pettingzoo.ParallelEnv gives."""
