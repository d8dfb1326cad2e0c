package whatif

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeWhatIf          env.Purpose = "whatif"           // games under changed rules, by deal
	purposeWhatIfIntervals env.Purpose = "whatif/bootstrap" // resampled deals of a change
)
