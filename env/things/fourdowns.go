package things

import (
	"fmt"
	"math/bits"

	"ringer/env"
	"ringer/env/fourdowns"
)

func fourDownsThings(g *fourdowns.Game) *List {
	config := g.Config()
	l := &List{}
	for _, c := range config.Cards {
		l.add(Thing{kindFormation, c.Name, c.Name, fmt.Sprintf("%s, %s, strength %d", c.Side, c.Colour, c.Strength)})
	}
	var verbs [fourdowns.Fold + 1]int
	verbs[fourdowns.Knock] = l.move("knock", "the stake rises by one")
	verbs[fourdowns.Pass] = l.move("pass", "the stake stays as it is")
	verbs[fourdowns.Call] = l.move("call", "the raised stake is accepted")
	verbs[fourdowns.Fold] = l.move("fold", "the seat leaves the hand and pays the stake before the knock")
	l.Has = func(s env.State, seat int, dst []float64) {
		for hand := env.UnwrapState(s).(*fourdowns.State).Hand(seat); hand != 0; hand &= hand - 1 {
			dst[bits.TrailingZeros64(hand)]++
		}
	}
	l.Gets = func(s env.State) bool { return s.CurrentPlayer() == env.Chance }
	l.Plays = func(_ env.State, a env.Action) int {
		c := g.Decode(a)
		if c.Verb == fourdowns.Play {
			return c.Card
		}
		return verbs[c.Verb]
	}
	yards := float64(config.Yards)
	l.Part = &Part{
		Name: "hand", Unit: "stakes that the others in the hand lose on average, less those of the seat", Margin: 0.2,
		Over: func(s env.State) int { return env.UnwrapState(s).(*fourdowns.State).Hands() },
		Worth: func(before, after env.State, seat int) float64 {
			b, a := env.UnwrapState(before).(*fourdowns.State), env.UnwrapState(after).(*fourdowns.State)
			seats, others, own := 0, 0., 0.
			for i := range config.Players {
				lost := float64(a.Yards(i)-b.Yards(i)) / yards
				switch {
				case i == seat:
					own = lost
				case b.Yards(i) < config.OutAt:
					seats, others = seats+1, others+lost
				}
			}
			return others/float64(seats) - own
		},
	}
	return l
}
