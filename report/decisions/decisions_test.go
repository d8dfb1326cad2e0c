package decisions_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/decisions"
	"ringer/report/ratio"
)

// stubborn plays its last legal action, always: in goofspiel its highest card.
type stubborn struct{}

func (stubborn) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		out[i].Probs[len(v.Legal)-1] = 1
	}
	return out, nil
}

func play(t *testing.T, c decisions.Config) *decisions.Study {
	t.Helper()
	s, err := decisions.Play(context.Background(), c)
	require.NoError(t, err)
	return s
}

// A habit is seen in full, and an agent without one is like random. A seat of goofspiel
// with 3 cards bids twice, and then the rules bid its last card.
func TestHabitsAreCounted(t *testing.T) {
	c := decisions.Config{
		Game:    games.MustNew("goofspiel(cards=3)"),
		Entries: []eval.Entry{{Name: "stubborn", Agent: stubborn{}}, {Name: "random", Agent: random.New()}},
		Games:   400, Seed: 3, Kind: "bid",
	}
	s := play(t, c)
	require.Len(t, s.Agents, 2)
	for _, a := range s.Agents {
		require.Len(t, a.Kinds, 1, a.Name)
		k := a.Kinds[0]
		assert.Equal(t, "bid", k.Kind)
		assert.Equal(t, 2., k.Decisions.Value, a.Name)
		assert.Zero(t, k.Forced.Value, a.Name)
		assert.Equal(t, 800, k.Entropy.Of, "two choices in each of 400 games")
		total := 0
		for _, x := range k.Actions {
			total += x.Count
		}
		assert.Equal(t, 800, total)
	}
	habit, plain := s.Agents[0].Kinds[0], s.Agents[1].Kinds[0]
	assert.Zero(t, habit.Entropy.Value)
	assert.Equal(t, 2, habit.Different)
	require.Len(t, habit.Actions, 3, "what was offered and never chosen is listed too")
	assert.Equal(t, []int{400, 400, 0}, []int{habit.Actions[0].Count, habit.Actions[1].Count, habit.Actions[2].Count})
	// Its highest card is chosen whenever it is there: at the first of its two choices.
	assert.Equal(t, "3", habit.Actions[1].Name[len(habit.Actions[1].Name)-1:])
	assert.Equal(t, 1., habit.Actions[1].Taken.Value)
	assert.InDelta(t, 1./3, habit.Actions[1].Random, 1e-12)
	assert.Equal(t, *habit.Top, decisions.Action{Name: habit.Actions[0].Name, Count: 400, Share: habit.Actions[0].Share})

	assert.InDelta(t, 1, plain.Entropy.Value, 1e-6)
	for _, x := range plain.Actions {
		assert.Less(t, x.Taken.Low, x.Random, x.Name)
		assert.Greater(t, x.Taken.High, x.Random, x.Name)
	}
	again := c
	again.Workers = 3
	assert.Equal(t, s, play(t, again), "results do not depend on workers")
}

// An agent that sits in every seat is counted in every seat, and kinds come apart.
func TestKindsComeApart(t *testing.T) {
	s := play(t, decisions.Config{
		Game: games.MustNew("fourdowns(players=3,file=mini)"), Entries: []eval.Entry{{Name: "random", Agent: random.New()}}, Games: 30, Seed: 1,
	})
	require.Len(t, s.Agents[0].Kinds, 2)
	for i, want := range []string{"bid", "play"} {
		k := s.Agents[0].Kinds[i]
		assert.Equal(t, want, k.Kind)
		assert.Empty(t, k.Actions, "none are listed without a kind")
		assert.InDelta(t, 1, k.Entropy.Value, 1e-6)
		assert.Equal(t, 10*9, k.Decisions.Of, "3 seats in 3 rotations of 10 deals")
	}
	played := s.Agents[0].Kinds[1]
	assert.Positive(t, played.Forced.Value, "a seat with one card left")
	assert.InDelta(t, float64(played.Forced.Of)*(1-played.Forced.Value), played.Entropy.Of, 1e-6, "forced decisions have no entropy")
}

func TestAnUnknownKindIsRefused(t *testing.T) {
	_, err := decisions.Play(context.Background(), decisions.Config{
		Game: games.MustNew("kuhn"), Entries: []eval.Entry{{Name: "random", Agent: random.New()}}, Games: 2, Kind: "draft",
	})
	assert.EqualError(t, err, "kind: draft: want a kind of decision in kuhn: bid, other")
}

// Games under way when it is stopped do not count.
func TestAnInterruptLeavesWholeGroups(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	c := decisions.Config{
		Game: games.MustNew("goofspiel(cards=3)"), Entries: []eval.Entry{{Name: "random", Agent: random.New()}}, Games: 2000, Seed: 1,
		Progress: func(done, _ int) {
			if done > 1000 {
				stop()
			}
		},
	}
	s, err := decisions.Play(ctx, c)
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, s)
	assert.True(t, s.Interrupted)
	assert.Less(t, s.Games, 2000)
	assert.Equal(t, 2., s.Agents[0].Kinds[0].Decisions.Value)
	assert.Equal(t, 2*s.Games, s.Agents[0].Kinds[0].Decisions.Of)
}

// drawing plays like random, and draws a number for each decision.
type drawing struct{ agents.Agent }

func (d drawing) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	for i := range views {
		views[i].Rand.Uint64()
	}
	return d.Agent.Decide(ctx, views)
}

// An agent that is asked beside another changes no game, and what it would do is counted in
// the same places.
func TestAnotherAgentIsAskedBeside(t *testing.T) {
	c := decisions.Config{
		Game:    games.MustNew("goofspiel(cards=3)"),
		Entries: []eval.Entry{{Name: "stubborn", Agent: stubborn{}}, {Name: "random", Agent: drawing{random.New()}}},
		Games:   200, Seed: 3, Kind: "bid",
	}
	alone := play(t, c)
	c.Beside = drawing{random.New()}
	s := play(t, c)
	k := &s.Agents[0].Kinds[0]
	assert.InDelta(t, (2./3+1./2)/2, k.Apart.Value, 1e-6, "one of three cards against all alike, then one of two")
	assert.Equal(t, 400, k.Apart.Of)
	require.Len(t, k.Actions, 3)
	for i, x := range k.Actions {
		assert.InDelta(t, x.Random, x.Beside.Value, 1e-6, x.Name)
		assert.Equal(t, x.Offered, x.Beside.Of, x.Name)
		if i > 0 {
			before := k.Actions[i-1]
			gap := func(a decisions.Action) float64 {
				return math.Abs(float64(a.Count) - a.Beside.Value*float64(a.Offered))
			}
			assert.LessOrEqual(t, gap(x), gap(before)+1e-6, "what differs most comes first")
		}
	}
	assert.Zero(t, s.Agents[1].Kinds[0].Apart, "nobody is asked about the others")
	again := c
	again.Workers = 3
	assert.Equal(t, s, play(t, again), "results do not depend on workers")

	// Where the first entry itself draws, its numbers stay its own.
	c.Entries = []eval.Entry{{Name: "random", Agent: drawing{random.New()}}}
	drawn := play(t, c)
	c.Beside = nil
	assert.Equal(t, play(t, c).Agents[0].Kinds[0].Top, drawn.Agents[0].Kinds[0].Top)

	// Without what was asked, the study counts the same games.
	k.Apart = alone.Agents[0].Kinds[0].Apart
	byName := map[string]decisions.Action{}
	for _, x := range k.Actions {
		x.Beside = ratio.Figure{}
		byName[x.Name] = x
	}
	for i, x := range alone.Agents[0].Kinds[0].Actions {
		k.Actions[i] = byName[x.Name]
	}
	assert.Equal(t, alone, s)
}

// silent is an agent that fails.
type silent struct{}

func (silent) Decide(context.Context, []agents.View) ([]agents.Decision, error) {
	return nil, errors.New("no voice")
}

func TestAnAgentBesideMayFail(t *testing.T) {
	_, err := decisions.Play(context.Background(), decisions.Config{
		Game: games.MustNew("kuhn"), Entries: []eval.Entry{{Name: "random", Agent: random.New()}}, Games: 20, Beside: silent{},
	})
	assert.EqualError(t, err, "beside: no voice")
}
