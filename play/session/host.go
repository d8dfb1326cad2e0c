package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/play/scene"
)

// Config holds what a host takes from outside.
type Config struct {
	Version string // of the program, for the welcome

	// Games lists the game strings of the welcome, in the order in which they are shown.
	Games []string

	// Game builds the game of a text that a client chose, or that a table was kept with,
	// which then has rules. It opens no file, whatever the text says.
	Game func(text string, rules json.RawMessage) (env.Game, error)

	// Opponents lists the agents of a game. No other agent is ever seated.
	Opponents func(game env.Game) []Opponent

	// Adviser names the opponent that gives hints and reviews. Nil: the default one.
	Adviser func(game env.Game) string

	// Agent builds one of the opponents of a game.
	Agent func(game env.Game, name string) (agents.Agent, error)

	// Bound returns a context that ends when the time of one decision of an agent is over. Nil:
	// an agent takes the time that it takes.
	Bound func(ctx context.Context) (context.Context, context.CancelFunc)

	// Scenes returns the builder of a game's scenes.
	Scenes func(game env.Game) scene.Builder

	// Begin returns a game that begins at the position of a text. It may be nil.
	Begin func(game env.Game, position string) (env.Game, error)

	// Puzzles lists tables that are set up by hand.
	Puzzles []Puzzle

	// Seed returns a fresh seed, and Secret a fresh name that nobody can guess.
	Seed   func() uint64
	Secret func() string

	// Today returns the date of the daily deal. It is nil where there is none.
	Today func() string

	// Keeper keeps tables. It is nil where they end with the host.
	Keeper Keeper

	Limits Limits // zero: DefaultLimits
}

// Host holds the tables of all its clients. It is safe for concurrent use.
type Host struct {
	Config
	ctx      context.Context // of everything that thinks
	stop     context.CancelFunc
	work     sync.WaitGroup // of what runs beside requests
	slots    chan struct{}  // of agents that decide
	advisers chan struct{}  // of hints and reviews

	building sync.Mutex // held while a game is built: one at a time
	loading  sync.Mutex // held while a kept table is read
	mu       sync.Mutex // of the fields below; the last lock to be taken
	tables   map[string]*table
	offered  []Offer
	known    map[string]*hall
}

// hall is a game with its agents, shared by its tables.
type hall struct {
	game    env.Game
	builder scene.Builder

	mu        sync.Mutex
	opponents []Opponent
	agents    map[string]agents.Agent
}

const (
	mostHalls = 64  // games that are kept ready
	mostGames = 100 // different games at the tables: a large one takes 20 MiB
)

// New returns a host without tables.
func New(config Config) *Host {
	if config.Limits == (Limits{}) {
		config.Limits = DefaultLimits()
	}
	ctx, stop := context.WithCancel(context.Background())
	return &Host{
		Config: config, ctx: ctx, stop: stop, slots: make(chan struct{}, config.Limits.Think), advisers: make(chan struct{}, config.Limits.Advise),
		tables: map[string]*table{}, known: map[string]*hall{},
	}
}

// Close stops all that thinks and returns when it has ended. Tables are kept as they
// are.
func (h *Host) Close() {
	h.stop()
	h.work.Wait()
}

// Wait returns when nothing thinks: every table waits for a person or for its client.
func (h *Host) Wait() { h.work.Wait() }

// Count returns the number of tables in memory, and how many of them are in use.
func (h *Host) Count() (tables, used int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.tables {
		if t.pins.Load() > 0 {
			used++
		}
	}
	return len(h.tables), used
}

// Sweep forgets every kept table that nobody watches and that was not used since the
// last Sweep. It is read again when somebody joins.
func (h *Host) Sweep() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, t := range h.tables {
		if !t.used.Swap(false) && t.pins.Load() == 0 && h.Keeper != nil {
			delete(h.tables, id)
		}
	}
}

// hall returns the game of a text, which is built once.
func (h *Host) hall(text string) (*hall, error) {
	if len(text) > mostGameText {
		return nil, fmt.Errorf("game: %d bytes: want at most %d", len(text), mostGameText)
	}
	ready := func() *hall {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.known[text]
	}
	if r := ready(); r != nil {
		return r, nil
	}
	h.building.Lock()
	defer h.building.Unlock()
	if r := ready(); r != nil {
		return r, nil
	}
	g, err := h.Game(text, nil)
	if err != nil {
		return nil, fmt.Errorf("game: %w", err)
	}
	made := h.hallOf(g)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.known) >= mostHalls {
		clear(h.known) // tables keep what they use
	}
	h.known[text] = made
	return made, nil
}

const mostGameText = 500

// hallWith returns the game of a file, which carries its rules and their hash.
func (h *Host) hallWith(text string, rules json.RawMessage, hash string) (*hall, error) {
	if r, err := h.hall(text); err == nil && r.game.Spec().Hash == hash {
		return r, nil
	}
	h.building.Lock()
	defer h.building.Unlock()
	g, err := h.Game(text, rules)
	if err != nil {
		return nil, err
	}
	if g.Spec().Hash != hash {
		return nil, fmt.Errorf("the rules of %s have changed since, or are others", g.Spec())
	}
	return h.hallOf(g), nil
}

func (h *Host) hallOf(g env.Game) *hall {
	return &hall{game: g, builder: h.Scenes(g), agents: map[string]agents.Agent{}}
}

// offers returns the opponents of the game.
func (r *hall) offers(h *Host) []Opponent {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.opponents == nil {
		r.opponents = append([]Opponent{}, h.Opponents(r.game)...)
	}
	return r.opponents
}

// agent returns the agent of a name, which is built once.
func (r *hall) agent(h *Host, name string) (agents.Agent, error) {
	var known []string
	for _, o := range r.offers(h) {
		if known = append(known, o.Agent); o.Agent != name {
			continue
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if a := r.agents[name]; a != nil {
			return a, nil
		}
		a, err := h.Agent(r.game, name)
		if err == nil {
			r.agents[name] = a
		}
		return a, err
	}
	return nil, fmt.Errorf("%q: want one of the opponents of %s: %s", name, r.game.Spec(), strings.Join(known, ", "))
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

var errNoTable = errors.New("table: no such table here, or the key is not one of its own")

// find returns a table, and reads it from the keeper if need be. It stays in memory until
// the caller lets it go.
func (h *Host) find(id string) (*table, error) {
	if t := h.pinned(id); t != nil {
		return t, nil
	}
	if h.Keeper == nil || id == "" {
		return nil, errNoTable
	}
	h.loading.Lock()
	defer h.loading.Unlock()
	if t := h.pinned(id); t != nil {
		return t, nil
	}
	lines, err := h.Keeper.Load(id)
	if err != nil || len(lines) == 0 {
		return nil, errNoTable
	}
	t, err := h.resume(id, lines)
	if err != nil {
		return nil, fmt.Errorf("table: it was kept, but cannot go on: %w", err)
	}
	return t, h.add(t)
}

// pinned returns a table that is in memory, and keeps it there.
func (h *Host) pinned(id string) *table {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.tables[id]
	if t != nil {
		t.pins.Add(1)
	}
	return t
}

// letGo ends what find and add began. A kept game that is over leaves the memory with its
// last user.
func (t *table) letGo() {
	if t.pins.Add(-1) > 0 || !t.over.Load() || t.host.Keeper == nil {
		return
	}
	h := t.host
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.pins.Load() == 0 && h.tables[t.id] == t {
		delete(h.tables, t.id)
	}
}

// add takes a table up, in the place of one that nobody uses if there are too many. It
// stays in memory until the caller lets it go.
func (h *Host) add(t *table) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.tables) >= h.Limits.Tables {
		for id, old := range h.tables {
			if old.pins.Load() == 0 {
				delete(h.tables, id)
				break
			}
		}
	}
	halls := map[*hall]bool{t.hall: true}
	for _, other := range h.tables {
		halls[other.hall] = true
	}
	if len(halls) > mostGames {
		return fmt.Errorf("there are %d different games at the tables already: try again later", mostGames)
	}
	if len(h.tables) >= h.Limits.Tables {
		return fmt.Errorf("there are %d tables already, and all are in use: try again later", len(h.tables))
	}
	t.pins.Add(1)
	h.tables[t.id] = t
	return nil
}
