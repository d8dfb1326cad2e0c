"""The protocol: the conversations of play/wire/testdata/vectors, the processes, the specs."""

import json
import os
import unittest
from pathlib import Path

import numpy as np

import ringer
from ringer._server import pack, unpack

ROOT = Path(__file__).resolve().parents[2]


class Conversations(unittest.TestCase):
    def test_the_binary_says_what_the_vectors_say(self):
        files = sorted((ROOT / "play/wire/testdata/vectors").glob("*.txt"))
        self.assertTrue(files)
        for file in files:
            lines = file.read_text().splitlines()
            game = lines[0][len("game ") :]
            with self.subTest(file.name), ringer.Server(game) as server:
                asked = None
                for line in lines[2:]:
                    if line.startswith(">"):
                        asked = line[1:].strip()
                        server.send_line(asked.encode())
                    elif line.startswith("<"):
                        got, want = json.loads(server.receive_line()), json.loads(line[2:])
                        if "shared here" not in want.get("error", ""):  # the binary does share memory
                            self.assertEqual(got, want, asked)


class Servers(unittest.TestCase):
    def test_the_spec_says_where_fields_lie(self):
        with ringer.Server("kuhn") as server:
            spec = server.spec
            self.assertEqual((spec.game, spec.players, spec.num_actions, spec.observation_size), ("kuhn", 2, 2, 13))
            self.assertEqual(spec.agents, ["seat_0", "seat_1"])
            flat = np.arange(26, dtype=np.float32).reshape(2, 13)
            fields = spec.split(flat)
            self.assertEqual(sum(f.size for f in spec.fields), 13)
            for f in spec.fields:
                self.assertEqual(fields[f.name].shape, (2, *f.shape))
                self.assertTrue(np.shares_memory(fields[f.name], flat))
                self.assertEqual(fields[f.name].reshape(2, -1)[1, 0], 13 + f.offset)

    def test_errors_are_the_other_sides_words(self):
        with self.assertRaisesRegex(ringer.RingerError, 'unknown game "ludo"'):
            ringer.Server("ludo")
        with ringer.Server("kuhn") as server:
            with self.assertRaisesRegex(ringer.RingerError, "want a table that reset or clone has made"):
                server.ask("look")
            self.assertEqual(server.ask("reset", seed=1)["seat"], 0)
        with self.assertRaisesRegex(ringer.RingerError, "closed"):
            server.ask("look")
        server.close()

    def test_a_binary_that_is_not_there(self):
        with self.assertRaisesRegex(ringer.RingerError, "no such file"):
            ringer.Server("kuhn", binary="/nowhere/ringer")
        was = os.environ.get("RINGER_BIN")
        os.environ["RINGER_BIN"] = "/nowhere/else"
        try:
            with self.assertRaisesRegex(ringer.RingerError, "/nowhere/else"):
                ringer.find_binary()
        finally:
            if was is None:
                del os.environ["RINGER_BIN"]
            else:
                os.environ["RINGER_BIN"] = was

    def test_a_process_that_dies_is_an_error(self):
        server = ringer.Server("kuhn")
        server._process.kill()
        server._process.wait()
        with self.assertRaises(ringer.RingerError):
            server.ask("reset", seed=1)
        server.close()

    def test_packed_floats_come_back(self):
        floats = np.array([0, 1.5, -2, 3e-9], np.float32)
        self.assertTrue(np.array_equal(unpack(pack(floats)), floats))


if __name__ == "__main__":
    unittest.main()
