package carried

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
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
)

// Training and Response are the kinds of jobs that train: a run to its end, and a best response
// to an agent, or its first weights.
const (
	Training = "training"
	Response = "answer"
)

// training is the body and the answer of a job of kind Training: the folder of a run as an
// object. It holds all that the run needs, copies of its opponents too, so that the worker opens
// no other file.
type training struct {
	Folder string `json:"folder,omitempty"`
	Until  int    `json:"until,omitempty"`  // decisions at which the run is to pause; 0: at its end
	Failed string `json:"failed,omitempty"` // why the run cannot be trained, on any machine
}

// Train has a run, which is locked, trained by a worker to its end, or until it pauses where until
// is above 0, and returns its result. It returns nil where the run is to be trained here. The error is a *study.FailedError where no other
// machine could do it.
func Train(ctx context.Context, client *jobs.Client, run *checkpoint.Run, file *algos.File, until int) (*open.Result, error) {
	if slices.ContainsFunc(open.AgentsOf(file), func(a open.NamedAgent) bool { return open.IsProgram(a.Name) }) {
		return nil, nil
	}
	data, err := Pack(run.Dir())
	if err != nil {
		return nil, err
	}
	sum, err := client.Put(ctx, data)
	if err != nil {
		return nil, err
	}
	var back training
	if _, err := client.Do(ctx, Training, training{Folder: sum, Until: until}, &back, nil); err != nil {
		return nil, err
	}
	if back.Failed != "" {
		return nil, &study.FailedError{Err: errors.New(back.Failed)}
	}
	if data, err = client.Get(ctx, back.Folder); err != nil {
		return nil, err
	}
	result, err := Unpack(run.Dir(), data)
	if err != nil {
		return nil, err
	}
	if result == nil && until > 0 {
		result, err = open.ReadResult(filepath.Join(run.Dir(), open.PausedName))
		if err == nil && result.Result != nil && result.Paused {
			result.Run, result.Checkpoint = run.Dir(), run.Path(result.Iterations)
			return result, open.KeepPaused(result)
		}
		return nil, errors.Join(errors.New("a worker has sent a run back that neither ended nor paused"), err)
	}
	if result == nil {
		return nil, errors.New("a worker has sent a run back without its result")
	}
	result.Run, result.Checkpoint = run.Dir(), run.Path(result.Iterations)
	return result, open.KeepResult(result)
}

// response is the body of a job of kind Response.
type response struct {
	Agent   jobs.Carried `json:"agent"`             // to which a best response is trained
	Config  string       `json:"config"`            // algos.File
	Weights string       `json:"weights,omitempty"` // object: the first ones; empty: random ones

	// Imitate is true where the first weights alone are wanted, which imitate an agent of
	// Config with ImitateSeed.
	Imitate     bool   `json:"imitate,omitempty"`
	ImitateSeed uint64 `json:"imitate_seed,omitempty"`
}

// trained is the answer of such a job.
type trained struct {
	Weights   string  `json:"weights"` // object
	Decisions int     `json:"decisions"`
	Seconds   float64 `json:"seconds"`
}

// mostTrained bounds decisions and seconds, so that sums of them are numbers still.
const mostTrained = 1 << 40

// check reports what no worker says.
func (a *trained) check() error {
	var f env.Faults
	if len(a.Weights) != len(cluster.Sum(nil)) {
		f.Add("weights", input.Shown(a.Weights), "the SHA-256 of an object")
	}
	if a.Decisions < 0 || a.Decisions > mostTrained {
		f.Add("decisions", a.Decisions, "a number from 0 to %d", mostTrained)
	}
	if !(a.Seconds >= 0 && a.Seconds <= mostTrained) {
		f.Add("seconds", a.Seconds, "a number from 0 to %d", mostTrained)
	}
	return f.Err()
}

// checkpointEvery is the number of iterations between two checkpoints at most, from which another
// worker can go on. Responses are trained for some 40 iterations.
const checkpointEvery = 5

// expert is the agent that first weights imitate.
const expert = "expert"

// place is an bestresponse.Place: workers train there.
type place struct {
	player *jobs.Player
	game   env.Game
	agent  agents.Agent // to which a best response is trained
	file   *algos.File
	frozen func() (jobs.Carried, error) // the agent
}

// NewPlace returns where best responses to an agent are trained, as a configuration says, which
// may change until then: nil for here, where the agent cannot travel.
func NewPlace(ctx context.Context, player *jobs.Player, g env.Game, agent agents.Agent, file *algos.File) bestresponse.Place {
	frozen := sync.OnceValues(func() (jobs.Carried, error) { return player.Carry(ctx, g, agent) })
	if _, err := frozen(); errors.Is(err, eval.ErrHere) {
		return nil
	}
	return &place{player, g, agent, file, frozen}
}

// job returns the job of a training, without first weights.
func (p *place) job(t *bestresponse.Training) (job response, file algos.File, err error) {
	file = *p.file
	file.Config, file.Rules = t.Config, string(p.game.Spec().Configuration)
	file.Start, file.StartSHA256, file.Imitation.Agent = "", "", ""
	file.Checkpoint.Every = min(file.Checkpoint.Every, checkpointEvery) // changes nothing of what is learned
	job.Agent, err = p.frozen()
	return job, file, err
}

// do has a job done and returns the weights that come of it.
func (p *place) do(ctx context.Context, job response, file *algos.File) (*bestresponse.Trained, error) {
	text, err := file.Text()
	if err != nil {
		return nil, err
	}
	job.Config = string(text)
	client := p.player.Client()
	var back trained
	if _, err := client.Do(ctx, Response, job, &back, back.check); err != nil {
		return nil, err
	}
	data, err := client.Get(ctx, back.Weights)
	if err != nil {
		return nil, err
	}
	weights, err := weightsOf(data, p.game, file)
	return &bestresponse.Trained{Weights: weights, Decisions: back.Decisions, Seconds: back.Seconds}, err
}

// weightsOf reads weights for the network of a configuration.
func weightsOf(data []byte, g env.Game, file *algos.File) (*models.Weights, error) {
	network, err := train.NewNetwork(g.Spec(), file.Network)
	if err != nil {
		return nil, fmt.Errorf("carried: %w", err)
	}
	return jobs.WeightsFrom(data, network)
}

// Begin implements bestresponse.Place. What begins once takes long: it imitates. The rest copies.
func (p *place) Begin(ctx context.Context, t *bestresponse.Training) (*models.Weights, error) {
	if !t.Start.Once {
		return train.Begin(ctx, t.Config, train.Options{
			Game: p.game, Start: t.Start.Begin,
			Algorithm: func(w *models.Weights) (train.Algorithm, error) { return p.file.New(w) },
			Agent:     func(string) (agents.Agent, error) { return p.agent, nil },
		})
	}
	job, file, err := p.job(t)
	if err != nil {
		return nil, err
	}
	file.Imitation.Agent = expert
	job.Imitate, job.ImitateSeed = true, p.file.Seed
	began, err := p.do(ctx, job, &file)
	if err != nil {
		return nil, err
	}
	return began.Weights, nil
}

// Train implements bestresponse.Place.
func (p *place) Train(ctx context.Context, t *bestresponse.Training) (*bestresponse.Trained, error) {
	job, file, err := p.job(t)
	if err != nil {
		return nil, err
	}
	if t.Weights != nil {
		data, err := jobs.WeightsBytes(t.Weights)
		if err != nil {
			return nil, err
		}
		if job.Weights, err = p.player.Client().Put(ctx, data); err != nil {
			return nil, err
		}
	}
	return p.do(ctx, job, &file)
}
