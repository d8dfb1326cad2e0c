package eval

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/stat"

	"ringer/env"
	"ringer/eval/rating"
)

// Arena is the result of PlayArena. Every interval is a 95% interval over deals.
type Arena struct {
	Game   string `json:"game"`
	Games  int    `json:"games"` // of all pairs
	Deals  int    `json:"deals"` // that every pair played
	Seed   uint64 `json:"seed"`
	Payoff string `json:"payoff"` // the payoffs that α-rank and Nash averaging read
	Anchor string `json:"anchor"` // the agent rated rating.EloAnchor

	Agents []Rating     `json:"agents"` // in the order of the entries
	Pairs  []PairResult `json:"pairs"`

	// AlphaRank is α-rank's distribution at the intensity Alpha, where the sweep
	// over intensities has settled.
	AlphaRank  []Mass              `json:"alpha_rank"`
	Alpha      float64             `json:"alpha"`
	AlphaSweep []rating.AlphaPoint `json:"alpha_sweep"`

	NashAverage []NashRating `json:"nash_average"`

	// Interrupted says that fewer games were played than asked for.
	Interrupted bool `json:"interrupted,omitempty"`
}

// Rating is one agent of an arena.
type Rating struct {
	Name    string  `json:"name"`
	Elo     float64 `json:"elo"`
	EloLow  float64 `json:"elo_low"`
	EloHigh float64 `json:"elo_high"`

	// WinRate is the mean of its win rates against all others.
	WinRate float64 `json:"win_rate"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// PairResult is one pair of an arena.
type PairResult struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Games int    `json:"games"`

	// WinRate is a's share of the wins. Over all games of the pair, a and b held
	// equally many seats: equal agents win 0.5 each, less the games that nobody wins.
	WinRate float64 `json:"win_rate"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`

	// WinRateB is b's share: 1 − a's, unless there were games that nobody won.
	WinRateB float64 `json:"b_win_rate"`
	LowB     float64 `json:"b_low"`
	HighB    float64 `json:"b_high"`

	// Payoff is the difference between a and b: of their shares of the wins (from −1
	// to 1), or half the difference between the returns of one seat each. In a zero-sum game of
	// two seats the latter is a's return.
	Payoff     float64 `json:"payoff"`
	PayoffLow  float64 `json:"payoff_low"`
	PayoffHigh float64 `json:"payoff_high"`

	// EloDifference is a's rating minus b's, from all pairs together.
	EloDifference     float64 `json:"elo_difference"`
	EloDifferenceLow  float64 `json:"elo_difference_low"`
	EloDifferenceHigh float64 `json:"elo_difference_high"`

	Seatings []Seating `json:"seatings"`
}

// Seating is one way of seating a pair: some seats to a, the others to b.
type Seating struct {
	SeatsA     int     `json:"a_seats"`
	SeatsB     int     `json:"b_seats"`
	Games      int     `json:"games"`
	WinRate    float64 `json:"win_rate"` // of all of a's seats together
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	EqualShare float64 `json:"equal_share"`
}

// Mass is the probability of an agent in a distribution.
type Mass struct {
	Name string  `json:"name"`
	Mass float64 `json:"mass"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// NashRating holds an agent's weight in the Nash average, and its payoff against agents
// drawn from it: 0 for those with a weight.
type NashRating struct {
	Name       string  `json:"name"`
	Weight     float64 `json:"weight"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Rating     float64 `json:"rating"`
	RatingLow  float64 `json:"rating_low"`
	RatingHigh float64 `json:"rating_high"`
}

// RateArena rates the entries of an arena by the deals of all its pairs. Of the
// configuration it reads Game, the names of Entries, Anchor, Seed, Payoff and
// Workers. Every pair must have played the same number of deals in every way of
// seating it.
//
// Ratings have the maximum likelihood (see rating.EloShare), ties split, with a weak prior that
// keeps them finite: half a deal won by each side of every pair, after Jeffreys. Their
// intervals come from Rubin's Bayesian bootstrap ("The Bayesian bootstrap", 1981): deals
// get exponential weights, the same for all pairs, and the prior's half deals Gamma(1/2)
// weights, which for a single pair gives Jeffreys' interval, sound even when one side has
// won everything. The sweep of α-rank is made once; its intervals are taken at the
// intensity that it chose.
//
// Errors: env.Faults for a configuration that is wrong, one for pairs that do not fit
// it, and the context's when it ends first.
func RateArena(ctx context.Context, config ArenaConfig, pairs []PairDeals) (*Arena, error) {
	deals := 0
	if len(pairs) > 0 && len(pairs[0].Deals) > 0 {
		deals = len(pairs[0].Deals[0])
	}
	return rateArena(ctx, config, pairs, deals, 1)
}

// rateArena rates entries by deals of which each, and some more in the last one, have become
// their mean.
func rateArena(ctx context.Context, config ArenaConfig, pairs []PairDeals, deals, each int) (*Arena, error) {
	r, err := newRater(config, pairs, deals, each)
	if err != nil {
		return nil, err
	}
	alpha, sweep := rating.AlphaSweep(r.point(nil).payoffs)
	r.alpha = alpha
	point := r.figures(r.point(nil), nil)
	low, high, err := r.spread(ctx, point.theta)
	if err != nil {
		return nil, err
	}
	out := &Arena{
		Game: r.Game.Spec().String(), Deals: r.deals, Seed: r.Seed, Payoff: r.Payoff,
		Anchor: r.Entries[r.Anchor].Name, Alpha: alpha, AlphaSweep: sweep,
	}
	if err := r.describePairs(ctx, out, point, low, high); err != nil {
		return nil, err
	}
	if err := r.describeAgents(ctx, out, point, low, high); err != nil {
		return nil, err
	}
	return out, nil
}

// rater holds the deals of an arena in groups of neighbours.
type rater struct {
	ArenaConfig
	seats, deals int // of sides with Teams
	rows, each   int // in pairs, and deals of which one is the mean
	pairs        []PairDeals
	clusters     [][]DealResult // [cluster][pair*halves+half] sums over the cluster's deals
	alpha        float64
}

const (
	// arenaClusters bounds a bootstrap's work, as mostClusters does.
	arenaClusters = 1000
	// priorDeals of each side of every pair.
	priorDeals = 0.5
)

func newRater(config ArenaConfig, pairs []PairDeals, deals, each int) (*rater, error) {
	if config.Payoff == "" {
		config.Payoff = PayoffWins
	}
	if err := config.validateRating().Err(); err != nil {
		return nil, err
	}
	r := &rater{ArenaConfig: config, seats: config.seats(), pairs: pairs, deals: deals, each: each}
	sides := halves(r.seats)
	for k, p := range pairs {
		if len(p.Deals) != sides || len(p.Deals[0]) == 0 {
			return nil, fmt.Errorf("eval: pair %d: want deals in %d ways of seating", k, sides)
		}
		r.rows = len(pairs[0].Deals[0])
		for _, deals := range p.Deals {
			if len(deals) != r.rows {
				return nil, fmt.Errorf("eval: pair %d: %d deals: want %d, as many as the others", k, len(deals), r.rows)
			}
		}
	}
	if n := len(config.Entries); len(pairs) != n*(n-1)/2 {
		return nil, fmt.Errorf("eval: %d pairs of %d agents: want all %d", len(pairs), n, n*(n-1)/2)
	}
	clusters := min(r.rows, arenaClusters)
	r.clusters = make([][]DealResult, clusters)
	for c := range r.clusters {
		from, to := c*r.rows/clusters, (c+1)*r.rows/clusters
		for _, p := range pairs {
			for _, deals := range p.Deals {
				var sum DealResult
				for i, d := range deals[from:to] {
					sum.add(d, r.weight(from+i))
				}
				r.clusters[c] = append(r.clusters[c], sum)
			}
		}
	}
	return r, nil
}

// weight returns the number of deals of a row.
func (r *rater) weight(row int) float64 {
	if row == r.rows-1 {
		return float64(r.deals - r.each*row)
	}
	return float64(r.each)
}

// mean returns the mean of each column over all deals.
func (r *rater) mean(rows [][]float64) []float64 {
	mean := make([]float64, len(rows[0]))
	for i, row := range rows {
		for c, v := range row {
			mean[c] += float64(r.weight(i) * v)
		}
	}
	for c := range mean {
		mean[c] /= float64(r.deals)
	}
	return mean
}

// share returns the interval of a mean share, as shareInterval does.
func (r *rater) share(rows [][]float64, column int, bootstrap Interval) Interval {
	if r.each > 1 && !slices.ContainsFunc(rows, func(row []float64) bool { return row[column] != rows[0][column] }) {
		n := float64(r.deals)
		return Wilson(n*rows[0][column], n)
	}
	return shareInterval(rows, column, bootstrap)
}

func (d *DealResult) add(o DealResult, weight float64) {
	d.WinsA += weight * o.WinsA
	d.WinsB += weight * o.WinsB
	d.ReturnA += weight * o.ReturnA
	d.ReturnB += weight * o.ReturnB
}

// tally is an arena under one weighting of its deals.
type tally struct {
	contests []rating.Contest
	payoffs  [][]float64 // antisymmetric
}

// point tallies under weights drawn from rng, or all equal when it is nil.
func (r *rater) point(rng env.Rand) tally {
	sides := halves(r.seats)
	sums := make([]DealResult, len(r.pairs)*sides)
	total, n := 0.0, float64(r.deals)/float64(len(r.clusters))
	for _, cluster := range r.clusters {
		w := 1.0
		if rng != nil {
			w = rng.ExpFloat64()
		}
		total += w * n
		for k, d := range cluster {
			sums[k].add(d, w)
		}
	}
	t := tally{payoffs: make([][]float64, len(r.Entries))}
	for i := range t.payoffs {
		t.payoffs[i] = make([]float64, len(r.Entries))
	}
	prior := func() float64 {
		if rng == nil {
			return priorDeals
		}
		z := rng.NormFloat64() // Gamma(1/2)
		return z * z / 2
	}
	for k, p := range r.pairs {
		payoff := 0.0
		for half := range sides {
			d := sums[k*sides+half]
			c := rating.Contest{A: p.A, B: p.B, WinsA: d.WinsA, WinsB: d.WinsB, SeatsA: 1, SeatsB: float64(r.seats - 1)}
			if half == 1 {
				c.SeatsA, c.SeatsB = c.SeatsB, c.SeatsA
			}
			t.contests = append(t.contests, c)
			payoff += r.payoff(d) / total / float64(sides)
		}
		t.contests = append(t.contests, rating.Contest{A: p.A, B: p.B, WinsA: prior(), WinsB: prior(), SeatsA: 1, SeatsB: 1})
		t.payoffs[p.A][p.B], t.payoffs[p.B][p.A] = payoff, -payoff
	}
	return t
}

// payoff returns the payoff of a deal, or of a sum of deals, to a.
func (r *rater) payoff(d DealResult) float64 {
	if r.Payoff == PayoffReturns {
		return (d.ReturnA - d.ReturnB) / 2
	}
	return d.WinsA - d.WinsB
}

// figures are all ratings under one weighting.
type figures struct {
	theta        []float64
	alpha        []float64
	nash, rating []float64
}

func (r *rater) figures(t tally, start []float64) figures {
	f := figures{theta: rating.FitElo(len(r.Entries), r.Anchor, t.contests, start)}
	f.alpha = rating.AlphaRank(t.payoffs, r.alpha)
	f.nash = rating.NashAverage(t.payoffs)
	for _, row := range t.payoffs {
		against := 0.0
		for i, v := range row {
			against += v * f.nash[i]
		}
		f.rating = append(f.rating, against)
	}
	return f
}

// flat lists all figures: Elo differences of all pairs, then agent by agent Elo,
// α-rank, Nash weight and Nash rating.
func (r *rater) flat(f figures) []float64 {
	var all []float64
	for _, p := range r.pairs {
		all = append(all, rating.EloPerNat*(f.theta[p.A]-f.theta[p.B]))
	}
	for i := range r.Entries {
		all = append(all, rating.EloAnchor+rating.EloPerNat*(f.theta[i]-f.theta[r.Anchor]), f.alpha[i], f.nash[i], f.rating[i])
	}
	return all
}

// perAgent is the number of figures of one agent in flat.
const perAgent = 4

// spread returns the 95% interval of every figure. Each replicate has a stream of its
// own, so that workers do not matter.
func (r *rater) spread(ctx context.Context, start []float64) (low, high []float64, err error) {
	replicates := make([][]float64, resamples)
	workers := r.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	seed := env.Stream(r.Seed, purposeArenaIntervals).Uint64()
	var next atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= resamples || ctx.Err() != nil {
					return
				}
				replicates[k] = r.flat(r.figures(r.point(rand.New(rand.NewPCG(seed, uint64(k)))), start))
			}
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	column := make([]float64, resamples)
	for c := range replicates[0] {
		for k := range replicates {
			column[k] = replicates[k][c]
		}
		slices.Sort(column)
		low = append(low, stat.Quantile((1-Confidence)/2, stat.Empirical, column, nil))
		high = append(high, stat.Quantile(1-(1-Confidence)/2, stat.Empirical, column, nil))
	}
	return low, high, nil
}

func (r *rater) describePairs(ctx context.Context, out *Arena, point figures, low, high []float64) error {
	sides := halves(r.seats)
	each := r.Game.Spec().Players / r.seats // seats of a side, or 1
	flat := r.flat(point)
	for k, p := range r.pairs {
		games := r.deals * cmp.Or(p.Each, r.seats)
		pair := PairResult{
			A: r.Entries[p.A].Name, B: r.Entries[p.B].Name, Games: sides * games,
			EloDifference: flat[k], EloDifferenceLow: low[k], EloDifferenceHigh: high[k],
		}
		const own, other, payoff, inHalf = 0, 1, 2, 3 // columns
		rows := make([][]float64, r.rows)
		for d := range rows {
			row := make([]float64, inHalf+sides)
			for half, deals := range p.Deals {
				row[own] += deals[d].WinsA / float64(sides)
				row[other] += deals[d].WinsB / float64(sides)
				row[payoff] += r.payoff(deals[d]) / float64(sides)
				row[inHalf+half] = deals[d].WinsA
			}
			rows[d] = row
		}
		mean := r.mean(rows)
		spread, err := Bootstrap(ctx, rows, r.Seed)
		if err != nil {
			return err
		}
		wins, others := r.share(rows, own, spread[own]), r.share(rows, other, spread[other])
		pair.WinRate, pair.Low, pair.High = mean[own], wins.Low, wins.High
		pair.WinRateB, pair.LowB, pair.HighB = mean[other], others.Low, others.High
		most := 1. // of a payoff
		if spec := r.Game.Spec(); r.Payoff == PayoffReturns {
			most = (spec.MaxUtility - spec.MinUtility) / 2
		}
		payoffs := meanInterval(rows, payoff, spread[payoff], -most, most)
		pair.Payoff, pair.PayoffLow, pair.PayoffHigh = mean[payoff], payoffs.Low, payoffs.High
		for half := range sides {
			s := Seating{SeatsA: each, SeatsB: each * (r.seats - 1), Games: games, WinRate: mean[inHalf+half]}
			if half == 1 {
				s.SeatsA, s.SeatsB = s.SeatsB, s.SeatsA
			}
			wins := r.share(rows, inHalf+half, spread[inHalf+half])
			s.Low, s.High = wins.Low, wins.High
			s.EqualShare = float64(s.SeatsA) / float64(each*r.seats)
			pair.Seatings = append(pair.Seatings, s)
		}
		out.Games += pair.Games
		out.Pairs = append(out.Pairs, pair)
	}
	return nil
}

func (r *rater) describeAgents(ctx context.Context, out *Arena, point figures, low, high []float64) error {
	flat := r.flat(point)
	sides := halves(r.seats)
	rows := make([][]float64, r.rows) // every agent's mean win rate
	others := float64(len(r.Entries)-1) * float64(sides)
	for d := range rows {
		rows[d] = make([]float64, len(r.Entries))
		for _, p := range r.pairs {
			for _, deals := range p.Deals {
				rows[d][p.A] += deals[d].WinsA / others
				rows[d][p.B] += deals[d].WinsB / others
			}
		}
	}
	mean := r.mean(rows)
	spread, err := Bootstrap(ctx, rows, r.Seed)
	if err != nil {
		return err
	}
	for i, e := range r.Entries {
		at := len(r.pairs) + perAgent*i
		wins := r.share(rows, i, spread[i])
		out.Agents = append(out.Agents, Rating{
			Name: e.Name, Elo: flat[at], EloLow: low[at], EloHigh: high[at],
			WinRate: mean[i], Low: wins.Low, High: wins.High,
		})
		out.AlphaRank = append(out.AlphaRank, Mass{Name: e.Name, Mass: flat[at+1], Low: low[at+1], High: high[at+1]})
		out.NashAverage = append(out.NashAverage, NashRating{
			Name: e.Name, Weight: flat[at+2], Low: low[at+2], High: high[at+2],
			Rating: flat[at+3], RatingLow: low[at+3], RatingHigh: high[at+3],
		})
	}
	return nil
}
