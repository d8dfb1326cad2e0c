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
