package jobs

import (
	"encoding/json"
	"fmt"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/eval"
	"ringer/models"
)

// Games is the kind of jobs that play games.
const Games = "games"

// gamesJob holds the body of a job of games: units of work, and the games and agents that they
// speak of by number.
type gamesJob struct {
	Games  []gameText  `json:"games"`
	Agents []agentText `json:"agents"`
	Units  []unit      `json:"units"`
}

// gameText says which game is played.
type gameText struct {
	Game     string          `json:"game"`
	Rules    json.RawMessage `json:"rules,omitempty"`
	SpecHash string          `json:"spec_hash"`
}

// agentText says how an agent is built: from its name and files, or from weights.
type agentText struct {
	Game  int               `json:"game"` // the number of its game
	Name  string            `json:"name,omitempty"`
	Files map[string]string `json:"files,omitempty"` // the object of each file that it opens

	Network     *models.Network `json:"network,omitempty"`
	Weights     string          `json:"weights,omitempty"` // object, safetensors
	Temperature float64         `json:"temperature,omitempty"`
	Divisors    []float64       `json:"divisors,omitempty"` // neural.Agent.Divisors
}

// unit is eval.Work on the wire.
type unit struct {
	Game        int         `json:"game"`
	Entries     []entryText `json:"entries"`
	Seed        uint64      `json:"seed,omitempty"`
	Seating     [][]int     `json:"seating,omitempty"`
	From        int         `json:"from,omitempty"`
	To          int         `json:"to,omitempty"`
	HistoriesTo int         `json:"histories_to,omitempty"`
	Log         bool        `json:"log,omitempty"`
	Paths       []eval.Path `json:"paths,omitempty"`
	Starts      []startText `json:"starts,omitempty"`
}

type entryText struct {
	Name  string `json:"name"`
	Agent int    `json:"agent"`
}

type startText struct {
	Path    int    `json:"path"`
	Seed    uint64 `json:"seed"`
	Agents  uint64 `json:"agents,omitempty"`
	Seating []int  `json:"seating"`
	Ending  string `json:"ending,omitempty"`
}

// gamesAnswer holds the outcomes of the units, in their order.
type gamesAnswer struct {
	Units []unitAnswer `json:"units"`
}

type unitAnswer struct {
	Played []eval.Played `json:"played,omitempty"`
	Fault  string        `json:"fault,omitempty"`
}

// writer gathers units into one job.
type writer struct {
	recipes *Recipes
	put     func(data []byte) (sum string, err error) // keeps an object
	weights func(*neural.Agent) (sum string, err error)

	job   gamesJob
	games map[string]int
	known map[agents.Agent][]int
}

func newWriter(recipes *Recipes, put func([]byte) (string, error), weights func(*neural.Agent) (string, error)) *writer {
	return &writer{recipes: recipes, put: put, weights: weights, games: map[string]int{}, known: map[agents.Agent][]int{}}
}

// travels returns eval.ErrHere for a unit that cannot be played elsewhere.
func (r *Recipes) travels(w *eval.Work) error {
	for i := range w.Starts {
		if s := &w.Starts[i]; s.Path == nil || s.Until != nil && s.Ending == "" {
			return eval.ErrHere
		}
	}
	for _, e := range w.Entries {
		if _, ok := e.Agent.(*neural.Agent); ok {
			continue
		}
		if _, ok := r.of(e.Agent, w.Game.Spec()); !ok {
			return eval.ErrHere
		}
	}
	return nil
}

// add adds a unit that travels.
func (w *writer) add(work *eval.Work) error {
	u := unit{Game: w.game(work.Game.Spec()), Log: work.Log}
	for _, e := range work.Entries {
		number, err := w.agent(e.Agent, work.Game.Spec(), u.Game)
		if err != nil {
			return err
		}
		u.Entries = append(u.Entries, entryText{e.Name, number})
	}
	if work.Starts == nil {
		u.Seed, u.Seating, u.From, u.To, u.HistoriesTo = work.Seed, work.Seating, work.From, work.To, work.HistoriesTo
	}
	paths := map[*eval.Path]int{}
	for i := range work.Starts {
		s := &work.Starts[i]
		number, ok := paths[s.Path]
		if !ok {
			number = len(u.Paths)
			paths[s.Path] = number
			u.Paths = append(u.Paths, *s.Path)
		}
		u.Starts = append(u.Starts, startText{number, s.Seed, s.Agents, s.Seating, s.Ending})
	}
	w.job.Units = append(w.job.Units, u)
	return nil
}

// game returns the number of a game.
func (w *writer) game(spec *env.Spec) int {
	number, ok := w.games[spec.Hash]
	if !ok {
		number = len(w.job.Games)
		w.games[spec.Hash] = number
		w.job.Games = append(w.job.Games, gameText{spec.String(), spec.Configuration, spec.Hash})
	}
	return number
}

// agent returns the number of an agent at a game.
func (w *writer) agent(agent agents.Agent, spec *env.Spec, game int) (int, error) {
	for _, number := range w.known[agent] {
		if w.job.Agents[number].Game == game {
			return number, nil
		}
	}
	text := agentText{Game: game}
	if recipe, ok := w.recipes.of(agent, spec); ok {
		text.Name = recipe.name
		for _, file := range recipe.names() {
			sum, err := w.put(recipe.files[file])
			if err != nil {
				return 0, err
			}
			if text.Files == nil {
				text.Files = map[string]string{}
			}
			text.Files[file] = sum
		}
	} else {
		network := agent.(*neural.Agent) // as travels says
		sum, err := w.weights(network)
		if err != nil {
			return 0, err
		}
		text.Network, text.Weights = network.Weights().Network, sum
		text.Temperature, text.Divisors = network.Temperature(), network.Divisors()
	}
	w.known[agent] = append(w.known[agent], len(w.job.Agents))
	w.job.Agents = append(w.job.Agents, text)
	return len(w.job.Agents) - 1, nil
}

// mostGames bounds the games of a job, and of a unit in it.
const mostGames = 1 << 20

// read makes a unit of work of its text. games and agents come from its job, until builds
// what ends games early.
func (u *unit) read(games []env.Game, list []agents.Agent, until func(g env.Game, ending string) (func(env.State) bool, error)) (*eval.Work, error) {
	if u.Game < 0 || u.Game >= len(games) {
		return nil, fmt.Errorf("jobs: a unit of game %d of %d", u.Game, len(games))
	}
	g := games[u.Game]
	w := &eval.Work{Game: g, Seed: u.Seed, Seating: u.Seating, From: u.From, To: u.To, HistoriesTo: u.HistoriesTo, Log: u.Log}
	for _, e := range u.Entries {
		if e.Agent < 0 || e.Agent >= len(list) {
			return nil, fmt.Errorf("jobs: a unit with agent %d of %d", e.Agent, len(list))
		}
		w.Entries = append(w.Entries, eval.Entry{Name: e.Name, Agent: list[e.Agent]})
	}
	seatings := u.Seating
	states := make([]env.State, len(u.Paths))
	for i := range u.Paths {
		var err error
		if states[i], err = u.Paths[i].State(g); err != nil {
			return nil, err
		}
	}
	for _, s := range u.Starts {
		if s.Path < 0 || s.Path >= len(states) || states[s.Path].CurrentPlayer() == env.Terminal {
			return nil, fmt.Errorf("jobs: a start from position %d of %d, or from the end of a game", s.Path, len(states))
		}
		start := eval.Start{State: states[s.Path], Seed: s.Seed, Agents: s.Agents, Seating: s.Seating}
		if s.Ending != "" {
			var err error
			if start.Until, err = until(g, s.Ending); err != nil {
				return nil, err
			}
		}
		w.Starts = append(w.Starts, start)
		seatings = append(seatings, s.Seating)
	}
	if len(u.Starts) == 0 && (u.From < 0 || u.To <= u.From || len(u.Seating) == 0 || u.To > eval.MostGames || u.To-u.From > mostGames || len(u.Seating) > mostGames/(u.To-u.From)) || len(u.Starts) > mostGames {
		return nil, fmt.Errorf("jobs: a unit of the deals from %d to %d in %d seatings, and of %d starts", u.From, u.To, len(u.Seating), len(u.Starts))
	}
	for i, seating := range seatings {
		if i < len(u.Seating) && seating == nil {
			continue // a rotation that is not played
		}
		if len(seating) != g.Spec().Players {
			return nil, fmt.Errorf("jobs: a seating of %d for the %d seats of %s", len(seating), g.Spec().Players, g.Spec())
		}
		for _, entry := range seating {
			if entry < 0 || entry >= len(w.Entries) {
				return nil, fmt.Errorf("jobs: a seating with entry %d of %d", entry, len(w.Entries))
			}
		}
	}
	return w, nil
}
