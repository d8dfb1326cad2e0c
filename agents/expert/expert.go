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
	build func(env.Game) (agents.Agent, error)
}{
	{"duel", func(g env.Game) (agents.Agent, error) {
		d, ok := g.(*duel.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of duel", g)
		}
		return NewDuel(d), nil
	}},
	{"fourdowns", func(g env.Game) (agents.Agent, error) {
		d, ok := g.(*fourdowns.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of fourdowns", g)
		}
		return NewFourDowns(d), nil
	}},
	{"heat", func(g env.Game) (agents.Agent, error) {
		h, ok := g.(*heat.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of heat", g)
		}
		return NewHeat(h), nil
	}},
	{"heist", func(g env.Game) (agents.Agent, error) {
		h, ok := g.(*heist.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of heist", g)
		}
		return NewHeist(h), nil
	}},
	{"payday", func(g env.Game) (agents.Agent, error) {
		p, ok := g.(*payday.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of payday", g)
		}
		return NewPayday(p), nil
	}},
	{"fivepossessions", func(g env.Game) (agents.Agent, error) {
		f, ok := g.(*fivepossessions.Game)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of fivepossessions", g)
		}
		return NewFivePossessions(f), nil
	}},
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

// New builds the expert for a game. The error is a *NoExpertError when there is
// none.
func New(game env.Game) (agents.Agent, error) {
	name := game.Spec().Name
	for _, e := range table {
		if e.game == name {
			return e.build(game)
		}
	}
	return nil, &NoExpertError{Game: name, Known: slices.Clone(Games())}
}
