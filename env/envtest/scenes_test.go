package envtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// walk is a long way with one die on it: in the middle a die is rolled, seat 0 is told what it
// shows, and says a number; right or wrong is seen at once, and pays at the end. What a network
// sees of the question forgets the die.
type walk struct{ spec *env.Spec }

const (
	walkLength = 120
	walkDie    = walkLength / 2 // steps before the die
)

func newWalk() walk {
	return walk{(&env.Spec{
		Name: "walk", Title: "Walk", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2,
		Actions:           []env.Block{{Name: "step", Shape: []int{2}, Kind: "move"}, {Name: "number", Shape: []int{6}, Kind: "amount"}},
		MaxChanceOutcomes: 6, MaxGameLength: walkLength, MaxChanceNodes: 1,
		Observation: []env.Field{{Name: "way", Shape: []int{3}, Max: 1, Columns: []env.Column{{Name: "gone", Max: 1}, {Name: "right", Max: 1}, {Name: "wrong", Max: 1}}}},
		Utility:     env.ZeroSum, MinUtility: -1, MaxUtility: 1,
	}).Seal()}
}

func (g walk) Spec() *env.Spec            { return g.spec }
func (g walk) NewInitialState() env.State { return &walkState{g: g} }

type walkState struct {
	g    walk
	past []env.Action
}

func (s *walkState) CurrentPlayer() env.Player {
	switch n := len(s.past); n {
	case walkDie:
		return env.Chance
	case walkDie + 1:
		return 0
	case walkLength + 1:
		return env.Terminal
	default:
		return env.Player(n % 2)
	}
}

func (s *walkState) LegalActions(dst []env.Action) []env.Action {
	switch n := len(s.past); n {
	case walkDie:
		return append(dst, 0, 1, 2, 3, 4, 5)
	case walkDie + 1:
		return append(dst, 2, 3, 4, 5, 6, 7)
	case walkLength + 1:
		return dst
	}
	return append(dst, 0, 1)
}

func (s *walkState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	for a := range env.Action(6) {
		dst = append(dst, env.Outcome{Action: a, Prob: 1. / 6})
	}
	return dst
}

func (s *walkState) Apply(a env.Action) error {
	if !slices.Contains(s.LegalActions(nil), a) {
		return &env.IllegalActionError{Game: "walk", Player: s.CurrentPlayer(), Action: a}
	}
	s.past = append(s.past, a)
	return nil
}

func (s *walkState) ActionString(a env.Action) string {
	switch {
	case s.CurrentPlayer() == env.Chance:
		return fmt.Sprintf("the die shows %d", a+1)
	case a < 2:
		return []string{"left", "right"}[max(0, a)]
	}
	return fmt.Sprint(a - 1)
}

// right returns 1 once the number said is the die's, -1 once it is another.
func (s *walkState) right() float64 {
	switch {
	case len(s.past) < walkDie+2:
		return 0
	case s.past[walkDie]+2 == s.past[walkDie+1]:
		return 1
	}
	return -1
}

func (s *walkState) Observe(_ env.Player, dst []float32) {
	dst[0] = float32(len(s.past)) / (walkLength + 1)
	dst[1], dst[2] = float32(max(0, s.right())), float32(max(0, -s.right()))
}

func (s *walkState) Returns(dst []float64) {
	clear(dst)
	if s.CurrentPlayer() == env.Terminal {
		dst[0], dst[1] = s.right(), -s.right()
	}
}

func (s *walkState) InformationState(env.Player) string { return fmt.Sprint(s.past) }

func (s *walkState) Tell(p env.Player, a env.Action, _ env.State, dst []env.Event) []env.Event {
	return append(dst, env.Event{Player: s.CurrentPlayer(), Text: s.ActionString(a)})
}

func (s *walkState) Clone() env.State { return &walkState{s.g, slices.Clone(s.past)} }
func (s *walkState) String() string   { return fmt.Sprint(s.past) }

// A telling that a game has at one action alone is tried in every game.
func TestWhatIsForgottenInARareSceneIsFound(t *testing.T) {
	for seed := range uint64(5) {
		l := find(t, Check(newWalk(), Options{Games: 1, Biased: -1, Seed: seed}), lawTold)
		assert.Regexp(t, `^seat 0 was told "chance the die shows \d" .*; its observation forgets it, and after 1 more actions seat 0 observes otherwise in way`, l.Detail)
	}
}

// Of the scenes of a game the least tried come first; a rare one is one of the first even
// where it is met once.
func TestRarestScenes(t *testing.T) {
	x := scenes{tried: map[scene]int{}}
	for range 20 {
		x.met = append(slices.Repeat([]uint64{1}, 50), slices.Repeat([]uint64{2, 1}, 25)...)
		at := x.rarest(3, env.Stream(1, "scenes"))
		assert.Len(t, at, 3)
		assert.True(t, slices.IsSorted(at))
	}
	counts := []int{x.tried[scene{1, 1}], x.tried[scene{1, 2}], x.tried[scene{2, 1}]}
	assert.Equal(t, []int{20, 20, 20}, counts)
	x.met = []uint64{1, 2, 3}
	assert.Equal(t, []int{0, 1}, x.rarest(5, env.Stream(1, "scenes")), "there are no more")
	x.met = nil
	assert.Empty(t, x.rarest(5, env.Stream(1, "scenes")))
}
