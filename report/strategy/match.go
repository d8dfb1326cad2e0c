package strategy

import (
	"context"
	"slices"

	"ringer/eval"
	"ringer/report/ratio"
)

// match is one agent among others of one kind, in all seats in turn.
type match struct {
	players  int
	episodes []eval.Episode
	wins     []float64 // the one's share of the win, by episode
	tallies  []tally   // by episode
}

// tally counts the choices of an episode.
type tally struct {
	actions map[action]*times // of the one
	choices int               // of the others
	applied []int             // of them, those that a rule decided
}

// action names an action by its words: the same words are the same action.
type action struct {
	kind int8
	name string
}

// times counts what became of an action where there was a choice.
type times struct{ taken, offered int }

// play plays one agent among others on all deals.
func (c *Config) play(ctx context.Context, one, others eval.Entry, deals, number int) (*match, error) {
	players := c.Game.Spec().Players
	m := &match{players: players, tallies: make([]tally, deals*players)}
	var starts []eval.Start
	initial, beginning := c.Game.NewInitialState(), &eval.Path{}
	for deal := range deals {
		seed := seedFor(c.Seed, purposeStrategy, uint64(deal))
		for seat := range players {
			seating := slices.Repeat([]int{1}, players)
			seating[seat] = 0
			starts = append(starts, eval.Start{State: initial, Path: beginning, Seed: seed, Seating: seating})
		}
	}
	watch := func(w eval.Watched) {
		if len(w.View.Legal) == 1 {
			return
		}
		t := &m.tallies[w.Deal]
		if w.Entry == 0 {
			t.count(&w)
			return
		}
		t.choices++
		if c.Applies == nil || others.Name != c.Strategy.Name {
			return
		}
		applies := make([]bool, len(c.Rules))
		c.Applies(w.View, applies)
		if t.applied == nil {
			t.applied = make([]int, len(c.Rules))
		}
		for i, yes := range applies {
			if yes {
				t.applied[i]++
			}
		}
	}
	config := eval.MatchConfig{Game: c.Game, Entries: []eval.Entry{one, others}, Workers: c.Workers, Place: c.Place, Watch: watch}
	if c.Progress != nil {
		config.Progress = func(done, total int) { c.Progress(number*total+done, 3*total) }
	}
	var err error
	if m.episodes, err = eval.PlayFrom(ctx, config, starts); err != nil {
		return nil, err
	}
	shares := make([]float64, players)
	for i, e := range m.episodes {
		eval.WinShares(e.Returns, shares)
		m.wins = append(m.wins, shares[i%players])
	}
	return m, nil
}

func (t *tally) count(w *eval.Watched) {
	kind := w.View.Game.Kind(w.View.Observation, w.View.Legal)
	if t.actions == nil {
		t.actions = map[action]*times{}
	}
	for _, a := range w.View.Legal {
		key := action{kind, w.View.ActionString(a)}
		n := t.actions[key]
		if n == nil {
			n = &times{}
			t.actions[key] = n
		}
		n.offered++
		if a == w.Action {
			n.taken++
		}
	}
}

// share returns the one's share of the wins of a deal.
func (m *match) share(deal int) (sum float64) {
	for _, w := range m.wins[deal*m.players : (deal+1)*m.players] {
		sum += w / float64(m.players)
	}
	return sum
}

// applied returns the share of the others' choices that a rule decided.
func (m *match) applied(rule int) ratio.Figure {
	r := ratio.Ratio{Name: "applied", Share: true}
	for i := range m.tallies {
		if t := &m.tallies[i]; t.applied != nil {
			r.Add(float64(t.applied[rule]), float64(t.choices))
		} else {
			r.Add(0, float64(t.choices))
		}
		if i%m.players == m.players-1 {
			r.Close() // a deal is one observation
		}
	}
	return r.Figure()
}
