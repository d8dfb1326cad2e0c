"""Numbers with their intervals are written as Ringer writes them: both tests read the same cases."""

import json
import math
import unittest
from pathlib import Path

from ringer._numbers import even, share, signed

CASES = Path(__file__).resolve().parents[2] / "internal/numbers/testdata/cases.json"


class Numbers(unittest.TestCase):
    def test_the_cases(self):
        cases = json.loads(CASES.read_text(encoding="utf-8"))
        for c in cases["shares"]:
            self.assertEqual(c["want"], share(c["x"], c["low"], c["high"], [c["even"]] if "even" in c else []))
        for c in cases["signed"]:
            self.assertEqual(c["want"], signed(c["x"], c["low"], c["high"]))

    def test_what_has_no_interval(self):
        self.assertEqual("–", share(math.nan, 0, 1))
        self.assertEqual("46.1%", share(0.461, math.nan, math.nan))
        self.assertEqual("+0.5 (-∞ … +∞)", signed(0.5, -math.inf, math.inf))
        self.assertEqual(["25%", "33.3%"], [even(0.25), even(1 / 3)])
