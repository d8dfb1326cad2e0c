package roster

import (
	"fmt"
	"slices"
	"strings"

	"ringer/agents"
	duelexpert "ringer/agents/expert/duel"
	fivepossessionsexpert "ringer/agents/expert/fivepossessions"
	fourdownsexpert "ringer/agents/expert/fourdowns"
	heatexpert "ringer/agents/expert/heat"
	heistexpert "ringer/agents/expert/heist"
	paydayexpert "ringer/agents/expert/payday"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/fivepossessions"
	"ringer/env/fourdowns"
	"ringer/env/heat"
	"ringer/env/heist"
	"ringer/env/payday"
)

// expertOptions holds the settings of an expert. The zero value is the usual expert.
type expertOptions struct {
	hands         int  // hands that it deals the other seat at every decision; 0 for none
	draftAnything bool // it drafts at random, every choice equally likely
}

// Options of expert.
const (
	optionHands = "hands"
	optionDraft = "draft"
)

// set names the options that differ from their defaults.
func (o expertOptions) set() (names []string) {
	if o.hands > 0 {
		names = append(names, optionHands)
	}
	if o.draftAnything {
		names = append(names, optionDraft)
	}
	return names
}

// expertKind is one line of the table of experts.
type expertKind struct {
	game  string
	takes []string // of the options
	build func(env.Game, expertOptions) (agents.Agent, error)
}

// experts lists the games that have an expert.
var experts = []expertKind{
	expertOf("duel", func(g *duel.Game, o expertOptions) agents.Agent {
		return duelexpert.New(g, duelexpert.Options{DraftAnything: o.draftAnything})
	}, optionDraft),
	expertOf("fourdowns", func(g *fourdowns.Game, _ expertOptions) agents.Agent { return fourdownsexpert.New(g) }),
	expertOf("heat", func(g *heat.Game, _ expertOptions) agents.Agent { return heatexpert.New(g) }),
	expertOf("payday", func(g *payday.Game, _ expertOptions) agents.Agent { return paydayexpert.New(g) }),
	expertOf("heist", func(g *heist.Game, _ expertOptions) agents.Agent { return heistexpert.New(g) }),
	expertOf("fivepossessions", func(g *fivepossessions.Game, o expertOptions) agents.Agent {
		return fivepossessionsexpert.New(g, o.hands)
	}, optionHands),
}

// expertOf makes the line of a game whose type is G.
func expertOf[G env.Game](game string, build func(G, expertOptions) agents.Agent, takes ...string) expertKind {
	return expertKind{game: game, takes: takes, build: func(g env.Game, o expertOptions) (agents.Agent, error) {
		known, ok := g.(G)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of %s", g, game)
		}
		return build(known, o), nil
	}}
}

// NoExpertError says that a game has no hand-written player.
type NoExpertError struct {
	Game  string
	Known []string
}

func (e *NoExpertError) Error() string {
	return fmt.Sprintf("no expert for %s; there is one for: %s", e.Game, strings.Join(e.Known, ", "))
}

// ExpertOptionError says that the expert of a game does not take an option.
type ExpertOptionError struct{ Game, Option string }

func (e *ExpertOptionError) Error() string {
	return fmt.Sprintf("the expert for %s knows nothing of the option %s; leave it out", e.Game, e.Option)
}

// expertGames lists the games that have an expert.
func expertGames() []string {
	names := make([]string, len(experts))
	for i, e := range experts {
		names[i] = e.game
	}
	return names
}

// buildExpert builds the expert for a game of facts.
func buildExpert(g env.Game, o expertOptions) (agents.Agent, error) {
	name := g.Spec().Name
	for _, e := range experts {
		if e.game != name {
			continue
		}
		for _, option := range o.set() {
			if !slices.Contains(e.takes, option) {
				return nil, &ExpertOptionError{Game: name, Option: option}
			}
		}
		return e.build(g, o)
	}
	return nil, &NoExpertError{Game: name, Known: expertGames()}
}
