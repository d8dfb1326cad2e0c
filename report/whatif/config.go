package whatif

import (
	"fmt"

	"ringer/env"
	"ringer/eval"
)

// Kind says whether agents know the rules that they play.
type Kind string

// Kinds of agents, in the order in which they are shown.
const (
	Frozen Kind = "frozen" // they play as under the base rules
	Tuned  Kind = "tuned"  // they were trained on the rules
)

// Set is an agent that plays a set of rules.
type Set struct {
	Kind Kind
	Seed uint64     // of its training; sets of one kind differ in it
	A    eval.Entry // plays itself, and B
	B    eval.Entry // in all other seats than A's; without an agent nothing is measured against it
}

// Rules is one set of rules with those who play it.
type Rules struct {
	Label string   // the change, as "cards.lookout.gain = 3"; of the base rules: "as they are"
	Knob  string   // path of the parameter that was changed; empty where that is not one number
	Value *float64 // of the knob
	Game  env.Game
	Sets  []Set

	// Thing is the id of the card or other thing that the parameter belongs to, or that the base is asked
	// about, and Name is its name; empty where there is none.
	Thing, Name string
}

// Config says which variants are compared with which base. Every set of a variant has one
// of the same kind and seed in the base.
type Config struct {
	Base     Rules
	Variants []Rules

	// Games of each set under each rules, rounded up to whole deals: one in which A plays
	// itself, and one for each seat in which A meets B.
	Games   int
	Seed    uint64
	Workers int         // goroutines; 0 means one a processor. Results do not depend on it.
	Place   *eval.Place // where the games are played; nil: in this process

	Progress func(done, total int)
}

// Validate returns every fault as env.Faults.
func (c *Config) Validate() error {
	var faults env.Faults
	if c.Games < 1 {
		faults.Add("games", c.Games, "a positive number")
	}
	if len(c.Base.Sets) == 0 {
		faults.Add("base.sets", 0, "one set of agents or more")
	}
	if c.Base.Game == nil {
		faults.Add("base.game", "none", "a game")
		return faults.Err()
	}
	players := c.Base.Game.Spec().Players
	for i, v := range c.Variants {
		path := fmt.Sprintf("variants[%d]", i)
		if v.Game == nil {
			faults.Add(path+".game", "none", "a game")
			continue
		}
		if n := v.Game.Spec().Players; n != players {
			faults.Add(path+".game", v.Game.Spec(), "a game of %d seats, as the base has", players)
		}
		for k, s := range v.Sets {
			at := fmt.Sprintf("%s.sets[%d]", path, k)
			base := c.Base.set(s.Kind, s.Seed)
			if base == nil {
				faults.Add(at, fmt.Sprintf("%s, seed %d", s.Kind, s.Seed), "a kind and a seed that the base has")
			} else if (base.B.Agent == nil) != (s.B.Agent == nil) {
				faults.Add(at+".b", s.B.Name, "an agent here and in the base, or in neither")
			}
			if s.A.Agent == nil {
				faults.Add(at+".a", s.A.Name, "an agent")
			}
		}
	}
	return faults.Err()
}

func (r *Rules) set(kind Kind, seed uint64) *Set {
	for i := range r.Sets {
		if r.Sets[i].Kind == kind && r.Sets[i].Seed == seed {
			return &r.Sets[i]
		}
	}
	return nil
}
