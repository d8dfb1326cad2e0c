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
)

// expertName is the kind of agent that is another one in every game.
const expertName = "expert"

// Options of experts, and the values of draft.
const (
	optionHands = "hands"
	optionDraft = "draft"

	draftSound  = "sound"
	draftRandom = "random"
)

// Expert is the hand-written player of one game. ExpertOf makes one.
type Expert struct {
	game    string
	options []Option
	build   func(env.Game, *Arguments) (agents.Agent, error)
}

// experts lists the games that have an expert.
var experts = []Expert{
	ExpertOf("duel", func(g *duel.Game, args *Arguments) (agents.Agent, error) {
		draft := args.Choice(optionDraft, draftSound, draftRandom)
		return duelexpert.New(g, duelexpert.Options{DraftAnything: draft == draftRandom}), nil
	}, Option{optionDraft, draftSound, "sound, or random: every choice equally likely; only for duel"}),
	ExpertOf("fourdowns", plain(fourdownsexpert.New)),
	ExpertOf("heat", plain(heatexpert.New)),
	ExpertOf("payday", plain(paydayexpert.New)),
	ExpertOf("heist", plain(heistexpert.New)),
	ExpertOf("fivepossessions", func(g *fivepossessions.Game, args *Arguments) (agents.Agent, error) {
		hands := args.Whole(optionHands, 0, mostWorlds)
		if err := args.Err(); err != nil {
			return nil, err
		}
		return fivepossessionsexpert.New(g, hands), nil
	}, Option{optionHands, "0", "hands that it deals the other seat at every decision, to predict its play; slower and stronger, only for fivepossessions"}),
}

// plain is the constructor of an expert that has no options.
func plain[G env.Game, A agents.Agent](build func(G) A) func(G, *Arguments) (agents.Agent, error) {
	return func(g G, _ *Arguments) (agents.Agent, error) { return build(g), nil }
}

// ExpertOf returns the expert of a game whose type is G: build reads its options from the
// arguments, and plays the facts-only game. Options of one name are one option for all
// experts, so that their defaults are the same.
func ExpertOf[G env.Game](game string, build func(G, *Arguments) (agents.Agent, error), options ...Option) Expert {
	return Expert{game: game, options: options, build: func(g env.Game, args *Arguments) (agents.Agent, error) {
		known, ok := g.(G)
		if !ok {
			return nil, fmt.Errorf("expert: %T plays under the name of %s", g, game)
		}
		return build(known, args)
	}}
}

// expertKind returns the kind expert, with the options of every game's.
func expertKind() Kind {
	k := Kind{
		Name:  expertName,
		Doc:   "plays by hand-written rules; only for some games (" + strings.Join(expertGames(), ", ") + ")",
		Build: newExpert,
	}
	for _, e := range experts {
		for _, o := range e.options {
			if !hasOption(k.Options, o.Name) {
				k.Options = append(k.Options, o)
			}
		}
	}
	return k
}

func hasOption(options []Option, name string) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return o.Name == name })
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

// newExpert builds the expert of a game of facts, for tables of its wrapped kinds too.
func newExpert(from Sources, args *Arguments) (agents.Agent, error) {
	facts := env.UnwrapGame(from.Game)
	name := facts.Spec().Name
	i := slices.IndexFunc(experts, func(e Expert) bool { return e.game == name })
	if i < 0 {
		return nil, &NoExpertError{Game: name, Known: expertGames()}
	}
	for _, o := range expertKind().Options {
		if args.Text(o.Name) != o.Default && !hasOption(experts[i].options, o.Name) {
			return nil, &ExpertOptionError{Game: name, Option: o.Name}
		}
	}
	agent, err := experts[i].build(facts, args)
	if faults := args.Err(); faults != nil {
		return nil, faults
	}
	if err != nil {
		return nil, err
	}
	return agents.Through(agent, facts, from.Game.Spec()), nil
}
