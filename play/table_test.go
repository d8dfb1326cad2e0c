package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/replay"
)

func agentsAt(n int) []play.Seat {
	seats := make([]play.Seat, n)
	for i := range seats {
		seats[i] = play.Seat{Name: "random", Agent: random.New()}
	}
	return seats
}

// A table that is taken back plays the same actions again, and one that repeats a
// record ends like it.
func TestRewindAndRepeat(t *testing.T) {
	g := games.MustNew("goofspiel")
	table := play.NewTable(g, agentsAt(g.Spec().Players), 5)
	for !table.Over() {
		_, err := table.Next(t.Context())
		require.NoError(t, err)
	}
	first := *table.Record()
	require.NoError(t, table.Rewind(4))
	assert.False(t, table.Over())
	assert.Nil(t, table.Record().Returns)
	for !table.Over() {
		_, err := table.Next(t.Context())
		require.NoError(t, err)
	}
	assert.Equal(t, &first, table.Record())

	again := play.NewTable(g, agentsAt(g.Spec().Players), 5)
	for _, step := range first.Steps {
		_, err := again.Repeat(step.Action)
		require.NoError(t, err)
	}
	assert.Equal(t, &first, again.Record())
	_, err := again.Repeat(0)
	assert.Error(t, err, "the game is over")
}

// A turn that was prepared before the table went another way is not played.
func TestAnOldTurnIsNotPlayed(t *testing.T) {
	g := games.MustNew("kuhn")
	seats := agentsAt(2)
	seats[1] = play.Seat{Name: replay.Human}
	table := play.NewTable(g, seats, 5)
	turn, err := table.Turn()
	require.NoError(t, err)
	_, ok, err := table.Play(turn)
	require.NoError(t, err)
	assert.False(t, ok, "it is not decided")
	require.NoError(t, turn.Decide(t.Context()))
	assert.Empty(t, table.Record().Steps, "deciding changes nothing")
	_, ok, err = table.Play(turn)
	require.NoError(t, err)
	assert.True(t, ok)
	_, ok, _ = table.Play(turn)
	assert.False(t, ok, "twice")

	late, err := table.Turn()
	require.NoError(t, err)
	require.NoError(t, late.Decide(t.Context()))
	require.NoError(t, table.Rewind(0))
	_, err = table.Next(t.Context())
	require.NoError(t, err)
	_, ok, _ = table.Play(late)
	assert.False(t, ok, "the table was taken back meanwhile")
	assert.Len(t, table.Record().Steps, 1)
}
