package goofspiel

import (
	"fmt"
	"math/bits"

	"ringer/env"
)

const (
	noCard = -1
	nobody = -1 // the winner of a tied bid
)

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
//
// Cards count from 0; card c is worth c+1, as a bid and as a prize.
type State struct {
	game   *Game
	left   uint16             // prizes not revealed yet, bit by card
	hands  [MaxPlayers]uint16 // bit by card; a card bid is out of the hand at once
	points [MaxPlayers]uint8
	actor  env.Player
	round  uint8                      // finished rounds
	prize  int8                       // the prize of the current round; noCard before it is revealed and at the end
	prizes [MaxCards]int8             // by round
	won    [MaxCards]int8             // by finished round: seat, or nobody
	bids   [MaxPlayers][MaxCards]int8 // by seat and round
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	switch {
	case s.actor >= 0 && uint32(a) < 16 && s.hands[s.actor]>>a&1 == 1:
		s.commit(int(s.actor), int8(a))
		if s.actor++; int(s.actor) == s.game.config.Players {
			s.award()
			s.openRound()
		}
	case s.actor == env.Chance && uint32(a) < 16 && s.left>>a&1 == 1:
		s.reveal(int8(a))
		s.actor = 0
	default:
		return s.illegal(a)
	}
	return nil
}

// commit moves a card from a hand to the bids of the current round.
func (s *State) commit(seat int, card int8) {
	s.hands[seat] &^= 1 << card
	s.bids[seat][s.round] = card
}

// reveal makes a card the prize of the current round.
func (s *State) reveal(card int8) {
	s.left &^= 1 << card
	s.prize = card
	s.prizes[s.round] = card
}

// award gives the prize to the highest bid, when it is alone, and ends the
// round.
func (s *State) award() {
	high, winner := int8(noCard), int8(nobody)
	for seat := range s.game.config.Players {
		switch bid := s.bids[seat][s.round]; {
		case bid > high:
			high, winner = bid, int8(seat)
		case bid == high:
			winner = nobody
		}
	}
	if winner != nobody {
		s.points[winner] += uint8(s.prize) + 1
	}
	s.won[s.round] = winner
	s.round++
	s.prize = noCard
}

// openRound reveals the next prize or leaves that to chance. The last round
// holds no choice, not even for chance, and is played out at once.
func (s *State) openRound() {
	switch cards := s.game.config.Cards; {
	case int(s.round) == cards:
		s.actor = env.Terminal
	case int(s.round) == cards-1:
		s.reveal(int8(bits.TrailingZeros16(s.left)))
		for seat := range s.game.config.Players {
			s.commit(seat, int8(bits.TrailingZeros16(s.hands[seat])))
		}
		s.award()
		s.actor = env.Terminal
	case s.game.config.Order == Descending:
		s.reveal(int8(bits.Len16(s.left) - 1))
		s.actor = 0
	case s.game.config.Order == Ascending:
		s.reveal(int8(bits.TrailingZeros16(s.left)))
		s.actor = 0
	default:
		s.actor = env.Chance
	}
}

// revealed returns the number of prizes revealed so far.
func (s *State) revealed() int {
	if s.prize != noCard {
		return int(s.round) + 1
	}
	return int(s.round)
}

// committed reports whether a seat has bid in the current round.
func (s *State) committed(seat int) bool { return seat < int(s.actor) }

// Returns implements env.State; Config.Returns says what they are.
func (s *State) Returns(dst []float64) {
	if len(dst) != s.game.config.Players {
		panic("goofspiel: Returns needs one element per seat")
	}
	clear(dst)
	if s.actor != env.Terminal {
		return
	}
	if s.game.config.Returns == PointDifference {
		sum := 0
		for seat := range dst {
			sum += int(s.points[seat])
		}
		mean := float64(sum) / float64(len(dst))
		for seat := range dst {
			dst[seat] = float64(s.points[seat]) - mean
		}
		return
	}
	winners, most := s.winners()
	if winners == len(dst) {
		return
	}
	for seat := range dst {
		if s.points[seat] == most {
			dst[seat] = 1 / float64(winners)
		} else {
			dst[seat] = -1 / float64(len(dst)-winners)
		}
	}
}

// winners returns the number of seats with the most points, and those points.
func (s *State) winners() (count int, most uint8) {
	for _, points := range s.points[:s.game.config.Players] {
		switch {
		case points > most || count == 0:
			count, most = 1, points
		case points == most:
			count++
		}
	}
	return count, most
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// LegalActions implements env.State: any card of the hand. Chance may reveal
// every prize left.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	var cards uint16
	switch {
	case s.actor >= 0:
		cards = s.hands[s.actor]
	case s.actor == env.Chance:
		cards = s.left
	}
	for ; cards != 0; cards &= cards - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros16(cards)))
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch s.actor {
	case env.Terminal:
		e.Reason = "the episode is over"
	case env.Chance:
		e.Reason = "the prizes left are " + cardList(s.left)
	default:
		e.Reason = "the hand is " + cardList(s.hands[s.actor])
	}
	return e
}

// ChanceOutcomes implements env.Chancer: every prize left is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	prob := 1 / float64(bits.OnesCount16(s.left))
	for left := s.left; left != 0; left &= left - 1 {
		dst = append(dst, env.Outcome{Action: env.Action(bits.TrailingZeros16(left)), Prob: prob})
	}
	return dst
}

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to reveal a prize, or the episode is over
	AskBid                     // a card of the hand, for the prize
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	if s.actor < 0 {
		return AskNothing
	}
	return AskBid
}

// Choice is the meaning of a seat's action.
type Choice struct {
	Card int // the card that is bid, from 1
}

// Decode returns the meaning of a seat's action.
func (g *Game) Decode(a env.Action) Choice { return Choice{Card: int(a) + 1} }

// Retrace implements env.Retracer: from the first round where the bids of finished rounds
// stay hidden, else from the beginning of the round under way. Worlds of several such seats
// come with odds of their own (ApproximateWorlds), so that nothing is retraced there.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	g, c := s.game, *s
	if g.ApproximateWorlds() != "" {
		return &c, dst
	}
	if !g.config.ImpInfo {
		for seat := range max(0, int(s.actor)) {
			card := s.bids[seat][s.round]
			c.hands[seat] |= 1 << card
			dst = append(dst, env.Action(card))
		}
		c.actor = min(c.actor, 0) // chance and the end stay
		return &c, dst
	}
	for round := range min(s.revealed(), g.config.Cards-1) { // the last round plays itself
		if g.config.Order == Random {
			dst = append(dst, env.Action(s.prizes[round]))
		}
		for seat := range g.config.Players {
			if round < int(s.round) || s.committed(seat) {
				dst = append(dst, env.Action(s.bids[seat][round]))
			}
		}
	}
	return g.NewInitialState(), dst
}

// Conservation implements env.Conserver: every hand and its bids, and the
// prizes revealed and left, hold every card once; all points won are there.
func (s *State) Conservation() error {
	all := s.game.allCards()
	points := 0
	for seat := range s.game.config.Players {
		rounds := int(s.round)
		if s.committed(seat) {
			rounds++
		}
		if !partition(all, s.hands[seat], s.bids[seat][:rounds]) {
			return fmt.Errorf("goofspiel: seat %d holds %s and has bid %d (cards from 0)", seat, cardList(s.hands[seat]), s.bids[seat][:rounds])
		}
		points += int(s.points[seat])
	}
	if !partition(all, s.left, s.prizes[:s.revealed()]) {
		return fmt.Errorf("goofspiel: prizes %s are left and %d are out (cards from 0)", cardList(s.left), s.prizes[:s.revealed()])
	}
	for round := range int(s.round) {
		if s.won[round] != nobody {
			points -= int(s.prizes[round]) + 1
		}
	}
	if points != 0 {
		return fmt.Errorf("goofspiel: the seats have %d points more than they won", points)
	}
	return nil
}

// partition reports whether a set and a list hold every card of all exactly once.
func partition(all, set uint16, list []int8) bool {
	for _, card := range list {
		if set>>card&1 == 1 {
			return false
		}
		set |= 1 << card
	}
	return set == all
}

// The methods below are for programs that draw the table. One that is not marked as public
// returns what is hidden.

// Config returns the configuration that the game was built with.
func (g *Game) Config() Config { return g.config }

// Hand returns the cards of a seat. Public where bids are.
func (s *State) Hand(seat int) []int { return cards(s.hands[seat]) }

// Prizes returns the prizes that are still to come. Public.
func (s *State) Prizes() []int { return cards(s.left) }

func cards(set uint16) []int {
	var list []int
	for card := range 16 {
		if set>>card&1 != 0 {
			list = append(list, card+1)
		}
	}
	return list
}

// Prize returns the prize that is bid for, 0 for none. Public.
func (s *State) Prize() int { return int(s.prize) + 1 }

// Rounds returns how many rounds are finished. Public.
func (s *State) Rounds() int { return int(s.round) }

// Round returns the prize of a finished round and the seat that won it, -1 for nobody.
// Public.
func (s *State) Round(i int) (prize, winner int) { return int(s.prizes[i]) + 1, int(s.won[i]) }

// Bid returns what a seat has bid in a round, the one under way included; 0 for nothing.
func (s *State) Bid(seat, round int) int {
	if round == int(s.round) && !s.committed(seat) {
		return 0
	}
	return int(s.bids[seat][round]) + 1
}

// Points returns the points of a seat. Public.
func (s *State) Points(seat int) int { return int(s.points[seat]) }
