"""The vector faces."""

import hashlib
import json
import os
import unittest
from pathlib import Path

import numpy as np

import ringer

ROOT = Path(__file__).resolve().parents[2]


class Vectors(unittest.TestCase):
    def test_the_trajectories_are_those_of_go(self):
        """play/wire/testdata/trajectories.json holds digests that Go's own vector gives."""
        for game in json.loads((ROOT / "play/wire/testdata/trajectories.json").read_text()):
            with self.subTest(game["game"]), ringer.Vector(game["game"], game["tables"], final=True) as v:
                v.reset(game["seed"])
                digest = hashlib.sha256()
                for step in range(game["steps"] + 1):
                    for array in (v.observation, v.mask, v.current, v.rewards, v.terminated, v.truncated, v.final_observation):
                        digest.update(array.tobytes())
                    if step < game["steps"]:
                        place = (np.arange(game["tables"]) * 7 + step * 3) % v.legal_count
                        v.step(v.legal[np.arange(game["tables"]), place])
                self.assertEqual(digest.hexdigest(), game["sha256"])

    def test_nothing_is_copied(self):
        with ringer.Vector("leduc", 8) as v:
            v.reset(1)
            kept, fields = v.observation, v.fields()
            before = kept.copy()
            v.step(v.sample())
            self.assertIs(v.observation, kept)
            self.assertFalse(np.array_equal(before, kept))
            for part in fields.values():
                self.assertTrue(np.shares_memory(part, kept))

    def test_samples_are_legal_and_uniform(self):
        with ringer.Vector("tictactoe", 900) as v:
            v.reset(1)
            counts = np.bincount(v.sample(), minlength=9)
            self.assertTrue((counts > 60).all(), counts)
            for _ in range(20):
                actions = v.sample()
                self.assertTrue(v.mask[np.arange(900), actions].all())
                v.step(actions)

    def test_next_step(self):
        with ringer.Vector("kuhn", 64, autoreset="next-step") as v:
            v.reset(1)
            waited = 0
            for _ in range(20):
                waiting = v.current == -4
                waited += waiting.sum()
                self.assertTrue(np.array_equal(waiting, v.terminated))
                v.step(v.sample())
            self.assertGreater(waited, 100)

    def test_steps_can_be_split(self):
        with ringer.Vector("leduc", 4) as a, ringer.Vector("leduc", 4) as b:
            a.reset(1)
            b.reset(1)
            for _ in range(10):
                actions = a.sample()
                a.send(actions)
                b.send(actions)
                with self.assertRaises(RuntimeError):
                    a.send(actions)
                b.recv()
                a.recv()
                np.testing.assert_array_equal(a.observation, b.observation)
            with self.assertRaises(RuntimeError):
                a.recv()

    def test_errors_change_nothing(self):
        with ringer.Vector("tictactoe", 3) as v:
            with self.assertRaisesRegex(ringer.RingerError, "want vector_reset before"):
                v.step()
            v.reset(1)
            with self.assertRaisesRegex(ringer.RingerError, "table 1: tictactoe: action 99 is illegal"):
                v.step([0, 99, 2])
            self.assertFalse(v.observation[:, :18].any())
            v.step([0, 1, 2])
        with self.assertRaisesRegex(ringer.RingerError, "tables: 0"):
            ringer.Vector("tictactoe", 0)

    def test_the_file_is_gone(self):
        def files():
            return {f for f in os.listdir("/dev/shm") if f.startswith("ringer-")} if os.path.isdir("/dev/shm") else set()
        before = files()
        with ringer.Vector("kuhn", 4):
            self.assertLessEqual(files(), before)


class GymVectors(unittest.TestCase):
    def test_one_seat_against_agents(self):
        for mode in ("same-step", "next-step"):
            env = ringer.GymVectorEnv("leduc", 16, opponents="bot(leduc)", seat=1, autoreset=mode, copy=True)
            runs = []
            for _ in range(2):
                observations, info = env.reset(seed=3)
                rng, log, ends = np.random.default_rng(0), [], 0
                for _ in range(40):
                    mask = info["action_mask"].astype(bool)
                    keys = rng.random(mask.shape) * mask
                    observations, rewards, terminated, truncated, info = env.step(keys.argmax(1))
                    self.assertEqual(observations.shape, (16, env.game_spec.observation_size))
                    self.assertTrue((rewards[~terminated] == 0).all())
                    ends += terminated.sum()
                    if mode == "same-step" and terminated.any():
                        self.assertTrue(np.array_equal(info["_final_obs"], terminated))
                        self.assertFalse(np.array_equal(info["final_obs"][terminated], observations[terminated]))
                    log.append(observations)
                self.assertGreater(ends, 40)
                runs.append(np.stack(log))
            np.testing.assert_array_equal(*runs)
            env.close()
            env.close()

    def test_illegal_actions_end_the_episode(self):
        env = ringer.GymVectorEnv("tictactoe", 2, illegal_reward=-3)
        env.reset(seed=1)
        _, rewards, terminated, _, _ = env.step(np.array([0, 77]))
        self.assertEqual((rewards.tolist(), terminated.tolist()), ([0, -3], [False, True]))
        env.close()


if __name__ == "__main__":
    unittest.main()
