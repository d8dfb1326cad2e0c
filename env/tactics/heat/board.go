package heat

import "ringer/env/heat"

// A Board holds one seat's expectations of the table, for the expert: the cards
// that the others may hold, and the worth of cards and choices. It reads from a state only
// what is public or the seat's own. It implements valuer, works in memory of its
// own and is not safe for concurrent use.
type Board struct {
	outlook
	scale scale
	kinds []Kind

	s      *heat.State
	me     int
	phase  heat.Phase
	ahead  float64   // stages from now that are being thought about
	unseen int       // cards in the deck and in other hands
	pool   []float64 // unseen cards by kind
}

// A Kind is a kind of card with its effects in one list.
type Kind struct {
	heat.Kind
	All []heat.Clause // effects of all phases, in their order

	// WantsToBeAlone says whether the card brings more when no other card in use
	// has its tag.
	WantsToBeAlone bool
}

// NewBoard returns a board for the tables of a game.
func NewBoard(g *heat.Game) *Board {
	b := &Board{scale: scaleOf(g)}
	for _, k := range g.Kinds() {
		x := Kind{Kind: k}
		for p := range heat.Phases {
			x.All = append(x.All, k.Effects(p)...)
		}
		for i := range x.All {
			if x.All[i].If.Kind == heat.IfAlone || x.All[i].Op == heat.OpSplitPot {
				x.WantsToBeAlone = true
			}
		}
		b.kinds = append(b.kinds, x)
	}
	b.pool = make([]float64, len(b.kinds))
	return b
}

// Kinds returns the kinds of card of the game.
func (b *Board) Kinds() []Kind { return b.kinds }

// Look sets the board to a state as a seat sees it. The board reads the state
// until the next Look.
func (b *Board) Look(s *heat.State, me int) {
	b.s, b.me, b.phase, b.ahead = s, me, s.Phase(), 0
	b.outlook = outlookOf(&b.scale, s, me, &careful)
	b.count()
}

// count finds what is unseen: all copies less the seat's own cards and what lies
// face up.
func (b *Board) count() {
	hand, discards := b.s.Hand(b.me), b.s.Discards()
	for k := range b.pool {
		b.pool[k] = float64(b.kinds[k].Copies) - float64(hand[k]) - float64(discards[k])
	}
	if k := b.s.Committed(b.me); k >= 0 {
		b.pool[k]--
	}
	for i := range b.scale.players {
		for _, k := range b.s.Record(i) {
			b.pool[k]--
		}
	}
	b.unseen = 0
	for _, x := range b.pool {
		b.unseen += int(x)
	}
}

// Acting returns the card whose effects ask for the decision: the copied one of a
// copier, else the card in use.
func (b *Board) Acting() int {
	if card := b.s.Acting(b.me); card >= 0 {
		return card
	}
	return max(b.s.InUse(b.me), 0)
}

// BecomesCardInUse reports whether a card that is added to the Record now becomes
// the card in use.
func (b *Board) BecomesCardInUse() bool {
	for i := range b.kinds[b.Acting()].All {
		if e := &b.kinds[b.Acting()].All[i]; e.Op == heat.OpExtra && e.Phase == b.phase {
			return e.Where != heat.ExtraStart
		}
	}
	return true
}

// Worth returns what a card should bring when it is played this many stages from
// now.
func (b *Board) Worth(card, ahead int) float64 {
	before := b.ahead
	b.ahead = float64(ahead)
	x := 0.
	for i := range b.kinds[card].All {
		x += b.value(&b.kinds[card].All[i], card, ahead)
	}
	b.ahead = before
	return x
}

// Rest returns what a card brings in the phases of this stage that are still to
// come.
func (b *Board) Rest(card int) float64 {
	x := 0.
	for i := range b.kinds[card].All {
		if e := &b.kinds[card].All[i]; e.Phase > b.phase {
			x += b.value(e, card, 0)
		}
	}
	return x
}

// Target returns what it is worth to name a seat for the card that asks. An effect
// may reach the seat, or read its Heat and reach the actor.
func (b *Board) Target(seat int) float64 {
	card := b.Acting()
	x := 0.
	for i := range b.kinds[card].All {
		e := &b.kinds[card].All[i]
		switch {
		case e.Phase != b.phase:
		case e.Who.Picks():
			x += b.odds(e, seat, 0) * b.onSeat(e, card, seat, 0)
		case e.Who.Kind == heat.WhoSelf && e.Picks():
			x += b.odds(e, seat, 0) * b.effect(e, b.amount(e, card, seat, 0), b.me)
		}
	}
	return x
}

// Number returns what it is worth to choose a number for the card that asks.
func (b *Board) Number(k int) float64 {
	x := 0.
	for i := range b.kinds[b.Acting()].All {
		e := &b.kinds[b.Acting()].All[i]
		if e.Phase == b.phase && e.Amount.Per == heat.PerChoice {
			x += b.effect(e, float64(int(e.Amount.Each)*k), b.me)
		}
	}
	return x
}

// value returns what one effect of a card should bring.
func (b *Board) value(e *heat.Clause, card, ahead int) float64 {
	switch {
	case e.Who.Picks():
		best := 0.
		for i := range b.scale.players {
			if i != b.me && b.mayName(e.Who, i) {
				best = max(best, b.odds(e, i, ahead)*b.onSeat(e, card, i, ahead))
			}
		}
		return best
	case e.Who.Kind == heat.WhoSelf:
		return b.odds(e, b.me, ahead) * b.effect(e, b.amount(e, card, b.me, ahead), b.me)
	}
	x := 0.
	for i := range b.scale.players {
		if reach := b.reach(e.Who, i, ahead); reach > 0 {
			x += reach * b.odds(e, i, ahead) * b.onSeat(e, card, i, ahead)
		}
	}
	return x
}
