package open

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"ringer/agents"
	"ringer/agents/mixture"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/callexpr"
	"ringer/internal/cluster/jobs"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/models/onnxrun"
	"ringer/play/external"
	"ringer/play/opponents"
)

// An Opener builds agents from their names. Several goroutines may use it.
type Opener struct {
	Programs *external.Programs // starts agents that are programs; whoever made it closes it

	// Warn is told what a person should know and no error says, perhaps more than once; nil: nobody.
	Warn func(words string)

	recipes atomic.Pointer[jobs.Recipes]
}

// Remember returns the recipes of every agent that is built from now on, or from an earlier call
// on, and that another machine can build by CarriedAgent.
func (o *Opener) Remember() *jobs.Recipes {
	o.recipes.CompareAndSwap(nil, jobs.NewRecipes())
	return o.recipes.Load()
}

// program returns what builds the agent of a program for a game.
func (o *Opener) program(g env.Game) func(command string, limits roster.Limits) (agents.Agent, error) {
	return func(command string, limits roster.Limits) (agents.Agent, error) {
		agent, err := external.New(g.Spec(), o.Programs, command, external.Options(limits))
		if err != nil {
			return nil, err
		}
		return agent, nil
	}
}

// Agent builds an agent of a game from its name; its errors are bad input.
func (o *Opener) Agent(g env.Game, name string) (agents.Agent, error) {
	agent, _, err := o.AgentWithFiles(g, name)
	return agent, err
}

// AgentWithFiles is Agent, and returns the files that the agent was built from, too.
func (o *Opener) AgentWithFiles(g env.Game, name string) (agents.Agent, *Files, error) {
	name, err := Level(g, name)
	if err != nil {
		return nil, nil, err
	}
	from, files := o.sources(g)
	agent, err := roster.New(name, from)
	if unknown, ok := errors.AsType[*checkpoints.UnknownError](err); ok {
		return nil, nil, input.Bad(unknown)
	}
	if err != nil {
		return nil, nil, input.Bad(ExplainRun(name, err))
	}
	if recipes := o.recipes.Load(); recipes != nil {
		if carried, ok := files.Carried(); ok {
			recipes.Note(agent, g.Spec(), name, carried)
		}
	}
	return agent, files, nil
}

// Entries builds agents for the seats of a game, at most one for each seat.
func (o *Opener) Entries(g env.Game, names []string) ([]eval.Entry, error) {
	entries, _, err := o.EntriesKnown(g, names)
	return entries, err
}

// EntriesKnown is Entries, and names the agents with the checksums of their files, so that a bot
// with new weights is not taken for its older self.
func (o *Opener) EntriesKnown(g env.Game, names []string) (entries []eval.Entry, known []eval.ArenaAgent, err error) {
	if len(names) > g.Spec().Players {
		return nil, nil, input.Badf("%d agents for the %d seats of %s", len(names), g.Spec().Players, g.Spec())
	}
	for _, name := range names {
		name, err := Level(g, name)
		if err != nil {
			return nil, nil, err
		}
		agent, files, err := o.AgentWithFiles(g, name)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, eval.Entry{Name: name, Agent: agent})
		known = append(known, eval.ArenaAgent{Name: name, Checksum: files.Identity()})
	}
	return entries, known, nil
}

// sources returns what the agents of the person who names them are built from, with the note
// of the files that they open.
func (o *Opener) sources(g env.Game) (roster.Sources, *Files) {
	f := &Files{}
	from, program := sourcesOf(g, f.open, o.Warn), o.program(g)
	from.Program = func(command string, limits roster.Limits) (agents.Agent, error) {
		f.stays = true
		return program(command, limits)
	}
	population := from.Mixture
	from.Mixture = func(name string) (*mixture.Population, error) {
		p, err := population(name)
		if err != nil {
			return nil, err
		}
		if err := o.unchanged(g, p); err != nil {
			return nil, fmt.Errorf("%s: %w", input.Shown(name), err)
		}
		return p, nil
	}
	return from, f
}

// sourcesOf returns what agents are built from where find returns the files that they ask for, by
// kind and name. warn may be nil.
func sourcesOf(g env.Game, find func(kind, name string) (*opened, error), warn func(words string)) roster.Sources {
	var held map[string][]byte // by the population whose players are built
	return roster.Sources{
		Game: g, Adapt: Adapt,
		Bot: func(name string) (*botfile.Bot, error) {
			if data, ok := held[name]; ok {
				return ReadBot(name, data)
			}
			file, err := find(BotKind, name)
			if err != nil {
				return nil, err
			}
			bot, err := ReadBot(file.where, file.data)
			if err == nil {
				file.plays, err = bot.Plays()
			}
			return bot, err
		},
		Network: func(name string) (*onnxrun.Model, error) {
			file, err := find(roster.Network, name)
			if err != nil {
				return nil, err
			}
			return file.network.read(file.where, warn)
		},
		Mixture: func(name string) (*mixture.Population, error) {
			file, err := find(roster.Mixture, name)
			if err != nil {
				return nil, err
			}
			p, files, err := ReadPopulation(file.where, file.data)
			held = files
			return p, err
		},
		Script: func(name string) (*script.Strategy, error) {
			file, err := find(roster.Script, name)
			if err == nil && file.strategy == nil {
				file.strategy, err = readStrategy(g, file.where, file.data)
			}
			if err != nil {
				return nil, err
			}
			return file.strategy, nil
		},
	}
}

// CarriedAgent builds an agent on another machine than the one where it was named. It opens
// no file: files holds what the agent may read, by the name under which it asks for it, as
// Files.Carried returned them, and bots that ship are in this build. warn may be nil.
func CarriedAgent(g env.Game, name string, files map[string][]byte, warn func(words string)) (agents.Agent, error) {
	return roster.New(name, sourcesOf(g, func(kind, name string) (*opened, error) {
		if ships(kind, name) {
			return (&Files{}).open(kind, name)
		}
		data, ok := files[name]
		if !ok {
			return nil, fmt.Errorf("%s: the job has no copy of it, and a worker opens no file of its own", input.Shown(name))
		}
		n := &network{model: data, beside: map[string][]byte{}}
		for file, data := range files {
			if of, beside, ok := strings.Cut(file, besideMark); ok && of == name {
				n.beside[beside] = data
			}
		}
		return &opened{where: name, data: data, network: n}, nil
	}, warn))
}

// Level returns the name of the bot for which level(N), beginner or ringer stands in a game,
// and any other name as it is; its errors are bad input.
func Level(g env.Game, agent string) (string, error) {
	name, err := opponents.Resolve(g, agent)
	return name, input.Bad(err)
}

// BotOf returns the name or the file of the bot that an agent's name names, and empty for
// other agents. It does not look into an agent that plays by others.
func BotOf(agent string) (string, error) { return argumentOf(agent, BotKind) }

// NetworkOf is BotOf for the file of a network.
func NetworkOf(agent string) (string, error) { return argumentOf(agent, roster.Network) }

// StrategyOf is BotOf for the file of a strategy.
func StrategyOf(agent string) (string, error) { return argumentOf(agent, roster.Script) }

// PopulationOf is BotOf for the file of a population.
func PopulationOf(agent string) (string, error) { return argumentOf(agent, roster.Mixture) }

func argumentOf(agent, kind string) (string, error) {
	expr, err := roster.Parse(agent)
	if err != nil || expr.Name != kind {
		return "", err
	}
	return expr.First(), nil
}

// IsProgram reports whether an agent's name names a program.
func IsProgram(agent string) bool {
	expr, err := roster.Parse(agent)
	return err == nil && expr.Name == roster.Program
}

// quickSims are the simulations of a search whose games only tell whether it changed.
const quickSims = "8"

// Behaviour returns a digest of some games of an agent that is no bot, so that a changed
// expert is measured anew. Searches play with few simulations for it.
func (o *Opener) Behaviour(ctx context.Context, g env.Game, name string) (string, error) {
	expr, err := callexpr.Parse(name)
	if err != nil {
		return "", err
	}
	for i, a := range expr.Args {
		if a.Key == "sims" {
			expr.Args[i].Value = quickSims
		}
	}
	agent, err := o.Agent(g, expr.String())
	if err != nil {
		return "", err
	}
	m, err := eval.PlayMatch(ctx, eval.MatchConfig{
		Game: g, Entries: []eval.Entry{{Name: name, Agent: agent}}, Games: 2, Seed: 1, Keep: 1,
	})
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, m.FirstDeals)
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}
