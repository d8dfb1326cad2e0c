"""Ringer's tabletop games for Python.

The games run in the ringer binary, one process an environment; this package speaks its protocol.

AECEnv, ParallelEnv     PettingZoo's two faces of all seats
GymEnv, GymVectorEnv    Gymnasium's face of one seat, the others played by agents
Vector                  thousands of tables in shared memory, for self-play
Policy, evaluate        shipped bots as policies, and matches with intervals
Game, State, Batch      the tree of a game, walked by hand, near OpenSpiel's names
load                    what ringer record wrote, as numpy arrays
Server                  the protocol itself
OPTIONS                 the options of the environments, and which of them has which
"""

from ._aec import AECEnv, aec_env
from ._gym import GymEnv
from ._gym_vector import GymVectorEnv
from ._options import OPTIONS, Option
from ._parallel import ParallelEnv, parallel_env
from ._policy import Decision, Policy, Result, evaluate
from ._server import RingerError, Server, find_binary
from ._spec import Block, Field, Spec
from ._tree import CHANCE, TERMINAL, Batch, Game, State
from ._vector import Vector
from .data import Trajectories, load

__all__ = [
    "AECEnv",
    "Batch",
    "Block",
    "CHANCE",
    "Decision",
    "Field",
    "Game",
    "GymEnv",
    "GymVectorEnv",
    "OPTIONS",
    "Option",
    "ParallelEnv",
    "Policy",
    "Result",
    "RingerError",
    "Server",
    "Spec",
    "State",
    "TERMINAL",
    "Trajectories",
    "Vector",
    "aec_env",
    "evaluate",
    "find_binary",
    "load",
    "parallel_env",
]

__version__ = "0.1.0"
