package bench_test

import (
	"context"
	"fmt"

	"ringer/open/bench"
)

// A small game is solved by one algorithm for a hundredth of a second.
func ExampleMeasureSolvers() {
	measured, err := bench.MeasureSolvers(context.Background(), []string{"kuhn"}, "cfr+", 0.01, 1, 1000, nil)
	if err != nil {
		panic(err)
	}
	for _, s := range measured.Solvers {
		fmt.Printf("%s by %s: %d nodes, some iterations: %t\n", s.Game, s.Algorithm, s.Nodes, s.Iterations > 0)
	}
	// Output:
	// kuhn by cfr+: 58 nodes, some iterations: true
}
