package payday

import (
	"errors"
	"slices"

	"ringer/env"
)

// Operations lists the words of Effect.Op, for the test that each is tested.
func Operations() []string {
	var names []string
	for _, o := range operations {
		names = append(names, o.name)
	}
	return names
}

// Draws lists the cards that a seat has drawn, for tests of resampling.
func (s *State) Draws(seat int) []uint16 {
	var cards []uint16
	for _, e := range s.log {
		if e.kind == evDraw && int(e.seat) == seat {
			cards = append(cards, e.value)
		}
	}
	return cards
}

// Replays applies the log's actions and draws to a fresh state, to see that a
// resampled history could have happened.
func (s *State) Replays() error {
	fresh := s.game.first.Clone().(*State)
	for _, a := range s.Actions() {
		if err := fresh.Apply(a); err != nil {
			return err
		}
	}
	if got, want := fresh.String(), s.String(); got != want {
		return errDiffers
	}
	return nil
}

var errDiffers = errors.New("the history leads elsewhere")

// Actions returns the actions that led to the state, by its log.
func (s *State) Actions() []env.Action {
	var list []env.Action
	for _, e := range s.log {
		switch e.kind {
		case evAct, evDraw, evSecret:
			list = append(list, env.Action(e.value))
		}
	}
	return list
}

// Hand counts the copies of a kind in its owner's hand.
func (s *State) Hand(kind int) int {
	z, i := s.zonesOf(uint8(kind))
	return int(z.hand[i])
}

// Known counts the copies of a kind in its owner's hand that the other seat knows
// of.
func (s *State) Known(kind int) int {
	z, i := s.zonesOf(uint8(kind))
	return int(z.known[i])
}

// Fighting returns the column of the combat under way, or -1.
func (s *State) Fighting() int { return int(s.battle) }

// Income returns the cash that the cards of a seat on the table add to its turns.
func (s *State) Income(seat int) int { return s.income(seat) }

// Placing returns the kind of card that waits for its place in the setup, or -1.
func (s *State) Placing() int {
	switch {
	case s.question == AskHard:
		return int(s.game.deck.hard[s.nextHard()])
	case s.placing == none:
		return -1
	}
	return int(s.placing)
}

// KindOf returns the index of the kind with an id, or -1.
func (g *Game) KindOf(id string) int {
	return slices.IndexFunc(g.deck.kinds, func(k kind) bool { return k.id == id })
}
