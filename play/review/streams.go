package review

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeReview env.Purpose = "review" // advice of a review, by step
)
