package ladder_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/open/ladder"
	records "ringer/report/ladder"
	stamps "ringer/report/records"
)

// small returns a ladder of a second in a folder.
func small(out string) *ladder.Ladder {
	return &ladder.Ladder{
		Opener: &open.Opener{}, Build: botfile.Build{Revision: "abc", Vectors: "wide"},
		Options: ladder.Options{Out: out, Ismcts: []int{5, 50}, Search: 5, Deals: 40, Seed: 1},
	}
}

// climb measures kuhn's bot, and returns the records of its file without the clock.
func climb(t *testing.T, l *ladder.Ladder) []records.Record {
	t.Helper()
	_, err := l.Measure(t.Context(), "kuhn")
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(l.Out, "kuhn.jsonl"))
	require.NoError(t, err)
	all, err := records.Read(bytes.NewReader(text))
	require.NoError(t, err)
	for i := range all {
		all[i].Seconds, all[i].Date = 0, ""
	}
	return all
}

// stopsAfter lets a ladder be stopped after some pieces.
func stopsAfter(t *testing.T, l *ladder.Ladder, pieces int) context.Context {
	ctx, stop := context.WithCancel(t.Context())
	last := 0
	l.Progress = func(_, _ string, done, _ int) {
		if done > last {
			last = done
			if pieces--; pieces == 0 {
				stop()
			}
		}
	}
	return ctx
}

// A shorter measurement of the same pair does not replace a longer one, and is not made
// again.
func TestLadderKeepsTheLongerRecord(t *testing.T) {
	out := t.TempDir()
	before := climb(t, small(out))
	short := small(out)
	short.Deals, short.Seconds = 4000, 1e-9
	after := climb(t, short)
	require.Len(t, after, len(before))
	for i := range before {
		assert.Equal(t, before[i].Deals, after[i].Deals)
	}
	short.Progress = func(string, string, int, int) { assert.Fail(t, "a piece is played again") }
	climb(t, short)
}

// Files of the same weights play the same deals: neither the seconds of a training nor the name
// of a bot chooses among deals, of a ladder or of a score.
func TestDealsFollowFromWeights(t *testing.T) {
	bot, err := open.Bot("kuhn")
	require.NoError(t, err)
	measure := func(name string) (seeds []uint64, identity string, rows []records.ScoreRow) {
		file := filepath.Join(t.TempDir(), name+".bot")
		bot.Manifest.Name = name
		bot.Manifest.Training.Seconds++
		var b bytes.Buffer
		require.NoError(t, botfile.Write(&b, *bot))
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o600))
		l := small(t.TempDir())
		l.Deals, l.Single = 4, true
		m, err := l.Measure(t.Context(), file)
		require.NoError(t, err)
		for i := range m.Records {
			seeds = append(seeds, m.Records[i].Seed)
		}
		score, err := l.Score(t.Context(), file)
		require.NoError(t, err)
		return append(seeds, score.Seed), m.Records[0].One.Identity, score.Rows
	}
	one, identity, rows := measure("one")
	other, another, again := measure("other")
	assert.NotEqual(t, identity, another)
	assert.Equal(t, one, other)
	assert.Equal(t, rows, again)
	bot.Weights.Flat[0]++
	changed, _, _ := measure("changed")
	require.Len(t, changed, len(one))
	assert.NotEqual(t, one, changed)
}

// A ladder that is stopped at any moment goes on with what it has, and ends with the
// same records.
func TestLadderGoesOn(t *testing.T) {
	whole, out := climb(t, small(t.TempDir())), t.TempDir()
	stops := 0
	for n := range 40 {
		l := small(out)
		_, err := l.Measure(stopsAfter(t, l, 2+n), "kuhn")
		if err == nil {
			break
		}
		stops++
		stopped, ok := errors.AsType[*ladder.StoppedError](err)
		require.True(t, ok, err)
		assert.False(t, stopped.Exploiting)
		assert.Equal(t, out, stopped.Out)
		assert.ErrorIs(t, err, context.Canceled)
		if n == 0 { // as if the machine had died while it wrote
			file, err := os.OpenFile(filepath.Join(out, "kuhn.partial"), os.O_APPEND|os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = file.WriteString(`{"key":"x","fir`)
			require.NoError(t, err)
			require.NoError(t, file.Close())
		}
	}
	assert.Greater(t, stops, 2)
	assert.Equal(t, whole, climb(t, small(out)))
}

// The unfinished games of other pairs stay when a part of a ladder is measured, and go with the
// last of them.
func TestLadderAgainstSomeKeepsUnfinishedPairs(t *testing.T) {
	out := t.TempDir()
	search := small(out)
	search.Against = []string{"ismcts(sims=50)"}
	_, err := search.Measure(stopsAfter(t, search, 2), "kuhn")
	require.ErrorIs(t, err, context.Canceled)
	partial := filepath.Join(out, "kuhn.partial")
	read := func() string {
		text, err := os.ReadFile(partial)
		require.NoError(t, err)
		return string(text)
	}
	before := read()
	require.Equal(t, 2, strings.Count(before, "\n"))

	other := small(out)
	other.Against = []string{"greedy"}
	climb(t, other)
	assert.True(t, strings.HasPrefix(read(), before))

	// As if another build had played them: the record names it.
	require.NoError(t, os.WriteFile(partial, []byte(strings.ReplaceAll(before, `"wide"`, `"narrow"`)), 0o600))
	for _, r := range climb(t, search) {
		if r.Others.Name == "ismcts(sims=50)" && r.One.Role == records.Ringer {
			require.Len(t, r.Earlier, 1)
			assert.Equal(t, stamps.Stamp{Revision: "abc", Vectors: "narrow", Date: r.Earlier[0].Date}, r.Earlier[0])
		} else {
			assert.Empty(t, r.Earlier)
		}
	}
	assert.NoFileExists(t, partial)
}

// A search for best responses that is stopped goes on too, and leaves its record and no folder.
func TestBestResponsesOfALadderGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	nodes := exploit.WalkedNodes
	exploit.WalkedNodes = 1
	t.Cleanup(func() { exploit.WalkedNodes = nodes })
	out := t.TempDir()
	short := func() *ladder.Ladder {
		l := small(out)
		l.Deals, l.Ismcts, l.Search, l.Single, l.Exploit = 4, nil, 0, true, 0.0001
		return l
	}
	l := short()
	ctx, stop := context.WithCancel(t.Context())
	l.Progress = func(stage, _ string, _, _ int) {
		if stage == "choosing" {
			stop()
		}
	}
	_, err := l.Measure(ctx, "kuhn")
	stopped, ok := errors.AsType[*ladder.StoppedError](err)
	require.True(t, ok, err)
	assert.True(t, stopped.Exploiting)
	folder := filepath.Join(out, "kuhn.exploiters")
	assert.DirExists(t, folder)

	l = short()
	var stages []string
	l.Progress = func(stage, _ string, _, _ int) { stages = append(stages, stage) }
	all := climb(t, l)
	assert.NotContains(t, stages, "kuhn", "no pair is played again")
	assert.Contains(t, []string{"reporting", "reporting the fresh start"}, stages[len(stages)-1])
	assert.NoDirExists(t, folder)
	at := slices.IndexFunc(all, func(r records.Record) bool { return r.Kind == records.Trained })
	require.GreaterOrEqual(t, at, 0)
	assert.Len(t, all[at].Gains, 2)
	assert.Len(t, all[at].Fresh, 2, "kuhn has random weights to begin with")
	assert.Contains(t, all[at].Budget, "0.0001 of its own decisions: 3 seeds × ")
}

// An audit of habits goes on after an interrupt, and is kept as a record that is not measured again.
func TestHabitsOfALadderGoOn(t *testing.T) {
	out := t.TempDir()
	l := ladder.Ladder{Opener: &open.Opener{}, Options: ladder.Options{Out: out, Deals: 4, Single: true, Seed: 1, Habits: true, Against: []string{"random"}}}
	ctx, stop := context.WithCancel(t.Context())
	l.Progress = func(stage, _ string, _, _ int) {
		if stage == "screening" {
			stop()
		}
	}
	_, err := l.Measure(ctx, "goofspiel")
	_, ok := errors.AsType[*ladder.StoppedError](err)
	require.True(t, ok, err)
	folder := filepath.Join(out, "goofspiel.habits")
	assert.DirExists(t, folder)
	for range 2 {
		var stages []string
		l.Progress = func(stage, _ string, _, _ int) { stages = append(stages, stage) }
		measured, err := l.Measure(t.Context(), "goofspiel")
		require.NoError(t, err)
		at := slices.IndexFunc(measured.Records, func(r records.Record) bool { return r.Kind == records.Audited })
		require.GreaterOrEqual(t, at, 0)
		assert.Equal(t, 4, measured.Records[at].Habits.Constants)
		assert.NotContains(t, stages, "looking", "that was over")
		l.Progress = nil
	}
	assert.NoDirExists(t, folder)
}

// Every agent on the ladders that ship plays today as it did when it was measured.
func TestLaddersAreOfTodaysAgents(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("plays games with every agent of every ladder: RINGER_LONG=1")
	}
	l := ladder.Ladder{Opener: &open.Opener{}, Options: ladder.Options{Ismcts: []int{50, 500, 5000}, Search: 50}}
	for _, name := range checkpoints.Names() {
		f, err := l.Field(t.Context(), name)
		require.NoError(t, err)
		file, err := os.Open(filepath.Join("..", "..", "docs", "ladder", name+".jsonl"))
		require.NoError(t, err)
		all, err := records.Read(file)
		require.NoError(t, errors.Join(err, file.Close()))
		for i := range all {
			assert.False(t, f.Outdated(&all[i]), "%s: %s against %s: run: make ladder", name, all[i].One.Name, all[i].Others.Name)
		}
	}
}
