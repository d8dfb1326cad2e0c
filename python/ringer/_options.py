"""The options of the environments: one table, from which each face takes its own, or refuses one with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from operator import index
from typing import Any, Dict, Mapping

FACES = ("AECEnv", "ParallelEnv", "GymEnv", "GymVectorEnv", "Vector")


@dataclass(frozen=True)
class Option:
    """One option: what it is when it is left out, what it means, and which faces do without it."""

    name: str
    default: Any
    meaning: str
    refused: Mapping[str, str] = field(default_factory=dict)


def _by(faces: str, reason: str) -> Dict[str, str]:
    return dict.fromkeys(faces.split(), reason)


_SINGLE = "AECEnv ParallelEnv GymEnv"
_ALL_SEATS = "AECEnv ParallelEnv"

OPTIONS = (
    Option("binary", None, "path of the ringer binary; found by itself when left out"),
    Option("num_envs", 1, "how many tables", {**_by(_SINGLE, "it is one table: want GymVectorEnv"), **_by("Vector", "want tables")}),
    Option("tables", 1024, "how many tables", {**_by(_SINGLE, "it is one table: want Vector"), **_by("GymVectorEnv", "want num_envs")}),
    Option(
        "observation", "flat", '"flat": float32 [observation_size]; "fields": a dict of arrays by name',
        _by("Vector", "fields() gives them by name, without copying"),
    ),
    Option(
        "mask_in_observation", False, 'an observation is {"observation", "action_mask"}',
        {**_by(_ALL_SEATS, "an observation always holds its mask"), **_by("Vector", "mask is an array of its own")},
    ),
    Option(
        "opponents", "random", "agents of the other seats: one name, or names in order, the last of which fills the rest",
        {**_by(_ALL_SEATS, "every seat is yours: want GymEnv"), **_by("Vector", "want agents, one a seat")},
    ),
    Option(
        "seat", 0, 'the learner\'s seat, or "random": drawn for each episode',
        {**_by(_ALL_SEATS, "every seat is yours: want GymEnv"), **_by("Vector", "want agents, with an empty name at a seat of yours")},
    ),
    Option(
        "agents", None, "names of agents, one a seat, empty for a seat of one's own; None: every seat is one's own",
        {**_by(_ALL_SEATS, "every seat is yours: want GymEnv"), **_by("GymEnv GymVectorEnv", "want opponents and seat")},
    ),
    Option(
        "illegal", "terminate", 'what an illegal action does: "terminate" ends the episode, "error" raises ValueError and changes nothing, "random" plays a legal one that the seed draws',
        _by("Vector", "an illegal action is an error, or ends the episode with illegal_terminates"),
    ),
    Option(
        "illegal_reward", None, 'with illegal="terminate": reward of the seat; the game\'s lowest return when left out',
        _by("Vector", "want illegal_penalty"),
    ),
    Option("illegal_terminates", False, "an illegal action ends the episode", _by(_SINGLE + " GymVectorEnv", "want illegal")),
    Option("illegal_penalty", 0.0, "with illegal_terminates: minus the reward of the seat", _by(_SINGLE + " GymVectorEnv", "want illegal_reward")),
    Option(
        "max_cycles", None, "AECEnv: truncates when a seat is to act that has acted so often; ParallelEnv: after this many steps",
        {**_by("GymEnv GymVectorEnv", "want max_steps"), **_by("Vector", "want max_decisions")},
    ),
    Option("max_steps", None, "truncates when one's own seat is to act and has acted so often", _by(_ALL_SEATS, "want max_cycles")),
    Option("max_decisions", None, "truncates after this many decisions of all seats"),
    Option(
        "skip_forced", False, "plays the only action of a seat that has no choice, but for the first decision of an episode",
        _by("ParallelEnv", "a step takes the turns of all seats at once, forced ones too"),
    ),
    Option("autoreset", "same-step", '"same-step", "next-step" or "disabled"', _by(_SINGLE, "an episode that is over wants reset")),
    Option("workers", 1, "goroutines that step tables; the numbers do not depend on it", _by(_SINGLE, "it is one table")),
    Option(
        "copy", True, "give out arrays of one's own rather than views that the next step writes over",
        {**_by(_SINGLE, "what it gives out is yours in any case"), **_by("Vector", "its arrays are views: copy what must last")},
    ),
    Option(
        "final", False, "have final_observation, every seat's at the end of the last episode",
        {**_by(_ALL_SEATS, "observe gives it, and last"), **_by("GymEnv", "the last step gives it"), **_by("GymVectorEnv", 'info["final_obs"] has it')},
    ),
    Option(
        "joint", False, "have joint_observation, every seat's, for critics that see all seats",
        {**_by(_ALL_SEATS, "state gives it"), **_by("GymEnv GymVectorEnv", "one seat is yours: want Vector")},
    ),
    Option(
        "omniscient", False, "beside agents: have what their seats know too, in final_observation and joint_observation",
        {**_by(_ALL_SEATS, "every seat is yours"), **_by("GymEnv GymVectorEnv", "a player may not: want Vector")},
    ),
    Option(
        "render_mode", None, '"human" prints the table as a seat sees it, "ansi" and "svg" return text, "rgb_array" uint8 [height, width, 3]',
        _by("GymVectorEnv Vector", "many tables have no picture: want GymEnv"),
    ),
)


def refuse(face: str, options: Mapping[str, Any]) -> None:
    """Raises TypeError for options that a face does not have, with the reason for each."""
    known = {o.name: o for o in OPTIONS}
    faults = []
    for name in options:
        if name in known:
            faults.append(f"{name}: {known[name].refused[face]}")
            continue
        own = [o.name for o in OPTIONS if face not in o.refused]
        near = get_close_matches(name, own, 1)
        faults.append(f"{name}: unknown: want {near[0]}" if near else f"{name}: unknown: want one of {', '.join(own)}")
    if faults:
        raise TypeError(f"{face}: " + "; ".join(faults))


def limits(max_steps: Any, max_decisions: Any, skip_forced: bool) -> Dict[str, Any]:
    """Returns the limits of episodes as requests have them."""
    return {"max_steps": index(max_steps or 0), "max_decisions": index(max_decisions or 0), "skip_forced": bool(skip_forced)}


def seats(opponents: Any, seat: Any, players: int) -> Dict[str, Any]:
    """Returns who sits where beside a learner, as requests have it."""
    if players == 1:
        return {}
    if isinstance(seat, str) and seat != "random":
        raise ValueError(f'seat: {seat!r}: want one from 0 to {players - 1}, or "random"')
    own = -1 if seat == "random" else index(seat)
    if own < 0 and seat != "random":
        raise ValueError(f'seat: {seat}: want one from 0 to {players - 1}, or "random"')
    return {"opponents": [opponents] if isinstance(opponents, str) else list(opponents), "seat": own}
