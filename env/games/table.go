package games

import (
	"ringer/env/duel"
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
var table = []entry{
	game("kuhn", kuhn.Defaults, kuhn.New),
	game("leduc", leduc.Defaults, leduc.New),
	game("liarsdice", liarsdice.Defaults, liarsdice.New),
	game("goofspiel", goofspiel.Defaults, goofspiel.New),
	game("tictactoe", tictactoe.Defaults, tictactoe.New),
	game("heat", heat.Defaults, heat.New),
	gameOfFiles("duel", duel.Defaults, duel.New, newDuel, duel.FromRules),
	game("heist", heist.Defaults, heist.New),
	game("payday", payday.Defaults, payday.New).withDeck("payday/decks", "even"), // PAY-48
	game("fourdowns", fourdowns.Defaults, fourdowns.New).withDeck(playDesign, defaultFile),
	game("fivepossessions", fivepossessions.Defaults, fivepossessions.New).withDeck(playDesign, defaultFile),
}
