package things

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/fivepossessions"
	"ringer/env/playdesign"
)

func fivePossessionsThings(g *fivepossessions.Game) *List {
	config := g.Config()
	l := &List{}
	for _, c := range config.Cards {
		text := fmt.Sprintf("%s, %s:", c.Side, c.Colour)
		for dot := playdesign.Orange; int(dot) <= playdesign.DotColours; dot++ {
			text += fmt.Sprintf(" %d %s", c.Men(dot), dot)
			if int(dot) < playdesign.DotColours {
				text += ","
			}
		}
		l.add(Thing{kindFormation, c.Name, c.Name, text})
	}
	var begin [fivepossessions.Sides]int
	begin[fivepossessions.Offense] = l.move("begin on offense", "the winner of the toss attacks first")
	begin[fivepossessions.Defense] = l.move("begin on defense", "the winner of the toss defends first")
	ids := [fivepossessions.Sides][]int{config.Of(playdesign.Offense), config.Of(playdesign.Defense)}

	l.Has = func(s env.State, seat int, dst []float64) {
		f := env.UnwrapState(s).(*fivepossessions.State)
		if f.Attacker() < 0 {
			return
		}
		side := f.SideOf(seat)
		for _, c := range f.Hand(side) {
			dst[ids[side][c]]++
		}
	}
	// A card that a hand lacks comes in a later one, where it is worth as much: what it is
	// worth shows only where the deck lacks it.
	l.Swaps = swapFormations(&config)
	l.Plays = func(s env.State, a env.Action) int {
		f := env.UnwrapState(s).(*fivepossessions.State)
		if f.Question() == fivepossessions.AskSide {
			return begin[g.Decode(a).Side]
		}
		hand := f.Hand(f.Side())
		return ids[f.Side()][hand[f.Put(f.Side())]]
	}
	l.Part = &Part{
		Name: "possession", Unit: "share of the possession", Margin: 0.05,
		Over: func(s env.State) int { return env.UnwrapState(s).(*fivepossessions.State).Played() },
		Worth: func(before, after env.State, seat int) float64 {
			f := env.UnwrapState(after).(*fivepossessions.State)
			attacker, _, scored := f.Possession(env.UnwrapState(before).(*fivepossessions.State).Played())
			if (seat == attacker) == scored {
				return 1
			}
			return 0
		},
	}
	return l
}

// swapFormations returns the games in which a formation has the dots of another one of its
// side and colour. Both seats attack with the same deck, so what counts is how its side
// does.
func swapFormations(config *fivepossessions.Config) (swaps []Swap) {
	for i, c := range config.Cards {
		for k, d := range config.Cards {
			if i == k || c.Side != d.Side || c.Colour != d.Colour {
				continue
			}
			swaps = append(swaps, Swap{
				Thing: i, Other: k,
				Game: func() (env.Game, error) {
					changed := *config
					changed.Cards = slices.Clone(config.Cards)
					changed.Cards[i].Dots = d.Dots
					return fivepossessions.New(changed)
				},
				Worth: func(before, after env.State) float64 {
					_, _, scored := env.UnwrapState(after).(*fivepossessions.State).Possession(env.UnwrapState(before).(*fivepossessions.State).Played())
					if scored == (c.Side == playdesign.Offense) {
						return 1
					}
					return 0
				},
			})
		}
	}
	return swaps
}
