"""Numbers with their intervals as people read them: docs/numbers.md explains the spelling."""

from __future__ import annotations

import math
from typing import Sequence

_EXTRA = 2
"""Digits more than the interval leaves, so that rounding moves no end onto what it is compared with."""


def share(x: float, low: float, high: float, beside: Sequence[float] = ()) -> str:
    """Writes a share from 0 to 1 with its interval: "46% (45 … 47)". Ends stay on their side of those beside."""
    return _write(100 * x, 100 * low, 100 * high, [100 * b for b in beside], unit="%")


def signed(x: float, low: float, high: float) -> str:
    """Writes a mean that can be negative with its interval: "+0.4 (+0.3 … +0.5)"."""
    return _write(x, low, high, [0.0], sign="+")


def even(x: float) -> str:
    """Writes the share that equal players would have: "25%", "33.3%"."""
    return f"{100 * x:.1f}".replace(".0", "") + "%"


def _write(x: float, low: float, high: float, beside: Sequence[float], unit: str = "", sign: str = "") -> str:
    def number(v: float, places: int) -> str:
        if math.isinf(v):
            return ("-" if v < 0 else sign) + "∞"
        text = f"{abs(v):,.{places}f}"
        if not float(text.replace(",", "")):
            return text
        return ("-" if v < 0 else sign) + text

    if math.isnan(x):
        return "–"
    if math.isnan(low) or math.isnan(high) or low == high:
        return number(x, 1).replace(".0", "") + unit
    places, width = 0, high - low
    if math.isinf(width):
        half = min(x - low, high - x)
        places, width = (1, 1.0) if math.isinf(half) else (0, 2 * half)
    most = 3 if unit else 9
    while places < most and width < 1 - 1e-9:
        places, width = places + 1, 10 * width

    def same(places: int) -> bool:
        def stays(v: float, mark: float) -> bool:
            r = float(f"{v:.{places}f}")
            return math.isinf(v) or (v < mark) == (r < mark) and (v > mark) == (r > mark)

        r = f"{x:.{places}f}"
        return (
            all(stays(end, mark) for end in (low, high) for mark in beside)
            and not (low < x and f"{low:.{places}f}" == r)
            and not (high > x and f"{high:.{places}f}" == r)
            and (not unit or stays(x, 0) and stays(x, 100))
        )

    places = next((p for p in range(places, min(places + _EXTRA, most) + 1) if same(p)), places)
    ends = number(low, places), number(high, places)
    if ends[0] == ends[1]:
        return number(x, 1) + unit
    return f"{number(x, places)}{unit} ({ends[0]} … {ends[1]})"
