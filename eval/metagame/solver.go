package metagame

import "ringer/eval/matrixgame"

// Solver is a meta-solver: the rule by which the sides mix their players.
type Solver string

// The meta-solvers. Nash is an equilibrium of the payoffs. Uniform gives all players the same share,
// as fictitious play does with best responses. AlphaRank gives each player the time that a
// population spends with it in which one mutation at a time is tried and nearly always stays where
// it pays (Omidshafiei and others, "α-Rank: Multi-agent evaluation by evolution", 2019, in the
// limit of a large α); it follows circles where Nash balances them.
const (
	Nash      Solver = "nash"
	Uniform   Solver = "uniform"
	AlphaRank Solver = "alpharank"
)

// Solvers lists the meta-solvers.
func Solvers() []Solver { return []Solver{Nash, Uniform, AlphaRank} }

// MostRanked bounds the players that AlphaRank mixes where the sides differ: its states are their
// pairs.
const MostRanked = 16

// mutates is the chance that a mutation stays which pays less than what it replaces.
const mutates = 0.01

// mix returns the mixture of each side: the same one twice where they are alike.
func (c *Config) mix(payoffs [][]float64) (first, second []float64) {
	n := len(payoffs)
	switch {
	case c.Solver == Uniform:
		first = make([]float64, n)
		for i := range first {
			first[i] = 1 / float64(n)
		}
		return first, first
	case c.Solver == AlphaRank && c.Alike:
		first = stationary(n, func(i, k int) float64 { return stays(payoffs[k][i], payoffs[i][k]) })
		return first, first
	case c.Solver == AlphaRank:
		first, second = make([]float64, n), make([]float64, n)
		pairs := stationary(n*n, func(from, to int) float64 {
			i, j, k, l := from/n, from%n, to/n, to%n
			switch {
			case j == l: // the first side mutates
				return stays(payoffs[k][j], payoffs[i][j])
			case i == k:
				return stays(-payoffs[i][l], -payoffs[i][j])
			}
			return 0
		})
		for at, p := range pairs {
			first[at/n] += p
			second[at%n] += p
		}
		return first, second
	}
	s := matrixgame.Solve(payoffs)
	if c.Alike {
		return s.Rows, s.Rows
	}
	return s.Rows, s.Columns
}

// stays returns the chance that a mutation takes over.
func stays(mutant, resident float64) float64 {
	switch {
	case mutant > resident:
		return 1 - mutates
	case mutant < resident:
		return mutates
	}
	return 0.5
}

// stationary returns the shares of time of the states of a Markov chain that moves between
// different states at these rates, by state reduction without subtractions (Grassmann, Taksar and
// Heyman, "Regenerative analysis and steady state distributions for Markov chains", 1985).
func stationary(n int, rate func(from, to int) float64) []float64 {
	r := square(n)
	for i := range n {
		for j := range n {
			if i != j {
				r[i][j] = rate(i, j)
			}
		}
	}
	for k := n - 1; k > 0; k-- {
		out := 0.0
		for j := range k {
			out += r[k][j]
		}
		for i := range k {
			if r[i][k] /= out; r[i][k] == 0 {
				continue
			}
			for j := range k {
				r[i][j] += float64(r[i][k] * r[k][j])
			}
		}
	}
	shares, total := make([]float64, n), 1.0
	shares[0] = 1
	for k := 1; k < n; k++ {
		for i := range k {
			shares[k] += float64(shares[i] * r[i][k])
		}
		total += shares[k]
	}
	for k := range shares {
		shares[k] /= total
	}
	return shares
}
