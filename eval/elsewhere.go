package eval

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"ringer/agents"
	"ringer/env"
)

// Elsewhere plays units of work in another place, such as on other machines.
type Elsewhere interface {
	// Play plays a unit and returns its games in the order of PlayWork. It returns ErrHere
	// for a unit that cannot be played there; the caller then plays it. It is safe for
	// concurrent use.
	Play(ctx context.Context, w *Work) ([]Played, error)

	// Width returns the number of units that are worth having under way at a time.
	Width() int
}

// ErrHere says that a unit of work cannot be played elsewhere.
var ErrHere = errors.New("eval: a unit of work that only this process can play")

// Work is a unit of work: deals, each in all seatings, or starts. Its outcome follows
// from these fields alone.
type Work struct {
	Game    env.Game
	Entries []Entry

	// The deals from ≤ deal < to of a seed, each in all seatings, [rotation][seat] the entry;
	// a rotation of nil is not played.
	// Histories are wanted of the deals below HistoriesTo.
	Seed        uint64
	Seating     [][]int
	From, To    int
	HistoriesTo int

	Starts []Start // played once each, instead of deals; histories are wanted of all

	Log bool // the choices of all games are wanted
}

// Played is a game that was played elsewhere.
type Played struct {
	Deal      int          `json:"d"` // or the number of the start
	Rotation  int          `json:"o,omitempty"`
	Returns   []float64    `json:"r"` // by seat
	Decisions int          `json:"n"` // forced moves too
	History   []env.Action `json:"h,omitempty"`
	Log       []Logged     `json:"l,omitempty"`
}

// Logged is a choice that an agent made among several legal actions.
type Logged struct {
	Action env.Action `json:"a"`
	Value  float32    `json:"v"`
	Probs  []float32  `json:"p"` // over the legal actions
}

// PlayWork plays a unit of work here, on one goroutine, and returns its games in the order in
// which they end. That order, too, follows from the unit. It returns the errors of PlayMatch.
func PlayWork(ctx context.Context, w *Work) ([]Played, error) {
	if w.Starts != nil {
		w = w.ofStarts()
	}
	if w.From < 0 || w.To <= w.From || len(w.Seating) == 0 {
		return nil, errors.New("eval: want deals from a number to a higher one, in one seating at least")
	}
	config := MatchConfig{Game: w.Game, Entries: w.Entries, Seed: w.Seed, Games: w.To * len(w.Seating)}
	r := newSeatedRun(config, w.Seating, 1)
	r.dealsPerGroup, r.keepTo, r.logs, r.starts = w.To-w.From, w.HistoriesTo, w.Log, w.Starts
	var out []Played
	r.ended = func(t *oneGame) {
		out = append(out, Played{
			Deal: t.deal, Rotation: t.rotation, Returns: slices.Clone(t.returns), Decisions: t.decisions, History: t.history, Log: t.log,
		})
	}
	g := newGroup(r)
	return out, g.play(ctx, w.From, w.To)
}

// ofStarts numbers the starts as deals of one seating.
func (w *Work) ofStarts() *Work {
	c := *w
	c.From, c.To, c.Seating = 0, len(w.Starts), [][]int{make([]int, w.Game.Spec().Players)}
	return &c
}

// Check returns an error for games that do not belong to the unit, or that no play of it
// gives. Whoever gets games from another process calls it before they are used.
func (w *Work) Check(played []Played) error {
	from, to, rotations := w.From, w.To, playedRotations(w.Seating)
	if w.Starts != nil {
		from, to, rotations = 0, len(w.Starts), []int{0}
	}
	if len(played) != (to-from)*len(rotations) {
		return fmt.Errorf("eval: a worker returned %d games for a unit of %d", len(played), (to-from)*len(rotations))
	}
	seen := make([]bool, len(played))
	for i := range played {
		p := &played[i]
		rotation := slices.Index(rotations, p.Rotation)
		if p.Deal < from || p.Deal >= to || rotation < 0 {
			return fmt.Errorf("eval: a worker returned a game of deal %d, rotation %d, which its unit does not have", p.Deal, p.Rotation)
		}
		at := (p.Deal-from)*len(rotations) + rotation
		if seen[at] {
			return fmt.Errorf("eval: a worker returned deal %d twice in rotation %d", p.Deal, p.Rotation)
		}
		seen[at] = true
		if err := w.checkGame(p); err != nil {
			return fmt.Errorf("eval: deal %d, rotation %d came back: %w", p.Deal, p.Rotation, err)
		}
	}
	return nil
}

// checkGame reports the numbers of a game that no play gives.
func (w *Work) checkGame(p *Played) error {
	var f env.Faults
	spec := w.Game.Spec()
	low, high := min(0, spec.MinUtility), max(0, spec.MaxUtility) // 0 where a game ends early
	if len(p.Returns) != spec.Players {
		f.Add("returns", fmt.Sprintf("%d returns", len(p.Returns)), "%d, one a seat", spec.Players)
	}
	for seat, r := range p.Returns {
		if e := 1e-6 * max(1, high-low); !(r >= low-e && r <= high+e) {
			f.Add(fmt.Sprintf("returns[%d]", seat), r, "a number from %g to %g", low, high)
			break
		}
	}
	if p.Decisions < 0 || p.Decisions > spec.MaxGameLength {
		f.Add("decisions", p.Decisions, "a whole number from 0 to %d", spec.MaxGameLength)
	}
	steps, actions := 0, max(spec.NumActions(), spec.MaxChanceOutcomes)
	if w.Starts != nil || p.Deal < w.HistoriesTo {
		steps = spec.MaxGameLength + spec.MaxChanceNodes
	}
	if len(p.History) > steps {
		f.Add("history", fmt.Sprintf("%d actions", len(p.History)), "at most %d", steps)
	}
	for i, a := range p.History {
		if a < 0 || int(a) >= actions {
			f.Add(fmt.Sprintf("history[%d]", i), a, "an action from 0 to %d", actions-1)
			break
		}
	}
	choices := 0
	if w.Log {
		choices = p.Decisions
	}
	if len(p.Log) > choices {
		f.Add("log", fmt.Sprintf("%d choices", len(p.Log)), "at most %d", choices)
	}
	for i, c := range p.Log {
		if c.Action < 0 || int(c.Action) >= spec.NumActions() {
			f.Add(fmt.Sprintf("log[%d].action", i), c.Action, "an action from 0 to %d", spec.NumActions()-1)
			break
		}
		if err := c.check(); err != nil {
			f.AddUnder(fmt.Sprintf("log[%d]", i), err)
			break
		}
	}
	return f.Err()
}

// check reports a value or probabilities that no agent has.
func (c *Logged) check() error {
	var f env.Faults
	if math.IsNaN(float64(c.Value)) || math.IsInf(float64(c.Value), 0) {
		f.Add("value", c.Value, "a finite number")
	}
	sum := 0.0
	for k, p := range c.Probs {
		if !(p >= 0 && p <= 1+1e-3) {
			f.Add(fmt.Sprintf("probs[%d]", k), p, "a number from 0 to 1")
			return f.Err()
		}
		sum += float64(p)
	}
	if !(math.Abs(sum-1) <= 1e-3) {
		f.Add("probs", sum, "1 together")
	}
	return f.Err()
}

// Place is where games are played: nil is this process. Nothing that is played depends on it.
// Units that only this process can play take one of its slots, so that they are not all played
// at once. It is safe for concurrent use.
type Place struct {
	Elsewhere
	slots chan struct{}
}

// NewPlace returns a place at which games are played elsewhere, as far as they can be.
func NewPlace(e Elsewhere) *Place {
	return &Place{e, make(chan struct{}, runtime.GOMAXPROCS(0))}
}

func (p *Place) enter(ctx context.Context) error {
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Place) leave() { <-p.slots }

// Crew returns the number of goroutines that play where workers are asked for, 0 for one a
// processor: where games are played elsewhere, as many as the place is wide.
func (p *Place) Crew(workers int) int {
	switch {
	case p != nil:
		return max(1, p.Width())
	case workers == 0:
		return runtime.GOMAXPROCS(0)
	}
	return workers
}

// playElsewhere has some deals played elsewhere and records what comes back as if they had
// been played here.
func (g *group) playElsewhere(ctx context.Context, from, to int) error {
	w := &Work{Game: g.Game, Entries: g.Entries, Seed: g.Seed, Seating: g.seating, From: from, To: to, HistoriesTo: g.keepTo, Log: g.Watch != nil}
	first := 0
	if g.starts != nil {
		w.Starts, w.From, w.To, first = g.starts[from:to], 0, to-from, from
	}
	played, err := g.Place.Play(ctx, w)
	if err != nil {
		return err
	}
	if err := w.Check(played); err != nil {
		return err
	}
	if w.Log {
		return g.replay(ctx, from, to, played)
	}
	for i := range played {
		p := &played[i]
		t := &oneGame{deal: first + p.Deal, rotation: p.Rotation, returns: p.Returns, decisions: p.Decisions, history: p.History}
		t.keep = t.deal < g.keepTo || g.starts != nil
		if t.seating = g.seating[p.Rotation]; g.starts != nil {
			t.seating = g.starts[t.deal].Seating
		}
		g.record(t)
	}
	g.finished(len(played))
	return nil
}

// replay plays games again with the choices that were made elsewhere, and shows them to
// Watch in the order in which it sees games that are played here.
func (g *group) replay(ctx context.Context, from, to int, played []Played) error {
	if err := g.Place.enter(ctx); err != nil {
		return err
	}
	defer g.Place.leave()
	g.deal(from, to)
	first := from
	if g.starts == nil {
		first = 0
	}
	for i := range played {
		p := &played[i]
		g.active[(first+p.Deal-from)*len(g.rotations)+slices.Index(g.rotations, p.Rotation)].log = p.Log
	}
	tables := slices.Clone(g.active)
	g.replaying = true
	defer func() { g.replaying = false }()
	if err := g.playOn(ctx); err != nil {
		return err
	}
	for i := range played {
		p := &played[i]
		t := tables[(first+p.Deal-from)*len(g.rotations)+slices.Index(g.rotations, p.Rotation)]
		if len(t.log) > 0 || !slices.Equal(t.returns, p.Returns) {
			return fmt.Errorf("eval: %s: deal %d: the worker's game differs from the local one", g.spec, t.deal)
		}
	}
	return nil
}

// decideAgain plays the logged choices of one entry's waiting tables.
func (g *group) decideAgain(e int) error {
	for i, t := range g.waiting[e] {
		v := &g.views[e][i]
		if len(t.log) == 0 || len(t.log[0].Probs) != len(v.Legal) || !slices.Contains(v.Legal, t.log[0].Action) {
			return fmt.Errorf("eval: %s: deal %d: the worker's game differs from the local one", g.spec, t.deal)
		}
		c := t.log[0]
		t.log = t.log[1:]
		t.decisions++
		g.Watch(Watched{Entry: e, Deal: t.deal, Rotation: t.rotation, View: v, Decision: agents.Decision{Probs: c.Probs, Value: c.Value}, Action: c.Action})
		if err := t.play.Apply(c.Action); err != nil {
			return err
		}
	}
	return nil
}
