"""The tree of a game, walked from Python."""

import copy
import importlib.util
import os
import pickle
import tempfile
import unittest
from pathlib import Path

import numpy as np

import ringer

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("tictactoe", "kuhn(players=3)", "leduc", "liarsdice", "goofspiel(players=3)", "heat(players=3)", "heist(wrap=prospects)", "fourdowns", "duel")


def example():
    spec = importlib.util.spec_from_file_location("cfr", ROOT / "python/examples/cfr.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def uniform(_, n):
    return np.full(n, 1 / n)


def shown(state):
    """Returns all that a state says, for comparison."""
    outcomes = state.chance_outcomes() if state.is_chance_node() else None
    seen = [state.observation_tensor(p).tobytes() for p in range(state.num_players())]
    return str(state), state.current_player(), state.legal_actions(), outcomes, state.returns(), state.history(), seen


class Worked(unittest.TestCase):
    """The worked example: known numbers from a tree that Python walks."""

    def test_uniform_play_has_its_known_exploitability(self):
        for name, want, states in (("kuhn", 11 / 24, 58), ("leduc", 2.373611, 9457)):
            with self.subTest(name), ringer.Game(name) as game:
                tree = example().walk(game.new_initial_state())
                self.assertAlmostEqual(example().exploitability(tree, uniform), want, places=6)
                count = lambda node: 1 + sum(count(child) for _, _, child in node[2])  # noqa: E731
                self.assertEqual(count(tree), states)

    def test_cfr_solves_kuhn(self):
        with ringer.Game("kuhn") as game:
            tree = example().walk(game.new_initial_state())
        average = example().CFR(tree).run(500)
        self.assertEqual(len(average), 12)
        self.assertLess(example().exploitability(tree, lambda name, n: average[name]), 0.02)
        self.assertAlmostEqual(average["1:K b"][1], 1, places=2, msg="the king calls")


class States(unittest.TestCase):
    def test_copies_children_and_histories(self):
        rng = np.random.default_rng(1)
        for name in GAMES:
            with self.subTest(name), ringer.Game(name) as game:
                state, path = game.new_initial_state(), []
                while not state.is_terminal() and len(path) < 15:
                    before = shown(state)
                    self.assertEqual(state.is_chance_node() + state.is_player_node(), 1)
                    if state.is_chance_node():
                        self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
                    action = int(rng.choice(state.legal_actions()))
                    self.assertEqual(state.legal_actions_mask()[action], 1)
                    self.assertEqual(sum(state.legal_actions_mask()), len(state.legal_actions()))
                    path.append((state.current_player(), action))
                    child = state.child(action)
                    self.assertEqual(shown(state), before, "a child leaves its parent alone")
                    twin = copy.deepcopy(state)
                    twin.apply_action(action)
                    self.assertEqual(shown(twin), shown(child))
                    self.assertEqual(shown(state), before)
                    twin.undo_action(*path[-1])
                    self.assertEqual(shown(twin), before)
                    state = child
                self.assertEqual(state.full_history(), path)
                self.assertEqual(state.move_number(), len(path))
                for again in (
                    game.state(state.history()),
                    game.deserialize_state(state.serialize()),
                    pickle.loads(pickle.dumps(state)),
                ):
                    self.assertEqual(shown(again), shown(state))
                again.get_game().close()

    def test_the_tensors_tell_information_states_apart_in_the_small_games(self):
        """docs/python.md says that observation_tensor can take the place of OpenSpiel's information_state_tensor in these games."""
        for name in ("kuhn", "leduc", "tictactoe"):
            with self.subTest(name), ringer.Game(name) as game:
                both = set()

                def visit(state, depth):
                    if state.is_player_node():
                        p = state.current_player()
                        both.add((p, state.information_state_string() if name != "tictactoe" else str(state), state.observation_tensor().tobytes()))
                    if depth:
                        for a in state.legal_actions():
                            visit(state.child(a), depth - 1)

                visit(game.new_initial_state(), 3 if name == "tictactoe" else 99)
                self.assertEqual(len({b[:2] for b in both}), len({(b[0], b[2]) for b in both}))
                self.assertEqual(len({b[:2] for b in both}), len(both))

    def test_what_is_refused(self):
        with ringer.Game("kuhn") as game, ringer.Game("leduc") as other:
            state = game.new_initial_state()
            kept = shown(state)
            for bad in (3, -1, 2**31):
                with self.assertRaises(ringer.RingerError):
                    state.child(bad)
                with self.assertRaises(ringer.RingerError):
                    state.apply_action(bad)
            with self.assertRaises(TypeError):
                state.child(0.5)
            with self.assertRaisesRegex(ValueError, "chance is not to act"):
                state.child(0).child(1).chance_outcomes()
            with self.assertRaisesRegex(ValueError, "player: -1: want a seat"):
                state.observation_tensor()
            with self.assertRaisesRegex(ValueError, "there is none"):
                state.undo_action(-1, 0)
            with self.assertRaisesRegex(ValueError, "player 0: want -1"):
                state.child(0).undo_action(0, 0)
            with self.assertRaisesRegex(ringer.RingerError, "spec_hash.*kuhn: want .*leduc"):
                other.deserialize_state(state.serialize())
            with self.assertRaisesRegex(ringer.RingerError, r"actions\[1\]"):
                game.state([0, 0])
            self.assertEqual(shown(state), kept)
        with ringer.Server("kuhn") as server:
            with self.assertRaisesRegex(ringer.RingerError, "omniscient"):
                server.ask("node", to=0)

    def test_numbers_are_used_again(self):
        with ringer.Game("kuhn") as game:
            for _ in range(100):
                state = game.new_initial_state().child(0)
            self.assertLess(state.node, 5)

    def test_a_position_is_a_start(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "at.yaml")
            source = (ROOT / "cmd/internal/cmdtest/position.go").read_text()
            Path(path).write_text(source.split("`")[1])
            name = "payday(loot_cards=1)"
            with ringer.Game(name, position=path) as game, ringer.Game(name) as usual:
                state = game.new_initial_state()
                self.assertNotEqual(str(state), str(usual.new_initial_state()))
                self.assertEqual(shown(game.deserialize_state(state.serialize())), shown(state))
                with self.assertRaisesRegex(ringer.RingerError, "position"):
                    usual.deserialize_state(state.serialize())


class Batches(unittest.TestCase):
    def test_rows_are_states(self):
        rng = np.random.default_rng(2)
        for name in GAMES:
            with self.subTest(name), ringer.Game(name) as game, game.batch(6, observation=True) as batch:
                states = [game.new_initial_state() for _ in range(6)]
                nodes = batch.start(6)
                for step in range(10):
                    for i, s in enumerate(states):
                        self.assertEqual(batch.player[i], s.current_player())
                        self.assertEqual(batch.legal[i, : batch.legal_count[i]].tolist(), s.legal_actions())
                        self.assertEqual(batch.returns[i].tolist(), s.returns())
                        self.assertTrue(all(np.array_equal(batch.observation[i, p], s.observation_tensor(p)) for p in range(game.num_players())))
                        if s.is_chance_node():
                            self.assertEqual(batch.probs[i, : batch.legal_count[i]].tolist(), [p for _, p in s.chance_outcomes()])
                    actions = [int(rng.choice(s.legal_actions())) if s.legal_actions() else -1 for s in states]
                    states = [s.child(a) if a >= 0 else s for s, a in zip(states, actions)]
                    if step % 2:
                        batch.apply(nodes, actions)
                    else:
                        made = batch.children(nodes, actions)
                        batch.free(nodes)
                        nodes = made
                batch.look([s.node for s in states])
                self.assertEqual(batch.player.tolist(), [s.current_player() for s in states])

    def test_information_states_have_numbers(self):
        with ringer.Game("leduc") as game, game.batch(4096, information=True) as batch:
            nodes = batch.start(1)
            while len(nodes):
                counts = batch.legal_count[: len(nodes)].copy()
                actions = np.concatenate([batch.legal[i, :n] for i, n in enumerate(counts)]) if counts.any() else np.zeros(0, int)
                if len(actions) > batch.rows:  # the first ones do
                    nodes, counts = nodes[:900], counts[:900]
                    actions = actions[: counts.sum()]
                nodes = batch.children(np.repeat(nodes, counts), actions)
                for i in np.flatnonzero(batch.player[: len(nodes)] >= 0)[:5]:
                    seat, name = batch.names()[batch.information[i]]
                    self.assertEqual(seat, batch.player[i])
            self.assertEqual(len(set(batch.names())), len(batch.names()))
            self.assertGreater(len(batch.names()), 200)

    def test_what_is_refused_changes_nothing(self):
        with ringer.Game("kuhn") as game, game.batch(4) as batch:
            nodes = batch.start(2)
            held = len(game._free), game._made
            with self.assertRaisesRegex(ringer.RingerError, "row 1: action"):
                batch.children(nodes, [0, 9])
            with self.assertRaisesRegex(ringer.RingerError, "row 0: from: 77"):
                batch.look([77])
            with self.assertRaisesRegex(ringer.RingerError, "row 1: to: .*each number once"):
                batch.apply([nodes[0], nodes[0]], [0, 1])
            with self.assertRaisesRegex(ValueError, "at most 4"):
                batch.start(5)
            with self.assertRaises(TypeError):
                batch.apply(nodes, [0.0, 1.0])
            with self.assertRaisesRegex(ringer.RingerError, "in use"):
                game.batch(1)
            batch.look(nodes)
            self.assertEqual(batch.player[:2].tolist(), [ringer.CHANCE, ringer.CHANCE])
            self.assertEqual(len(game._free) - held[0], game._made - held[1], "numbers come back")


if __name__ == "__main__":
    unittest.main()
