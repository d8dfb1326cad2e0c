package advice_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/scene"
	"ringer/models/botfile"
	"ringer/play/advice"
)

// ringer returns the configuration of advice by a shipped bot, for its own game.
func ringer(t testing.TB, name string) advice.Config {
	t.Helper()
	file, err := checkpoints.Open(name)
	require.NoError(t, err)
	data, err := io.ReadAll(file)
	require.NoError(t, err)
	bot, err := botfile.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	g, err := games.Restore(bot.Manifest.Game, bot.Manifest.Rules)
	require.NoError(t, err)
	agent, err := roster.New("bot("+name+")", roster.Sources{Game: g, Bot: func(string) (*botfile.Bot, error) { return bot, nil }})
	require.NoError(t, err)
	return advice.Config{Game: g, Agent: agent, Name: "bot(" + name + ")", Seed: 1}
}

// decisions returns states of a game that the agent plays at which a seat has a choice, at
// most this many, spread over the game.
func decisions(t testing.TB, c advice.Config, seed uint64, most int) (out []env.State) {
	t.Helper()
	rng := env.Stream(seed, envtest.PurposeGolden)
	viewer := agents.NewViewer(c.Game)
	var table drive.Table
	table.Set(c.Game.NewInitialState())
	for {
		p, err := table.Advance(rng)
		require.NoError(t, err)
		if p == env.Terminal {
			break
		}
		out = append(out, table.State().Clone())
		view := viewer.View(table.State(), rng)
		said, err := c.Agent.Decide(context.Background(), []agents.View{view})
		require.NoError(t, err)
		require.NoError(t, table.Apply(agents.Sample(said[0], view.Legal, rng)))
	}
	few := make([]env.State, 0, most)
	for i := range most {
		if k := i * len(out) / most; i == 0 || k > (i-1)*len(out)/most {
			few = append(few, out[k])
		}
	}
	return few
}

// Advice in a world that the seat cannot tell from the true one is the same, bit by bit.
func TestAdviceDoesNotPeek(t *testing.T) {
	for _, name := range []string{"kuhn", "leduc", "liarsdice", "goofspiel", "duel-skirmish", "heat-4p", "heist-2p", "payday", "fivepossessions", "fourdowns-2p"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := ringer(t, name)
			c.Worlds, c.Tried, c.Shown = 2, 2, 2
			list := decisions(t, c, 3, 4)
			for i, s := range list[len(list)/2:] {
				want, err := advice.Ask(context.Background(), c, s)
				require.NoError(t, err)
				for n := range uint64(2) {
					r, ok := env.UnwrapState(s).(env.Resampler)
					require.True(t, ok)
					twin := env.WrapState(c.Game, r.ResampleFromInfoState(s.CurrentPlayer(), env.Stream(n, envtest.PurposeCheck)))
					got, err := advice.Ask(context.Background(), c, twin)
					require.NoError(t, err)
					require.Equal(t, want, got, "decision %d, twin %d", i, n)
				}
			}
		})
	}
}

func ticTacToe(t *testing.T, moves ...env.Action) env.State {
	t.Helper()
	s := games.MustNew("tictactoe").NewInitialState()
	for _, a := range moves {
		require.NoError(t, s.Apply(a))
	}
	return s
}

// A move that wins at once is worth 1, and stands first. The same seed gives the same advice
// on any number of workers.
func TestAdviceFindsAWin(t *testing.T) {
	g := games.MustNew("tictactoe")
	c := advice.Config{Game: g, Agent: random.New(), Name: "random", Tried: 9, Shown: 2, Seed: 1, Workers: 1}
	s := ticTacToe(t, 0, 3, 1, 4)
	got, err := advice.Ask(context.Background(), c, s)
	require.NoError(t, err)
	require.Len(t, got.Options, 2)
	assert.Equal(t, env.Action(2), got.Options[0].Action)
	assert.InDelta(t, 1, got.Options[0].Chance.Chance, 0)
	assert.Equal(t, got.Options[0].Chance, got.Value)
	assert.Greater(t, got.Options[1].Behind.Low, 0.)
	assert.Equal(t, "random, 64 worlds", got.Source)
	assert.InDelta(t, .2, got.Options[0].Probability, 1e-6)
	assert.Equal(t, "random plays it in 20% of such positions", got.Options[0].Reason)

	c.Workers = 3
	again, err := advice.Ask(context.Background(), c, s)
	require.NoError(t, err)
	assert.Equal(t, got, again)

	over := ticTacToe(t, 0, 3, 1, 4, 2)
	_, err = advice.Ask(context.Background(), c, over)
	require.ErrorIs(t, err, advice.ErrNobody)
}

// Work that nobody waits for any more is stopped.
func TestAdviceIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := advice.Config{Game: games.MustNew("tictactoe"), Agent: random.New(), Name: "random"}
	_, err := advice.Ask(ctx, c, c.Game.NewInitialState())
	assert.ErrorIs(t, err, context.Canceled)
}

// A chance is right: the first player wins 58.49% of random games of tic-tac-toe and ties
// 12.70%, which are shared.
func TestChancesAreRight(t *testing.T) {
	c := advice.Config{Game: games.MustNew("tictactoe"), Agent: random.New(), Name: "random", Seed: 5}
	played, err := advice.PlayOn(t.Context(), c, advice.Moment{State: c.Game.NewInitialState()}, advice.StageMeasure, 0, 4000)
	require.NoError(t, err)
	got := advice.Of(played.Values[0], advice.UnitOf(c.Game.Spec()))
	assert.InDelta(t, .5849+.1270/2, got.Chance, .03)
	assert.Less(t, got.Low, got.Chance)
	assert.Greater(t, got.High, got.Chance)
}

// marks shows a meter that counts the marks of the first seat on the middle line.
type marks struct {
	scene.Plain
	good int
}

func (b marks) Scene(s env.State, p env.Player) *scene.Scene {
	sc := b.Plain.Scene(s, p)
	text, n := s.String(), 0.
	for _, i := range text {
		if i == 'x' || i == 'X' {
			n++
		}
	}
	sc.Seats[0].Meters = []scene.Meter{{ID: "marks", Name: "Marks", Value: n, Good: b.good}}
	return sc
}

// A reason names the meter that differs at the end, in the words of the scene.
func TestReasonsAreInMeters(t *testing.T) {
	g := games.MustNew("tictactoe")
	c := advice.Config{Game: g, Agent: random.New(), Name: "random", Scenes: marks{scene.Plain{Game: g}, -1}, Tried: 9, Shown: 2, Seed: 1}
	got, err := advice.Ask(context.Background(), c, ticTacToe(t, 0, 3, 1, 4))
	require.NoError(t, err)
	assert.Regexp(t, `^Marks: on average \S+ less at the end; random plays it in 20% of such positions$`, got.Options[0].Reason)
	assert.Regexp(t, `^Marks: on average \S+ more at the end; `, got.Options[1].Reason)

	c.Scenes = marks{scene.Plain{Game: g}, 1} // more of it is good: no reason for the better action
	got, err = advice.Ask(context.Background(), c, ticTacToe(t, 0, 3, 1, 4))
	require.NoError(t, err)
	assert.Equal(t, "random plays it in 20% of such positions", got.Options[0].Reason)
}

// How long the advice of a shipped bot takes, at the default budget (RINGER_LONG=1).
func TestAdviceIsQuick(t *testing.T) {
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("a measurement: RINGER_LONG=1")
	}
	for _, name := range checkpoints.Names() {
		c := ringer(t, name)
		c.Workers = 1
		longest, worlds := time.Duration(0), 1000
		sum := time.Duration(0)
		list := decisions(t, c, 1, 8)
		for _, s := range list {
			from := time.Now()
			got, err := advice.Ask(context.Background(), c, s)
			require.NoError(t, err)
			took := time.Since(from)
			longest, sum, worlds = max(longest, took), sum+took, min(worlds, got.Worlds)
		}
		t.Logf("%-16s longest %v, mean %v of %d decisions, at least %d worlds", name, longest.Round(time.Millisecond), (sum / time.Duration(len(list))).Round(time.Millisecond), len(list), worlds)
	}
}
