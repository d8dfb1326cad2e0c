package envtest

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	PurposeCheck         env.Purpose = "check"          // chance and actions of the games that test the laws
	purposeCheckProbes   env.Purpose = "check probes"   // states and ids that are probed on the way
	purposeCheckBetween  env.Purpose = "check between"  // the other game between two of the same seed
	purposeCheckBiased   env.Purpose = "check biased"   // the same of games that are played with a bias
	PurposeCheckEvents   env.Purpose = "check events"   // ways on that a seat cannot tell apart
	purposeCheckTold     env.Purpose = "check told"     // ways on of which a seat is told otherwise
	purposeCheckOdds     env.Purpose = "check odds"     // games and worlds that are compared with each other
	purposeCheckParallel env.Purpose = "check parallel" // games that are played side by side
	PurposeGolden        env.Purpose = "golden"         // a recorded playthrough
	purposeHistory       env.Purpose = "history"        // games that tell a changed rule
)
