package whatif

import (
	"context"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/things"
	"ringer/eval"
	"ringer/report/uplift"
)

// Names of the measures of the thing that rules change.
const (
	playRate = "how often %s is played when it can be"
	pickRate = "seats that have %s"
	plays    = "plays of %s a game"
	winsWith = "wins of seats that have %s"
)

// worthOf are the measures of what a thing is worth, in forks about it: against the average of what stands
// in its place.
var worthOf = map[uplift.Experiment]string{uplift.Had: "worth of getting %s", uplift.Played: "worth of playing %s"}

// forksPerDeal is the number of forks about a changed thing that are wanted of each deal.
const forksPerDeal = 4

// OfWorth reports whether a measure says what a thing is worth.
func (m *Measure) OfWorth() bool {
	for _, form := range worthOf {
		if before, _, _ := strings.Cut(form, "%s"); m.Own && strings.HasPrefix(m.Name, before) {
			return true
		}
	}
	return false
}

// own counts what became of one thing in one game.
type own struct {
	played, could float64 // decisions that play it, and those that can, along with something else
	plays         float64 // all of them, forced ones too
	had, won      float64 // seats that had it at some time, and their share of the win

	forks uplift.Sum // about it
}

// counted lists the ids of the things that are counted: of the one that the base is asked about, and of
// those that the variants change.
func (c *Config) counted() (ids []string) {
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	add(c.Base.Thing)
	for i := range c.Variants {
		add(c.Variants[i].Thing)
	}
	return ids
}

// watcher counts things in games that were played.
type watcher struct {
	game  env.Game
	list  *things.List
	index []int // in the list, of each thing that is counted; -1: none
}

// newWatcher returns nil where nothing can be counted.
func newWatcher(g env.Game, ids []string) *watcher {
	list, ok := things.Of(g)
	if !ok || len(ids) == 0 {
		return nil
	}
	w := &watcher{game: g, list: list}
	for _, id := range ids {
		w.index = append(w.index, slices.IndexFunc(list.Things, func(t things.Thing) bool { return t.ID == id }))
	}
	return w
}

// fork plays forks about every thing in as many deals as a sample has, and adds their worths to it.
func (w *watcher) fork(ctx context.Context, c *Config, a eval.Entry, s *sample) error {
	for k, t := range w.index {
		if t < 0 {
			continue
		}
		config := uplift.Config{
			Game: w.game, Things: w.list, Entries: []eval.Entry{a}, Seed: c.Seed, Workers: c.Workers, Place: c.Place, ForksPerGame: forksPerDeal,
			GamesPerBlock: min(64, len(s.rows)),
		}
		sums, experiment, err := uplift.About(ctx, config, t, len(s.rows))
		if err != nil {
			return err
		}
		s.experiment = experiment
		for d := range s.rows {
			s.rows[d].own[k].forks = sums[d]
		}
	}
	return nil
}

// count goes through a game that was played.
func (w *watcher) count(history []env.Action, shares []float64) []own {
	out := make([]own, len(w.index))
	had := make([][]bool, len(w.index)) // [thing][seat]
	for k := range had {
		had[k] = make([]bool, len(shares))
	}
	have := make([]float64, len(w.list.Things))
	look := func(s env.State) {
		if w.list.Has == nil {
			return
		}
		for seat := range shares {
			clear(have)
			w.list.Has(s, seat, have)
			for k, t := range w.index {
				had[k][seat] = had[k][seat] || t >= 0 && have[t] > 0
			}
		}
	}
	var table drive.Table
	table.Set(w.game.NewInitialState())
	for _, a := range history {
		s := table.State()
		look(s)
		if s.CurrentPlayer() >= 0 && w.list.Plays != nil {
			w.decides(s, table.Legal(), a, out)
		}
		if err := table.Apply(a); err != nil {
			panic("whatif: " + err.Error()) // a history of the same game
		}
	}
	look(table.State())
	for k := range out {
		for seat, so := range had[k] {
			if so {
				out[k].had++
				out[k].won += shares[seat]
			}
		}
	}
	return out
}

// decides counts a decision.
func (w *watcher) decides(s env.State, legal []env.Action, a env.Action, out []own) {
	for k, t := range w.index {
		if t < 0 {
			continue
		}
		can, other := false, false
		for _, b := range legal {
			if w.list.Plays(s, b) == t {
				can = true
			} else {
				other = true
			}
		}
		so := w.list.Plays(s, a) == t
		if so {
			out[k].plays++
		}
		if can && other {
			out[k].could++
			if so {
				out[k].played++
			}
		}
	}
}
