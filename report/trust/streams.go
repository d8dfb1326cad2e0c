package trust

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeTrustIntervals env.Purpose = "trust/bootstrap" // resampled deals of the gap between trainings
)
