package strategy

import (
	"ringer/agents"
	"ringer/env"
	"ringer/eval"
)

// Config names the strategy and those who meet it.
type Config struct {
	Game     env.Game
	Strategy eval.Entry
	About    string
	Rules    []string // of the strategy, in words

	// Applies writes which of the rules decide something at a view; nil where there are
	// none. It is called from several goroutines.
	Applies func(v *agents.View, dst []bool)

	Response eval.Entry // trained against the strategy
	Budget   string     // of its training, in words
	Ringer   eval.Entry // on which the report rests, and which knows nothing of the strategy

	Games    int // of each of the three matches, rounded up to whole deals
	Seed     uint64
	Workers  int         // results do not depend on it
	Place    *eval.Place // where the games are played; nil: in this process
	Progress func(done, total int)
}

// Validate returns every fault as env.Faults.
func (c *Config) Validate() error {
	var faults env.Faults
	if c.Game == nil {
		faults.Add("game", "none", "a game")
	} else if c.Game.Spec().Players < 2 {
		faults.Add("game", c.Game.Spec(), "a game of two seats or more")
	}
	for _, e := range []struct {
		path  string
		entry eval.Entry
	}{{"strategy", c.Strategy}, {"best response", c.Response}, {"ringer", c.Ringer}} {
		if e.entry.Agent == nil {
			faults.Add(e.path, "none", "an agent")
		}
	}
	if c.Games < 1 {
		faults.Add("games", c.Games, "a positive number")
	}
	return faults.Err()
}

// BySeat returns an agent that plays another agent in each seat: the best responses of a search,
// which may differ. One that is nil is played by rest.
func BySeat(seats []agents.Agent, rest agents.Agent) agents.Agent {
	all := make([]agents.Agent, len(seats))
	for i, a := range seats {
		if all[i] = a; a == nil {
			all[i] = rest
		}
	}
	return bySeat(all)
}
