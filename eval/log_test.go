package eval_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
)

// Games of teams are others than games of seats.
func TestMatchLogTellsTeams(t *testing.T) {
	_, teams, _ := teamsOf(t)
	names := []eval.ArenaAgent{{Name: "expert"}, {Name: "random"}}
	var log bytes.Buffer
	h := eval.NewMatchHeader(teams, names)
	require.NoError(t, h.WriteHeader(&log))
	seats := teams
	seats.Teams = false
	h = eval.NewMatchHeader(seats, names)
	_, _, err := h.ReadLog(&log)
	assert.ErrorContains(t, err, "its teams is true, this one's is false")
}

// A match that goes on with groups of an earlier one ends as if it had never stopped,
// whatever groups there were; a torn line is played again.
func TestMatchLogGoesOn(t *testing.T) {
	config := eval.MatchConfig{Game: games.MustNew("leduc"), Entries: []eval.Entry{{"a", random.New()}, {"b", random.New()}}, Games: 501, Seed: 3}
	whole, err := eval.PlayMatch(t.Context(), config)
	require.NoError(t, err)
	names := []eval.ArenaAgent{{Name: "a"}, {Name: "b", Checksum: "12"}}
	h := eval.NewMatchHeader(config, names)
	var log bytes.Buffer
	require.NoError(t, h.WriteHeader(&log))
	logged := config
	logged.Done = func(g eval.MatchGroup) error { return h.WriteGroup(&log, g) }
	again, err := eval.PlayMatch(t.Context(), logged)
	require.NoError(t, err)
	assert.Equal(t, whole, again)

	text := log.String()
	lines := strings.SplitAfter(text, "\n")
	require.Greater(t, len(lines), 20)
	for _, some := range []string{text, text[:len(text)-30], lines[0] + lines[7] + lines[3] + lines[3] + lines[len(lines)-2], lines[0]} {
		groups, size, err := h.ReadLog(strings.NewReader(some))
		require.NoError(t, err)
		assert.EqualValues(t, strings.LastIndex(some, "\n")+1, size)
		rest, first, played := config, -1, 0
		rest.Have = groups
		rest.Done = func(eval.MatchGroup) error { played++; return nil }
		rest.Progress = func(done, _ int) {
			if first < 0 {
				first = done
			}
		}
		m, err := eval.PlayMatch(t.Context(), rest)
		require.NoError(t, err)
		assert.Equal(t, whole, m)
		distinct := map[int]bool{}
		games := 0
		for _, g := range groups {
			if !distinct[g.First] {
				games += 2 * len(g.Rows)
			}
			distinct[g.First] = true
		}
		assert.Equal(t, len(lines)-2-len(distinct), played)
		if games > 0 {
			assert.Equal(t, games, first, "what was there is counted")
		}
	}

	// More games whose groups have the same size use what is there.
	larger := config
	larger.Games = 508
	groups, _, err := h.ReadLog(strings.NewReader(text))
	require.NoError(t, err)
	want, err := eval.PlayMatch(t.Context(), larger)
	require.NoError(t, err)
	larger.Have = groups
	got, err := eval.PlayMatch(t.Context(), larger)
	require.NoError(t, err)
	assert.Equal(t, want, got)

	failed := errors.New("full")
	logged.Done = func(eval.MatchGroup) error { return failed }
	_, err = eval.PlayMatch(context.Background(), logged)
	assert.ErrorIs(t, err, failed)
}

func TestMatchLogRefusesOthers(t *testing.T) {
	config := eval.MatchConfig{Game: games.MustNew("leduc"), Entries: []eval.Entry{{"a", random.New()}, {"b", random.New()}}, Games: 100, Seed: 3}
	names := []eval.ArenaAgent{{Name: "a"}, {Name: "b"}}
	h := eval.NewMatchHeader(config, names)
	var log bytes.Buffer
	require.NoError(t, h.WriteHeader(&log))
	for says, change := range map[string]func(c *eval.MatchConfig, names []eval.ArenaAgent){
		"its seed is 3, this one's is 4":               func(c *eval.MatchConfig, _ []eval.ArenaAgent) { c.Seed = 4 },
		"its game is leduc, this one's is kuhn":        func(c *eval.MatchConfig, _ []eval.ArenaAgent) { c.Game = games.MustNew("kuhn") },
		"its agent 2 is b, this one's is c":            func(_ *eval.MatchConfig, names []eval.ArenaAgent) { names[1].Name = "c" },
		"follows from the number of games, is 8, this": func(c *eval.MatchConfig, _ []eval.ArenaAgent) { c.Games = 5000 },
	} {
		c, list := config, append([]eval.ArenaAgent{}, names...)
		change(&c, list)
		other := eval.NewMatchHeader(c, list)
		_, _, err := other.ReadLog(strings.NewReader(log.String()))
		var mismatch *eval.LogMismatchError
		require.ErrorAs(t, err, &mismatch)
		assert.Contains(t, err.Error(), says)
	}
	for _, bad := range []string{
		`{"first":1,"rows":[[0]],"shortest":1,"longest":2}`, `{"first":0,"rows":[],"shortest":1,"longest":2}`,
		`{"first":0,"rows":[[0]],"shortest":1,"longest":2}`, `{"first":0,"shortest":2}`, `[]`, `x`,
	} {
		_, _, err := h.ReadLog(strings.NewReader(log.String() + bad + "\n"))
		assert.ErrorContains(t, err, "line 2: ", bad)
	}
	_, _, err := h.ReadLog(strings.NewReader("two\nlines\n"))
	assert.ErrorContains(t, err, "not the header of a match's log")
}

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
