"""The process of one environment, and the protocol that it speaks (docs/environment.md)."""

from __future__ import annotations

import base64
import json
import mmap
import os
import shutil
import subprocess
import tempfile
import warnings
import weakref
from collections import deque
from importlib import metadata
from pathlib import Path
from typing import Any, Deque, Dict, Optional, Tuple

import numpy as np

from ._spec import Spec

PROTOCOL = "ringer-env/1"


class RingerError(ValueError):
    """What the ringer binary says is wrong."""


def find_binary(binary: Optional[str] = None) -> str:
    """Returns the path of the ringer binary: the given one, RINGER_BIN, the one of this package's wheel, one in PATH, or bin/ringer here or in a folder above."""
    if binary is None:
        binary = os.environ.get("RINGER_BIN")
    if binary:
        if not os.path.isfile(binary):
            raise RingerError(f"{binary}: no such file: want the ringer binary")
        return binary
    name = "ringer.exe" if os.name == "nt" else "ringer"
    found = _installed(name) or shutil.which("ringer")
    if found:
        return found
    for start in (Path.cwd(), Path(__file__).resolve().parent):
        for folder in (start, *start.parents):
            candidate = folder / "bin" / name
            if candidate.is_file():
                return str(candidate)
    raise RingerError("no ringer binary: set RINGER_BIN to it, put it into PATH, or run `make build`")


def _installed(name: str) -> Optional[str]:
    """Returns the path of the binary that was installed with this package, None where it came without one."""
    try:
        wheel = metadata.distribution(__package__)
        files = wheel.files or []
    except metadata.PackageNotFoundError:
        return None
    paths = [Path(str(wheel.locate_file(file))).resolve() for file in files if file.name in (name, Path(__file__).name)]
    if Path(__file__).resolve() not in paths:
        return None  # the package of that name is another one, such as a wheel beside these sources
    return next((str(path) for path in paths if path.name == name and path.is_file()), None)


class Server:
    """One `ringer env GAME` process. Use it with `with`, or call close.

    Every request has an id, and its answer the same one. When anything is raised between a request and its answer, such as
    KeyboardInterrupt, the server is closed: else each answer would be taken for that of the request after its own. The process is
    not of this one's group, so that Ctrl-C reaches Python alone, and it ends with this one.

    omniscient  the process shows what no seat may know: for a researcher who owns it, never for a player
    position    path of a file with the table at which every episode begins, for games that read such files
    """

    def __init__(self, game: str, binary: Optional[str] = None, omniscient: bool = False, position: Optional[str] = None):
        self.asked = (game, binary, omniscient, position)
        self.binary = find_binary(binary)
        self._owner = os.getpid()
        self._complaints = tempfile.TemporaryFile()
        group: Dict[str, Any] = {"start_new_session": True}
        if os.name == "nt":
            group = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        self._process = subprocess.Popen(
            [self.binary, "env", game, *(["--omniscient"] if omniscient else []), *([f"--position={position}"] if position else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            bufsize=0,
            **group,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._rest = b""
        self._id = 0
        self._owed: Deque[int] = deque()  # ids of requests without an answer yet
        self._lost: Optional[str] = None
        self._finalizer = weakref.finalize(self, _end, self._process, self._complaints, self._owner)
        self.hello = json.loads(self.receive_line())
        if self.hello.get("protocol") != PROTOCOL:
            self.close()
            raise RingerError(f"{self.binary} speaks {self.hello.get('protocol')!r}: want {PROTOCOL!r}")
        self.spec = Spec.from_hello(self.hello)

    def ask(self, op: str, **keys: Any) -> Dict[str, Any]:
        """Sends a request and returns its answer. Keys that are None are left out."""
        if self._owed:
            raise RuntimeError(f"{op}: a request is under way: want its answer before")
        try:
            self.send(op, **keys)
            return self.receive()
        except RingerError:
            raise
        except BaseException as e:
            self._lose(f"{op} was interrupted by {type(e).__name__}")
            raise

    def send(self, op: str, **keys: Any) -> None:
        """Sends a request."""
        self._id += 1
        request = {"op": op, "id": self._id}
        request.update((key, value) for key, value in keys.items() if value is not None)
        line = json.dumps(request, separators=(",", ":")).encode()
        self._owed.append(self._id)
        self.send_line(line)

    def receive(self) -> Dict[str, Any]:
        """Returns the answer to the oldest request that has none. An error of the other side is a RingerError."""
        if not self._owed:
            raise RuntimeError("receive without a request")
        want = self._owed[0]
        line = self.receive_line()
        self._owed.popleft()
        try:
            answer: Dict[str, Any] = json.loads(line)
        except ValueError:
            answer = {}
        if answer.get("id") != want:
            self._lose(f"an answer has the id {answer.get('id')!r}, not {want}")
            raise RingerError(self._last_words())
        if answer["type"] == "error":
            raise RingerError(answer["error"])
        return answer

    def _lose(self, why: str) -> None:
        """Closes a channel in which nobody knows any more which answer is whose."""
        self._owed.clear()
        self._lost = self._lost or f"the environment is closed, because it lost its place: {why}: want a new one"
        self.close()

    def send_line(self, line: bytes) -> None:
        """Sends one line."""
        if os.getpid() != self._owner:
            raise RingerError("the environment is that of another process: want one made in this one, or a copy (copy.deepcopy, pickle) from before")
        if not self._finalizer.alive or self._process.poll() is not None:
            raise RingerError(self._last_words())
        data = memoryview(line + b"\n")
        try:
            while data:
                data = data[os.write(self._in, data) :]
        except BrokenPipeError:
            raise RingerError(self._last_words()) from None
        except BaseException as e:
            self._lose(f"a request was interrupted by {type(e).__name__}")
            raise

    def receive_line(self) -> bytes:
        """Returns the next line, without its end."""
        if not self._finalizer.alive:
            raise RingerError(self._last_words())
        parts = []
        try:
            while True:
                line, end, rest = self._rest.partition(b"\n")
                parts.append(line)
                if end:
                    self._rest = rest
                    return b"".join(parts)
                self._rest = b""
                self._rest = os.read(self._out, 1 << 16)
                if not self._rest:
                    break
        except BaseException as e:
            self._lose(f"a request was interrupted by {type(e).__name__} before its answer")
            raise
        raise RingerError(self._last_words())

    def _last_words(self) -> str:
        if self._lost is not None:
            return self._lost
        if not self._finalizer.alive:
            return "the environment is closed"
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            pass
        self._complaints.seek(0)
        text = self._complaints.read().decode(errors="replace").strip()
        for name in ("ringer", Path(self.binary).name.removesuffix(".exe")):  # by which it calls itself
            text = text.removeprefix(name + ": ")
        return text if text else f"{self.binary} ended with status {self._process.returncode}"

    def close(self) -> None:
        """Ends the process. A server that is closed may be closed again."""
        self._finalizer()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _end(process: subprocess.Popen, complaints: Any, owner: int) -> None:
    for pipe in (process.stdin, process.stdout):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            pass
    if os.getpid() != owner:  # a fork: the process is its parent's
        return
    try:
        process.wait(timeout=2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    complaints.close()


def share(server: Server, op: str, **keys: Any) -> Tuple[Dict[str, Any], mmap.mmap, Dict[str, np.ndarray]]:
    """Asks for arrays in a file that both processes map: in memory, or on disk where there is too little room.

    Returns the answer, the memory, and the arrays by name, which are views of it.
    """
    in_memory = "/dev/shm" if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK) else None
    for folder in dict.fromkeys((in_memory, tempfile.gettempdir())):
        if folder is None:
            continue
        handle, path = tempfile.mkstemp(prefix="ringer-", dir=folder)
        try:
            answer = server.ask(op, map=path, **keys)
            memory = mmap.mmap(handle, answer["bytes"])
            break
        except RingerError as e:
            if "no room for" not in str(e) or folder == tempfile.gettempdir():
                raise
            warnings.warn(f"{e}: the arrays lie in {tempfile.gettempdir()}, which may be slower", RuntimeWarning, stacklevel=4)
        finally:
            os.close(handle)
            try:
                os.unlink(path)
            except OSError:  # where a mapped file cannot be unlinked, it stays in the temporary folder
                pass
    arrays = {}
    for name, a in answer["arrays"].items():
        count = int(np.prod(a["shape"]))
        arrays[name] = np.frombuffer(memory, np.dtype(a["type"]), count, a["offset"]).reshape(a["shape"])
    return answer, memory, arrays


def unpack(text: str) -> np.ndarray:
    """Returns the floats of a packed observation. The array owns its memory."""
    return np.frombuffer(base64.b64decode(text), dtype="<f4").astype(np.float32)


def pack(floats: np.ndarray) -> str:
    """Returns floats as the protocol packs them."""
    return base64.b64encode(np.ascontiguousarray(floats, dtype="<f4").tobytes()).decode("ascii")
