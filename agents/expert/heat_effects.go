package expert

// onSeat is what an effect of a card should bring when it reaches a seat.
func (b *board) onSeat(e *heatEffect, card, seat, ahead int) float64 {
	return b.effect(e, b.amount(e, card, seat, ahead), seat)
}

// effect is what n of an effect is worth when it reaches a seat: to oneself in
// dollars, to another as far as that one is a threat.
func (b *board) effect(e *heatEffect, n float64, seat int) float64 {
	side := 1.
	if seat != b.me {
		side = -b.threat[seat]
	}
	switch e.op {
	case "gain":
		return side * n
	case "lose":
		return -side * min(n, b.purse(seat))
	case "steal":
		return (1 + b.threat[seat]) * min(n, b.purse(seat))
	case "pay":
		return -(1 + b.threat[seat]) * min(n, b.purse(b.me))
	case "split_pot":
		return n * b.share(e.where)
	case "take_heat":
		return -b.heatCost(seat, n) * side
	case "return_heat":
		k := min(n, b.heat(seat))
		return b.heatCost(seat, -k) * -side
	case "give_heat":
		k := min(n, b.heat(b.me))
		return k * b.price * (1 + b.threat[seat])
	case "swap_heat":
		return (b.heat(b.me) - b.heat(seat)) * b.price * (1 + b.threat[seat])
	case "draw":
		return side * n * drawWorth
	case "discard":
		return -side * n * discardWorth
	case "look":
		return lookWorth * (1 + b.threat[seat])
	case "swap_card":
		return swapWorth
	}
	return b.onUse(e, seat)
}

// heat is what a seat holds, or will hold if things go on as they do.
func (b *board) heat(seat int) float64 { return float64(b.s.Heat(seat)) + heatPerStage*b.ahead }

// purse is what there is to take from a seat; before the cards are shown it may
// still grow.
func (b *board) purse(seat int) float64 {
	x := float64(b.s.Money(seat))
	if b.phase == "" {
		x += 2 + moneyPerStage*b.ahead
	}
	return x
}

// share is the part of a pot that one can hope for.
func (b *board) share(tag string) float64 {
	nobody, expected := 1., 0.
	for i := range b.n {
		if i != b.me {
			p := b.uses(i, tag, 0)
			nobody *= 1 - p
			expected += p
		}
	}
	if nobody == 1 {
		return 1
	}
	return nobody + (1-nobody)/(1+max(1, expected))
}

// heatCost is what k more Heat cost a seat at the end: their price, and that all
// Heat becomes dearer, one's own and that of the threats.
func (b *board) heatCost(seat int, k float64) float64 {
	own := k * b.price
	dearer := k * b.slope
	cost := own + dearer*(b.heat(seat)+k/2)
	if seat == b.me {
		for i := range b.n {
			cost -= dearer * b.threat[i] * b.heat(i)
		}
	}
	return cost
}

// onUse is what operations on cards in use are worth: by the cards themselves
// once they are shown, by what is usual before.
func (b *board) onUse(e *heatEffect, seat int) float64 {
	shown := b.phase != "" && b.s.InUse(seat) >= 0
	switch e.op {
	case "replace":
		return b.bestOther() + 0.5
	case "extra":
		if e.where == "start" {
			return 1
		}
		return 4.5
	case "copy":
		if !shown {
			return 5.5
		}
		x := 0.
		for i := range b.h.cards[b.s.InUse(seat)].effects {
			if c := &b.h.cards[b.s.InUse(seat)].effects[i]; c.phase > b.phase && c.op != "copy" {
				x += b.value(c, b.acting(), 0)
			}
		}
		return x
	case "cancel":
		if !shown {
			return 5 * b.threat[seat]
		}
		return b.threat[seat] * b.spoils(seat, e.where)
	}
	return 0
}

// bestOther is what the best other card in hand brings now, without the cards
// that change plans themselves.
func (b *board) bestOther() float64 {
	best := 0.
	for k, n := range b.s.Hand(b.me) {
		if n == 0 || b.changesPlans(k) {
			continue
		}
		best = max(best, 0.9*b.worth(k, 0))
	}
	return min(best, 7)
}

func (b *board) changesPlans(card int) bool {
	for i := range b.h.cards[card].effects {
		switch b.h.cards[card].effects[i].op {
		case "replace", "extra", "copy":
			return true
		}
	}
	return false
}

// spoils is what a phase of its card should bring another seat.
func (b *board) spoils(seat int, phase string) float64 {
	card := b.s.InUse(seat)
	x := 0.
	for i := range b.h.cards[card].effects {
		e := &b.h.cards[card].effects[i]
		if e.phase != phase || !e.reachesSelf && e.op != "steal" && e.op != "give_heat" {
			continue
		}
		n := float64(e.base)
		if e.per != "" {
			n += float64(e.each) * max(1, float64(len(b.s.Record(seat)))-1)
			if e.max > 0 {
				n = min(n, float64(e.max))
			}
		}
		switch e.op {
		case "gain", "steal":
			x += n
		case "split_pot":
			x += n * 0.8
		case "take_heat":
			x -= b.heatCost(seat, n)
		case "return_heat", "give_heat":
			x += b.price * min(n, b.heat(seat))
		}
	}
	return x
}
