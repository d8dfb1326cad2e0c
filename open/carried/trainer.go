package carried

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/input"
	"ringer/models"
	"ringer/open"
	"ringer/open/study"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/bestresponse"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// Trainer trains for others, as the program does.
type Trainer struct {
	Study   *study.Trainer             // trains runs
	Compute func(compute string) error // makes this process compute networks so
	Every   time.Duration              // from one note to the next; one that takes long comes more rarely
}

// Doers returns what does the jobs that Train and NewPlace post.
func (t *Trainer) Doers() map[string]jobs.Doer {
	return map[string]jobs.Doer{Training: t.training, Response: t.response}
}

// notes is the share of its time that a worker spends on notes at most.
const notes = 0.05

// inFolder trains in a folder of its own: begin makes it, unless another worker has noted under
// the name how far it has come. train calls iterated after each iteration, when nothing is being
// written to the folder.
func (t *Trainer) inFolder(ctx context.Context, name string, objects *cluster.Objects, begin func(dir string) error, train func(dir string, iterated func()) error) (err error) {
	above, err := os.MkdirTemp("", "ringer-training-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(above)) }()
	dir := filepath.Join(above, "run")
	if data, noted := objects.Noted(ctx, name); noted == nil {
		err = unpackNew(dir, data)
	} else {
		err = begin(dir) // nobody has come far
	}
	if err != nil {
		return err
	}
	next := time.Now().Add(t.Every)
	return train(dir, func() {
		began := time.Now()
		if began.Before(next) {
			return
		}
		if data, err := Pack(dir); err == nil {
			_ = objects.Note(ctx, name, data) // the one before it will do
		}
		next = time.Now().Add(max(t.Every, time.Duration(float64(time.Since(began))/notes)))
	})
}

// unpackNew makes a folder of a zip.
func unpackNew(dir string, data []byte) error {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	_, err := Unpack(dir, data)
	return err
}

// training is a jobs.Doer.
func (t *Trainer) training(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
	var j training
	if err := input.JSON(body, &j); err != nil {
		return nil, err
	}
	if j.Until < 0 {
		return nil, (&env.Fault{Path: "until", Value: fmt.Sprint(j.Until), Want: "a number from 0 up"})
	}
	var out training
	err := t.inFolder(ctx, j.Folder, objects, func(dir string) error {
		data, err := objects.Get(ctx, j.Folder)
		if err != nil {
			return err
		}
		return unpackNew(dir, data)
	}, func(dir string, iterated func()) error {
		if err := t.TrainFolder(ctx, dir, j.Until, iterated); err != nil {
			return err
		}
		data, err := Pack(dir)
		if err == nil {
			out.Folder, err = objects.Put(ctx, data)
		}
		return err
	})
	if failed, ok := errors.AsType[*study.FailedError](err); ok {
		return training{Failed: failed.Error()}, nil
	}
	return out, err
}

// TrainFolder trains the run of a folder to its end, or until it pauses where until is above 0. It calls iterated after each iteration,
// when nothing is being written to the folder. The error is a *study.FailedError where no other
// machine could do it.
func (t *Trainer) TrainFolder(ctx context.Context, dir string, until int, iterated func()) (err error) {
	run, text, err := checkpoint.Resume(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text("config.yaml", text)); err != nil {
		return err
	}
	for _, a := range open.AgentsOf(&file) {
		if open.IsProgram(a.Name) {
			return fmt.Errorf("%s: %s: a worker starts no program", a.Field, input.Shown(a.Name))
		}
	}
	g, err := open.Restore("config.yaml", file.Game, json.RawMessage(file.Rules))
	if err == nil {
		err = t.Compute(file.Compute)
	}
	if err != nil {
		return err
	}
	_, err = t.Study.Continue(ctx, run, g, &file, study.Options{Until: until, Progress: func(train.Progress) { iterated() }})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// response is a jobs.Doer.
func (t *Trainer) response(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
	var j response
	if err := input.JSON(body, &j); err != nil {
		return nil, err
	}
	makers := jobs.Makers{
		Game:  func(text string, rules json.RawMessage) (env.Game, error) { return open.Restore("a job", text, rules) },
		Agent: t.carriedAgent,
	}
	g, agent, err := j.Agent.Build(ctx, makers, objects)
	if err != nil {
		return nil, err
	}
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text("the configuration of a job", []byte(j.Config))); err != nil {
		return nil, err
	}
	if err := t.Compute(file.Compute); err != nil {
		return nil, err
	}
	options := train.Options{
		Game:      g,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Agent:     func(string) (agents.Agent, error) { return agent, nil },
	}
	var out trained
	var weights *models.Weights
	if j.Imitate {
		imitating := file
		imitating.Seed = j.ImitateSeed
		build := func(name string) (agents.Agent, error) { return t.carriedAgent(g, name, nil) }
		options.Start = imitating.Begin(g.Spec(), nil, build, func(*warm.Taken) {})
		weights, err = train.Begin(ctx, file.Config, options)
	} else {
		var result *train.Result
		if result, err = t.trainResponse(ctx, &j, cluster.Sum(body), objects, &file, options); err == nil {
			weights, out.Decisions, out.Seconds = result.Weights, result.Decisions, result.Seconds
		}
	}
	if err != nil {
		return nil, err
	}
	data, err := jobs.WeightsBytes(weights)
	if err == nil {
		out.Weights, err = objects.Put(ctx, data)
	}
	return out, err
}

func (t *Trainer) carriedAgent(g env.Game, name string, files map[string][]byte) (agents.Agent, error) {
	return open.CarriedAgent(g, name, files, t.Study.Opener.Warn)
}

// trainResponse trains from the first weights, or from where another worker has come to.
func (t *Trainer) trainResponse(
	ctx context.Context, j *response, name string, objects *cluster.Objects, file *algos.File, options train.Options,
) (result *train.Result, err error) {
	if j.Weights != "" {
		data, err := objects.Get(ctx, j.Weights)
		if err != nil {
			return nil, err
		}
		first, err := weightsOf(data, options.Game, file)
		if err != nil {
			return nil, err
		}
		options.Start = bestresponse.Copied(first)
	}
	return result, t.inFolder(ctx, name, objects, func(dir string) error {
		run, err := checkpoint.Create(dir, []byte(j.Config))
		if err != nil {
			return err
		}
		return run.Close()
	}, func(dir string, iterated func()) (err error) {
		if options.Run, _, err = checkpoint.Resume(dir); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, options.Run.Close()) }()
		options.Progress = func(train.Progress) { iterated() }
		result, err = train.Run(ctx, file.Config, options)
		if err == nil && result.Interrupted {
			err = ctx.Err()
		}
		return err
	})
}
