package tree_test

import (
	"fmt"

	"ringer/env"
)

var fakeSpec = (&env.Spec{
	Name: "regular", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2,
	Actions:       []env.Block{{Name: "card", Shape: []int{3}}},
	MaxGameLength: 6,
	Observation:   []env.Field{{Name: "nothing", Shape: []int{1}}},
	Utility:       env.ZeroSum, MinUtility: -1, MaxUtility: 1,
	Configuration: []byte("{}"),
}).Seal()

// regular is a game whose tree has the same widths everywhere: two seats in
// turn play three cards each, in any order.
type regular struct{ forgets bool }

func (g regular) Spec() *env.Spec            { return fakeSpec }
func (g regular) NewInitialState() env.State { return &regularState{forgets: g.forgets} }

type regularState struct {
	forgets bool
	history []env.Action
}

func (s *regularState) CurrentPlayer() env.Player {
	if len(s.history) == 6 {
		return env.Terminal
	}
	return env.Player(len(s.history) % 2)
}

func (s *regularState) LegalActions(dst []env.Action) []env.Action {
	if len(s.history) == 6 {
		return dst
	}
	for a := env.Action(0); a < 3; a++ {
		used := false
		for i := len(s.history) % 2; i < len(s.history); i += 2 {
			used = used || s.history[i] == a
		}
		if !used {
			dst = append(dst, a)
		}
	}
	return dst
}

func (s *regularState) Apply(a env.Action) error {
	s.history = append(s.history, a)
	return nil
}

func (s *regularState) Observe(env.Player, []float32) {}
func (s *regularState) Returns(dst []float64)         { clear(dst) }
func (s *regularState) Clone() env.State {
	return &regularState{s.forgets, append([]env.Action(nil), s.history...)}
}
func (s *regularState) ActionString(a env.Action) string { return fmt.Sprint(a) }
func (s *regularState) String() string                   { return fmt.Sprint(s.history) }

// InformationState of a seat that forgets is the number of cards played.
func (s *regularState) InformationState(env.Player) string {
	if s.forgets {
		return fmt.Sprint(len(s.history))
	}
	return fmt.Sprint(s.history)
}

// noInformation is a game without information-state strings.
type noInformation struct{ regular }

func (noInformation) NewInitialState() env.State { return struct{ env.State }{&regularState{}} }
