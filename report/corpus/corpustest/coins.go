// Package corpustest has a game whose figures can be worked out by hand, for tests of
// studies.
package corpustest

import (
	"encoding/json"
	"fmt"

	"ringer/env"
)

// Coin is one step of the game: a coin is thrown, or a seat lays it down as it likes. Heads
// add the weight to the sum, tails take it off.
type Coin struct {
	By     env.Player // a seat, or env.Chance
	Weight int
}

// Coins is a game of two seats that lay and throw coins in a fixed order, in the open.
// Seat 0 wins when the sum ends above 0, seat 1 when it ends below; 0 is a tie.
type Coins struct {
	coins []Coin
	spec  *env.Spec
}

// New returns a game of these coins, one of them at least of a seat.
func New(coins ...Coin) *Coins {
	choices, throws, most := 0, 0, 0
	for _, c := range coins {
		if c.By == env.Chance {
			throws++
		} else {
			choices++
		}
		most += c.Weight
	}
	configuration, err := json.Marshal(coins)
	if err != nil {
		panic("corpustest: " + err.Error())
	}
	spec := &env.Spec{
		Name: "coins", Title: "Coins", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2,
		Actions:           []env.Block{{Name: "side", Shape: []int{2}, Kind: "lay", Doc: "tails, heads"}},
		MaxChanceOutcomes: 2, MaxGameLength: choices, MaxChanceNodes: throws,
		Observation: []env.Field{{Name: "table", Shape: []int{2}, Min: float32(-most), Max: float32(max(most, len(coins)))}},
		Utility:     env.ZeroSum, MinUtility: -1, MaxUtility: 1, Configuration: configuration,
	}
	return &Coins{coins, spec.Seal()}
}

// Spec implements env.Game.
func (g *Coins) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Coins) NewInitialState() env.State { return &state{game: g} }

type state struct {
	game    *Coins
	at, sum int
}

func (s *state) CurrentPlayer() env.Player {
	if s.at == len(s.game.coins) {
		return env.Terminal
	}
	return s.game.coins[s.at].By
}

func (s *state) LegalActions(dst []env.Action) []env.Action {
	if s.at == len(s.game.coins) {
		return dst
	}
	return append(dst, 0, 1)
}

func (s *state) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return append(dst, env.Outcome{Action: 0, Prob: .5}, env.Outcome{Action: 1, Prob: .5})
}

func (s *state) Apply(a env.Action) error {
	if s.at == len(s.game.coins) || a < 0 || a > 1 {
		return &env.IllegalActionError{Action: a}
	}
	s.sum += (2*int(a) - 1) * s.game.coins[s.at].Weight
	s.at++
	return nil
}

func (s *state) Observe(_ env.Player, dst []float32) {
	dst[0], dst[1] = float32(s.at), float32(s.sum)
}

func (s *state) Returns(dst []float64) {
	clear(dst)
	if s.at < len(s.game.coins) || s.sum == 0 {
		return
	}
	dst[0], dst[1] = 1, -1
	if s.sum < 0 {
		dst[0], dst[1] = -1, 1
	}
}

func (s *state) Clone() env.State {
	c := *s
	return &c
}

func (s *state) ActionString(a env.Action) string { return [2]string{"tails", "heads"}[a] }

func (s *state) String() string { return fmt.Sprintf("%d coins, sum %d", s.at, s.sum) }
