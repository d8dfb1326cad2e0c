package luck

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeLuck env.Purpose = "report/luck" // replays of the same deal, by game
)
