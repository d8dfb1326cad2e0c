"""The tree of a game, walked by hand: states that are copied, and chance as an actor. For researchers, who may see all that is hidden."""

from __future__ import annotations

import json
from operator import index
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from ._actions import one, whole
from ._server import RingerError, Server, share, unpack
from ._spec import Spec

CHANCE = -1
TERMINAL = -4

_AT_ONCE = 50_000  # actions in a request


class Game:
    """A game whose tree is walked. It owns a process, in which the states lie; close it, or use it with `with`.

    The process is omniscient: a state holds what is hidden from every seat. position is the path of a file with the table at
    which the game begins, for games that read such files.
    """

    def __init__(self, game: str, *, position: Optional[str] = None, binary: Optional[str] = None):
        self.server = Server(game, binary, True, position)
        self.spec: Spec = self.server.spec
        self._free: List[int] = []  # numbers of nodes that nobody holds
        self._made = 0

    def new_initial_state(self) -> "State":
        """Returns the start of the game, at which chance may be to act."""
        return State(self, -1, [], None)

    def state(self, actions: Sequence[int]) -> "State":
        """Returns the state after a history of actions, those of chance included."""
        return State(self, -1, whole(actions).tolist() if len(actions) else [], None)

    def deserialize_state(self, text: str) -> "State":
        """Returns the state that State.serialize has written."""
        kept = json.loads(text)
        for key, mine in (("spec_hash", self.spec.spec_hash), ("position", self._position())):
            if kept[key] != mine:
                raise RingerError(f"{key}: {kept[key]!r}, of {kept['game']}: want {mine!r}, of {self.spec.game}")
        return self.state(kept["actions"])

    def batch(self, rows: int = 4096, *, observation: bool = False, information: bool = False) -> "Batch":
        """Returns arrays by which up to `rows` states are made at once. A game has one batch at a time."""
        return Batch(self, rows, observation, information)

    def num_players(self) -> int:
        return self.spec.players

    def num_distinct_actions(self) -> int:
        return self.spec.num_actions

    def max_chance_outcomes(self) -> int:
        return int(self.spec.raw.get("max_chance_outcomes", 0))

    def max_game_length(self) -> int:
        return self.spec.max_game_length

    def min_utility(self) -> float:
        return self.spec.min_return

    def max_utility(self) -> float:
        return self.spec.max_return

    def observation_tensor_size(self) -> int:
        return self.spec.observation_size

    def _position(self) -> Optional[str]:
        path = self.server.asked[3]
        if path is None:
            return None
        with open(path, encoding="utf-8") as f:
            return f.read()

    def _take(self, count: int) -> np.ndarray:
        """Returns numbers of nodes that nobody holds, int32 [count]."""
        again = self._free[max(0, len(self._free) - count) :]
        del self._free[len(self._free) - len(again) :]
        fresh = range(self._made, self._made + count - len(again))
        self._made = fresh.stop
        return np.array([*again, *fresh], np.int32)

    def __reduce__(self) -> Tuple[Any, ...]:
        game, binary, _, position = self.server.asked
        return _game, (game, position, binary)

    def __str__(self) -> str:
        return self.spec.game

    def close(self) -> None:
        """Ends the process, with all states."""
        self.server.close()

    def __enter__(self) -> "Game":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _game(game: str, position: Optional[str], binary: Optional[str]) -> Game:
    return Game(game, position=position, binary=binary)


class State:
    """A state of a game, whole: what is hidden too. Methods are named as OpenSpiel's are.

    A state is a number in the game's process. Making one is a request, and so is a question that it has not answered yet.
    """

    __slots__ = ("game", "node", "_past", "_shown", "_told")

    def __init__(self, game: Game, source: int, actions: List[int], past: Any):
        self.game = game
        self.node = -1
        node = int(game._take(1)[0])
        try:
            self._play(source, node, actions, past)
        except BaseException:
            game._free.append(node)
            raise
        self.node = node

    def __del__(self) -> None:
        if getattr(self, "node", -1) >= 0:
            self.game._free.append(self.node)

    def _play(self, source: int, to: int, actions: List[int], past: Any) -> None:
        """Lets `to` be what actions make of another node, whose history is past."""
        shown = self._ask(source, to, actions=actions[:_AT_ONCE] or None)
        for at in range(_AT_ONCE, len(actions), _AT_ONCE):
            shown = self._ask(to, to, actions=actions[at : at + _AT_ONCE])
        for a in actions:
            past = (past, a)
        self._shown, self._told, self._past = shown, {}, past

    def _ask(self, source: int, to: int, **keys: Any) -> Dict[str, Any]:
        return self.game.server.ask("node", **{"from": source, "to": to}, **keys)

    def _tell(self, key: Any, **keys: Any) -> Any:
        """Returns what the process says of this state, which is asked once."""
        if key not in self._told:
            self._told[key] = self._ask(self.node, self.node, **keys)
        return self._told[key]

    def _seat(self, player: Optional[int]) -> int:
        seat = self.current_player() if player is None else index(player)
        if not 0 <= seat < self.game.spec.players:
            raise ValueError(f"player: {seat}: want a seat from 0 to {self.game.spec.players - 1}")
        return seat

    def current_player(self) -> int:
        """Returns the seat to act, CHANCE (-1) or TERMINAL (-4)."""
        return int(self._shown["player"])

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        """Returns False: seats that choose at the same time act one after the other, and see nothing of it."""
        return False

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """Returns the legal actions of the seat to act, ascending; at a chance node the outcomes. Another player has none."""
        return list(self._shown["legal"]) if player is None or player == self.current_player() else []

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """Returns 1 for the legal actions and 0 for others, one an action id, or at a chance node one an id of chance."""
        mask = [0] * (self.game.max_chance_outcomes() if self.is_chance_node() else self.game.num_distinct_actions())
        for a in self.legal_actions(player):
            mask[a] = 1
        return mask

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """Returns the outcomes of a chance node with their probabilities."""
        if not self.is_chance_node():
            raise ValueError("chance_outcomes: chance is not to act here")
        return list(zip(self._shown["legal"], self._shown["probs"]))

    def returns(self) -> List[float]:
        """Returns one number a seat: zeros before the end."""
        return list(self._shown["returns"])

    def player_return(self, player: int) -> float:
        return self.returns()[self._seat(player)]

    def clone(self) -> "State":
        return State(self.game, self.node, [], self._past)

    def child(self, action: int) -> "State":
        """Returns the state after an action of the seat to act, or of chance. An illegal one is a RingerError."""
        return State(self.game, self.node, [_one(action)], self._past)

    def apply_action(self, action: int) -> None:
        """Plays an action here. An illegal one is a RingerError, and changes nothing."""
        self._play(self.node, self.node, [_one(action)], self._past)

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which must be this one. It plays the history before it once more."""
        history = self.history()
        if not history or history[-1] != action:
            raise ValueError(f"undo_action: {action}: want the last action, {history[-1] if history else 'of which there is none'}")
        before = self.game.state(history[:-1])
        if before.current_player() != player:
            raise ValueError(f"undo_action: player {player}: want {before.current_player()}")
        self._play(before.node, self.node, [], before._past)

    def history(self) -> List[int]:
        """Returns the actions from the start to here, those of chance included."""
        actions, past = [], self._past
        while past is not None:
            past, action = past
            actions.append(action)
        return actions[::-1]

    def full_history(self) -> List[Tuple[int, int]]:
        """Returns (player, action) pairs from the start to here. It plays them once more."""
        pairs, state = [], self.game.new_initial_state()
        for action in self.history():
            pairs.append((state.current_player(), action))
            state.apply_action(action)
        return pairs

    def move_number(self) -> int:
        return len(self.history())

    def action_to_string(self, *player_and_action: int) -> str:
        """Returns the name of a legal action, the last argument; OpenSpiel's player before it may be left out."""
        action = player_and_action[-1]
        names = self._tell("names", names=True)
        if action not in names["legal"]:
            raise ValueError(f"action_to_string: {action}: want one of {names['legal']}")
        return str(names["names"][names["legal"].index(action)])

    def information_state_string(self, player: Optional[int] = None) -> str:
        """Returns the name of all that a seat (the one to act) has seen and done: two states share it when the seat cannot tell them apart."""
        seat = self._seat(player)
        return str(self._tell(("name", seat), seats=[seat], information_state=True, packed=True)["information_states"][0])

    def observation_tensor(self, player: Optional[int] = None) -> np.ndarray:
        """Returns what a seat (the one to act) may know, float32 [observation_size]: an array of the caller's own."""
        seat = self._seat(player)
        return unpack(self._tell(("seen", seat), seats=[seat], packed=True)["observations"][0])

    def serialize(self) -> str:
        """Returns the game and the history as text, from which Game.deserialize_state makes the state again."""
        spec = self.game.spec
        return json.dumps({"game": spec.game, "spec_hash": spec.spec_hash, "position": self.game._position(), "actions": self.history()})

    def num_players(self) -> int:
        return self.game.spec.players

    def get_game(self) -> Game:
        return self.game

    def __str__(self) -> str:
        return str(self._tell("text", text=True)["text"])

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, _: Any) -> "State":
        return self.clone()

    def __reduce__(self) -> Tuple[Any, ...]:
        return _state, (self.game, self.history())


def _state(game: Game, actions: List[int]) -> State:
    return game.state(actions)


def _one(action: Any) -> int:
    chosen = one(action)
    if chosen is None or chosen < 0:
        raise RingerError(f"action: {action!r}: want a legal action")
    return chosen


class Batch:
    """Arrays by which many states are made at once, in memory that both processes share: every array is a view.

    player        int8 [rows]                      the seat to act, CHANCE or TERMINAL
    legal_count   int32 [rows]                     how many legal actions, or outcomes of chance, there are
    legal         int32 [rows, …]                  they, ascending: the first legal_count of a row
    probs         float64 [rows, chance outcomes]  at chance nodes, of the outcomes in legal
    returns       float64 [rows, players]          zeros before the end
    observation   float32 [rows, players, observation_size]   with observation=True: every seat's
    information   int32 [rows]                     with information=True: the number of the information state of the seat to act, -1 elsewhere

    A method makes up to `rows` nodes, and row i of the arrays then belongs to the i-th of them; the next call writes over it. Nodes
    are numbers, which live until they are freed; State.node is one too. When one of them cannot be made, none has changed.
    """

    player: np.ndarray
    legal_count: np.ndarray
    legal: np.ndarray
    probs: np.ndarray
    returns: np.ndarray
    observation: Optional[np.ndarray] = None
    information: Optional[np.ndarray] = None

    def __init__(self, game: Game, rows: int, observation: bool, information: bool):
        self.game = game
        self.rows = index(rows)
        _, self._memory, arrays = share(
            game.server, "nodes", rows=self.rows, observation=bool(observation), information_state=bool(information)
        )
        self._from, self._to, self._action = (arrays.pop(name) for name in ("from", "to", "action"))
        for name, array in arrays.items():
            setattr(self, name, array)

    def start(self, count: int = 1) -> np.ndarray:
        """Returns new nodes at the start of the game."""
        return self.children(np.full(count, -1), np.full(count, -1))

    def clone(self, nodes: Any) -> np.ndarray:
        """Returns copies of nodes."""
        return self.children(nodes, np.full(len(nodes), -1))

    def children(self, nodes: Any, actions: Any) -> np.ndarray:
        """Returns new nodes: copies of nodes in which one action each has been played, or none where it is -1."""
        made = self.game._take(len(nodes))
        try:
            self._make(nodes, made, actions)
        except BaseException:
            self.free(made)
            raise
        return made

    def apply(self, nodes: Any, actions: Any) -> None:
        """Plays one action at each of the nodes themselves, or none where it is -1."""
        self._make(nodes, nodes, actions)

    def look(self, nodes: Any) -> None:
        """Shows nodes as they are."""
        self._make(nodes, nodes, np.full(len(nodes), -1))

    def free(self, nodes: Any) -> None:
        """Gives numbers back, for nodes to come."""
        self.game._free.extend(whole(nodes).tolist() if len(nodes) else [])

    def _make(self, nodes: Any, to: Any, actions: Any) -> None:
        n = len(nodes)
        if n > self.rows or len(actions) != n:
            raise ValueError(f"{n} nodes and {len(actions)} actions: want as many of both, at most {self.rows}")
        if n:
            for array, given in ((self._from, nodes), (self._to, to), (self._action, actions)):
                array[:n] = np.clip(whole(given), -(2**31), 2**31 - 1)
        self.game.server.ask("nodes_step", rows=n)

    def names(self) -> List[Tuple[int, str]]:
        """Returns seat and name of each information state that has a number, in their order."""
        names: List[Tuple[int, str]] = []
        while True:
            told = self.game.server.ask("nodes_names", first=len(names))
            names += zip(told["seats"], told["information_states"])
            if len(names) == told["total"]:
                return names

    def close(self) -> None:
        """Ends the batch. Nodes stay, and arrays that are still held."""
        self.game.server.ask("nodes_close")

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
