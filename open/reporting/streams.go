package reporting

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeReportScreen env.Purpose = "report/screen" // games that choose which rules a report changes
	purposeTuneFinal    env.Purpose = "tune/final"    // games that measure the last candidates of a search once more
)
