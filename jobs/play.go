package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/dist"
	"ringer/env"
	"ringer/eval"
	"ringer/input"
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

	mu     sync.Mutex
	games  map[string]env.Game
	agents map[string]agents.Agent
}

// NewTable returns a table at which nobody sits yet.
func NewTable(makers Makers) *Table {
	return &Table{makers: makers, games: map[string]env.Game{}, agents: map[string]agents.Agent{}}
}

// mostBuilt is the number of games, and of agents, that a table keeps. Where there are more,
// it begins anew.
const mostBuilt = 256

// Play is a Doer for the kind Games.
func (t *Table) Play(ctx context.Context, body json.RawMessage, objects *dist.Objects) (any, error) {
	var j gamesJob
	if err := input.JSON(body, &j); err != nil {
		return nil, fmt.Errorf("jobs: a job of games: %w", err)
	}
	games := make([]env.Game, len(j.Games))
	for i := range j.Games {
		var err error
		if games[i], err = t.game(&j.Games[i]); err != nil {
			return nil, err
		}
	}
	list := make([]agents.Agent, len(j.Agents))
	for i := range j.Agents {
		a := &j.Agents[i]
		if a.Game < 0 || a.Game >= len(games) {
			return nil, fmt.Errorf("jobs: an agent of game %d of %d", a.Game, len(games))
		}
		var err error
		if list[i], err = t.agent(ctx, games[a.Game], a, objects); err != nil {
			return nil, err
		}
	}
	out := gamesAnswer{Units: make([]unitAnswer, len(j.Units))}
	for i := range j.Units {
		w, err := j.Units[i].read(games, list, t.makers.Until)
		if err != nil {
			return nil, err
		}
		games, err := eval.PlayWork(ctx, w)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			out.Units[i].Fault = err.Error()
			continue
		}
		out.Units[i].Played = toWire(games)
	}
	return out, nil
}

// game builds a game, once.
func (t *Table) game(text *gameText) (env.Game, error) {
	key := text.Game + "\n" + string(text.Rules)
	t.mu.Lock()
	g := t.games[key]
	t.mu.Unlock()
	if g == nil {
		var err error
		if g, err = t.makers.Game(text.Game, text.Rules); err != nil {
			return nil, err
		}
		t.mu.Lock()
		if len(t.games) >= mostBuilt {
			clear(t.games)
		}
		t.games[key] = g
		t.mu.Unlock()
	}
	if have := g.Spec().Hash; have != text.SpecHash {
		return nil, fmt.Errorf("jobs: %s has the spec hash %s here, and %s where the job was made", g.Spec(), have, text.SpecHash)
	}
	return g, nil
}

// agent builds an agent, once.
func (t *Table) agent(ctx context.Context, g env.Game, text *agentText, objects *dist.Objects) (agents.Agent, error) {
	key, err := json.Marshal(text)
	if err != nil {
		return nil, err
	}
	name := g.Spec().Hash + string(key)
	t.mu.Lock()
	a := t.agents[name]
	t.mu.Unlock()
	if a != nil {
		return a, nil
	}
	if a, err = t.build(ctx, g, text, objects); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.agents) >= mostBuilt {
		clear(t.agents)
	}
	t.agents[name] = a
	return a, nil
}

func (t *Table) build(ctx context.Context, g env.Game, text *agentText, objects *dist.Objects) (agents.Agent, error) {
	if text.Network != nil {
		if err := text.Network.Validate(); err != nil {
			return nil, err
		}
		data, err := objects.Get(ctx, text.Weights)
		if err != nil {
			return nil, err
		}
		weights, err := WeightsFrom(data, text.Network)
		if err != nil {
			return nil, err
		}
		agent, err := neural.FromWeights(g.Spec(), weights)
		if err != nil {
			return nil, err
		}
		if !(text.Temperature >= 0) {
			return nil, fmt.Errorf("jobs: temperature %v: want a number from 0", text.Temperature)
		}
		return agent.WithTemperature(text.Temperature), nil
	}
	files, err := objects.Files(ctx, text.Files)
	if err != nil {
		return nil, err
	}
	return t.makers.Agent(g, text.Name, files)
}
