package heat

import "ringer/env"

// This file judges positions for players who look one step ahead. The numbers
// are rough prices in dollars; nothing in the rules depends on them.

// Prices that do not show in money or Heat.
const (
	tokenPrice    = 3.4 // what a Heat costs at the end, seen from the start
	drawPrice     = 0.8
	lookPrice     = 0.3
	discardPrice  = 0.6
	swapPrice     = 0.7
	replacePrice  = 1.8
	endPrice      = 1.5 // extra at the end
	startPrice    = 0.5 // extra at the start
	copyPrice     = 3.0
	cancelPrice   = 2.5
	handShare     = 0.25 // of the worth of cards still to be played
	leaderShare   = 0.5  // of what is taken from the others counts for the leader alone
	aloneChance   = 0.65
	crowdChance   = 0.35
	rankChance    = 0.35
	usesChance    = 0.5
	hasChance     = 0.5
	purseExpected = 6
)

// Evaluate implements env.Evaluator, in dollars: what the seat has, less what
// its Heat will cost, against the others, the leader counting most; with what
// the card it has chosen still promises, and what its hand is worth.
func (s *State) Evaluate(p env.Player) float64 {
	v := s.appraise(int(p))
	return v.standing(int(p)) + v.promise(int(p)) + v.handWorth(int(p))
}

// An appraisal is a look at a state with prices attached.
type appraisal struct {
	s      *State
	price  float64           // of one Heat
	scores [maxSeats]float64 // money less the cost of Heat
	threat [maxSeats]float64 // how much a dollar of another seat hurts; sums to 1
}

func (s *State) appraise(p int) appraisal {
	v := appraisal{s: s, price: s.tokenCost()}
	n := s.game.players
	leader := -1
	for i := range n {
		v.scores[i] = float64(s.now.money[i]) - v.price*float64(s.now.heat[i])
		if i != p && (leader < 0 || v.scores[i] > v.scores[leader]) {
			leader = i
		}
	}
	for i := range n {
		if i != p {
			v.threat[i] = (1 - leaderShare) / float64(n-1)
		}
	}
	v.threat[leader] += leaderShare
	return v
}

// tokenCost is what one Heat is expected to cost at the end: what it costs now,
// drawn towards the usual end the longer the game still goes on.
func (s *State) tokenCost() float64 {
	c := &s.game.config
	value := float64(s.game.value(s.now.held()))
	if s.node == nodeOver {
		return 0 // already paid
	}
	total := float64(c.Heists * c.Stages)
	left := total - float64(int(s.heist)*c.Stages+int(s.stage))
	return value + (s.game.usualPrice()-value)*left/total
}

// usualPrice scales tokenPrice to the board.
func (g *Game) usualPrice() float64 {
	rows := g.config.RowValues
	return tokenPrice * float64(rows[len(rows)-1]) / 5
}

func (v *appraisal) standing(p int) float64 {
	x := v.scores[p]
	for i := range v.s.game.players {
		x -= v.threat[i] * v.scores[i]
	}
	return x
}

// promise is what the effects of the seat's card that have not acted yet should
// bring.
func (v *appraisal) promise(p int) float64 {
	s := v.s
	switch {
	case s.node == nodeOver || s.node <= nodePick:
		return 0
	case s.step == 0:
		if card := s.mem.commit[p]; card != none {
			return v.cardPromise(p, card)
		}
		return 0
	}
	x := v.effectsPromise(p, s.acting[p], int(s.phase))
	card := s.now.inUse[p]
	if c := s.copied[p]; c != none {
		card = c
	}
	for phase := int(s.phase) + 1; phase < phases; phase++ {
		if s.cancelled[p]>>phase&1 == 0 {
			x += v.effectsPromise(p, card, phase)
		}
	}
	return x
}

// cardPromise is what a card should bring if the seat played it now.
func (v *appraisal) cardPromise(p int, card uint8) float64 {
	world := *v.s
	world.then = world.now
	world.then.hand = world.mem.size
	world.then.inUse[p] = card
	if r := &world.then.records[p]; r.size < maxRecord {
		r.cards[r.size] = card
		r.size++
	}
	world.acting[p] = card
	w := *v
	w.s = &world
	x := 0.
	for phase := range phases {
		world.phase = int8(phase)
		x += w.effectsPromise(p, card, phase)
	}
	return x
}

func (v *appraisal) effectsPromise(p int, card uint8, phase int) float64 {
	if card == none {
		return 0
	}
	x := 0.
	list := v.s.game.deck.types[card].effects[phase]
	for k := range list {
		x += v.chance(&list[k], p) * v.effectPromise(&list[k], p)
	}
	return x
}

// chance is how likely an effect's condition is met.
func (v *appraisal) chance(e *effect, p int) float64 {
	s := v.s
	switch e.cond.kind {
	case ifAlways:
		return 1
	case ifTargetUses:
		if t := s.target[p]; t >= 0 {
			return oneIf(s.holds(e.cond, p, int(t)))
		}
		return usesChance
	case ifAlone, ifCrowd:
		if s.step > 0 {
			return oneIf(s.holds(e.cond, p, p))
		}
		if e.cond.kind == ifAlone {
			return aloneChance
		}
		return crowdChance
	}
	return oneIf(s.holds(e.cond, p, p))
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// effectPromise is what one effect should bring the seat, against the others.
func (v *appraisal) effectPromise(e *effect, p int) float64 {
	s := v.s
	m := s.reached(e.who, p)
	guess := false
	if m == 0 && e.who.picks() {
		m, guess = s.candidates(e.who, p), true
	}
	n := s.amount(&e.amount, p)
	if e.amount.per == perChoice && s.option[p] == 0 && s.step <= 1 {
		n = int(e.amount.each) * min(int(e.amount.choices), int(s.now.heat[p])) // before choosing
	}
	best, sum := -1000., 0.
	for i := range s.game.players {
		if !m.has(i) {
			continue
		}
		x := v.onSeat(e, p, i, n)
		best, sum = max(best, x), sum+x
	}
	switch {
	case m == 0:
		return 0
	case guess:
		return best
	}
	return sum
}

// onSeat is what an effect that reaches one seat is worth to p.
func (v *appraisal) onSeat(e *effect, p, i, n int) float64 {
	s := v.s
	amount := float64(n)
	side := -v.threat[i]
	if i == p {
		side = 1
	}
	purse := func(seat int) float64 { return min(amount, float64(s.now.money[seat])) }
	tokens := func(seat int) float64 { return min(amount, float64(s.now.heat[seat])) }
	switch e.op {
	case opGain:
		return side * amount
	case opLose:
		return -side * purse(i)
	case opSteal:
		return (1 + v.threat[i]) * purse(i)
	case opPay:
		return -(1 + v.threat[i]) * purse(p)
	case opSplitPot:
		if s.step > 0 {
			return amount / float64((s.using(e.where) | 1<<p).count())
		}
		return amount * (aloneChance + (1-aloneChance)/2)
	case opTakeHeat:
		return -side * amount * v.marginal(i)
	case opReturnHeat:
		return side * tokens(i) * v.marginal(i)
	case opGiveHeat:
		return (1 + v.threat[i]) * tokens(p) * v.price
	case opSwapHeat:
		return (1 + v.threat[i]) * float64(s.now.heat[p]-s.now.heat[i]) * v.price
	case opDraw:
		return side * amount * drawPrice
	case opDiscard:
		return -side * amount * discardPrice
	case opLook:
		return lookPrice
	case opSwapCard:
		return swapPrice
	case opReplace:
		return replacePrice
	case opExtra:
		if e.where == extraStart {
			return startPrice
		}
		return endPrice
	case opCopy:
		if s.step > 0 && s.then.inUse[i] != none {
			return v.copyPromise(p, s.then.inUse[i])
		}
		return copyPrice
	case opCancel:
		if card := s.then.inUse[i]; s.step > 0 && card != none {
			return v.threat[i] * v.cancelled(i, card, int(e.where))
		}
		return cancelPrice * v.threat[i] * 2
	}
	return 0
}

// marginal is what one more Heat costs a seat: its price, and what it adds to
// the price of those the seat holds already.
func (v *appraisal) marginal(seat int) float64 {
	return v.price + float64(v.s.now.heat[seat])/float64(v.s.game.config.RowWidth)
}

func (v *appraisal) copyPromise(p int, card uint8) float64 {
	x := 0.
	for phase := int(v.s.phase) + 1; phase < phases; phase++ {
		list := v.s.game.deck.types[card].effects[phase]
		for k := range list {
			if !operations[list[k].op].early {
				x += v.chance(&list[k], p) * v.effectPromise(&list[k], p)
			}
		}
	}
	return x
}

func (v *appraisal) cancelled(seat int, card uint8, phase int) float64 {
	x := 0.
	list := v.s.game.deck.types[card].effects[phase]
	for k := range list {
		if !operations[list[k].op].early {
			x += v.chance(&list[k], seat) * v.effectPromise(&list[k], seat)
		}
	}
	return x
}

// handWorth is a share of the cards the seat is still likely to play.
func (v *appraisal) handWorth(p int) float64 {
	s := v.s
	if s.node == nodeOver {
		return 0
	}
	plays := s.game.config.Stages - int(s.stage)
	if s.step > 0 || s.mem.commit[p] != none && s.node != nodePick {
		plays--
	}
	var worths [maxTypes]float64
	n := 0
	for t, k := range s.mem.hand[p][:s.game.types] {
		for range k {
			if n < len(worths) {
				worths[n] = s.game.deck.types[t].worth
				n++
			}
		}
	}
	x := 0.
	for range min(plays, n) {
		best := 0
		for i := range n {
			if worths[i] > worths[best] {
				best = i
			}
		}
		x += worths[best]
		worths[best] = -1000
	}
	return handShare * x
}
