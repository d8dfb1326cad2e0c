package play

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposePlayChance    env.Purpose = "play/chance"   // chance at a table with people, by step
	purposePlayDecisions env.Purpose = "play/decision" // decisions of agents there
	purposePlayActions   env.Purpose = "play/action"   // actions drawn from those decisions
	purposePlayUndo      env.Purpose = "play/undo"     // worlds that show what a decision revealed
)
