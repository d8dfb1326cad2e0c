package speed

import (
	"context"
	"time"

	"ringer/env"
	"ringer/eval/tree"
	"ringer/internal/machine"
	"ringer/train/cfr"
)

// breath is the least time of iterations between checks of clock and context.
const breath = 10 * time.Millisecond

// SolveSpeed says how fast an algorithm solves a game.
type SolveSpeed struct {
	Game                string  `json:"game"`
	Algorithm           string  `json:"algorithm"`
	Nodes               int     `json:"nodes"`
	InformationStates   int     `json:"information_states"`
	Iterations          int     `json:"iterations"`
	Seconds             float64 `json:"seconds"`
	IterationsPerSecond float64 `json:"iterations_per_second"`
	Exploitability      float64 `json:"exploitability"`
	PeakMemoryBytes     uint64  `json:"peak_memory_bytes"`
}

// MeasureSolver solves a game from the beginning for some seconds, if it has at most limit nodes. It builds the tree anew, so that
// its memory is counted and nothing of the last measurement is.
func MeasureSolver(ctx context.Context, g env.Game, algorithm cfr.Algorithm, seconds float64, seed uint64, limit int) (*SolveSpeed, error) {
	meter := machine.WatchMemory()
	defer func() {
		if meter != nil {
			meter.End()
		}
	}()
	walked, err := tree.Build(ctx, g, limit)
	if err != nil {
		return nil, err
	}
	config := cfr.Defaults(algorithm)
	config.Seed = seed
	solver, err := cfr.New(walked, config)
	if err != nil {
		return nil, err
	}
	elapsed := 0.0
	for batch := 1; elapsed < seconds; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		begun := time.Now()
		solver.Iterate(batch)
		took := time.Since(begun)
		elapsed += took.Seconds()
		if took < breath {
			batch *= 2
		}
	}
	point, _ := solver.Measure(walked.Uniform())
	peak := meter.End()
	meter = nil
	return &SolveSpeed{
		Game: g.Spec().String(), Algorithm: string(algorithm), Nodes: walked.Nodes(), InformationStates: walked.Infosets(),
		Iterations: solver.Iterations(), Seconds: elapsed, IterationsPerSecond: float64(solver.Iterations()) / elapsed,
		Exploitability: point.Exploitability, PeakMemoryBytes: peak,
	}, nil
}
