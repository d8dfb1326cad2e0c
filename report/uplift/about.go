package uplift

import (
	"context"
	"slices"

	"ringer/env"
)

// Sum holds the forks of one game about one thing.
type Sum struct {
	Worth float64 // of the seat, with the thing less with another in its place, over all forks
	Forks float64
}

// About plays games and forks each of them about one thing alone, ForksPerGame times. It returns a sum
// for each game, with the name of the experiment: Had where seats get the thing at some time of
// the game, and else Played. Games of the same number and seed have the same dice, whatever the rules
// are, so that worths under two sets of rules can be compared game by game. c.Blocks and what
// concerns flags have no meaning here; a game whose things are swapped before it begins has only Played.
//
// It returns the errors of Run.
func About(ctx context.Context, c Config, thing, games int) ([]Sum, Experiment, error) {
	c.Blocks, c.Have, c.Done, c.Progress = 1, nil, nil, nil
	if err := c.setDefaults(); err != nil {
		return nil, "", err
	}
	if thing < 0 || thing >= len(c.Things.Things) || games < 1 {
		var f env.Faults
		f.Add("about", thing, "a thing of the list, and one game or more")
		return nil, "", f.Err()
	}
	experiment := Played
	if c.Things.Gets != nil && c.Things.Has != nil && c.Things.Swaps == nil {
		experiment = Had
	}
	out := make([]Sum, games)
	for number, first := 0, 0; first < games; number, first = number+1, first+c.GamesPerBlock {
		b, err := c.playBlock(ctx, sort{experiment, true}, number, []int{thing}, nil, nil)
		if err != nil {
			return nil, "", err
		}
		for i := range b.Forks {
			f := &b.Forks[i]
			k := slices.IndexFunc(f.Gained, func(g Gain) bool { return g.Thing == thing })
			if game := first + f.Game; game < games && k >= 0 {
				out[game].Forks++
				if f.Gained[k].Count > 0 {
					out[game].Worth += f.Worth
				} else {
					out[game].Worth -= f.Worth
				}
			}
		}
	}
	return out, experiment, nil
}
