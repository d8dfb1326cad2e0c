"""PettingZoo's agent-environment cycle: one seat after the other."""

from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

from ._faces import RENDER_MODES, Seats
from ._options import limits
from ._stand_ins import AEC


class AECEnv(Seats, AEC):
    """All seats of a game, one after the other, as pettingzoo.AECEnv has it.

    Agents are seat_0, seat_1, … An observation is {"observation", "action_mask"}; the mask stands in the info too, and is all
    zeros for a seat that is not to act. A seat is rewarded with its return when the episode is over. The same seed gives the
    same episode as in Go.

    game is a game string, such as "heat(players=4)"; ringer.OPTIONS says what the options mean. An environment can be copied and
    pickled, also in the middle of an episode: the copy plays on as its original would.
    """

    metadata: Dict[str, Any] = {"name": "ringer", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        observation: str = "flat",
        illegal: str = "terminate",
        illegal_reward: Optional[float] = None,
        max_cycles: Optional[int] = None,
        max_decisions: Optional[int] = None,
        skip_forced: bool = False,
        render_mode: Optional[str] = None,
        binary: Optional[str] = None,
        **refused: Any,
    ):
        self._open(
            "AECEnv", game, refused, limits(None, max_decisions, skip_forced), max_cycles,
            observation=observation, illegal=illegal, illegal_reward=illegal_reward, render_mode=render_mode, binary=binary,
        )

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._acted = [0] * len(self.agents)
        self._inform()

    def _inform(self) -> None:
        """Notes who is to act, and the masks."""
        self._masks = {a: np.zeros(self.game_spec.num_actions, np.int8) for a in self.possible_agents}
        done = self.table.over or any(self.terminations.values()) or any(self.truncations.values())
        if not done:
            self.agent_selection = self.possible_agents[self.table.acting]
            self._masks[self.agent_selection] = self.game_spec.mask(self.table.legal)
        self.infos = {a: {"action_mask": self._masks[a].copy()} for a in self.agents}
        if not done:
            self.infos[self.agent_selection]["kind"] = self.table.state["kind"]

    def observe(self, agent: str) -> Dict[str, Any]:
        flat = self.table.observe(self.possible_agents.index(agent))
        return {"observation": self.table.shaped(flat), "action_mask": self._masks[agent].copy()}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.table.acting
        chosen = self.table.judge(action, self.table.legal, seat)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._acted[seat] += 1
        if chosen is None:
            self.rewards[agent] = self.table.illegal_reward
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.table.step(chosen)
            if self.table.over:
                self.rewards = {a: float(r) for a, r in zip(self.agents, self.table.returns)}
                self.terminations = dict.fromkeys(self.agents, True)
            elif self.table.truncated or self.max_cycles is not None and self._acted[self.table.acting] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._inform()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()


def aec_env(game: str, **kwargs: Any) -> AECEnv:
    """Returns an AECEnv, as PettingZoo's modules name their constructors."""
    return AECEnv(game, **kwargs)
