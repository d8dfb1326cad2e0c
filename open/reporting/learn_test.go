package reporting

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/study"
	"ringer/report/trust"
)

// slowWhenRaced leaves a test out under the race detector, which make race runs with -short.
func slowWhenRaced(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
}

// slow leaves a test out that computes for more than a second or two.
func slow(t *testing.T) {
	t.Helper()
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("computes for seconds: RINGER_LONG=1")
	}
}

// under returns a report on a game that has begun in a folder.
func under(t *testing.T, g env.Game, dir string) *work {
	t.Helper()
	c := Defaults()
	c.Game, c.Dir, c.Seed, c.Trainer = g, dir, 11, &study.Trainer{Opener: &open.Opener{}}
	w := &work{Config: c, words: map[string]string{}}
	require.NoError(t, w.begin())
	return w
}

// learners are three short trainings of a report.
func (w *work) learners() *learning {
	return w.learning(2000, 3, 80, func(int, int) {})
}

// weightsOf returns the checksums of the weights of the bots in a report.
func weightsOf(t *testing.T, dir string) (sums []string) {
	t.Helper()
	bots, err := filepath.Glob(filepath.Join(dir, "agents", "*.bot"))
	require.NoError(t, err)
	for _, path := range bots {
		bot, err := open.Bot(path)
		require.NoError(t, err)
		sums = append(sums, bot.Manifest.Checksums[botfile.WeightsName])
	}
	return sums
}

// The agents of a report on changed rules begin with the shipped bot and learn the rules:
// where the small prizes come first, the start, which saves its high cards, soon loses. One
// worker and eight give the same, and so does a report that was stopped.
func TestAgentsOfAReportLearnItsRules(t *testing.T) {
	slowWhenRaced(t)
	g := games.MustNew("goofspiel(order=ascending)")
	dir := t.TempDir()
	w := under(t, g, dir)
	p := w.learners()
	last := 0
	p.progress = func(done, total int) {
		assert.Equal(t, 6000, total)
		assert.GreaterOrEqual(t, done, last)
		last = done
	}
	list, err := w.agentsOf(t.Context(), g, p)
	require.NoError(t, err)
	assert.Equal(t, 6000, last)
	var names []string
	for _, a := range list {
		names = append(names, a.Name)
		assert.NotNil(t, a.Agent)
	}
	assert.Equal(t, []string{"random", "greedy", "the shipped bot", "learned 1", "learned 2", "learned 3"}, names)
	assert.Equal(t, "bot(goofspiel,rules=any)", list[2].Command)
	for i, a := range list[3:] {
		assert.Equal(t, trust.Learned, a.Role)
		require.NotNil(t, a.Training)
		assert.EqualValues(t, 11+i, a.Training.Seed)
		assert.Equal(t, "bot(goofspiel)", a.Training.From)
		assert.InDelta(t, 1, a.Training.Share, 0)
		assert.GreaterOrEqual(t, a.Training.Decisions, 2000)
		assert.Equal(t, "bot(goofspiel,rules=any)", a.Training.Against)
		assert.GreaterOrEqual(t, len(a.Training.Curve), 2)
		require.NotNil(t, a.Training.Final)
		assert.Equal(t, 80, a.Training.Final.Games)
		assert.Greater(t, a.Training.Final.Low, 0.55, "it beats the bot that it was")
		_, err := w.opener.Agent(g, "bot("+filepath.Join(dir, "agents", "seed-1.bot")+")")
		require.NoError(t, err)
	}
	sums := weightsOf(t, dir)
	require.Len(t, sums, 3)
	assert.NotEqual(t, sums[0], sums[1], "seeds differ")

	// The same command again trains nothing: what is there is read.
	before, err := os.ReadFile(filepath.Join(dir, "agents", "seed-1.bot"))
	require.NoError(t, err)
	again, err := w.agentsOf(t.Context(), g, w.learners())
	require.NoError(t, err)
	want, err := json.Marshal(list)
	require.NoError(t, err)
	got, err := json.Marshal(again)
	require.NoError(t, err)
	assert.JSONEq(t, string(want), string(got))
	after, err := os.ReadFile(filepath.Join(dir, "agents", "seed-1.bot"))
	require.NoError(t, err)
	assert.Equal(t, before, after)
	changed := w.learners()
	changed.decisions = 4000
	_, err = w.agentsOf(t.Context(), g, changed)
	assert.ErrorContains(t, err, "holds a run of another configuration")
	changed.decisions, changed.seeds, w.Force = 300, 1, true
	replaced, err := w.agentsOf(t.Context(), g, changed)
	require.NoError(t, err)
	assert.Less(t, replaced[3].Training.Decisions, 1000)
	assert.NotEqual(t, sums[0], weightsOf(t, dir)[0])
	assert.Equal(t, sums[1:], weightsOf(t, dir)[1:])

	// Stopped in the middle of the second training, on another number of processors.
	other := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	w = under(t, g, other)
	p = w.learners()
	p.progress = func(done, _ int) {
		if done > 3000 {
			stop()
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	_, err = w.agentsOf(ctx, g, p)
	require.ErrorIs(t, err, context.Canceled)
	assert.Len(t, weightsOf(t, other), 1)
	runtime.GOMAXPROCS(8)
	_, err = w.agentsOf(t.Context(), g, w.learners())
	require.NoError(t, err)
	assert.Equal(t, sums, weightsOf(t, other))
}

// Where no shipped bot knows half of a game, its agents learn from the beginning; and
// without a budget nobody learns.
func TestAgentsOfAReportWithoutAStart(t *testing.T) {
	slowWhenRaced(t)
	g := games.MustNew("tictactoe")
	w := under(t, g, t.TempDir())
	p := w.learners()
	p.seeds, p.decisions = 1, 1000
	list, err := w.agentsOf(t.Context(), g, p)
	require.NoError(t, err)
	learned := list[len(list)-1]
	require.NotNil(t, learned.Training)
	assert.Equal(t, "random weights", learned.Training.From)
	assert.Zero(t, learned.Training.Share)

	p.decisions = 0
	list, err = w.agentsOf(t.Context(), games.MustNew("heat"), p)
	require.NoError(t, err)
	assert.Len(t, list, 4)
	assert.Equal(t, "bot(heat-4p)", list[3].Command)
}
