"""The protocol: the conversations of play/wire/testdata/vectors, the processes, the specs."""

import json
import os
import signal
import subprocess
import sys
import time
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
            kind, game = lines[0].split(" ", 1)
            with self.subTest(file.name), ringer.Server(game, omniscient=kind == "omniscient") as server:
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

    def test_an_interrupted_request_closes_the_channel(self):
        """An answer that nobody has read must not be taken for that of the next request."""

        class Alarm(Exception):
            pass

        def ring(*_):
            raise Alarm

        was = signal.signal(signal.SIGALRM, ring)
        try:
            for face in (ringer.GymEnv, ringer.GymVectorEnv):
                env = face("heat(players=3)", opponents="random")
                env.reset(seed=1)
                server = env.table.server if face is ringer.GymEnv else env.vector.server
                signal.setitimer(signal.ITIMER_REAL, 0.05)  # the match takes minutes
                with self.assertRaises(Alarm):
                    server.ask("match", agents=["ismcts(sims=100000)", "random"], games=99, seed=1)
                with self.assertRaisesRegex(ringer.RingerError, "lost its place: .*interrupted by Alarm"):
                    env.reset(seed=2)
                env.close()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, was)

    def test_an_answer_to_another_request_closes_the_channel(self):
        server = ringer.Server("kuhn")
        server.send_line(b'{"op":"reset","seed":1}')
        with self.assertRaisesRegex(ringer.RingerError, "lost its place: an answer has the id None, not 1"):
            server.ask("look")
        with self.assertRaisesRegex(ringer.RingerError, "lost its place"):
            server.ask("look")

    def test_a_request_waits_for_the_answer_to_the_one_before(self):
        with ringer.Vector("kuhn", 2) as v:
            v.reset(1)
            v.send(v.sample())
            with self.assertRaisesRegex(RuntimeError, "a request is under way"):
                v.reset(2)
            v.recv()
            v.reset(2)

    @unittest.skipIf(os.name == "nt", "other systems have groups of processes and forks")
    def test_the_process_is_of_a_group_of_its_own(self):
        """Ctrl-C at a prompt goes to the group of Python alone."""
        with ringer.Server("kuhn") as server:
            self.assertNotEqual(os.getpgid(server._process.pid), os.getpgid(0))
            child = os.fork()
            if child == 0:
                try:
                    server.ask("look")
                except ringer.RingerError as e:
                    os._exit(0 if "another process" in str(e) else 1)
                os._exit(2)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            self.assertEqual(server.ask("reset", seed=1)["seat"], 0, "and it goes on here")

    @unittest.skipUnless(os.path.isdir("/proc/self"), "it looks for the process in /proc")
    def test_the_process_ends_with_its_parent_also_while_it_computes(self):
        code = (
            "import os, ringer; s = ringer.Server('heat(players=3)'); s.ask('reset', seed=1); "
            "s.send('decide', agent='ismcts(sims=10000000)'); print(s._process.pid, flush=True); os.kill(os.getpid(), 9)"
        )
        environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), RINGER_BIN=os.path.abspath(ringer.find_binary()))
        pid = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE).stdout.decode().strip()

        def lives():
            try:
                return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
            except OSError:
                return False

        for _ in range(600):
            if not lives():
                return
            time.sleep(0.1)
        os.kill(int(pid), 9)
        self.fail("it computes on")

    def test_packed_floats_come_back(self):
        floats = np.array([0, 1.5, -2, 3e-9], np.float32)
        self.assertTrue(np.array_equal(unpack(pack(floats)), floats))


if __name__ == "__main__":
    unittest.main()
