package heat

import (
	"slices"

	"ringer/env"
)

// This file is what other packages may ask of a state. What is not said to be
// public depends on hidden cards: agents see it only in resampled worlds.

// A Question is what a state waits for.
type Question string

// The questions, in the order of the observation field "decision".
const (
	AskPick    Question = "pick"    // a card to pass in the draft
	AskClaim   Question = "claim"   // a title to claim, or silence
	AskPlay    Question = "play"    // a card for the stage
	AskTarget  Question = "target"  // a seat
	AskOption  Question = "option"  // a number
	AskDiscard Question = "discard" // a card to discard
	AskGive    Question = "give"    // a card to give away in a swap
	AskTake    Question = "take"    // a card to get in a swap
	AskReplace Question = "replace" // a card to put in place of the card in use, or decline
	AskExtra   Question = "extra"   // a card to add to the Record, or decline
	AskChance  Question = "chance"
	AskNothing Question = "over"
)

var questionNames = [...]Question{AskPick, AskClaim, AskPlay, AskTarget, AskOption, AskDiscard, AskGive, AskTake, AskReplace, AskExtra}

// Question is public.
func (s *State) Question() Question {
	switch s.actor {
	case env.Terminal:
		return AskNothing
	case env.Chance:
		return AskChance
	}
	return questionNames[s.node-nodePick]
}

// Game is the game that the state belongs to.
func (s *State) Game() *Game { return s.game }

// Heist and Stage count from 0; both are public. During the draft the stage is 0.
func (s *State) Heist() int { return int(s.heist) }

// Stage is public.
func (s *State) Stage() int { return int(s.stage) }

// Phase is "A", "B" or "C" while cards act, else empty. It is public.
func (s *State) Phase() string {
	if s.step == 0 {
		return ""
	}
	return phaseNames[s.phase]
}

// StartPlayer is public.
func (s *State) StartPlayer() int { return int(s.start) }

// Money is public; at the end it is what is left after paying for Heat, and may
// be negative.
func (s *State) Money(seat int) int { return int(s.now.money[seat]) }

// Heat is the number of tokens that a seat holds; public.
func (s *State) Heat(seat int) int { return int(s.now.heat[seat]) }

// Held is the number of tokens off the board; public.
func (s *State) Held() int { return s.now.held() }

// HeatValue is what one Heat costs by the board as it is; public.
func (s *State) HeatValue() int { return s.game.value(s.now.held()) }

// InUse is the kind of card that a seat uses in this stage, or -1; public.
func (s *State) InUse(seat int) int {
	if s.now.inUse[seat] == none {
		return -1
	}
	return int(s.now.inUse[seat])
}

// Record lists the kinds of card in a seat's Record, oldest first; public. The
// slice must not be written to and is valid until the next Apply.
func (s *State) Record(seat int) []uint8 { return s.now.of(seat) }

// HandSize is public.
func (s *State) HandSize(seat int) int { return int(s.mem.size[seat]) }

// DeckSize is the number of cards left in the deck; public.
func (s *State) DeckSize() int { return int(s.mem.left) }

// Hand counts the cards of a seat's hand by kind; known to the seat.
func (s *State) Hand(seat int) []uint8 { return s.mem.hand[seat][:s.game.types] }

// Committed is the kind of card that a seat has chosen in secret and not yet
// shown or passed, or -1; known to the seat.
func (s *State) Committed(seat int) int {
	if s.mem.commit[seat] == none {
		return -1
	}
	return int(s.mem.commit[seat])
}

// Discards counts the cards discarded in this heist by kind; public.
func (s *State) Discards() []uint8 { return s.mem.discards[:s.game.types] }

// Known counts the cards that one seat knows to be in the hand of another;
// known to the first.
func (s *State) Known(by, of int) []uint8 { return s.mem.known[by][of][:s.game.types] }

// Claim is the kind of card whose title a seat claims in this stage, or -1;
// public.
func (s *State) Claim(seat int) int {
	if s.claims[seat] == none {
		return -1
	}
	return int(s.claims[seat])
}

// Arrested says whether the game ended with everyone arrested; public.
func (s *State) Arrested() bool { return s.arrested }

// Shortages counts how often everyone had to return a Heat because the board
// ran out (HEAT-8); public.
func (s *State) Shortages() int { return int(s.fires) }

// A Kind is one kind of card, as the game knows it.
type Kind struct {
	ID, Title, Text string
	Copies          int      // in the deck at this number of players
	Phases          []string // in which it acts
	Icons, Tags     []string
	Worth           float64 // a rough price in dollars, apart from any position
}

// Kinds lists the kinds of card in the deck; their indices are the ids of the
// actions in the block "card".
func (g *Game) Kinds() []Kind {
	kinds := make([]Kind, g.types)
	for i := range kinds {
		t := &g.deck.types[i]
		kinds[i] = Kind{
			ID: t.id, Title: t.title, Text: t.text, Copies: int(t.copies), Worth: t.worth,
			Phases: named(phaseNames[:], uint32(t.phases)), Icons: named(iconNames[:], uint32(t.icons)), Tags: named(g.deck.tags, t.tags),
		}
	}
	return kinds
}

func named(names []string, bits uint32) []string {
	var out []string
	for i, n := range names {
		if bits>>i&1 != 0 {
			out = append(out, n)
		}
	}
	return out
}

// KindOf is the index of the kind with an id, or -1.
func (g *Game) KindOf(id string) int {
	return slices.IndexFunc(g.deck.types, func(t cardType) bool { return t.id == id })
}
