package heat

import "ringer/env/heat"

// Feelings of the expert.
const (
	rankLikely   = 0.85 // chance of a rank that the seat has now
	rankUnlikely = 0.15
	claimBelief  = 0.45 // in claims
	usualOften   = 0.25 // cards with an icon or a tag that join a Record in a stage
	moneyOften   = 0.65 // … with the money icon
	heatPerStage = 0.4  // tokens that a seat takes in a stage
	valueSoon    = 0.3  // dollars that the price of a Heat rises by in a stage, for conditions
	valueGrowth  = 0.25 // … and for amounts
	moneyPerTurn = 3    // dollars that a seat gains in a stage
	moneyToCome  = 2    // dollars that a purse still grows by before cards are shown
)

// mayName reports whether the rules let an effect be aimed at a seat.
func (b *Board) mayName(w heat.Who, seat int) bool {
	switch w.Kind {
	case heat.WhoRichest:
		return b.most(b.s.Money, 1, seat)
	case heat.WhoPoorest:
		return b.most(b.s.Money, -1, seat)
	case heat.WhoMostHeat:
		return b.most(b.s.Heat, 1, seat)
	case heat.WhoChosenAmong:
		switch w.Filter {
		case heat.FilterNeighbours:
			return b.isNeighbour(seat)
		case heat.FilterRicher:
			return b.s.Money(seat) > b.s.Money(b.me)
		case heat.FilterHeat:
			return b.s.Heat(seat) > 0
		}
	}
	return true
}

// most reports whether no other seat has more of something, times sign, than seat.
func (b *Board) most(has func(int) int, sign, seat int) bool {
	for i := range b.scale.players {
		if i != b.me && sign*has(i) > sign*has(seat) {
			return false
		}
	}
	return true
}

// distance returns how many places a seat is to the left.
func (b *Board) distance(seat int) int { return (seat - b.me + b.scale.players) % b.scale.players }

func (b *Board) isNeighbour(seat int) bool {
	d := b.distance(seat)
	return d == 1 || d == b.scale.players-1
}

// reach returns how likely an effect without a named target reaches a seat.
func (b *Board) reach(w heat.Who, seat, ahead int) float64 {
	d := b.distance(seat)
	switch w.Kind {
	case heat.WhoLeft:
		return oneIf(d == 1)
	case heat.WhoRight:
		return oneIf(d == b.scale.players-1)
	case heat.WhoNeighbours:
		return oneIf(b.isNeighbour(seat))
	case heat.WhoOthers:
		return oneIf(d != 0)
	case heat.WhoAll:
		return 1
	case heat.WhoSameTag:
		if d == 0 {
			return 0
		}
		return b.uses(seat, heat.Tag(w.Arg), ahead)
	}
	return 0
}

// odds returns how likely the condition of an effect holds.
func (b *Board) odds(e *heat.Clause, seat, ahead int) float64 {
	c := e.If
	switch c.Kind {
	case heat.IfAlone, heat.IfCrowd:
		nobody, expected := b.company(heat.Tag(c.Arg), ahead)
		expected++ // the seat itself
		if c.Kind == heat.IfAlone {
			return nobody
		}
		if c.K <= 2 {
			return 1 - nobody
		}
		return min(1, max(0, expected-float64(c.K)+1)) * (1 - nobody)
	case heat.IfHeatValue:
		return oneIf(float64(b.s.HeatValue())+valueSoon*float64(ahead) >= float64(c.K))
	case heat.IfRank:
		return b.rank(heat.Rank(c.Arg))
	case heat.IfTargetUses:
		if c.Other {
			return b.usesPhase(seat, heat.Phase(c.Arg), ahead)
		}
		return b.uses(seat, heat.Tag(c.Arg), ahead)
	case heat.IfRecordHas:
		for _, k := range b.s.Record(b.me) {
			if x := &b.kinds[k]; c.Other && x.Shows(heat.Icon(c.Arg)) || !c.Other && x.Has(heat.Tag(c.Arg)) {
				return 1
			}
		}
		return min(1, usualOften*float64(ahead))
	}
	return 1
}

// company returns how likely no other seat uses a card with a tag, and the
// expected number that do.
func (b *Board) company(tag heat.Tag, ahead int) (nobody, expected float64) {
	nobody = 1
	for i := range b.scale.players {
		if i != b.me {
			p := b.uses(i, tag, ahead)
			nobody *= 1 - p
			expected += p
		}
	}
	return nobody, expected
}

// rank returns how likely the seat has a rank when the card acts.
func (b *Board) rank(r heat.Rank) float64 {
	for i := range b.scale.players {
		m, h := b.s.Money(i)-b.s.Money(b.me), b.s.Heat(i)-b.s.Heat(b.me)
		if r == heat.RankRichest && m > 0 || r == heat.RankPoorest && m < 0 || r == heat.RankMostHeat && h > 0 || r == heat.RankLeastHeat && h < 0 {
			return rankUnlikely
		}
	}
	return rankLikely
}

// uses returns how likely a seat's card of a stage has a tag.
func (b *Board) uses(seat int, tag heat.Tag, ahead int) float64 {
	return b.likely(seat, ahead, func(k *Kind) bool { return k.Has(tag) })
}

// usesPhase returns how likely a seat's card of a stage acts in a phase.
func (b *Board) usesPhase(seat int, p heat.Phase, ahead int) float64 {
	return b.likely(seat, ahead, func(k *Kind) bool { return k.ActsIn(p) })
}

// likely returns how likely a seat's card of a stage has something: certain once
// the cards are shown, else by the unseen cards, the cards of that hand that the
// seat knows of, and the claims.
func (b *Board) likely(seat, ahead int, has func(*Kind) bool) float64 {
	if b.phase != heat.NoPhase && ahead == 0 {
		k := b.s.InUse(seat)
		return oneIf(k >= 0 && has(&b.kinds[k]))
	}
	if b.unseen == 0 {
		return 0
	}
	matching, known, knownMatching := 0., 0., 0.
	for k, x := range b.pool {
		if x > 0 && has(&b.kinds[k]) {
			matching += x
		}
	}
	for k, x := range b.s.Known(b.me, seat) {
		known += float64(x)
		if x > 0 && has(&b.kinds[k]) {
			knownMatching += float64(x)
		}
	}
	size := max(float64(b.s.HandSize(seat)), known, 1)
	p := (knownMatching + (size-known)*matching/float64(b.unseen)) / size
	if c := b.s.Claim(seat); c >= 0 && ahead == 0 {
		p = claimBelief*oneIf(has(&b.kinds[c])) + (1-claimBelief)*p
	}
	return min(p, 1)
}
