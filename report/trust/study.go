package trust

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"ringer/env"
	"ringer/eval"
	"ringer/report/ratio"
)

// Study holds what is known of the agents of a report. Every interval is a 95% interval,
// over deals where nothing else is said.
type Study struct {
	Game    string   `json:"game"`
	Seed    uint64   `json:"seed"`
	Agents  []Agent  `json:"agents"`
	Pairs   []Pair   `json:"pairs"` // all on the same deals
	Seeds   []Spread `json:"seeds"` // of the learned agents, against each of the others
	Margin  *Margin  `json:"margin,omitempty"`
	Verdict Verdict  `json:"verdict"`
}

// Pair is one agent in one seat, in all rotations, and another in all other seats.
type Pair struct {
	One    string `json:"one"`
	Others string `json:"others"`
	eval.DealsResult

	// Chips says that agents play for more than a win, and are judged by mean returns, where
	// an equal share is 0.
	Chips bool `json:"chips,omitempty"`
}

// Ahead reports whether the one gets more than an equal share, beyond its interval.
func (p *Pair) Ahead() bool {
	if p.Chips {
		return p.ReturnLow > 0
	}
	return p.Low > p.EqualShare
}

// Behind reports whether the one gets less than an equal share, beyond its interval.
func (p *Pair) Behind() bool {
	if p.Chips {
		return p.ReturnHigh < 0
	}
	return p.High < p.EqualShare
}

// chips reports whether the returns of a zero-sum game are larger than a win shared out
// makes them (env.ShareReturns).
func chips(spec *env.Spec) bool {
	return spec.Utility == env.ZeroSum && spec.MaxUtility > max(1, float64(spec.Players-1))
}

// Spread compares trainings that differ in their seeds alone.
type Spread struct {
	Against string    `json:"against"`
	Names   []string  `json:"names"`
	Values  []float64 `json:"values"` // wins, by training
	Games   int       `json:"games"`  // of each

	// Mean is over trainings, with the interval of Student's t: it holds the luck of a
	// training and of its games together. With one training it has no interval.
	Mean float64  `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`

	// Gap is how much more the best training wins than the worst, on the same deals, with
	// an interval over deals that allows for their having been picked (Bonferroni over all
	// pairs and opponents). Disagree says that the gap is beyond luck and large enough to matter.
	Gap      float64 `json:"gap"`
	GapLow   float64 `json:"gap_low"`
	GapHigh  float64 `json:"gap_high"`
	Disagree bool    `json:"disagree"`
}

// Wide is the gap between trainings from which on their disagreement matters: less changes
// no decision of a designer.
const Wide = 0.05

// Run plays the pairs and judges. Errors: env.Faults for a configuration that is wrong, and
// the errors of eval.PlayDeals. Results do not depend on the workers.
func Run(ctx context.Context, c Config) (*Study, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	s := &Study{Game: c.Game.Spec().String(), Seed: c.Seed, Agents: c.Agents, Pairs: []Pair{}, Seeds: []Spread{}, Margin: c.Margin}
	list := c.pairs()
	rows := map[[2]string][]eval.DealRow{}
	total, done := 0, 0
	for _, p := range list {
		total += p.games
	}
	for _, p := range list {
		deals := c.deals(p.games)
		config := eval.DealsConfig{MatchConfig: eval.MatchConfig{
			Game: c.Game, Entries: []eval.Entry{p.one.Entry(), p.others.Entry()}, Seed: c.Seed, Workers: c.Workers, Place: c.Place,
		}}
		played, err := eval.PlayDeals(ctx, config, 0, deals)
		if err != nil {
			return nil, fmt.Errorf("%s against %s: %w", p.one.Name, p.others.Name, err)
		}
		sum, err := eval.SumUpDeals(ctx, c.Game.Spec(), played, c.Seed)
		if err != nil {
			return nil, err
		}
		rows[[2]string{p.one.Name, p.others.Name}] = played
		s.Pairs = append(s.Pairs, Pair{p.one.Name, p.others.Name, *sum, chips(c.Game.Spec())})
		done += p.games
		if c.Progress != nil {
			c.Progress(done, total)
		}
	}
	if err := s.compareSeeds(ctx, c, rows); err != nil {
		return nil, err
	}
	s.judge()
	return s, nil
}

// deals returns the number of deals of this many games.
func (c *Config) deals(games int) int {
	n := c.Game.Spec().Players
	return (games + n - 1) / n
}

// meeting is a pair that is to be played.
type meeting struct {
	one, others *Agent
	games       int
}

// pairs lists who meets: every agent in question all baselines and the start, trainings
// each other, and searches the agent that they search with, which is the first learned one.
func (c *Config) pairs() (list []meeting) {
	of := func(role Role) (out []*Agent) {
		for i := range c.Agents {
			if c.Agents[i].Role == role {
				out = append(out, &c.Agents[i])
			}
		}
		return out
	}
	baselines, starts, learned := of(Baseline), of(Start), of(Learned)
	for _, a := range slices.Concat(learned, starts) {
		for _, b := range baselines {
			list = append(list, meeting{a, b, c.Games})
		}
	}
	for i, a := range learned {
		for _, b := range starts {
			list = append(list, meeting{a, b, c.Games})
		}
		for k, b := range learned {
			if k > i || k < i && c.Game.Spec().Players > 2 {
				list = append(list, meeting{a, b, c.Games})
			}
		}
	}
	first := slices.Concat(learned, starts)[0]
	for _, a := range of(Search) {
		list = append(list, meeting{a, first, c.SearchGames})
	}
	return list
}

// compareSeeds measures the spread of the trainings against every agent that all of them
// met.
func (s *Study) compareSeeds(ctx context.Context, c Config, rows map[[2]string][]eval.DealRow) error {
	var learned []string
	for _, a := range s.Agents {
		if a.Role == Learned {
			learned = append(learned, a.Name)
		}
	}
	if len(learned) == 0 {
		return nil
	}
	opponents := 0
	for _, a := range s.Agents {
		if a.Role == Baseline || a.Role == Start {
			opponents++
		}
	}
	for _, a := range s.Agents {
		if a.Role != Baseline && a.Role != Start {
			continue
		}
		var played [][]eval.DealRow
		for _, name := range learned {
			played = append(played, rows[[2]string{name, a.Name}])
		}
		x, err := spreadOf(ctx, c.Seed, played, opponents)
		if err != nil {
			return err
		}
		x.Against, x.Names = a.Name, learned
		s.Seeds = append(s.Seeds, *x)
	}
	return nil
}

func spreadOf(ctx context.Context, seed uint64, played [][]eval.DealRow, opponents int) (*Spread, error) {
	deals, seats := len(played[0]), len(played[0][0].Shares)
	wins := make([][]float64, len(played)) // [training][deal]
	x := &Spread{Games: deals * seats}
	for i, rows := range played {
		wins[i] = make([]float64, deals)
		sum := 0.0
		for d, r := range rows {
			for _, w := range r.Shares {
				wins[i][d] += w / float64(seats)
			}
			sum += wins[i][d] / float64(deals)
		}
		x.Values = append(x.Values, sum)
		x.Mean += sum / float64(len(played))
	}
	if len(played) < 2 {
		return x, nil
	}
	m := ratio.OfMean(x.Values)
	low, high := max(0, m.Low), min(1, m.High)
	x.Low, x.High = &low, &high

	best, worst := index(x.Values, slices.Max(x.Values)), index(x.Values, slices.Min(x.Values))
	rows := make([][]float64, deals)
	for d := range rows {
		rows[d] = []float64{wins[best][d] - wins[worst][d]}
		x.Gap += rows[d][0] / float64(deals)
	}
	spread, err := eval.Bootstrap(ctx, rows, seedFor(seed, purposeTrustIntervals))
	if err != nil {
		return nil, err
	}
	// The interval is stretched to the level of the comparisons among which the widest was
	// picked.
	pairs := float64(opponents*len(played)*(len(played)-1)) / 2
	stretch := distuv.UnitNormal.Quantile(1-0.025/pairs) / distuv.UnitNormal.Quantile(0.975)
	x.GapLow, x.GapHigh = x.Gap-stretch*(x.Gap-spread[0].Low), x.Gap+stretch*(spread[0].High-x.Gap)
	x.Disagree = x.GapLow > 0 && x.Gap >= Wide
	return x, nil
}

// seedFor derives the seed of one purpose.
func seedFor(seed uint64, purpose env.Purpose) uint64 {
	b := env.StreamSeed(seed, purpose)
	return binary.LittleEndian.Uint64(b[:])
}

func index(values []float64, v float64) int { return slices.Index(values, v) }
