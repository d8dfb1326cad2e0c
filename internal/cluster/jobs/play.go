package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
)

// Makers build games and agents on a worker. They open no file and start no program.
type Makers struct {
	Game func(text string, rules json.RawMessage) (env.Game, error)

	// Agent builds an agent from its name. files holds every file that it may open, by the
	// name under which it does.
	Agent func(g env.Game, name string, files map[string][]byte) (agents.Agent, error)

	// Until builds what ends games early from the Ending of eval.Start.
	Until func(g env.Game, ending string) (func(env.State) bool, error)
}

// Table plays the games of jobs. It keeps the games and agents that it has built, for the
// jobs that follow.
type Table struct {
	makers Makers
	games  work.Cache[env.Game]
	agents work.Cache[built]
}

// built is an agent with the bytes of the objects that it was built from.
type built struct {
	agents.Agent
	bytes int
}

// Bounds of what a table keeps: games, and agents, of this many bytes together.
const (
	mostBuilt = 256
	mostKept  = 512 << 20
)

// NewTable returns a table at which nobody sits yet.
func NewTable(makers Makers) *Table {
	t := &Table{makers: makers}
	t.games.Most, t.agents.Most = mostBuilt, mostBuilt
	t.games.MostBytes, t.agents.MostBytes = mostKept, mostKept
	return t
}

// Bounds of one job: of what its agents are built from together, of its games and agents, of the
// games that all units play together, and of the positions from which they play.
const (
	mostOpened = 512 << 20
	mostNamed  = 4096
	mostPaths  = 1 << 16
)

// Play is a Doer for the kind Games.
func (t *Table) Play(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
	var j gamesJob
	if err := input.JSON(body, &j); err != nil {
		return nil, fmt.Errorf("jobs: a job of games: %w", err)
	}
	if err := j.check(); err != nil {
		return nil, err
	}
	games := make([]env.Game, len(j.Games))
	for i := range j.Games {
		var err error
		if games[i], err = t.game(ctx, &j.Games[i]); err != nil {
			return nil, err
		}
	}
	list := make([]agents.Agent, len(j.Agents))
	opened := 0
	for i := range j.Agents {
		a := &j.Agents[i]
		if a.Game < 0 || a.Game >= len(games) {
			return nil, fmt.Errorf("jobs: an agent of game %d of %d", a.Game, len(games))
		}
		b, err := t.agent(ctx, games[a.Game], a, objects)
		if err != nil {
			return nil, err
		}
		if opened += b.bytes; opened > mostOpened {
			return nil, fmt.Errorf("jobs: a job whose agents open more than %d MiB together", mostOpened>>20)
		}
		list[i] = b.Agent
	}
	out := gamesAnswer{Units: make([]unitAnswer, len(j.Units))}
	for i := range j.Units {
		w, err := j.Units[i].read(games, list, t.makers.Until)
		if err != nil {
			return nil, err
		}
		out.Units[i].Played, err = eval.PlayWork(ctx, w)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			out.Units[i] = unitAnswer{Fault: err.Error()}
		}
	}
	return out, nil
}

// game builds a game, once.
func (t *Table) game(ctx context.Context, text *gameText) (env.Game, error) {
	g, err := t.games.Get(ctx, text.Game+"\n"+string(text.Rules), func() (env.Game, int, error) {
		g, err := t.makers.Game(text.Game, text.Rules)
		return g, 0, err
	})
	if err != nil {
		return nil, err
	}
	if have := g.Spec().Hash; have != text.SpecHash {
		return nil, fmt.Errorf("jobs: %s has the spec hash %s here, and %s where the job was made", g.Spec(), have, text.SpecHash)
	}
	return g, nil
}

// agent builds an agent, once.
func (t *Table) agent(ctx context.Context, g env.Game, text *agentText, objects *cluster.Objects) (built, error) {
	key, err := json.Marshal(text)
	if err != nil {
		return built{}, err
	}
	return t.agents.Get(ctx, g.Spec().Hash+string(key), func() (built, int, error) {
		a, err := t.build(ctx, g, text, objects)
		return a, a.bytes, err
	})
}

func (t *Table) build(ctx context.Context, g env.Game, text *agentText, objects *cluster.Objects) (built, error) {
	if text.Network != nil {
		if err := text.Network.Validate(); err != nil {
			return built{}, err
		}
		data, err := objects.Get(ctx, text.Weights)
		if err != nil {
			return built{}, err
		}
		weights, err := WeightsFrom(data, text.Network)
		if err != nil {
			return built{}, err
		}
		agent, err := neural.FromWeights(g.Spec(), weights)
		if err != nil {
			return built{}, err
		}
		if text.Divisors != nil {
			if agent, err = agent.WithDivisors(text.Divisors); err != nil {
				return built{}, fmt.Errorf("jobs: %w", err)
			}
		}
		if !(text.Temperature >= 0) {
			return built{}, fmt.Errorf("jobs: temperature %v: want a number from 0", text.Temperature)
		}
		return built{agent.WithTemperature(text.Temperature), len(data)}, nil
	}
	files, err := objects.Files(ctx, text.Files)
	if err != nil {
		return built{}, err
	}
	bytes := 0
	for _, file := range files {
		bytes += len(file)
	}
	agent, err := t.makers.Agent(g, text.Name, files)
	return built{agent, bytes}, err
}

// check reports what a job has too much of together; read reports a unit that alone has.
func (j *gamesJob) check() error {
	if len(j.Games) > mostNamed || len(j.Agents) > mostNamed {
		return fmt.Errorf("jobs: a job of %d games and %d agents: want at most %d", len(j.Games), len(j.Agents), mostNamed)
	}
	games, paths := 0, 0
	for i := range j.Units {
		u := &j.Units[i]
		paths += len(u.Paths)
		games += len(u.Starts)
		if deals := max(u.To, 0) - max(u.From, 0); len(u.Starts) == 0 && deals > 0 && len(u.Seating) <= mostGames/deals {
			games += deals * len(u.Seating)
		}
		if games > mostGames || paths > mostPaths {
			return fmt.Errorf("jobs: a job of more than %d games, or from more than %d positions", mostGames, mostPaths)
		}
	}
	return nil
}
