package review

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/play/advice"
	"ringer/play/replay"
)

// moments returns a record of random play and the states at which seat 0 had a choice.
func moments(t *testing.T, g env.Game, seed uint64) (*replay.Replay, []moment) {
	t.Helper()
	record := replay.New(g, seed, make([]string, g.Spec().Players))
	var out []moment
	rng := env.Stream(seed, envtest.PurposeGolden)
	var table drive.Table
	table.Set(g.NewInitialState())
	for s := table.State(); s.CurrentPlayer() != env.Terminal; {
		a := env.Action(0)
		if s.CurrentPlayer() == env.Chance {
			a = table.Draw(rng)
		} else {
			legal := table.Legal()
			a = legal[rng.IntN(len(legal))]
			if s.CurrentPlayer() == 0 && len(legal) > 1 {
				out = append(out, moment{len(record.Steps) + 1, s.Clone(), a})
			}
		}
		record.Add(s, a)
		require.NoError(t, table.Apply(a))
	}
	record.Returns = make([]float64, g.Spec().Players)
	table.State().Returns(record.Returns)
	return record, out
}

// A review is the same when everything that the seat could not know at its decisions is
// dealt again, and for any number of workers. With open cards it is not.
func TestAReviewDoesNotPeek(t *testing.T) {
	for _, game := range []string{"leduc", "liarsdice", "heat(file=mini)", "fivepossessions(file=mini)"} {
		g := games.MustNew(game)
		differ := 0
		for seed := range uint64(4) {
			record, list := moments(t, g, seed)
			c := Config{Advice: advice.Config{Game: g, Agent: random.New(), Name: "random", Seed: 3}, Worlds: 8, Confirm: 16, Suspect: 3, Workers: 1}
			want, err := Of(context.Background(), c, record)
			require.NoError(t, err)
			twins := make([]moment, len(list))
			for i, m := range list {
				w := m.state.(env.Resampler).ResampleFromInfoState(0, env.Stream(seed, envtest.PurposeCheck, uint64(i)))
				twins[i] = moment{m.step, w, m.chosen}
			}
			c.Workers = 3
			got, err := of(context.Background(), c, twins, record.Returns)
			require.NoError(t, err)
			require.Equal(t, want, got, game)
			assert.InDelta(t, want.Result, want.Start.Chance-want.Errors.Chance-want.Unclear.Chance+want.Luck.Chance, 1e-9)

			c.Open = true
			open, err := of(context.Background(), c, list, record.Returns)
			require.NoError(t, err)
			if len(list) > 0 && open.Start != want.Start {
				differ++
			}
		}
		assert.Positive(t, differ, "%s: open cards change nothing", game)
	}
}

// A game that goes on has no review, and there is no seat beyond the last.
func TestReviewRefuses(t *testing.T) {
	g := games.MustNew("leduc")
	record, _ := moments(t, g, 1)
	c := Config{Advice: advice.Config{Game: g, Agent: random.New()}, Seat: 2}
	_, err := Of(context.Background(), c, record)
	require.ErrorContains(t, err, "seat 2")
	c.Seat = 0
	_, err = Of(context.Background(), Config{Advice: advice.Config{Game: games.MustNew("kuhn"), Agent: random.New()}}, record)
	var fault *replay.MismatchError
	require.ErrorAs(t, err, &fault)
	record.Returns = nil
	_, err = Of(context.Background(), c, record)
	require.ErrorIs(t, err, ErrUnfinished)
}
