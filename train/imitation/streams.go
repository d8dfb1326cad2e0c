package imitation

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeImitateUpdate env.Purpose = "imitation/update" // minibatches of imitation
)
