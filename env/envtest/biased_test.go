package envtest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// ladder is a game whose fault uniform play hardly ever meets. The seat to act
// climbs and acts again, or passes the turn; after this many actions the seat that
// climbed last has won. A rung is broken.
type ladder struct {
	spec          *env.Spec
	length, broke int
}

func newLadder(length, broken int) *ladder {
	return &ladder{(&env.Spec{
		Name: "ladder", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2,
		Actions:       []env.Block{{Name: "pass", Shape: []int{1}}, {Name: "climb", Shape: []int{1}}},
		MaxGameLength: length, Observation: []env.Field{{Name: "height", Shape: []int{1}, Max: 1}, {Name: "turn", Shape: []int{2}, Max: 1}},
		Utility: env.ZeroSum, MinUtility: -1, MaxUtility: 1,
	}).Seal(), length, broken}
}

func (g *ladder) Spec() *env.Spec            { return g.spec }
func (g *ladder) NewInitialState() env.State { return &ladderState{g: g} }
func (g *ladder) SeatsDiffer() string        { return "seat 0 begins" }

type ladderState struct {
	g             *ladder
	turn          env.Player
	steps, height int
}

func (s *ladderState) CurrentPlayer() env.Player {
	if s.steps == s.g.length {
		return env.Terminal
	}
	return s.turn
}

func (s *ladderState) LegalActions(dst []env.Action) []env.Action {
	if s.steps == s.g.length {
		return dst
	}
	return append(dst, 0, 1)
}

func (s *ladderState) Apply(a env.Action) error {
	if s.steps == s.g.length || a < 0 || a > 1 {
		return &env.IllegalActionError{Game: "ladder", Player: s.CurrentPlayer(), Action: a}
	}
	s.steps++
	if a == 1 {
		s.height++
	} else {
		s.turn = 1 - s.turn
	}
	return nil
}

func (s *ladderState) Observe(_ env.Player, dst []float32) {
	clear(dst)
	dst[0] = float32(s.height) / float32(s.g.length)
	dst[1+s.turn] = 1
}

func (s *ladderState) Returns(dst []float64) {
	clear(dst)
	if s.steps == s.g.length {
		dst[s.turn], dst[1-s.turn] = 1, -1
	}
}

func (s *ladderState) Clone() env.State                 { c := *s; return &c }
func (s *ladderState) ActionString(a env.Action) string { return [...]string{"pass", "climb"}[a] }
func (s *ladderState) String() string                   { return fmt.Sprint(s.turn, s.steps, s.height) }

func (s *ladderState) Conservation() error {
	if s.height == s.g.broke {
		return errors.New("a rung is broken")
	}
	return nil
}

// Biased games find what uniform ones miss, and the report says how many there were.
func TestBiasedGames(t *testing.T) {
	r := Check(newPairs(""), Options{Games: 20, Biased: -1})
	assert.Equal(t, 0, r.BiasedGames)
	r = Check(newPairs(""), Options{Games: 20, Seed: 3})
	assert.Equal(t, 5, r.BiasedGames)
	assert.Equal(t, r, Check(newPairs(""), Options{Games: 20, Seed: 3}), "the same seed gives the same report")

	g := newLadder(40, 36)
	l := find(t, Check(g, Options{Games: 200, Biased: -1}), lawConservation)
	assert.True(t, l.OK, "uniform play hardly ever climbs so high: %s", l.Detail)
	l = find(t, Check(g, Options{Games: 1, Biased: 50}), lawConservation)
	assert.False(t, l.OK)
	assert.Contains(t, l.Detail, "a rung is broken [biased game ")
}

// Each style plays what its name says.
func TestStyles(t *testing.T) {
	passes := func(of style) (n int) {
		for seed := range uint64(20) {
			g := newLadder(50, -1)
			player := newGambler(g.spec, env.Stream(seed, purposeCheckBiased), []style{of}, make([]uint32, 2), make([]uint32, 2))
			s := g.NewInitialState().(*ladderState)
			for s.CurrentPlayer() != env.Terminal {
				require.NoError(t, s.Apply(player.choose(s, s.CurrentPlayer(), s.LegalActions(nil))))
			}
			n += 50 - s.height
		}
		return n
	}
	assert.InDelta(t, 500, passes(uniform), 80)
	assert.Greater(t, passes(interrupt), 800)
	assert.Less(t, passes(longTurn), 200)
	assert.InDelta(t, 500, passes(novelty), 40)
	assert.Greater(t, passes(lowest), 900)
	assert.Less(t, passes(highest), 100)
	assert.NotContains(t, []int{0, 1000}, passes(extreme), "up in some games, down in others")
	assert.Greater(t, int(styles), len(blindStyles))
}

// A cancelled check stops within a step and reports nothing.
func TestCheckStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	r, err := CheckContext(ctx, newPairs(""), Options{Games: 1_000_000, Progress: func(done, all int) {
		games = done
		assert.Equal(t, 1_250_000, all)
		if done == 3 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, r)
	assert.Equal(t, 3, games)

	// In the middle of a game that would hardly end.
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = CheckContext(ctx, newLadder(1<<40, -1), Options{Games: 1})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
