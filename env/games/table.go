package games

import (
	"ringer/env/goofspiel"
	"ringer/env/heat"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/liarsdice"
	"ringer/env/tictactoe"
)

// table lists every game, in the order in which they are shown. A game is one
// line: its name, its defaults and its constructor.
var table = []entry{
	game("kuhn", kuhn.Defaults, kuhn.New),
	game("leduc", leduc.Defaults, leduc.New),
	game("liarsdice", liarsdice.Defaults, liarsdice.New),
	game("goofspiel", goofspiel.Defaults, goofspiel.New),
	game("tictactoe", tictactoe.Defaults, tictactoe.New),
	game("heat", heat.Defaults, heat.New),
}
