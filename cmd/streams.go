package cmd

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeBenchDeals     env.Purpose = "bench/deal"     // positions that a search is measured on
	purposeBenchDecisions env.Purpose = "bench/decision" // the search itself
	purposeSweepPropose   env.Purpose = "sweep/propose"  // values that a sweep tries, by trial
	purposeSweepTrial     env.Purpose = "sweep/trial"    // seeds of its trials
	purposeSweepChoose    env.Purpose = "sweep/choose"   // seeds of the runs that choose among the best
	purposeSweepReport    env.Purpose = "sweep/report"   // seeds of the runs that report on the one chosen
	PurposeVerifyGames    env.Purpose = "verify/games"   // games whose positions verify a bot
	purposeVerifyVectors  env.Purpose = "verify/vectors" // observations that verify a bot
	purposeReportScreen   env.Purpose = "report/screen"  // games that choose which rules a report changes
)
