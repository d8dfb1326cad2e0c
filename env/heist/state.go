package heist

import (
	"ringer/env"
)

// A node says for which input a state waits: a Question to a seat, or a roll of
// chance.
type node uint8

// The nodes that ask a seat have the numbers of their questions.
const (
	nodeRecruit  = node(AskRecruit)
	nodePartner  = node(AskPartner)
	nodeGive     = node(AskGive)
	nodeWant     = node(AskWant)
	nodeAnswer   = node(AskAnswer)
	nodePick     = node(AskPick)
	nodeEvent    = node(AskEvent)
	nodePerson   = node(AskPerson)
	nodeOwner    = node(AskOwner)
	nodeSeat     = node(AskSeat)
	nodeJob      = node(AskJob)
	nodeExchange = node(AskExchange)
	nodeAttach   = node(AskAttach)
	nodePlace    = node(AskPlace)
	nodeExecute  = node(AskExecute)
	nodeObstacle = node(AskObstacle)
	nodeUnspend  = node(AskUnspend)
	nodeCrisis   = node(AskCrisis)
	nodeDiscard  = node(AskDiscard)
)

// The nodes of chance, and the end.
const (
	nodeStart         = node(AskChance) + iota // who begins
	nodeDeal                                   // a card of the first hands
	nodeFirstJob                               // a Job for each
	nodeFirstSecurity                          // a Security card for a Job of the setup
	nodeDraw                                   // a card of the Heist deck
	nodeLose                                   // a card of a hand to discard
	nodeSecurity                               // a Security card for a line
	nodeThwarter                               // an opponent
	nodeDie                                    // after a card of the line
	nodeSpend                                  // unspent Personnel to spend
	nodeCrew                                   // whether Personnel is lost
	nodeLieLow                                 // for how many turns
	nodeNewJob                                 // a Job
	nodeOver
	nodes
)

// nobody stands for no seat and no Job, none for no card.
const (
	nobody int8  = -1
	none   uint8 = 0xFF
)

// lineSecurity is added to the number of a Security card in a line.
const lineSecurity = maxCards

// A line holds the cards of a Job that must be overcome, from left to right: numbers
// of Heist cards, or of Security cards plus lineSecurity.
type line struct {
	cards [maxLine]uint8
	size  uint8
}

// An offer is a trade as far as it is known: the part that is being named, and those that
// were before it (HEIST-4).
type offer struct {
	partner int8
	part
	earlier [maxTrade - 1]part
	whole   uint8 // how many of those there are
}

// A part of an offer is one card and what is wanted for it.
type part struct {
	given      uint8 // a card; none
	fromCrew   bool  // given from the crew, else from the hand
	want       uint8 // Personnel of the partner; none
	skill      int8  // of the wanted Con; -1
	forNothing bool
}

// State is one point of an episode. It implements env.State and the optional
// interfaces of package env that apply, but env.InfoStater: see Recalled.
type State struct {
	game *Game

	node  node
	actor env.Player
	turn  int8 // the seat whose turn it is
	start int8 // the seat that began
	round int16
	opts  options // of the seat that decides

	// the Heist deck
	deck, discards  set
	hand, crew      [maxSeats]set
	held, working   [maxSeats]uint8         // numbers of cards in hand and of Personnel in play
	playing         uint8                   // the card that is being resolved, or none
	known           [maxSeats][maxSeats]set // known[p][q]: cards that p knows to be in the hand of q
	fresh           set                     // cards of the deck when it was last made
	epoch           uint8                   // number of times that the deck was made anew
	drawnIn         [maxCards]uint8         // epoch in which a card was last in the deck
	drew            [maxSeats]set           // cards that a seat has drawn since then; of decks with copies only
	bars            [maxCards]uint8         // what a card of a hand cannot be: see giveUp
	security, spare uint64                  // deck and discards of Security

	// Jobs
	jobsUnseen uint16 // never drawn, those removed from the game included
	jobsDrawn  int8
	jobsGone   uint16         // captured or discarded
	jobsDone   int8           // the number of them
	job        [maxSeats]int8 // in play; nobody
	value      [maxSeats]int16
	short      [maxSeats]int8 // Security cards that the Job and its Secondary Jobs lack
	attached   [maxSeats]set
	line       [maxSeats]line
	points     [maxSeats]int16
	captured   [maxSeats]uint16 // Jobs
	lying      [maxSeats]uint8  // turns of lying low that are left
	won        uint8

	// the turn
	count    uint8 // draws, deals, losses or spends under way that are left
	who      int8  // the seat that gets or loses those cards
	offers   uint8 // made in this turn
	trade    offer
	refused  offer // the last one of this turn that was declined
	effect   uint8 // next effect of the Event being resolved
	swapped  uint8 // cards discarded for an exchange
	placed   uint8 // the Secondary Job whose Security is being dealt, or none
	rival    int8  // the seat whose Job may be executed as well, or nobody
	executed bool  // a Job was executed in this turn
	owner    int8  // of the Job that is being executed, or nobody
	next     uint8 // next card of that line
	thwarter int8
	spent    set
	rolling  set // Personnel whose dice are not rolled yet

	log    *history // of a Recalled
	teller *teller  // nil but while Tell follows an action
}

// Recalled is a State that keeps its whole history (history=on) and names
// information states. It is for tabular and exact methods on small decks: on the
// full game the names grow very long.
type Recalled struct{ State }

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if !s.isLegal(a) {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks()}
	}
	if s.log != nil {
		s.log.note(s, a)
	}
	if s.actor == env.Chance {
		s.rolled(a)
	} else {
		s.decided(s.Decode(a))
	}
	return nil
}

// Apply implements env.State.
func (r *Recalled) Apply(a env.Action) error {
	if r.log == nil {
		r.log = &history{}
	}
	return r.State.Apply(a)
}

// Returns implements env.State (C-3).
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.node != nodeOver {
		return
	}
	var won [maxSeats]bool
	for i := range s.game.players {
		won[i] = s.won>>i&1 != 0
	}
	env.ShareReturns(won[:s.game.players], dst)
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// Clone implements env.State.
func (r *Recalled) Clone() env.State {
	c := &Recalled{}
	c.CopyFrom(r)
	return c
}

// CopyFrom implements env.CopierFrom.
func (r *Recalled) CopyFrom(src env.State) {
	from, log := src.(*Recalled), r.log
	if log == nil {
		log = &history{}
	}
	log.entries = log.entries[:0]
	if from.log != nil {
		log.entries = append(log.entries, from.log.entries...)
	}
	r.State = from.State
	r.log = log
}

// ask makes the state wait for a seat's decision.
func (s *State) ask(n node, seat int8) {
	s.node, s.actor = n, env.Player(seat)
	s.findOptions()
}

// roll makes the state wait for chance.
func (s *State) roll(n node) { s.node, s.actor = n, env.Chance }

// after returns the seat to the left of another.
func (g *Game) after(seat int8) int8 {
	if seat++; int(seat) == g.players {
		return 0
	}
	return seat
}

// relative returns the seat k places to the left of p.
func (g *Game) relative(p int8, k int) int8 { return int8(g.seats.Absolute(int(p), k)) }

// distance returns how many places a seat is to the left of p.
func (g *Game) distance(p, seat int8) int { return g.seats.Relative(int(p), int(seat)) }

// kind returns the kind of a card.
func (s *State) kind(card uint8) *kind { return &s.game.deck.kinds[s.game.deck.kindOf[card]] }

// cardOf returns a card of a kind in a zone that has one. For a hand, see cardIn.
func (s *State) cardOf(zone set, kind int) uint8 {
	return zone.and(s.game.deck.kinds[kind].cards).first()
}

// obstacle returns the skills of which any one overcomes a card of a line.
func (s *State) obstacle(card uint8) uint8 {
	d := s.game.deck
	if card >= lineSecurity {
		return d.guards[d.guardOf[card-lineSecurity]].skills
	}
	return d.skills[card]
}

// skillsOf returns the skills that some Personnel of a crew has.
func (s *State) skillsOf(crew set) uint8 {
	bits := uint8(0)
	for i := range skills {
		if !crew.and(s.game.deck.ofSkill[i]).empty() {
			bits |= 1 << i
		}
	}
	return bits
}

// unspent returns the Personnel of a seat that can be used.
func (s *State) unspent(seat int8) set {
	if seat == s.turn {
		return s.crew[seat].without(s.spent)
	}
	return s.crew[seat]
}

// faced returns the number of cards of a line that have been overcome.
func (s *State) faced(owner int8) uint8 {
	if owner == s.owner {
		return s.next
	}
	return 0
}

// withSkill returns the cards with at least one of some skills.
func (d *deck) withSkill(skillBits uint8) set {
	var cards set
	for i := range skills {
		if skillBits>>i&1 != 0 {
			cards = cards.or(d.ofSkill[i])
		}
	}
	return cards
}

// crewLimit returns the number of Personnel that a crew may have (HEIST-3).
func (s *State) crewLimit(crew set) int {
	limit := s.game.config.CrewLimit
	for bonus := crew.and(s.game.deck.bonus); !bonus.empty(); {
		limit += s.kind(bonus.pop()).crewBonus
	}
	return limit
}

// handLimit returns the number of cards that a seat may hold at the end of its turn
// (HEIST-10).
func (s *State) handLimit(seat int8) int {
	d := s.game.deck
	limit := s.game.config.HandLimit
	for bonus := s.crew[seat].and(d.roomy); !bonus.empty(); {
		limit += s.kind(bonus.pop()).handBonus
	}
	return limit
}

// fits returns whether a crew keeps HEIST-3 when one card joins and another leaves
// it; either may be none. A crew that only gets smaller, and keeps its limit, always
// does.
func (s *State) fits(seat int8, joins, leaves uint8) bool {
	d := s.game.deck
	crew, size := s.promised(seat)
	if leaves != none {
		crew.remove(leaves)
		size--
		if joins == none && !d.bonus.has(leaves) {
			return true
		}
	}
	if joins != none {
		crew.add(joins)
		size++
	}
	if crew.and(d.ofType[TypeLeader]).count() > s.game.config.LeaderLimit {
		return false
	}
	return size <= s.crewLimit(crew)
}
