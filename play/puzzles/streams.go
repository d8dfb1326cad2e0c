package puzzles

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposePuzzles env.Purpose = "puzzles" // games that puzzles are looked for in, by game
)
