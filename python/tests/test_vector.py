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

    def test_all_seats_at_once(self):
        """joint_observation holds what every seat knows, and of an agent's seat nothing unless the process is omniscient."""
        for agents, omniscient in ((None, False), (["", "random"], False), (["", "random"], True)):
            with self.subTest(agents=agents, omniscient=omniscient), ringer.Vector(
                "leduc", 32, final=True, joint=True, agents=agents, omniscient=omniscient
            ) as v:
                v.reset(1)
                hidden = agents is not None and not omniscient
                ended = 0
                for _ in range(20):
                    rows = np.arange(32)
                    self.assertTrue(np.array_equal(v.joint_observation[rows, v.current], v.observation))
                    self.assertEqual(bool(v.joint_observation[:, 1].any()), not hidden)
                    v.step(v.sample())
                    ended += v.terminated.sum()
                    self.assertTrue(v.final_observation[v.terminated, 0].any() or not v.terminated.any())
                    self.assertFalse(hidden and v.final_observation[:, 1].any())
                self.assertGreater(ended, 0)

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


    def test_where_memory_is_too_small_a_folder_will_do(self):
        class Small(ringer.Server):
            def ask(self, op, **keys):
                if os.path.dirname(keys.get("map", "")) == "/dev/shm":
                    raise ringer.RingerError(f"map: {keys['map']}: no room for 9 bytes: its file system has 0")
                return super().ask(op, **keys)

        if not os.path.isdir("/dev/shm"):
            self.skipTest("there is no /dev/shm: vectors lie in the temporary folder")
        with self.assertWarnsRegex(RuntimeWarning, "no room for 9 bytes.*the arrays lie in"), ringer.Vector.on(Small("kuhn"), 4, "same-step") as v:
            v.reset(1)
            v.step(v.sample())
            self.assertEqual(v.observation.shape[0], 4)

    def test_actions_are_whole_numbers(self):
        with ringer.Vector("tictactoe", 2) as v:
            v.reset(1)
            for actions in ([0.0, 1.0], np.array([0, 1], np.float32), [True, False]):
                with self.assertRaisesRegex(TypeError, "want whole numbers"):
                    v.step(actions)
            for actions in (np.array([0, 2**32], np.int64), np.array([0, 2**63], np.uint64)):
                with self.assertRaisesRegex(ringer.RingerError, "table 1: tictactoe: action 2147483647 is illegal"):
                    v.step(actions)
            v.step(np.array([0, 1], np.uint8))

    def test_seeds_of_tables_and_some_tables_only(self):
        with ringer.Vector("leduc", 3, autoreset="disabled") as v, ringer.Vector("leduc", 1) as single:
            with self.assertRaisesRegex(ringer.RingerError, "seed: missing"):
                v.reset()
            v.reset([5, 6, 7])
            for t, seed in enumerate((5, 6, 7)):
                single.reset(seed)
                np.testing.assert_array_equal(v.observation[t], single.observation[0])
            ended = np.zeros(3, bool)
            while not ended.all():
                v.step(v.sample())
                ended |= v.terminated
            self.assertEqual(v.current.tolist(), [-4, -4, -4])
            v.reset(only=[1])
            self.assertEqual(v.episode.tolist(), [0, 1, 0])
            self.assertEqual((v.current >= 0).tolist(), [False, True, False])
            with self.assertRaisesRegex(ringer.RingerError, r"only\[0\]: 3: want a table from 0 to 2"):
                v.reset(only=[3])

    def test_a_program_without_a_decision_is_told(self):
        with self.assertRaisesRegex(ringer.RingerError, "table 0: 1000 episodes in a row"), ringer.Vector("leduc", 2, agents=["random", ""], max_decisions=1) as v:
            v.reset(1)


class GymVectors(unittest.TestCase):
    def test_what_is_given_out_is_the_callers_own(self):
        env = ringer.GymVectorEnv("leduc", 4)
        observation, info = env.reset(seed=1)
        kept = observation.copy(), info["action_mask"].copy()
        for _ in range(5):
            env.step(kept[1].argmax(1))
            np.testing.assert_array_equal(observation, kept[0])
            np.testing.assert_array_equal(info["action_mask"], kept[1])
            env.reset(seed=1)
        env.close()
        env = ringer.GymVectorEnv("leduc", 4, copy=False)
        observation, _ = env.reset(seed=1)
        self.assertIs(env.step(kept[1].argmax(1))[0], observation)
        env.close()

    def test_masks_of_resets(self):
        env = ringer.GymVectorEnv("leduc", 2, autoreset="disabled")
        env.reset(seed=1)
        for mask in ([True], np.array([1, 0]), np.array([False, False])):
            with self.assertRaisesRegex(ValueError, "reset_mask"):
                env.reset(options={"reset_mask": mask})
        for seed in (-1, [1], [1, None], [1, -1]):
            with self.assertRaisesRegex(ValueError, "seed"):
                env.reset(seed=seed)
        was = env.reset(seed=1)[0]
        now = env.reset(seed=[9, 2], options={"reset_mask": np.array([False, True])})[0]
        np.testing.assert_array_equal(now[0], was[0])
        self.assertFalse(np.array_equal(now[1], was[1]))
        env.close()

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
