#!/usr/bin/env python3
"""PPO by self-play in one file, with numpy alone: it learns a game through ringer.Vector and writes a policy that Ringer seats.

    python3 python/examples/ppo.py --game leduc --out leduc-ppo
    ringer exploit onnx:leduc-ppo/policy.onnx --game leduc
    ringer match onnx:leduc-ppo/policy.onnx 'cmd:python3 python/examples/ppo.py --serve leduc-ppo/policy.npz' --game leduc

One network plays all seats. The algorithm is PPO (Schulman et al., arXiv 1707.06347) with generalised advantages (arXiv 1506.02438), an entropy
bonus that falls during the run, a penalty on KL(policy || behaviour policy) (Sokota et al., arXiv 2206.05825), and a slow average of the weights,
which is the result. The settings are those of configs/train/leduc.yaml.
"""

from __future__ import annotations

import argparse
import json
import os
import struct
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are too small for more
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np  # noqa: E402

import ringer  # noqa: E402

GAMMA, LAMBDA, CLIP, VALUE, MAX_NORM, EPOCHS = 1.0, 0.95, 0.1, 0.5, 0.5, 4


# --- two networks of two hidden layers each, their gradients, and Adam


def orthogonal(rng, n, m, gain):
    q, r = np.linalg.qr(rng.normal(size=(max(n, m), min(n, m))))
    q *= np.sign(np.diag(r))
    return (gain * (q if n >= m else q.T)).astype(np.float32)


def init(rng, inputs, hidden, outputs, gain):
    sizes = [(inputs, hidden, 2**0.5), (hidden, hidden, 2**0.5), (hidden, outputs, gain)]
    return [x for n, m, g in sizes for x in (orthogonal(rng, n, m, g), np.zeros(m, np.float32))]


def forward(w, x):
    h1 = np.tanh(x @ w[0] + w[1])
    h2 = np.tanh(h1 @ w[2] + w[3])
    return h2 @ w[4] + w[5], (x, h1, h2)


def backward(w, memory, d):
    x, h1, h2 = memory
    d2 = (d @ w[4].T) * (1 - h2 * h2)
    d1 = (d2 @ w[2].T) * (1 - h1 * h1)
    return [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ d, d.sum(0)]


def log_softmax(logits, mask):
    """Returns log probabilities, and 0 where an action is illegal."""
    z = np.where(mask, logits, -1e9)
    z = z - z.max(1, keepdims=True)
    return np.where(mask, z - np.log(np.exp(z).sum(1, keepdims=True)), 0).astype(np.float32)


class Adam:
    def __init__(self, weights):
        self.weights, self.steps = weights, 0
        self.m, self.v = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]

    def step(self, grads, rate):
        norm = np.sqrt(sum(float((g * g).sum()) for g in grads))
        shrink = min(1, MAX_NORM / (norm + 1e-9))
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for w, g, m, v in zip(self.weights, grads, self.m, self.v):
            g = g * shrink
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= rate * m / (np.sqrt(v) + 1e-5)


# --- the loss


def gradients(policy, value, rows, entropy, kl):
    """Returns the gradients of the loss of a minibatch, those of the policy's weights first."""
    x, mask, action, old, advantage, target = rows
    n = len(x)
    logits, memory = forward(policy, x)
    logp = log_softmax(logits, mask)
    p = np.exp(logp) * mask
    ratio = np.exp(logp[np.arange(n), action] - old[np.arange(n), action])
    inside = np.where(advantage >= 0, ratio <= 1 + CLIP, ratio >= 1 - CLIP)  # elsewhere the clipped term is flat
    d = (advantage * ratio * inside)[:, None] * p  # of -ratio * advantage, by the logits
    d[np.arange(n), action] -= advantage * ratio * inside
    h = -(p * logp).sum(1, keepdims=True)
    d += entropy * p * (logp + h)
    drift = logp - old
    d += kl * p * (drift - (p * drift).sum(1, keepdims=True))
    v, value_memory = forward(value, x)
    dv = 2 * VALUE * (v - target[:, None])
    return backward(policy, memory, d / n) + backward(value, value_memory, dv / n)


# --- collecting


class Collector:
    """Plays all seats of a vector of tables and hands out the decisions of episodes that have ended."""

    def __init__(self, game, tables, seed):
        self.vector = ringer.Vector(game, tables, skip_forced=True)
        self.vector.reset(seed)
        self.spec = self.vector.spec
        self.scale = max(-self.spec.min_return, self.spec.max_return)
        self.steps = []  # one dict of arrays [tables, …] a step, while any of its decisions is unused

    def play(self, policy, value, rng):
        v = self.vector
        x, mask = v.observation.copy(), v.mask.copy()
        old = log_softmax(forward(policy, x)[0], mask)
        noise = -np.log(-np.log(rng.random(mask.shape) + 1e-12) + 1e-12)
        action = np.where(mask, old + noise, -np.inf).argmax(1)  # Gumbel's way of drawing from probabilities
        step = dict(x=x, mask=mask, old=old, action=action, seat=v.current.astype(int), value=forward(value, x)[0][:, 0])
        v.step(action.astype(np.int32))
        step.update(ended=v.terminated.copy(), returns=v.rewards / self.scale, unused=np.ones(len(x), bool))
        self.steps.append(step)

    def batch(self):
        """Returns the arrays of a batch: the advantage of each decision is that of its seat's chain in its episode."""
        n, seats, everyone = self.vector.tables, self.spec.players, np.arange(self.vector.tables)
        known, returns = np.zeros(n, bool), np.zeros((n, seats))
        later, next_value, next_advantage = np.zeros((n, seats), bool), np.zeros((n, seats)), np.zeros((n, seats))
        for s in reversed(self.steps):
            ended = s["ended"]
            known |= ended
            returns[ended], later[ended] = s["returns"][ended], False
            at = everyone, s["seat"]
            target = np.where(later[at], GAMMA * (next_value[at] + LAMBDA * next_advantage[at]), returns[at])
            s["advantage"] = target - s["value"]
            s["take"] = known & s["unused"]
            s["unused"] &= ~known
            later[at], next_value[at], next_advantage[at] = True, s["value"], s["advantage"]
        names = ("x", "mask", "action", "old", "advantage", "value")
        x, mask, action, old, advantage, value = (np.concatenate([s[k][s["take"]] for s in self.steps]) for k in names)
        self.steps = [s for s in self.steps if s["unused"].any()]
        return x, mask, action, old, advantage.astype(np.float32), (advantage + value).astype(np.float32)


def train(a):
    rng = np.random.default_rng(a.seed)
    collector = Collector(a.game, a.tables, a.seed)
    spec = collector.spec
    policy = init(rng, spec.observation_size, a.hidden, spec.num_actions, 0.01)
    value = init(rng, spec.observation_size, a.hidden, 1, 1.0)
    average = [w.copy() for w in policy + value]
    adam = Adam(policy + value)
    done, iteration, start = 0, 0, time.time()
    while done < a.decisions:
        for _ in range(max(1, a.batch // a.tables)):
            collector.play(policy, value, rng)
        rows = collector.batch()
        n, share = len(rows[0]), done / a.decisions
        rate = a.rate + share * (a.final_rate - a.rate)
        entropy = a.entropy + share * (a.final_entropy - a.entropy)
        for _ in range(EPOCHS):
            order = rng.permutation(n)
            for i in range(0, n - a.minibatch // 2, a.minibatch):
                some = order[i : i + a.minibatch]
                adam.step(gradients(policy, value, [r[some] for r in rows], entropy, a.kl), rate)
        keep = min(a.ema, (iteration + 1) / (iteration + 2))
        for slow, w in zip(average, policy + value):
            slow += (1 - keep) * (w - slow)
        done, iteration = done + n, iteration + 1
        if iteration % 200 == 0:
            print(f"{done:9,} decisions, {done / (time.time() - start):8,.0f} a second", flush=True)
    collector.vector.close()
    out = Path(a.out)
    out.mkdir(parents=True, exist_ok=True)
    np.savez(out / "policy.npz", game=spec.game, scale=collector.scale, *average)
    (out / "policy.onnx").write_bytes(onnx(average, spec, collector.scale))
    print(f"wrote {out / 'policy.onnx'} and {out / 'policy.npz'}: {done:,} decisions in {time.time() - start:.0f} s")


# --- the policy for others: as ONNX, and as a program


def onnx(weights, spec, scale):
    """Returns an ONNX model (IR 8, opset 17): observation [batch, n] gives logits [batch, actions] and value [batch, 1]."""

    def varint(x):
        return bytes([x]) if x < 128 else bytes([x & 127 | 128]) + varint(x >> 7)

    def number(field, x):
        return varint(field << 3) + varint(int(x))

    def blob(field, *parts):
        data = b"".join(p.encode() if isinstance(p, str) else p for p in parts)
        return varint(field << 3 | 2) + varint(len(data)) + data

    def tensor(name, x):
        x = np.asarray(x, np.float32)
        return blob(5, *[number(1, d) for d in x.shape], number(2, 1), blob(8, name), blob(9, x.astype("<f4").tobytes()))

    def node(op, output, *inputs):
        return blob(1, *[blob(1, i) for i in inputs], blob(2, output), blob(3, output), blob(4, op))

    def port(field, name, width):
        shape = blob(2, blob(1, blob(2, "batch")), blob(1, number(1, width)))
        return blob(field, blob(1, name), blob(2, blob(1, number(1, 1), shape)))

    graph = [blob(2, "policy"), port(11, "observation", spec.observation_size), port(12, "logits", spec.num_actions), port(12, "value", 1)]
    for net, top in ((weights[:6], "logits"), (weights[6:], "scaled")):
        graph += [tensor(f"{top}.{i}", w) for i, w in enumerate(net)]
        x = "observation"
        for layer in range(3):
            linear = top if layer == 2 else f"{top}.linear{layer}"
            graph.append(node("Gemm", linear, x, f"{top}.{2 * layer}", f"{top}.{2 * layer + 1}"))
            if layer < 2:
                x = f"{top}.hidden{layer}"
                graph.append(node("Tanh", x, linear))
    graph += [tensor("scale", scale), node("Mul", "value", "scaled", "scale")]
    about = blob(14, blob(1, "ringer_spec_hash"), blob(2, spec.spec_hash))
    return number(1, 8) + blob(2, "ringer's ppo.py") + blob(7, *graph) + blob(8, number(2, 17)) + about


def serve(file):
    """Answers the questions of docs/protocol.md."""
    saved = np.load(file)
    weights = [saved[f"arr_{i}"] for i in range(12)]
    print(json.dumps({"type": "hello", "protocol": "ringer-bot/2", "bot": "ppo.py"}), flush=True)
    sys.stdin.readline()  # Ringer's hello
    for line in sys.stdin:
        q = json.loads(line)
        x = np.array([q["observation"]], np.float32)
        logits = forward(weights[:6], x)[0][0, q["legal"]]
        p = np.exp(logits - logits.max())
        print(json.dumps({"type": "decision", "id": q["id"], "probs": (p / p.sum()).tolist()}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--serve", metavar="FILE", help="play with a policy.npz as an agent cmd:…, instead of training")
    parser.add_argument("--game", default="leduc")
    parser.add_argument("--out", default="ppo", help="folder of the result")
    parser.add_argument("--seed", type=int, default=1)
    defaults = dict(decisions=3_000_000, tables=64, batch=1024, minibatch=256, hidden=64)
    defaults.update(rate=5e-4, final_rate=5e-5, entropy=0.03, final_entropy=0.016, kl=4.0, ema=0.999)
    for name, value in defaults.items():
        parser.add_argument("--" + name.replace("_", "-"), type=type(value), default=value)
    a = parser.parse_args()
    serve(a.serve) if a.serve else train(a)


if __name__ == "__main__":
    main()
