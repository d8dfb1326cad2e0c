package answer

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeAnswer          env.Purpose = "answer"           // games against a strategy, by deal
	purposeAnswerIntervals env.Purpose = "answer/bootstrap" // resampled deals of an answer
)
