package options

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeOptions env.Purpose = "report/options" // decisions whose actions are compared, and their playouts
)
