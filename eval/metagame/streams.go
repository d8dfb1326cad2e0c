package metagame

import "ringer/env"

// The purpose of the random streams that this package draws from.
const purposeWeights env.Purpose = "eval/metagame/bootstrap" // weights of deals, by replicate
