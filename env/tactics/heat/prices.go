package heat

import "ringer/env/heat"

// A price returns what an effect with one operation is worth to its actor, in
// dollars, when it reaches one seat.
type price func(v valuer, x stakes) float64

// prices holds the price of every operation. A formula that needs more than the
// stakes asks the valuer.
var prices = [heat.Ops]price{
	heat.OpGain:     func(_ valuer, x stakes) float64 { return x.side * x.n },
	heat.OpLose:     func(_ valuer, x stakes) float64 { return -x.side * min(x.n, x.purse) },
	heat.OpSteal:    func(_ valuer, x stakes) float64 { return (1 + x.threat) * min(x.n, x.purse) },
	heat.OpPay:      func(_ valuer, x stakes) float64 { return -(1 + x.threat) * min(x.n, x.ownPurse) },
	heat.OpSplitPot: func(v valuer, x stakes) float64 { return v.share(x) * x.n },

	heat.OpTakeHeat:   func(v valuer, x stakes) float64 { return -x.side * v.costOfTaking(x) },
	heat.OpReturnHeat: func(v valuer, x stakes) float64 { return x.side * v.gainOfReturning(x) },
	heat.OpGiveHeat:   func(_ valuer, x stakes) float64 { return (1 + x.threat) * min(x.n, x.ownHeat) * x.token },
	heat.OpSwapHeat:   func(v valuer, x stakes) float64 { return v.swapHeat(x) },

	heat.OpDraw:     func(_ valuer, x stakes) float64 { return x.side * x.n * x.draw },
	heat.OpLook:     func(v valuer, x stakes) float64 { return v.look(x) },
	heat.OpDiscard:  func(_ valuer, x stakes) float64 { return -x.side * x.n * x.discard },
	heat.OpSwapCard: func(_ valuer, x stakes) float64 { return x.swapCard },

	heat.OpReplace: func(v valuer, x stakes) float64 { return v.replace() + x.replace },
	heat.OpExtra:   extra,
	heat.OpCopy:    func(v valuer, x stakes) float64 { return v.copyCard(x) },
	heat.OpCancel:  func(v valuer, x stakes) float64 { return v.cancel(x) },
}

func extra(_ valuer, x stakes) float64 {
	if x.effect.Where == heat.ExtraStart {
		return x.extraStart
	}
	return x.extraEnd
}

// stakes holds the circumstances of an effect on one seat, as the valuer sees
// them.
type stakes struct {
	*numbers
	effect *heat.Clause
	actor  int     // whose effect it is; -1 apart from a position
	seat   int     // reached; -1 apart from a position
	n      float64 // the amount

	side   float64 // worth of a dollar of the seat: 1 for the actor itself, 0 or less for another seat
	threat float64 // how much a dollar of the seat hurts the actor

	purse, ownPurse float64 // dollars of the seat, and of the actor
	heat, ownHeat   float64 // tokens of the seat, and of the actor
	token           float64 // price of one Heat that changes hands
}

// A valuer answers what those who value effects see differently: usual looks at a
// card apart from any position, appraisal at a position for the Judge, and Board
// at a whole card in a position for the expert.
type valuer interface {
	// share returns the part of a pot that the actor expects.
	share(x stakes) float64

	// costOfTaking and gainOfReturning return the dollars that a change in the
	// seat's Heat means to the seat.
	costOfTaking(x stakes) float64
	gainOfReturning(x stakes) float64

	// swapHeat returns the worth of exchanging all Heat with the seat.
	swapHeat(x stakes) float64

	// look returns the worth of seeing the seat's hand.
	look(x stakes) float64

	// replace returns what the best card to put in place is expected to bring, as
	// far as numbers.replace does not say it.
	replace() float64

	// copyCard and cancel return the worth of using, and of stopping, the seat's
	// card.
	copyCard(x stakes) float64
	cancel(x stakes) float64
}

// value returns the price of an effect.
func value(v valuer, x stakes) float64 { return prices[x.effect.Op](v, x) }
