"""The PyTorch loop that `make torch` measures learns as PPO does, where PyTorch can be imported."""

import importlib.util
import tempfile
import unittest
from pathlib import Path

import numpy as np

import ringer

FILE = Path(__file__).resolve().parents[1] / "torch_bench.py"
SPEC = importlib.util.spec_from_file_location("torch_bench", FILE)
bench = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(bench)


def against_random(loop, episodes):
    """Returns the mean return of a policy against random play in Leduc, in chips, in both seats."""
    tables, rng = 256, np.random.default_rng(1)
    own, returns = np.arange(tables) % 2, []
    with ringer.Vector("leduc", tables) as v:
        v.reset(9)
        while len(returns) < episodes:
            with bench.torch.no_grad():
                obs, mask = bench.torch.from_numpy(v.observation.copy()), bench.torch.from_numpy(v.mask.copy())
                drawn = loop._policy(loop.actor(obs), mask).sample().numpy()
            v.step(np.where(v.current == own, drawn, v.sample(rng)).astype(np.int32))
            returns += list(v.rewards[v.terminated, own[v.terminated]])
    return np.mean(returns)


@unittest.skipIf(bench.torch is None, "no PyTorch")
class Torch(unittest.TestCase):
    def test_it_learns_leduc(self):
        loop = bench.Loop("leduc", [64, 64], "tanh", tables=64, steps=32, minibatch=512, epochs=4)
        try:
            first = against_random(loop, 3000)
            for _ in range(10):
                loop.iterate()
            self.assertLess(abs(first), 0.3)
            self.assertGreater(against_random(loop, 3000), 0.6)  # an equilibrium wins some 0.9
        finally:
            loop.close()

    def test_advantages_are_those_of_each_seat(self):
        loop = bench.Loop("kuhn(players=3)", [8], "relu", tables=5, steps=40, minibatch=100, epochs=1)
        try:
            loop.collect()
            got, following = loop.advantages(), loop.critic(bench.torch.from_numpy(loop.vector.observation)).flatten().detach().numpy()
            value, current = loop.value.numpy(), loop.vector.current
            for table in range(5):
                for seat in range(3):
                    at = [t for t in range(40) if loop.seat[t, table] == seat]
                    ahead = 0.0
                    for k in range(len(at) - 1, -1, -1):
                        t, until = at[k], at[k + 1] if k + 1 < len(at) else 40
                        ends = [u for u in range(t, until) if loop.done[u, table]]
                        if ends:
                            after, gained, ahead = 0.0, loop.reward[ends[0], table, seat], 0.0
                        else:
                            after, gained = (value[until, table] if until < 40 else following[table] if current[table] == seat else value[t, table]), 0.0
                        ahead = gained + after - value[t, table] + bench.LAMBDA * ahead
                        self.assertAlmostEqual(ahead, got[t, table], places=5)
        finally:
            loop.close()

    def test_intervals_hold_the_ratio(self):
        middle, low, high = bench.interval([2.0, 2.0, 2.0])
        self.assertAlmostEqual(middle, 2)
        self.assertAlmostEqual(high - low, 0)
        middle, low, high = bench.interval([1.0, 4.0])
        self.assertAlmostEqual(middle, 2)
        self.assertAlmostEqual(low * high, 4)
        self.assertGreater(high, 1000, "two pairs say little")

    def test_records_of_another_machine_stay(self):
        def record(name, peak, ratio):
            return {"name": name, "peak": {"operations_per_second": peak, "processors": 1, "vectors": "v"}, "ratio": ratio}

        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "some" / "torch.jsonl")
            bench.keep(path, [record("heat", 118e9, 1), record("leduc-64", 118e9, 2)])
            bench.keep(path, [record("leduc-64", 175e9, 3)])
            bench.keep(path, [record("leduc-64", 120e9, 4)])
            kept = [bench.json.loads(line) for line in Path(path).read_text().splitlines()]
        self.assertEqual([("leduc-64", 4), ("leduc-64", 3), ("heat", 1)], [(r["name"], r["ratio"]) for r in kept])


if __name__ == "__main__":
    unittest.main()
