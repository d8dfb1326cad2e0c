package expert

import (
	"fmt"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/fivepossessions"
	"ringer/env/fourdowns"
	"ringer/env/heat"
	"ringer/env/heist"
	"ringer/env/payday"
)

// table lists the games that have an expert.
var table = []struct {
	game  string
	build func(env.Game, Options) (agents.Agent, error)
	knows []string // of the options
}{
	{"duel", func(g env.Game, o Options) (agents.Agent, error) {
		d, ok := g.(*duel.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of duel", g)
		}
		x := NewDuel(d)
		x.buysAnything = o.DraftsAtRandom
		return x, nil
	}, []string{"draft"}},
	{"fourdowns", func(g env.Game, _ Options) (agents.Agent, error) {
		d, ok := g.(*fourdowns.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of fourdowns", g)
		}
		return NewFourDowns(d), nil
	}, nil},
	{"heat", func(g env.Game, _ Options) (agents.Agent, error) {
		h, ok := g.(*heat.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of heat", g)
		}
		return NewHeat(h), nil
	}, nil},
	{"heist", func(g env.Game, _ Options) (agents.Agent, error) {
		h, ok := g.(*heist.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of heist", g)
		}
		return NewHeist(h), nil
	}, nil},
	{"payday", func(g env.Game, _ Options) (agents.Agent, error) {
		p, ok := g.(*payday.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of payday", g)
		}
		return NewPayday(p), nil
	}, nil},
	{"fivepossessions", func(g env.Game, o Options) (agents.Agent, error) {
		f, ok := g.(*fivepossessions.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of fivepossessions", g)
		}
		return NewFivePossessions(f, o.Hands), nil
	}, []string{"hands"}},
}

// NoExpertError says that a game has no hand-written player.
type NoExpertError struct {
	Game  string
	Known []string
}

func (e *NoExpertError) Error() string {
	return fmt.Sprintf("no expert for %s; there is one for: %s", e.Game, strings.Join(e.Known, ", "))
}

// Games lists the games that have an expert.
func Games() []string {
	names := make([]string, len(table))
	for i, e := range table {
		names[i] = e.game
	}
	return names
}

// Options are what can be set of an expert. The zero value is the usual expert.
type Options struct {
	// Hands is the number of hands that it deals the other seats at every decision,
	// to see what they would do with them; 0 for none. Not every expert can.
	Hands int

	// DraftsAtRandom has it draft anything, all as likely, where there is a draft.
	DraftsAtRandom bool
}

// set names the options that are not as usual.
func (o Options) set() (names []string) {
	if o.Hands > 0 {
		names = append(names, "hands")
	}
	if o.DraftsAtRandom {
		names = append(names, "draft")
	}
	return names
}

// OptionError says that the expert of a game has no use for an option.
type OptionError struct{ Game, Option string }

func (e *OptionError) Error() string {
	return fmt.Sprintf("the expert for %s knows nothing of the option %s; leave it out", e.Game, e.Option)
}

// New builds the expert for a game. The error is a *NoExpertError when there is
// none, and an *OptionError when it has no use for an option.
func New(game env.Game, o Options) (agents.Agent, error) {
	name := game.Spec().Name
	for _, e := range table {
		if e.game == name {
			for _, option := range o.set() {
				if !slices.Contains(e.knows, option) {
					return nil, &OptionError{Game: name, Option: option}
				}
			}
			return e.build(game, o)
		}
	}
	return nil, &NoExpertError{Game: name, Known: slices.Clone(Games())}
}
