package train

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
)

// Actor plays single groups of the iterations of a run, with the same bytes as the
// Collector of the run. One goroutine at a time uses it.
type Actor struct {
	game    env.Game
	network *models.Network
	cfg     Config
	opener  agents.Agent
	beside  int
	groups  map[int]*group // by tables, of which the groups of a run have two numbers at most
}

// NewActor returns an actor for a run. opener begins episodes; nil where openings.share
// is 0. beside is the number of actors that play at once in this process, itself included,
// which changes no result. The configuration must be valid. A process that would compute other
// bits than the configuration asks for gets an error.
func NewActor(game env.Game, cfg Config, opener agents.Agent, beside int) (*Actor, error) {
	if err := cfg.CanCompute(); err != nil {
		return nil, err
	}
	network, err := NewNetwork(game.Spec(), cfg.Network)
	if err != nil {
		return nil, err
	}
	return &Actor{game: game, network: network, cfg: cfg, opener: opener, beside: beside, groups: map[int]*group{}}, nil
}

// CanCompute returns why this process would compute other bits than the configuration asks
// for, or none. A learner and an actor ask when they are made; whoever makes the folder of a run
// asks before it does.
func (c *Config) CanCompute() error {
	if _, err := graph.Backend(); err != nil {
		return err
	}
	if _, simulated := graph.Used(); simulated {
		return fmt.Errorf("train: backend %q: a simulated device returns zeros, from which nothing is learned: want one that computes, such as %s; ringer bench train measures with it", graph.BackendConfig(), graph.DefaultBackend)
	}
	if c.Compute != Portable {
		return nil
	}
	if err := graph.Portable(); err != nil {
		return fmt.Errorf("compute: portable: %w", err)
	}
	return nil
}

// Network returns the description of the network that plays.
func (a *Actor) Network() *models.Network { return a.network }

// Play plays one group of an iteration. The batch is valid until the next call.
func (a *Actor) Play(ctx context.Context, o *Order, index int) (*Batch, error) {
	if index < 0 || index >= a.cfg.Collect.Groups {
		return nil, fmt.Errorf("train: group %d of %d", index, a.cfg.Collect.Groups)
	}
	tables, quota := a.cfg.Collect.group(index)
	g := a.groups[tables]
	if g == nil {
		networks, err := newNetworks(a.network, a.beside, tables)
		if err != nil {
			return nil, err
		}
		if g, err = newGroup(a.game, networks, index, tables, quota); err != nil {
			return nil, err
		}
		g.sides = a.cfg.Opponents.sides(a.game.Spec())
		if a.opener != nil {
			g.openBy(a.opener, a.cfg.Openings)
		}
		a.groups[tables] = g
	}
	g.index, g.quota = index, quota
	if err := g.playAlone(ctx, a.cfg.Seed, o); err != nil {
		return nil, err
	}
	return &g.batch, nil
}

// Joiner joins the batches of the groups of an iteration.
type Joiner struct {
	spec  *env.Spec
	batch Batch
}

// NewJoiner returns a joiner for a game.
func NewJoiner(spec *env.Spec) *Joiner { return &Joiner{spec: spec} }

// Join joins the batches of all groups, in the order of the groups. The batch is valid
// until the next call.
func (j *Joiner) Join(groups []*Batch) *Batch {
	j.batch.reset(j.spec)
	for _, b := range groups {
		j.batch.add(b)
	}
	return &j.batch
}
