package heist

import (
	"math/bits"

	"ringer/env"
)

// This file holds what other packages may ask of a game and its states. Each
// answer says who may know it: all seats ("public") or one.

// MaxCards is the largest number of cards of a Heist deck.
const MaxCards = maxCards

// A Position is a state of either kind, a *State or a *Recalled.
type Position interface {
	env.State
	Table() *State // shares its memory with the position
}

// Table implements Position.
func (s *State) Table() *State { return s }

// Game returns the game that the state belongs to.
func (s *State) Game() *Game { return s.game }

// Round returns the number of complete rounds; public.
func (s *State) Round() int { return int(s.round) }

// Turn returns the seat whose turn it is; public.
func (s *State) Turn() int { return int(s.turn) }

// Points returns the points of a seat; public.
func (s *State) Points(seat int) int { return int(s.points[seat]) }

// JobsGone returns the number of Jobs that were captured or discarded; public.
func (s *State) JobsGone() int { return int(s.jobsDone) }

// JobsDrawn returns the number of Jobs that were ever in play; public.
func (s *State) JobsDrawn() int { return int(s.jobsDrawn) }

// LyingLow returns the number of turns for which a seat still lies low; public.
func (s *State) LyingLow(seat int) int { return int(s.lying[seat]) }

// HandSize returns the number of cards in a hand; public.
func (s *State) HandSize(seat int) int { return int(s.held[seat]) }

// HandLimit returns the number of cards that a seat may hold at the end of its
// turn; public.
func (s *State) HandLimit(seat int) int { return s.handLimit(int8(seat)) }

// CrewSize returns the number of Personnel in play of a seat; public.
func (s *State) CrewSize(seat int) int { return int(s.working[seat]) }

// CrewLimit returns the number of Personnel that a seat may have in play; public.
func (s *State) CrewLimit(seat int) int { return s.crewLimit(s.crew[seat]) }

// DeckSize returns the number of cards left in the Heist deck; public.
func (s *State) DeckSize() int { return s.deck.count() }

// HasJob returns whether a seat has a Job in play; public.
func (s *State) HasJob(seat int) bool { return s.job[seat] != nobody }

// JobCard returns the Job in play of a seat, or nil; public. Callers must not
// write to it.
func (s *State) JobCard(seat int) *Job {
	if s.job[seat] == nobody {
		return nil
	}
	return s.jobOf(int8(seat))
}

// Value returns the points of the Job in play of a seat, Secondary Jobs included;
// public.
func (s *State) Value(seat int) int { return int(s.value[seat]) }

// Line returns the number of cards of a Job that are still to be overcome; public.
func (s *State) Line(seat int) int { return int(s.line[seat].size - s.faced(int8(seat))) }

// Captured returns the number of Jobs that a seat has captured; public.
func (s *State) Captured(seat int) int { return bits.OnesCount16(s.captured[seat]) }

// Executed returns the seat whose Job is being executed, or -1; public.
func (s *State) Executed() int { return int(s.owner) }

// Thwarter returns the Thwarter of the execution, or -1; public.
func (s *State) Thwarter() int { return int(s.thwarter) }

// Rival returns the seat whose Job an Event lets the player execute this turn, or
// -1; public.
func (s *State) Rival() int { return int(s.rival) }

// Obstacles appends, for each card of a Job that is still to be overcome, the
// skills that overcome it, as bits, from left to right; public.
func (s *State) Obstacles(seat int, dst []uint8) []uint8 {
	l := &s.line[seat]
	for _, card := range l.cards[s.faced(int8(seat)):l.size] {
		dst = append(dst, s.obstacle(card))
	}
	return dst
}

// Next returns the skills that overcome the next card of the line being faced, as
// bits, or 0; public.
func (s *State) Next() uint8 {
	if s.owner == nobody || s.next >= s.line[s.owner].size {
		return 0
	}
	return s.obstacle(s.line[s.owner].cards[s.next])
}

// CrewSkills appends the skills of each Personnel in play of a seat, as bits;
// public.
func (s *State) CrewSkills(seat int, dst []uint8) []uint8 { return s.listSkills(s.crew[seat], dst) }

// UnspentSkills is CrewSkills without spent Personnel; public.
func (s *State) UnspentSkills(seat int, dst []uint8) []uint8 {
	return s.listSkills(s.unspent(int8(seat)), dst)
}

// ConSkills appends the skills of each Con in a hand, as bits; known to the seat.
func (s *State) ConSkills(seat int, dst []uint8) []uint8 {
	return s.listSkills(s.hand[seat].and(s.game.deck.ofType[TypeCon]), dst)
}

func (s *State) listSkills(cards set, dst []uint8) []uint8 {
	for !cards.empty() {
		dst = append(dst, s.game.deck.skills[cards.pop()])
	}
	return dst
}

// Playing returns the kind of the card that is being resolved, or -1; public.
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
	Skill         int // of the wanted Con; -1
	Gift          bool
}

// Offer returns the trade under way; public. Of several cards it is the one that is being
// named, or given: see Offers.
func (s *State) Offer() Offer {
	if s.node == nodePick {
		return s.offerOf(&s.trade, s.trade.at(0))
	}
	return s.offerOf(&s.trade, &s.trade.part)
}

// Offers appends to dst the parts of the trade under way that name a card; public.
func (s *State) Offers(dst []Offer) []Offer { return s.offersOf(&s.trade, dst) }

// RefusedOffers appends to dst the parts of the offer of this turn that was declined last;
// public.
func (s *State) RefusedOffers(dst []Offer) []Offer { return s.offersOf(&s.refused, dst) }

func (s *State) offersOf(t *offer, dst []Offer) []Offer {
	for i := range t.parts() {
		dst = append(dst, s.offerOf(t, t.at(i)))
	}
	return dst
}

func (s *State) offerOf(of *offer, t *part) Offer {
	d := s.game.deck
	o := Offer{From: int(s.turn), Partner: int(of.partner), Given: -1, FromCrew: t.fromCrew, Want: -1, Skill: int(t.skill), Gift: t.forNothing}
	if t.given != none {
		o.Given = int(d.kindOf[t.given])
	}
	if t.want != none {
		o.Want = int(d.kindOf[t.want])
	}
	return o
}

// Hand appends the kinds of the cards in a hand, ascending, a kind once for every
// copy; known to the seat.
func (s *State) Hand(seat int, dst []int) []int { return s.list(s.hand[seat], dst) }

// Crew appends the kinds of the Personnel in play of a seat; public.
func (s *State) Crew(seat int, dst []int) []int { return s.list(s.crew[seat], dst) }

// Unspent appends the kinds of the Personnel of the player whose turn it is that
// are not spent; public.
func (s *State) Unspent(dst []int) []int { return s.list(s.unspent(s.turn), dst) }

// Known appends the kinds of the cards that one seat knows to be in the hand of
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

// Began returns the seat that had the first turn; public.
func (s *State) Began() int { return int(s.start) }

// Won reports whether a seat has won, alone or with others; public.
func (s *State) Won(seat int) bool { return s.won>>seat&1 != 0 }

// Missing returns the number of Security cards that the Job of a seat and its Secondary
// Jobs lack; public.
func (s *State) Missing(seat int) int { return int(s.short[seat]) }

// Awaits returns in a few words what the state waits for; public.
func (s *State) Awaits() string { return s.asks() }

// CurrentEffect returns the words of the effect of the Event that is being resolved, or
// ""; public.
func (s *State) CurrentEffect() string {
	switch s.node {
	case nodePerson, nodeSeat, nodeJob, nodeOwner:
		return s.currentEffect().words()
	}
	return ""
}

// A LineCard is a card of a line.
type LineCard struct {
	ID, Title string
	Kind      int   // of a Heist card; -1 for Security
	Skills    uint8 // any of which overcomes it, as bits
	Overcome  bool
}

// LineCards appends all cards of the line of a seat's Job, from left to right; public.
func (s *State) LineCards(seat int, dst []LineCard) []LineCard {
	d, l := s.game.deck, &s.line[seat]
	for i, card := range l.cards[:l.size] {
		x := LineCard{Kind: -1, Skills: s.obstacle(card), Overcome: i < int(s.faced(int8(seat)))}
		if card >= lineSecurity {
			g := &d.guards[d.guardOf[card-lineSecurity]]
			x.ID, x.Title = g.id, g.title
		} else {
			k := s.kind(card)
			x.ID, x.Title, x.Kind = k.id, k.title, int(d.kindOf[card])
		}
		dst = append(dst, x)
	}
	return dst
}

// Attached appends the kinds of the cards attached to a seat's Job; public.
func (s *State) Attached(seat int, dst []int) []int { return s.list(s.attached[seat], dst) }

// Discards appends the kinds of the discarded Heist cards; public.
func (s *State) Discards(dst []int) []int { return s.list(s.discards, dst) }

// SecuritySize returns the number of cards left in the Security deck; public.
func (s *State) SecuritySize() int { return bits.OnesCount64(s.security) }

// SecurityDiscards returns the number of discarded Security cards of each skill; public.
func (s *State) SecurityDiscards() (counts [6]int) {
	for i, m := range &s.game.deck.guardsOf {
		counts[i] = bits.OnesCount64(s.spare & m)
	}
	return counts
}

// GoneJobs appends the Jobs that were captured or discarded; public. Callers must not
// write to them.
func (s *State) GoneJobs(dst []*Job) []*Job {
	for jobs := s.jobsGone; jobs != 0; jobs &= jobs - 1 {
		dst = append(dst, &s.game.deck.jobs[s.game.deck.jobOf[bits.TrailingZeros16(jobs)]])
	}
	return dst
}

// Elsewhere appends the kinds of the cards that a seat knows to be in other hands,
// without knowing in which; known to the seat.
func (s *State) Elsewhere(by int, dst []int) []int { return s.list(s.elsewhere(int8(by)), dst) }

// Seen appends the kinds of the cards that one seat has seen in the hand of another;
// known to both.
func (s *State) Seen(by, of int, dst []int) []int { return s.list(s.known[by][of], dst) }

// Shown returns how many cards of a hand another seat has seen; public.
func (s *State) Shown(by, of int) int { return s.known[by][of].count() }

// Lacked returns, for each skill and then for Reactions, how many cards of a hand that a
// seat does not know are none of these, because the holder of the hand gave an execution
// up; known to the seat. All are 0 where executions may be given up at any time.
func (s *State) Lacked(by, of int) (counts [7]int) {
	if s.game.strict {
		counts = s.lacked(int8(by), int8(of))
	}
	return counts
}

// Exchanged returns the number of cards discarded for new ones by an Event; public.
func (s *State) Exchanged() int { return int(s.swapped) }

// OffersLeft returns the number of offers that the seat whose turn it is may still make;
// public.
func (s *State) OffersLeft() int { return s.game.config.ContactOffers - int(s.offers) }

// Pending returns how many cards are still to be drawn, lost, freed or spent by what is
// going on; public.
func (s *State) Pending() int { return int(s.count) }

// Recipient returns the seat that draws or loses cards by what is going on; public.
func (s *State) Recipient() int { return int(s.who) }

// Refused returns the offer of this turn that was declined last; public.
func (s *State) Refused() Offer { return s.offerOf(&s.refused, &s.refused.part) }

// A Kind is one kind of card of the Heist deck, as the game knows it.
type Kind struct {
	ID, Title, Text string
	Type            CardType
	Copies          int
	Skills          uint8 // bits, in the order of Skills
	Effects         []Consequence
	Role            int // number of its role in the observation
	Talent          int // number of its role among those of Personnel, or -1
}

// A Consequence is one effect of a card.
type Consequence struct {
	Op     Operation
	Amount int // 0 where the operation takes none
}

// Skills returns the names of the skills in the order of their bits.
func Skills() [6]string { return skillNames }

// SkillTitles returns the names of the skills for people.
func SkillTitles() [6]string { return skillTitles }

// SkillWords returns skills as words: "Info or Tech".
func SkillWords(skills uint8) string { return skillWords(skills) }

// Kinds returns the kinds of card of the Heist deck; their indices are the ids of
// the actions in the block "card".
func (g *Game) Kinds() []Kind {
	d := g.deck
	kinds := make([]Kind, g.kinds)
	for i := range kinds {
		k := &d.kinds[i]
		role := d.roleOf[k.cards.first()]
		kinds[i] = Kind{
			ID: k.id, Title: k.title, Text: k.text, Type: k.typ, Copies: k.size, Skills: k.skills,
			Role: int(role), Talent: int(d.roles[role].talent),
		}
		for _, e := range k.effects {
			kinds[i].Effects = append(kinds[i].Effects, Consequence{e.op, int(e.amount)})
		}
	}
	return kinds
}

// Cards returns the number of cards of the Heist deck.
func (g *Game) Cards() int { return g.deck.size }

// LongestLine returns the number of cards that could lie in one line.
func (g *Game) LongestLine() int { return g.deck.longestLine() }

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
