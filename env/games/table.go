package games

// table lists every game, in the order in which they are shown. A game is one
// line: its name, its defaults and its constructor, as in
//
//	game("kuhn", kuhn.Defaults, kuhn.New),
var table = []entry{}
