package options_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/corpus/corpustest"
	"ringer/report/options"
)

// stubborn plays its last legal action, always.
type stubborn struct{}

func (stubborn) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		out[i].Probs[len(v.Legal)-1] = 1
	}
	return out, nil
}

func play(t *testing.T, g env.Game, agent agents.Agent, seed uint64, workers int) *options.Study {
	t.Helper()
	entry := eval.Entry{Name: "agent", Agent: agent}
	c, err := corpus.Play(context.Background(), corpus.Config{Game: g, Entries: []eval.Entry{entry}, Games: 200, Seed: seed})
	require.NoError(t, err)
	s, err := options.Play(context.Background(), options.Config{Corpus: c, Agent: entry, PerQuestion: 100, Playouts: 32, Seed: seed, Workers: workers})
	require.NoError(t, err)
	require.Len(t, s.Questions, 1)
	return s
}

func coins(mine, thrown int) env.Game {
	return corpustest.New(corpustest.Coin{By: 0, Weight: mine}, corpustest.Coin{By: env.Chance, Weight: thrown})
}

// A coin that decides has a gap of 1, one that weighs nothing is a false choice, and one of
// the weight of the throw gives 3/4 against 1/4 with ties shared.
func TestGapsAreRight(t *testing.T) {
	s := play(t, coins(9, 1), random.New(), 1, 1)
	assert.InDelta(t, 1, s.Questions[0].Gap.Value, 1e-9)
	assert.InDelta(t, 1, s.Questions[0].Matters.Value, 0)
	assert.InDelta(t, 1, s.Questions[0].Loss.Value, 1e-9, "of two that it likes alike, the first counts: tails")
	assert.InDelta(t, 1, s.Questions[0].Entropy.Value, 1e-6)
	assert.Empty(t, s.Flags)

	s = play(t, coins(1, 1), random.New(), 1, 1)
	assert.InDelta(t, .5, s.Questions[0].Gap.Value, .03)
	assert.Equal(t, s, play(t, coins(1, 1), random.New(), 1, 3), "results do not depend on workers")

	s = play(t, coins(0, 1), random.New(), 1, 1)
	assert.Zero(t, s.Questions[0].Spread.Value, "the same dice")
	require.Len(t, s.Flags, 1)
	assert.Equal(t, "false-choice", s.Flags[0].Kind)
	assert.Equal(t, 100, s.Flags[0].N)
}

// An agent that always lays heads is found, with how often.
func TestAHabitIsFlagged(t *testing.T) {
	s := play(t, coins(1, 1), stubborn{}, 1, 1)
	require.Len(t, s.Flags, 2)
	assert.Equal(t, "always", s.Flags[0].Kind)
	assert.Equal(t, "heads (lay)", s.Flags[0].Subject)
	assert.Equal(t, 200, s.Flags[0].N)
	assert.InDelta(t, 1, s.Flags[0].Effect, 0)
	assert.Len(t, s.Flags[0].Examples, 1)
	assert.Equal(t, "never", s.Flags[1].Kind)
	assert.Zero(t, s.Questions[0].Entropy.Value)
}

// Random play raises no flag over 20 seeds.
func TestRandomPlayIsNotFlagged(t *testing.T) {
	g := games.MustNew("goofspiel(cards=4,order=descending)")
	for seed := range uint64(20) {
		assert.Empty(t, play(t, g, random.New(), seed, 0).Flags, "seed %d", seed)
	}
}

// guess is a game in which a coin is thrown in secret, and seat 0 wins when it lays the same
// side.
type guess struct{ *corpustest.Coins }

type guessState struct {
	thrown, laid env.Action // -1: not yet
}

func newGuess() guess {
	return guess{corpustest.New(corpustest.Coin{By: env.Chance}, corpustest.Coin{})}
}

func (g guess) NewInitialState() env.State { return &guessState{-1, -1} }

func (s *guessState) CurrentPlayer() env.Player {
	switch {
	case s.thrown < 0:
		return env.Chance
	case s.laid < 0:
		return 0
	}
	return env.Terminal
}

func (s *guessState) LegalActions(dst []env.Action) []env.Action {
	if s.laid >= 0 {
		return dst
	}
	return append(dst, 0, 1)
}

func (s *guessState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return append(dst, env.Outcome{Action: 0, Prob: .5}, env.Outcome{Action: 1, Prob: .5})
}

func (s *guessState) Apply(a env.Action) error {
	if s.thrown < 0 {
		s.thrown = a
	} else {
		s.laid = a
	}
	return nil
}

func (s *guessState) Observe(_ env.Player, dst []float32) { clear(dst) }

func (s *guessState) Returns(dst []float64) {
	clear(dst)
	if s.laid >= 0 {
		dst[0], dst[1] = -1, 1
		if s.laid == s.thrown {
			dst[0], dst[1] = 1, -1
		}
	}
}

func (s *guessState) Clone() env.State {
	c := *s
	return &c
}

func (s *guessState) ActionString(a env.Action) string { return [2]string{"tails", "heads"}[a] }

func (s *guessState) String() string { return "guess" }

func (s *guessState) ResampleFromInfoState(_ env.Player, rng env.Rand) env.State {
	return &guessState{env.Action(rng.IntN(2)), -1}
}

// What the seat does not know is no part of a value: to guess a hidden coin is a false
// choice, though one of the two always wins.
func TestValuesKeepSecrets(t *testing.T) {
	s := play(t, newGuess(), random.New(), 1, 1)
	q := s.Questions[0]
	assert.InDelta(t, 0, q.Gap.Value, .08)
	assert.Less(t, q.Matters.Value, .15)
	assert.Equal(t, "chance to win", s.Unit)
	assert.Equal(t, "return", play(t, games.MustNew("kuhn"), random.New(), 1, 1).Unit, "chips are more than wins")
	assert.Zero(t, q.Forced.Value)
	assert.InDelta(t, 2, q.Legal.Value, 1e-9)
}
