package carried

import (
	"context"

	"ringer/eval"
	"ringer/internal/cluster/jobs"
	"ringer/open"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Elsewhere is where workers play and train for a program; nil: the program does all itself.
type Elsewhere struct {
	*jobs.Player
	place *eval.Place
}

// NewElsewhere returns the place at which the workers of a player work.
func NewElsewhere(player *jobs.Player) *Elsewhere { return &Elsewhere{player, eval.NewPlace(player)} }

// Games returns where games are played, nil for this process.
func (e *Elsewhere) Games() *eval.Place {
	if e == nil {
		return nil
	}
	return e.place
}

// Train has a run, which is locked, trained by a worker to its end, or until it pauses at some
// decisions where until is above 0, and returns its result. It returns nil where the run is to be
// trained here.
func (e *Elsewhere) Train(ctx context.Context, run *checkpoint.Run, file *algos.File, until int) (*open.Result, error) {
	if e == nil {
		return nil, nil
	}
	return Train(ctx, e.Client(), run, file, until)
}
