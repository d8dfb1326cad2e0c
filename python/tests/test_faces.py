"""PettingZoo's and Gymnasium's faces, also on the stand-ins."""

import copy
import inspect
import os
import pickle
import subprocess
import unittest
from pathlib import Path

import numpy as np

import ringer


def names():
    return subprocess.run([ringer.find_binary(), "games", "--names"], check=True, capture_output=True, text=True).stdout.split()


def plain(x):
    """Returns values that can be compared: arrays as their shapes and numbers."""
    if isinstance(x, np.ndarray):
        return x.shape, x.dtype.name, x.tolist()
    if isinstance(x, dict):
        return {k: plain(v) for k, v in x.items()}
    return [plain(v) for v in x] if isinstance(x, (list, tuple)) else x


def play(env, seed, rng):
    """Plays an episode of an AEC environment at random and returns all that was seen and paid."""
    env.reset(seed=seed)
    log = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert env.observation_space(agent).contains(observation), agent
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        log.append((agent, observation["observation"].tobytes(), reward, terminated, truncated))
        if terminated or truncated:
            assert not info["action_mask"].any()
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    return log


class AEC(unittest.TestCase):
    def test_every_game_is_played_to_its_end(self):
        for game in names():
            with self.subTest(game):
                env = ringer.AECEnv(game)
                log = play(env, 3, np.random.default_rng(1))
                self.assertEqual(env.agents, [])
                last = log[-env.game_spec.players :]
                self.assertEqual([entry[0] for entry in last], env.possible_agents)
                self.assertTrue(all(entry[3] and not entry[4] for entry in last))
                if env.game_spec.utility == "zero-sum":
                    self.assertAlmostEqual(sum(entry[2] for entry in last), 0, places=5)
                self.assertEqual(log, play(env, 3, np.random.default_rng(1)), "the same seed")
                env.close()

    def test_seeds_follow_from_the_first(self):
        env = ringer.AECEnv("leduc")
        def deals():
            seen = []
            for seed in (5, None, None, None):
                env.reset(seed=seed)
                seen.append(env.state().tobytes())
            return seen
        first = deals()
        self.assertEqual(first, deals())
        self.assertGreater(len(set(first)), 1)
        with self.assertRaises(ValueError):
            env.reset(seed=-1)
        env.close()

    def test_illegal_actions(self):
        env = ringer.AECEnv("tictactoe")
        env.reset(seed=1)
        env.step(4)
        env.step(4)
        self.assertEqual(env.rewards, {"seat_0": 0, "seat_1": -1})
        self.assertTrue(all(env.terminations.values()))
        env.close()
        env = ringer.AECEnv("tictactoe", illegal="error")
        env.reset(seed=1)
        env.step(4)
        with self.assertRaisesRegex(ValueError, "action 4 is illegal for seat 1"):
            env.step(4)
        env.step(0)
        self.assertEqual(env.agent_selection, "seat_0")
        env.close()
        env = ringer.AECEnv("tictactoe", illegal="random")
        ends = set()
        for _ in range(2):
            env.reset(seed=1)
            while not any(env.terminations.values()):
                env.step(4)
            ends.add(env.state().tobytes())
        self.assertEqual(len(ends), 1, "drawn by the seed")
        env.close()
        with self.assertRaisesRegex(ValueError, "illegal: 'maybe'"):
            ringer.AECEnv("tictactoe", illegal="maybe")

    def test_max_cycles_truncates(self):
        env = ringer.AECEnv("tictactoe", max_cycles=2)
        env.reset(seed=1)
        for action in (0, 1, 2):
            env.step(action)
            self.assertFalse(any(env.truncations.values()))
        env.step(4)
        self.assertTrue(all(env.truncations.values()))
        self.assertFalse(any(env.terminations.values()))
        self.assertEqual(set(env.rewards.values()), {0.0})
        env.close()

    def test_fields_pictures_names_and_agents(self):
        env = ringer.AECEnv("leduc", observation="fields", render_mode="ansi")
        env.reset(seed=2)
        observation = env.last()[0]
        self.assertTrue(env.observation_space("seat_0").contains(observation))
        self.assertEqual(list(observation["observation"]), [f.name for f in env.game_spec.fields])
        self.assertIn("Seat 0 (you)", env.render())
        self.assertEqual(sorted(env.action_names()), list(np.flatnonzero(observation["action_mask"])))
        self.assertIn(env.decide("bot(leduc)"), env.action_names())
        self.assertIn(env.decide("greedy"), env.action_names())
        env.close()
        env = ringer.AECEnv("duel", render_mode="svg")
        env.reset(seed=2)
        self.assertIn("<circle", env.render())
        env.close()

    def test_pixels(self):
        for game in names():
            env = ringer.AECEnv(game, render_mode="rgb_array")
            env.reset(seed=2)
            pixels = env.render()
            self.assertEqual((pixels.dtype, pixels.ndim, pixels.shape[2]), (np.uint8, 3, 3), game)
            self.assertTrue((pixels[0, 0] == 255).all(), "the margin is white")
            self.assertGreater((pixels.min(axis=2) < 100).mean(), 0.001, f"{game}: there is something on it")
            self.assertTrue(pixels.flags.writeable)
            env.close()
        single = ringer.GymEnv("kuhn", render_mode="rgb_array")
        single.reset(seed=1)
        self.assertEqual(single.render().shape[2], 3)
        single.close()


    def test_what_is_given_out_is_the_callers_own(self):
        for env in (ringer.AECEnv("leduc"), ringer.AECEnv("leduc", observation="fields")):
            env.reset(seed=1)
            observation, *_, info = env.last()
            kept = plain((observation, info))  # the info is env.infos itself: PettingZoo's api_test wants it so
            parts = observation["observation"].values() if isinstance(observation["observation"], dict) else [observation["observation"]]
            for array in (*parts, observation["action_mask"]):
                array *= 0
            env.state()[:] = 9
            for a in env.agents:
                env.observe(a)["action_mask"][:] = 7
            self.assertEqual(plain((env.last()[0], env.last()[4])), kept)
            env.close()
        parallel = ringer.ParallelEnv("goofspiel(cards=4)")
        observations, infos = parallel.reset(seed=1)
        infos["seat_0"]["action_mask"][:] = 0
        self.assertTrue(observations["seat_0"]["action_mask"].any())
        parallel.close()
        single = ringer.GymEnv("leduc", mask_in_observation=True)
        observation, info = single.reset(seed=1)
        for array in (observation["observation"], observation["action_mask"], info["action_mask"]):
            array[:] = 0
        self.assertTrue(single.action_masks().any())
        self.assertTrue(single.table.observe(0).any())
        single.close()

    def test_actions_are_whole_numbers(self):
        for env in (ringer.AECEnv("tictactoe", illegal="error"), ringer.GymEnv("tictactoe", illegal="error")):
            env.reset(seed=1)
            for action in (1.5, 1.0, True, np.float32(2), "1"):
                with self.assertRaisesRegex(TypeError, "want whole numbers"):
                    env.step(action)
            for action in (-1, 9, 2**62):
                with self.assertRaisesRegex(ValueError, "is illegal"):
                    env.step(action)
            env.step(np.array(4))
            env.close()


class Copies(unittest.TestCase):
    def steps(self, env, n):
        """Plays on by the masks and returns all that is seen."""
        log = []
        for k in range(n):
            if isinstance(env, ringer.GymEnv):
                legal = np.flatnonzero(env.action_masks())
                log.append(env.reset() if not len(legal) else env.step(legal[k % len(legal)]))
            elif isinstance(env, ringer.ParallelEnv):
                if not env.agents:
                    log.append(env.reset())
                log.append(env.step({f"seat_{seat}": legal[k % len(legal)] for seat, legal in env._turns.items()}))
            else:
                if not env.agents:
                    log.append(env.reset())
                *seen, info = env.last()
                log.append((env.agent_selection, seen, info))
                legal = np.flatnonzero(info["action_mask"])
                env.step(legal[k % len(legal)] if len(legal) else None)
        return plain(log)

    def test_copies_play_on_as_their_originals(self):
        for make in (
            lambda: ringer.AECEnv("leduc", max_cycles=3), lambda: ringer.AECEnv("heat(players=3)", observation="fields", illegal="random"),
            lambda: ringer.ParallelEnv("goofspiel(cards=6,order=random)"), lambda: ringer.GymEnv("leduc", seat="random", opponents="greedy"),
            lambda: ringer.GymEnv("liarsdice", opponents="ismcts(sims=5)", skip_forced=True),
        ):
            env = make()
            env.reset(seed=4)
            for played in (0, 1, 4, 9) if os.environ.get("RINGER_LONG") == "1" else (0, 4):
                self.steps(env, played)
                twins = copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))
                want = self.steps(env, 30)
                for twin in twins:
                    self.assertEqual(self.steps(twin, 30), want, (str(env), played))
                    twin.close()
            env.close()

    def test_pettingzoos_test_of_pickles(self):
        """Steps as its test/pickle_test.py takes them: a pickle from before the first reset, the same seeds, the same samples."""
        one = ringer.AECEnv("leduc")
        other = pickle.loads(pickle.dumps(one))
        for env in (one, other):
            env.reset(seed=42)
            for i, a in enumerate(env.possible_agents):
                env.action_space(a).seed(42 + i)
        while not any(one.terminations.values()):
            first, second = one.last(), other.last()
            self.assertEqual(plain(first), plain(second))
            actions = [env.action_space(env.agent_selection).sample(mask=first[4]["action_mask"]) for env in (one, other)]
            self.assertEqual(*actions)
            one.step(actions[0])
            other.step(actions[1])
        one.close()
        other.close()

    def test_copies_of_vectors(self):
        for mode in ("same-step", "next-step", "disabled"):
            for options in ({}, {"agents": ["", "greedy"]}, {"agents": ["random", ""], "max_steps": 1}, {"skip_forced": True, "max_decisions": 3}):
                v = ringer.Vector("leduc", 300, autoreset=mode, final=True, **options)
                pickle.loads(pickle.dumps(v)).close()
                v.reset(3)
                for _ in range(5):
                    v.step(v.sample())
                v.send(v.sample())
                with self.assertRaisesRegex(RuntimeError, "copy before recv"):
                    pickle.dumps(v)
                v.recv()
                twin = pickle.loads(pickle.dumps(v))
                for _ in range(12):
                    for name in ("observation", "mask", "current", "rewards", "terminated", "truncated", "length", "own", "episode", "decisions", "legal_count", "final_observation"):
                        np.testing.assert_array_equal(getattr(v, name), getattr(twin, name), f"{mode} {options} {name}")
                    actions = v.sample()
                    np.testing.assert_array_equal(twin.sample(), actions)
                    v.step(actions)
                    twin.step(actions)
                    if mode == "disabled" and (v.current < 0).any():
                        for one in (v, twin):
                            one.reset(only=np.flatnonzero(one.current < 0))
                v.close()
                twin.close()


class Options(unittest.TestCase):
    """Every face has each option of the table, with its default, or refuses it with the reason."""

    def test_the_table(self):
        self.assertEqual(len({o.name for o in ringer.OPTIONS}), len(ringer.OPTIONS))
        for face in ringer._options.FACES:
            make = getattr(ringer, face)
            own = {n: p for n, p in inspect.signature(make).parameters.items() if n not in ("game", "refused")}
            known = {o.name: o for o in ringer.OPTIONS}
            self.assertLessEqual(own.keys(), known.keys(), face)
            for name, option in known.items():
                with self.subTest(face=face, option=name):
                    self.assertTrue(option.meaning)
                    self.assertLessEqual(set(option.refused), set(ringer._options.FACES))
                    if name in own:
                        self.assertNotIn(face, option.refused)
                        self.assertEqual(own[name].default, option.default)
                        continue
                    self.assertTrue(option.refused[face])
                    with self.assertRaises(TypeError) as caught:
                        make("kuhn", **{name: option.default})
                    self.assertIn(f"{face}: {name}: {option.refused[face]}", str(caught.exception))
            with self.assertRaisesRegex(TypeError, "renderer: unknown: want "):
                make("kuhn", renderer=1)

    def test_the_page_has_the_table(self):
        page = (Path(__file__).resolve().parents[2] / "docs/python.md").read_text()
        for o in ringer.OPTIONS:
            has = ", ".join(f for f in ringer._options.FACES if f not in o.refused)
            self.assertIn(f"| `{o.name}` | `{o.default!r}` | {has} |", page)

    def test_values(self):
        for face in (ringer.GymEnv, ringer.GymVectorEnv):
            for name in ("observation", "illegal"):
                with self.assertRaisesRegex(ValueError, f"{name}: 'maybe': want one of"):
                    face("kuhn", **{name: "maybe"})
        with self.assertRaisesRegex(ValueError, "autoreset: 'maybe'"):
            ringer.GymVectorEnv("kuhn", 2, autoreset="maybe")
        with self.assertRaisesRegex(ringer.RingerError, "max_decisions: -1"):
            ringer.AECEnv("kuhn", max_decisions=-1)
        for face in (ringer.AECEnv, ringer.ParallelEnv):
            with self.assertRaisesRegex(ValueError, "max_cycles: 0: want at least 1"):
                face("kuhn", max_cycles=0)
        for make in (lambda: ringer.AECEnv("kuhn", max_cycles=1.5), lambda: ringer.GymEnv("kuhn", max_steps=1.5), lambda: ringer.GymVectorEnv("kuhn", seat=0.5)):
            with self.assertRaises(TypeError):
                make()
        with ringer.Vector("kuhn", 2) as v, self.assertRaises(TypeError):
            v.reset([1, 2.5])
        parallel = ringer.ParallelEnv("goofspiel(cards=5)", max_decisions=3)
        _, infos = parallel.reset(seed=1)
        for _ in range(2):  # the second one is cut off between its two turns
            turns = {a: int(np.flatnonzero(i["action_mask"])[0]) for a, i in infos.items() if i["turn"]}
            _, _, terminated, truncated, infos = parallel.step(turns)
        self.assertTrue(all(truncated.values()) and not any(terminated.values()))
        self.assertEqual((parallel.table.state["decisions"], infos["seat_1"]["played"]), (3, -1))
        parallel.close()


class Parallel(unittest.TestCase):
    def episode(self, game, seed=1, **kwargs):
        env = ringer.ParallelEnv(game, **kwargs)
        observations, infos = env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        together, steps = 0, 0
        while env.agents:
            for a in env.agents:
                assert env.observation_space(a).contains(observations[a])
                assert infos[a]["turn"] == infos[a]["action_mask"].any()
            turns = {a: int(rng.choice(np.flatnonzero(infos[a]["action_mask"]))) for a in env.agents if infos[a]["turn"]}
            together = max(together, len(turns))
            observations, rewards, terminated, truncated, infos = env.step(turns)
            for a, action in turns.items():
                assert infos[a]["played"] == action
            steps += 1
        env.close()
        return together, steps, rewards, terminated, truncated

    def test_simultaneous_turns_come_together(self):
        self.assertEqual(self.episode("goofspiel(cards=5)")[0], 2)
        self.assertEqual(self.episode("goofspiel(players=3,cards=5)")[0], 3)
        self.assertEqual(self.episode("tictactoe")[0], 1)
        self.assertEqual(self.episode("fivepossessions")[0], 2)

    def test_every_game_is_played_to_its_end(self):
        for game in names():
            with self.subTest(game):
                _, _, rewards, terminated, truncated = self.episode(game)
                self.assertTrue(all(terminated.values()) and not any(truncated.values()))
                self.assertTrue(any(rewards.values()) or game in ("tictactoe", "goofspiel", "duel", "payday", "heist", "heat"))

    def test_it_plays_what_the_aec_face_plays(self):
        parallel, aec = ringer.ParallelEnv("goofspiel(cards=6,order=random)"), ringer.AECEnv("goofspiel(cards=6,order=random)")
        _, infos = parallel.reset(seed=4)
        aec.reset(seed=4)
        rng = np.random.default_rng(0)
        while parallel.agents:
            actions = {a: int(rng.choice(np.flatnonzero(infos[a]["action_mask"]))) for a in parallel.agents if infos[a]["turn"]}
            _, rewards, _, _, infos = parallel.step(actions)
            for _ in actions:
                aec.step(actions[aec.agent_selection])
            np.testing.assert_array_equal(parallel.state(), aec.state())
        self.assertEqual(rewards, aec.rewards)
        parallel.close()
        aec.close()

    def test_truncation_and_illegal_actions(self):
        _, steps, _, terminated, truncated = self.episode("tictactoe", max_cycles=3)
        self.assertEqual(steps, 3)
        self.assertTrue(all(truncated.values()) and not any(terminated.values()))
        env = ringer.ParallelEnv("goofspiel(cards=5)")
        env.reset(seed=1)
        _, rewards, terminated, _, _ = env.step({"seat_0": 1, "seat_1": 99})
        self.assertEqual(rewards, {"seat_0": 0, "seat_1": env.game_spec.min_return})
        self.assertTrue(all(terminated.values()))
        env.close()


class Gym(unittest.TestCase):
    def test_one_seat_against_agents(self):
        for game, opponents, seat in (("leduc", "bot(leduc)", 1), ("kuhn(players=3)", ["random", "greedy"], 1), ("tictactoe", "mcts(sims=10)", 0)):
            env = ringer.GymEnv(game, opponents=opponents, seat=seat, observation="fields")
            logs = []
            for _ in range(2):
                observation, info = env.reset(seed=6)
                rng, log = np.random.default_rng(2), []
                for _ in range(40):
                    self.assertTrue(env.observation_space.contains(observation))
                    self.assertEqual(info["seat"], seat)
                    self.assertTrue(np.array_equal(env.action_masks(), info["action_mask"].astype(bool)))
                    observation, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
                    log.append((reward, terminated, truncated))
                    if terminated:
                        observation, info = env.reset()
                logs.append(log)
            self.assertEqual(*logs)
            self.assertTrue(any(reward for reward, _, _ in log))
            env.close()

    def test_seats_are_drawn(self):
        env = ringer.GymEnv("kuhn(players=3)", seat="random", mask_in_observation=True)
        env.reset(seed=1)
        seats = set()
        for _ in range(40):
            observation, info = env.reset()
            seats.add(info["seat"])
            self.assertTrue(env.observation_space.contains(observation))
        self.assertEqual(seats, {0, 1, 2})
        env.close()

    def test_bad_arguments(self):
        for kwargs, fault in (
            ({"seat": 2}, "seat: 2"), ({"seat": -1}, "seat: -1"), ({"seat": "first"}, "seat: 'first'"), ({"max_steps": -1}, "max_steps: -1"),
            ({"opponents": ["random", "random"]}, "opponents: 2"), ({"opponents": []}, "opponents: none"), ({"opponents": [""]}, "opponents"),
        ):
            for face in (ringer.GymEnv, ringer.GymVectorEnv):
                with self.assertRaisesRegex(ValueError, fault):
                    face("kuhn", **kwargs)
        for face in (ringer.GymEnv, ringer.GymVectorEnv):
            with self.assertRaisesRegex(ringer.RingerError, 'unknown agent "nobody"'):
                face("kuhn", opponents="nobody")

    def test_illegal_actions_end_the_episode(self):
        env = ringer.GymEnv("tictactoe", illegal_reward=-7)
        env.reset(seed=1)
        _, reward, terminated, _, _ = env.step(12)
        self.assertEqual((reward, terminated), (-7, True))
        with self.assertRaises(RuntimeError):
            env.step(0)
        env.close()


if __name__ == "__main__":
    unittest.main()
