package env

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Rand is the random source that drivers hand around: *rand.Rand of
// math/rand/v2.
type Rand = *rand.Rand

// Purpose names what a random stream is for. It is part of the stream's seed, so that two
// uses of one run's seed never share their numbers. A package that draws names its purposes
// itself, in its file streams.go; no two packages have the same one, and a changed value
// changes all that is drawn for that purpose.
type Purpose string

// StreamSeed returns the seed of one random stream, derived from the run's seed,
// the stream's purpose, and any number of indices (iteration, table, episode …).
// Streams with different arguments are independent.
func StreamSeed(seed uint64, purpose Purpose, indices ...uint64) [32]byte {
	var stack [128]byte
	b := binary.LittleEndian.AppendUint64(stack[:0], seed)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(purpose)))
	b = append(b, purpose...)
	for _, i := range indices {
		b = binary.LittleEndian.AppendUint64(b, i)
	}
	return sha256.Sum256(b)
}

// Stream returns random numbers of ChaCha8, seeded by StreamSeed.
func Stream(seed uint64, purpose Purpose, indices ...uint64) Rand {
	return rand.New(rand.NewChaCha8(StreamSeed(seed, purpose, indices...)))
}

// SampleOutcome draws one outcome with the listed probabilities. It takes
// exactly one number from rng, whatever the outcomes are.
func SampleOutcome(outcomes []Outcome, rng Rand) Action { return OutcomeAt(outcomes, rng.Float64()) }

// OutcomeAt returns the outcome at quantile u, in [0, 1), of the listed
// probabilities.
func OutcomeAt(outcomes []Outcome, u float64) Action {
	for i := range outcomes {
		if u -= outcomes[i].Prob; u < 0 {
			return outcomes[i].Action
		}
	}
	// Rounding can leave a sum a hair under 1.
	return outcomes[len(outcomes)-1].Action
}
