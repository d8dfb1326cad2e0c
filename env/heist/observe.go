package heist

import (
	"math/bits"

	"ringer/env"
)

// Observe implements env.State.
func (s *State) Observe(player env.Player, dst []float32) {
	g, l, p := s.game, &s.game.layout, int8(player)
	if len(dst) != g.spec.ObservationSize() {
		panic("heist: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	s.observeProgress(p, dst)
	s.observeCards(p, dst)
	s.observeTurn(p, dst)
	for k := range g.players {
		s.observeSeat(g.relative(p, k), k, dst)
	}
	s.observeCover(p, dst)
	s.observeStanding(p, dst[l.standing:])
}

func (s *State) observeProgress(p int8, dst []float32) {
	g, l, c := s.game, &s.game.layout, &s.game.config
	switch {
	case s.node == nodeOver:
		dst[l.decision+decisionOver] = 1
	case s.actor == env.Chance:
		dst[l.decision+decisionChance] = 1
	default:
		dst[l.decision+int(s.node)] = 1
		dst[l.actor+g.distance(p, int8(s.actor))] = 1
	}
	dst[l.turn+g.distance(p, s.turn)] = 1
	dst[l.start+g.distance(p, s.start)] = 1
	dst[l.progress] = float32(s.round) / float32(c.MaxRounds)
	dst[l.progress+1] = float32(s.jobsDrawn) / float32(c.Jobs)
	dst[l.progress+2] = float32(s.jobsDone) / float32(c.Jobs)
	dst[l.decks] = float32(s.deck.count()) / float32(g.deck.size)
	dst[l.decks+1] = float32(s.discards.count()) / float32(g.deck.size)
	if all := float32(g.deck.securitySize); all > 0 {
		dst[l.decks+2] = float32(bits.OnesCount64(s.security)) / all
		dst[l.decks+3] = float32(bits.OnesCount64(s.spare)) / all
	}
	for i, m := range &g.deck.guardsOf {
		dst[l.security+i] = float32(bits.OnesCount64(s.security&m)) / skillScale
		dst[l.security+skills+i] = float32(bits.OnesCount64(s.spare&m)) / skillScale
	}
	for jobs := s.jobsUnseen; jobs != 0; jobs &= jobs - 1 {
		dst[l.jobsUnseen+int(g.deck.jobOf[bits.TrailingZeros16(jobs)])]++
	}
}

// mark counts the roles of a few cards in a field.
func (s *State) mark(dst []float32, cards set) {
	d := s.game.deck
	for !cards.empty() {
		dst[d.roleOf[cards.pop()]]++
	}
}

// markMany is mark for a large pile.
func (s *State) markMany(dst []float32, cards set) {
	for i := range s.game.deck.roles {
		dst[i] = float32(cards.and(s.game.deck.roles[i].cards).count())
	}
}

// markPeople counts the roles of some Personnel in a field.
func (s *State) markPeople(dst []float32, crew set) {
	d := s.game.deck
	for !crew.empty() {
		dst[d.talentOf[crew.pop()]]++
	}
}

// observeCards writes what the seat knows of the Heist cards.
func (s *State) observeCards(p int8, dst []float32) {
	g, l, d := s.game, &s.game.layout, s.game.deck
	hand := s.hand[p]
	s.mark(dst[l.hand:], hand)
	s.markMany(dst[l.discards:], s.discards)
	unseen, exposed := s.deck, set{}
	for k := 1; k < g.players; k++ {
		seat := g.relative(p, k)
		hidden := s.hand[seat].without(s.known[p][seat])
		unseen = unseen.or(hidden)
		exposed = exposed.or(s.known[seat][p])
		s.mark(dst[l.known+(k-1)*len(d.roles):], s.knownHand(p, seat))
		if s.epoch > 0 && d.unique {
			dst[l.old+k-1] = float32(hidden.without(s.fresh).count()) / cardScale
		}
	}
	s.markMany(dst[l.unseen:], unseen)
	s.mark(dst[l.exposed:], exposed)
	if s.epoch > 0 {
		s.mark(dst[l.elsewhere:], s.elsewhere(p))
	}
	cons, people := hand.and(d.ofType[typeCon]), hand.and(d.crew)
	for i := range skills {
		dst[l.cons+i] = float32(cons.and(d.ofSkill[i]).count()) / skillScale
		dst[l.recruits+i] = float32(people.and(d.ofSkill[i]).count()) / skillScale
	}
}

// observeTurn writes what is going on.
func (s *State) observeTurn(p int8, dst []float32) {
	g, l, d := s.game, &s.game.layout, s.game.deck
	if s.playing != none {
		dst[l.asking+int(d.roleOf[s.playing])] = 1
	}
	if s.rival != nobody {
		dst[l.rival+g.distance(p, s.rival)] = 1
	}
	if s.owner != nobody {
		dst[l.owner+g.distance(p, s.owner)] = 1
		s.markPeople(dst[l.spent:], s.spent)
		if ln := &s.line[s.owner]; s.next < ln.size {
			for need := s.obstacle(ln.cards[s.next]); need != 0; need &= need - 1 {
				dst[l.upcoming+bits.TrailingZeros8(need)] = 1
			}
		}
	}
	if s.thwarter != nobody {
		dst[l.thwarter+g.distance(p, s.thwarter)] = 1
	}
	dst[l.pending] = float32(s.swapped) / cardScale
	dst[l.pending+1] = float32(s.count) / cardScale
	dst[l.offers] = float32(g.config.ContactOffers) - float32(s.offers)
	t := &s.trade
	if t.partner != nobody {
		dst[l.partner+g.distance(p, t.partner)] = 1
	}
	if t.given != none {
		dst[l.given+int(d.roleOf[t.given])] = 1
	}
	if t.want != none {
		dst[l.wanted+int(d.talentOf[t.want])] = 1
	}
	if t.skill >= 0 {
		dst[l.wantedSkill+int(t.skill)] = 1
	}
	if t.forNothing {
		dst[l.forNothing] = 1
	}
}

// observeSeat writes what lies face up before a seat, as row k.
func (s *State) observeSeat(seat int8, k int, dst []float32) {
	l, d := &s.game.layout, s.game.deck
	crew := s.crew[seat]
	dst[l.points+k] = min(float32(s.points[seat])/pointScale, 40)
	dst[l.held+k] = float32(s.held[seat]) / cardScale
	dst[l.handLimit+k] = min(float32(s.handLimit(seat))/cardScale, 40)
	dst[l.working+k] = float32(s.working[seat]) / cardScale
	dst[l.crewLimit+k] = min(float32(s.crewLimit(crew))/cardScale, 40)
	dst[l.lying+k] = float32(s.lying[seat]) / 6
	s.markPeople(dst[l.crew+k*len(d.talents):], crew)
	if seat == s.turn {
		crew = crew.without(s.spent)
	}
	for i := range skills {
		dst[l.crewSkills+k*skills+i] = float32(crew.and(d.ofSkill[i]).count()) / skillScale
	}
	if s.job[seat] == nobody {
		return
	}
	dst[l.job+k*len(d.jobs)+int(d.jobOf[s.job[seat]])] = 1
	dst[l.value+k] = min(float32(s.value[seat])/pointScale, 40)
	dst[l.short+k] = float32(s.short[seat]) / lineScale
	ln, from := &s.line[seat], s.faced(seat)
	dst[l.line+k] = float32(ln.size-from) / lineScale
	for _, card := range ln.cards[from:ln.size] {
		for need := s.obstacle(card); need != 0; need &= need - 1 {
			dst[l.need+k*skills+bits.TrailingZeros8(need)] += 1. / skillScale
		}
	}
}
