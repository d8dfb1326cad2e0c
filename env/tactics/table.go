package tactics

import (
	"fmt"

	"ringer/env"
	"ringer/env/tactics/duel"
	"ringer/env/tactics/fivepossessions"
	"ringer/env/tactics/fourdowns"
	"ringer/env/tactics/heat"
	"ringer/env/tactics/heist"
	"ringer/env/tactics/payday"
	"ringer/env/wrap"
)

// table lists the games about which there are opinions.
var table = []entry{
	{game: "heat", judge: judgeOf(heat.NewJudge)},
	{game: "duel", judge: judgeOf(duel.NewJudge)},
	{game: "heist", judge: heist.NewJudge, observers: []Observer{
		{Name: "prospects", Doc: "how well crew and Cons can be dealt out over each Job, and which card changes that", make: heist.NewObserver},
		{Name: "dealings", Doc: "the same, what each exchange of Personnel would bring, and how dangerous each other seat is", make: heist.NewDealer},
	}},
	{game: "payday", judge: judgeOf(payday.NewJudge), observers: []Observer{
		{Name: "forecast", Doc: "the next combat and the next Update of every column, as it stands and with each heister elsewhere", make: payday.NewObserver},
	}},
	{game: "fourdowns", judge: judgeOf(fourdowns.NewJudge)},
	{game: "fivepossessions", judge: judgeOf(fivepossessions.NewModel), observers: []Observer{
		{Name: "levelk", Doc: "the odds of each card of the hand on each lane, against random cards and against a level-k model of the other side, and the cost of each lane", make: observerOf(fivepossessions.NewObserver)},
	}},
}

// judgeOf returns the judge that build makes for games of type G; nil for a game of
// another type.
func judgeOf[G env.Game, J env.Judge](build func(G) J) func(env.Game) env.Judge {
	return func(g env.Game) env.Judge {
		known, ok := g.(G)
		if !ok {
			return nil
		}
		return build(known)
	}
}

// observerOf returns the observer that build makes for games of type G; an error for
// a game of another type.
func observerOf[G env.Game, O wrap.Observer](build func(G) O) func(env.Game) (wrap.Observer, error) {
	return func(g env.Game) (wrap.Observer, error) {
		known, ok := g.(G)
		if !ok {
			return nil, fmt.Errorf("tactics: %T plays under the name of %s", g, g.Spec().Name)
		}
		return build(known), nil
	}
}
