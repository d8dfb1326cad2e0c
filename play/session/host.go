package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
	"ringer/env/scene"
)

// Config holds what a host takes from outside. Its functions are called from several
// goroutines at once.
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

	// Reach lists addresses of the page for the people whom somebody invites. None: nobody
	// else reaches the host. It is set before the first client connects.
	Reach []string

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
	asked    atomic.Int64   // hints and reviews that are under way or wait

	builders chan struct{} // of games and agents that are built
	readers  chan struct{} // of kept tables that are read

	building flights[*hall]  // by the key of known
	loading  flights[*table] // by id

	mu      sync.Mutex // of the fields below; the last lock to be taken
	tables  map[string]*table
	offered []Offer
	known   map[string]*hall // by game string, with the hash of rules that a file carries
}

// New returns a host without tables.
func New(config Config) *Host {
	if config.Limits == (Limits{}) {
		config.Limits = DefaultLimits()
	}
	ctx, stop := context.WithCancel(context.Background())
	return &Host{
		Config: config, ctx: ctx, stop: stop, slots: make(chan struct{}, config.Limits.Think), advisers: make(chan struct{}, config.Limits.Advise),
		builders: make(chan struct{}, mostBuilt), readers: make(chan struct{}, mostRead),
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
	if h.Keeper == nil {
		return
	}
	var unused []*table
	h.mu.Lock()
	for _, t := range h.tables {
		if !t.used.Swap(false) && t.pins.Load() == 0 {
			unused = append(unused, t)
			delete(h.tables, t.id)
		}
	}
	h.mu.Unlock()
	for _, t := range unused {
		t.close()
	}
}

// drop takes a table out of the memory.
func (h *Host) drop(t *table) {
	h.mu.Lock()
	delete(h.tables, t.id)
	h.mu.Unlock()
	t.close()
}

// close ends the use of what is kept of a table that is not in memory any more.
func (t *table) close() {
	if t.journal != nil {
		t.journal.Close()
	}
}

var errNoTable = errors.New("table: no such table here, or the key is not one of its own")

// find returns a table, and reads it from the keeper if need be. It stays in memory until
// the caller lets it go. Nobody waits for another table.
func (h *Host) find(id string) (*table, error) {
	for {
		if t := h.pinned(id); t != nil {
			return t, nil
		}
		if h.Keeper == nil || id == "" {
			return nil, errNoTable
		}
		t, here, err := h.loading.do(id, func() (*table, error) {
			if t := h.pinned(id); t != nil {
				return t, nil
			}
			return h.load(id)
		})
		if here || err != nil {
			return t, err // a table that was read here has its pin; those who waited take theirs
		}
	}
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
	h := t.host
	if t.pins.Add(-1) > 0 || !t.over.Load() || h.Keeper == nil {
		return
	}
	h.mu.Lock()
	gone := t.pins.Load() == 0 && h.tables[t.id] == t
	if gone {
		delete(h.tables, t.id)
	}
	h.mu.Unlock()
	if gone {
		t.close()
	}
}

// add takes a table up, in the place of one that nobody uses if there are too many. It
// stays in memory until the caller lets it go.
func (h *Host) add(t *table) error {
	gone, err := h.swap(t)
	if gone != nil {
		gone.close()
	}
	return err
}

// swap does what add does, and returns the table that went.
func (h *Host) swap(t *table) (gone *table, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.tables) >= h.Limits.Tables {
		if gone = h.spare(); gone != nil {
			delete(h.tables, gone.id)
		}
	}
	halls := map[*hall]bool{t.hall: true}
	for _, other := range h.tables {
		halls[other.hall] = true
	}
	if len(halls) > mostGames {
		return gone, fmt.Errorf("there are %d different games at the tables already: try again later", mostGames)
	}
	if len(h.tables) >= h.Limits.Tables {
		return gone, fmt.Errorf("there are %d tables already, and all are in use: try again later", len(h.tables))
	}
	t.pins.Add(1)
	h.tables[t.id] = t
	return gone, nil
}

// spare returns a table that nobody uses: one whose game is over, or that was not used since
// the last Sweep, if there is any. The caller holds the lock.
func (h *Host) spare() (spare *table) {
	best := -1
	for _, t := range h.tables {
		if t.pins.Load() > 0 {
			continue
		}
		rank := 0
		if t.over.Load() {
			rank += 2
		}
		if !t.used.Load() {
			rank++
		}
		if rank > best {
			spare, best = t, rank
		}
	}
	return spare
}
