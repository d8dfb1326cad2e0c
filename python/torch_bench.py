#!/usr/bin/env python3
"""Measures learning end to end beside PyTorch: `ringer bench train` and a PPO loop over ringer.Vector, in turn on one core.

Both play all seats of one game with one network and learn from every decision, with the same tables, decisions a batch, rows a
minibatch, epochs, hidden layers and optimiser. Each pair of measurements gives a ratio of decisions a second of processor time, that
of the environment's process included; the interval is Student's, of the logarithms of the ratios.

    make torch
    python3 python/torch_bench.py leduc --hidden 64 --pairs 5 --seconds 5 --json
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GOMAXPROCS"):
    os.environ[_threads] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent))

try:
    import numpy as np
    import torch
    from torch import nn

    import ringer
except ImportError:  # main says so
    torch = None

GAMMA, LAMBDA, CLIP, VALUE, ENTROPY, MAX_NORM, RATE = 1.0, 0.95, 0.2, 0.5, 0.01, 0.5, 5e-4

# What is measured when nothing is named. A configuration that ships gives Ringer its network and tables; PyTorch has layers of the
# same widths on the flat observation. Scripted and past opponents are left out: PyTorch has none.
CASES = {
    "leduc-64": {"config": "leduc", "hidden": [64, 64], "activation": "tanh", "tables": 64, "steps": 128, "minibatch": 2048, "epochs": 4},
    "leduc-256": {"config": "leduc", "hidden": [256, 256], "activation": "tanh", "tables": 64, "steps": 128, "minibatch": 2048, "epochs": 4},
    "heat": {"config": "heat-long", "hidden": [192, 128], "activation": "relu", "tables": 128, "steps": 64, "minibatch": 1024, "epochs": 1},
}
GAMES = {"leduc": "leduc", "heat-long": "heat(players=4)"}


class Loop:
    """PPO by self-play in the shape of CleanRL's ppo.py: steps at all tables, then epochs of shuffled minibatches.

    PyTorch's settings are as they come. Policy and value have trunks of their own. One network plays every seat; advantages are those of the seat that acts, from its
    decision to its next one.
    """

    def __init__(self, game: str, hidden, activation: str, tables: int, steps: int, minibatch: int, epochs: int, seed: int = 1):
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.vector = ringer.Vector(game, tables, skip_forced=True)
        self.vector.reset(seed)
        spec = self.vector.spec
        self.scale = max(-spec.min_return, spec.max_return)
        self.steps, self.minibatch, self.epochs = steps, minibatch, epochs
        self.actor = self._trunk(spec.observation_size, hidden, activation, spec.num_actions, 0.01)
        self.critic = self._trunk(spec.observation_size, hidden, activation, 1, 1.0)
        self.weights = [*self.actor.parameters(), *self.critic.parameters()]
        self.optimiser = torch.optim.Adam(self.weights, lr=RATE, eps=1e-5)
        shape = (steps, tables)
        self.obs = torch.zeros(*shape, spec.observation_size)
        self.mask = torch.zeros(*shape, spec.num_actions, dtype=torch.bool)
        self.action = torch.zeros(shape, dtype=torch.long)
        self.logp, self.value = torch.zeros(shape), torch.zeros(shape)
        self.seat = np.zeros(shape, np.int64)
        self.done = np.zeros(shape, bool)
        self.reward = np.zeros((*shape, spec.players), np.float32)

    @staticmethod
    def _trunk(inputs, hidden, activation, outputs, gain):
        layers, width = [], inputs
        for h in [*hidden, outputs]:
            last = len(layers) == 2 * len(hidden)
            layer = nn.Linear(width, h)
            nn.init.orthogonal_(layer.weight, gain if last else 2**0.5)
            nn.init.zeros_(layer.bias)
            layers += [layer] if last else [layer, nn.Tanh() if activation == "tanh" else nn.ReLU()]
            width = h
        return nn.Sequential(*layers)

    def parameters(self) -> int:
        return sum(w.numel() for w in self.weights)

    @staticmethod
    def _policy(logits, mask):
        return torch.distributions.Categorical(logits=logits.masked_fill(~mask, -1e9))

    def collect(self) -> None:
        """Plays steps decisions at every table."""
        v = self.vector
        for t in range(self.steps):
            obs, mask = self.obs[t], self.mask[t]
            obs.copy_(torch.from_numpy(v.observation))
            mask.copy_(torch.from_numpy(v.mask))
            self.seat[t] = v.current
            with torch.no_grad():
                policy = self._policy(self.actor(obs), mask)
                action = policy.sample()
                self.action[t], self.logp[t], self.value[t] = action, policy.log_prob(action), self.critic(obs).flatten()
            v.step(action.numpy())
            self.done[t] = v.terminated
            self.reward[t] = v.rewards
        self.reward /= self.scale

    def advantages(self) -> np.ndarray:
        """Returns generalised advantages [steps, tables]. A seat without a next decision in the batch has none but to its last value."""
        v, (steps, tables), players = self.value.numpy(), self.seat.shape, self.reward.shape[2]
        with torch.no_grad():
            following = self.critic(torch.from_numpy(self.vector.observation)).flatten().numpy()
        rows = np.arange(tables)
        after = np.full((tables, players), np.nan, np.float32)  # value of a seat's next decision
        after[rows, self.vector.current] = following
        ahead = np.zeros((tables, players), np.float32)  # its advantage
        due = np.zeros((tables, players), np.float32)  # what the seat gets before it
        out = np.zeros((steps, tables), np.float32)
        for t in range(steps - 1, -1, -1):
            ended = self.done[t]
            after[ended], ahead[ended], due[ended] = 0, 0, self.reward[t][ended]
            seat = self.seat[t]
            next_value = after[rows, seat]
            next_value = np.where(np.isnan(next_value), v[t], next_value)
            out[t] = due[rows, seat] + GAMMA * next_value - v[t] + GAMMA * LAMBDA * ahead[rows, seat]
            after[rows, seat], ahead[rows, seat], due[rows, seat] = v[t], out[t], 0
        return out

    def learn(self) -> None:
        """Learns from what was collected."""
        n = self.action.numel()
        advantage = torch.from_numpy(self.advantages()).reshape(n)
        target = advantage + self.value.reshape(n)
        obs, mask = self.obs.reshape(n, -1), self.mask.reshape(n, -1)
        action, old = self.action.reshape(n), self.logp.reshape(n)
        for _ in range(self.epochs):
            for rows in torch.randperm(n).split(self.minibatch):
                policy = self._policy(self.actor(obs[rows]), mask[rows])
                ratio = (policy.log_prob(action[rows]) - old[rows]).exp()
                a = advantage[rows]
                a = (a - a.mean()) / (a.std() + 1e-8)
                loss = torch.max(-a * ratio, -a * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                loss = loss - ENTROPY * policy.entropy().mean()
                loss = loss + VALUE * ((self.critic(obs[rows]).flatten() - target[rows]) ** 2).mean()
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.weights, MAX_NORM)
                self.optimiser.step()

    def iterate(self) -> int:
        """Plays and learns once, and returns the number of decisions."""
        self.collect()
        self.learn()
        return self.action.numel()

    def seconds(self) -> float:
        """Returns the processor seconds of this process and of the environment's."""
        with open(f"/proc/{self.vector.server._process.pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
        return time.process_time() + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.vector.close()


def torch_rate(case, seconds: float, seed: int):
    """Returns decisions a second of processor time, and the weights. A first iteration warms up."""
    keys = ("hidden", "activation", "tables", "steps", "minibatch", "epochs")
    loop = Loop(GAMES[case["config"]], **{k: case[k] for k in keys}, seed=seed)
    try:
        loop.iterate()
        begun = spent = loop.seconds()
        decisions = 0
        while spent - begun < seconds:
            decisions += loop.iterate()
            spent = loop.seconds()
        return decisions / (spent - begun), loop.parameters()
    finally:
        loop.close()


def ringer_record(case, seconds: float, seed: int):
    """Returns what `ringer bench train` measures with the same settings."""
    batch = case["tables"] * case["steps"]
    command = [ringer.find_binary(), "bench", "train", case["config"], "--json", "--quiet", "--seconds", str(seconds), "--seed", str(seed)]
    for setting in (
        f"network.hidden={json.dumps(case['hidden'])}",
        f"network.activation={case['activation']}",
        f"collect={{tables: {case['tables']}, groups: 2, batch: {batch}}}",
        f"ppo.minibatch={case['minibatch']}",
        f"ppo.epochs={case['epochs']}",
        "opponents={past_share: 0, fixed: [], fixed_share: 0}",
    ):
        command += ["--set", setting]
    made = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return json.loads(made.stdout)["trainings"][0]


# Quantiles of Student's distribution at 97.5%, from one degree of freedom on; then the normal one with its first correction.
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086]


def interval(ratios):
    """Returns the geometric mean of ratios and its 95% interval; two ratios at least."""
    logs = np.log(ratios)
    free = len(logs) - 1
    t = STUDENT[free - 1] if free <= len(STUDENT) else 1.96 + 2.4 / free
    half = t * logs.std(ddof=1) / math.sqrt(len(logs))
    return tuple(float(math.exp(x)) for x in (logs.mean(), logs.mean() - half, logs.mean() + half))


def measure(name: str, case, pairs: int, seconds: float):
    """Returns the record of a case. Who is first in a pair changes from pair to pair."""
    ours, theirs, record, weights = [], [], {}, 0
    for i in range(pairs):
        for first in (i % 2 == 0, i % 2 == 1):
            if first:
                record = ringer_record(case, seconds, i + 1)
                ours.append(record["processor"]["decisions_per_second"])
            else:
                rate, weights = torch_rate(case, seconds, i + 1)
                theirs.append(rate)
        print(f"{name}: pair {i + 1} of {pairs}: {ours[-1]:,.0f} and {theirs[-1]:,.0f} decisions a processor second", file=sys.stderr, flush=True)
    ratio, low, high = interval(np.array(ours) / np.array(theirs))
    return {
        "name": name,
        **{k: case[k] for k in ("config", "hidden", "tables", "minibatch", "epochs")},
        "batch": case["tables"] * case["steps"],
        "game": record["game"],
        "weights": record["weights"],
        "torch_weights": weights,
        "torch": torch.__version__,
        "python": platform.python_version(),
        "pairs": pairs,
        "seconds": seconds,
        "decisions_per_second": float(np.mean(ours)),
        "torch_decisions_per_second": float(np.mean(theirs)),
        "ratio": ratio,
        "ratio_low": low,
        "ratio_high": high,
        "peak": record["products"]["peak"],
        "revision": record["revision"],
        "vectors": record["vectors"],
        "date": datetime.date.today().isoformat(),
    }


def keep(path: str, records) -> None:
    """Adds records to a file, one a line, in place of those of the same case on the same kind of machine."""

    def same(a, b) -> bool:
        one, other = a["peak"], b["peak"]
        near = abs(math.log(one["operations_per_second"] / other["operations_per_second"])) < math.log(1.2)
        return a["name"] == b["name"] and near and all(one[k] == other[k] for k in ("processors", "vectors"))

    file = Path(path)
    kept = [json.loads(line) for line in file.read_text().splitlines() if line.strip()] if file.exists() else []
    for r in records:
        kept = [k for k in kept if not same(k, r)] + [r]
    order = list(CASES)
    kept.sort(key=lambda r: (order.index(r["name"]) if r["name"] in order else len(order), r["peak"]["operations_per_second"]))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(r) + "\n" for r in kept))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="*", help=f"of {', '.join(CASES)}; all without one")
    parser.add_argument("--pairs", type=int, default=5, help="pairs of measurements of each case; at least 2")
    parser.add_argument("--seconds", type=float, default=5, help="processor seconds of each measurement")
    parser.add_argument("--unchecked", action="store_true", help="PyTorch's distributions check no arguments: faster than CleanRL's loop")
    parser.add_argument("--core", type=int, default=0, help="the processor on which everything runs")
    parser.add_argument("--out", help="a file to which the records are added, in place of those of the same case and machine")
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    args = parser.parse_args()
    unknown = [c for c in args.case if c not in CASES]
    if unknown:
        parser.error(f"{', '.join(unknown)}: want some of {', '.join(CASES)}")
    if args.pairs < 2 or not args.seconds > 0:
        parser.error("want --pairs of at least 2, and --seconds above 0")
    if torch is None:
        print("skipped: no Python with numpy and PyTorch (Debian: python3-torch and libopenblas0-pthread)", file=sys.stderr)
        return 0
    if args.unchecked:
        torch.distributions.Distribution.set_default_validate_args(False)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {args.core})
    records = [measure(name, CASES[name], args.pairs, args.seconds) for name in args.case or CASES]
    if args.out:
        keep(args.out, records)
    if args.json:
        print(json.dumps({"cases": records}))
        return 0
    print(f"{'':10} {'ringer':>10} {'PyTorch':>10}   ratio, decisions a second of processor time")
    for r in records:
        print(f"{r['name']:10} {r['decisions_per_second']:10,.0f} {r['torch_decisions_per_second']:10,.0f}   {r['ratio']:.2f} ({r['ratio_low']:.2f} … {r['ratio_high']:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
