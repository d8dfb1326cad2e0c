package heat

import "ringer/env/heat"

// onSeat returns what an effect of a card should bring when it reaches a seat.
func (b *Board) onSeat(e *heat.Clause, card, seat, ahead int) float64 {
	return b.effect(e, b.amount(e, card, seat, ahead), seat)
}

// effect returns what n of an effect is worth when it reaches a seat.
func (b *Board) effect(e *heat.Clause, n float64, seat int) float64 {
	return value(b, stakes{
		numbers: &careful, effect: e, actor: b.me, seat: seat, n: n, side: b.side(b.me, seat), threat: b.threat[seat],
		purse: b.purse(seat), ownPurse: b.purse(b.me),
		heat: b.tokens(seat, b.ahead), ownHeat: b.tokens(b.me, b.ahead), token: b.price,
	})
}

// purse returns the dollars that there are to take from a seat; before the cards
// are shown they may still grow.
func (b *Board) purse(seat int) float64 {
	x := float64(b.s.Money(seat))
	if b.phase == heat.NoPhase {
		x += moneyToCome + moneyPerTurn*b.ahead
	}
	return x
}

// share returns the expected part of a pot in this stage: all of it when nobody
// else is there.
func (b *Board) share(x stakes) float64 {
	nobody, expected := b.company(heat.Tag(x.effect.Where), 0)
	if nobody == 1 {
		return 1
	}
	return nobody + (1-nobody)/(1+max(1, expected))
}

// heatCost returns what k more Heat cost a seat at the end: their price, and that
// all Heat becomes dearer, the seat's own and, for the seat that looks, the others' too.
func (b *Board) heatCost(seat int, k float64) float64 {
	own := k * b.price
	dearer := k * b.scale.slope
	cost := own + dearer*(b.tokens(seat, b.ahead)+k/2)
	if seat == b.me {
		for i := range b.scale.players {
			cost -= dearer * b.threat[i] * b.tokens(i, b.ahead)
		}
	}
	return cost
}

func (b *Board) costOfTaking(x stakes) float64    { return b.heatCost(x.seat, x.n) }
func (b *Board) gainOfReturning(x stakes) float64 { return -b.heatCost(x.seat, -min(x.n, x.heat)) }
func (b *Board) swapHeat(x stakes) float64        { return (x.ownHeat - x.heat) * x.token * (1 + x.threat) }
func (b *Board) look(x stakes) float64            { return x.numbers.look * (1 + x.threat) }

// mostReplaced bounds what a card to put in place is expected to bring, in
// dollars.
const (
	mostReplaced  = 7
	replacedShare = 0.9 // of its worth: some of it may act too late
)

// replace returns what the best other card in hand brings now, without the cards
// that change plans themselves.
func (b *Board) replace() float64 {
	best := 0.
	for k, n := range b.s.Hand(b.me) {
		if n == 0 || b.changesPlans(k) {
			continue
		}
		best = max(best, replacedShare*b.Worth(k, 0))
	}
	return min(best, mostReplaced)
}

func (b *Board) changesPlans(card int) bool {
	for i := range b.kinds[card].All {
		switch b.kinds[card].All[i].Op {
		case heat.OpReplace, heat.OpExtra, heat.OpCopy:
			return true
		}
	}
	return false
}

// shown returns the card that a seat has shown in this stage, or -1.
func (b *Board) shown(seat int) int {
	if b.phase == heat.NoPhase {
		return -1
	}
	return b.s.InUse(seat)
}

// copyCard values the card itself once it is shown, and what is usual before.
func (b *Board) copyCard(x stakes) float64 {
	card := b.shown(x.seat)
	if card < 0 {
		return x.numbers.copyCard
	}
	sum := 0.
	for i := range b.kinds[card].All {
		if e := &b.kinds[card].All[i]; e.Phase > b.phase && e.Op != heat.OpCopy {
			sum += b.value(e, b.Acting(), 0)
		}
	}
	return sum
}

// cancel values the card itself once it is shown, and what is usual before.
func (b *Board) cancel(x stakes) float64 {
	if b.shown(x.seat) < 0 {
		return x.numbers.cancel * x.threat
	}
	return x.threat * b.spoils(x.seat, heat.Phase(x.effect.Where))
}

// spoils returns what a phase of its card should bring another seat.
func (b *Board) spoils(seat int, phase heat.Phase) float64 {
	list := b.kinds[b.s.InUse(seat)].Effects(phase)
	x := 0.
	for i := range list {
		e := &list[i]
		reachesSelf := e.Who.Kind == heat.WhoSelf || e.Who.Kind == heat.WhoAll
		if !reachesSelf && e.Op != heat.OpSteal && e.Op != heat.OpGiveHeat {
			continue
		}
		n := float64(e.Amount.Base)
		if e.Amount.Per != heat.PerNothing {
			n += float64(e.Amount.Each) * max(1, float64(len(b.s.Record(seat)))-1)
			if e.Amount.Max > 0 {
				n = min(n, float64(e.Amount.Max))
			}
		}
		switch e.Op {
		case heat.OpGain, heat.OpSteal:
			x += n
		case heat.OpSplitPot:
			x += n * spoiltPot
		case heat.OpTakeHeat:
			x -= b.heatCost(seat, n)
		case heat.OpReturnHeat, heat.OpGiveHeat:
			x += b.price * min(n, b.tokens(seat, b.ahead))
		}
	}
	return x
}

// spoiltPot is the part of a pot that another seat is expected to get.
const spoiltPot = 0.8
