package whatif

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/eval"
)

// Study holds the measures of all rules. Every interval is a 95% interval over deals.
type Study struct {
	Game  string   `json:"game"` // of the base
	Seed  uint64   `json:"seed"`
	Rules []Result `json:"rules"` // the base first
}

// Result holds the measures of one set of rules.
type Result struct {
	Label    string   `json:"label"`
	Knob     string   `json:"knob,omitempty"`
	Value    *float64 `json:"value,omitempty"`
	Game     string   `json:"game"`
	SpecHash string   `json:"spec_hash"`
	Kinds    []Played `json:"kinds"`
}

// Played holds the measures of the agents of one kind, a mean over their seeds on the same
// deals.
type Played struct {
	Kind     Kind      `json:"kind"`
	Agents   []string  `json:"agents"`             // that played themselves, by seed
	Opponent string    `json:"opponent,omitempty"` // B
	Deals    int       `json:"deals"`
	Games    int       `json:"games"` // of all seeds together
	Measures []Measure `json:"measures"`
}

// Unit says in what a measure counts.
type Unit string

// Units of measures.
const (
	Share     Unit = "share"     // from 0 to 1
	Return    Unit = "return"    // as the game counts
	Decisions Unit = "decisions" // of a game
)

// Measure is one figure of the rules, and its change from the base.
type Measure struct {
	Name  string  `json:"name"`
	Unit  Unit    `json:"unit"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"` // games behind it

	Change *Change `json:"change,omitempty"` // nil for the base itself
}

// Change is the difference of a measure from the base on the same deals.
type Change struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"` // games of the base and of the variant together

	BySeed []float64 `json:"by_seed,omitempty"` // with more than one

	// Beyond says that the interval leaves out 0, and Disagree that seeds differ in the
	// direction, so that the change may be one of training rather than of the rules.
	Beyond   bool `json:"beyond"`
	Disagree bool `json:"disagree,omitempty"`
}

// Run plays all sets under all rules. Errors: env.Faults for a configuration that is wrong,
// and the errors of eval.PlayFrom. Results do not depend on the workers.
func Run(ctx context.Context, c Config) (*Study, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	all := append([]Rules{c.Base}, c.Variants...)
	total, done := 0, 0
	for i := range all {
		for k := range all[i].Sets {
			total += c.deals(&all[i].Sets[k])
		}
	}
	study := &Study{Game: c.Base.Game.Spec().String(), Seed: c.Seed}
	var base map[key]*sample
	for i := range all {
		samples := map[key]*sample{}
		for k := range all[i].Sets {
			set := &all[i].Sets[k]
			deals := c.deals(set)
			s, err := c.play(ctx, all[i].Game, set, func(now, of int) {
				if c.Progress != nil {
					c.Progress(done+deals*now/of, total)
				}
			})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", all[i].Label, err)
			}
			done += deals
			samples[key{set.Kind, set.Seed}] = s
		}
		if base == nil {
			base = samples
		}
		r, err := c.describe(ctx, &all[i], samples, base, i > 0)
		if err != nil {
			return nil, err
		}
		study.Rules = append(study.Rules, *r)
	}
	return study, nil
}

type key struct {
	kind Kind
	seed uint64
}

func (c *Config) describe(ctx context.Context, rules *Rules, samples, base map[key]*sample, changed bool) (*Result, error) {
	spec := rules.Game.Spec()
	out := &Result{Label: rules.Label, Knob: rules.Knob, Value: rules.Value, Game: spec.String(), SpecHash: spec.Hash, Kinds: []Played{}}
	for _, kind := range []Kind{Frozen, Tuned} {
		var mine, theirs []*sample
		p := Played{Kind: kind}
		for i := range rules.Sets {
			set := &rules.Sets[i]
			if set.Kind != kind {
				continue
			}
			k := key{kind, set.Seed}
			mine, theirs = append(mine, samples[k]), append(theirs, base[k])
			p.Agents, p.Opponent, p.Deals = append(p.Agents, set.A.Name), set.B.Name, c.deals(set)
		}
		if len(mine) == 0 {
			continue
		}
		each := 1
		if p.Opponent != "" {
			each += spec.Players
		}
		p.Games = p.Deals * each * len(mine)
		cols := columnsOf(spec.Players, p.Opponent)
		var err error
		if p.Measures, err = c.measure(ctx, cols, mine, theirs, changed); err != nil {
			return nil, err
		}
		out.Kinds = append(out.Kinds, p)
	}
	return out, nil
}

// column is one measure of a deal. A game is worth each games.
type column struct {
	name  string
	unit  Unit
	games int // of a deal
	of    func(*row) float64
}

func columnsOf(players int, opponent string) (list []column) {
	for seat := range players {
		list = append(list, column{fmt.Sprintf("wins of seat %d", seat), Share, 1, func(r *row) float64 { return r.shares[seat] }})
	}
	for seat := range players {
		list = append(list, column{fmt.Sprintf("return of seat %d", seat), Return, 1, func(r *row) float64 { return r.returns[seat] }})
	}
	list = append(list,
		column{"length", Decisions, 1, func(r *row) float64 { return r.length }},
		column{"games without a sole winner", Share, 1, func(r *row) float64 { return r.draw }})
	if opponent != "" {
		list = append(list, column{"wins against " + opponent, Share, players, func(r *row) float64 { return r.against }})
	}
	return list
}

// measure sums up the columns. Deals are the units: seeds and seats of a deal go together.
func (c *Config) measure(ctx context.Context, cols []column, mine, theirs []*sample, changed bool) ([]Measure, error) {
	deals, seeds := len(mine[0].rows), float64(len(mine))
	rows := make([][]float64, deals) // of each column the value, and its change
	bySeed := make([][]float64, len(cols))
	for k := range bySeed {
		bySeed[k] = make([]float64, len(mine))
	}
	for d := range rows {
		rows[d] = make([]float64, 2*len(cols))
		for k, col := range cols {
			for i := range mine {
				now, before := col.of(&mine[i].rows[d]), col.of(&theirs[i].rows[d])
				rows[d][2*k] += now / seeds
				rows[d][2*k+1] += (now - before) / seeds
				bySeed[k][i] += (now - before) / float64(deals)
			}
		}
	}
	spread, err := eval.Bootstrap(ctx, rows, seedFor(c.Seed, purposeWhatIfIntervals))
	if err != nil {
		return nil, err
	}
	var list []Measure
	for k, col := range cols {
		m := Measure{Name: col.name, Unit: col.unit, N: deals * col.games * len(mine)}
		m.Value, m.Low, m.High = figure(rows, 2*k, spread[2*k], col.unit)
		if changed {
			m.Change = change(rows, 2*k+1, spread[2*k+1], &m, bySeed[k])
		}
		list = append(list, m)
	}
	return list, nil
}

// change sums up the differences of a measure from the base.
func change(rows [][]float64, column int, spread eval.Interval, m *Measure, bySeed []float64) *Change {
	x := &Change{N: 2 * m.N}
	x.Value, x.Low, x.High = figure(rows, column, spread, "")
	if m.Unit == Share && x.Low == x.High { // no deal went another way: the rule of three
		x.Low, x.High = x.Value-3/float64(len(rows)), x.Value+3/float64(len(rows))
	}
	x.Beyond = x.Low > 0 || x.High < 0
	if len(bySeed) > 1 {
		x.BySeed = bySeed
		x.Disagree = slices.Min(bySeed) < 0 && slices.Max(bySeed) > 0
	}
	return x
}

// figure returns the mean of a column with its interval. Shares that are the same in all
// deals get Wilson's over deals.
func figure(rows [][]float64, column int, spread eval.Interval, unit Unit) (mean, low, high float64) {
	for _, r := range rows {
		mean += r[column]
	}
	mean /= float64(len(rows)) // at the end, so that a share of 1 is 1
	if unit == Share && spread.Low == spread.High {
		spread = eval.Wilson(mean*float64(len(rows)), float64(len(rows)))
	}
	return mean, spread.Low, spread.High
}

// seedFor derives the seed of one purpose.
func seedFor(seed uint64, purpose env.Purpose, indices ...uint64) uint64 {
	b := env.StreamSeed(seed, purpose, indices...)
	return binary.LittleEndian.Uint64(b[:])
}
