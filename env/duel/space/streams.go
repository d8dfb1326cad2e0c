package space

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeScatter env.Purpose = "duel/scatter" // terrain laid out by a seed
)
