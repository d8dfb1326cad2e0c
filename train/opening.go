package train

import (
	"context"

	"ringer/agents"
	"ringer/env"
)

// OpeningConfig lets an agent begin some episodes of self-play, and of imitation, in
// all seats: exploring starts (Sutton and Barto, "Reinforcement Learning", section 5.3).
// The learner goes on from positions that its own play no longer reaches, and so keeps
// what they teach. Nobody learns from the choices of the opening.
type OpeningConfig struct {
	Agent string `yaml:"agent"` // as in agents/roster; empty: nobody

	// Share is the share of the episodes that begin so.
	Share float64 `yaml:"share"`

	// Choices is the largest number of choices in an opening, of all seats together;
	// every number from 1 to it is as likely.
	Choices int `yaml:"choices"`
}

func (c *OpeningConfig) validate(f *env.Faults) {
	if !(c.Share >= 0 && c.Share <= 1) {
		f.Add("openings.share", c.Share, "a share from 0 to 1")
	}
	if c.Share > 0 && c.Agent == "" {
		f.Add("openings.agent", `""`, "an agent, because openings.share is %g", c.Share)
	}
	if c.Share == 0 && c.Agent != "" {
		f.Add("openings.share", 0, "a share above 0, such as 0.2, for openings.agent (%s), or openings.agent left empty", c.Agent)
	}
	if c.Choices < 1 || c.Choices > 100_000 {
		f.Add("openings.choices", c.Choices, "a whole number from 1 to 100000")
	}
}

// opener begins episodes of a group.
type opener struct {
	agent   agents.Agent
	share   float64
	choices int

	left   []int  // [tables] choices of the opening still to make
	opened []bool // [tables] the episode began with an opening
	rows   []int  // tables where it decides in this step
}

// Open makes an agent begin a share of the episodes of all later batches.
func (c *Collector) Open(agent agents.Agent, cfg OpeningConfig) {
	for _, g := range c.groups {
		g.openBy(agent, cfg)
	}
}

// openBy makes an agent begin a share of the group's episodes.
func (g *group) openBy(agent agents.Agent, cfg OpeningConfig) {
	g.opener = &opener{
		agent: agent, share: cfg.Share, choices: cfg.Choices,
		left: make([]int, len(g.active)), opened: make([]bool, len(g.active)),
	}
}

// begin draws whether the episode that begins at table t has an opening: never where an
// opponent plays, whose record would say less.
func (o *opener) begin(t int, self bool, rng env.Rand) {
	o.left[t], o.opened[t] = 0, self && rng.Float64() < o.share
	if o.opened[t] {
		o.left[t] = 1 + rng.IntN(o.choices)
	}
}

// opens reports whether the opening of table t's episode makes the next choice, and
// notes that it does.
func (o *opener) opens(t int) bool {
	if o == nil || o.left[t] == 0 {
		return false
	}
	o.left[t]--
	o.rows = append(o.rows, t)
	return true
}

// open plays for the tables that are in their openings.
func (g *group) open(ctx context.Context) error {
	if g.opener == nil || len(g.opener.rows) == 0 {
		return nil
	}
	g.rows = append(g.rows[:0], g.opener.rows...)
	g.opener.rows = g.opener.rows[:0]
	g.batch.Stats.Choices += len(g.rows)
	return g.decideAgent(ctx, g.opener.agent)
}
