package heist

import "ringer/env"

// This file is what other packages may ask of a state. What is not said to be
// public depends on hidden cards: agents see it only in resampled worlds.

// A Question is what a state waits for.
type Question string

// The questions, in the order of the observation field "decision".
const (
	AskRecruit  Question = "recruit"  // Personnel of the hand, or pass
	AskPartner  Question = "partner"  // a partner to trade with, or pass
	AskGive     Question = "give"     // what is offered
	AskWant     Question = "want"     // what is asked for it
	AskAnswer   Question = "answer"   // accept or decline
	AskPick     Question = "pick"     // which Con to give for the offer
	AskEvent    Question = "event"    // an Event, or pass
	AskPerson   Question = "person"   // target of an Event: Personnel
	AskOwner    Question = "owner"    // whose Personnel
	AskSeat     Question = "seat"     // target of an Event: a player
	AskJob      Question = "job"      // target of an Event: a Job
	AskExchange Question = "exchange" // a card to discard, or stop
	AskAttach   Question = "attach"   // a Complication or Secondary Job, or pass
	AskPlace    Question = "place"    // the Job to attach it to
	AskExecute  Question = "execute"  // a Job to execute, or pass
	AskObstacle Question = "obstacle" // what overcomes the next card, or give up
	AskUnspend  Question = "unspend"  // spent Personnel to free
	AskCrisis   Question = "crisis"   // a Crisis, or pass
	AskDiscard  Question = "discard"  // a card above the hand limit
	AskChance   Question = "chance"
	AskNothing  Question = "over"
)

var questionNames = [decisions]Question{
	AskRecruit, AskPartner, AskGive, AskWant, AskAnswer, AskPick, AskEvent, AskPerson, AskOwner, AskSeat, AskJob, AskExchange,
	AskAttach, AskPlace, AskExecute, AskObstacle, AskUnspend, AskCrisis, AskDiscard,
}

// Question is public.
func (s *State) Question() Question {
	switch s.actor {
	case env.Terminal:
		return AskNothing
	case env.Chance:
		return AskChance
	}
	return questionNames[s.node]
}

// Table is the state itself, also of a Recalled.
func (s *State) Table() *State { return s }

// Game is the game that the state belongs to.
func (s *State) Game() *Game { return s.game }

// Round counts from 0; Turn is whose turn it is. Both are public.
func (s *State) Round() int { return int(s.round) }

// Turn is public.
func (s *State) Turn() int { return int(s.turn) }

// Points are public.
func (s *State) Points(seat int) int { return int(s.points[seat]) }

// JobsGone and JobsDrawn count the Jobs that were captured or discarded, and
// those that were ever in play; public.
func (s *State) JobsGone() int { return int(s.jobsDone) }

// JobsDrawn is public.
func (s *State) JobsDrawn() int { return int(s.jobsDrawn) }

// LyingLow is how many turns a seat still lies low; public.
func (s *State) LyingLow(seat int) int { return int(s.lying[seat]) }

// HandSize is public.
func (s *State) HandSize(seat int) int { return int(s.held[seat]) }

// HandLimit is public.
func (s *State) HandLimit(seat int) int { return s.handLimit(int8(seat)) }

// CrewSize and CrewLimit are public.
func (s *State) CrewSize(seat int) int { return int(s.working[seat]) }

// CrewLimit is public.
func (s *State) CrewLimit(seat int) int { return s.crewLimit(s.crew[seat]) }

// DeckSize is the number of cards left in the Heist deck; public.
func (s *State) DeckSize() int { return s.deck.count() }

// HasJob says whether a seat has a Job in play, Value what it is worth, and Line
// how many of its cards are still to be overcome; public.
func (s *State) HasJob(seat int) bool { return s.job[seat] != nobody }

// JobCard is the Job in play of a seat, or nil; public. It must not be written
// to.
func (s *State) JobCard(seat int) *Job {
	if s.job[seat] == nobody {
		return nil
	}
	return s.jobOf(int8(seat))
}

// Value is public.
func (s *State) Value(seat int) int { return int(s.value[seat]) }

// Line is public.
func (s *State) Line(seat int) int { return int(s.line[seat].size - s.faced(int8(seat))) }

// Captured is how many Jobs a seat has captured; public.
func (s *State) Captured(seat int) int {
	n := 0
	for jobs := s.captured[seat]; jobs != 0; jobs &= jobs - 1 {
		n++
	}
	return n
}

// Executed is the seat whose Job is being executed, or -1; Thwarter is the
// Thwarter of the execution, or -1; Rival is the seat whose Job may be executed in
// this turn thanks to an Event, or -1. All are public.
func (s *State) Executed() int { return int(s.owner) }

// Thwarter is public.
func (s *State) Thwarter() int { return int(s.thwarter) }

// Rival is public.
func (s *State) Rival() int { return int(s.rival) }

// Needs counts, for each skill, the cards of a Job still to be overcome that the
// skill can overcome; public.
func (s *State) Needs(seat int) [6]int {
	var n [6]int
	l := &s.line[seat]
	for _, card := range l.cards[s.faced(int8(seat)):l.size] {
		for i := range skills {
			n[i] += int(s.obstacle(card) >> i & 1)
		}
	}
	return n
}

// Next is the skills, as bits, that overcome the next card of the line being
// faced, or 0; public.
func (s *State) Next() uint8 {
	if s.owner == nobody || s.next >= s.line[s.owner].size {
		return 0
	}
	return s.obstacle(s.line[s.owner].cards[s.next])
}

// Playing is the kind of the card that is being resolved, or -1; public.
func (s *State) Playing() int {
	if s.playing == none {
		return -1
	}
	return int(s.game.deck.kindOf[s.playing])
}

// An Offer is a trade as far as it has been told. Kinds are -1 where nothing is
// named.
type Offer struct {
	From, Partner int // seats; Partner is -1 when there is no offer
	Given         int // kind of Con or Personnel
	FromCrew      bool
	Want          int // kind of Personnel
	Skill         int // of the wanted Con
	Gift          bool
}

// Offer is public.
func (s *State) Offer() Offer {
	t, d := &s.trade, s.game.deck
	o := Offer{From: int(s.turn), Partner: int(t.partner), Given: -1, FromCrew: t.fromCrew, Want: -1, Skill: int(t.skill), Gift: t.forNothing}
	if t.given != none {
		o.Given = int(d.kindOf[t.given])
	}
	if t.want != none {
		o.Want = int(d.kindOf[t.want])
	}
	return o
}

// Hand lists the kinds of the cards in a hand, ascending, a kind once for every
// copy; known to the seat.
func (s *State) Hand(seat int, dst []int) []int { return s.list(s.hand[seat], dst) }

// Crew lists the kinds of the Personnel in play of a seat; public.
func (s *State) Crew(seat int, dst []int) []int { return s.list(s.crew[seat], dst) }

// Unspent lists the kinds of the Personnel of the executor that are not spent;
// public.
func (s *State) Unspent(dst []int) []int { return s.list(s.crew[s.turn].without(s.spent), dst) }

// Known lists the kinds of the cards that one seat knows to be in the hand of
// another; known to the first.
func (s *State) Known(by, of int, dst []int) []int {
	return s.list(s.knownHand(int8(by), int8(of)), dst)
}

func (s *State) list(cards set, dst []int) []int {
	for !cards.empty() {
		dst = append(dst, int(s.game.deck.kindOf[cards.pop()]))
	}
	return dst
}

// A Kind is one kind of card of the Heist deck, as the game knows it.
type Kind struct {
	ID, Title, Type, Text string
	Copies                int
	Skills                uint8 // bits, in the order of Skills()
	Person                int   // its number in the block "crew", or -1
	Effects               []Effect
}

// Skills lists the six skills in the order of their bits.
func Skills() [6]string { return skillNames }

// Kinds lists the kinds of card of the Heist deck; their indices are the ids of
// the actions in the block "card".
func (g *Game) Kinds() []Kind {
	kinds := make([]Kind, g.kinds)
	for i := range kinds {
		k := &g.deck.kinds[i]
		kinds[i] = Kind{
			ID: k.id, Title: k.title, Type: typeNames[k.typ], Text: k.text, Copies: k.size, Skills: k.skills, Person: int(k.person),
		}
		for _, e := range k.effects {
			kinds[i].Effects = append(kinds[i].Effects, Effect{operations[e.op].name, int(e.amount)})
		}
	}
	return kinds
}

// Roles says what the cards of each role do, in the order of the observation. A
// role is what kinds have in common that differ in nothing but their titles.
func (g *Game) Roles() []string {
	texts := make([]string, len(g.deck.roles))
	for i := range texts {
		texts[i] = g.deck.kinds[g.deck.kindOf[g.deck.roles[i].cards.first()]].text
	}
	return texts
}

// A Word is one operation of the language of cards.
type Word struct {
	Op     string
	Types  []string // of cards that may have it
	Amount bool     // takes an amount
	Doc    string
}

// Vocabulary lists the operations of the language of cards.
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

// Lacking is how many obstacles are left over when tools, each of which overcomes
// one obstacle with which it shares a skill, are dealt out as well as can be. Both
// are sets of skills, as bits; there may be up to 127 of each.
func Lacking(tools, needs []uint8) int {
	a, b := sums(tools), sums(needs)
	return lacking(&a, &b)
}

// sums is the summed tally of some sets of skills.
func sums(masks []uint8) tally {
	var t tally
	for _, m := range masks {
		t.add(m)
	}
	t.sum()
	return t
}

// Obstacles appends the skills, as bits, of each card of a Job that is still to be
// overcome, from left to right; public.
func (s *State) Obstacles(seat int, dst []uint8) []uint8 {
	l := &s.line[seat]
	for _, card := range l.cards[s.faced(int8(seat)):l.size] {
		dst = append(dst, s.obstacle(card))
	}
	return dst
}
