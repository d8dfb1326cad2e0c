"""Actions as programs give them: whole numbers, legal or not."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

import numpy as np

ILLEGAL = ("terminate", "error", "random")


def whole(actions: Any) -> np.ndarray:
    """Returns actions as an array of whole numbers; others are a TypeError, because a float would be cut off without a word."""
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"action: {array.dtype.name} {actions!r}: want whole numbers")
    return array


def one(action: Any) -> Optional[int]:
    """Returns one action, or None for none."""
    if action is None:
        return None
    array = whole(action)
    if array.size != 1:
        raise ValueError(f"action: {action!r}: want one whole number")
    return int(array.reshape(())[()])


def drawn(episode: Tuple[int, int, int], decisions: int, legal: Sequence[int]) -> int:
    """Returns the legal action that takes the place of an illegal one: it follows from seed, table, number of the episode and decision."""
    return int(legal[np.random.default_rng((*episode, decisions)).integers(len(legal))])
