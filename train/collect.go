package train

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
)

// Collector plays batches of whole episodes. At some tables one seat learns
// against a frozen opponent in all other seats; at the rest the current
// network plays every seat and learns from all.
//
// Tables are split into groups that never look at each other. A group decides
// for all its tables in one batch, and its tables start the next episode until
// the group's share of the batch is reached. The episodes of each table
// therefore depend on the seed alone.
type Collector struct {
	seed   uint64
	spec   *env.Spec
	shared *networks // by all groups, on a device; nil: each has its own
	groups []*group
	batch  *Batch
	spare  *Batch // what batch was, where two are kept
}

// NewCollector returns a collector for one game. The configuration must be
// valid.
func NewCollector(game env.Game, network *models.Network, cfg CollectConfig, seed uint64) (*Collector, error) {
	c := &Collector{seed: seed, spec: game.Spec(), batch: &Batch{}}
	if !graph.OnGo() {
		var err error
		if c.shared, err = newNetworks(network, cfg.Groups, cfg.Tables); err != nil {
			return nil, err
		}
	}
	for i := range cfg.Groups {
		tables, quota := cfg.group(i)
		networks := c.shared
		if networks == nil {
			var err error
			if networks, err = newNetworks(network, cfg.Groups, tables); err != nil {
				return nil, err
			}
		}
		g, err := newGroup(game, networks, i, tables, quota)
		if err != nil {
			return nil, err
		}
		c.groups = append(c.groups, g)
	}
	return c, nil
}

// group returns the number of tables of a group, and the rows at which it begins no new
// episode. The first groups have the remainders.
func (c *CollectConfig) group(i int) (tables, quota int) {
	tables, quota = c.Tables/c.Groups, c.Batch/c.Groups
	if i < c.Tables%c.Groups {
		tables++
	}
	if i < c.Batch%c.Groups {
		quota++
	}
	return tables, quota
}

// Collect plays one iteration and returns its batch, which is valid until the next call. The
// same order gives the same batch.
func (c *Collector) Collect(ctx context.Context, o *Order) (*Batch, error) {
	if c.shared == nil {
		return c.play(o.Iteration, func(g *group) error { return g.playAlone(ctx, c.seed, o) })
	}
	for _, g := range c.groups {
		g.seat(c.seed, o)
	}
	seated := func(k int) bool { return slices.ContainsFunc(c.groups, func(g *group) bool { return g.seats(k) }) }
	if err := c.shared.load(o, seated); err != nil {
		return nil, fmt.Errorf("train: iteration %d: %w", o.Iteration, err)
	}
	return c.play(o.Iteration, func(g *group) error { return g.play(ctx, c.seed, o) })
}

// Demonstrate plays one iteration with an agent in place of the network: in every seat, or
// in the seats that learn at the tables of opponents, which are agents too. LogProbs belong
// to its decisions, and Value is its estimate. The batch is valid until the next call.
func (c *Collector) Demonstrate(ctx context.Context, iteration int, agent agents.Agent, opponents []Opponent) (*Batch, error) {
	return c.play(iteration, func(g *group) error {
		g.demonstrator, g.acting = agent, Acting{}
		defer func() { g.demonstrator = nil }()
		u := env.Stream(c.seed, purposeImitateTables, uint64(iteration), uint64(g.index)).Float64()
		g.seating = plan(opponents, len(g.active), u)
		return g.collect(ctx, c.seed, purposeImitateActions, purposeImitateAgent, iteration, opponents)
	})
}

// play lets every group fill its batch and joins them.
func (c *Collector) play(iteration int, collect func(*group) error) (*Batch, error) {
	errs := make([]error, len(c.groups))
	var wait sync.WaitGroup
	for i, g := range c.groups {
		wait.Go(func() { errs[i] = collect(g) })
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("train: iteration %d: %w", iteration, err)
	}
	if c.spare != nil {
		c.batch, c.spare = c.spare, c.batch
	}
	c.batch.reset(c.spec)
	for _, g := range c.groups {
		c.batch.add(&g.batch)
	}
	return c.batch, nil
}

// keepTwo makes a batch valid until the next but one is played.
func (c *Collector) keepTwo() { c.spare = &Batch{} }

// Served returns what the networks at the tables have run since NewCollector, the
// learner's and past selves'.
func (c *Collector) Served() (all graph.Served) {
	if c.shared != nil {
		return c.shared.served()
	}
	for _, g := range c.groups {
		all.Add(g.networks.served())
	}
	return all
}
