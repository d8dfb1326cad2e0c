package styles

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeStyles env.Purpose = "report/styles" // first centres of clusters, and resampled games
)
