"""The code of docs/python.md runs, one block after the other, and prints what the page shows, but for figures."""

import contextlib
import io
import re
import unittest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/python.md"

NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


class Page(unittest.TestCase):
    def test_the_blocks_print_what_the_page_shows(self):
        blocks = re.findall(r"^```(python|text)\n(.*?)^```$", PAGE.read_text(), re.M | re.S)
        self.assertGreater(len(blocks), 10)
        names = {}
        printed = ""
        for kind, text in blocks:
            if kind == "python":
                self.assertEqual(printed, "", "what a block prints is shown")
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    exec(compile(text, str(PAGE), "exec"), names)
                printed = out.getvalue()
            else:
                figures = "wins" in text  # which differ with the libraries of a machine
                shown = (NUMBER.sub("N", text), NUMBER.sub("N", printed)) if figures else (text, printed)
                self.assertEqual(*shown)
                printed = ""
        low = names["ringer"].evaluate(names["policy"], "leduc", against="random", games=2000).low
        self.assertGreater(low, 0.6, "it has learned")


if __name__ == "__main__":
    unittest.main()
