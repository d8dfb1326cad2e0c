package payday

import (
	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// An operation happens once: when its card is played, used or enters, or when a
// Funding pays. It acts for the frame's seat on the target that was chosen.
type operation interface {
	apply(s *State, e *cards.Instant, t target)
}

// A target is one heister, officer or column that an operation acts on.
type target struct {
	heister int8 // slot, or -1
	col     int8 // or -1
	depth   int8 // of an officer
	slot    int8 // of an officer, or -1
}

// acts carries out the operations that happen once.
var acts = [cards.FirstPassive]operation{
	cards.OpGain:     gain{},
	cards.OpDrain:    drain{},
	cards.OpDraw:     draw{},
	cards.OpDiscard:  discard{},
	cards.OpSpy:      spy{},
	cards.OpRecover:  recoverCard{},
	cards.OpHeal:     heal{},
	cards.OpStrike:   strike{},
	cards.OpWork:     work{},
	cards.OpSetback:  setback{},
	cards.OpLock:     lock{},
	cards.OpReveal:   reveal{},
	cards.OpDash:     dash{},
	cards.OpRedeploy: redeploy{},
	cards.OpRecall:   recall{},
	cards.OpBoost:    boost{},
	cards.OpBrace:    brace{},
	cards.OpStun:     stun{},
	cards.OpSabotage: sabotage{},
	cards.OpRefill:   refill{},
}

// This file holds the operations on cash and cards that happen once.

// gain gives the actor cash.
type gain struct{}

func (gain) apply(s *State, e *cards.Instant, _ target) { s.earn(int(s.frame.seat), int(e.Amount)) }

// drain takes cash from the other side, as far as it has any.
type drain struct{}

func (drain) apply(s *State, e *cards.Instant, _ target) {
	other := 1 - int(s.frame.seat)
	s.pay(other, min(int(e.Amount), int(s.cash[other])))
}

// draw lets the actor draw cards.
type draw struct{}

func (draw) apply(s *State, e *cards.Instant, _ target) { s.draws[s.frame.seat] += uint8(e.Amount) }

// discard makes the other side discard cards at random.
type discard struct{}

func (discard) apply(s *State, e *cards.Instant, _ target) {
	s.drops[1-s.frame.seat] += uint8(e.Amount)
}

// spy shows the actor the other hand.
type spy struct{}

func (spy) apply(s *State, _ *cards.Instant, _ target) {
	other := 1 - int(s.frame.seat)
	z := &s.zones[other]
	base := s.game.deck.Base[other]
	for i := range s.game.deck.KindsOf(other) {
		z.known[i] = z.hand[i]
		for range z.hand[i] {
			s.record(event{kind: evShow, seat: int8(other), seen: seenByAll, value: uint16(base + i)})
		}
	}
}

// recoverCard takes a card from the actor's discards into its hand, openly. Those that
// it discarded in secret are among them (PAY-46). The question for the card is asked by
// runFrame.
type recoverCard struct{}

func (recoverCard) apply(*State, *cards.Instant, target) {}

// recoverable reports whether everybody can see that there is a card to take; maybe, that
// there may be one among the secret discards.
func (s *State) recoverable(e *cards.Instant) (sure, maybe bool) {
	z := &s.zones[s.frame.seat]
	for i := range s.game.deck.KindsOf(int(s.frame.seat)) {
		sure = sure || z.discards[i] > 0 && s.fitsOf(e, i)
		maybe = maybe || z.secret[i] > 0
	}
	return sure, maybe
}

// fitsOf tests the type that an effect names.
func (s *State) fitsOf(e *cards.Instant, i int) bool {
	return e.Of == none || e.Of == uint8(s.game.deck.Kinds[s.game.deck.Base[s.frame.seat]+i].Type)
}

// appendRecoverable lists the cards to take. Where none of them lies open, the answer may
// be that there is none, so that neither the question nor silence tells of the secret
// discards (PAY-46).
func (s *State) appendRecoverable(dst []env.Action) []env.Action {
	seat := int(s.frame.seat)
	e := &s.effects()[s.frame.at]
	base := env.Action(s.game.deck.Base[seat])
	z := &s.zones[seat]
	for i := range s.game.deck.KindsOf(seat) {
		if (z.discards[i] > 0 || z.secret[i] > 0) && s.fitsOf(e, i) {
			dst = append(dst, base+env.Action(i))
		}
	}
	if sure, _ := s.recoverable(e); !sure {
		dst = append(dst, s.game.actions.say(StepEnd))
	}
	return dst
}

// takeBack takes a card out of the discards, one that lies open before a secret one.
func (s *State) takeBack(k uint8) {
	z, i := s.zonesOf(k)
	from := fromTable
	if z.discards[i] > 0 {
		z.discards[i]--
	} else {
		z.secret[i]--
		from = fromSecret
	}
	s.toHandFrom(k, from)
}

// This file holds the operations on obstacles, and on assets and mandates, that happen
// once.

// work adds progress to the top obstacle of a column.
type work struct{}

func (work) apply(s *State, e *cards.Instant, t target) {
	if col := int(t.col); s.workable(col) {
		c := &s.cols[col]
		c.progress = uint8(max(int(c.progress), min(int(c.progress)+int(e.Amount), s.needed(col))))
	}
}

// workable reports whether the top obstacle of a column is face up and takes
// progress.
func (s *State) workable(col int) bool {
	c := &s.cols[col]
	return c.top < c.count && c.up>>c.top&1 != 0 && s.kindOf(c.obstacles[c.top]).Demand.Progress > 0
}

// setback takes progress from the top obstacle of a column.
type setback struct{}

func (setback) apply(s *State, e *cards.Instant, t target) {
	c := &s.cols[t.col]
	c.progress -= min(c.progress, uint8(e.Amount))
}

// lock keeps the top obstacle of a column from being discarded in this round.
type lock struct{}

func (lock) apply(s *State, _ *cards.Instant, t target) {
	if c := &s.cols[t.col]; c.top < c.count {
		c.locked = true
	}
}

// reveal turns up the first face-down obstacles of a column.
type reveal struct{}

func (reveal) apply(s *State, e *cards.Instant, t target) {
	for range e.Amount {
		if d := s.hiddenFrom(int(t.col)); d >= 0 {
			s.turnUp(int(t.col), d)
		}
	}
}

// hiddenFrom returns the depth of the first face-down obstacle of a column, or -1.
func (s *State) hiddenFrom(col int) int {
	c := &s.cols[col]
	for d := int(c.top); d < int(c.count); d++ {
		if c.up>>d&1 == 0 {
			return d
		}
	}
	return -1
}

// sabotage discards the assets and mandates of the other side in a column.
type sabotage struct{}

func (sabotage) apply(s *State, _ *cards.Instant, t target) {
	c := &s.cols[t.col]
	if s.frame.seat == Police {
		s.discardCard(c.asset)
		c.asset, c.uses = none, 0
		return
	}
	for d := range c.places {
		p := &c.places[d]
		s.discardCard(p.asset)
		s.discardCard(p.mandate)
		p.asset, p.mandate, p.uses = none, none, 0
	}
}

// sabotageable reports whether sabotage by a seat finds anything in a column.
func (s *State) sabotageable(seat, col int) bool {
	c := &s.cols[col]
	if seat == Police {
		return c.asset != none
	}
	for d := range c.places {
		if c.places[d].asset != none || c.places[d].mandate != none {
			return true
		}
	}
	return false
}

// refill puts tokens on the actor's assets in a column.
type refill struct{}

func (refill) apply(s *State, e *cards.Instant, t target) {
	c := &s.cols[t.col]
	if s.frame.seat == Criminal {
		if c.asset != none {
			c.uses = min(c.uses+uint8(e.Amount), maxAmount)
		}
		return
	}
	for d := range c.places {
		if p := &c.places[d]; p.asset != none {
			p.uses = min(p.uses+uint8(e.Amount), maxAmount)
		}
	}
}

// refillable reports whether the seat has an asset in a column.
func (s *State) refillable(seat, col int) bool {
	c := &s.cols[col]
	if seat == Criminal {
		return c.asset != none
	}
	for d := range c.places {
		if c.places[d].asset != none {
			return true
		}
	}
	return false
}

// This file holds the operations on heisters and officers that happen once.

// heal takes damage tokens off a heister.
type heal struct{}

func (heal) apply(s *State, e *cards.Instant, t target) {
	h := &s.heisters[t.heister]
	n := min(h.damage, uint8(e.Amount))
	h.damage -= n
	s.ledger.healed += int32(n)
}

// strike deals damage: tokens on a heister, less its armor; on an officer it counts
// with the other damage of the combat.
type strike struct{}

func (strike) apply(s *State, e *cards.Instant, t target) {
	if t.heister >= 0 {
		s.wound(int(t.heister), int(e.Amount))
		return
	}
	s.at(t).hurtBy(int(e.Amount))
}

// strikeOff kills the officers that a strike hit and whose damage exceeds their armor, all
// together (PAY-34). Outside of their combat the damage of the others is gone.
func (s *State) strikeOff(hit []target) {
	var dead [max(maxHeisters, slots)]bool
	for i, t := range hit {
		dead[i] = t.slot >= 0 && s.doomed(int(t.col), int(t.depth), int(t.slot))
	}
	for i, t := range hit {
		switch fighting := s.battle >= 0 && t.col == s.battle && s.isTop(int(t.col), int(t.depth)); {
		case t.heister >= 0:
		case dead[i]:
			s.kill(t)
		case !fighting:
			s.at(t).hurt = 0
		}
	}
}

// boost raises damage in this combat.
type boost struct{}

func (boost) apply(s *State, e *cards.Instant, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].boost += e.Amount
		return
	}
	s.at(t).boost += e.Amount
}

// brace raises armor in this combat.
type brace struct{}

func (brace) apply(s *State, e *cards.Instant, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].brace += e.Amount
		return
	}
	s.at(t).brace += e.Amount
}

// stun keeps someone from dealing damage in this combat.
type stun struct{}

func (stun) apply(s *State, _ *cards.Instant, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].stunned = true
		return
	}
	s.at(t).stunned = true
}

// dash moves a heister one column at once; it may still move in its step. The
// question is asked by runFrame.
type dash struct{}

func (dash) apply(*State, *cards.Instant, target) {}

// redeploy puts an officer on any objective with room of its own column or the
// next. The question for the place is asked by runFrame.
type redeploy struct{}

func (redeploy) apply(*State, *cards.Instant, target) {}

// recall sends an officer back to hand; a guard leaves the game (PAY-31).
type recall struct{}

func (recall) apply(s *State, _ *cards.Instant, t target) { s.sendHome(t) }
