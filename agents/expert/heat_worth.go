package expert

import (
	"slices"

	"ringer/env/heat"
)

// A board is what one seat makes of the table. It reads from the state only
// what is public or the seat's own.
type board struct {
	h    *Heat
	s    *heat.State
	game heat.Config
	me   int
	n    int

	phase  string    // "" outside the phases
	ahead  float64   // stages from now that are being thought about
	price  float64   // what one Heat will cost at the end
	slope  float64   // what one more Heat off the board adds to the price
	threat []float64 // how much a dollar of each other seat hurts
	unseen int       // cards in the deck and in other hands
	pool   []float64 // unseen cards by kind
}

// Feelings, in dollars.
const (
	usualEnd      = 1.0 // of the worst row: what a Heat costs at the end, with what it adds to the price of the others
	heatPerStage  = 0.4
	moneyPerStage = 3
	lookWorth     = 0.3
	drawWorth     = 1.0
	discardWorth  = 0.8
	swapWorth     = 1.0
	leaderShare   = 0.2
)

func (h *Heat) look(s *heat.State, me int) *board {
	b := &board{h: h, s: s, game: h.game.Config(), me: me, n: h.game.Spec().Players, phase: s.Phase()}
	c := &b.game
	rows := c.RowValues
	end := usualEnd * float64(rows[len(rows)-1])
	total := float64(c.Heists * c.Stages)
	left := total - float64(s.Heist()*c.Stages+s.Stage())
	b.price = float64(s.HeatValue()) + (end-float64(s.HeatValue()))*left/total
	b.slope = float64(rows[len(rows)-1]) / float64(c.Tokens)
	b.threat = make([]float64, b.n)
	leader, top := -1, 0.
	for i := range b.n {
		if x := b.score(i); i != me && (leader < 0 || x > top) {
			leader, top = i, x
		}
	}
	for i := range b.n {
		if i != me {
			b.threat[i] = (1 - leaderShare) / float64(b.n-1)
		}
	}
	b.threat[leader] += leaderShare
	b.count()
	return b
}

func (b *board) score(seat int) float64 {
	return float64(b.s.Money(seat)) - b.price*float64(b.s.Heat(seat))
}

// count finds what is unseen: all copies less one's own cards and what lies
// face up.
func (b *board) count() {
	b.pool = make([]float64, len(b.h.cards))
	for k := range b.pool {
		b.pool[k] = b.h.cards[k].copies - float64(b.s.Hand(b.me)[k]) - float64(b.s.Discards()[k])
	}
	if k := b.s.Committed(b.me); k >= 0 {
		b.pool[k]--
	}
	for i := range b.n {
		for _, k := range b.s.Record(i) {
			b.pool[k]--
		}
	}
	for _, x := range b.pool {
		b.unseen += int(x)
	}
}

// acting is the card whose effects ask for the decision.
func (b *board) acting() int { return max(b.s.InUse(b.me), 0) }

// becomesCardInUse says whether the card asks for an extra at the end.
func (b *board) becomesCardInUse() bool {
	for _, e := range b.h.cards[b.acting()].effects {
		if e.op == "extra" && e.phase == b.phase {
			return e.where != "start"
		}
	}
	return true
}

// worth is what a card should bring when it is played so many stages from now.
func (b *board) worth(card, ahead int) float64 {
	b.ahead = float64(ahead)
	defer func() { b.ahead = 0 }()
	x := 0.
	for i := range b.h.cards[card].effects {
		x += b.value(&b.h.cards[card].effects[i], card, ahead)
	}
	return x
}

// rest is what a card brings in the phases of this stage that are still to come.
func (b *board) rest(card int) float64 {
	x := 0.
	for i := range b.h.cards[card].effects {
		if e := &b.h.cards[card].effects[i]; e.phase > b.phase {
			x += b.value(e, card, 0)
		}
	}
	return x
}

// value is what one effect of a card should bring.
func (b *board) value(e *heatEffect, card, ahead int) float64 {
	switch {
	case e.single:
		best := 0.
		for i := range b.n {
			if i != b.me && b.mayName(e, i) {
				best = max(best, b.odds(e, i, ahead)*b.onSeat(e, card, i, ahead))
			}
		}
		return best
	case e.who == "" || e.who == "self":
		return b.odds(e, b.me, ahead) * b.effect(e, b.amount(e, card, b.me, ahead), b.me)
	}
	x := 0.
	for i := range b.n {
		if reach := b.reach(e, i, ahead); reach > 0 {
			x += reach * b.odds(e, i, ahead) * b.onSeat(e, card, i, ahead)
		}
	}
	return x
}

// mayName says whether the rules let an effect be aimed at a seat.
func (b *board) mayName(e *heatEffect, seat int) bool {
	better := func(f func(int) int) bool {
		for i := range b.n {
			if i != b.me && f(i) > f(seat) {
				return false
			}
		}
		return true
	}
	switch e.who {
	case "richest":
		return better(b.s.Money)
	case "poorest":
		return better(func(i int) int { return -b.s.Money(i) })
	case "most_heat":
		return better(b.s.Heat)
	}
	switch e.whoArg {
	case "neighbours":
		return b.isNeighbour(seat)
	case "richer":
		return b.s.Money(seat) > b.s.Money(b.me)
	case "heat":
		return b.s.Heat(seat) > 0
	}
	return true
}

func (b *board) isNeighbour(seat int) bool {
	d := (seat - b.me + b.n) % b.n
	return d == 1 || d == b.n-1
}

// reach is how likely an effect without a named target reaches a seat.
func (b *board) reach(e *heatEffect, seat, ahead int) float64 {
	d := (seat - b.me + b.n) % b.n
	switch e.who {
	case "left":
		return oneIf(d == 1)
	case "right":
		return oneIf(d == b.n-1)
	case "neighbours":
		return oneIf(b.isNeighbour(seat))
	case "others":
		return oneIf(d != 0)
	case "all":
		return 1
	case "same_tag":
		if d == 0 {
			return 0
		}
		return b.uses(seat, e.whoArg, ahead)
	}
	return 0
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// odds is how likely the condition of an effect holds.
func (b *board) odds(e *heatEffect, seat, ahead int) float64 {
	switch e.cond {
	case "alone", "crowd":
		nobody, expected := 1., 1.
		for i := range b.n {
			if i != b.me {
				p := b.uses(i, e.condArg, ahead)
				nobody *= 1 - p
				expected += p
			}
		}
		if e.cond == "alone" {
			return nobody
		}
		if e.k <= 2 {
			return 1 - nobody
		}
		return min(1, max(0, expected-float64(e.k)+1)) * (1 - nobody)
	case "heat_value":
		return oneIf(float64(b.s.HeatValue())+0.3*float64(ahead) >= float64(e.k))
	case "rank":
		return b.rank(e.condArg)
	case "target_uses":
		if len(e.condArg) == 1 {
			return b.usesPhase(seat, e.condArg, ahead)
		}
		return b.uses(seat, e.condArg, ahead)
	case "record_has":
		for _, k := range b.s.Record(b.me) {
			if c := &b.h.cards[k]; slices.Contains(c.icons, e.condArg) || slices.Contains(c.tags, e.condArg) {
				return 1
			}
		}
		return min(1, 0.25*float64(ahead))
	}
	return 1
}

func (b *board) rank(by string) float64 {
	for i := range b.n {
		m, h := b.s.Money(i)-b.s.Money(b.me), b.s.Heat(i)-b.s.Heat(b.me)
		if by == "richest" && m > 0 || by == "poorest" && m < 0 || by == "most_heat" && h > 0 || by == "least_heat" && h < 0 {
			return 0.15
		}
	}
	return 0.85
}

// uses is how likely a seat's card of this stage has a tag: certain once the
// cards are shown, else by the unseen cards, the cards one knows of, and claims.
func (b *board) uses(seat int, tag string, ahead int) float64 {
	has := func(k int) bool { return slices.Contains(b.h.cards[k].tags, tag) }
	return b.likely(seat, ahead, has)
}

func (b *board) usesPhase(seat int, phase string, ahead int) float64 {
	return b.likely(seat, ahead, func(k int) bool {
		for i := range b.h.cards[k].phases {
			if b.h.cards[k].phases[i:i+1] == phase {
				return true
			}
		}
		return false
	})
}

func (b *board) likely(seat, ahead int, has func(int) bool) float64 {
	if b.phase != "" && ahead == 0 {
		k := b.s.InUse(seat)
		return oneIf(k >= 0 && has(k))
	}
	if b.unseen == 0 {
		return 0
	}
	matching, known, knownMatching := 0., 0., 0.
	for k, x := range b.pool {
		if x > 0 && has(k) {
			matching += x
		}
	}
	for k, x := range b.s.Known(b.me, seat) {
		known += float64(x)
		if x > 0 && has(k) {
			knownMatching += float64(x)
		}
	}
	size := max(float64(b.s.HandSize(seat)), known, 1)
	p := (knownMatching + (size-known)*matching/float64(b.unseen)) / size
	if c := b.s.Claim(seat); c >= 0 && ahead == 0 {
		const belief = 0.45 // in claims
		p = belief*oneIf(has(c)) + (1-belief)*p
	}
	return min(p, 1)
}

// amount is what an effect of a card should be worth in its units.
func (b *board) amount(e *heatEffect, card, seat, ahead int) float64 {
	if e.per == "" {
		return float64(e.base)
	}
	x := float64(e.base) + float64(e.each)*b.counted(e, card, seat, float64(ahead))
	if e.max > 0 {
		x = min(x, float64(e.max))
	}
	return max(x, 0)
}

func (b *board) counted(e *heatEffect, card, seat int, ahead float64) float64 {
	heats := func(i int) float64 { return float64(b.s.Heat(i)) + heatPerStage*ahead }
	inRecord := func(has func(c *heatCard) bool, often float64) float64 {
		x := often * ahead
		for _, k := range b.s.Record(b.me) {
			x += oneIf(has(&b.h.cards[k]))
		}
		if b.phase == "" || b.s.InUse(b.me) != card {
			x += oneIf(has(&b.h.cards[card])) // the card counts itself
		}
		return x
	}
	switch e.per {
	case "record_icon":
		often := 0.25
		if e.perArg == "money" {
			often = 0.65
		}
		return inRecord(func(c *heatCard) bool { return slices.Contains(c.icons, e.perArg) }, often)
	case "record_tag":
		return inRecord(func(c *heatCard) bool { return slices.Contains(c.tags, e.perArg) }, 0.25)
	case "record_size":
		return inRecord(func(*heatCard) bool { return true }, 1)
	case "table_tag", "table_phase":
		x := 0.
		for i := range b.n {
			switch {
			case i == b.me:
				c := &b.h.cards[card]
				x += oneIf(slices.Contains(c.tags, e.perArg) || e.per == "table_phase" && slices.Contains([]byte(c.phases), e.perArg[0]))
			case e.per == "table_tag":
				x += b.uses(i, e.perArg, int(ahead))
			default:
				x += b.usesPhase(i, e.perArg, int(ahead))
			}
		}
		return x
	case "heat_of":
		return b.heatOf(e.perArg, seat, heats)
	case "heat_value":
		return float64(b.s.HeatValue()) + 0.25*ahead
	case "hand_size":
		return max(float64(b.s.HandSize(b.me))-ahead-1, 0)
	case "players":
		return float64(b.n)
	case "choice":
		k := float64(e.max / max(e.each, 1))
		return min(k, heats(b.me))
	}
	return 0
}

func (b *board) heatOf(who string, seat int, heats func(int) float64) float64 {
	sum, most := 0., 0.
	for i := range b.n {
		if i != b.me {
			sum, most = sum+heats(i), max(most, heats(i))
		}
	}
	switch who {
	case "self":
		return heats(b.me)
	case "left":
		return heats((b.me + 1) % b.n)
	case "right":
		return heats((b.me + b.n - 1) % b.n)
	case "others":
		return sum
	case "all":
		return sum + heats(b.me)
	case "neighbours":
		return heats((b.me+1)%b.n) + heats((b.me+b.n-1)%b.n)
	}
	if seat != b.me {
		return heats(seat)
	}
	return most
}
