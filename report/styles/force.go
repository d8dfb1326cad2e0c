package styles

import (
	"context"
	"math"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/flag"
)

const (
	// slip is the share of random play that is mixed into a base agent before it is tilted,
	// so that a style can prefer what the base never does.
	slip = 0.1
	// steepest is the largest factor by which a style changes a probability.
	steepest = 20
)

// tilted plays as its base does, but prefers what its style prefers: each probability is
// multiplied by the ratio of the style's rate of the action to the base's rate.
type tilted struct {
	base    agents.Agent
	table   *featureCounts
	factors []float64 // [feature]
}

// Decide implements agents.Agent.
func (t tilted) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions, err := t.base.Decide(ctx, views)
	if err != nil {
		return nil, err
	}
	for i := range decisions {
		v := &views[i]
		asked := t.table.question[0].Of(v.Observation, v.Legal)
		probs := make([]float32, len(v.Legal))
		sum := 0.
		weights := make([]float64, len(v.Legal))
		for k, a := range v.Legal {
			weights[k] = (1-slip)*float64(decisions[i].Probs[k]) + slip/float64(len(v.Legal))
			if f, ok := t.table.index[t.table.of(asked, a)]; ok {
				weights[k] *= t.factors[f]
			}
			sum += weights[k]
		}
		for k := range probs {
			probs[k] = float32(weights[k] / sum)
		}
		decisions[i].Probs = probs
	}
	return decisions, nil
}

// asked is the number of games at whose decisions the base is asked what it prefers.
const asked = 40

// baseRates returns, for each feature, the rate at which the base takes it, slips included:
// the mean of its probabilities at the decisions of some games.
func (f *finder) baseRates(ctx context.Context) ([]float64, error) {
	t := f.groups[0].table
	n := min(asked, len(f.Corpus.Games))
	sums := make([][2][]float64, n) // by game: probabilities, and times offered
	err := eval.Each(ctx, f.Workers, n, func(i int) error {
		sums[i] = [2][]float64{make([]float64, len(t.list)), make([]float64, len(t.list))}
		viewer := agents.NewViewer(f.Corpus.Game)
		_, err := f.Corpus.Replay(i, func(m *corpus.Moment) error {
			if len(m.Legal) < 2 {
				return nil
			}
			view := viewer.View(m.State, env.Stream(f.Seed, purposeStyles, 0, uint64(i), uint64(m.At)))
			decisions, err := f.Base.Agent.Decide(ctx, []agents.View{view})
			if err != nil {
				return err
			}
			question := t.question[0].Of(view.Observation, view.Legal)
			met := map[int]bool{}
			for k, a := range view.Legal {
				feature, ok := t.index[t.of(question, a)]
				if !ok {
					continue
				}
				sums[i][0][feature] += (1-slip)*float64(decisions[0].Probs[k]) + slip/float64(len(view.Legal))
				if !met[feature] {
					met[feature] = true
					sums[i][1][feature]++
				}
			}
			return nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	rates := make([]float64, len(t.list))
	for k := range rates {
		taken, offered := prior*t.rate[k], float64(prior)
		for i := range sums {
			taken, offered = taken+sums[i][0][k], offered+sums[i][1][k]
		}
		rates[k] = taken / offered
	}
	return rates, nil
}

// tilt returns an agent of a style. rates are the base's rates.
func (f *finder) tilt(g *group, k int, rates []float64) eval.Entry {
	factors := make([]float64, len(g.table.list))
	taken, offered := make([]float64, len(factors)), make([]float64, len(factors))
	for i := range g.choices {
		x := &g.choices[i]
		if f.style[x.unit] != k {
			continue
		}
		for j, feature := range x.features {
			offered[feature]++
			if x.residual[j] > 0 {
				taken[feature]++
			}
		}
	}
	for i, p := range rates {
		// A style that never met a choice prefers nothing there.
		rate := (taken[i] + prior*p) / (offered[i] + prior)
		factors[i] = min(steepest, max(1./steepest, rate/max(p, 1e-3)))
	}
	return eval.Entry{Name: f.describeStyle(g, k).Name, Agent: tilted{f.Base.Agent, g.table, factors}}
}

// force plays tilted agents against each other on fresh deals: one of the row's style in
// each seat in turn, and the column's style in all others. Where the seats have styles of
// their own, the first seat has the row's and the second the column's.
func (f *finder) force(ctx context.Context) (*Payoffs, error) {
	p := f.even()
	rows, columns := f.groups[0], f.groups[len(f.groups)-1]
	rates, err := f.baseRates(ctx)
	if err != nil {
		return nil, err
	}
	var entries []eval.Entry
	for k := range rows.styles() {
		entries = append(entries, f.tilt(rows, k, rates))
	}
	offset := 0
	if rows != columns {
		offset = len(entries)
		for k := range columns.styles() {
			entries = append(entries, f.tilt(columns, k, rates))
		}
	}
	type pair struct{ a, b, seat int }
	var starts []eval.Start
	var pairs []pair
	initial, beginning := f.Corpus.Game.NewInitialState(), &eval.Path{}
	for a := range p.Rows {
		for b := range p.Columns {
			if rows == columns && a == b {
				continue
			}
			for n := range f.ForcedGames {
				seat := n % f.seats
				if rows != columns {
					seat = 0
				}
				seating := make([]int, f.seats)
				for s := range seating {
					seating[s] = offset + b
				}
				seating[seat] = a
				pairs = append(pairs, pair{a, b, seat})
				// Every pair meets on the same deals.
				starts = append(starts, eval.Start{State: initial, Path: beginning, Seed: corpus.SeedOf(f.Seed, purposeStyles, -1, n), Seating: seating})
			}
		}
	}
	episodes, err := corpus.From(ctx, eval.MatchConfig{Game: f.Corpus.Game, Entries: entries, Workers: f.Workers, Place: f.Place, Progress: f.Progress}, starts)
	if err != nil {
		return nil, err
	}
	played := &corpus.Corpus{Game: f.Corpus.Game}
	cells := make([][][]float64, len(p.Rows))
	for a := range cells {
		cells[a] = make([][]float64, len(p.Columns))
	}
	for i, e := range episodes {
		shares := make([]float64, f.seats)
		eval.WinShares(e.Returns, shares)
		lead := shares[pairs[i].seat]
		for s, x := range shares {
			if s != pairs[i].seat {
				lead -= x / float64(f.seats-1)
			}
		}
		cells[pairs[i].a][pairs[i].b] = append(cells[pairs[i].a][pairs[i].b], lead)
		played.Games = append(played.Games, corpus.Game{Seats: starts[i].Seating, Returns: e.Returns, Shares: shares, History: e.History})
	}
	p.fill(cells)
	return p, f.faithful(ctx, p, played, offset)
}

// faithful fills in how many seats of tilted agents are found to play their style.
func (f *finder) faithful(ctx context.Context, p *Payoffs, played *corpus.Corpus, offset int) error {
	t := f.groups[0].table
	lists := make([][]offer, len(played.Games))
	err := eval.Each(ctx, f.Workers, len(lists), func(i int) (err error) {
		lists[i], err = t.offers(played, i, nil)
		return err
	})
	if err != nil {
		return err
	}
	rows := t.vectors(len(played.Games)*f.seats, t.choices(lists), nil)
	found, all := make([]float64, len(p.Rows)), make([]float64, len(p.Rows))
	for u, row := range rows {
		game := &played.Games[u/f.seats]
		k := game.Seats[u%f.seats]
		if offset > 0 && k >= offset {
			continue
		}
		all[k]++
		if f.groups[0].of(row) == k {
			found[k]++
		}
	}
	for k := range found {
		p.Fidelity = append(p.Fidelity, found[k]/math.Max(1, all[k]))
	}
	return nil
}

// balance copies the weights of the equilibrium to the styles, and raises a flag for a style
// that beats every other.
func (s *Study) balance() {
	p := s.Played
	if s.Forced != nil {
		p = s.Forced
	}
	for k := range s.Groups[0].Styles {
		s.Groups[0].Styles[k].Weight = p.Weights[k]
	}
	if len(s.Groups) > 1 {
		for k := range s.Groups[1].Styles {
			s.Groups[1].Styles[k].Weight = p.ColumnWeights[k]
		}
	}
	if s.Forced == nil {
		return // what was played says what went with winning, not what led to it
	}
	if row, least, ok := s.dominant(s.Forced); ok {
		s.Flags = append(s.Flags, flag.Flag{
			Kind: "style", Subject: s.Forced.Rows[row], Words: dominantWords(s.Forced, row),
			Effect: least.Value, Low: least.Low, High: least.High, N: least.Of, Examples: s.Groups[0].Styles[row].Example,
		})
	}
}
