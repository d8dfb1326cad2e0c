package curio

import (
	"fmt"
	"ringer/env"
)

const none = -1 // no lot is up, or nobody takes it

// State is one point of an episode. Copying it is one assignment.
type State struct {
	game  *Game
	actor env.Player
	drawn int8                       // tastes drawn; the i-th is of seat i
	round int8                       // lots sold
	lot   int8                       // suit of the lot to bid for, or none
	taste [maxPlayers]int8           // suit, by seat
	coins [maxPlayers]int8           // paid bids are gone; a secret bid is still there
	won   [maxPlayers][maxSuits]int8 // lots, by seat and suit
	lots  [maxLots]int8              // suits, by round
	bids  [maxLots][maxPlayers]int8  // by round and seat; bids of the running round are secret
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	for a := range s.choices() {
		dst = append(dst, env.Action(a))
	}
	return dst
}

// choices returns the number of actions of the current player, which count from 0.
func (s *State) choices() int {
	switch s.actor {
	case env.Terminal:
		return 0
	case env.Chance:
		return len(s.game.c.Worth)
	}
	return int(s.coins[s.actor]) + 1
}

// ChanceOutcomes implements env.Chancer: every suit is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	n := len(s.game.c.Worth)
	for a := range n {
		dst = append(dst, env.Outcome{Action: env.Action(a), Prob: 1 / float64(n)})
	}
	return dst
}

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if a < 0 || int(a) >= s.choices() {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: fmt.Sprintf("want one of %d", s.choices())}
	}
	n := env.Player(s.game.c.Players)
	switch {
	case s.actor == env.Chance && s.drawn < int8(n):
		s.taste[s.drawn] = int8(a)
		s.drawn++
	case s.actor == env.Chance:
		s.lot, s.lots[s.round], s.actor = int8(a), int8(a), 0
	default:
		s.bids[s.round][s.actor] = int8(a)
		if s.actor++; s.actor == n {
			s.sell()
		}
	}
	return nil
}

// sell gives the lot to the highest bid, when it is alone.
func (s *State) sell() {
	if winner := s.winner(s.round); winner != none {
		s.coins[winner] -= s.bids[s.round][winner]
		s.won[winner][s.lot]++
	}
	s.round++
	s.lot, s.actor = none, env.Chance
	if int(s.round) == s.game.c.Lots {
		s.actor = env.Terminal
	}
}

// winner returns the seat whose bid of a round is alone the highest, or none.
func (s *State) winner(round int8) int {
	winner, high := none, int8(-1)
	for seat, bid := range s.bids[round][:s.game.c.Players] {
		switch {
		case bid > high:
			winner, high = seat, bid
		case bid == high:
			winner = none
		}
	}
	return winner
}

// Worth returns what the lots that a seat has are worth to it.
func (s *State) Worth(p env.Player) (sum int) {
	for suit := range s.game.c.Worth {
		sum += s.worthOf(p, suit) * int(s.won[p][suit])
	}
	return sum
}

// worthOf returns what a lot of a suit is worth to a seat: twice as much when it is its taste.
func (s *State) worthOf(p env.Player, suit int) int {
	if int8(p) < s.drawn && suit == int(s.taste[p]) {
		return 2 * s.game.c.Worth[suit]
	}
	return s.game.c.Worth[suit]
}

// Returns implements env.State.
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.actor != env.Terminal {
		return
	}
	mean := 0.0
	for seat := range dst {
		dst[seat] = float64(s.Worth(env.Player(seat)))
		mean += dst[seat] / float64(len(dst))
	}
	for seat := range dst {
		dst[seat] -= mean
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// Lot returns what the lot that is up is worth to a seat: 0 when none is.
func (s *State) Lot(p env.Player) int {
	if s.lot == none {
		return 0
	}
	return s.worthOf(p, int(s.lot))
}

// Left returns how many lots are to be sold, with the one that is up.
func (s *State) Left() int { return s.game.c.Lots - int(s.round) }

// Coins returns the coins of a seat.
func (s *State) Coins(p env.Player) int { return int(s.coins[p]) }

// Bid returns the secret bid of a seat for the lot that is up; ok is false before it.
func (s *State) Bid(p env.Player) (bid int, ok bool) {
	if p >= s.actor {
		return 0, false
	}
	return int(s.bids[s.round][p]), true
}
