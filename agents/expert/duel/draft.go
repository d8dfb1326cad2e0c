package duel

import (
	game "ringer/env/duel"
	tactics "ringer/env/tactics/duel"
)

// draftTemperature is the difference in price, in returns, below which the expert
// buys two things about as often.
const draftTemperature = 0.04

// rateDraft rates what a Hero can buy, and the kinds of followers, by their measured
// prices.
func (b *mind) rateDraft(values []float64) {
	if b.DraftAnything {
		return
	}
	for i, c := range b.choices {
		switch c.Verb {
		case game.UseSkill:
			values[i] = tactics.SkillPrice(c.Skill, b.s.Owns(b.subject, c.Skill), &b.config)
		case game.FieldFollowers:
			values[i] = tactics.FollowersPrice(c.Followers, b.s.Owns(b.subject, game.TraitFollower))
		}
		values[i] *= temperature / draftTemperature
	}
}
