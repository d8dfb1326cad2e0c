package games

import (
	"ringer/env/darkhex"
	"ringer/env/duel"
	"ringer/env/echo"
	"ringer/env/fivepossessions"
	"ringer/env/fourdowns"
	"ringer/env/goofspiel"
	"ringer/env/heat"
	"ringer/env/heist"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/liarsdice"
	"ringer/env/payday"
	"ringer/env/tictactoe"
)

// playDesign is the folder of the decks of fourdowns and fivepossessions.
const playDesign = "playdesign"

// table lists every game, in the order in which they are shown. A game is one
// line: its name, its defaults and its constructor; a game with several decks says
// withDeck, the folder, and which of them is the usual one; a game whose configuration
// names further files says gameOfFiles, who reads them, and what its rules leave out.
var table = []Entry{
	Of("kuhn", kuhn.Defaults, kuhn.New),
	Of("leduc", leduc.Defaults, leduc.New),
	Of("liarsdice", liarsdice.Defaults, liarsdice.New),
	Of("goofspiel", goofspiel.Defaults, goofspiel.New),
	Of("tictactoe", tictactoe.Defaults, tictactoe.New),
	Of("darkhex", darkhex.Defaults, darkhex.New),
	Of("echo", echo.Defaults, echo.New),
	Of("heat", heat.Defaults, heat.New),
	gameOfFiles("duel", duel.Defaults, duel.New, gatherDuel, duel.FromRules, "map", "map_seed", "width", "depth", "step", "bands"),
	Of("heist", heist.Defaults, heist.New),
	gameOfFiles("payday", payday.Defaults, payday.New, nil, payday.FromRules).withDeck("payday/decks", "even"), // PAY-48
	Of("fourdowns", fourdowns.Defaults, fourdowns.New).withDeck(playDesign, defaultFile),
	Of("fivepossessions", fivepossessions.Defaults, fivepossessions.New).withDeck(playDesign, defaultFile),
}
