package cmd

import (
	"errors"

	"ringer/env"
	"ringer/open"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// endRun keeps the result of a run that has ended, and its card.
func endRun(run *checkpoint.Run, g env.Game, file *algos.File, whole *open.Result) error {
	if whole.Interrupted {
		return nil
	}
	return errors.Join(open.KeepResult(whole), keepCard(run, g, file, whole))
}
