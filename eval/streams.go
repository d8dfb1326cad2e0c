package eval

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	PurposeMatchDeals     env.Purpose = "eval/deal"            // chance, shared by all rotations of a deal
	PurposeMatchAgents    env.Purpose = "eval/agent"           // decisions, by deal, rotation and seat
	purposeMatchEpisode   env.Purpose = "eval/episode"         // numbers of episodes, by deal and rotation
	purposeMatchIntervals env.Purpose = "eval/bootstrap"       // resampled deals of an interval
	purposeArenaIntervals env.Purpose = "eval/arena/bootstrap" // resampled deals of a rating
	purposeTabulate       env.Purpose = "eval/tabulate"        // decisions at every information state of a small game
)
