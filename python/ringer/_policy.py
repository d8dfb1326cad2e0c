"""Shipped bots as policies, and matches of policies of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from ._numbers import even, share, signed
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


def agent_name(name: str) -> str:
    """Returns the name of an agent for that of a file: a bot.bot or a policy.onnx; other names are agents already."""
    for ending, kind in ((".bot", "bot"), (".onnx", "onnx")):
        if name.lower().endswith(ending) and "(" not in name and not name.startswith(("onnx:", "cmd:")):
            return f'{kind}("{name}")' if set(name) & set(',="') else f"{kind}({name})"
    return name


class Policy:
    """An agent of Ringer that decides by what a seat sees: a bot that ships, a file (x.bot or x.onnx), or "random".

    policy(observation, mask) returns probabilities, as `evaluate` wants them; both may be batches. A bot that is a table, as
    `ringer solve` makes one, is looked up by information states (wants_information_state): give it those of the
    environments' information_state; evaluate does so by itself. Agents that look ahead, such as "expert", need a table of the
    game: AECEnv.decide asks them.
    """

    wants_information_state: bool
    """Whether decisions need the information state."""

    def __init__(self, agent: str, game: str, *, seed: int = 0, binary: Optional[str] = None):
        self.agent = agent = agent_name(agent)
        self.server = Server(game, binary)
        self.spec = self.server.spec
        self._seed = seed
        try:
            answer = self.server.ask("ask", agent=agent, seed=0, questions=[])
        except Exception:
            self.server.close()
            raise
        self.wants_information_state = "information_state" in answer.get("wants", ())

    def decide(self, observation: np.ndarray, mask: np.ndarray, seat: int = 0, information_state: Optional[str] = None) -> Decision:
        """Returns the decision in one situation: observation [observation_size], mask [num_actions]."""
        states = None if information_state is None else [information_state]
        return self._decide(np.asarray(observation)[None], np.asarray(mask)[None], [seat], states)[0]

    def _decide(
        self, observations: np.ndarray, masks: np.ndarray, seats: Sequence[int], states: Optional[Sequence[str]]
    ) -> List[Decision]:
        if self.wants_information_state and states is None:
            raise ValueError(
                f"{self.agent} is a table, which is looked up by information state: want decide(…, seat, information_state), "
                "with that of information_state(agent) of the environment"
            )
        legal = [np.flatnonzero(m) for m in masks]
        questions: List[Dict[str, Any]] = [
            {"seat": int(p), "observation": o.tolist(), "legal": l.tolist()} for p, o, l in zip(seats, observations, legal)
        ]
        for question, state in zip(questions, states or ()):
            question["information_state"] = state
        self._seed += 1
        answers = self.server.ask("ask", agent=self.agent, seed=self._seed, questions=questions)["decisions"]
        decisions = []
        for answer, ids in zip(answers, legal):
            probs = np.zeros(self.spec.num_actions, np.float32)
            probs[ids] = answer["probs"]
            decisions.append(Decision(probs, answer["value"], answer["action"]))
        return decisions

    def __call__(
        self,
        observation: np.ndarray,
        mask: np.ndarray,
        seats: Optional[Sequence[int]] = None,
        information_states: Optional[Sequence[str]] = None,
    ) -> np.ndarray:
        """Returns probabilities [..., num_actions] for observations [..., observation_size] and masks [..., num_actions]."""
        observation, mask = np.asarray(observation, np.float32), np.asarray(mask)
        if observation.ndim == 1:
            one = None if information_states is None else information_states[0]
            return self.decide(observation, mask, 0 if seats is None else seats[0], one).probs
        seats = [0] * len(observation) if seats is None else seats
        return np.stack([d.probs for d in self._decide(observation, mask, seats, information_states)])

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
            f"wins {share(self.win_rate, self.low, self.high, [self.equal_share])} of {self.games:,} games; even would be {even(self.equal_share)}; "
            f"mean return {signed(self.mean_return, self.return_low, self.return_high)}"
        )


PolicyLike = Callable[[np.ndarray, np.ndarray], np.ndarray]


def evaluate(
    policy: Union[PolicyLike, Policy, str],
    game: str,
    against: Union[str, Sequence[str]] = "random",
    *,
    games: int = 1000,
    seed: int = 1,
    binary: Optional[str] = None,
) -> Result:
    """Plays a match of Ringer: the policy against agents, seats rotated over shared deals.

    policy   policy(observation [B, observation_size], mask [B, num_actions]) returns probabilities [B, num_actions], or actions
             [B]; or a Policy; or the name or the file of an agent of Ringer
    against  agents of the other seats, or their files; the last one fills the rest
    """
    others = [agent_name(a) for a in ([against] if isinstance(against, str) else against)]
    states = True if isinstance(policy, Policy) and policy.wants_information_state else None
    with Server(game, binary) as server:
        name = agent_name(policy) if isinstance(policy, str) else ""
        answer = server.ask("match", agents=[name, *others], games=games, seed=seed, packed=True, information_state=states)
        while answer["type"] == "views":
            assert not isinstance(policy, str)
            answer = server.ask("decisions", batch=answer["batch"], packed=_decide(policy, answer, server))
    match: Dict[str, Any] = answer["match"]
    a = match["agents"][0]
    return Result(
        a["games"], a["win_rate"], a["low"], a["high"], a["equal_share"], a["mean_return"], a["return_low"], a["return_high"], match
    )


def _decide(policy: Union[PolicyLike, Policy], views: Mapping[str, Any], server: Server) -> str:
    """Returns the packed decisions of a policy about views."""
    spec = server.spec
    counts = [len(l) for l in views["legal"]]
    rows = np.repeat(np.arange(len(counts)), counts)
    columns = np.concatenate([np.asarray(l) for l in views["legal"]])
    mask = np.zeros((len(counts), spec.num_actions), np.int8)
    mask[rows, columns] = 1
    observations = unpack(views["observations"]).reshape(len(counts), -1)
    if isinstance(policy, Policy):
        out = policy(observations, mask, views["seats"], views.get("information_states"))
    else:
        out = np.asarray(policy(observations, mask))
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
