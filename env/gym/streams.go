package gym

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	PurposeEpisode       env.Purpose = "episode"        // chance in the episodes of a gym.Vector
	purposeBenchPlayouts env.Purpose = "bench/playouts" // games of the bare and observed benchmarks, by worker
	purposeBenchVector   env.Purpose = "bench/vector"   // actions of the vector benchmark
)
