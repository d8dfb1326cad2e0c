package luck

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"ringer/env"
	"ringer/env/drive"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/ratio"
)

// Config says which agents play, and how often a deal is played again.
type Config struct {
	Game env.Game

	// Agent sits in every seat of the games whose variance is taken apart.
	Agent eval.Entry

	Deals   int // 0: DefaultDeals
	Chances int // seeds of later chance for each deal; 0: DefaultChances
	Replays int // seeds of the agents, each with every seed of chance; 0: DefaultReplays

	// Levels are agents of growing skill, each of which is measured against the one before
	// it, in LevelGames games; 0: DefaultLevelGames.
	Levels     []eval.Entry
	LevelGames int

	Seed     uint64
	Workers  int
	Place    *eval.Place           // where the games are played; nil: in this process
	Progress func(done, total int) // games
}

// What a Config means that leaves numbers out.
const (
	DefaultDeals      = 200
	DefaultChances    = 4
	DefaultReplays    = 3
	DefaultLevelGames = 600
)

// Study takes the variance of a seat's return apart. In a game whose returns say who won,
// that is the variance of its share of the win.
//
// A game is played by the same agent in every seat. Its outcome is a function of the seat,
// the deal (chance before the first decision), later chance, and the random numbers of the
// agents. Each deal is played on with several seeds of later chance, and with each of those
// the same several seeds of the agents. The components of this crossed design are estimated
// from its mean squares (Searle, Casella and McCulloch, "Variance Components", 1992, chapter
// 4: the analysis-of-variance estimators of balanced data); they are the first-order indices
// of seat, deal, later chance and agents, and the rest (Sobol, "Sensitivity estimates for
// nonlinear mathematical models", 1993). The rest is decided by later chance and agents
// together only: another card drawn after another choice. Where every choice leads to other
// dice, as in long games, that is most of it. The same seed of chance gives the same
// quantiles one after the other, so that "the same dice" of two replays mean the same as
// long as both throw them in the same order.
type Study struct {
	Game    string `json:"game"`
	Agent   string `json:"agent"`
	Seed    uint64 `json:"seed"`
	Deals   int    `json:"deals"`
	Chances int    `json:"chances"`
	Replays int    `json:"replays"`
	Games   int    `json:"games"`

	// Shares of the variance of a seat's return, with 95% intervals by
	// resampling whole deals. They sum up to 1.
	Seat   ratio.Figure `json:"seat"`
	Deal   ratio.Figure `json:"deal"`
	Chance ratio.Figure `json:"chance"`
	Agents ratio.Figure `json:"agents"`
	Both   ratio.Figure `json:"both"` // later chance and the agents together only

	// Dealt says that chance acts before the first decision: otherwise no deal is known.
	Dealt bool `json:"dealt"`

	Skill []Step `json:"skill"` // of the levels, weakest first
}

// deal holds what one deal adds to the sums.
type deal struct {
	mean                 []float64 // return by seat
	chance, agents, both float64   // components of the variance within the deal, the mean over the seats
}

// Play plays the games and takes them apart. It returns the errors of eval.PlayFrom.
// Results do not depend on the workers.
func Play(ctx context.Context, c Config) (*Study, error) {
	if c.Game == nil || c.Agent.Agent == nil {
		return nil, errors.New("luck: want a game and an agent")
	}
	for _, x := range []struct {
		at    *int
		other int
	}{{&c.Deals, DefaultDeals}, {&c.Chances, DefaultChances}, {&c.Replays, DefaultReplays}, {&c.LevelGames, DefaultLevelGames}} {
		if *x.at <= 0 {
			*x.at = x.other
		}
	}
	if c.Deals < 2 || c.Chances < 2 || c.Replays < 2 {
		return nil, errors.New("luck: want two deals, chances and replays at least")
	}
	s := &Study{
		Game: c.Game.Spec().String(), Agent: c.Agent.Name, Seed: c.Seed,
		Deals: c.Deals, Chances: c.Chances, Replays: c.Replays, Games: c.Deals * c.Chances * c.Replays, Skill: []Step{},
	}
	total := s.Games + max(0, len(c.Levels)-1)*c.LevelGames
	config := eval.MatchConfig{Game: c.Game, Entries: []eval.Entry{c.Agent}, Workers: c.Workers, Place: c.Place}
	if c.Progress != nil {
		config.Progress = func(done, _ int) { c.Progress(done, total) }
	}
	starts, err := s.starts(&c)
	if err != nil {
		return nil, err
	}
	outcomes, err := corpus.Playouts(ctx, config, starts)
	if err != nil {
		return nil, err
	}
	deals := make([]deal, c.Deals)
	for i := range deals {
		n := c.Chances * c.Replays
		deals[i] = sumUp(outcomes[i*n:(i+1)*n], c.Replays)
	}
	s.divide(deals)
	for k := 1; k < len(c.Levels); k++ {
		step, err := measure(ctx, &c, k, s.Games+(k-1)*c.LevelGames, total)
		if err != nil {
			return nil, err
		}
		s.Skill = append(s.Skill, *step)
	}
	return s, nil
}

// starts deals, and seeds what follows.
func (s *Study) starts(c *Config) (out []eval.Start, err error) {
	for i := range c.Deals {
		var table drive.Table
		table.Set(c.Game.NewInitialState())
		s.Dealt = table.State().CurrentPlayer() == env.Chance
		path := &eval.Path{}
		table.Note = func(a env.Action) { path.Before = append(path.Before, a) }
		if _, err = table.Roll(env.Stream(c.Seed, purposeLuck, uint64(i))); err != nil {
			return nil, err
		}
		state := table.State().Clone()
		for j := range c.Chances {
			for k := range c.Replays {
				out = append(out, eval.Start{
					State: state, Path: path, Seed: corpus.SeedOf(c.Seed, purposeLuck, i, j, 0), Agents: corpus.SeedOf(c.Seed, purposeLuck, i, k, 1),
				})
			}
		}
	}
	return out, nil
}

// sumUp returns the components of one deal: its outcomes come from one chance after the
// other, each with `replays` seeds of the agents.
func sumUp(outcomes []corpus.Outcome, replays int) deal {
	seats, chances := len(outcomes[0].Shares), len(outcomes)/replays
	d := deal{mean: make([]float64, seats)}
	j, k := float64(chances), float64(replays)
	for seat := range seats {
		byChance, byAgents := make([]float64, chances), make([]float64, replays)
		mean := 0.
		for i, o := range outcomes {
			x := o.Returns[seat]
			byChance[i/replays] += x / k
			byAgents[i%replays] += x / j
			mean += x / (j * k)
		}
		rest := 0.
		for i, o := range outcomes {
			x := o.Returns[seat] - byChance[i/replays] - byAgents[i%replays] + mean
			rest += x * x / ((j - 1) * (k - 1))
		}
		d.mean[seat] = mean
		d.both += rest / float64(seats)
		d.chance += (stat.Variance(byChance, nil) - rest/k) / float64(seats)
		d.agents += (stat.Variance(byAgents, nil) - rest/j) / float64(seats)
	}
	return d
}

// parts are the five components of the variance.
type parts struct{ seat, deal, chance, agents, both float64 }

// components returns the components of deals that are given by their numbers.
func (s *Study) components(deals []deal, which []int) (p parts) {
	seats := len(deals[0].mean)
	n, j, k := float64(len(which)), float64(s.Chances), float64(s.Replays)
	for _, i := range which {
		p.chance += deals[i].chance / n
		p.agents += deals[i].agents / n
		p.both += deals[i].both / n
	}
	var means []float64
	for seat := range seats {
		xs := make([]float64, 0, len(which))
		for _, i := range which {
			xs = append(xs, deals[i].mean[seat])
		}
		mean, variance := stat.MeanVariance(xs, nil)
		means = append(means, mean)
		if s.Dealt {
			p.deal += (variance - p.chance/j - p.agents/k - p.both/(j*k)) / float64(seats)
		}
		p.seat -= variance / n / float64(seats) // the noise of the mean
	}
	all := stat.Mean(means, nil)
	for _, m := range means {
		p.seat += (m - all) * (m - all) / float64(seats)
	}
	return parts{max(0, p.seat), max(0, p.deal), max(0, p.chance), max(0, p.agents), max(0, p.both)}
}

// resamples of the deals, of which the 95% intervals are quantiles.
const resamples = 1000

// divide fills in the shares.
func (s *Study) divide(deals []deal) {
	which := make([]int, len(deals))
	for i := range which {
		which[i] = i
	}
	shares := func(which []int) (out [5]float64) {
		p := s.components(deals, which)
		out = [5]float64{p.seat, p.deal, p.chance, p.agents, p.both}
		total := p.seat + p.deal + p.chance + p.agents + p.both
		for i := range out {
			if total > 0 {
				out[i] /= total
			}
		}
		return out
	}
	value := shares(which)
	rng := rand.New(rand.NewPCG(env.Stream(s.Seed, purposeLuck).Uint64(), uint64(len(deals))))
	var spread [5][]float64
	for range resamples {
		for i := range which {
			which[i] = rng.IntN(len(deals))
		}
		for k, x := range shares(which) {
			spread[k] = append(spread[k], x)
		}
	}
	for k, f := range []*ratio.Figure{&s.Seat, &s.Deal, &s.Chance, &s.Agents, &s.Both} {
		slices.Sort(spread[k])
		*f = ratio.Figure{
			Name: []string{"seat", "deal", "chance", "agents", "both"}[k], Share: true, Value: value[k], Of: s.Games, Games: len(deals),
			Low: stat.Quantile(.025, stat.Empirical, spread[k], nil), High: stat.Quantile(.975, stat.Empirical, spread[k], nil),
		}
		f.Low, f.High = math.Min(f.Low, f.Value), math.Max(f.High, f.Value)
	}
}
