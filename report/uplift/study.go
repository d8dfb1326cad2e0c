package uplift

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"ringer/report/ratio"
	"ringer/report/things"
)

// Study says what the things of a game are worth. Every interval is a 95% interval over
// games.
type Study struct {
	Game        string   `json:"game"`
	Agents      []string `json:"agents"`
	Seed        uint64   `json:"seed"`
	Blocks      int      `json:"blocks"`
	Games       int      `json:"games"`
	Forks       int      `json:"forks"`
	Interrupted bool     `json:"interrupted,omitempty"`

	Part   string  `json:"part"`   // for which things are had: game, hand, possession
	Unit   string  `json:"unit"`   // of outcomes and worths
	Margin float64 `json:"margin"` // up to which a worth is ordinary
	Rate   float64 `json:"rate"`   // of wrong flags among all flags, at most

	Things []Row `json:"things"` // flagged ones first, then by what having them is worth, or playing them

	NeverMet    []things.Thing `json:"never_met,omitempty"`    // nobody had, played or could have played them
	NeverPlayed []things.Thing `json:"never_played,omitempty"` // they could have been played, and never were
}

// Row is all that a study says of a thing.
type Row struct {
	things.Thing
	Had    *Uplift `json:"had,omitempty"`    // worth of getting it in place of another
	Played *Uplift `json:"played,omitempty"` // worth of playing it in place of another that the agent hardly prefers less

	// The usual figures, which choice confounds: outcomes of seats that had it at some time,
	// got it by chance, or played it.
	WhenHeld   ratio.Figure `json:"when_held"`
	WhenDrawn  ratio.Figure `json:"when_drawn"`
	WhenPlayed ratio.Figure `json:"when_played"`
	PlayRate   ratio.Figure `json:"play_rate"` // of the decisions where it could be played along with something else
}

// Uplift is the worth of a thing, against the average of the things that were in its place.
type Uplift struct {
	Forks     int     `json:"n"`
	Value     float64 `json:"uplift"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Tier      int     `json:"tier"`      // from 1; things of a tier are not told apart from its first
	Confirmed bool    `json:"confirmed"` // it stood out, and these are the forks that were played to see whether it does

	// P is the p-value of a worth that does not go beyond the margin, and Q the rate of
	// wrong flags at which it would just be flagged; 1 for things that did not stand out.
	P float64 `json:"p"`
	Q float64 `json:"q"`

	Flag     string     `json:"flag,omitempty"`     // FlagDominant or FlagDead
	Withheld string     `json:"withheld,omitempty"` // the flag that it would have if the agents agreed
	Agents   *Agreement `json:"agents,omitempty"`   // of things that stood out, where several agents play
	Examples []Example  `json:"examples,omitempty"` // of flags, given or withheld: three at most
}

// Flags of things.
const (
	FlagDominant = "dominant" // worth more than the margin above the average
	FlagDead     = "dead"     // worth more than the margin below it, or below it at all and hardly ever played
)

// fewestTested is the number of forks below which a thing is not tested: the normal
// distribution fits the mean of fewer badly.
const fewestTested = 50

// Run plays the blocks and returns the study.
//
// Errors: env.Faults for a configuration that is wrong, those of eval.PlayFrom and of Done.
// Beside the context's error there may be a study of the blocks that were over.
func Run(ctx context.Context, c Config) (*Study, error) {
	if err := c.setDefaults(); err != nil {
		return nil, err
	}
	blocks := slices.Clone(c.Have)
	for len(blocks) < c.Blocks {
		if c.Enough != nil && len(blocks) > 0 && c.Enough(len(blocks)) {
			break
		}
		b, err := c.playBlock(ctx, len(blocks), c.aboutOf(blocks))
		if ctx.Err() != nil {
			if len(blocks) == 0 {
				return nil, ctx.Err()
			}
			s := c.study(blocks)
			s.Interrupted = true
			return s, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, *b)
		if c.Done != nil {
			if err := c.Done(*b); err != nil {
				return nil, err
			}
		}
		if c.Progress != nil {
			c.Progress(len(blocks), c.Blocks)
		}
	}
	return c.study(blocks), nil
}

// aboutOf returns the things that the next block is about: none where it looks at all.
func (c *Config) aboutOf(blocks []Block) []int {
	next := c.sortOf(len(blocks))
	if !next.confirms {
		return nil
	}
	d := c.gather(blocks, next.experiment)
	up, down := d.candidates(c)
	about := slices.Concat(up, down)
	slices.Sort(about)
	return slices.Compact(about)
}

// data is the forks of one experiment.
type data struct {
	screen, confirm, all sample
	came                 []float64 // how often each thing came by itself, in the screening forks
	avoided              []bool    // things that are hardly played where they could be
}

func (c *Config) gather(blocks []Block, e Experiment) *data {
	d := &data{came: make([]float64, len(c.Things.Things)), avoided: make([]bool, len(c.Things.Things))}
	usual := newUsual(len(c.Things.Things))
	for i := range blocks {
		b := &blocks[i]
		usual.plus(b.Usual)
		if b.Experiment != e {
			continue
		}
		for k := range b.Forks {
			f := &b.Forks[k]
			cluster := i*c.GamesPerBlock + f.Game
			d.all.add(f, cluster)
			if b.Confirms {
				d.confirm.add(f, cluster)
				continue
			}
			d.screen.add(f, cluster)
			for _, g := range f.Gained {
				d.came[g.Thing] += g.Came
			}
		}
	}
	for t := range d.avoided {
		usual.Taken[t].Share = true
		taken := usual.Taken[t].Figure()
		d.avoided[t] = e == Had && taken.Of > 0 && taken.High < hardlyPlayed
	}
	return d
}

// hardlyPlayed is the share of the decisions where a thing could be played, below which
// players avoid it. Such a thing is dead if it is worth less than the average at all: it
// takes the place of a better one, and no more, so that it costs little.
const hardlyPlayed = 0.05

// margin returns how far a thing may be above or below the average.
func (d *data) margin(c *Config, thing int, sign float64) float64 {
	if sign < 0 && d.avoided[thing] {
		return 0
	}
	return c.Margin
}

// Things that stand out: so many at most above and below the average, and those that can
// hardly be beyond the margin do not.
const (
	mostCandidates = 3
	hardly         = -2 // standard deviations
)

// candidates returns the things that stand out in the screening forks, above and below.
func (d *data) candidates(c *Config) (up, down []int) {
	estimates := d.screen.estimate(len(c.Things.Things), d.came)
	for _, x := range []struct {
		list *[]int
		sign float64
	}{{&up, 1}, {&down, -1}} {
		z := map[int]float64{}
		for t, e := range estimates {
			if e == nil || e.sd == 0 {
				continue
			}
			if z[t] = (x.sign*e.value - d.margin(c, t, x.sign)) / e.sd; z[t] >= hardly {
				*x.list = append(*x.list, t)
			}
		}
		slices.SortStableFunc(*x.list, func(a, b int) int { return cmp.Compare(z[b], z[a]) })
		*x.list = (*x.list)[:min(len(*x.list), mostCandidates)]
	}
	return up, down
}

// study sums the blocks up.
func (c *Config) study(blocks []Block) *Study {
	s := &Study{
		Game: c.Game.Spec().String(), Seed: c.Seed, Blocks: len(blocks), Margin: c.Margin, Rate: c.Rate, Part: "game", Unit: "share of the win",
	}
	if p := c.Things.Part; p != nil {
		s.Part, s.Unit = p.Name, p.Unit
	}
	for _, e := range c.Entries {
		s.Agents = append(s.Agents, e.Name)
	}
	usual := newUsual(len(c.Things.Things))
	for i := range blocks {
		s.Forks += len(blocks[i].Forks)
		usual.plus(blocks[i].Usual)
	}
	s.Games = usual.Games
	had, played := c.uplifts(blocks, Had), c.uplifts(blocks, Played)
	for t, thing := range c.Things.Things {
		r := Row{
			Thing: thing, Had: had[t], Played: played[t],
			WhenHeld: c.figure(&usual.Held[t], "outcome when held"), WhenDrawn: c.figure(&usual.Drawn[t], "outcome when drawn"), WhenPlayed: c.figure(&usual.Played[t], "outcome when played"),
		}
		usual.Taken[t].Name, usual.Taken[t].Share = "play rate when legal", true
		r.PlayRate = usual.Taken[t].Figure()
		switch {
		case r.WhenHeld.Of == 0 && r.WhenPlayed.Of == 0 && r.PlayRate.Of == 0:
			s.NeverMet = append(s.NeverMet, thing)
		case r.WhenPlayed.Of == 0 && r.PlayRate.Of > 0:
			s.NeverPlayed = append(s.NeverPlayed, thing)
		}
		s.Things = append(s.Things, r)
	}
	slices.SortStableFunc(s.Things, compareRows)
	tier(s.Things, func(r *Row) *Uplift { return r.Had })
	tier(s.Things, func(r *Row) *Uplift { return r.Played })
	return s
}

// figure returns a mean outcome.
func (c *Config) figure(r *ratio.Ratio, name string) ratio.Figure {
	r.Name = name
	r.Share, r.Signed = c.Things.Part == nil, c.Things.Part != nil
	return r.Figure()
}

// compareRows puts flags first, then the things that are worth most.
func compareRows(a, b Row) int {
	rank := func(r *Row) (flag int, worth float64) {
		for _, u := range []*Uplift{r.Had, r.Played} {
			if u != nil {
				switch u.Flag {
				case FlagDominant:
					flag = max(flag, 2)
				case FlagDead:
					flag = max(flag, 1)
				}
			}
		}
		switch {
		case r.Had != nil:
			return flag, 10 + r.Had.Value
		case r.Played != nil:
			return flag, -10 + r.Played.Value
		}
		return flag, -20
	}
	fa, wa := rank(&a)
	fb, wb := rank(&b)
	return cmp.Or(fb-fa, cmp.Compare(wb, wa))
}

// tier numbers the tiers of one experiment: a thing belongs to that of the first thing
// whose interval it overlaps.
func tier(rows []Row, of func(*Row) *Uplift) {
	var list []*Uplift
	for i := range rows {
		if u := of(&rows[i]); u != nil {
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b *Uplift) int { return cmp.Compare(b.Value, a.Value) })
	n, low := 0, 0.
	for _, u := range list {
		if n == 0 || u.High < low {
			n, low = n+1, u.Low
		}
		u.Tier = n
	}
}

// uplifts returns what every thing is worth by one experiment; nil where too little is known.
func (c *Config) uplifts(blocks []Block, e Experiment) []*Uplift {
	d := c.gather(blocks, e)
	n := len(c.Things.Things)
	out := make([]*Uplift, n)
	z := distuv.UnitNormal.Quantile(0.975)
	of := func(x *estimate) *Uplift {
		return &Uplift{Forks: x.forks, Value: x.value, Low: x.value - z*x.sd, High: x.value + z*x.sd, P: 1, Q: 1}
	}
	for t, x := range d.all.estimate(n, d.came) {
		if x != nil {
			out[t] = of(x)
		}
	}
	confirmed := d.confirm.estimate(n, d.came)
	up, down := d.candidates(c)
	var tests []test
	for _, side := range []struct {
		things []int
		flag   string
		sign   float64
	}{{up, FlagDominant, 1}, {down, FlagDead, -1}} {
		for _, t := range side.things {
			x := confirmed[t]
			if x == nil || x.forks < fewestTested || x.sd == 0 {
				continue
			}
			out[t] = of(x)
			out[t].Confirmed = true
			tests = append(tests, test{t, side.flag, distuv.UnitNormal.Survival((side.sign*x.value - d.margin(c, t, side.sign)) / x.sd)})
		}
	}
	for i, q := range discoveryRates(tests) {
		t := &tests[i]
		u := out[t.thing]
		if t.p > u.P {
			continue // the test on the other side says more
		}
		u.P, u.Q = t.p, q
		u.Agents = c.agreement(d, t.thing)
		switch {
		case q > c.Rate:
			continue
		case u.Agents != nil && u.Agents.disagree(t.flag, d.margin(c, t.thing, map[string]float64{FlagDominant: 1, FlagDead: -1}[t.flag])):
			u.Withheld = t.flag
		default:
			u.Flag = t.flag
		}
		u.Examples = examples(blocks, e, t.thing, t.flag)
	}
	return out
}

// test is the test of one flag.
type test struct {
	thing int
	flag  string
	p     float64
}

// discoveryRates returns, for each test, the smallest rate of false discoveries at which it
// is one (Benjamini and Hochberg, "Controlling the false discovery rate", 1995).
func discoveryRates(tests []test) []float64 {
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(tests[a].p, tests[b].p) })
	q := make([]float64, len(tests))
	least := 1.
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		least = min(least, tests[i].p*float64(len(tests))/float64(k+1))
		q[i] = least
	}
	return q
}

// examples returns up to three forks in which a thing did what its flag says.
func examples(blocks []Block, e Experiment, thing int, flag string) (list []Example) {
	for i := range blocks {
		if blocks[i].Experiment != e {
			continue
		}
		for _, x := range blocks[i].Examples {
			if x.Thing == thing && (x.Worth > x.Less) == (flag == FlagDominant) && len(list) < 3 {
				list = append(list, x)
			}
		}
	}
	return list
}
