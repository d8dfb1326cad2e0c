package games

// table lists every game, in the order in which they are shown.
var table = []entry{}
