package metagame

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"ringer/env"
	"ringer/eval"
)

// Pair holds the deals of two players: A and B are their numbers. A player against itself is a
// pair too, where the sides differ.
type Pair struct {
	A, B  int
	Deals []eval.SidePayoffs // A first
}

// Config describes a meta-game. All pairs played the same deals.
type Config struct {
	Players int
	Alike   bool // the sides: payoffs are the means over both, and both have one mixture
	Pairs   []Pair
	Seed    uint64 // of the intervals
	Solver  Solver // empty: Nash
}

// Mixed holds the mixtures of the sides, one where they are alike, with 95% intervals over deals.
type Mixed struct {
	Payoffs [][]float64 // of the first side, by its player and the other's
	Value   Figure      // of the first side
	Shares  [][]Figure  // [player][side]

	// Gains holds what each player gets in a side, less the side's value, while the other side
	// plays its mixture: 0 for those with a share in an equilibrium, and above 0 nowhere in one.
	Gains [][]Figure // [player][side]
}

// Figure is a number with its 95% interval.
type Figure struct {
	Is   float64 `json:"is"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

const (
	resamples = 1000
	clusters  = 1000 // bounds the work of a resample
)

// Solve mixes the players of a meta-game. The intervals come from Rubin's Bayesian
// bootstrap ("The Bayesian bootstrap", 1981): deals get exponential weights, the same for all
// pairs. The error is the context's. It panics when pairs are missing, or have other numbers of
// deals.
func Solve(ctx context.Context, c Config) (*Mixed, error) {
	deals := len(c.Pairs[0].Deals)
	n := min(deals, clusters)
	sums := make([][][]float64, n)
	seen := 0
	for k := range sums {
		sums[k] = c.table(k*deals/n, (k+1)*deals/n)
	}
	for _, p := range c.Pairs {
		if len(p.Deals) != deals {
			panic(fmt.Sprintf("metagame: players %d and %d have %d deals, others %d", p.A, p.B, len(p.Deals), deals))
		}
		seen++
	}
	if want := c.Players * (c.Players - 1) / 2; c.Alike && seen != want || !c.Alike && seen != want+c.Players {
		panic(fmt.Sprintf("metagame: %d pairs of %d players", seen, c.Players))
	}
	weigh := func(weight func() float64) [][]float64 {
		mean, total := square(c.Players), 0.0
		for k, table := range sums {
			w := weight()
			total += w * float64((k+1)*deals/n-k*deals/n)
			for i, row := range table {
				for j, x := range row {
					mean[i][j] += float64(w * x)
				}
			}
		}
		for _, row := range mean {
			for j := range row {
				row[j] /= total
			}
		}
		return mean
	}
	out := &Mixed{Payoffs: weigh(func() float64 { return 1 })}
	point := c.solve(out.Payoffs)
	columns := make([][]float64, len(point))
	for r := range resamples {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rng := env.Stream(c.Seed, purposeWeights, uint64(r))
		for i, x := range c.solve(weigh(rng.ExpFloat64)) {
			columns[i] = append(columns[i], x)
		}
	}
	figures := make([]Figure, len(point))
	for i, column := range columns {
		slices.Sort(column)
		figures[i] = Figure{
			point[i],
			stat.Quantile((1-eval.Confidence)/2, stat.Empirical, column, nil),
			stat.Quantile(1-(1-eval.Confidence)/2, stat.Empirical, column, nil),
		}
	}
	out.Value, figures = figures[0], figures[1:]
	for range c.Players {
		s := c.sides()
		out.Shares, out.Gains, figures = append(out.Shares, figures[:s]), append(out.Gains, figures[s:2*s]), figures[2*s:]
	}
	return out, nil
}

// sides returns the number of mixtures.
func (c *Config) sides() int {
	if c.Alike {
		return 1
	}
	return 2
}

// table returns the sums of the payoffs of the deals from ≤ deal < to.
func (c *Config) table(from, to int) [][]float64 {
	sums := square(c.Players)
	for _, p := range c.Pairs {
		for _, d := range p.Deals[from:to] {
			switch {
			case c.Alike:
				sums[p.A][p.B] += (d.First - d.Second) / 2
				sums[p.B][p.A] -= (d.First - d.Second) / 2
			case p.A == p.B:
				sums[p.A][p.A] += (d.First + d.Second) / 2
			default:
				sums[p.A][p.B] += d.First
				sums[p.B][p.A] += d.Second
			}
		}
	}
	return sums
}

// solve returns the value of a table, and player by player the shares and the gains by side.
func (c *Config) solve(payoffs [][]float64) []float64 {
	first, second := c.mix(payoffs)
	rows, columns, value := make([]float64, c.Players), make([]float64, c.Players), 0.0
	for i := range c.Players {
		for j := range c.Players {
			rows[i] += float64(payoffs[i][j] * second[j])
			columns[j] -= float64(payoffs[i][j] * first[i])
		}
		value += float64(first[i] * rows[i])
	}
	if c.Alike {
		value = 0
	}
	out := []float64{value}
	for i := range c.Players {
		if c.Alike {
			out = append(out, first[i], rows[i])
		} else {
			out = append(out, first[i], second[i], rows[i]-value, columns[i]+value)
		}
	}
	return out
}

func square(n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
	}
	return out
}
