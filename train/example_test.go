package train_test

import (
	"context"
	"fmt"

	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
)

// A short training in memory, with the algorithm that configurations name by default.
func Example() {
	file := algos.Defaults() // what a configuration file is laid over
	file.Game, file.Decisions = "kuhn", 20000
	file.Collect = train.CollectConfig{Batch: 1024, Tables: 32, Groups: 2}
	file.Evaluation = train.EvaluationConfig{Exact: true}
	result, err := train.Run(context.Background(), file.Config, train.Options{
		Game:      games.MustNew(file.Game),
		Algorithm: func(first *models.Weights) (train.Algorithm, error) { return file.New(first) },
	})
	if err != nil {
		panic(err)
	}
	left := *result.Evaluations[0].Exploitability // 0.4583 for random play
	fmt.Println(result.Iterations, "iterations; better than random play:", left < 0.4)
	// Output: 20 iterations; better than random play: true
}
