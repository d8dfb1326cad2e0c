package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Ranked returns the numbers of the agents in the order of their ratings, the highest first.
func (a *Arena) Ranked() []int {
	order := make([]int, len(a.Agents))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a.Agents[j].Elo, a.Agents[i].Elo) })
	return order
}

// Between returns the result of agent i against agent j, as seen from i.
func (a *Arena) Between(i, j int) PairResult {
	one, two := a.Agents[i].Name, a.Agents[j].Name
	for _, p := range a.Pairs {
		if p.A == one && p.B == two {
			return p
		}
		if p.A == two && p.B == one {
			r := p
			r.A, r.B = one, two
			r.WinRate, r.Low, r.High, r.WinRateB, r.LowB, r.HighB = p.WinRateB, p.LowB, p.HighB, p.WinRate, p.Low, p.High
			r.Payoff, r.PayoffLow, r.PayoffHigh = -p.Payoff, -p.PayoffHigh, -p.PayoffLow
			r.EloDifference, r.EloDifferenceLow, r.EloDifferenceHigh = -p.EloDifference, -p.EloDifferenceHigh, -p.EloDifferenceLow
			return r
		}
	}
	panic("eval: an arena without the pair " + one + ", " + two)
}

// Figures lists every figure with its interval as rows of a table, the heading first.
func (a *Arena) Figures() [][]string {
	rows := [][]string{{"figure", "a", "b", "games", "estimate", "low", "high"}}
	add := func(figure, one, two string, games int, values ...float64) {
		row := []string{figure, one, two, strconv.Itoa(games)}
		for _, v := range values {
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		}
		rows = append(rows, row)
	}
	each := 0 // games of one agent
	for _, p := range a.Pairs {
		each = p.Games * (len(a.Agents) - 1)
		add("win_rate", p.A, p.B, p.Games, p.WinRate, p.Low, p.High)
		add("payoff", p.A, p.B, p.Games, p.Payoff, p.PayoffLow, p.PayoffHigh)
		add("elo_difference", p.A, p.B, p.Games, p.EloDifference, p.EloDifferenceLow, p.EloDifferenceHigh)
		for _, s := range p.Seatings {
			add(fmt.Sprintf("win_rate_%d_against_%d", s.SeatsA, s.SeatsB), p.A, p.B, s.Games, s.WinRate, s.Low, s.High)
		}
	}
	for i, r := range a.Agents {
		add("elo", r.Name, "", each, r.Elo, r.EloLow, r.EloHigh)
		add("win_rate", r.Name, "", each, r.WinRate, r.Low, r.High)
		m, n := a.AlphaRank[i], a.NashAverage[i]
		add("alpha_rank", r.Name, "", each, m.Mass, m.Low, m.High)
		add("nash_weight", r.Name, "", each, n.Weight, n.Low, n.High)
		add("nash_rating", r.Name, "", each, n.Rating, n.RatingLow, n.RatingHigh)
	}
	return rows
}
