// Package train runs self-play training.
//
// One step, in reading order: Run (run.go) asks Collector (collect.go) for a
// batch of whole episodes played by the current network and by frozen
// opponents (league.go), hands the batch to an Algorithm (train/<algorithm>),
// evaluates now and then (evaluate.go), and writes checkpoints through
// train/checkpoint.
//
//	file := algos.Defaults() // what a configuration file is laid over
//	file.Game, file.Decisions = "kuhn", 20000
//	file.Collect = train.CollectConfig{Batch: 1024, Tables: 32, Groups: 2}
//	file.Evaluation = train.EvaluationConfig{Exact: true}
//	result, err := train.Run(context.Background(), file.Config, train.Options{
//		Game:      games.MustNew(file.Game),
//		Algorithm: func(first *models.Weights) (train.Algorithm, error) { return file.New(first) },
//	})
//
// Every iteration is a pure function of the configuration, the iteration's
// number and the state saved in a checkpoint: episodes begin and end inside
// one iteration, and each draws from its own stream. That is why a run that
// was killed and resumed has the same bytes as one that never stopped, and why
// the number of workers does not matter.
//
// Nothing here touches a disk or a terminal.
package train
