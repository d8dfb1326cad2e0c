package tree

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeTreeEstimate env.Purpose = "tree/estimate" // playouts that guess the size of a tree
)
