"""The faces of one seat, crossed: the same episodes for the same seed through each of them, whatever the options are.

A handful of cases; all of them, in which every two values of two axes meet, with RINGER_CROSS=all.
"""

import copy
import itertools
import os
import pickle
import random
import unittest

import numpy as np

import ringer
from ringer._server import unpack

AXES = {
    "game": ("leduc", "kuhn(players=3)", "goofspiel(players=3,cards=4)", "tictactoe", "liarsdice"),
    "face": ("GymEnv", "GymVectorEnv", "GymVectorEnv of one seed", "GymVectorEnv with views"),
    "autoreset": ("same-step", "next-step", "disabled"),
    "opponents": ("random", "greedy", "several"),
    "seat": ("first", "last", "random"),
    "limit": ("none", "max_steps", "max_decisions"),
    "skipping": (False, True),
    "observation": ("flat", "fields"),
    "masked": (False, True),
    "illegal": ("never", "terminate", "random", "error"),
    "copied": ("no", "deepcopy", "pickle"),
}


def pairs(axes, seed):
    """Returns cases in which every two values of two axes meet: each the best of some that are drawn, until all have met."""
    rng = random.Random(seed)
    names = list(axes)
    left = {((a, x), (b, y)) for a, b in itertools.combinations(names, 2) for x in axes[a] for y in axes[b]}
    cases = []
    while left:
        start = dict(rng.choice(sorted(left, key=repr)))
        drawn = [{n: start.get(n, rng.choice(axes[n])) for n in names} for _ in range(30)]
        best = max(drawn, key=lambda c: sum(p in left for p in itertools.combinations(c.items(), 2)))
        left -= set(itertools.combinations(best.items(), 2))
        cases.append(best)
    return cases


class Single:
    """One seat of one table, in the plainest way, over the protocol itself."""

    def __init__(self, game, rules, illegal):
        self.server, self.rules, self.illegal = ringer.Server(game), rules, illegal
        self.spec = self.server.spec

    def reset(self, seed=None):
        if seed is None:
            self.number = self.state.get("episode", 0) + 1
        else:
            self.seed, self.number = seed, 0
        self.state = self.server.ask("reset", seed=self.seed, episode=self.number, packed=True, **self.rules)
        self.number = self.state.get("episode", 0)
        self.own = self.state.get("own", self.rules["seat"])
        return self.look(self.state["legal"])

    def look(self, legal):
        seen = self.server.ask("observe", seats=[self.own], packed=True)["observations"][0]
        return unpack(seen), self.spec.mask(legal), self.own

    def step(self, action):
        """Returns observation, mask and seat; reward; terminated; truncated."""
        legal = self.state["legal"]
        if action not in legal and self.illegal == "terminate":
            return self.look([]), -7.0, True, False
        if action not in legal:
            action = legal[np.random.default_rng((self.seed, 0, self.number, self.state["decisions"])).integers(len(legal))]
        self.state = self.server.ask("step", action=action, packed=True)
        over, truncated = self.state["over"], self.state.get("truncated", False)
        return self.look(self.state["legal"]), self.state["returns"][self.own] if over else 0.0, over, truncated


class Cross(unittest.TestCase):
    def test_every_face_plays_the_same_episodes(self):
        seed = int(os.environ.get("RINGER_CROSS_SEED", "1"))
        cases = pairs(AXES, seed)
        everything = os.environ.get("RINGER_CROSS") == "all"
        if everything:
            print(f"crossed: {len(AXES)} axes, {sum(map(len, AXES.values()))} values in {len(cases)} cases, seed {seed}")
        for case in cases if everything else cases[:6]:
            with self.subTest(**case):
                self.cross(case, 120 if everything else 25)

    def cross(self, case, steps):
        game = case["game"]
        with ringer.Server(game) as server:
            players = server.spec.players
        opponents = {"random": "random", "greedy": "greedy", "several": ["greedy", "random"][: players - 1]}[case["opponents"]]
        seat = {"first": 0, "last": players - 1, "random": "random"}[case["seat"]]
        limit = {"none": {}, "max_steps": {"max_steps": 2}, "max_decisions": {"max_decisions": players + 1}}[case["limit"]]
        illegal = "terminate" if case["illegal"] == "never" else case["illegal"]
        options = dict(
            opponents=opponents, seat=seat, skip_forced=case["skipping"], observation=case["observation"],
            mask_in_observation=case["masked"], illegal=illegal, illegal_reward=-7, **limit,
        )
        rules = dict(opponents=[opponents] if isinstance(opponents, str) else opponents, seat=-1 if seat == "random" else seat,
                     skip_forced=case["skipping"], **limit)
        play = self.single if case["face"] == "GymEnv" else self.vector
        play(case, options, rules, illegal, steps)

    def same(self, env, got, want):
        """An observation is that of the reference."""
        flat, mask, _ = want
        if env.mask_in_observation:
            np.testing.assert_array_equal(got["action_mask"], mask)
            got = got["observation"]
        if isinstance(got, dict):
            got = np.concatenate([got[f.name].reshape(*flat.shape[:-1], -1) for f in env.game_spec.fields], axis=-1)
        np.testing.assert_array_equal(got, flat)

    def choose(self, rng, case, mask):
        """Returns an action: a legal one, or now and then another where the case has it."""
        if case["illegal"] in ("terminate", "random") and rng.random() < 0.1:
            return int(rng.choice([-1, len(mask), 2**40, *np.flatnonzero(mask == 0)]))
        return int(rng.choice(np.flatnonzero(mask)))

    def copied(self, env, how):
        if how == "no":
            return env
        other = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
        env.close()
        return other

    def single(self, case, options, rules, illegal, steps):
        env, want = ringer.GymEnv(case["game"], **options), Single(case["game"], rules, illegal)
        rng = np.random.default_rng(3)
        observation, info = env.reset(seed=11)
        seen = want.reset(11)
        for n in range(steps):
            self.same(env, observation, seen)
            self.assertTrue(env.observation_space.contains(observation))
            np.testing.assert_array_equal(info["action_mask"], seen[1])
            self.assertEqual(info["seat"], seen[2])
            if n % 20 == 5:
                env = self.copied(env, case["copied"])
            if case["illegal"] == "error":
                with self.assertRaisesRegex(ValueError, "illegal"):
                    env.step(-1)
            action = self.choose(rng, case, seen[1])
            observation, *paid, info = env.step(action)
            seen, *due = want.step(action)
            self.assertEqual(paid, due)
            if due[1] or due[2]:
                self.same(env, observation, seen)
                self.assertFalse(info["action_mask"].any())
                with self.assertRaises(RuntimeError):
                    env.step(0)
                observation, info = env.reset()
                seen = want.reset()
        env.close()
        want.server.close()

    def vector(self, case, options, rules, illegal, steps):
        seeds = [11] if "one seed" in case["face"] else [11, 0, 2**53, 7]
        n = len(seeds)
        views, mode = "views" in case["face"], case["autoreset"]
        env = ringer.GymVectorEnv(case["game"], n, autoreset=mode, copy=not views, workers=2, **options)
        want = [Single(case["game"], rules, illegal) for _ in seeds]
        rng = np.random.default_rng(3)
        observation, info = env.reset(seed=11 if n == 1 else seeds)
        seen = [w.reset(s) for w, s in zip(want, seeds)]
        over = np.zeros(n, bool)
        kept = None
        for k in range(steps):
            if k % 10 == 3:
                env = self.copied(env, case["copied"])
            rows = tuple(np.stack([s[i] for s in seen]) for i in range(3))
            self.same(env, observation, rows)
            self.assertTrue(env.observation_space.contains(observation))
            np.testing.assert_array_equal(info["action_mask"], rows[1])
            np.testing.assert_array_equal(info["seat"], rows[2])
            if kept is not None and not views:
                self.assertEqual(pickle.dumps(kept[0]), kept[1], "what was given out has not changed")
            if mode == "disabled" and over.any():
                with self.assertRaisesRegex(ValueError, "the episode is over"):
                    env.step(np.zeros(n, int))
                observation, info = env.reset(options={"reset_mask": over})
                for t in np.flatnonzero(over):
                    seen[t] = want[t].reset()
                over[:] = False
                continue
            actions = np.array([0 if over[t] else self.choose(rng, case, seen[t][1]) for t in range(n)])
            if case["illegal"] == "error" and not over.all():
                with self.assertRaisesRegex(ValueError, "illegal"):
                    env.step(np.where(over, 0, -1))
            observation, rewards, terminated, truncated, info = env.step(actions)
            kept = (observation, rewards, terminated, truncated, info), pickle.dumps((observation, rewards, terminated, truncated, info))
            for t in range(n):
                due = [0.0, False, False]
                if over[t]:  # "next-step": this step has started the next episode
                    seen[t] = want[t].reset()
                else:
                    seen[t], *due = want[t].step(int(actions[t]))
                self.assertEqual([rewards[t], terminated[t], truncated[t]], due)
                over[t] = due[1] or due[2]
                if mode == "same-step":
                    self.assertEqual(bool(info.get("_final_obs", over)[t]), over[t])
                    if over[t]:
                        final = info["final_obs"]
                        parts = final["observation"] if env.mask_in_observation else final
                        flat = np.concatenate([parts[f.name][t].ravel() for f in env.game_spec.fields]) if isinstance(parts, dict) else parts[t]
                        np.testing.assert_array_equal(flat, seen[t][0])
                        seen[t], over[t] = want[t].reset(), False
        env.close()
        for w in want:
            w.server.close()

    def test_both_faces_of_all_seats_play_the_same_episodes(self):
        cases = pairs({"game": AXES["game"], "limit": (None, 1, 4), "skipping": (False, True), "copied": AXES["copied"], "workers": (1, 3)}, 1)
        for case in cases if os.environ.get("RINGER_CROSS") == "all" else cases[:4]:
            with self.subTest(**case):
                options = dict(max_decisions=case["limit"], skip_forced=case["skipping"])
                aec = ringer.AECEnv(case["game"], **options)
                v = ringer.Vector(case["game"], 3, workers=case["workers"], **options)
                rng = np.random.default_rng(1)
                aec.reset(seed=5)
                v.reset(5)
                for n in range(60):
                    observation = aec.last()[0]
                    np.testing.assert_array_equal(observation["observation"], v.observation[0])
                    np.testing.assert_array_equal(observation["action_mask"], v.mask[0])
                    self.assertEqual(aec.agent_selection, f"seat_{v.current[0]}")
                    if n % 20 == 5:
                        aec = self.copied(aec, case["copied"])
                    actions = v.sample(rng)
                    v.step(actions)
                    aec.step(actions[0])
                    ended = any(aec.terminations.values()) or any(aec.truncations.values())
                    self.assertEqual((v.terminated[0], v.truncated[0]), (any(aec.terminations.values()), any(aec.truncations.values())))
                    np.testing.assert_array_equal(v.rewards[0], np.array(list(aec.rewards.values()), np.float32))
                    if ended:
                        aec.reset()
                aec.close()
                v.close()


if __name__ == "__main__":
    unittest.main()
