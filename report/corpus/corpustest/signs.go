package corpustest

import (
	"encoding/json"
	"fmt"

	"ringer/env"
)

// Signs is rock, paper, scissors over several rounds, in which both seats choose without
// seeing each other. The seat that wins more rounds wins the game.
type Signs struct {
	rounds int
	spec   *env.Spec
}

// NewSigns returns a game of this many rounds.
func NewSigns(rounds int) *Signs {
	spec := &env.Spec{
		Name: "signs", Title: "Signs", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2,
		Actions:       []env.Block{{Name: "sign", Shape: []int{3}, Kind: "show", Doc: "rock, paper, scissors"}},
		MaxGameLength: 2 * rounds,
		Observation:   []env.Field{{Name: "round", Shape: []int{1}, Max: float32(2 * rounds)}},
		Utility:       env.ZeroSum, MinUtility: -1, MaxUtility: 1, Configuration: json.RawMessage(fmt.Sprint(rounds)),
	}
	return &Signs{rounds, spec.Seal()}
}

// Spec implements env.Game.
func (g *Signs) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Signs) NewInitialState() env.State { return &signs{game: g} }

type signs struct {
	game      *Signs
	at, lead  int
	committed env.Action
}

func (s *signs) CurrentPlayer() env.Player {
	if s.at == 2*s.game.rounds {
		return env.Terminal
	}
	return env.Player(s.at % 2)
}

func (s *signs) LegalActions(dst []env.Action) []env.Action {
	if s.at == 2*s.game.rounds {
		return dst
	}
	return append(dst, 0, 1, 2)
}

func (s *signs) Apply(a env.Action) error {
	if s.at == 2*s.game.rounds || a < 0 || a > 2 {
		return &env.IllegalActionError{Action: a}
	}
	if s.at%2 == 0 {
		s.committed = a
	} else {
		s.lead += [3]int{0, 1, -1}[(s.committed-a+3)%3]
	}
	s.at++
	return nil
}

func (s *signs) Observe(_ env.Player, dst []float32) { dst[0] = float32(s.at) }

func (s *signs) Returns(dst []float64) {
	clear(dst)
	if s.at < 2*s.game.rounds || s.lead == 0 {
		return
	}
	dst[0], dst[1] = 1, -1
	if s.lead < 0 {
		dst[0], dst[1] = -1, 1
	}
}

func (s *signs) Clone() env.State {
	c := *s
	return &c
}

func (s *signs) ActionString(a env.Action) string { return [3]string{"rock", "paper", "scissors"}[a] }

func (s *signs) String() string { return fmt.Sprintf("%d signs, lead %d", s.at, s.lead) }
