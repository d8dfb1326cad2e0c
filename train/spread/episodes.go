package spread

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"ringer/agents"
	"ringer/env"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/models"
	"ringer/train"
)

// Run is a training as a worker sees it.
type Run struct {
	Game   env.Game
	Config train.Config
	Agent  func(name string) (agents.Agent, error)
}

// mostJob is the size in bytes of the largest job that a worker reads.
const mostJob = 1 << 20

// Kind returns the kind of trainings, for a worker. open builds what plays from the configuration
// of a run and the files that it names.
func Kind(open func(config []byte, files map[string][]byte) (*Run, error)) work.Kind {
	return work.Kind{Name: RunKind, Most: mostJob, Open: func(ctx context.Context, s *work.Site) (work.Doer, error) {
		p, err := newPlayer(ctx, s, open)
		if err != nil {
			return nil, err
		}
		return p.play, nil
	}}
}

// player plays the jobs of a training.
type player struct {
	entry   *work.Entry
	run     *Run
	fixed   []agents.Agent
	objects *cluster.Objects
	weights work.Cache[*models.Weights]
	actors  []*train.Actor // by hand
}

// newPlayer fetches what the run begins with, and makes ready to play.
func newPlayer(ctx context.Context, s *work.Site, open func([]byte, map[string][]byte) (*Run, error)) (*player, error) {
	var m manifest
	text, err := s.Objects.Get(ctx, s.Entry.Manifest)
	if err == nil {
		err = input.JSON(text, &m)
	}
	var files map[string][]byte
	if err == nil {
		files, err = s.Objects.Files(ctx, m.Files)
	}
	if err != nil {
		return nil, fmt.Errorf("spread: run %s: %w", s.Run, err)
	}
	refused := func(err error) error { return &work.RefusedError{Err: fmt.Errorf("run %s: %w", s.Run, err)} }
	run, err := open([]byte(m.Config), files)
	if err != nil {
		return nil, refused(err)
	}
	p := &player{entry: s.Entry, run: run, objects: s.Objects}
	p.weights.Most, p.weights.MostBytes = mostCached, mostCachedBytes
	if spec := run.Game.Spec(); spec.Hash != s.Entry.SpecHash {
		return nil, &work.RefusedError{Err: fmt.Errorf("run %s plays another %s: its spec hash is %s, this build's is %s", s.Run, spec, s.Entry.SpecHash, spec.Hash)}
	}
	fixed, opener, err := run.agents()
	if err != nil {
		return nil, refused(err)
	}
	p.fixed, run.Agent = fixed, nil // and the files with it
	for range s.Parallel {
		actor, err := train.NewActor(run.Game, run.Config, opener, s.Parallel)
		if err != nil {
			return nil, refused(err)
		}
		p.actors = append(p.actors, actor)
	}
	return p, nil
}

// agents builds the fixed opponents, and the agent of the openings or nil.
func (r *Run) agents() (fixed []agents.Agent, opener agents.Agent, err error) {
	for i, name := range r.Config.Opponents.Fixed {
		a, err := r.Agent(name)
		if err != nil {
			return nil, nil, fmt.Errorf("opponents.fixed[%d]: %w", i, err)
		}
		fixed = append(fixed, a)
	}
	if r.Config.Openings.Share > 0 {
		if opener, err = r.Agent(r.Config.Openings.Agent); err != nil {
			return nil, nil, fmt.Errorf("openings.agent: %w", err)
		}
	}
	return fixed, opener, nil
}

// play is a work.Doer: it plays one group of one iteration.
func (p *player) play(ctx context.Context, hand int, body []byte, out *work.Outcome) error {
	var j job
	if input.JSON(body, &j) != nil {
		return work.ErrDamaged
	}
	out.Iteration, out.Group = j.Iteration, j.Group
	if j.SpecHash != p.entry.SpecHash {
		return fmt.Errorf("the job is of the spec hash %s, and the run of %s", j.SpecHash, p.entry.SpecHash)
	}
	actor := p.actors[hand]
	order, err := p.order(ctx, actor.Network(), &j)
	if err != nil {
		return err
	}
	batch, err := actor.Play(ctx, order, j.Group)
	if err != nil {
		return err
	}
	played := time.Now()
	out.Body, err = batch.Encode()
	out.Rows, out.Encode = batch.Rows, time.Since(played).Seconds()
	return err
}

// mostCached is the number of weights that are kept: of the learner, and of its past
// selves. All but the last have mostCachedBytes together.
const (
	mostCached      = 24
	mostCachedBytes = 1 << 30
)

// get returns the weights of a network by their checksum.
func (p *player) get(ctx context.Context, network *models.Network, sum string) (*models.Weights, error) {
	return p.weights.Get(ctx, sum, func() (*models.Weights, int, error) {
		data, err := p.objects.Get(ctx, sum)
		if err != nil {
			return nil, 0, err
		}
		w, _, err := models.ReadWeights(bytes.NewReader(data), network)
		if err != nil {
			return nil, 0, fmt.Errorf("weights %s: %w", sum, err)
		}
		return w, 4 * len(w.Flat), nil
	})
}

// order makes the order of a job.
func (p *player) order(ctx context.Context, network *models.Network, j *job) (*train.Order, error) {
	o := &train.Order{Iteration: j.Iteration, After: j.After, Acting: j.Acting}
	for _, q := range j.Opponents {
		o.Opponents = append(o.Opponents, train.Opponent{ID: q.ID, Share: q.Share})
	}
	err := o.Check(&p.run.Config)
	if err != nil {
		return nil, err
	}
	if o.Weights, err = p.get(ctx, network, j.Weights); err != nil {
		return nil, err
	}
	if j.Acting.Responds > 0 {
		if o.Acting.Response, err = p.get(ctx, network, j.Response); err != nil {
			return nil, err
		}
	}
	for i, q := range j.Opponents {
		if q.ID < 0 {
			o.Opponents[i].Agent = p.fixed[-1-q.ID]
		} else if o.Opponents[i].Weights, err = p.get(ctx, network, q.Weights); err != nil {
			return nil, err
		}
	}
	return o, nil
}
