"""The examples: ppo.py learns, and its policy plays as onnx: and as cmd:."""

import importlib.util
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import ringer

FILE = Path(__file__).resolve().parents[1] / "examples/ppo.py"


def module():
    spec = importlib.util.spec_from_file_location("ppo", FILE)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def asked(*arguments):
    return json.loads(subprocess.run([ringer.find_binary(), *arguments, "--json"], check=True, capture_output=True).stdout)


class PPO(unittest.TestCase):
    def test_gradients_are_those_of_the_loss(self):
        ppo = module()
        rng = np.random.default_rng(1)
        policy = [rng.normal(size=w.shape) * 0.5 for w in ppo.init(rng, 5, 7, 3, 1)]
        value = [rng.normal(size=w.shape) * 0.5 for w in ppo.init(rng, 5, 7, 1, 1)]
        n = 40
        x, mask = rng.normal(size=(n, 5)), rng.random((n, 3)) < 0.7
        mask[:, 0] = True
        action = np.array([rng.choice(np.flatnonzero(m)) for m in mask])
        old = ppo.log_softmax(ppo.forward(policy, x)[0] + rng.normal(size=(n, 3)) * 0.2, mask).astype(float)
        advantage, target = rng.normal(size=n), rng.normal(size=n)
        entropy, kl = 0.3, 0.7

        def loss(weights):
            logits = np.where(mask, ppo.forward(weights[:6], x)[0], -1e9)
            logp = logits - np.log(np.exp(logits - logits.max(1, keepdims=True)).sum(1, keepdims=True)) - logits.max(1, keepdims=True)
            logp = np.where(mask, logp, 0)
            p = np.exp(logp) * mask
            ratio = np.exp(logp[np.arange(n), action] - old[np.arange(n), action])
            surrogate = np.minimum(ratio * advantage, np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP) * advantage)
            bonus = entropy * (p * logp).sum(1) + kl * (p * (logp - old)).sum(1)
            v = ppo.forward(weights[6:], x)[0][:, 0]
            return (-surrogate + bonus + ppo.VALUE * (v - target) ** 2).mean()

        gradients = ppo.gradients(policy, value, (x, mask, action, old, advantage, target), entropy, kl)
        weights = policy + value
        for w, g in zip(weights, gradients):
            for _ in range(3):
                at = tuple(rng.integers(s) for s in w.shape)
                was, step = w[at], 1e-5
                w[at] = was + step
                above = loss(weights)
                w[at] = was - step
                below = loss(weights)
                w[at] = was
                self.assertAlmostEqual((above - below) / (2 * step), g[at], delta=1e-3 + 1e-3 * abs(g[at]))

    def test_advantages_follow_each_seat(self):
        ppo = module()
        collector = ppo.Collector("kuhn", 4, 1)
        rng = np.random.default_rng(1)
        policy, value = ppo.init(rng, 13, 8, 2, 0.01), ppo.init(rng, 13, 8, 1, 1.0)
        taken = []
        for _ in range(12):
            for _ in range(3):
                collector.play(policy, value, rng)
                taken.append(collector.steps[-1])
            x, mask, action, old, advantage, target = collector.batch()
            self.assertTrue(mask[np.arange(len(action)), action].all())
        # By hand: every table's decisions in order, one chain a seat and episode.
        for table in range(4):
            episode = []
            for s in taken:
                episode.append(s)
                if not s["ended"][table]:
                    continue
                for seat in (0, 1):
                    following = None
                    for e in reversed([e for e in episode if e["seat"][table] == seat]):
                        v = e["value"][table]
                        if following is None:
                            want = s["returns"][table, seat] - v
                        else:
                            want = following["value"][table] - v + ppo.LAMBDA * following["advantage"][table]
                        self.assertAlmostEqual(e["advantage"][table], want, places=5)
                        self.assertFalse(e["unused"][table])
                        following = e
                episode = []
        collector.vector.close()

    def test_it_learns_and_plays(self):
        with tempfile.TemporaryDirectory() as folder:
            options = "--game kuhn --decisions 40000 --hidden 32 --kl 5 --final-entropy 0.005 --ema 0.95 --rate 0.001"
            subprocess.run([sys.executable, FILE, *options.split(), "--out", folder], check=True, capture_output=True)
            network = f"onnx:{folder}/policy.onnx"
            program = f"cmd:'{sys.executable}' '{FILE}' --serve '{folder}/policy.npz'"
            found = [asked("exploit", agent, "--game", "kuhn")["exploitability"] for agent in (network, program)]
            self.assertLess(found[0], 0.25, "random play has 0.458")
            self.assertAlmostEqual(*found, places=4)
            match = asked("match", network, program, "--game", "kuhn", "--games", "40")
            self.assertEqual([a["name"] for a in match["agents"]], [network, program])
            with ringer.Policy(f"{folder}/policy.onnx", "kuhn") as policy:
                result = ringer.evaluate(policy, "kuhn", "random", games=200)
            self.assertEqual(result.games, 200)


if __name__ == "__main__":
    unittest.main()
