#!/usr/bin/env python3
"""A bot that plays at a table of Ringer: bot.py GAME GAMES RINGER, all three may be left out."""
import json
import random
import subprocess
import sys

game, games, ringer = (sys.argv[1:] + ["heat", "1", "ringer"][len(sys.argv) - 1 :])[:3]
host = subprocess.Popen([ringer, "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")


def say(**message):
    host.stdin.write(json.dumps(message) + "\n")
    host.stdin.flush()


def hear(kind):
    """Returns the next message of a kind; others are read over."""
    for line in host.stdout:
        message = json.loads(line)
        if message["type"] == "error":
            sys.exit(message["error"])
        if message["type"] == kind:
            return message


say(type="hello", protocol="ringer-table/1")
hear("welcome")
say(type="rules", game=game)
rules = hear("rules")
opponent = next(o["agent"] for o in rules["opponents"] if o.get("default"))

for n in range(int(games)):
    say(type="new", game=game, seats=[{"person": "Python"}] + [{"agent": opponent}] * (rules["seats"] - 1))
    table = hear("joined")
    at = {"table": table["table"], "key": table["keys"]["0"]}
    view = hear("view")
    while not view["over"]:
        choice = random.choice(view["scene"]["ask"]["choices"])  # your idea goes here
        say(type="act", step=view["step"], action=choice["action"], **at)
        view = hear("view")
    print(f"game {n + 1}: {view['verdict']}")
    say(type="leave", **at)

host.stdin.close()
sys.exit(host.wait())
