package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/input"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/exploiter"
	"ringer/train/warm"
)

// answerKind is the kind of jobs that train an answer to an agent, or its first weights.
const answerKind = "answer"

// answerJob is the body of such a job.
type answerJob struct {
	Agent   jobs.Carried `json:"agent"`             // that is to be answered
	Config  string       `json:"config"`            // algos.File
	Weights string       `json:"weights,omitempty"` // object: the first ones; empty: random ones

	// Imitate is true where the first weights alone are wanted, which imitate an agent of
	// Config with ImitateSeed.
	Imitate     bool   `json:"imitate,omitempty"`
	ImitateSeed uint64 `json:"imitate_seed,omitempty"`
}

// answered is the answer of such a job.
type answered struct {
	Weights   string  `json:"weights"` // object
	Decisions int     `json:"decisions"`
	Seconds   float64 `json:"seconds"`
}

// check reports what no worker says.
func (a *answered) check() error {
	var f env.Faults
	if len(a.Weights) != len(cluster.Sum(nil)) {
		f.Add("weights", input.Shown(a.Weights), "the SHA-256 of an object")
	}
	if a.Decisions < 0 || a.Decisions > mostAnswered {
		f.Add("decisions", a.Decisions, "a number from 0 to %d", mostAnswered)
	}
	if !(a.Seconds >= 0 && a.Seconds <= mostAnswered) {
		f.Add("seconds", a.Seconds, "a number from 0 to %d", mostAnswered)
	}
	return f.Err()
}

// mostAnswered bounds decisions and seconds, so that sums of them are numbers still.
const mostAnswered = 1 << 40

// answerEvery is the number of iterations between two checkpoints at most, from which another
// worker can go on. Answers are trained for some 40 iterations.
const answerEvery = 5

// workbench is an exploiter.Place: workers train there.
type workbench struct {
	attack *attack
	player *jobs.Player
	agent  func() (jobs.Carried, error) // that is to be answered
}

// place returns where the answers to an agent are trained: nil for here.
func (a *attack) place(ctx context.Context) exploiter.Place {
	if a.elsewhere == nil {
		return nil
	}
	player := a.elsewhere.Player
	agent := sync.OnceValues(func() (jobs.Carried, error) { return player.Carry(ctx, a.game, a.victim.Agent) })
	if _, err := agent(); errors.Is(err, eval.ErrHere) {
		return nil
	}
	return &workbench{attack: a, player: player, agent: agent}
}

// job returns the job of a training, without first weights.
func (b *workbench) job(t *exploiter.Training) (job answerJob, file algos.File, err error) {
	file = *b.attack.file
	file.Config, file.Rules = t.Config, string(b.attack.game.Spec().Configuration)
	file.Start, file.StartSHA256, file.Imitation.Agent = "", "", ""
	file.Checkpoint.Every = min(file.Checkpoint.Every, answerEvery) // changes nothing of what is learned
	job.Agent, err = b.agent()
	return job, file, err
}

// do has a job done and returns the weights that come of it.
func (b *workbench) do(ctx context.Context, job answerJob, file *algos.File) (*exploiter.Trained, error) {
	text, err := file.Text()
	if err != nil {
		return nil, err
	}
	job.Config = string(text)
	client := b.player.Client()
	var back answered
	if _, err := client.Do(ctx, answerKind, job, &back, back.check); err != nil {
		return nil, err
	}
	data, err := client.Get(ctx, back.Weights)
	if err != nil {
		return nil, err
	}
	network, err := train.NewNetwork(b.attack.game.Spec(), file.Network)
	if err != nil {
		return nil, err
	}
	weights, err := jobs.WeightsFrom(data, network)
	return &exploiter.Trained{Weights: weights, Decisions: back.Decisions, Seconds: back.Seconds}, err
}

// Begin implements exploiter.Place. What begins once takes long: it imitates. The rest copies.
func (b *workbench) Begin(ctx context.Context, t *exploiter.Training) (*models.Weights, error) {
	if !t.Start.Once {
		return train.Begin(ctx, t.Config, train.Options{
			Game: b.attack.game, Start: t.Start.Begin,
			Algorithm: func(w *models.Weights) (train.Algorithm, error) { return b.attack.file.New(w) },
			Agent:     func(string) (agents.Agent, error) { return b.attack.victim.Agent, nil },
		})
	}
	job, file, err := b.job(t)
	if err != nil {
		return nil, err
	}
	file.Imitation.Agent = expertName
	job.Imitate, job.ImitateSeed = true, b.attack.file.Seed
	began, err := b.do(ctx, job, &file)
	if err != nil {
		return nil, err
	}
	return began.Weights, nil
}

// Train implements exploiter.Place.
func (b *workbench) Train(ctx context.Context, t *exploiter.Training) (*exploiter.Trained, error) {
	job, file, err := b.job(t)
	if err != nil {
		return nil, err
	}
	if t.Weights != nil {
		data, err := jobs.WeightsBytes(t.Weights)
		if err != nil {
			return nil, err
		}
		if job.Weights, err = b.player.Client().Put(ctx, data); err != nil {
			return nil, err
		}
	}
	return b.do(ctx, job, &file)
}

// carriedAnswer does the jobs of answerKind.
type carriedAnswer struct{ noter }

// do is a jobs.Doer.
func (c carriedAnswer) do(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
	var j answerJob
	if err := input.JSON(body, &j); err != nil {
		return nil, err
	}
	g, agent, err := j.Agent.Build(ctx, carriedMakers, objects)
	if err != nil {
		return nil, err
	}
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text("the configuration of a job", []byte(j.Config))); err != nil {
		return nil, err
	}
	if err := (&terminal{}).computeAs(file.Compute); err != nil {
		return nil, err
	}
	options := train.Options{
		Game:      g,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Agent:     func(string) (agents.Agent, error) { return agent, nil },
	}
	out := answered{}
	var weights *models.Weights
	if j.Imitate {
		weights, err = j.imitate(ctx, g, &file, options)
	} else {
		var result *train.Result
		if result, err = c.train(ctx, &j, cluster.Sum(body), objects, &file, options); err == nil {
			weights, out.Decisions, out.Seconds = result.Weights, result.Decisions, result.Seconds
		}
	}
	if err != nil {
		return nil, err
	}
	data, err := jobs.WeightsBytes(weights)
	if err != nil {
		return nil, err
	}
	out.Weights, err = objects.Put(ctx, data)
	return out, err
}

// imitate returns weights that imitate the agent of the configuration.
func (j *answerJob) imitate(ctx context.Context, g env.Game, file *algos.File, options train.Options) (*models.Weights, error) {
	imitating := *file
	imitating.Seed = j.ImitateSeed
	options.Start = imitating.Begin(g.Spec(), nil, func(name string) (agents.Agent, error) { return carriedAgent(g, name, nil) }, func(*warm.Taken) {})
	return train.Begin(ctx, file.Config, options)
}

// train trains in a folder of its own. It begins where another worker has noted how far it
// came.
func (c carriedAnswer) train(
	ctx context.Context, j *answerJob, name string, objects *cluster.Objects, file *algos.File, options train.Options,
) (_ *train.Result, err error) {
	if j.Weights != "" {
		data, err := objects.Get(ctx, j.Weights)
		if err != nil {
			return nil, err
		}
		network, err := train.NewNetwork(options.Game.Spec(), file.Network)
		if err != nil {
			return nil, err
		}
		first, err := jobs.WeightsFrom(data, network)
		if err != nil {
			return nil, err
		}
		options.Start = exploiter.Copied(first)
	}
	folder, err := os.MkdirTemp("", "ringer-answer-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	dir := filepath.Join(folder, "run")
	if options.Run, err = openNoted(ctx, dir, name, objects, []byte(j.Config)); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, options.Run.Close()) }()
	iterated := c.of(ctx, objects, name, dir)
	options.Progress = func(train.Progress) { iterated() }
	result, err := train.Run(ctx, file.Config, options)
	if err == nil && result.Interrupted {
		err = ctx.Err()
	}
	return result, err
}

// openNoted makes the folder of a run of what is noted under a name, or anew.
func openNoted(ctx context.Context, dir, name string, objects *cluster.Objects, config []byte) (*checkpoint.Run, error) {
	data, err := objects.Noted(ctx, name)
	if err != nil { // nobody has come far
		return checkpoint.Create(dir, config)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	if _, err := unpackFolder(dir, data); err != nil {
		return nil, err
	}
	run, _, err := checkpoint.Resume(dir)
	return run, err
}
