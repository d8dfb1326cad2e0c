package train

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
)

// corridor is a game of single steps for two seats, in which many moves are forced: its
// legal lists say who may do what at each step. Seat 0 wins 1 when the two choices made last
// were alike. Actions 0 and 1 are bids, 2 and 3 plays.
type corridor struct {
	spec  *env.Spec
	steps []corridorStep
}

type corridorStep struct {
	seat  env.Player
	legal []env.Action
}

type corridorState struct {
	game    *corridor
	history []env.Action
}

func newCorridor(steps []corridorStep) *corridor {
	return &corridor{steps: steps, spec: (&env.Spec{
		Name: "corridor", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2, MaxGameLength: len(steps),
		Actions:     []env.Block{{Name: "low", Shape: []int{2}, Kind: "bid"}, {Name: "high", Shape: []int{2}, Kind: "play"}},
		Observation: []env.Field{{Name: "step", Shape: []int{1}, Max: 10}},
		Utility:     env.ZeroSum, MinUtility: -1, MaxUtility: 1,
	}).Seal()}
}

func (g *corridor) Spec() *env.Spec            { return g.spec }
func (g *corridor) NewInitialState() env.State { return &corridorState{game: g} }

func (s *corridorState) CurrentPlayer() env.Player {
	if len(s.history) == len(s.game.steps) {
		return env.Terminal
	}
	return s.game.steps[len(s.history)].seat
}

func (s *corridorState) LegalActions(dst []env.Action) []env.Action {
	if len(s.history) == len(s.game.steps) {
		return dst
	}
	return append(dst, s.game.steps[len(s.history)].legal...)
}

func (s *corridorState) Apply(a env.Action) error {
	s.history = append(s.history, a)
	return nil
}

func (s *corridorState) Returns(dst []float64) {
	clear(dst)
	var chosen []env.Action
	for i, a := range s.history {
		if len(s.game.steps[i].legal) > 1 {
			chosen = append(chosen, a)
		}
	}
	if n := len(chosen); s.CurrentPlayer() == env.Terminal && n > 1 {
		dst[0] = -1
		if chosen[n-1]%2 == chosen[n-2]%2 {
			dst[0] = 1
		}
		dst[1] = -dst[0]
	}
}

func (s *corridorState) Observe(_ env.Player, dst []float32) { dst[0] = float32(len(s.history)) }
func (s *corridorState) Clone() env.State {
	return &corridorState{game: s.game, history: slices.Clone(s.history)}
}
func (s *corridorState) ActionString(a env.Action) string { return fmt.Sprint(a) }
func (s *corridorState) String() string                   { return fmt.Sprint(s.history) }

// forcedAndFree has a forced move of each seat before its choices, between them and
// after them.
func forcedAndFree() *corridor {
	one, other, bid, card := []env.Action{0}, []env.Action{1}, []env.Action{0, 1}, []env.Action{2, 3}
	return newCorridor([]corridorStep{{0, one}, {0, bid}, {1, other}, {1, card}, {0, one}, {0, card}, {1, other}})
}

func corridorCollector(t *testing.T, game env.Game) (*Collector, *models.Weights) {
	network, err := NewNetwork(game.Spec(), NetworkConfig{Hidden: []int{8}, Activation: models.Tanh})
	require.NoError(t, err)
	c, err := NewCollector(game, network, CollectConfig{Batch: 60, Tables: 6, Groups: 2}, 5)
	require.NoError(t, err)
	return c, models.Init(network, 3)
}

// chooser plays at random and refuses to be asked about a forced move.
type chooser struct{ t *testing.T }

func (c chooser) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i, d := range decisions {
		assert.Greater(c.t, len(views[i].Legal), 1, "asked about a forced move at %s", views[i].Text())
		for j := range d.Probs {
			d.Probs[j] = 1 / float32(len(d.Probs))
		}
	}
	return decisions, nil
}

// A forced move makes no row, in self-play, against opponents and in demonstrations, and a
// seat's chain goes on behind it.
func TestForcedMovesMakeNoRows(t *testing.T) {
	c, w := corridorCollector(t, forcedAndFree())
	check := func(b *Batch, err error) {
		t.Helper()
		require.NoError(t, err)
		assert.Equal(t, 7*b.Stats.Episodes, b.Stats.Decisions, "forced moves are decisions of an episode")
		assert.Equal(t, 3*b.Stats.Episodes, b.Stats.Choices)
		seen, rows := map[float32]int{}, make([]int, len(b.Kinds))
		for i := range b.Rows {
			step := b.Observation[i]
			seen[step]++
			low, high := b.Mask[4*i]+b.Mask[4*i+1], b.Mask[4*i+2]+b.Mask[4*i+3]
			assert.EqualValues(t, 2, low+high, "a choice")
			assert.Equal(t, map[bool]string{true: "bid", false: "play"}[low > 0], b.Kinds[b.Kind[i]])
			rows[b.Kind[i]]++
			switch n := b.Next[i]; step {
			case 1:
				require.Positive(t, n)
				assert.EqualValues(t, 5, b.Observation[n], "the next choice of seat 0")
			case 3, 5:
				assert.EqualValues(t, -1, n, "the last choice of its seat")
				assert.EqualValues(t, 1, max(b.Return[i], -b.Return[i]))
			}
		}
		assert.Len(t, seen, 3, "choices at the steps 1, 3 and 5")
		entropy := 0.0
		for k, of := range b.Stats.ByKind {
			assert.Equal(t, rows[k], of.Rows)
			entropy += of.EntropySum
		}
		assert.InDelta(t, b.Stats.EntropySum, entropy, 1e-9)
	}
	b, err := c.Collect(t.Context(), &Order{Weights: w})
	check(b, err)
	assert.Equal(t, b.Rows, b.Stats.Choices)
	check(c.Collect(t.Context(), &Order{Iteration: 1, Weights: w, Opponents: []Opponent{{ID: -1, Share: 0.4, Agent: chooser{t}}, {ID: 2, Share: 0.3, Weights: w.Clone()}}}))
	check(c.Demonstrate(t.Context(), 0, chooser{t}, nil))
}

func TestAGameWithoutChoicesIsRefused(t *testing.T) {
	one := []env.Action{0}
	c, w := corridorCollector(t, newCorridor([]corridorStep{{0, one}, {1, one}}))
	_, err := c.Collect(t.Context(), &Order{Weights: w})
	assert.ErrorContains(t, err, "no seat that learns had a choice in 10000 episodes of corridor")
}
