#!/usr/bin/env python3
"""Runs the checkers of PettingZoo and Gymnasium on every game, its seats and a sample of configurations.

Needs both packages; without them it says so and ends with status 0 (or 1 with --require). Arguments are game strings: none
means all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import pickle
import subprocess
import sys
import time
import types
import warnings
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np  # noqa: E402

import ringer  # noqa: E402

# A sample of configurations, besides every game as it is by default.
CONFIGURATIONS = [
    "duel(file=skirmish)",
    "fourdowns(players=3)",
    "goofspiel(players=3,cards=8,order=random)",
    "heat(players=3)",
    "heat(players=5)",
    "heist(players=2)",
    "heist(wrap=prospects)",
    "kuhn(players=3)",
    "leduc(players=3)",
    "liarsdice(dice=2)",
    "payday(wrap=forecast)",
]

# Warnings that say nothing is wrong: a mask is all zeros for a seat that is not to act, and one mode of rendering is SVG.
EXPECTED = (
    "Action mask numpy array is all zeros",
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Observation is not a NumPy array",
    "Observation numpy array is all zeros",
    "maximum and minimum values are equal",
    "Not able to test alternative render modes",
    "is different from the unwrapped version",
)


def games() -> list:
    """Returns the names of all games."""
    return subprocess.run([ringer.find_binary(), "games", "--names"], check=True, capture_output=True, text=True).stdout.split()


def shortest(game: str, steps: int) -> bool:
    """Reports whether an episode of the parallel face can go on for this many steps, whatever is played."""
    for seed in range(30):
        env = ringer.ParallelEnv(game, illegal="random")
        env.reset(seed=seed)
        n = 0
        while env.agents:
            env.step({})
            n += 1
        env.close()
        if n <= steps:
            return False
    return True


def checks(game: str):
    """Yields the name of each check and a function that runs it."""
    import gymnasium
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
    from pettingzoo.test.max_cycles_test import max_cycles_test
    from pettingzoo.utils.conversions import parallel_to_aec

    for observation in ("flat", "fields"):
        aec = partial(ringer.AECEnv, game, observation=observation)
        parallel = partial(ringer.ParallelEnv, game, observation=observation)
        yield f"api_test {observation}", lambda: closing(aec(), lambda e: api_test(e, num_cycles=300))
        yield f"parallel_api_test {observation}", lambda: closing(parallel(), lambda e: parallel_api_test(e, num_cycles=300))
        yield f"seed_test {observation}", lambda: seed_test(aec, num_cycles=100)
    for illegal in ringer._faces.ILLEGAL:
        if illegal != "error":
            face = partial(ringer.ParallelEnv, game, illegal=illegal)
            yield f"parallel_seed_test illegal={illegal}", lambda: parallel_seed_test(face, num_cycles=100)
    yield "pickle", lambda: pickled(partial(ringer.AECEnv, game))
    yield "render_test", lambda: render_test(partial(ringer.AECEnv, game), {"svg": lambda r: r.startswith("<svg")})
    if shortest(game, 4):
        faces = types.SimpleNamespace(
            parallel_env=partial(ringer.ParallelEnv, game, illegal="random"),
            env=lambda max_cycles: parallel_to_aec(ringer.ParallelEnv(game, illegal="random", max_cycles=max_cycles)),
        )
        yield "max_cycles_test", lambda: max_cycles_test(faces)
    else:
        yield "max_cycles_test", None
    with ringer.Server(game) as server:
        players = server.spec.players
    for seat in range(players):
        for observation in ("flat", "fields"):
            env = partial(ringer.GymEnv, game, seat=seat, observation=observation)
            yield f"check_env seat={seat} {observation}", lambda: closing(env(), check_env)
    made = partial(gymnasium.make, "ringer/Game-v0", game=game, mask_in_observation=True, illegal="random", render_mode="ansi")
    yield "check_env gymnasium.make", lambda: closing(made(), lambda e: check_env(e.unwrapped))


def pickled(make) -> None:
    """Holds a pickle from before the first episode to its original, step by step, as PettingZoo's own test of pickles does."""
    from gymnasium.utils.env_checker import data_equivalence
    from pettingzoo.test.seed_test import seed_action_spaces

    one = make()
    other = pickle.loads(pickle.dumps(one))
    for env in (one, other):
        env.reset(seed=42)
        seed_action_spaces(env)
    for agent, same in zip(one.agent_iter(50), other.agent_iter(50)):
        first, second = one.last(), other.last()
        assert agent == same and data_equivalence(first, second), f"{agent}: {first} and {same}: {second}"
        mask = None if first[2] or first[3] else first[4]["action_mask"]
        for env in (one, other):
            env.step(None if mask is None else env.action_space(agent).sample(mask))
    one.close()
    other.close()


def closing(env, check) -> None:
    try:
        check(env)
    finally:
        env.close()


def run(game: str) -> int:
    """Runs all checks of a game and returns how many failed."""
    failed = passed = 0
    start = time.time()
    skipped = []
    for name, check in checks(game):
        if check is None:
            skipped.append(name + " (the rules may end an episode within 4 steps)")
            continue
        with warnings.catch_warnings(record=True) as heard, contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("always")
            fault = None
            try:
                check()
            except Exception as e:  # a check that fails must not end the others
                fault = f"{type(e).__name__}: {e}"
        unexpected = {str(w.message) for w in heard if not any(text in str(w.message) for text in EXPECTED)}
        if fault is None and unexpected:
            fault = "warnings: " + "; ".join(sorted(unexpected))
        if fault is None:
            passed += 1
        else:
            failed += 1
            print(f"FAIL {game}: {name}: {fault[:600]}", flush=True)
    print(f"{'ok  ' if not failed else 'FAIL'} {game}: {passed} passed, {failed} failed, {time.time() - start:.0f} s" + "".join(f"; skipped {s}" for s in skipped), flush=True)
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="game strings; none: all games and a sample of configurations")
    parser.add_argument("--require", action="store_true", help="fail when a package is missing")
    args = parser.parse_args()
    try:
        import gymnasium
        import pettingzoo
    except ImportError as e:
        print(f"skipped: {e.name} cannot be imported; the checkers are part of pettingzoo and gymnasium")
        return 1 if args.require else 0
    print(f"PettingZoo {pettingzoo.__version__}, Gymnasium {gymnasium.__version__}, numpy {np.__version__}")
    failed = sum(run(game) for game in (args.game or games() + CONFIGURATIONS))
    print("all passed" if not failed else f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
