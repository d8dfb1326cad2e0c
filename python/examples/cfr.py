#!/usr/bin/env python3
"""CFR in forty lines, over a tree that is walked once: python3 python/examples/cfr.py kuhn 1000."""

import sys

import numpy as np

import ringer


def walk(state):
    """Returns the tree below a state as tuples (player, information state, [(action, probability of chance, child)], returns)."""
    player = state.current_player()
    chance = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    name = state.information_state_string() if player >= 0 else ""
    children = [(a, chance.get(a, 1.0), walk(state.child(a))) for a in state.legal_actions()]
    return player, name, children, np.array(state.returns())


class CFR:
    """Regrets and average policy by information state (Zinkevich and others, 2007)."""

    def __init__(self, tree):
        self.tree, self.regret, self.total = tree, {}, {}

    def run(self, iterations):
        for _ in range(iterations):
            self._visit(self.tree, np.ones(3))
        return {name: t / t.sum() if t.any() else np.full(len(t), 1 / len(t)) for name, t in self.total.items()}

    def _visit(self, node, reach):
        """Returns each seat's expected return; reach holds the probability with which each seat, and chance, plays along."""
        player, name, children, returns = node
        if not children:
            return returns
        if player < 0:
            return sum(p * self._visit(child, reach * [1, 1, p]) for _, p, child in children)
        regret = self.regret.setdefault(name, np.zeros(len(children)))
        positive = np.maximum(regret, 0)
        policy = positive / positive.sum() if positive.any() else np.full(len(children), 1 / len(children))
        self.total[name] = self.total.get(name, 0) + reach[player] * policy
        step = np.eye(3)[player]
        values = np.array([self._visit(child, reach * np.where(step, p, 1)) for p, (_, _, child) in zip(policy, children)])
        regret += np.delete(reach, player).prod() * (values[:, player] - policy @ values[:, player])
        return policy @ values


def exploitability(tree, policy):
    """Returns the mean over two seats of what a best response wins, in a zero-sum game: how much the policy gives away."""

    def best(seat):
        states, choice = {}, {}  # what the seat cannot tell apart, with the others' reach

        def note(node, reach):
            player, name, children, _ = node
            if player == seat:
                states.setdefault(name, []).append((node, reach))
            for i, (_, p, child) in enumerate(children):
                note(child, reach * (1 if player == seat else p if player < 0 else policy(name, len(children))[i]))

        def value(node):
            player, name, children, returns = node
            if not children:
                return returns[seat]
            if player != seat:
                weights = [p for _, p, _ in children] if player < 0 else policy(name, len(children))
                return sum(w * value(child) for w, (_, _, child) in zip(weights, children))
            if name not in choice:
                choice[name] = max(range(len(children)), key=lambda i: sum(r * value(n[2][i][2]) for n, r in states[name]))
            return value(children[choice[name]][2])

        note(tree, 1.0)
        return value(tree)

    return (best(0) + best(1)) / 2


def main():
    with ringer.Game(sys.argv[1]) as game:
        tree = walk(game.new_initial_state())
    print(f"uniform play: {exploitability(tree, lambda name, n: np.full(n, 1 / n)):.6f}")
    average = CFR(tree).run(int(sys.argv[2]))
    print(f"after {sys.argv[2]} iterations: {exploitability(tree, lambda name, n: average[name]):.6f}")


if __name__ == "__main__":
    main()
