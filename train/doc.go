// Package train runs self-play training.
//
// One step, in reading order: Run (run.go) asks Collector (collect.go) for a
// batch of whole episodes played by the current network and by frozen
// opponents (league.go), hands the batch to an Algorithm (train/<algorithm>),
// evaluates now and then (evaluate.go), and writes checkpoints through
// train/checkpoint.
//
// Every iteration is a pure function of the configuration, the iteration's
// number and the state saved in a checkpoint: episodes begin and end inside
// one iteration, and each draws from its own stream. That is why a run that
// was killed and resumed has the same bytes as one that never stopped, and why
// the number of workers does not matter.
//
// Nothing here touches a disk or a terminal.
package train
