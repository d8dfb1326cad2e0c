package study

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeSweepPropose env.Purpose = "sweep/propose" // values that a search tries, by trial
	purposeSweepTrial   env.Purpose = "sweep/trial"   // seeds of its trials
	purposeSweepChoose  env.Purpose = "sweep/choose"  // seeds of the runs that choose among the best
	purposeSweepReport  env.Purpose = "sweep/report"  // seeds of the runs that report on the one chosen
	purposeStrength     env.Purpose = "strength"      // draws of the interval of a time to strength
)
