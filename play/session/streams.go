package session

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposePlayHint   env.Purpose = "play/hint"   // seeds of hints and reviews
	purposePlayDaily  env.Purpose = "play/daily"  // the seed of a day's deal
	purposePlaySample env.Purpose = "play/sample" // the table that a game's picture shows
)
