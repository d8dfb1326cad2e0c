package review_test

import (
	"context"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/envtest"
	"ringer/play/replay"
	"ringer/play/review"
)

// atRandom plays a game in which seat 0 plays at random and the adviser plays the others.
func atRandom(t testing.TB, c review.Config, seed uint64) *replay.Replay {
	t.Helper()
	g := c.Advice.Game
	record := replay.New(g, seed, make([]string, g.Spec().Players))
	chance, decide := env.Stream(seed, envtest.PurposeGolden, 0), env.Stream(seed, envtest.PurposeGolden, 1)
	viewer := agents.NewViewer(g)
	var table drive.Table
	table.Set(g.NewInitialState())
	for table.State().CurrentPlayer() != env.Terminal {
		s := table.State()
		a := env.Action(0)
		if p := s.CurrentPlayer(); p == env.Chance {
			a = table.Draw(chance)
		} else {
			agent := c.Advice.Agent
			if p == c.Seat {
				agent = random.New()
			}
			view := viewer.View(s, decide)
			said, err := agent.Decide(context.Background(), []agents.View{view})
			require.NoError(t, err)
			a = agents.Sample(said[0], view.Legal, decide)
		}
		record.Add(s, a)
		require.NoError(t, table.Apply(a))
	}
	record.Returns = make([]float64, g.Spec().Players)
	table.State().Returns(record.Returns)
	return record
}

// A player who presses at random loses by its decisions: over some games luck changes nothing, whether each loss
// is clear or not, and the errors carry what the games cost.
func TestRandomPlayLosesByErrors(t *testing.T) {
	for _, x := range []struct {
		game  string
		games int
		quick bool
		open  bool // from the true states, where the sum is right whatever the game hides
		drift bool // worlds deal hidden cards evenly, whatever the others' choices tell: luck may have a mean
	}{
		{"goofspiel", 400, true, true, false},
		{"goofspiel", 60, true, false, true},
		{"liarsdice", 300, false, true, false},
		{"liarsdice", 60, false, false, true},
		{"heat(players=3)", 24, false, false, false},
		{"fourdowns(players=2)", 24, false, false, true},
	} {
		t.Run(x.game, func(t *testing.T) {
			if !x.quick && os.Getenv("RINGER_LONG") == "" {
				t.Skip("long: RINGER_LONG=1")
			}
			c := ringer(t, x.game)
			c.Open = x.open
			if x.quick {
				c.Worlds, c.Account, c.Confirm = 8, 32, 32
			}
			var lost, errors, unclear, luck, spread, own float64
			held := 0
			for seed := range uint64(x.games) {
				r, err := review.Of(context.Background(), c, atRandom(t, c, seed))
				require.NoError(t, err)
				require.InDelta(t, r.Result, r.Start.Chance-r.Errors.Chance-r.Unclear.Chance+r.Luck.Chance, 1e-9)
				sum := 0.
				for _, d := range r.Decisions {
					sum += d.Luck
					require.InDelta(t, d.Loss.Chance, d.Value.Chance-d.Chosen.Chance.Chance, 1e-9, "step %d", d.Step)
				}
				require.InDelta(t, r.Luck.Chance, sum, 1e-9)
				lost += r.Start.Chance - r.Result
				errors, unclear = errors+r.Errors.Chance, unclear+r.Unclear.Chance
				luck, spread = luck+r.Luck.Chance, spread+r.Luck.Chance*r.Luck.Chance
				own += math.Pow((r.Luck.High-r.Luck.Low)/2, 2)
				if r.Luck.Low <= 0 && r.Luck.High >= 0 {
					held++
				}
				t.Logf("start %+.3v errors %+.3v unclear %+.3v luck %+.3v result %.2f: %s", r.Start, r.Errors, r.Unclear, r.Luck, r.Result, r.Source)
			}
			n := float64(x.games)
			half := 1.96 * math.Sqrt((spread-luck*luck/n)/n/(n-1))
			t.Logf("a game: lost %.3f by clear errors %.3f, unclear ones %.3f, luck %.3f ± %.3f; its own interval held 0 in %d of %d", lost/n, errors/n, unclear/n, luck/n, half, held, x.games)
			if !x.drift {
				assert.InDelta(t, 0, luck/n, half, "luck is not even")
			}
			assert.Greater(t, errors+unclear, lost*.6, "errors carry the loss")
			assert.Greater(t, lost, 0.)
		})
	}
}
