package mcts_test

import (
	"fmt"

	"ringer/env"
)

// roulette is a game of open chance for three seats: seat 0 stops for a sure
// amount or spins a wheel; then seat 1 gives the last point to itself or to
// seat 2. It also tells max^n from minimising the root's return: seat 1, out
// for itself, does not care what happens to seat 0.
type roulette struct{ spec *env.Spec }

type rouletteState struct {
	spec  *env.Spec
	phase int // 0 seat 0, 1 wheel, 2 seat 1, 3 over
	won   float64
	taken env.Action
}

func newRoulette() roulette {
	return roulette{(&env.Spec{
		Name: "roulette", Version: 1, Players: 3, MinPlayers: 3, MaxPlayers: 3, MaxGameLength: 2,
		Actions: []env.Block{{Name: "choice", Shape: []int{2}}}, MaxChanceOutcomes: 2, MaxChanceNodes: 1,
		Observation: []env.Field{{Name: "phase", Shape: []int{1}, Max: 3}},
		Utility:     env.GeneralSum, MinUtility: -10, MaxUtility: 10,
	}).Seal()}
}

func (g roulette) Spec() *env.Spec            { return g.spec }
func (g roulette) NewInitialState() env.State { return &rouletteState{spec: g.spec} }

func (s *rouletteState) CurrentPlayer() env.Player {
	return [...]env.Player{0, env.Chance, 1, env.Terminal}[s.phase]
}

func (s *rouletteState) LegalActions(dst []env.Action) []env.Action {
	if s.phase < 3 {
		dst = append(dst, 0, 1)
	}
	return dst
}

func (s *rouletteState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return append(dst, env.Outcome{Action: 0, Prob: 0.75}, env.Outcome{Action: 1, Prob: 0.25})
}

func (s *rouletteState) Apply(a env.Action) error {
	switch s.phase {
	case 0:
		if s.phase = 2 - int(a); a == 0 {
			s.won = 1.5
		}
	case 1:
		s.phase, s.won = 2, [...]float64{-2, 8}[a] // 0.5 on average, less than 1.5
	case 2:
		s.phase, s.taken = 3, a
	}
	return nil
}

func (s *rouletteState) Returns(dst []float64) {
	clear(dst)
	if s.phase < 3 {
		return
	}
	dst[0] = s.won
	if s.taken == 0 { // seat 1 gains, and so does seat 0
		dst[1], dst[0] = 3, dst[0]+1
	} else {
		dst[2], dst[0] = 3, dst[0]-1
	}
}

func (s *rouletteState) Observe(_ env.Player, dst []float32) { dst[0] = float32(s.phase) }
func (s *rouletteState) Clone() env.State                    { c := *s; return &c }
func (s *rouletteState) ActionString(a env.Action) string    { return fmt.Sprint(a) }
func (s *rouletteState) String() string                      { return fmt.Sprintf("%+v", *s) }
func (s *rouletteState) ResampleFromInfoState(env.Player, env.Rand) env.State {
	return s.Clone()
}

// trap is roulette in which seat 0's action 0 loses everything at once.
type (
	trap      struct{ roulette }
	trapState struct{ over, won bool }
)

func newTrap() trap { return trap{newRoulette()} }

func (trap) NewInitialState() env.State { return &trapState{} }

func (s *trapState) CurrentPlayer() env.Player {
	if s.over {
		return env.Terminal
	}
	return 0
}

func (s *trapState) LegalActions(dst []env.Action) []env.Action {
	if !s.over {
		dst = append(dst, 0, 1)
	}
	return dst
}
func (s *trapState) Apply(a env.Action) error { s.over, s.won = true, a == 1; return nil }
func (s *trapState) Returns(dst []float64) {
	clear(dst)
	if s.over && !s.won {
		dst[0] = -10
	}
}
func (s *trapState) Observe(_ env.Player, dst []float32)                  { clear(dst) }
func (s *trapState) Clone() env.State                                     { c := *s; return &c }
func (s *trapState) ActionString(a env.Action) string                     { return fmt.Sprint(a) }
func (s *trapState) String() string                                       { return fmt.Sprint(*s) }
func (s *trapState) ResampleFromInfoState(env.Player, env.Rand) env.State { return s.Clone() }
