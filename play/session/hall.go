package session

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/env/scene"
)

// hall is a game with its agents, shared by its tables.
type hall struct {
	game    env.Game
	builder scene.Builder

	making  flights[agents.Agent] // by name
	listing flights[[]Opponent]

	mu        sync.Mutex // never held while something is built
	opponents []Opponent
	agents    map[string]agents.Agent
}

const (
	mostBuilt = 4   // games and agents that are built at a time
	mostHalls = 64  // games that are kept ready, besides the games of the welcome
	mostGames = 100 // different games at the tables: a large one takes 20 MiB
)

// hall returns the game of a text, which is built once.
func (h *Host) hall(text string) (*hall, error) {
	if len(text) > mostGameText {
		return nil, fmt.Errorf("game: %d bytes: want at most %d", len(text), mostGameText)
	}
	r, err := h.ready(text, func() (env.Game, error) { return h.Game(text, nil) })
	if err != nil {
		return nil, fmt.Errorf("game: %w", err)
	}
	return r, nil
}

const mostGameText = 500

// hallWith returns the game of a file, which carries its rules and their hash.
func (h *Host) hallWith(text string, rules json.RawMessage, hash string) (*hall, error) {
	if r, err := h.hall(text); err == nil && r.game.Spec().Hash == hash {
		return r, nil
	}
	return h.ready(fmt.Sprintf("%s\x00%s\x00%x", text, hash, sha256.Sum256(rules)), func() (env.Game, error) {
		g, err := h.Game(text, rules)
		if err == nil && g.Spec().Hash != hash {
			err = fmt.Errorf("the rules of %s have changed since, or are others", g.Spec())
		}
		return g, err
	})
}

// ready returns the game of a key, and builds it if need be. Nobody waits for the game of
// another key, unless mostBuilt of them are being built.
func (h *Host) ready(key string, build func() (env.Game, error)) (*hall, error) {
	if r := h.knows(key); r != nil {
		return r, nil
	}
	r, _, err := h.building.do(key, func() (*hall, error) {
		if r := h.knows(key); r != nil {
			return r, nil
		}
		return h.learn(key, build)
	})
	return r, err
}

func (h *Host) knows(key string) *hall {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known[key]
}

// learn builds the game of a key and remembers it. Keys of one game get one hall.
func (h *Host) learn(key string, build func() (env.Game, error)) (*hall, error) {
	g, err := inTurn(h, build)
	if err != nil {
		return nil, err
	}
	made := &hall{game: g, builder: h.Scenes(g), agents: map[string]agents.Agent{}}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.known {
		made = r.same(made)
	}
	for _, t := range h.tables {
		made = t.hall.same(made)
	}
	if len(h.known) >= mostHalls+len(h.Games) {
		maps.DeleteFunc(h.known, func(key string, _ *hall) bool { return !slices.Contains(h.Games, key) }) // tables keep what they use
	}
	h.known[key] = made
	return made, nil
}

// same returns the hall itself where another one has the same game, and else that.
func (r *hall) same(other *hall) *hall {
	if one, two := r.game.Spec(), other.game.Spec(); one.Hash != two.Hash || one.String() != two.String() {
		return other
	}
	return r
}

// inTurn calls a function that builds something, when fewer than mostBuilt do.
func inTurn[T any](h *Host, build func() (T, error)) (made T, err error) {
	select {
	case h.builders <- struct{}{}:
		defer func() { <-h.builders }()
		return build()
	case <-h.ctx.Done():
		return made, h.ctx.Err()
	}
}

// offers returns the opponents of the game.
func (r *hall) offers(h *Host) []Opponent {
	known := func() []Opponent {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.opponents
	}
	if list := known(); list != nil {
		return list
	}
	list, _, _ := r.listing.do("", func() ([]Opponent, error) {
		if list := known(); list != nil {
			return list, nil
		}
		list := append([]Opponent{}, h.Opponents(r.game)...)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.opponents = list
		return list, nil
	})
	return list
}

// agent returns the agent of a name, which is built once.
func (r *hall) agent(h *Host, name string) (agents.Agent, error) {
	var known []string
	for _, o := range r.offers(h) {
		known = append(known, o.Agent)
	}
	if !slices.Contains(known, name) {
		return nil, fmt.Errorf("%q: want one of the opponents of %s: %s", name, r.game.Spec(), strings.Join(known, ", "))
	}
	if a := r.seated(name); a != nil {
		return a, nil
	}
	a, _, err := r.making.do(name, func() (agents.Agent, error) {
		if a := r.seated(name); a != nil {
			return a, nil
		}
		a, err := inTurn(h, func() (agents.Agent, error) { return h.Agent(r.game, name) })
		if err == nil {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.agents[name] = a
		}
		return a, err
	})
	return a, err
}

// seated returns the agent of a name, nil when it is not built yet.
func (r *hall) seated(name string) agents.Agent {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.agents[name]
}

// title returns the name of an agent for people.
func (r *hall) title(h *Host, agent string) string {
	for _, o := range r.offers(h) {
		if o.Agent == agent && o.Name != "" {
			return o.Name
		}
	}
	return agent
}
