package train_test

import (
	"context"
	"fmt"
	"testing"

	"ringer/env/leduc"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
)

func TestLab(t *testing.T) {
	f := algos.Defaults()
	f.Game = "leduc"
	f.Decisions = 200000
	f.Collect = train.CollectConfig{Batch: 1024, Tables: 64, Groups: 2}
	f.Opponents.PastShare = 0
	f.PPO.LearningRate = 1e-3
	f.PPO.KL = 0.1
	g, err := leduc.New(leduc.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	res, err := train.Run(context.Background(), f.Config, train.Options{Game: g, Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
		Progress: func(p train.Progress) {
			n++
			if n%40 == 0 {
				fmt.Printf("%+v\n", p)
			}
		}})
	fmt.Println(res, err)
}
