"""Recorded trajectories, read back and held against the environment."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

import ringer


def record(folder, *args):
    command = [ringer.find_binary(), "record", "random", "greedy", "--game", "leduc", "--games", "120", "--shard", "50", "--out", str(folder), *args]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Data(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name) / "data"
        record(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_columns_and_shapes(self):
        data = ringer.load(self.folder)
        self.assertEqual(len(data.manifest["shards"]), 3)
        self.assertEqual(data.agents, ["random", "greedy"])
        sizes = {"observation": np.float32, "mask": np.bool_, "action": np.int32, "probabilities": np.float32, "return": np.float32,
                 "seat": np.int8, "kind": np.int8, "agent": np.int16, "episode": np.int64, "step": np.int32}
        self.assertEqual(data.columns, list(sizes))
        for name, dtype in sizes.items():
            self.assertEqual(data[name].dtype, dtype)
            self.assertEqual(len(data[name]), len(data))
        rows = np.arange(len(data))
        self.assertTrue(data["mask"][rows, data["action"]].all(), "every action was legal")
        np.testing.assert_allclose(data["probabilities"].sum(axis=1), 1, atol=1e-5)
        self.assertEqual(data["probabilities"][~data["mask"]].max(), 0)
        self.assertEqual(set(data["episode"]), set(range(120)))
        with self.assertRaisesRegex(KeyError, "want one of observation"):
            data["reward"]

    def test_mapped_arrays_are_those_of_numpy(self):
        data = ringer.load(self.folder)
        mapped, read = list(data), list(ringer.load(self.folder, mmap=False))
        for piece, one, other in zip(data.manifest["shards"], mapped, read):
            with np.load(self.folder / piece["file"]) as arrays:
                for name in data.columns:
                    self.assertIsInstance(one[name], np.memmap)
                    self.assertEqual(one[name].offset % 64, 0)
                    np.testing.assert_array_equal(one[name], arrays[name])
                    np.testing.assert_array_equal(other[name], arrays[name])

    def test_returns_of_an_episode_sum_to_zero(self):
        data = ringer.load(self.folder)
        episode, seat, returns = data["episode"], data["seat"], data["return"]
        checked = 0
        for e in range(120):
            by_seat = {int(s): float(r) for s, r in zip(seat[episode == e], returns[episode == e])}
            if len(by_seat) == 2:
                self.assertEqual(sum(by_seat.values()), 0)
                checked += 1
        self.assertGreater(checked, 50)

    def test_fields(self):
        data = ringer.load(self.folder)
        observation = data["observation"]
        parts = [data.field(observation, field["name"]).reshape(len(data), -1) for field in data.manifest["fields"]]
        np.testing.assert_array_equal(np.concatenate(parts, axis=1), observation)
        with self.assertRaises(KeyError):
            data.field(observation, "nothing")

    def test_the_environment_shows_the_same(self):
        """First decisions of the recording are among the first observations that the environment gives."""
        data = ringer.load(self.folder)
        first = data["observation"][data["step"] == 0]
        seen = set()
        env = ringer.aec_env("leduc")
        for seed in range(60):
            env.reset(seed=seed)
            seen.add(np.asarray(env.observe(env.agent_selection)["observation"], np.float32).tobytes())
        self.assertTrue({row.tobytes() for row in first} <= seen)
        env.close()

    def test_damage_is_found(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "data"
            record(folder)
            ringer.load(folder).verify()
            shard = folder / ringer.load(folder).manifest["shards"][1]["file"]
            content = bytearray(shard.read_bytes())
            content[-100] ^= 1
            shard.write_bytes(content)
            with self.assertRaisesRegex(ValueError, "the manifest says"):
                ringer.load(folder).verify()
            manifest = json.loads((folder / "manifest.json").read_text())
            manifest["format"] = "other/9"
            (folder / "manifest.json").write_text(json.dumps(manifest))
            with self.assertRaisesRegex(ValueError, "other/9"):
                ringer.load(folder)

    def test_parquet_holds_the_same(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "data"
            record(folder, "--format", "parquet")
            data = ringer.load(folder)
            self.assertEqual(len(data), len(ringer.load(self.folder)))
            try:
                import pyarrow  # noqa: F401
            except ImportError:
                with self.assertRaisesRegex(ImportError, "pyarrow"):
                    data["action"]
                return
            for column in data.columns:
                np.testing.assert_array_equal(data[column], ringer.load(self.folder)[column])


if __name__ == "__main__":
    unittest.main()
