package corpus

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeCorpus      env.Purpose = "report/corpus" // games of a report, by game
	purposeCorpusSeats env.Purpose = "report/seats"  // who sits where in them, by game
)
