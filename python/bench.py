#!/usr/bin/env python3
"""Measures the decisions per second of ringer.Vector with random legal actions, beside `ringer bench`, and copies of nodes of a tree.

Run it under `taskset -c 0` for one core: then both processes share it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np  # noqa: E402

import ringer  # noqa: E402


def python_rate(game: str, tables: int, seconds: float) -> float:
    """Returns decisions per second through shared memory, the drawing of the actions included."""
    with ringer.Vector(game, tables) as v:
        v.reset(1)
        for _ in range(20):
            v.step(v.sample())
        start, decisions = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            for _ in range(10):
                v.step(v.sample())
            decisions += 10 * tables
        return decisions / (time.perf_counter() - start)


def tree_rate(game: str, rows: int, seconds: float, seen: bool) -> float:
    """Returns copies with a step a second through shared memory: random children of random nodes, the drawing included."""
    rng = np.random.default_rng(1)
    with ringer.Game(game) as g, g.batch(rows, observation=seen, information=seen) as batch:
        nodes = batch.start(rows)
        lines = np.arange(rows)
        start, made = 0.0, 0
        for call in range(10**9):
            if call == 20:
                start, made = time.perf_counter(), 0
            if call >= 20 and call % 10 == 0 and made and time.perf_counter() - start > seconds:
                break
            ended = batch.legal_count == 0
            drawn = batch.legal[lines, (rng.random(rows) * batch.legal_count).astype(int)]
            children = batch.children(np.where(ended, -1, nodes), np.where(ended, -1, drawn))
            batch.free(nodes)
            nodes, made = children, made + rows - int(ended.sum())
        return made / (time.perf_counter() - start)


def go_rate(game: str, seconds: float) -> float:
    """Returns decisions per second of Go's vector, as `ringer bench` measures it."""
    command = [ringer.find_binary(), "bench", game, "--seconds", str(seconds), "--workers", "1", "--json"]
    modes = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["modes"]
    return next(m["decisions_per_second"] for m in modes if m["mode"] == "vector")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=["leduc", "heat"])
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    print("decisions a second: Go's vector, Python's vector, ratio")
    for game in args.game:
        for _ in range(args.rounds):
            go, python = go_rate(game, args.seconds), python_rate(game, args.tables, args.seconds)
            print(f"{game:12} {go:12,.0f} {python:12,.0f} {python / go:6.2f}", flush=True)
    print("copies with a step a second, by Game.batch: states alone, with every seat's observation and information states")
    for game in args.game:
        for _ in range(args.rounds):
            bare, seen = (tree_rate(game, args.tables, args.seconds, all_of_it) for all_of_it in (False, True))
            print(f"{game:12} {bare:12,.0f} {seen:12,.0f}", flush=True)


if __name__ == "__main__":
    main()
