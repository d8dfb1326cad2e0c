package wire

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeWireDecision env.Purpose = "wire/decision" // decisions of agents at a table of a program, by table, episode and decision
	purposeWireAction   env.Purpose = "wire/action"   // actions drawn from those decisions
	purposeWireSeat     env.Purpose = "wire/seat"     // the seat of a program that leaves it to chance, by table and episode
	purposeWireFuture   env.Purpose = "wire/future"   // chance of a copy of a table that gets a future of its own
	purposeWireWorld    env.Purpose = "wire/world"    // worlds that a seat cannot tell apart
)
