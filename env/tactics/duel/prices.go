package duel

// The prices of the evaluation, in fighters.
const (
	waitingWorth = 0.9  // a model that comes into play later, or comes back
	proneWorth   = 0.55 // a prone model
	hitPrice     = 0.15 // lost with each hit that a prone model has taken
	carryPrice   = 0.5  // the treasure or the other side's flag in hand
	inchPrice    = 0.04 // an inch nearer to the goal of the scenario
	holdPrice    = 0.6  // a hill or a counter that the side holds
	pointsPrice  = 3.0  // all the Victory Points that win
	bossWorth    = 2.0  // the boss
	bossPrice    = 0.8  // a point of the boss's toughness
)

// wonGame is the evaluation of a game that one seat alone has won.
const wonGame = 100.0
