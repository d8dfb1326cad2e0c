package gym

import (
	"fmt"
	"slices"

	"ringer/env"
)

// Idle, given instead of an action, leaves a table alone in a step.
const Idle env.Action = -1

// Autoreset names what happens at a table after the end of an episode.
type Autoreset string

const (
	// SameStep starts the next episode within the step that ends one:
	// Observation, Mask and Current already belong to the new episode, while
	// Rewards, Terminated, Truncated and FinalObservation tell of the old one.
	SameStep Autoreset = "same-step"
	// NextStep leaves the finished table as it is until the next Step, which
	// starts the new episode there whatever action it is given; its rewards
	// are 0 and both flags false.
	NextStep Autoreset = "next-step"
	// Disabled leaves a finished table alone until ResetTable; until then it
	// takes no action but Idle.
	Disabled Autoreset = "disabled"
)

// VectorConfig describes a Vector.
type VectorConfig struct {
	Tables    int       // at least 1
	Workers   int       // goroutines that step tables; 0: 1
	Autoreset Autoreset // empty: SameStep

	// MaxDecisions truncates an episode after this many decisions; 0: never.
	MaxDecisions int

	// SkipForced plays the action of a seat that has only one, as it rolls chance: no
	// such decision is shown but the first of an episode. They count as decisions.
	SkipForced bool

	// IllegalTerminates makes an illegal action end the episode instead of
	// being an error: the seat gets -IllegalPenalty, the others 0.
	IllegalTerminates bool
	IllegalPenalty    float32

	// History keeps the actions of the episodes that are under way, for SaveTable.
	History bool
}

// Validate reports every fault as env.Faults.
func (c VectorConfig) Validate() error {
	var faults env.Faults
	if c.Tables < 1 {
		faults.Add("tables", c.Tables, "at least 1")
	}
	if c.Workers < 0 {
		faults.Add("workers", c.Workers, "at least 1, or 0 for 1")
	}
	if !slices.Contains([]Autoreset{"", SameStep, NextStep, Disabled}, c.Autoreset) {
		faults.Add("autoreset", c.Autoreset, "%s, %s or %s", SameStep, NextStep, Disabled)
	}
	if c.MaxDecisions < 0 {
		faults.Add("max_decisions", c.MaxDecisions, "at least 1, or 0 for no limit")
	}
	if c.IllegalPenalty < 0 {
		faults.Add("illegal_penalty", c.IllegalPenalty, "a number that is not negative")
	}
	return faults.Err()
}

// Vector plays N tables of one game in lockstep. Chance is rolled inside, so
// that after Reset and Step every table waits for a seat or is finished.
//
// After Reset, table t plays its episode e with the random stream PurposeEpisode of
// seed, t and e: episodes are the same whatever the number of workers and whatever
// happens at other tables. After an episode's first step, nothing is allocated, provided
// that the game's states implement env.CopierFrom.
//
// What the buffers hold after an episode has ended depends on the autoreset
// mode. In every mode, in the step that ends an episode, Rewards hold the
// returns, exactly one of Terminated and Truncated is true (a truncated episode
// has returns of 0), and FinalObservation holds every seat's observation at
// the end. With SameStep the other buffers show the first decision of the next
// episode. With NextStep and Disabled they show the end: Observation is the observation of
// the seat which acted last, Mask is all false and Current is env.Terminal. The step after
// that clears rewards and flags.
//
// A Vector is not safe for concurrent use. Close it when Workers > 1.
type Vector struct {
	game    env.Game
	spec    *env.Spec
	config  VectorConfig
	initial env.State
	tables  []slot
	pool    *pool

	seed uint64 // of Reset

	// of the call that workers are busy with
	buf     *Buffers
	actions []env.Action
}

// NewVector returns a vector whose tables have no episode yet: call Reset before
// Step.
func NewVector(game env.Game, config VectorConfig) (*Vector, error) {
	if err := config.Validate(); err != nil {
		return nil, fmt.Errorf("gym: %w", err)
	}
	if config.Autoreset == "" {
		config.Autoreset = SameStep
	}
	v := &Vector{game: game, spec: game.Spec(), config: config, initial: game.NewInitialState(), tables: make([]slot, config.Tables)}
	for i := range v.tables {
		v.tables[i].init(game)
	}
	if workers := min(config.Workers, config.Tables); workers > 1 {
		v.pool = newPool(workers, config.Tables, v.work)
	}
	return v, nil
}

// Game returns the game at the tables.
func (v *Vector) Game() env.Game { return v.game }

// Tables returns the number of tables.
func (v *Vector) Tables() int { return len(v.tables) }

// Reset starts episode 0 of the seed at every table and writes all of buf;
// rewards are 0, flags false and FinalObservation zero.
func (v *Vector) Reset(seed uint64, buf *Buffers) {
	v.checkBuffers(buf)
	v.seed, v.buf, v.actions = seed, buf, nil
	clear(buf.FinalObservation)
	v.run()
}

// ResetTable starts the next episode at one table and writes its row.
func (v *Vector) ResetTable(table int, buf *Buffers) {
	t := &v.tables[table]
	if t.play.State() == nil {
		panic("gym: ResetTable before Reset")
	}
	v.StartTable(table, t.key.next(), buf)
}

// StartTable starts any episode at one table, also of another seed, and writes its row.
// The episodes after it are those that follow its own.
func (v *Vector) StartTable(table int, episode Episode, buf *Buffers) {
	v.checkBuffers(buf)
	v.buf = buf
	v.clearRow(table)
	t := &v.tables[table]
	t.start(v, episode)
	v.writeRow(table, t)
	v.buf = nil
}

// Saved says where a table stands.
type Saved struct {
	Episode Episode
	Actions []env.Action // of all seats in the episode
	Over    bool         // it waits for its reset
	Last    env.Player   // who acted last, where it is over
	Length  int          // decisions of the episode that has ended last
}

// SaveTable returns where a table stands. It panics without VectorConfig.History.
func (v *Vector) SaveTable(table int) Saved {
	t := &v.tables[table]
	if !v.config.History || t.play.State() == nil {
		panic("gym: SaveTable without a history")
	}
	s := Saved{Episode: t.key, Actions: slices.Clone(t.history), Over: t.done, Length: t.length}
	if t.done {
		s.Last = t.player
	}
	return s
}

// LoadTable lets a table stand where another one of the same game stood, plays the same
// from there, and writes its row; its rewards are 0 and both flags false. An action that is
// illegal is an *IllegalError; the table then needs a reset.
func (v *Vector) LoadTable(table int, s Saved, buf *Buffers) error {
	v.checkBuffers(buf)
	v.buf = buf
	defer func() { v.buf = nil }()
	v.clearRow(table)
	t := &v.tables[table]
	t.start(v, s.Episode)
	for i, a := range s.Actions {
		if t.done || !t.allows(a) {
			return &IllegalError{Table: table, Illegal: &env.IllegalActionError{
				Game: v.spec.String(), Player: t.player, Action: a, Reason: fmt.Sprintf("decision %d of the history: legal: %v", i, t.legal),
			}}
		}
		t.apply(v, a)
	}
	t.length = s.Length
	if s.Over {
		t.done, t.player, t.legal = true, s.Last, t.legal[:0]
	}
	v.writeRow(table, t)
	return nil
}

// TruncateTable ends the episode at one table as MaxDecisions does, and writes its row.
// It panics when no seat is to act there.
func (v *Vector) TruncateTable(table int, buf *Buffers) {
	v.checkBuffers(buf)
	t := &v.tables[table]
	if t.play.State() == nil || t.done {
		panic("gym: TruncateTable without an episode")
	}
	v.buf = buf
	v.clearRow(table)
	buf.Truncated[table] = true
	v.finish(table, t, t.player)
	v.writeRow(table, t)
	v.buf = nil
}

// Step plays actions[t] at every table t and writes buf. Idle leaves a table
// alone: its rewards become 0 and its flags false, the rest of its row is not
// written.
//
// When any action is illegal the error is an *IllegalError (unless
// IllegalTerminates), and nothing at all has changed, neither a table nor buf.
func (v *Vector) Step(actions []env.Action, buf *Buffers) error {
	v.checkBuffers(buf)
	if len(actions) != len(v.tables) {
		panic(fmt.Sprintf("gym: %d actions for %d tables", len(actions), len(v.tables)))
	}
	if !v.config.IllegalTerminates {
		if err := v.validate(actions); err != nil {
			return err
		}
	}
	v.buf, v.actions = buf, actions
	v.run()
	return nil
}

// validate looks at all actions before any is played.
func (v *Vector) validate(actions []env.Action) error {
	var found *IllegalError
	for i, a := range actions {
		t := &v.tables[i]
		if a == Idle || t.done && v.config.Autoreset == NextStep || t.allows(a) {
			continue
		}
		if found != nil {
			found.More++
			continue
		}
		if t.play.State() == nil {
			panic("gym: Step before Reset")
		}
		found = &IllegalError{Table: i, Illegal: &env.IllegalActionError{Game: v.spec.String(), Player: t.player, Action: a, Reason: fmt.Sprintf("legal: %v", t.legal)}}
		if t.done {
			found.Illegal.Reason = fmt.Sprintf("the episode is over: want %d until the table is reset", Idle)
		}
	}
	if found == nil {
		return nil
	}
	return found
}

// IllegalError names the table that was given an illegal action.
type IllegalError struct {
	Table   int
	Illegal *env.IllegalActionError // seat and action
	More    int                     // further tables with illegal actions
}

func (e *IllegalError) Error() string {
	s := fmt.Sprintf("table %d: %v", e.Table, e.Illegal)
	if e.More > 0 {
		s += fmt.Sprintf(" (and at %d more tables)", e.More)
	}
	return s
}

// Unwrap returns the illegal action.
func (e *IllegalError) Unwrap() error { return e.Illegal }

// State returns the live state of a table, to be read only and until the next Step:
// agents that need more than an observation resample from it.
func (v *Vector) State(table int) env.State { return v.tables[table].play.State() }

// Key returns which episode is at a table.
func (v *Vector) Key(table int) Episode { return v.tables[table].key }

// Episode returns the number of the episode at a table, from 0.
func (v *Vector) Episode(table int) uint64 { return v.tables[table].key.Number }

// Decisions returns the number of decisions taken in the episode at a table.
func (v *Vector) Decisions(table int) int { return v.tables[table].decisions }

// Length returns the number of decisions of the episode that has ended last at a
// table, or 0 when none has.
func (v *Vector) Length(table int) int { return v.tables[table].length }

// Legal returns the legal actions of the seat that is to act at a table, ascending. The
// slice is valid until the next Step or Reset and must not be changed.
func (v *Vector) Legal(table int) []env.Action { return v.tables[table].legal }

// Steps returns the number of actions applied at all tables since NewVector, chance
// included.
func (v *Vector) Steps() uint64 {
	n := uint64(0)
	for i := range v.tables {
		n += v.tables[i].applied + v.tables[i].play.Rolled()
	}
	return n
}

// Close ends the workers. The vector must not be used afterwards.
func (v *Vector) Close() {
	if v.pool != nil {
		v.pool.close()
	}
}

func (v *Vector) run() {
	if v.pool == nil {
		v.work(0, len(v.tables))
	} else {
		v.pool.run()
	}
	v.buf, v.actions = nil, nil
}

// work resets (without actions) or steps the tables from first up to last.
func (v *Vector) work(first, last int) {
	for i := first; i < last; i++ {
		v.clearRow(i)
		t := &v.tables[i]
		switch {
		case v.actions == nil:
			t.start(v, Episode{Seed: v.seed, Table: uint64(i)})
		case v.actions[i] == Idle && !(t.done && v.config.Autoreset == NextStep):
			continue
		case t.done && v.config.Autoreset == NextStep:
			t.start(v, t.key.next())
		default:
			v.play(i, t, v.actions[i])
		}
		v.writeRow(i, t)
	}
}
