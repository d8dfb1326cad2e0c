package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"ringer/env"
	"ringer/internal/disk"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	trainspread "ringer/train/spread"
	"ringer/train/warm"
)

// trainResult is the object of `ringer train --json`.
type trainResult struct {
	Run string `json:"run"`
	*train.Result
	Start *warm.Taken `json:"start,omitempty"` // of a run that began with a bot, in the process that began it

	// Spread says what became of the results of workers, in this process.
	Spread *trainspread.Counts `json:"spread,omitempty"`
}

// endRun keeps the result of a run that has ended, and its card.
func endRun(run *checkpoint.Run, g env.Game, file *algos.File, whole *trainResult) error {
	if whole.Interrupted {
		return nil
	}
	return errors.Join(keepResult(whole), keepCard(run, g, file, whole))
}

// keepResult writes the summary of a run beside its checkpoints, for ringer export. A
// run that had ended before keeps its first summary.
func keepResult(r *trainResult) error {
	if r.Interrupted {
		return nil
	}
	path := filepath.Join(r.Run, resultName)
	if old, err := readResult(path); err == nil && old.Result != nil && old.Iterations == r.Iterations {
		return nil
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(path, append(text, '\n'))
}

func readResult(path string) (*trainResult, error) {
	text, err := disk.ReadText(path, maxRunText)
	if err != nil {
		return nil, err
	}
	r := &trainResult{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}
