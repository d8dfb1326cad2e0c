package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// made returns a recording of games whose decisions are given as observation, action and
// the probability of the first of two actions.
func made(sum string, games ...[][3]float32) recording {
	r := recording{columns: map[string][][]byte{}, sums: []string{sum}}
	f := func(values ...float32) (row []byte) {
		for _, v := range values {
			row = binary.LittleEndian.AppendUint32(row, math.Float32bits(v))
		}
		return row
	}
	for episode, game := range games {
		for _, d := range game {
			r.episodes = append(r.episodes, int64(episode))
			for name, row := range map[string][]byte{
				"observation": f(d[0]), "mask": {1, 1}, "seat": {0}, "kind": {0}, "action": f(d[1]), "probabilities": f(d[2], 1-d[2]),
			} {
				r.columns[name] = append(r.columns[name], row)
			}
		}
	}
	return r
}

func TestCompareRecordings(t *testing.T) {
	a := made("x", [][3]float32{{1, 0, 0.6}, {2, 1, 0.2}}, [][3]float32{{1, 0, 0.75}, {3, 0, 0.9}})
	b := made("y", [][3]float32{{1, 0, 0.4}, {2, 1, 0.2}}, [][3]float32{{1, 1, 0.75}, {9, 0, 0.1}})
	c := compareRecordings(a, b)
	want := comparison{games: 2, same: 1, shared: 3, sameBest: 2, most: float64(float32(0.6) - float32(0.4))}
	if math.Abs(c.most-want.most) > 1e-6 {
		t.Errorf("largest difference %v, want %v", c.most, want.most)
	}
	if c.most = want.most; c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
	for _, v := range []struct {
		c    comparison
		p    pairing
		want string
	}{{c, pairing{facts: true}, differs}, {c, pairing{}, rounded}, {compareRecordings(a, a), pairing{facts: true}, same}} {
		if got := v.c.verdict(v.p); got != v.want {
			t.Errorf("%s, want %s", got, v.want)
		}
	}
	if c := compareRecordings(a, made("z", [][3]float32{{1, 0, 0.6}})); c.same != 0 || c.shared != 1 {
		t.Errorf("%+v: want no whole game, of which one ends early and one is missing", c)
	}
}

func TestRowsOf(t *testing.T) {
	array := func(head string, data ...byte) []byte {
		return append(append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), 0), append([]byte(head), data...)...)
	}
	rows, err := rowsOf(array("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1), }", 1, 2, 3, 4))
	if err != nil || fmt.Sprint(rows) != "[[1 2] [3 4]]" {
		t.Errorf("%v, %v", rows, err)
	}
	for _, bad := range [][]byte{nil, []byte("\x93NUMPY\x01\x00\xff\xff"), array("{}"), array("{'descr': '<i2', 'shape': (2,), }", 1)} {
		if _, err := rowsOf(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestFusedIn(t *testing.T) {
	text := "\t0x0170 00368 (/r/env/returns.go:24)\tFMADDD\tF1, F2, F0, F0\n\t0x0174 00372 (/r/env/returns.go:24)\tFNMSUBD\tF1, F2, F0, F0\n" +
		"\t0x0178 00376 (/r/env/a/b.go:1)\tFMSUBS\tF0, F1, F2, F3\n\t0x017c 00380 (/r/env/duel/draw/svg.go:9)\tFMADDD\tF0, F1, F2, F3\n" +
		"\t0x0180 00384 (/r/env/c.go:3)\tFMULD\tF0, F1\n\t0x0184 00388 (/go/src/math/exp.go:5)\tFMADDD\tF0, F1, F2, F3\n"
	if got := fusedIn([]byte(text), "/r"); fmt.Sprint(got) != "[env/a/b.go:1 env/returns.go:24]" {
		t.Errorf("%q", got)
	}
}

// Without an emulator both programs are this machine's own, and everything is the same.
func TestCompareAll(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("builds the program twice")
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "emulator")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nshift\nexec \"$RINGER_HERE\" \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	here, err := build(t.Context(), "../..", dir, "here")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("RINGER_HERE", here[0])
	for _, p := range []pairing{{"kuhn", "random", true}, {"leduc", "bot(leduc)", false}} {
		c, err := compare(t.Context(), here, program{script, "arm64"}, filepath.Join(dir, p.game), p, 4)
		if err != nil || !c.identical || c.games < 4 || c.same != c.games || c.shared == 0 || c.sameBest != c.shared || c.most != 0 {
			t.Errorf("%v: %+v, %v", p, c, err)
		}
	}
	all, err := table(t.Context(), here, "")
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(all)
	for _, want := range []string{"{duel random true}", "{goofspiel bot(goofspiel) false}", "{heat(players=3) expert false}"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: want %s", text, want)
		}
	}
}
