package protocol

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeProtocolDecision env.Purpose = "protocol/decision" // decisions for a program that asks a bot
	PurposeProtocolAction   env.Purpose = "protocol/action"   // actions drawn from those decisions
)
