package mixture

import "ringer/env"

// The purpose of the random streams that this package draws from.
const purposePlayer env.Purpose = "agents/mixture" // the player of an episode, by side
