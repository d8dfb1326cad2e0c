package bestresponse

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeTrain  env.Purpose = "exploiter/train"  // training of one best response
	purposeScreen env.Purpose = "exploiter/screen" // matches that choose which best responses train on
	purposeSelect env.Purpose = "exploiter/select" // matches that choose among best responses
	purposeReport env.Purpose = "exploiter/report" // matches that report on the one chosen
)
