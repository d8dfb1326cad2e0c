package eval_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/eval"
)

func TestArenaLogRoundTripAndTornLines(t *testing.T) {
	game := games.MustNew("kuhn(players=3)")
	h := eval.NewArenaHeader(&eval.ArenaConfig{Game: game, Seed: 2}, []eval.ArenaAgent{{Name: "random"}, {Name: "crowd", Checksum: "12"}, {Name: "greedy"}})
	var log bytes.Buffer
	require.NoError(t, h.WriteHeader(&log))
	var want []eval.Block
	_, err := eval.PlayArena(context.Background(), eval.ArenaConfig{Game: game, Entries: ladder(), Games: 300, Seed: 2, Done: func(b eval.Block) error {
		want = append(want, b)
		return h.WriteBlock(&log, b)
	}})
	require.NoError(t, err)
	whole := log.String()
	got, size, err := h.ReadLog(strings.NewReader(whole))
	require.NoError(t, err)
	assert.Equal(t, want, got, "bit for bit")
	assert.EqualValues(t, len(whole), size)

	for _, cut := range []int{1, 40, 400} {
		torn := whole[:len(whole)-cut]
		got, size, err := h.ReadLog(strings.NewReader(torn))
		require.NoError(t, err)
		assert.Less(t, len(got), len(want))
		assert.Equal(t, want[:len(got)], got)
		assert.EqualValues(t, strings.LastIndex(torn, "\n")+1, size)
	}
	_, size, err = h.ReadLog(strings.NewReader(whole[:20]))
	require.NoError(t, err)
	assert.Zero(t, size, "not even a header")

	for name, change := range map[string]func(*eval.ArenaHeader){
		"its game is kuhn(players=3), this one's is leduc": func(h *eval.ArenaHeader) { h.Game = "leduc" },
		"spec hash":                              func(h *eval.ArenaHeader) { h.SpecHash = "f" },
		"its seed is 2, this one's is 3":         func(h *eval.ArenaHeader) { h.Seed = 3 },
		"number of agents":                       func(h *eval.ArenaHeader) { h.Agents = h.Agents[:2] },
		"its agent 1 is random, this one's is x": func(h *eval.ArenaHeader) { h.Agents = append([]eval.ArenaAgent{{Name: "x"}}, h.Agents[1:]...) },
		"checksum of crowd is 12, this one's is 13": func(h *eval.ArenaHeader) {
			h.Agents = []eval.ArenaAgent{h.Agents[0], {Name: "crowd", Checksum: "13"}, h.Agents[2]}
		},
	} {
		other := h
		change(&other)
		_, _, err := other.ReadLog(strings.NewReader(whole))
		var mismatch *eval.LogMismatchError
		require.ErrorAs(t, err, &mismatch, name)
		assert.Contains(t, err.Error(), name)
	}
	header := strings.SplitAfter(whole, "\n")[0]
	for text, says := range map[string]string{
		"hello\n":      "line 1: not the header",
		"{}\n":         "line 1: not the header",
		header + "{\n": "line 2: not a block",
		header + `{"a":"me","b":"random"}` + "\n":                        `line 2: not a block of this arena: "me"`,
		header + `{"a":"random","b":"crowd","deals":[[2,0,0,0]]}` + "\n": "line 2: a deal of shares 2 and 0",
	} {
		_, _, err := h.ReadLog(strings.NewReader(text))
		assert.ErrorContains(t, err, says)
	}
}
