"""Bots as policies, and matches."""

import json
import os
import subprocess
import tempfile
import unittest

import numpy as np

import ringer


def uniform(observation, mask):
    return mask / mask.sum(axis=1, keepdims=True)


class Evaluations(unittest.TestCase):
    def test_a_policy_gets_what_the_same_agent_gets(self):
        with ringer.Policy("bot(leduc)", "leduc") as bot:
            outside = ringer.evaluate(bot, "leduc", "random", games=200, seed=5)
        within = ringer.evaluate("bot(leduc)", "leduc", "random", games=200, seed=5)
        self.assertEqual(outside.mean_return, within.mean_return)
        self.assertEqual((outside.low, outside.high), (within.low, within.high))
        printed = subprocess.run(
            [ringer.find_binary(), "match", "bot(leduc)", "random", "--game", "leduc", "--games", "200", "--seed", "5", "--json"],
            check=True, capture_output=True,
        )
        match = json.loads(printed.stdout)
        self.assertEqual(match["agents"][0]["mean_return"], within.mean_return)
        self.assertEqual(within.games, 200)
        self.assertLess(within.low, within.win_rate)
        self.assertIn("of 200 games", str(within))

    def test_actions_will_do(self):
        first = ringer.evaluate(lambda o, m: m.argmax(axis=1), "kuhn", games=50)
        probs = ringer.evaluate(lambda o, m: np.eye(2)[m.argmax(axis=1)], "kuhn", games=50)
        self.assertEqual(first, probs)

    def test_seats_of_others(self):
        result = ringer.evaluate(uniform, "kuhn(players=3)", ["greedy", "random"], games=30)
        self.assertEqual([a["name"] for a in result.match["agents"]], ["policy", "greedy", "random"])

    def test_bad_policies(self):
        with self.assertRaisesRegex(ValueError, r"policy: shape \(3,\)"):
            ringer.evaluate(lambda o, m: np.zeros(3), "kuhn", games=100)
        with self.assertRaisesRegex(ValueError, "must sum to 1"):
            ringer.evaluate(lambda o, m: m * 0.1, "kuhn", games=100)
        with self.assertRaisesRegex(ringer.RingerError, "unknown agent"):
            ringer.evaluate(uniform, "kuhn", "nobody")


class Tables(unittest.TestCase):
    """A game that `ringer solve` has solved, as a policy: it is looked up by information states."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.bot = os.path.join(cls.folder.name, "kuhn-cfr.bot")
        subprocess.run([ringer.find_binary(), "solve", "kuhn", "--iterations", "200", "--out", cls.bot], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_it_plays_as_it_does_inside(self):
        with ringer.Policy(self.bot, "kuhn") as table:
            self.assertTrue(table.wants_information_state)
            outside = ringer.evaluate(table, "kuhn", "random", games=300, seed=3)
        within = ringer.evaluate(self.bot, "kuhn", "random", games=300, seed=3)
        self.assertEqual((outside.mean_return, outside.low, outside.high), (within.mean_return, within.low, within.high))
        self.assertGreater(within.mean_return, 0)

    def test_it_decides_at_an_environment(self):
        with ringer.Policy(self.bot, "kuhn") as table:
            for env in (ringer.AECEnv("kuhn"), ringer.ParallelEnv("kuhn")):
                env.reset(seed=4)
                seat = env.table.acting
                agent = env.possible_agents[seat]
                observation, mask = env.table.observe(seat), env.game_spec.mask(env.table.legal)
                d = table.decide(observation, mask, seat, env.information_state(agent))
                self.assertAlmostEqual(float(d.probs.sum()), 1, places=5)
                with self.assertRaisesRegex(ValueError, "looked up by information state"):
                    table.decide(observation, mask)
                with self.assertRaisesRegex(ringer.RingerError, "no row for"):
                    table.decide(observation, mask, 1 - seat, env.information_state(agent))
                env.close()
            single = ringer.GymEnv("kuhn", seat=1)
            observation, info = single.reset(seed=4)
            table.decide(observation, info["action_mask"], 1, single.information_state())
            single.close()

    def test_others_need_none(self):
        with ringer.Policy("random", "kuhn") as policy:
            self.assertFalse(policy.wants_information_state)


class Bots(unittest.TestCase):
    def test_decisions(self):
        env = ringer.AECEnv("leduc")
        env.reset(seed=1)
        observation = env.last()[0]
        with ringer.Policy("bot(leduc)", "leduc") as bot:
            d = bot.decide(observation["observation"], observation["action_mask"])
            self.assertAlmostEqual(float(d.probs.sum()), 1, places=5)
            self.assertEqual(d.probs[observation["action_mask"] == 0].sum(), 0)
            self.assertEqual(observation["action_mask"][d.action], 1)
            self.assertLess(abs(d.value), 13)
            np.testing.assert_array_equal(bot(observation["observation"], observation["action_mask"]), d.probs)
        env.close()
        with self.assertRaisesRegex(ringer.RingerError, "nobody"):
            ringer.Policy("nobody", "leduc")


if __name__ == "__main__":
    unittest.main()
