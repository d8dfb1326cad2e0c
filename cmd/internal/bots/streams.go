package bots

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeVerifyVectors env.Purpose = "verify/vectors" // observations that verify a bot
)
