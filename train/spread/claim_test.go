package spread

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/models"
	"ringer/train"
)

// learner returns the options of a learner of a run.
func (s *site) learner(conn *cluster.Conn, run, what string) LearnerOptions {
	text, err := s.f.Text()
	require.NoError(s, err)
	return LearnerOptions{
		Conn: conn, Run: run, What: what, Host: "host-of-" + what, Spec: s.game.Spec(), Config: s.f.Config, Text: text, Build: json.RawMessage(`{}`),
	}
}

// A run has one learner on a server: the copy of a folder is refused while the other lives, in
// words, and disturbs nothing.
func TestARunHasOneLearner(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	first, err := Begin(t.Context(), s.learner(s.connect(), "run", "original"))
	require.NoError(t, err)
	_, err = Begin(t.Context(), s.learner(s.connect(), "run", "copy"))
	var used *work.InUseError
	require.ErrorAs(t, err, &used)
	require.ErrorContains(t, err, `by another process, from the folder "original" of host "host-of-original"`)
	other, err := Begin(t.Context(), s.learner(s.connect(), "another", "another"))
	require.NoError(t, err)
	text, there, err := s.connect().Runs().Get(t.Context(), "run")
	require.NoError(t, err)
	assert.True(t, there)
	assert.Equal(t, string(first.Entry()), string(text))
	require.NoError(t, first.Close(false))
	second, err := Begin(t.Context(), s.learner(s.connect(), "run", "copy"))
	require.NoError(t, err, "the first has ended")
	require.NoError(t, second.Close(true))
	require.NoError(t, other.Close(true))
}

// A learner that was taken for dead, because it stood still, ends with an error when it finds
// another in its place, and takes nothing off the server.
func TestALearnerThatHasLostItsPlaceEnds(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	conn := s.connect()
	first, err := Begin(t.Context(), s.learner(conn, "run", "frozen"))
	require.NoError(t, err)
	first.client.Halt()                                                                  // it stands still
	require.NoError(t, conn.Stats().Remove(t.Context(), work.AliveName(RunKind, "run"))) // after a minute
	second, err := Begin(t.Context(), s.learner(s.connect(), "run", "new"))
	require.NoError(t, err)
	require.Error(t, first.client.CheckPlace(t.Context())) // it wakes up, looks, and ends
	network, err := train.NewNetwork(s.game.Spec(), s.f.Network)
	require.NoError(t, err)
	err = first.Order(t.Context(), &train.Order{Weights: models.Init(network, 1)})
	var used *work.InUseError
	require.ErrorAs(t, err, &used)
	require.ErrorContains(t, err, `"new"`)
	first.Stop()
	require.NoError(t, first.Close(true))
	text, there, err := s.connect().Runs().Get(t.Context(), "run")
	require.NoError(t, err)
	assert.True(t, there)
	assert.Equal(t, string(second.Entry()), string(text))
	require.NoError(t, second.Close(true))
}

// What nobody goes on with is removed after a time, and nothing of a run that lives, nor of
// one that was seen for the first time.
func TestAbandonedRunsAreRemoved(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	conn := s.connect()
	ctx := t.Context()
	left, err := Begin(ctx, s.learner(conn, "left", "left"))
	require.NoError(t, err)
	_, err = conn.Queue(cluster.Results, "left", 1).Post(ctx, "1", []byte("a result"))
	require.NoError(t, err)
	require.NoError(t, left.Close(false))
	killed, err := Begin(ctx, s.learner(conn, "killed", "killed"))
	require.NoError(t, err)
	killed.client.Halt()
	require.NoError(t, conn.Stats().Remove(ctx, work.AliveName(RunKind, "killed"))) // after a minute
	lives, err := Begin(ctx, s.learner(conn, "lives", "lives"))
	require.NoError(t, err)
	_, err = conn.Objects("older").Put(ctx, []byte("of a build that kept no table"))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		has, err := conn.Stats().Has(ctx, work.AliveName(RunKind, "lives"))
		return err == nil && has
	}, 20*time.Second, 10*time.Millisecond)

	told := []string{}
	sweep := func(after time.Duration) {
		t.Helper()
		told = nil
		require.NoError(t, work.Sweep(ctx, conn, after, func(line string) { told = append(told, line) }))
	}
	sweep(time.Hour)
	assert.Empty(t, told)
	assert.Equal(t, []string{"killed", "left", "lives", "older"}, runsOf(ctx, t, conn))
	sweep(0)
	assert.Len(t, told, 3)
	assert.Contains(t, told[0], `"killed"`)
	assert.Equal(t, []string{"lives"}, runsOf(ctx, t, conn))
	for _, run := range []string{"left", "killed", "older"} {
		depth, err := conn.Queue(cluster.Results, run, 1).Depth(ctx)
		require.NoError(t, err)
		assert.Zero(t, depth, run)
	}
	require.NoError(t, lives.Close(true))
	sweep(0) // the queues that were asked for above are there again
	sweep(0)
	assert.Empty(t, runsOf(ctx, t, conn))
}

// runsOf lists the runs that are known to keep something.
func runsOf(ctx context.Context, t *testing.T, conn *cluster.Conn) (names []string) {
	t.Helper()
	kept, err := conn.Kept().All(ctx)
	require.NoError(t, err)
	for _, k := range kept {
		names = append(names, k.Name)
	}
	slices.Sort(names)
	return names
}
