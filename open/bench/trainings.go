package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/models/graph"
	"ringer/open"
	"ringer/report/records"
	record "ringer/report/speed"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/speed"
)

// UsualTrainings are measured when nothing is named: a small game, a large one, and one
// whose rules are slow.
var UsualTrainings = []string{"leduc", "heat-long", "duel"}

// Trainings says which trainings are measured.
type Trainings struct {
	Opener  *open.Opener
	Build   botfile.Build              // that measures
	Compute func(compute string) error // makes this process compute networks so
	Slow    func()                     // is called where this build has no vector instructions; may be nil

	Configs  []string // names and files of configurations, and games; none: UsualTrainings
	Set      []string // changes of each, key=value
	Backends []string // each in a process of its own; none: the backend of this process
	Seconds  float64  // for each
	Out      string   // file to which the records are added; empty: none
	Profile  string   // file for the processor profile of one configuration; empty: none

	Progress Progress
}

// Speeds is the object of `ringer bench train --json`.
type Speeds struct {
	Trainings []record.Record `json:"trainings"`
}

// training is one configuration to be measured.
type training struct {
	name string
	file *algos.File
	game env.Game
}

// Measure measures every configuration with every backend, or as much as was over at the
// first error.
func (t *Trainings) Measure(ctx context.Context) (result Speeds, err error) {
	if err := input.AtLeast("seconds", t.Seconds, 0.01); err != nil {
		return result, err
	}
	names := t.Configs
	if len(names) == 0 {
		names = UsualTrainings
	}
	if t.Profile != "" && (len(names) > 1 || len(t.Backends) > 0) {
		return result, input.Badf("--profile %s: name one configuration, and no --backend", t.Profile)
	}
	var list []training
	for _, name := range names {
		b, err := t.prepare(name)
		if err != nil {
			return result, err
		}
		list = append(list, b)
	}
	kept, err := readRecords(t.Out, record.Read)
	if err != nil {
		return result, err
	}
	for _, b := range list {
		if err := t.Compute(b.file.Compute); err != nil {
			return result, err
		}
	}
	if _, err := graph.Backend(); err != nil && len(t.Backends) == 0 {
		return result, input.Bad(err)
	}
	if t.Slow != nil && !graph.SIMD() {
		t.Slow()
	}
	backends := t.Backends
	if len(backends) == 0 {
		backends = []string{""}
	}
	for i, total := 0, len(list)*len(backends); i < total && err == nil; i++ {
		b, backend := list[i/len(backends)], backends[i%len(backends)]
		t.Progress.tell(strings.TrimSpace(b.name+" "+backend), i, total)
		var one []record.Record
		if one, err = t.measure(ctx, b, backend); err == nil || len(one) > 0 {
			result.Trainings = append(result.Trainings, one...)
			for _, r := range one {
				kept = record.Put(kept, r)
			}
		}
	}
	if t.Out != "" && len(result.Trainings) > 0 {
		if err := writeRecords(t.Out, kept, record.Write); err != nil {
			return Speeds{}, err
		}
	}
	return result, err
}

func (t *Trainings) stamp() records.Stamp { return records.Now(t.Build.Revision, t.Build.Vectors) }

// prepare reads a configuration, or makes the one of a game with default settings.
func (t *Trainings) prepare(name string) (b training, err error) {
	file := algos.Defaults()
	if slices.Contains(configs.Names("train"), name) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		err = file.Read(name, t.Set...)
	} else {
		if _, err := open.Game(name); err != nil {
			if _, unknown := errors.AsType[*games.UnknownGameError](err); unknown {
				err = input.Badf("%w; nor is there a configuration of this name: %s", err, strings.Join(configs.Names("train"), ", "))
			}
			return b, err
		}
		err = configs.ReadAll(&file, configs.Assignments("game", "game="+name), configs.Assignments("--set", t.Set...))
	}
	if err != nil {
		return b, input.Bad(err)
	}
	file.Evaluation.Opponents = nil // they do not play here
	g, err := open.Game(file.Game)
	if err != nil {
		return b, err
	}
	return training{name, &file, g}, open.CheckAgents(g, &file, func(name string) (agents.Agent, error) { return t.Opener.Agent(g, name) })
}

// measure measures a configuration, here or, when a backend is named, in a process that
// has it.
func (t *Trainings) measure(ctx context.Context, b training, backend string) ([]record.Record, error) {
	if backend != "" {
		return t.elsewhere(ctx, b.name, backend)
	}
	result, err := speed.Measure(ctx, b.file.Config, speed.Options{
		Game:      b.game,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return b.file.New(w) },
		Agent:     func(name string) (agents.Agent, error) { return t.Opener.Agent(b.game, name) },
		Seconds:   t.Seconds,
		Profile:   t.keepProfile,
	})
	if result == nil {
		return nil, err
	}
	return []record.Record{{Config: b.name, Set: t.Set, Seed: b.file.Seed, Result: *result, Stamp: t.stamp()}}, err
}

// keepProfile writes the profile of a measurement where one is wanted.
func (t *Trainings) keepProfile(text []byte) error {
	if t.Profile == "" {
		return nil
	}
	return checkpoint.WriteFile(t.Profile, text)
}

// badInput is the exit status of a process that was asked for what cannot be.
const badInput = 2

// elsewhere measures a configuration in a process with another backend, since a process
// has one.
func (t *Trainings) elsewhere(ctx context.Context, name, backend string) ([]record.Record, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"bench", "train", name, "--json", "--quiet", "--seconds", fmt.Sprint(t.Seconds)}
	for _, s := range t.Set {
		args = append(args, "--set", s)
	}
	child := exec.CommandContext(ctx, program, args...)
	child.Env = append(os.Environ(), "GOMLX_BACKEND="+backend)
	var out, errs bytes.Buffer
	child.Stdout, child.Stderr = &out, &errs
	if err := child.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == badInput {
			return nil, input.Badf("--backend %s: %s", backend, strings.TrimSpace(errs.String()))
		}
		return nil, fmt.Errorf("--backend %s: %w: %s", backend, err, strings.TrimSpace(errs.String()))
	}
	// Some backends greet on the standard output, so the object begins at the first brace.
	var result Speeds
	if err := json.Unmarshal(out.Bytes()[max(0, bytes.IndexByte(out.Bytes(), '{')):], &result); err != nil {
		return nil, fmt.Errorf("--backend %s: what the process printed: %w", backend, err)
	}
	return result.Trainings, nil
}
