// Package algos is the table of training algorithms. It defines the training
// configuration file: the settings of the run, and the settings of each algorithm
// under its name.
package algos

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/imitation"
	"ringer/train/ppo"
)

// File is a training configuration file (configs/train/*.yaml).
type File struct {
	train.Config `yaml:",inline"`
	Imitation    imitation.Config `yaml:"imitation"`
	PPO          ppo.Config       `yaml:"ppo"`
}

// Defaults returns the values of settings that a file does not mention.
func Defaults() File {
	return File{Config: train.Defaults(), Imitation: imitation.Defaults(), PPO: ppo.Defaults()}
}

// entry is one algorithm.
type entry struct {
	name     string
	validate func(*File) error
	build    func(*File, *models.Weights) (train.Algorithm, error)
}

// table lists the algorithms; adding one is a line here and a section of File.
var table = []entry{
	{
		"ppo", func(f *File) error { return f.PPO.Validate() },
		func(f *File, w *models.Weights) (train.Algorithm, error) { return ppo.New(f.PPO, w) },
	},
}

// Names lists the algorithms.
func Names() []string {
	names := make([]string, len(table))
	for i, e := range table {
		names[i] = e.name
	}
	return names
}

func (f *File) entry() *entry {
	i := slices.IndexFunc(table, func(e entry) bool { return e.name == f.Algorithm })
	if i < 0 {
		return nil
	}
	return &table[i]
}

// Validate reports every fault of the file, with its path.
func (f *File) Validate() error {
	var faults env.Faults
	var run env.Faults
	if errors.As(f.Config.Validate(), &run) {
		faults = append(faults, run...)
	}
	e := f.entry()
	if e == nil {
		faults.Add("algorithm", f.Algorithm, "one of: %s", strings.Join(Names(), ", "))
		return faults.Err()
	}
	faults.AddUnder(e.name, e.validate(f))
	faults.AddUnder("imitation", f.Imitation.Validate())
	return faults.Err()
}

// Start returns train.Options.Start of the file: nil without imitation. agent builds
// the agent that is imitated.
func (f *File) Start(agent func(name string) (agents.Agent, error)) func(context.Context, *train.Collector, *models.Weights, func(done, total int)) error {
	if f.Imitation.Agent == "" {
		return nil
	}
	return func(ctx context.Context, c *train.Collector, w *models.Weights, progress func(done, total int)) error {
		a, err := agent(f.Imitation.Agent)
		if err != nil {
			return fmt.Errorf("imitation.agent: %w", err)
		}
		return imitation.Start(ctx, f.Imitation, c, a, w, f.Seed, progress)
	}
}

// New builds the file's algorithm on the given first weights. The file must be
// valid.
func (f *File) New(weights *models.Weights) (train.Algorithm, error) {
	e := f.entry()
	if e == nil {
		panic("algos: unvalidated algorithm " + f.Algorithm)
	}
	return e.build(f, weights)
}
