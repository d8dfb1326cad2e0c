package peek

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposePeek env.Purpose = "peek" // games of a test for peeking, and worlds dealt again, by game and step
)
