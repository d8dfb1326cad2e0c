package heat

import "ringer/env/heat"

// An appraisal is one seat's look at a position for the Judge. It implements
// valuer.
type appraisal struct {
	outlook
	j     *Judge
	s     *heat.State
	me    int
	scene *heat.Snapshot // that effects read: the state's, or the preview

	preview heat.Snapshot
}

// promise returns what the effects of the seat's card that have not acted yet
// should bring.
func (v *appraisal) promise() float64 {
	s, p := v.s, v.me
	switch {
	case s.Question() == heat.AskNothing || s.Drafting():
		return 0
	case s.Phase() == heat.NoPhase:
		if card := s.Committed(p); card >= 0 {
			return v.cardPromise(card)
		}
		return 0
	}
	x := v.effectsPromise(p, s.Acting(p), s.Phase())
	card := s.InUse(p)
	if c := s.Copied(p); c >= 0 {
		card = c
	}
	for phase := s.Phase() + 1; phase < heat.Phases; phase++ {
		if !s.Cancelled(p, phase) {
			x += v.effectsPromise(p, card, phase)
		}
	}
	return x
}

// cardPromise returns what a card should bring if the seat played it now.
func (v *appraisal) cardPromise(card int) float64 {
	v.s.Preview(&v.preview, v.me, card)
	v.scene = &v.preview
	x := 0.
	for phase := range heat.Phases {
		x += v.effectsPromise(v.me, card, phase)
	}
	v.scene = v.s.Snapshot()
	return x
}

// effectsPromise returns what the effects of a card in one phase should bring the
// actor; 0 without a card.
func (v *appraisal) effectsPromise(actor, card int, phase heat.Phase) float64 {
	if card < 0 {
		return 0
	}
	x := 0.
	list := v.j.kinds[card].Effects(phase)
	for k := range list {
		x += v.chance(&list[k], actor) * v.effectPromise(&list[k], actor)
	}
	return x
}

// latePromise is effectsPromise without the effects that act on later phases
// themselves.
func (v *appraisal) latePromise(actor, card int, phase heat.Phase) float64 {
	x := 0.
	list := v.j.kinds[card].Effects(phase)
	for k := range list {
		if !list[k].Early() {
			x += v.chance(&list[k], actor) * v.effectPromise(&list[k], actor)
		}
	}
	return x
}

// chance returns how likely an effect's condition is met.
func (v *appraisal) chance(e *heat.Clause, actor int) float64 {
	shown := v.shown()
	switch {
	case e.If.Kind == heat.IfTargetUses:
		if t := v.scene.Named(actor); t >= 0 {
			return oneIf(v.scene.Holds(e.If, actor, t))
		}
		return usesChance
	case e.If.Kind == heat.IfAlone && !shown:
		return aloneChance
	case e.If.Kind == heat.IfCrowd && !shown:
		return crowdChance
	}
	return oneIf(v.scene.Holds(e.If, actor, actor))
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// effectPromise returns what one effect should bring the actor, against the
// others: the sum over the seats that it reaches, or the best of those that may
// still be named.
func (v *appraisal) effectPromise(e *heat.Clause, actor int) float64 {
	m := v.scene.Reached(e.Who, actor)
	guess := false
	if m == 0 && e.Who.Picks() {
		m, guess = v.scene.Candidates(e.Who, actor), true
	}
	n := v.scene.Amount(&e.Amount, actor)
	if e.Amount.Per == heat.PerChoice && v.scene.Number(actor) == 0 && v.s.Naming() { // before choosing
		n = int(e.Amount.Each) * min(int(e.Amount.Choices), v.s.Heat(actor))
	}
	best, sum := -1000., 0.
	for i := range v.j.scale.players {
		if !m.Has(i) {
			continue
		}
		x := v.onSeat(e, actor, i, n)
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

// onSeat returns what an effect of the actor that reaches one seat is worth to
// the actor.
func (v *appraisal) onSeat(e *heat.Clause, actor, seat, n int) float64 {
	return value(v, stakes{
		numbers: &rough, effect: e, actor: actor, seat: seat, n: float64(n), side: v.side(actor, seat), threat: v.threat[seat],
		purse: float64(v.s.Money(seat)), ownPurse: float64(v.s.Money(actor)),
		heat: float64(v.s.Heat(seat)), ownHeat: float64(v.s.Heat(actor)), token: v.price,
	})
}

// shown reports whether the cards of the stage lie face up and act.
func (v *appraisal) shown() bool { return v.s.Phase() != heat.NoPhase }

func (v *appraisal) share(x stakes) float64 {
	if v.shown() {
		return 1 / float64((v.scene.Using(heat.Tag(x.effect.Where)) | 1<<x.actor).Count())
	}
	return potShare
}

func (v *appraisal) costOfTaking(x stakes) float64    { return x.n * v.marginal(x) }
func (v *appraisal) gainOfReturning(x stakes) float64 { return min(x.n, x.heat) * v.marginal(x) }

// marginal returns what one more Heat costs the seat: its price, and what it adds
// to the price of those that the seat holds already.
func (v *appraisal) marginal(x stakes) float64 { return v.price + x.heat/v.j.scale.width }

func (v *appraisal) swapHeat(x stakes) float64 {
	return (1 + x.threat) * (x.ownHeat - x.heat) * x.token
}
func (v *appraisal) look(x stakes) float64 { return x.numbers.look }
func (v *appraisal) replace() float64      { return 0 }

func (v *appraisal) copyCard(x stakes) float64 {
	card := v.scene.InUse(x.seat)
	if !v.shown() || card < 0 {
		return x.numbers.copyCard
	}
	sum := 0.
	for phase := v.s.Phase() + 1; phase < heat.Phases; phase++ {
		sum += v.latePromise(x.actor, card, phase)
	}
	return sum
}

func (v *appraisal) cancel(x stakes) float64 {
	card := v.scene.InUse(x.seat)
	if !v.shown() || card < 0 {
		return x.numbers.cancel * x.threat * 2
	}
	return x.threat * v.latePromise(x.seat, card, heat.Phase(x.effect.Where))
}
