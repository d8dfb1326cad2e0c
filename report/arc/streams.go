package arc

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeArc env.Purpose = "report/arc" // positions that playouts judge, and the playouts, by game
)
