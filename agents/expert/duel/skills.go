package duel

import (
	"math"

	"ringer/env"
	game "ringer/env/duel"
)

// The prices of answers about feats and traits, in fighters.
const (
	margin       = 0.02  // by which a feat must be better than the best usual action
	yesPrice     = 0.1   // to use what is offered
	donePrice    = -0.01 // to let the rest of it be
	shieldShare  = 0.3   // of a point of toughness of a bodyguard
	thrallChoice = -1.0  // to make a model a thrall
)

// rateSkill rates the answers to a question about a feat or trait: by what they lead
// to, or before the first round by what each names.
func (b *mind) rateSkill(legal []env.Action, values []float64) {
	for i, c := range b.choices {
		values[i] = b.rateAtSight(c)
	}
	if b.s.Round() == 0 || b.after == nil {
		return
	}
	b.lookAhead(legal, values)
}

// rateAtSight rates an answer about a feat or trait without looking ahead.
func (b *mind) rateAtSight(c game.Choice) float64 {
	switch c.Verb {
	case game.Go:
		switch m := b.subject; {
		case b.inPlay(m) && b.mine(m):
			fight, place := b.rateGo(c.To)
			return fight + place
		case b.inPlay(m): // hurled
			return b.ground.seenLying(c.To)
		}
	case game.Leave:
		if b.carrier == b.subject {
			return winPrice
		}
		return -leavingPrice
	case game.NameModel:
		return b.rateModel(c.Model)
	case game.Yes:
		return yesPrice
	case game.Done:
		return donePrice
	}
	return 0
}

// rateModel rates a model for a feat to be about.
func (b *mind) rateModel(m int) float64 {
	w := b.worths[m]
	switch b.s.SkillAsked() {
	case game.FeatBodyguard: // the model that takes the hits
		return 1 - w + shieldShare*float64(b.fighters[m].Toughness)
	case game.FeatYinYang:
		if b.mine(m) {
			return 1 - w
		}
		return w
	case game.FeatThrall:
		return thrallChoice
	}
	if b.mine(m) {
		return w
	}
	return b.prey(m) + w
}

// lookAhead replaces the values of the best actions by the values of what they lead
// to; the other actions are not taken.
func (b *mind) lookAhead(legal []env.Action, values []float64) {
	few, at := shortlist(legal, values, mostActions)
	ahead := make([]float64, len(few))
	b.after.rate(b, few, ahead)
	for i := range values {
		values[i] = math.Inf(-1)
	}
	for i, k := range at {
		values[k] = ahead[i]
	}
}

// shortlist returns the best legal actions, at most this many, and their places among
// the legal actions.
func shortlist(legal []env.Action, values []float64, most int) (few []env.Action, at []int) {
	if len(legal) <= most {
		for i := range legal {
			at = append(at, i)
		}
		return legal, at
	}
	taken := make([]bool, len(legal))
	for range most {
		best := -1
		for i, x := range values {
			if !taken[i] && (best < 0 || x > values[best]) {
				best = i
			}
		}
		taken[best] = true
		few, at = append(few, legal[best]), append(at, best)
	}
	return few, at
}

// rateSkillActions rates the feats that can be used in place of the usual actions: by
// how much better they turn out than the best of those.
func (b *mind) rateSkillActions(legal []env.Action, values []float64) {
	best, few, at := -1, []env.Action(nil), []int(nil)
	for i, c := range b.choices {
		if c.Verb == game.UseSkill {
			few, at = append(few, legal[i]), append(at, i)
			values[i] = math.Inf(-1)
		} else if best < 0 || values[i] > values[best] {
			best = i
		}
	}
	if len(few) == 0 || b.after == nil {
		return
	}
	few = append(few, legal[best])
	ahead := make([]float64, len(few))
	b.after.rate(b, few, ahead)
	usual := ahead[len(few)-1]
	for i, k := range at {
		gain := ahead[i] - usual // a safe gain counts less when the game has gone on for long
		values[k] = values[best] + gain/(b.urge*b.urge) - margin*b.urge
	}
}
