package whatif

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/scene"
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
	Thing    string   `json:"thing,omitempty"` // the name of the card or other thing that the knob belongs to
	Value    *float64 `json:"value,omitempty"`
	Game     string   `json:"game"`
	SpecHash string   `json:"spec_hash"`
	Kinds    []Played `json:"kinds"`

	// Margin is the worth up to which the thing counts as ordinary, in the unit of its worth; 0 where
	// nobody knows what it is worth.
	Margin float64 `json:"margin,omitempty"`
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
	Times     Unit = "times"     // in a game
	Worth     Unit = "worth"     // a difference of shares of the win
)

// Measure is one figure of the rules, and its change from the base.
type Measure struct {
	Name  string  `json:"name"`
	Unit  Unit    `json:"unit"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"` // games behind it

	// Own says that it is of the thing that is asked about or that the rules change, and not of the whole game.
	Own bool `json:"own,omitempty"`

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
	out := &Result{Label: rules.Label, Knob: rules.Knob, Thing: rules.Name, Value: rules.Value, Game: spec.String(), SpecHash: spec.Hash, Kinds: []Played{}}
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
		if k := slices.Index(c.counted(), rules.Thing); k >= 0 {
			cols = append(ownColumns(k, rules.Name, append(slices.Clone(mine), theirs...)), cols...)
			out.Margin = mine[0].margin
		}
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
	by    func(*row) float64 // what of is divided by, all deals together; nil: by the deals
	own   bool               // see Measure
}

// ownColumns returns the columns of the k-th thing that is changed, of those that can be counted in
// every sample.
func ownColumns(k int, name string, samples []*sample) (list []column) {
	all := []column{
		{name: playRate, unit: Share, of: func(r *row) float64 { return r.own[k].played }, by: func(r *row) float64 { return r.own[k].could }},
		{name: pickRate, unit: Share, of: func(r *row) float64 { return r.own[k].had }, by: func(r *row) float64 { return float64(len(r.shares)) }},
		{name: plays, unit: Times, of: func(r *row) float64 { return r.own[k].plays }},
		{name: winsWith, unit: Share, of: func(r *row) float64 { return r.own[k].won }, by: func(r *row) float64 { return r.own[k].had }},
	}
	if s := samples[0]; s.experiment != "" {
		unit := Worth
		if s.part {
			unit = Return
		}
		worth := column{name: worthOf[s.experiment], unit: unit, of: func(r *row) float64 { return r.own[k].forks.Worth }, by: func(r *row) float64 { return r.own[k].forks.Forks }}
		all = append([]column{worth}, all...)
	}
	for _, col := range all {
		col.name, col.games, col.own = fmt.Sprintf(col.name, name), 1, true
		counted := func(of func(*row) float64, s *sample) bool {
			return slices.ContainsFunc(s.rows, func(r row) bool { return r.own != nil && of(&r) != 0 })
		}
		there := false // somewhere; and what is divided by, everywhere
		for _, s := range samples {
			there = there || counted(col.of, s)
		}
		for _, s := range samples {
			there = there && (col.by == nil || counted(col.by, s))
		}
		if there {
			list = append(list, col)
		}
	}
	return list
}

// values returns the figures of the deals of a sample, whose mean is the measure. A ratio of sums is
// linearized (Cochran, "Sampling Techniques", 1977, section 6.3).
func (col *column) values(s *sample) []float64 {
	out := make([]float64, len(s.rows))
	x, y := 0., 0.
	for d := range s.rows {
		out[d] = col.of(&s.rows[d])
		x += out[d]
		if col.by != nil {
			y += col.by(&s.rows[d])
		}
	}
	if col.by == nil {
		return out
	}
	ratio, each := x/y, y/float64(len(s.rows))
	for d := range out {
		out[d] = ratio + (out[d]-ratio*col.by(&s.rows[d]))/each
	}
	return out
}

func columnsOf(players int, opponent string) (list []column) {
	for seat := range players {
		list = append(list, column{name: "wins of " + scene.SeatName(env.Player(seat)), unit: Share, games: 1, of: func(r *row) float64 { return r.shares[seat] }})
	}
	for seat := range players {
		list = append(list, column{name: "return of " + scene.SeatName(env.Player(seat)), unit: Return, games: 1, of: func(r *row) float64 { return r.returns[seat] }})
	}
	list = append(list,
		column{name: "length", unit: Decisions, games: 1, of: func(r *row) float64 { return r.length }},
		column{name: "games without a sole winner", unit: Share, games: 1, of: func(r *row) float64 { return r.draw }})
	if opponent != "" {
		list = append(list, column{name: "wins against " + opponent, unit: Share, games: players, of: func(r *row) float64 { return r.against }})
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
	}
	for k, col := range cols {
		for i := range mine {
			now, before := col.values(mine[i]), col.values(theirs[i])
			for d := range rows {
				rows[d][2*k] += now[d] / seeds
				rows[d][2*k+1] += (now[d] - before[d]) / seeds
				bySeed[k][i] += (now[d] - before[d]) / float64(deals)
			}
		}
	}
	spread, err := eval.Bootstrap(ctx, rows, seedFor(c.Seed, purposeWhatIfIntervals))
	if err != nil {
		return nil, err
	}
	var list []Measure
	for k, col := range cols {
		m := Measure{Name: col.name, Unit: col.unit, Own: col.own, N: deals * col.games * len(mine)}
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
