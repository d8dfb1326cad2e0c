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
	hands bool // knows the option
}{
	{"duel", func(g env.Game, _ Options) (agents.Agent, error) {
		d, ok := g.(*duel.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of duel", g)
		}
		return NewDuel(d), nil
	}, false},
	{"fourdowns", func(g env.Game, _ Options) (agents.Agent, error) {
		d, ok := g.(*fourdowns.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of fourdowns", g)
		}
		return NewFourDowns(d), nil
	}, false},
	{"heat", func(g env.Game, _ Options) (agents.Agent, error) {
		h, ok := g.(*heat.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of heat", g)
		}
		return NewHeat(h), nil
	}, false},
	{"heist", func(g env.Game, _ Options) (agents.Agent, error) {
		h, ok := g.(*heist.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of heist", g)
		}
		return NewHeist(h), nil
	}, false},
	{"payday", func(g env.Game, _ Options) (agents.Agent, error) {
		p, ok := g.(*payday.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of payday", g)
		}
		return NewPayday(p), nil
	}, false},
	{"fivepossessions", func(g env.Game, o Options) (agents.Agent, error) {
		f, ok := g.(*fivepossessions.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of fivepossessions", g)
		}
		return NewFivePossessions(f, o.Hands), nil
	}, true},
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
}

// NoHandsError says that the expert of a game deals no hands.
type NoHandsError struct{ Game string }

func (e *NoHandsError) Error() string {
	return fmt.Sprintf("the expert for %s deals no hands to others; leave hands at 0", e.Game)
}

// New builds the expert for a game. The error is a *NoExpertError when there is
// none, and a *NoHandsError when it is asked to deal hands and cannot.
func New(game env.Game, o Options) (agents.Agent, error) {
	name := game.Spec().Name
	for _, e := range table {
		if e.game == name {
			if o.Hands > 0 && !e.hands {
				return nil, &NoHandsError{Game: name}
			}
			return e.build(game, o)
		}
	}
	return nil, &NoExpertError{Game: name, Known: slices.Clone(Games())}
}
