package liarsdice

import (
	"fmt"
	"math/bits"

	"ringer/env"
)

const noBid = -1

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
//
// Bids only rise and the seats alternate, so the set of bids made is the whole
// history of the bidding.
type State struct {
	game   *Game
	bids   uint64 // bids made, bit by action
	actor  env.Player
	caller int8                    // seat that called liar, once the episode is over
	bid    int8                    // the last bid, or noBid
	rolled uint8                   // dice rolled so far: first all of seat 0, then all of seat 1
	dice   [players * MaxDice]int8 // faces from 0, of the dice rolled; the dice of a seat in ascending order
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	g := s.game
	switch {
	case s.actor >= 0 && a > env.Action(s.bid) && a < g.liar:
		s.bids |= 1 << uint(a)
		s.bid = int8(a)
		s.actor = 1 - s.actor
	case s.actor >= 0 && a == g.liar && s.bid != noBid:
		s.caller = int8(s.actor)
		s.actor = env.Terminal
	case s.actor == env.Chance && a >= 0 && int(a) < g.sides:
		s.roll(int8(a))
	default:
		return s.illegal(a)
	}
	return nil
}

// roll adds a die to the dice of the seat whose turn it is to roll.
func (s *State) roll(face int8) {
	i := int(s.rolled)
	first := 0
	if i >= s.game.dice {
		first = s.game.dice
	}
	for ; i > first && s.dice[i-1] > face; i-- {
		s.dice[i] = s.dice[i-1]
	}
	s.dice[i] = face
	s.rolled++
	if int(s.rolled) == players*s.game.dice {
		s.actor = 0
	}
}

// own returns the dice of a seat rolled so far, ascending.
func (s *State) own(seat int) []int8 {
	first := seat * s.game.dice
	last := min(first+s.game.dice, int(s.rolled))
	return s.dice[first:max(first, last)]
}

// bidHolds reports whether the last bid is true of all dice.
func (s *State) bidHolds() bool {
	sides := int8(s.game.sides)
	quantity, face := s.bid/sides+1, s.bid%sides
	for _, die := range s.dice[:s.rolled] {
		if die == face || die == sides-1 {
			quantity--
		}
	}
	return quantity <= 0
}

// winner returns the seat that won: the bidder when the bid holds, else the caller.
func (s *State) winner() int {
	if s.bidHolds() {
		return 1 - int(s.caller)
	}
	return int(s.caller)
}

// Returns implements env.State: +1 for the winner, -1 for the other seat.
func (s *State) Returns(dst []float64) {
	if len(dst) != players {
		panic("liarsdice: Returns needs one element per seat")
	}
	dst[0], dst[1] = 0, 0
	if s.actor == env.Terminal {
		winner := s.winner()
		dst[winner], dst[1-winner] = 1, -1
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// LegalActions implements env.State: every higher bid, and liar once there is
// a bid. Chance may roll every face.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch {
	case s.actor >= 0 && s.bid == noBid:
		return append(dst, g.actions[:g.liar]...)
	case s.actor >= 0:
		return append(dst, g.actions[s.bid+1:]...)
	case s.actor == env.Chance:
		return append(dst, g.actions[:g.sides]...)
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case s.actor == env.Chance:
		e.Reason = fmt.Sprintf("a roll is from 0 to %d", s.game.sides-1)
	case a == s.game.liar:
		e.Reason = "there is no bid to doubt"
	case a < 0 || a > s.game.liar:
		e.Reason = fmt.Sprintf("want a bid (0 to %d) or liar (%d)", s.game.liar-1, s.game.liar)
	default:
		e.Reason = "a bid must be higher than " + string(s.game.appendBid(nil, env.Action(s.bid)))
	}
	return e
}

// ChanceOutcomes implements env.Chancer: every face is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	return append(dst, s.game.rolls...)
}

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to roll, or the episode is over
	AskOpen                    // the first bid
	AskAnswer                  // a higher bid, or liar
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	switch {
	case s.actor < 0:
		return AskNothing
	case s.bid == noBid:
		return AskOpen
	}
	return AskAnswer
}

// Choice is the meaning of a seat's action: a bid, or liar.
type Choice struct {
	Liar     bool
	Quantity int // of a bid: how many dice of all at least
	Face     int // of a bid: from 1; the highest is wild
}

// Decode returns the meaning of a seat's action.
func (g *Game) Decode(a env.Action) Choice {
	if a == g.liar {
		return Choice{Liar: true}
	}
	return Choice{Quantity: int(a)/g.sides + 1, Face: int(a)%g.sides + 1}
}

// Retrace implements env.Retracer: from before the roll.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	for _, face := range s.dice[:s.rolled] {
		dst = append(dst, env.Action(face))
	}
	for bids := s.bids; bids != 0; bids &= bids - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros64(bids)))
	}
	if s.actor == env.Terminal {
		dst = append(dst, s.game.liar)
	}
	return s.game.NewInitialState(), dst
}

// Conservation implements env.Conserver: every seat keeps its dice, in order,
// each with a face that exists.
func (s *State) Conservation() error {
	if got := len(s.own(0)) + len(s.own(1)); got != int(s.rolled) || got > players*s.game.dice {
		return fmt.Errorf("liarsdice: %d dice with the seats, %d rolled", got, s.rolled)
	}
	for seat := range players {
		dice := s.own(seat)
		for i, face := range dice {
			if face < 0 || int(face) >= s.game.sides || i > 0 && dice[i-1] > face {
				return fmt.Errorf("liarsdice: seat %d has the dice %s", seat, appendDice(nil, dice))
			}
		}
	}
	return nil
}

// The methods below are for programs that draw the table. One that is not marked as public
// returns what is hidden.

// Dice returns the number of dice of each seat, and Sides the number of faces of a die.
func (g *Game) Dice() int { return g.dice }

// Sides returns the number of faces of a die, the highest of which is wild.
func (g *Game) Sides() int { return g.sides }

// Rolled returns the faces of the dice that a seat has rolled so far, from 1.
func (s *State) Rolled(seat int) []int {
	var faces []int
	for _, face := range s.own(seat) {
		faces = append(faces, int(face)+1)
	}
	return faces
}

// Bids returns the bids so far. Seat 0 made the first, and then they alternate. Public.
func (s *State) Bids() []Choice {
	var bids []Choice
	for left := s.bids; left != 0; left &= left - 1 {
		a := bits.TrailingZeros64(left)
		bids = append(bids, Choice{Quantity: a/s.game.sides + 1, Face: a%s.game.sides + 1})
	}
	return bids
}

// Caller returns the seat that called liar, whether the bid held, and the seat that won.
// Public once the game is over.
func (s *State) Caller() (caller int, held bool, winner int) {
	return int(s.caller), s.bidHolds(), s.winner()
}
