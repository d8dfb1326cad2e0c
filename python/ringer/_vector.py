"""Many tables in memory that this process shares with the game's."""

from __future__ import annotations

from copy import deepcopy
from operator import index
from typing import Any, Dict, Optional, Sequence, Union

import numpy as np

from ._actions import whole
from ._options import limits, refuse
from ._server import Server, share

IDLE = -1
"""Given instead of an action, it leaves a table alone in a step."""


class Vector:
    """N tables of a game that are stepped at once, without copying: every array is a view of shared memory.

    observation        float32 [N, observation_size]   of the seat to act
    mask               bool [N, num_actions]           legal actions of the seat to act
    current            int8 [N]                        the seat to act; -4 at a table that waits for its reset
    rewards            float32 [N, players]            of this step: the returns when it ended the episode, else 0
    terminated         bool [N]                        whether this step ended the episode by the rules
    truncated          bool [N]                        whether max_decisions cut it short in this step
    legal_count        int32 [N]                       how many legal actions there are
    legal              int32 [N, num_actions]          the legal actions, ascending: the first legal_count of a row
    length             int32 [N]                       decisions of the episode that ended last
    own                int8 [N]                        one's own seat; -1 where one has several
    episode            int64 [N]                       number of the episode, of its seed
    decisions          int32 [N]                       decisions of the episode so far
    final_observation  float32 [N, players, observation_size]   with final=True: every seat's at the last end
    joint_observation  float32 [N, players, observation_size]   with joint=True: every seat's, where observation has one's
    actions            int32 [N]                       what step plays; IDLE leaves a table alone

    step and recv write over the arrays: copy what must last. With autoreset "same-step", the step that ends an episode already
    shows the first decision of the next one; with "next-step" the finished table stays for one step, which starts the next
    episode whatever its action is; with "disabled" it stays until reset(only=[table]). Table t plays its episode e with chance
    that follows from seed, t and e alone, whatever the number of workers. With agents, episodes in which one's own seats have no
    decision are passed over. ringer.OPTIONS says what the options mean.

    send and recv split step in two: between them the process plays on while this one works on another Vector.
    """

    observation: np.ndarray
    mask: np.ndarray
    current: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    legal_count: np.ndarray
    legal: np.ndarray
    length: np.ndarray
    own: np.ndarray
    episode: np.ndarray
    decisions: np.ndarray
    actions: np.ndarray
    final_observation: Optional[np.ndarray] = None
    joint_observation: Optional[np.ndarray] = None

    def __init__(
        self,
        game: str,
        tables: int = 1024,
        *,
        autoreset: str = "same-step",
        workers: int = 1,
        max_decisions: Optional[int] = None,
        max_steps: Optional[int] = None,
        skip_forced: bool = False,
        final: bool = False,
        joint: bool = False,
        omniscient: bool = False,
        agents: Optional[Sequence[str]] = None,
        illegal_terminates: bool = False,
        illegal_penalty: float = 0.0,
        binary: Optional[str] = None,
        **refused: Any,
    ):
        refuse("Vector", refused)
        self._open(
            Server(game, binary, omniscient),
            tables,
            autoreset,
            workers=workers,
            final=final,
            joint=joint,
            agents=list(agents) if agents is not None else None,
            illegal_terminates=illegal_terminates,
            illegal_penalty=illegal_penalty,
            **limits(max_steps, max_decisions, skip_forced),
        )

    @classmethod
    def on(cls, server: Server, tables: int, autoreset: str, **keys: Any) -> "Vector":
        """Returns a vector of a server, which it closes in the end, with the keys of a request."""
        made = cls.__new__(cls)
        made._open(server, tables, autoreset, **keys)
        return made

    def _open(self, server: Server, tables: int, autoreset: str, **keys: Any) -> None:
        self.server = server
        self.spec = server.spec
        self.tables = tables
        self.autoreset = autoreset
        self._keys = keys
        self._waiting = False
        self._begun = False
        self._rng = np.random.default_rng()
        try:
            _, self._memory, arrays = share(server, "vector", **keys, tables=tables, autoreset=autoreset)
        except BaseException:
            server.close()
            raise
        for name, array in arrays.items():
            setattr(self, name, array)
        self._rows = np.arange(tables) * self.spec.num_actions
        self._flat_legal = self.legal.reshape(-1)

    def __getstate__(self) -> Dict[str, Any]:
        """A vector can be copied and pickled: the copy has a process of its own, in which the episodes are played so far once more."""
        if self._waiting:
            raise RuntimeError("copy before recv: a step is under way")
        return {
            "asked": self.server.asked,
            "tables": self.tables,
            "autoreset": self.autoreset,
            "keys": self._keys,
            "saved": self.server.ask("vector_save")["tables"] if self._begun else None,
            "memory": bytes(self._memory),
            "rng": self._rng,
        }

    def __setstate__(self, kept: Dict[str, Any]) -> None:
        self._open(Server(*kept["asked"]), kept["tables"], kept["autoreset"], **kept["keys"])
        saved, some = kept["saved"] or [], 256
        for first in range(0, len(saved), some):  # a line has a bound
            self.server.ask("vector_load", first=first, tables=saved[first : first + some])
        self._begun = kept["saved"] is not None
        self._memory[:] = kept["memory"]
        self._rng = kept["rng"]

    def __copy__(self) -> "Vector":
        return deepcopy(self)

    def reset(self, seed: Union[int, Sequence[int], None] = None, only: Optional[Sequence[int]] = None) -> None:
        """Starts an episode at every table, or only at some.

        seed  a number: episode 0 of the seed at each table; a list, one a table that is reset: what a single table (GymEnv, AECEnv)
              plays with it; None: the episodes that follow
        """
        keys: Dict[str, Any] = {"only": None if only is None else [int(t) for t in only]}
        if isinstance(seed, (int, np.integer)):
            keys["seed"] = int(seed)
        elif seed is not None:
            keys["seeds"] = [index(s) for s in seed]
        self.server.ask("vector_reset", **keys)
        self._begun = True
        if seed is not None:
            self._rng = np.random.default_rng(seed)

    def step(self, actions: Optional[np.ndarray] = None) -> None:
        """Plays one action at every table: actions [N], or those that stand in self.actions."""
        self.send(actions)
        self.recv()

    def send(self, actions: Optional[np.ndarray] = None) -> None:
        """Begins a step. The arrays must not be touched before recv."""
        if self._waiting:
            raise RuntimeError("send before recv: a step is under way")
        if actions is not None:
            given = whole(actions)
            if given.dtype != np.int32:  # a larger number must not become another action
                given = np.clip(np.minimum(given, 2**31 - 1).astype(np.int64), -(2**31), None)
            self.actions[:] = given
        self.server.send("vector_step")
        self._waiting = True

    def recv(self) -> None:
        """Ends a step that send has begun."""
        if not self._waiting:
            raise RuntimeError("recv without send")
        self._waiting = False
        self.server.receive()

    def sample(self, rng: Optional[np.random.Generator] = None) -> np.ndarray:
        """Returns one legal action a table, int32 [N], each equally likely; IDLE at a table that waits for its reset."""
        drawn = (rng or self._rng).random(self.tables)
        np.multiply(drawn, self.legal_count, out=drawn)
        chosen = self._flat_legal[self._rows + drawn.astype(np.int64)]
        if self.autoreset != "same-step":
            chosen[self.legal_count == 0] = IDLE
        return chosen

    def fields(self) -> Dict[str, np.ndarray]:
        """Returns the fields of the observations by name, each [N, *shape], without copying."""
        return self.spec.split(self.observation)

    def close(self) -> None:
        """Ends the process. Arrays that are still held stay as they are."""
        self.server.close()

    def __enter__(self) -> "Vector":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
