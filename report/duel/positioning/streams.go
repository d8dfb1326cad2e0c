package positioning

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposePositionsChance    env.Purpose = "chance"   // chance in a study of positions
	purposePositionsDecisions env.Purpose = "decision" // decisions there
	purposePositionsPolicy    env.Purpose = "policy"   // the decision that a picture shows
)
