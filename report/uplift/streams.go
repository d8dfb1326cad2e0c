package uplift

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeUplift env.Purpose = "report/uplift" // games that are forked, their moments, and what follows
)
