package things

import (
	"ringer/env"
	"ringer/env/heat"
)

func heatThings(g *heat.Game) *List {
	l := &List{}
	for _, c := range g.Kinds() {
		l.add(Thing{kindCard, c.ID, c.Title, c.Text})
	}
	claim, silence := -1, -1
	if g.Config().Talk == heat.TalkClaims {
		claim = l.move("claim", "a title is claimed")
		silence = l.move("stay silent", "no title is claimed")
	}
	nothing := l.move("play nothing", "no card is played in the stage")
	l.Has = func(s env.State, seat int, dst []float64) {
		h := env.UnwrapState(s).(*heat.State)
		for t, n := range h.Hand(seat) {
			dst[t] += float64(n)
		}
		// A card that is played was had; one that is passed on is lost.
		for _, t := range h.Record(seat) {
			dst[t]++
		}
		if t := h.Committed(seat); t >= 0 && !h.Drafting() {
			dst[t]++
		}
	}
	l.Gets = func(s env.State) bool {
		h := env.UnwrapState(s).(*heat.State)
		switch h.Question() {
		case heat.AskChance, heat.AskPick, heat.AskDiscard, heat.AskGive, heat.AskTake:
			return true
		}
		return false
	}
	l.Plays = func(s env.State, a env.Action) int {
		h := env.UnwrapState(s).(*heat.State)
		c := g.Decode(a)
		switch h.Question() {
		case heat.AskPlay, heat.AskReplace, heat.AskExtra:
			switch c.Kind {
			case heat.ChooseCard:
				return c.Card
			case heat.PlayNothing:
				return nothing
			}
		case heat.AskClaim:
			if c.Kind == heat.ClaimCard {
				return claim
			}
			return silence
		}
		return -1
	}
	return l
}
