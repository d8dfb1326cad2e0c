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

// RoundsBegun implements env.RoundCounter. The first round is under way before one is complete.
func (s *State) RoundsBegun() (int, string) { return int(s.round) + 1, "round" }

// Turn returns the seat whose turn it is; public.
func (s *State) Turn() int { return int(s.turn) }

// Points returns the points of a seat; public.
func (s *State) Points(seat int) int { return int(s.points[seat]) }

// JobsGone returns the number of Jobs that were captured or discarded; public.
func (s *State) JobsGone() int { return int(s.jobsDone) }

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

func (s *State) list(cards set, dst []int) []int {
	for !cards.empty() {
		dst = append(dst, int(s.game.deck.kindOf[cards.pop()]))
	}
	return dst
}

// A Kind is one kind of card of the Heist deck, as the game knows it.
type Kind struct {
	ID, Title, Text string
	Type            CardType
	Copies          int
	Skills          uint8 // bits, in the order of Skills
	Effects         []Consequence
	Role            int // number of its role in the observation
	Talent          int // number of its role among the roles of Personnel, or -1
}

// A Consequence is one effect of a card.
type Consequence struct {
	Op     Operation
	Amount int // 0 where the operation takes none
}

// Skills returns the names of the skills in the order of their bits.
func Skills() [6]string { return skillNames }

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
