package bots

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeLevels        env.Purpose = "ratings/levels" // arenas that choose the settings of levels
	purposeVerifyGames   env.Purpose = "verify/games"   // games whose positions verify a bot
	purposeVerifyVectors env.Purpose = "verify/vectors" // observations that verify a bot
)
