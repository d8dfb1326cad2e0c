package expert

import (
	"math"

	"ringer/env"
)

// This file answers what feats and traits ask.

// margin is by how much, in fighters, something out of the ordinary must be
// better than the best of what is usual.
const margin = 0.02

// rateSkill rates the answers to a question about a feat or trait: what they lead
// to, where that can be seen; before the game, by what each is about.
func (b *field) rateSkill(legal []env.Action, values []float64) {
	for i, a := range legal {
		values[i] = b.rateAnswer(a)
	}
	if b.s.Round() == 0 || b.after == nil {
		return
	}
	b.lookAhead(legal, values)
}

// rateAnswer rates an answer by what it says.
func (b *field) rateAnswer(a env.Action) float64 {
	if to, ok := b.s.Destination(a); ok {
		if m := b.subject; b.inPlay(m) && b.mine(m) {
			fight, place := b.rateGo(to)
			return fight + place
		} else if b.inPlay(m) { // hurled
			return b.d.ground.seenLying(to)
		}
		return 0
	}
	if m, ok := b.s.Target(a); ok {
		return b.rateWhom(m)
	}
	switch b.d.game.Word(a) {
	case "yes":
		return 0.1
	case "done":
		return -0.01
	}
	return 0
}

// rateWhom rates a model as what a feat is about.
func (b *field) rateWhom(m int) float64 {
	w := b.worths[m]
	switch b.s.Skill() {
	case "bodyguard": // whoever takes the hits
		return 1 - w + 0.3*float64(b.fighters[m].Toughness)
	case "yin_yang":
		if b.mine(m) {
			return 1 - w
		}
		return w
	case "thrall":
		return -1
	}
	if b.mine(m) {
		return w
	}
	return b.prey(m) + w
}

// lookAhead replaces the ratings of the actions that look best by what they lead to;
// the others stay below them.
func (b *field) lookAhead(legal []env.Action, values []float64) {
	few, at := b.shortlist(legal, values, mostActions)
	ahead := make([]float64, len(few))
	b.after.rate(b, few, ahead)
	for i := range values {
		values[i] = math.Inf(-1)
	}
	for i, k := range at {
		values[k] = ahead[i]
	}
}

// shortlist are the best so many of the legal actions, and where they are among
// them.
func (b *field) shortlist(legal []env.Action, values []float64, most int) (few []env.Action, at []int) {
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

// rateSkillActions rates what feats offer in place of the usual actions: by how much
// better they turn out than the best of those.
func (b *field) rateSkillActions(legal []env.Action, values []float64) {
	best, few, at := -1, []env.Action(nil), []int(nil)
	for i, a := range legal {
		if _, ok := b.d.game.SkillOf(a); ok {
			few, at = append(few, a), append(at, i)
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
		gain := ahead[i] - usual // what is safe counts less when nobody has dared for long
		values[k] = values[best] + gain/(b.urge*b.urge) - margin*b.urge
	}
}
