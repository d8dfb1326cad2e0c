package roster

import (
	"fmt"
	"regexp"
	"slices"

	"ringer/agents"
	"ringer/env"
)

// nameWanted matches the names of kinds of agents and of their options.
var nameWanted = regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`)

// otherNames lists words that stand where an agent does and are none of the roster: who
// sits at the keyboard, and the levels of package checkpoints.
var otherNames = []string{"human", "level", "beginner", "ringer"}

// Register adds kinds of agents to the table, after those that are there, so that New and
// Kinds know them from then on. It is for the beginning of a program: no other function of
// this package may run beside it. cmd.Main calls it for the agents that it is given.
//
// Errors: env.Faults, which name every kind whose name is taken or is none, that lacks
// Build or Doc, or whose options have such names; the table is then as it was.
func Register(kinds ...Kind) error {
	var faults env.Faults
	more := slices.Clone(table)
	for _, k := range kinds {
		taken := slices.Contains(otherNames, k.Name) || slices.ContainsFunc(more, func(other Kind) bool { return other.Name == k.Name })
		switch {
		case !nameWanted.MatchString(k.Name):
			faults.Add("agent", k.Name, "a name of lower-case letters and digits, such as myagent, with - or _ between words")
		case taken:
			faults.Add("agent", k.Name, "a name that no other agent has")
		case k.Build == nil || k.Doc == "":
			faults.Add("agent", k.Name, "Build, which makes it, and Doc, which says what it does")
		}
		checkOptions(&faults, k.Name, k.Options)
		k.own = true
		more = append(more, k)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	table = more
	return nil
}

// RegisterExperts adds experts of games that have none, for the beginning of a program as
// Register.
//
// Errors: env.Faults, which name every game that has an expert already, and every option
// that another expert has with another default; the table is then as it was.
func RegisterExperts(more ...Expert) error {
	var faults env.Faults
	all := slices.Clone(experts)
	for _, e := range more {
		if slices.ContainsFunc(all, func(other Expert) bool { return other.game == e.game }) {
			faults.Add("expert", e.game, "a game that has no expert yet")
		}
		checkOptions(&faults, expertName+" of "+e.game, e.options)
		for _, other := range all {
			for _, o := range other.options {
				if i := slices.IndexFunc(e.options, func(mine Option) bool { return mine.Name == o.Name }); i >= 0 && e.options[i].Default != o.Default {
					faults.Add("expert of "+e.game+": option", o.Name, "the default %s, as the expert of %s has it, or another name", o.Default, other.game)
				}
			}
		}
		all = append(all, e)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	experts = all
	return nil
}

// checkOptions adds a fault for every option whose name is none or is there twice.
func checkOptions(faults *env.Faults, kind string, options []Option) {
	for i, o := range options {
		if !nameWanted.MatchString(o.Name) || hasOption(options[:i], o.Name) {
			faults.Add(kind+": option", o.Name, "a name of its own, of lower-case letters and digits")
		}
	}
}

// OfGame returns a kind of agent that plays one game, whose type is G: build reads its
// options from the arguments, and plays the facts-only game. At tables of other games the
// error says which one it plays.
func OfGame[G env.Game](name, doc string, build func(G, *Arguments) (agents.Agent, error), options ...Option) Kind {
	return Kind{Name: name, Doc: doc, Options: options, Build: func(from Sources, args *Arguments) (agents.Agent, error) {
		facts := env.UnwrapGame(from.Game)
		known, ok := facts.(G)
		if !ok {
			return nil, fmt.Errorf("%s does not play %s: %s", name, facts.Spec().Name, doc)
		}
		agent, err := build(known, args)
		if faults := args.Err(); faults != nil {
			return nil, faults
		}
		if err != nil {
			return nil, err
		}
		return agents.Through(agent, facts, from.Game.Spec()), nil
	}}
}
