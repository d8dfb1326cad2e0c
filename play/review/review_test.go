package review_test

import (
	"cmp"
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/play/advice"
	"ringer/play/opponents"
	"ringer/play/replay"
	"ringer/play/review"
)

// ringer returns the configuration of a review of seat 0 by the bot that ships for a game.
func ringer(t testing.TB, game string) review.Config {
	t.Helper()
	g := games.MustNew(game)
	name := opponents.Ringer(g)
	require.NotEmpty(t, name, game)
	agent, err := opponents.Agent(g, "bot("+name+")")
	require.NoError(t, err)
	return review.Config{Advice: advice.Config{Game: g, Agent: agent, Name: "bot(" + name + ")", Seed: 7}}
}

// play plays a game by one agent, but for the action of seat 0 at its own decision number
// at, unless that is negative. own receives the states of the seat's decisions with a
// choice.
func play(t testing.TB, c review.Config, seed uint64, at int, instead env.Action, own func(env.State)) *replay.Replay {
	t.Helper()
	g := c.Advice.Game
	record := replay.New(g, seed, make([]string, g.Spec().Players))
	chance, decide := env.Stream(seed, envtest.PurposeGolden, 0), env.Stream(seed, envtest.PurposeGolden, 1)
	viewer := agents.NewViewer(g)
	var table drive.Table
	table.Set(g.NewInitialState())
	for n := 0; ; {
		s := table.State()
		p := s.CurrentPlayer()
		if p == env.Terminal {
			break
		}
		var a env.Action
		if p == env.Chance {
			a = table.Draw(chance)
		} else {
			view := viewer.View(s, decide)
			said, err := c.Advice.Agent.Decide(context.Background(), []agents.View{view})
			require.NoError(t, err)
			agents.Temper(said[0].Probs, 0) // its rare choices are blunders too
			a = agents.Sample(said[0], view.Legal, decide)
			if p == c.Seat && len(view.Legal) > 1 {
				if own != nil {
					own(s)
				}
				if n == at {
					a = instead
				}
				n++
			}
		}
		record.Add(s, a)
		require.NoError(t, table.Apply(a))
	}
	record.Returns = make([]float64, g.Spec().Players)
	table.State().Returns(record.Returns)
	return record
}

// blunder returns the decision of a game at which the worst action costs the most, that
// action, and what it costs in worlds that did not choose it, against the adviser's
// likeliest action. It looks at some decisions, all over the game or the late ones.
func blunder(t testing.TB, c review.Config, seed uint64, looks int, late bool) (at int, worst env.Action, cost float64) {
	t.Helper()
	var states []env.State
	play(t, c, seed, -1, 0, func(s env.State) { states = append(states, s.Clone()) })
	differences := func(i int, actions []env.Action, stage advice.Stage, worlds int) []float64 {
		config := c.Advice
		config.Seed = 1000 + uint64(i)
		probs, err := advice.Policy(context.Background(), config, states[i])
		require.NoError(t, err)
		likeliest := states[i].LegalActions(nil)[slices.Index(probs, slices.Max(probs))]
		played, err := advice.PlayOn(context.Background(), config, advice.Moment{State: states[i], Seat: c.Seat, Actions: append(actions, likeliest)}, stage, 0, worlds)
		require.NoError(t, err)
		out := make([]float64, len(actions))
		for k := range actions {
			out[k] = advice.Mean(played.Values[len(actions)]) - advice.Mean(played.Values[k])
		}
		return out
	}
	type costly struct {
		at     int
		action env.Action
		loss   float64
	}
	var list []costly
	for n := range min(looks, len(states)) {
		i := n * len(states) / min(looks, len(states))
		if late {
			i = len(states) - 1 - n
		}
		legal := states[i].LegalActions(nil)
		few := legal
		if len(few) > 12 { // spread over all of them
			few = nil
			for k := range 12 {
				few = append(few, legal[k*len(legal)/12])
			}
		}
		for k, loss := range differences(i, slices.Clone(few), advice.StageOwn+9, 16) {
			list = append(list, costly{i, few[k], loss})
		}
	}
	slices.SortStableFunc(list, func(a, b costly) int { return cmp.Compare(b.loss, a.loss) })
	for _, x := range list[:min(6, len(list))] {
		if loss := differences(x.at, []env.Action{x.action}, advice.StageOwn+10, 160)[0]; loss > cost {
			at, worst, cost = x.at, x.action, loss
		}
	}
	return at, worst, cost
}

// planted plays a game with the costliest blunder of some games, and returns its record and
// the step of the blunder.
func planted(t testing.TB, c review.Config, games uint64, looks int, late bool, least float64) (*replay.Replay, int) {
	t.Helper()
	var seed uint64
	var at int
	var worst env.Action
	most := 0.
	for n := range games {
		i, a, cost := blunder(t, c, n+1, looks, late)
		if cost > most {
			seed, at, worst, most = n+1, i, a, cost
		}
		if most >= enough*least {
			break
		}
	}
	require.GreaterOrEqual(t, most, least, "no action costs enough")
	record := play(t, c, seed, at, worst, nil)
	s := c.Advice.Game.NewInitialState()
	n := 0
	for _, step := range record.Steps {
		if legal := s.LegalActions(nil); step.Player == c.Seat && len(legal) > 1 {
			if n == at {
				t.Logf("seed %d, step %d of %d: %q instead, which costs %.2f", seed, step.Step, len(record.Steps), step.Name, most)
				return record, step.Step
			}
			n++
		}
		require.NoError(t, s.Apply(step.Action))
	}
	require.Fail(t, "the blunder was not played")
	return nil, 0
}

// enough times the least cost ends the search for a costlier blunder.
const enough = 1.5

// A decision that was replaced by a blunder comes first in the review of its game: in
// cheap games always, in all of them with RINGER_LONG=1.
func TestABlunderComesFirst(t *testing.T) {
	for _, x := range []struct {
		game  string
		looks int
		least float64
		quick bool
	}{
		{"goofspiel", 3, .3, true},
		{"liarsdice", 3, .3, true},
		{"leduc", 3, 2, true},
		{"duel", 30, .1, false},
		{"heat(players=3)", 40, .3, false},
		{"heat(players=4)", 40, .3, false},
		{"heat(players=5)", 40, .3, false},
		{"heist(players=2)", 40, .25, false},
		{"fivepossessions", 40, .25, false},
		{"fourdowns(players=2)", 60, .15, false},
		{"fourdowns(players=4)", 40, .2, false},
		{"payday", 16, .22, false},
		{"duel(file=skirmish)", 8, .3, false},
		{"duel(file=draft)", 12, .3, false},
	} {
		t.Run(x.game, func(t *testing.T) {
			if testing.Short() && x.game != "goofspiel" {
				t.Skip("one game shares all that there is to share")
			}
			if !x.quick && os.Getenv("RINGER_LONG") == "" {
				t.Skip("long: RINGER_LONG=1")
			}
			c := ringer(t, x.game)
			few := uint64(6)
			if x.quick {
				few = 40
			}
			late := x.game == "payday" // its games go on for up to a thousand actions
			if late {
				few = 12
			}
			record, step := planted(t, c, few, x.looks, late, x.least)
			from := time.Now()
			r, err := review.Of(context.Background(), c, record)
			require.NoError(t, err)
			t.Logf("%s: %d decisions in %v", r.Source, len(r.Decisions), time.Since(from).Round(time.Millisecond))
			assert.InDelta(t, r.Result, r.Start.Chance-r.Errors.Chance-r.Unclear.Chance+r.Luck.Chance, 1e-9)
			require.NotEmpty(t, r.Costliest)
			for n, i := range r.Costliest {
				d := r.Decisions[i]
				t.Logf("%d. step %d, %q: cost %.2f (%.2f … %.2f), better %q: %s", n+1, d.Step, d.Chosen.Name, d.Loss.Chance, d.Loss.Low, d.Loss.High, d.Better.Name, d.Why)
			}
			assert.Equal(t, step, r.Decisions[r.Costliest[0]].Step)
		})
	}
}
