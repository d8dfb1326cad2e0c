package heat

import "ringer/env/heat"

// amount returns the expected amount of an effect of a card, in its units.
func (b *Board) amount(e *heat.Clause, card, seat, ahead int) float64 {
	a := &e.Amount
	if a.Per == heat.PerNothing {
		return float64(a.Base)
	}
	x := float64(a.Base) + float64(a.Each)*b.counted(a, card, seat, float64(ahead))
	if a.Max > 0 {
		x = min(x, float64(a.Max))
	}
	return max(x, 0)
}

// counted returns the expected number that the variable part of an amount counts.
func (b *Board) counted(a *heat.Quantity, card, seat int, ahead float64) float64 {
	switch a.Per {
	case heat.PerRecordIcon:
		icon, often := heat.Icon(a.Arg), usualOften
		if icon == heat.IconMoney {
			often = moneyOften
		}
		return b.inRecord(card, func(k *Kind) bool { return k.Shows(icon) }, often*ahead)
	case heat.PerRecordTag:
		return b.inRecord(card, func(k *Kind) bool { return k.Has(heat.Tag(a.Arg)) }, usualOften*ahead)
	case heat.PerRecordSize:
		return b.inRecord(card, func(*Kind) bool { return true }, ahead)
	case heat.PerTableTag, heat.PerTablePhase:
		x := 0.
		for i := range b.scale.players {
			tag, phase := heat.Tag(a.Arg), heat.Phase(a.Arg)
			own := &b.kinds[card]
			switch {
			case i == b.me && a.Per == heat.PerTableTag:
				x += oneIf(own.Has(tag))
			case i == b.me:
				x += oneIf(own.ActsIn(phase))
			case a.Per == heat.PerTableTag:
				x += b.uses(i, tag, int(ahead))
			default:
				x += b.usesPhase(i, phase, int(ahead))
			}
		}
		return x
	case heat.PerHeatOf:
		return b.heatOf(a.Of.Kind, seat, ahead)
	case heat.PerHeatValue:
		return float64(b.s.HeatValue()) + valueGrowth*ahead
	case heat.PerHandSize:
		return max(float64(b.s.HandSize(b.me))-ahead-1, 0)
	case heat.PerPlayers:
		return float64(b.scale.players)
	case heat.PerChoice:
		k := float64(int(a.Max) / max(int(a.Each), 1))
		return min(k, b.tokens(b.me, ahead))
	}
	return 0
}

// inRecord returns the expected number of cards in the seat's Record that have
// something, of which this many still join it. The card counts itself.
func (b *Board) inRecord(card int, has func(*Kind) bool, more float64) float64 {
	x := more
	for _, k := range b.s.Record(b.me) {
		x += oneIf(has(&b.kinds[k]))
	}
	if b.phase == heat.NoPhase || b.s.InUse(b.me) != card {
		x += oneIf(has(&b.kinds[card]))
	}
	return x
}

// tokens returns the Heat that a seat is expected to hold this many stages from
// now.
func (b *Board) tokens(seat int, ahead float64) float64 {
	return float64(b.s.Heat(seat)) + heatPerStage*ahead
}

// heatOf returns the expected Heat of the seats of heat_of(W).
func (b *Board) heatOf(w heat.WhoKind, seat int, ahead float64) float64 {
	n := b.scale.players
	sum, most := 0., 0.
	for i := range n {
		if i != b.me {
			sum, most = sum+b.tokens(i, ahead), max(most, b.tokens(i, ahead))
		}
	}
	left, right := (b.me+1)%n, (b.me+n-1)%n
	switch w {
	case heat.WhoSelf:
		return b.tokens(b.me, ahead)
	case heat.WhoLeft:
		return b.tokens(left, ahead)
	case heat.WhoRight:
		return b.tokens(right, ahead)
	case heat.WhoOthers:
		return sum
	case heat.WhoAll:
		return sum + b.tokens(b.me, ahead)
	case heat.WhoNeighbours:
		return b.tokens(left, ahead) + b.tokens(right, ahead)
	}
	if seat != b.me {
		return b.tokens(seat, ahead)
	}
	return most
}
