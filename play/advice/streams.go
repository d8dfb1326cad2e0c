package advice

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeAdvice env.Purpose = "advice" // worlds and dice of advice, by stage
)
