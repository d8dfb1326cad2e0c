package open

import (
	"context"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// Train trains what a configuration says. start is the network that the run begins with, or nil;
// player plays, this process where it is nil; and took is told what was taken from start.
func (o *Opener) Train(
	ctx context.Context, g env.Game, file *algos.File, run *checkpoint.Run, player train.Player, seconds float64,
	start *warm.Network, progress func(train.Progress), took func(*warm.Taken),
) (*train.Result, error) {
	agent := func(name string) (agents.Agent, error) { return o.AgentOfRun(g, &run.Reader, name) }
	return train.Run(ctx, file.Config, train.Options{
		Game:      g,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Agent:     agent,
		Start:     file.Begin(g.Spec(), start, agent, took),
		Run:       run,
		Player:    player,
		Seconds:   seconds,
		Progress:  progress,
		Settings:  file.Settings(),
	})
}
