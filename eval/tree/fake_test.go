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
// turn play three cards each, in any order. Its flaw is a way in which its
// information states are wrong.
type regular struct{ flaw string }

const (
	forgetful = "what a seat played first is not in its information state, only what it has left"
	blocked   = "seat 1 may not begin with the card that seat 0 began with, which it has not seen"
)

func (g regular) Spec() *env.Spec            { return fakeSpec }
func (g regular) NewInitialState() env.State { return &regularState{flaw: g.flaw} }

type regularState struct {
	flaw    string
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
		used := s.flaw == blocked && len(s.history) == 1 && s.history[0] == a
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
	return &regularState{s.flaw, append([]env.Action(nil), s.history...)}
}
func (s *regularState) ActionString(a env.Action) string { return fmt.Sprint(a) }
func (s *regularState) String() string                   { return fmt.Sprint(s.history) }

func (s *regularState) InformationState(p env.Player) string {
	switch s.flaw {
	case forgetful:
		return fmt.Sprint(len(s.history), s.LegalActions(nil))
	case blocked:
		var own []env.Action
		for i := int(p); i < len(s.history); i += 2 {
			own = append(own, s.history[i])
		}
		return fmt.Sprint(own)
	}
	return fmt.Sprint(s.history)
}

// noInformation is a game without information-state strings.
type noInformation struct{ regular }

func (noInformation) NewInitialState() env.State { return struct{ env.State }{&regularState{}} }
