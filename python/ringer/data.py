"""Recorded trajectories: what `ringer record` writes, as numpy arrays."""

from __future__ import annotations

import hashlib
import json
import pathlib
import struct
import zipfile
from typing import Any, Iterator, Mapping, Sequence

import numpy as np

FORMAT = "ringer-trajectories/1"

Arrays = Mapping[str, np.ndarray]


class Trajectories:
    """The decisions of a recording, a row each, ordered by episode and step.

    data["action"] is a column over all shards; iterating gives one shard after the other as a dict of arrays, which for .npz files are
    mapped into memory and read only where they are touched. manifest is the recording's manifest.json.
    """

    def __init__(self, folder: pathlib.Path, manifest: dict[str, Any], mmap: bool) -> None:
        self.folder = folder
        self.manifest = manifest
        self._mmap = mmap

    def __len__(self) -> int:
        return int(self.manifest["rows"])

    def __repr__(self) -> str:
        return f"Trajectories({str(self.folder)!r}, {self.manifest['game']}, {len(self)} rows)"

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [column["name"] for column in self.manifest["columns"]]

    @property
    def agents(self) -> list[str]:
        """The names of the agents, by the numbers in the column agent."""
        return [agent["name"] for agent in self.manifest["agents"]]

    def __iter__(self) -> Iterator[Arrays]:
        for piece in self.manifest["shards"]:
            yield self._read(piece, self.columns)

    def __getitem__(self, column: str) -> np.ndarray:
        if column not in self.columns:
            raise KeyError(f"{column!r}: want one of {', '.join(self.columns)}")
        parts = [self._read(piece, [column])[column] for piece in self.manifest["shards"]]
        if not parts:
            raise ValueError(f"{self.folder}: nothing is recorded yet")
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def field(self, observation: np.ndarray, name: str) -> np.ndarray:
        """A named field of observations [..., size], in its own shape: a view."""
        for field in self.manifest["fields"]:
            if field["name"] == name:
                size = int(np.prod(field["shape"], dtype=np.int64))
                part = observation[..., field["offset"] : field["offset"] + size]
                return part.reshape(*observation.shape[:-1], *field["shape"])
        raise KeyError(f"{name!r}: want one of {', '.join(field['name'] for field in self.manifest['fields'])}")

    def verify(self) -> None:
        """Raises ValueError when a file is not the one that was recorded."""
        for piece in self.manifest["shards"]:
            digest = hashlib.sha256((self.folder / piece["file"]).read_bytes()).hexdigest()
            if digest != piece["sha256"]:
                raise ValueError(f"{self.folder / piece['file']}: its SHA-256 is {digest}, the manifest says {piece['sha256']}")

    def _read(self, piece: Mapping[str, Any], columns: Sequence[str]) -> dict[str, np.ndarray]:
        path = self.folder / piece["file"]
        if path.suffix == ".parquet":
            return _read_parquet(path, columns, self.manifest)
        if self._mmap:
            return _map_npz(path, columns)
        with np.load(path) as arrays:
            return {name: arrays[name] for name in columns}


def load(folder: str | pathlib.Path, *, mmap: bool = True) -> Trajectories:
    """Opens a folder that `ringer record` wrote, also one that is not complete yet.

    mmap=False reads .npz files into memory. .parquet files need pyarrow.
    """
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    if manifest.get("format") != FORMAT:
        raise ValueError(f"{folder / 'manifest.json'}: format {manifest.get('format')!r}: want {FORMAT!r}")
    return Trajectories(folder, manifest, mmap)


def _map_npz(path: pathlib.Path, columns: Sequence[str]) -> dict[str, np.ndarray]:
    """Maps arrays of an uncompressed .npz file into memory."""
    arrays: dict[str, np.ndarray] = {}
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        for name in columns:
            member = archive.getinfo(name + ".npy")
            if member.compress_type != zipfile.ZIP_STORED:
                raise ValueError(f"{path}: {name} is compressed: load with mmap=False")
            file.seek(member.header_offset)
            local = file.read(30)
            name_size, extra_size = struct.unpack("<HH", local[26:30])
            file.seek(member.header_offset + 30 + name_size + extra_size)
            np.lib.format.read_magic(file)
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
            if fortran or dtype.hasobject:
                raise ValueError(f"{path}: {name}: want plain rows")
            if 0 in shape:
                arrays[name] = np.zeros(shape, dtype)
            else:
                arrays[name] = np.memmap(path, dtype=dtype, mode="r", offset=file.tell(), shape=shape)
    return arrays


def _read_parquet(path: pathlib.Path, columns: Sequence[str], manifest: Mapping[str, Any]) -> dict[str, np.ndarray]:
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise ImportError(f"{path}: .parquet files need pyarrow; ringer record --format npz needs numpy alone") from error
    table = parquet.read_table(path, columns=list(columns))
    dtypes = {column["name"]: np.dtype(column["type"]) for column in manifest["columns"]}
    arrays: dict[str, np.ndarray] = {}
    for name in columns:
        column = table.column(name).combine_chunks()
        if hasattr(column, "flatten") and str(column.type).startswith("list"):
            values = column.flatten().to_numpy(zero_copy_only=False)
            arrays[name] = values.reshape(len(column), -1).astype(dtypes[name], copy=False)
        else:
            arrays[name] = column.to_numpy(zero_copy_only=False).astype(dtypes[name], copy=False)
    return arrays
