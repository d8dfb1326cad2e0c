package heist

import (
	"ringer/env"
)

// This file lets tests set up positions card by card. Cards are named by title
// and come from the decks, so that positions keep all cards.

// Blank returns a state after the start roll, before anything is dealt; seat 0
// begins.
func Blank(g *Game) *State {
	s := g.first.Clone().(*State)
	s.start, s.turn, s.who = 0, 0, 0
	return s
}

func (g *Game) card(s *State, title string) uint8 {
	for i := range g.deck.kinds {
		if g.deck.kinds[i].title == title {
			if cards := s.deck.and(g.deck.kinds[i].cards); !cards.empty() {
				return cards.first()
			}
			panic(title + " is not in the deck")
		}
	}
	panic("no card " + title)
}

// Deal puts cards of the deck into a hand.
func Deal(s *State, seat int, titles ...string) {
	for _, t := range titles {
		s.drawn(int8(seat), s.game.card(s, t))
	}
}

// Hire puts Personnel of the deck into a crew.
func Hire(s *State, seat int, titles ...string) {
	for _, t := range titles {
		card := s.game.card(s, t)
		s.deck.remove(card)
		s.joins(int8(seat), card)
	}
}

// HireMany puts this many Personnel of the deck that are no Leaders into a crew.
func HireMany(s *State, seat, n int) {
	d := s.game.deck
	for range n {
		card := s.deck.and(d.ofType[TypePersonnel]).first()
		s.deck.remove(card)
		s.joins(int8(seat), card)
	}
}

// DealMany puts this many Cons of the deck into a hand.
func DealMany(s *State, seat, n int) {
	for range n {
		s.drawn(int8(seat), s.deck.and(s.game.deck.ofType[TypeCon]).first())
	}
}

// Bury moves the whole Heist deck to the discards, but some cards.
func Bury(s *State, but ...string) {
	var keep set
	for _, t := range but {
		keep.add(s.game.card(s, t))
	}
	s.discards = s.discards.or(s.deck.without(keep))
	s.deck = keep
}

// PutJob gives a seat a Job with a line of Security cards.
func PutJob(s *State, seat int, job string, security ...string) {
	d := s.game.deck
	found := false
	for i := range d.jobs {
		if d.jobs[i].Title == job {
			s.takeJob(int8(seat), env.Action(i))
			found = true
		}
	}
	if !found {
		panic("no Job " + job)
	}
	for _, t := range security {
		PushSecurity(s, seat, t)
	}
}

// PushSecurity puts a Security card at the end of a line.
func PushSecurity(s *State, seat int, title string) {
	for i := range s.game.deck.guards {
		if k := &s.game.deck.guards[i]; k.title == title && s.security&k.cards() != 0 {
			s.guards(int8(seat), i)
			return
		}
	}
	panic(title + " is not in the Security deck")
}

// SpareSecurity leaves this many Security cards in the deck; the others are
// discarded, or kept out of play in a line when gone.
func SpareSecurity(s *State, left int) {
	for s.security != 0 && left < countBits(s.security) {
		low := s.security & -s.security
		s.security &^= low
		s.spare |= low
	}
}

func countBits(x uint64) int {
	n := 0
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// Begin starts a phase of a seat's turn.
func Begin(s *State, seat int, phase string) {
	s.turn = int8(seat)
	switch phase {
	case "planning":
		s.planning()
	case "recruit":
		s.recruit()
	case "contacts":
		s.contacts()
	case "event":
		s.event()
	case "complications":
		s.complications()
	case "execution":
		s.execution()
	case "job":
		s.jobPhase()
	default:
		panic(phase)
	}
}

// LieLow makes a seat lie low.
func LieLow(s *State, seat, turns int) { s.lying[seat] = uint8(turns) }

// StartAt says who began the game.
func StartAt(s *State, seat int) { s.start = int8(seat) }

// SetRound says which round it is, from 0.
func SetRound(s *State, round int) { s.round = int16(round) }

// Score gives a seat points.
func Score(s *State, seat, points int) { s.points[seat] = int16(points) }

// Spare counts the discards of the Security deck, Left its cards.
func Spare(s *State) int { return countBits(s.spare) }

// Left counts the cards of the Security deck.
func Left(s *State) int { return countBits(s.security) }

// Discarded lists the titles of the discards of the Heist deck.
func Discarded(s *State) string { return s.game.titles(s.discards) }

// Retry forgets nothing and redeals: the position as p may believe it to be.
func Redeal(s *State, p int, rng env.Rand) *State {
	return s.ResampleFromInfoState(env.Player(p), rng).(*State)
}

// Holds reports whether a hand has a card.
func Holds(s *State, seat int, title string) bool {
	for cards := s.hand[seat]; !cards.empty(); {
		if s.kind(cards.pop()).title == title {
			return true
		}
	}
	return false
}

// Operations and CardTypes returns the vocabulary, for the test that all of it is
// tested.
func Operations() []string {
	var names []string
	for _, o := range operations {
		names = append(names, o.name)
	}
	return names
}

// CardTypes are the types of cards of the Heist deck.
func CardTypes() []string { return typeNames[:] }

// Epoch is how often the Heist deck was made.
func Epoch(s *State) int { return int(s.epoch) }

// PushAny puts the next Security card of the deck at the end of a line.
func PushAny(s *State, seat int) {
	for i := range s.game.deck.guards {
		if s.security&s.game.deck.guards[i].cards() != 0 {
			s.guards(int8(seat), i)
			return
		}
	}
	panic("the Security deck is out")
}

// TakeAway discards the Job of a seat, without anything that follows.
func TakeAway(s *State, seat int) {
	s.clearJob(int8(seat))
	s.jobsDone++
}

// Gone marks a Job as drawn and discarded.
func Gone(s *State, job string) {
	for i := range s.job {
		if s.job[i] == nobody {
			PutJob(s, i, job)
			TakeAway(s, i)
			return
		}
	}
	PutJobAside(s, job)
}

// PutJobAside draws a Job and discards it when every seat has one.
func PutJobAside(s *State, job string) {
	for i := range s.game.deck.jobs {
		if s.game.deck.jobs[i].Title == job {
			s.jobsUnseen &^= 1 << i
			s.jobsDrawn++
			s.jobsGone |= 1 << i
			s.jobsDone++
		}
	}
}

// Actions lists the actions of a history.
func Actions(r *Recalled) []env.Action {
	var actions []env.Action
	for _, e := range r.log.entries {
		if e.node != nodeSee {
			actions = append(actions, env.Action(e.act))
		}
	}
	return actions
}

// DeckSize returns the number of cards left in the Heist deck; public.
func (s *State) DeckSize() int { return s.deck.count() }

// JobsDrawn returns the number of Jobs that were ever in play; public.
func (s *State) JobsDrawn() int { return int(s.jobsDrawn) }

// Known appends the kinds of the cards that one seat knows to be in the hand of
// another; known to the first.
func (s *State) Known(by, of int, dst []int) []int {
	return s.list(s.knownHand(int8(by), int8(of)), dst)
}

// RefusedOffers appends to dst the parts of the offer of this turn that was declined last;
// public.
func (s *State) RefusedOffers(dst []Offer) []Offer { return s.offersOf(&s.refused, dst) }

// A Word is one operation of the language of cards.
type Word struct {
	Op     string
	Types  []string // of cards that may have it
	Amount bool     // takes an amount
	Doc    string
}

// Vocabulary returns the operations of the language of cards.
func Vocabulary() []Word {
	var words []Word
	for _, o := range operations {
		w := Word{Op: o.name, Amount: o.amount, Doc: o.doc}
		for i, t := range typeNames {
			if o.types>>i&1 != 0 {
				w.Types = append(w.Types, t)
			}
		}
		words = append(words, w)
	}
	return words
}
