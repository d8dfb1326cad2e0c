package heist

import (
	"ringer/env"
)

// What a state waits for.
type node uint8

const (
	// decisions, in the order of the observation field "decision"
	nodeRecruit  node = iota // Personnel of the hand, or pass
	nodePartner              // a partner to trade with, or pass
	nodeGive                 // what is offered
	nodeWant                 // what is asked for it
	nodeAnswer               // accept or decline
	nodePick                 // which Con to give for the offer
	nodeEvent                // an Event, or pass
	nodePerson               // the target of an Event: Personnel in play
	nodeOwner                // whose, when several crews have such Personnel
	nodeSeat                 // the target of an Event: a player
	nodeJob                  // the target of an Event: a Job in play
	nodeExchange             // a card to discard, or stop
	nodeAttach               // a Complication or Secondary Job, or pass
	nodePlace                // the Job to attach it to
	nodeExecute              // a Job to execute, or pass
	nodeObstacle             // what overcomes the next card of the line, or give up
	nodeUnspend              // spent Personnel to free
	nodeCrisis               // a Crisis, or pass
	nodeDiscard              // a card above the hand limit
	decisions

	// chance
	nodeStart         node = iota - 1 // who begins
	nodeDeal                          // a card of the first hands
	nodeFirstJob                      // a Job for each
	nodeFirstSecurity                 // a Security card for a Job of the setup
	nodeDraw                          // a card of the Heist deck
	nodeLose                          // a card of a hand to discard
	nodeSecurity                      // a Security card for a line
	nodeThwarter                      // an opponent
	nodeDie                           // after a card of the line
	nodeSpend                         // unspent Personnel to spend
	nodeCrew                          // whether Personnel is lost
	nodeLieLow                        // for how many turns
	nodeNewJob                        // a Job
	nodeOver
	nodes
)

// nobody and none stand where no seat, Job or card is.
const (
	nobody int8  = -1
	none   uint8 = 0xFF
)

// In a line, Security cards stand for themselves plus this.
const lineSecurity = maxCards

// A line is what must be overcome, from left to right: numbers of Heist cards,
// or of Security cards plus lineSecurity.
type line struct {
	cards [maxLine]uint8
	size  uint8
}

// An offer is a trade as far as it is known.
type offer struct {
	partner    int8
	given      uint8 // a card; none
	fromCrew   bool  // given from the crew, else from the hand
	want       uint8 // Personnel of the partner; none
	skill      int8  // of the wanted Con; -1
	forNothing bool
}

// State is one point of an episode. It implements env.State and all optional
// interfaces of package env that apply but env.InfoStater, which Recalled does.
type State struct {
	game *Game

	node  node
	actor env.Player
	turn  int8 // whose turn it is
	start int8 // who began
	round int16
	opts  options // of the seat that is to decide

	// the Heist deck
	deck, discards  set
	hand, crew      [maxSeats]set
	held, working   [maxSeats]uint8         // how many cards are in hand, and how many in the crew
	playing         uint8                   // the card that is being resolved, or none
	known           [maxSeats][maxSeats]set // known[p][q]: cards that p knows to be in the hand of q
	fresh           set                     // cards of the deck as it was last made
	epoch           uint8                   // how often it was made
	drawnIn         [maxCards]uint8         // the epoch of a card that was last in the deck then
	security, spare uint64                  // deck and discards of Security

	// Jobs
	jobsUnseen uint16 // never drawn, those removed from the game included
	jobsDrawn  int8
	jobsGone   uint16         // captured or discarded
	jobsDone   int8           // how many of them
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
	count    uint8 // of the draws, deals, losses or spends under way: how many are left
	who      int8  // whose cards those are, or the Job that Security is dealt to
	offers   uint8 // made in this turn
	trade    offer
	effect   uint8 // of the Event being resolved: the next one
	swapped  uint8 // cards discarded for an exchange
	placed   uint8 // the Secondary Job whose Security is being dealt, or none
	rival    int8  // whose Job may be executed as well
	executed bool  // in this turn
	owner    int8  // of the Job that is being executed, or nobody
	next     uint8 // next card of that line
	thwarter int8
	spent    set
	rolling  set // Personnel that still roll

	log *history // of a Recalled
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// ask makes the state wait for a seat's decision.
func (s *State) ask(n node, seat int8) {
	s.node, s.actor = n, env.Player(seat)
	s.findOptions()
}

// roll makes the state wait for chance.
func (s *State) roll(n node) { s.node, s.actor = n, env.Chance }

// after is the seat to the left of another.
func (g *Game) after(seat int8) int8 {
	if seat++; int(seat) == g.players {
		return 0
	}
	return seat
}

// relative is the k-th seat to the left of p; distance is its inverse.
func (g *Game) relative(p int8, k int) int8 {
	if k += int(p); k >= g.players {
		k -= g.players
	}
	return int8(k)
}

func (g *Game) distance(p, seat int8) int {
	d := int(seat - p)
	if d < 0 {
		d += g.players
	}
	return d
}

// kind is the kind of a card.
func (s *State) kind(card uint8) *kind { return &s.game.deck.kinds[s.game.deck.kindOf[card]] }

// cardOf is a card of a kind in a zone that has one; of a hand, see cardIn.
func (s *State) cardOf(zone set, kind env.Action) uint8 {
	return zone.and(s.game.deck.kinds[kind].cards).first()
}

// obstacle is the skills of which one overcomes a card of a line.
func (s *State) obstacle(card uint8) uint8 {
	d := s.game.deck
	if card >= lineSecurity {
		return d.guards[d.guardOf[card-lineSecurity]].skills
	}
	return d.skills[card]
}

// skillsOf are the skills of a crew.
func (s *State) skillsOf(crew set) uint8 {
	bits := uint8(0)
	for i := range skills {
		if !crew.and(s.game.deck.ofSkill[i]).empty() {
			bits |= 1 << i
		}
	}
	return bits
}

// withSkill are the cards with at least one of some skills.
func (d *deck) withSkill(skillBits uint8) set {
	var cards set
	for i := range skills {
		if skillBits>>i&1 != 0 {
			cards = cards.or(d.ofSkill[i])
		}
	}
	return cards
}

// crewLimit and handLimit are those of a seat with a crew (HEIST-3, HEIST-10).
func (s *State) crewLimit(crew set) int {
	limit := s.game.config.CrewLimit
	for bonus := crew.and(s.game.deck.bonus); !bonus.empty(); {
		limit += s.kind(bonus.pop()).crewBonus
	}
	return limit
}

func (s *State) handLimit(seat int8) int {
	d := s.game.deck
	limit := s.game.config.HandLimit
	for bonus := s.crew[seat].and(d.roomy); !bonus.empty(); {
		limit += s.kind(bonus.pop()).handBonus
	}
	return limit
}

// fits says whether a crew keeps HEIST-3 when cards join and leave it; either
// may be none. A crew that only gets smaller, and keeps its limit, always does.
func (s *State) fits(seat int8, joins, leaves uint8) bool {
	d := s.game.deck
	crew, size := s.crew[seat], int(s.working[seat])
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
	if crew.and(d.ofType[typeLeader]).count() > s.game.config.LeaderLimit {
		return false
	}
	return size <= s.crewLimit(crew)
}
