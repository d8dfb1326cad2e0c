package open_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ringer/open"
	"ringer/open/study"
	"ringer/train"
)

// A training is stopped after an iteration, and the same lines go on with it.
func Example_trainingThatResumes() {
	dir, err := os.MkdirTemp("", "run-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	trainer := &study.Trainer{Opener: &open.Opener{}}
	for range 2 {
		run, err := trainer.New(filepath.Join(dir, "kuhn"), "kuhn", "decisions=900", "collect={batch: 300, tables: 8, groups: 1}", "ppo.minibatch=64")
		if err != nil {
			panic(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		result, err := trainer.Train(ctx, run, study.Options{Progress: func(p train.Progress) {
			if p.Iteration == 1 {
				stop()
			}
		}})
		if err == nil {
			fmt.Printf("%d iterations, exploitability known: %t\n", result.Iterations, result.Evaluations[0].Exploitability != nil)
		} else {
			fmt.Println("stopped:", err)
		}
		stop()
	}
	// Output:
	// stopped: context canceled
	// 3 iterations, exploitability known: true
}
