package bestresponse_test

import (
	"context"
	"fmt"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/bestresponse"
)

func ExampleRun() {
	file := algos.Defaults()
	file.Collect = train.CollectConfig{Batch: 256, Tables: 16, Groups: 2}
	result, err := bestresponse.Run(context.Background(), bestresponse.Config{
		Game:      games.MustNew("kuhn"),
		Agent:     eval.Entry{Name: "random", Agent: random.New()},
		Train:     file.Config,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Seeds:     bestresponse.MinSeeds, Decisions: 2000, Selection: 500, Games: bestresponse.MinGames,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("something to gain:", result.NashConvLow > 0)
	fmt.Println("no more than there is:", result.NashConvLow < 11./12)
	// Output:
	// something to gain: true
	// no more than there is: true
}
