package things

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/payday"
)

func paydayThings(g *payday.Game) *List {
	l := &List{}
	things := make([]int, len(g.Kinds()))
	for i, k := range g.Kinds() {
		things[i] = -1
		switch {
		case k.Side != payday.Heist:
		case g.Config().Setup == payday.SetupRandom, k.Key >= 0, k.Type == payday.TypePayday:
			continue // nobody chooses it
		}
		things[i] = l.add(Thing{k.Type.String(), k.ID, k.Title, paydayText(&k)})
	}
	end := l.move("play no card", "no more cards in this step, though one could be played")
	l.Has = func(s env.State, seat int, dst []float64) {
		counts, first := env.UnwrapState(s).(*payday.State).Holds(seat)
		for i, n := range counts {
			dst[things[first+i]] += float64(n)
		}
	}
	l.Gets = func(s env.State) bool {
		switch env.UnwrapState(s).(*payday.State).Question() {
		case payday.RollDraw, payday.RollDrop, payday.AskHandLimit, payday.AskSwap:
			return true
		}
		return false
	}
	l.Plays = func(s env.State, a env.Action) int {
		p := env.UnwrapState(s).(*payday.State)
		c := p.Decode(a)
		switch q := p.Question(); q {
		case payday.AskCard, payday.AskCombat, payday.AskObstacle, payday.AskGuard, payday.AskKey:
			if c.Block == payday.BlockCard {
				return things[c.Kind]
			}
			if c.Step == payday.StepEnd {
				return end
			}
		}
		return -1
	}
	return l
}

// paydayText returns the numbers of a card and its text.
func paydayText(k *payday.Kind) string {
	var words []string
	if k.Side != payday.Heist {
		words = append(words, fmt.Sprintf("cost %d", k.Cost))
	}
	if k.Subtype != "" {
		words = append(words, strings.ReplaceAll(k.Subtype, "_", " "))
	}
	for _, x := range []struct {
		name   string
		amount int
	}{
		{"damage", k.Damage},
		{"health", k.Health},
		{"armor", k.Armor},
		{"targets", k.Targets},
		{"value", k.Value},
		{"uses", k.Uses},
		{"needs progress", k.Requires.Progress},
		{"needs heisters", k.Requires.Present},
		{"needs cash", k.Requires.Cash},
	} {
		if x.amount != 0 {
			words = append(words, fmt.Sprintf("%s %d", x.name, x.amount))
		}
	}
	if k.Requires.Clear {
		words = append(words, "needs a place without police")
	}
	text := strings.Join(words, ", ")
	switch {
	case k.Text == "":
		return text
	case text == "":
		return k.Text
	}
	return text + ". " + k.Text
}
