package expert

import (
	"math"

	"ringer/env"
	"ringer/env/duel"
)

// draftTemperature is how differently the expert drafts: what differs by less than
// this in the return is bought about as often.
const draftTemperature = 0.04

// rateDraft rates what a Hero can buy, and the kinds of followers, by what they have
// been found to be worth.
func (b *field) rateDraft(legal []env.Action, values []float64) {
	if b.d.buysAnything {
		return
	}
	m, prices := b.subject, &skillPrices
	for i, a := range legal {
		if name, ok := b.d.game.SkillOf(a); ok {
			values[i] = prices.next(name, b.s.Owns(m, name), &b.d.config)
		} else if kind, ok := b.d.game.FollowersOf(a); ok {
			for n := range b.s.Owns(m, "follower") {
				values[i] += prices.at("follower "+kind, n)
			}
		}
		values[i] *= duelTemperature / draftTemperature
	}
}

// A priceList says what each point of a feat or trait is worth, in returns from -1
// to 1, more or less than a point of all of them: the first, the second and so on.
type priceList map[string][]float64

// at is the price of one more, after so many.
func (p *priceList) at(name string, owned int) float64 {
	list := (*p)[name]
	if len(list) == 0 {
		return 0
	}
	return list[min(owned, len(list)-1)]
}

// next is the price of one more of what can be bought; followers are of the kind
// that is worth most.
func (p *priceList) next(name string, owned int, c *duel.Config) float64 {
	if name != "follower" {
		return p.at(name, owned)
	}
	best, most := 0., math.Inf(-1)
	for _, kind := range [...]string{duel.KindGanger, duel.KindRookie, duel.KindAnimal} {
		if kind == duel.KindAnimal && !c.Melee {
			continue
		}
		total := 0.
		for n := range owned + 1 {
			total += p.at("follower "+kind, n)
		}
		if total > most {
			most, best = total, p.at("follower "+kind, owned)
		}
	}
	return best
}
