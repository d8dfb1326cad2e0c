package duel_test

import (
	"ringer/env"
	"ringer/env/duel"
)

// A bias is how likely a gambler is to do what makes for rare situations, in tenths.
type bias struct {
	feats   int // uses a feat, a Special Attack, an interrupt, a reroll
	contact int // goes where an enemy or a mob is near
	harm    int // attacks with a high score, and dice that hit; else avoids, and they miss
	harmful bool
	stays   int // does not leave the area
}

// restless lets turns become as long as they can be: every feat is used, nobody is hit.
var restless = bias{feats: 9, harm: 8, stays: 10}

// drawBias draws a gambler with preferences of its own.
func drawBias(rng env.Rand) bias {
	return bias{feats: 3 + rng.IntN(7), contact: rng.IntN(10), harm: rng.IntN(10), harmful: rng.IntN(2) == 0, stays: 5 + rng.IntN(6)}
}

func (b bias) choose(s *duel.State, legal []env.Action, rng env.Rand) env.Action {
	random := legal[rng.IntN(len(legal))]
	likes := func(tenths int) bool { return rng.IntN(10) < tenths }
	switch s.Question() {
	case duel.AskUse, duel.AskInto, duel.AskSpecial, duel.AskConvert, duel.AskWhom, duel.AskWhere, duel.AskHow, duel.AskReroll, duel.AskCover, duel.AskMobDuel:
		if likes(b.feats) {
			return b.other(s, legal, random, rng)
		}
	case duel.AskScore:
		if likes(b.harm) {
			if b.harmful {
				return legal[min(len(legal)-1, 3+rng.IntN(3))]
			}
			return legal[len(legal)-1-rng.IntN(min(len(legal), 6))] // avoid, where that is a choice
		}
	case duel.AskAct, duel.AskGo, duel.AskPlace:
		if likes(b.contact) {
			random = b.nearest(s, legal, rng)
		}
		if s.Decode(random).Verb == duel.Leave && likes(b.stays) {
			return legal[rng.IntN(len(legal))]
		}
		if likes(b.feats) { // anything but a Move
			for range 4 {
				if a := legal[rng.IntN(len(legal))]; s.Decode(a).Verb > duel.Go && s.Decode(a).Verb != duel.Leave {
					return a
				}
			}
		}
	}
	return random
}

// other returns an answer that is not no, done or never.
func (b bias) other(s *duel.State, legal []env.Action, random env.Action, rng env.Rand) env.Action {
	for range 8 {
		switch s.Decode(random).Verb {
		case duel.No, duel.Done, duel.NeverOnThisWay:
			random = legal[rng.IntN(len(legal))]
		default:
			return random
		}
	}
	return random
}

// nearest returns, of a few actions, the destination with an enemy nearest to it.
func (b bias) nearest(s *duel.State, legal []env.Action, rng env.Rand) env.Action {
	seat := int(s.CurrentPlayer())
	best, least := legal[rng.IntN(len(legal))], 1<<30
	for range 8 {
		a := legal[rng.IntN(len(legal))]
		c := s.Decode(a)
		if c.Verb != duel.Go {
			continue
		}
		for rest := s.InPlay() &^ s.Commands(seat); rest != 0; rest &= rest - 1 {
			o := c.To.Sub(s.At(int(rest.First())))
			if d := int(o.X)*int(o.X) + int(o.Y)*int(o.Y); d < least {
				best, least = a, d
			}
		}
	}
	return best
}

// throw prefers the first of some outcomes, the lowest dice, or the last ones.
func (b bias) throw(outcomes []env.Outcome, rng env.Rand) env.Action {
	if rng.IntN(12) < b.harm {
		if b.harmful {
			return outcomes[len(outcomes)-1-rng.IntN(min(3, len(outcomes)))].Action
		}
		return outcomes[rng.IntN(min(3, len(outcomes)))].Action
	}
	return env.SampleOutcome(outcomes, rng)
}
