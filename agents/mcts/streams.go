package mcts

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	PurposeSearchProbe env.Purpose = "agents/mcts/probe" // games that tell whether anything is hidden
)
