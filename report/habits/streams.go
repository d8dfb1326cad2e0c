package habits

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeAims env.Purpose = "report/aims" // games that go on from targets, by decision and game
)
