"""Shipped bots as policies, and matches of policies of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from ._server import Server, pack, unpack


@dataclass(frozen=True)
class Decision:
    """What a policy does in one situation."""

    probs: np.ndarray
    """float32 [num_actions], zero for illegal actions."""
    value: float
    """The return that the policy expects for the seat."""
    action: int
    """Drawn from probs."""


class Policy:
    """An agent of Ringer that decides by what a seat sees: a bot that ships, a .bot file, or "random".

    policy(observation, mask) returns probabilities, as `evaluate` wants them; both may be batches. Agents that look ahead, such
    as "expert", need a table: AECEnv.decide asks them.
    """

    def __init__(self, agent: str, game: str, *, seed: int = 0, binary: Optional[str] = None):
        self.agent = agent
        self.server = Server(game, binary)
        self.spec = self.server.spec
        self._seed = seed
        try:
            self.server.ask("ask", agent=agent, seed=0, questions=[])
        except Exception:
            self.server.close()
            raise

    def decide(self, observation: np.ndarray, mask: np.ndarray, seat: int = 0) -> Decision:
        """Returns the decision in one situation: observation [observation_size], mask [num_actions]."""
        return self._decide(np.asarray(observation)[None], np.asarray(mask)[None], seat)[0]

    def _decide(self, observations: np.ndarray, masks: np.ndarray, seat: int) -> List[Decision]:
        legal = [np.flatnonzero(m) for m in masks]
        questions = [{"seat": seat, "observation": o.tolist(), "legal": l.tolist()} for o, l in zip(observations, legal)]
        self._seed += 1
        answers = self.server.ask("ask", agent=self.agent, seed=self._seed, questions=questions)["decisions"]
        decisions = []
        for answer, ids in zip(answers, legal):
            probs = np.zeros(self.spec.num_actions, np.float32)
            probs[ids] = answer["probs"]
            decisions.append(Decision(probs, answer["value"], answer["action"]))
        return decisions

    def __call__(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Returns probabilities [..., num_actions] for observations [..., observation_size] and masks [..., num_actions]."""
        observation, mask = np.asarray(observation, np.float32), np.asarray(mask)
        if observation.ndim == 1:
            return self.decide(observation, mask).probs
        return np.stack([d.probs for d in self._decide(observation, mask, 0)])

    def close(self) -> None:
        self.server.close()

    def __enter__(self) -> "Policy":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


@dataclass(frozen=True)
class Result:
    """What a policy got in a match: intervals are 95%, over deals."""

    games: int
    win_rate: float
    low: float
    high: float
    equal_share: float
    mean_return: float
    return_low: float
    return_high: float
    match: Mapping[str, Any]
    """All of it, as `ringer match --json` prints it."""

    def __str__(self) -> str:
        return (
            f"wins {100 * self.win_rate:.1f}% [{100 * self.low:.1f}, {100 * self.high:.1f}] of {self.games} games "
            f"(equal share {100 * self.equal_share:.0f}%), mean return {self.mean_return:+.4f} [{self.return_low:+.4f}, {self.return_high:+.4f}]"
        )


PolicyLike = Callable[[np.ndarray, np.ndarray], np.ndarray]


def evaluate(
    policy: Union[PolicyLike, str],
    game: str,
    against: Union[str, Sequence[str]] = "random",
    *,
    games: int = 1000,
    seed: int = 1,
    binary: Optional[str] = None,
) -> Result:
    """Plays a match of Ringer: the policy against agents, seats rotated over shared deals.

    policy   policy(observation [B, observation_size], mask [B, num_actions]) returns probabilities [B, num_actions], or actions
             [B]; or the name of an agent of Ringer
    against  agents of the other seats; the last one fills the rest
    """
    others = [against] if isinstance(against, str) else list(against)
    with Server(game, binary) as server:
        name = policy if isinstance(policy, str) else ""
        answer = server.ask("match", agents=[name, *others], games=games, seed=seed, packed=True)
        while answer["type"] == "views":
            assert not isinstance(policy, str)
            answer = server.ask("decisions", batch=answer["batch"], packed=_decide(policy, answer, server))
    match: Dict[str, Any] = answer["match"]
    a = match["agents"][0]
    return Result(
        a["games"], a["win_rate"], a["low"], a["high"], a["equal_share"], a["mean_return"], a["return_low"], a["return_high"], match
    )


def _decide(policy: PolicyLike, views: Mapping[str, Any], server: Server) -> str:
    """Returns the packed decisions of a policy about views."""
    spec = server.spec
    counts = [len(l) for l in views["legal"]]
    rows = np.repeat(np.arange(len(counts)), counts)
    columns = np.concatenate([np.asarray(l) for l in views["legal"]])
    mask = np.zeros((len(counts), spec.num_actions), np.int8)
    mask[rows, columns] = 1
    out = np.asarray(policy(unpack(views["observations"]).reshape(len(counts), -1), mask))
    if out.shape == (len(counts),):
        probs = np.zeros(mask.shape, np.float32)
        probs[np.arange(len(counts)), out.astype(np.int64)] = 1
    elif out.shape == mask.shape:
        probs = out.astype(np.float32)
    else:
        raise ValueError(f"policy: shape {out.shape}: want probabilities {mask.shape} or actions {(len(counts),)}")
    legal = probs[rows, columns]
    if not np.isclose(np.add.reduceat(legal, np.cumsum([0, *counts[:-1]])), 1, atol=1e-3).all():
        raise ValueError("policy: its probabilities of legal actions must sum to 1")
    return pack(legal)
