package measure

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/internal/numbers"
)

// arenaFigures lists every figure of an arena with its interval.
func arenaFigures(a *eval.Arena) [][]string {
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

// fewDeals is a number of deals too small to estimate their variance.
const fewDeals = 30

func printArena(t *shell.Terminal, a *eval.Arena) error {
	order := ranked(a)
	pair := a.Pairs[0]
	split := "in both rotations of the seats"
	switch {
	case len(pair.Seatings) > 1:
		split = fmt.Sprintf("in all rotations of %d against %d and of %d against %d seats",
			pair.Seatings[0].SeatsA, pair.Seatings[0].SeatsB, pair.Seatings[1].SeatsA, pair.Seatings[1].SeatsB)
	case pair.Seatings[0].SeatsA > 1:
		split = "each agent once as either team"
	}
	if err := t.Printf("%s: %s games; every pair played the same %s deals, %s (%s games); seed %d%s\n\n",
		a.Game, shell.Count(float64(a.Games)), shell.Count(float64(a.Deals)), split, shell.Count(float64(pair.Games)), a.Seed, shell.IfInterrupted(a.Interrupted)); err != nil {
		return err
	}
	rows := [][]string{{"AGENT", "ELO", "WINS", "α-RANK", "NASH", "AGAINST NASH"}}
	for _, i := range order {
		r, m, n := a.Agents[i], a.AlphaRank[i], a.NashAverage[i]
		rows = append(rows, []string{
			r.Name, numbers.Rating(r.Elo, r.EloLow, r.EloHigh), numbers.Share(r.WinRate, r.Low, r.High),
			numbers.Share(m.Mass, m.Low, m.High), numbers.Share(n.Weight, n.Low, n.High), numbers.Signed(n.Rating, n.RatingLow, n.RatingHigh),
		})
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	if err := t.Printf("\nWins of the row against the column:\n"); err != nil {
		return err
	}
	if err := t.Table(crossTable(a, order, func(p eval.PairResult) string { return shell.Percent(p.WinRate) })); err != nil {
		return err
	}
	if err := t.Printf("\nEvery pair, the higher rated first:\n"); err != nil {
		return err
	}
	if err := t.Table(pairTable(a, order)); err != nil {
		return err
	}
	if err := warnOfFewDeals(t, a); err != nil {
		return err
	}
	return t.Printf("\nElo: %s is %d. α-rank and Nash averaging are of %s; α = %.3g, where the sweep has settled.\n",
		a.Anchor, eval.EloAnchor, a.Payoff, a.Alpha)
}

// warnOfFewDeals warns when intervals rest on too few deals.
func warnOfFewDeals(t *shell.Terminal, a *eval.Arena) error {
	if a.Deals >= fewDeals {
		return nil
	}
	deals := "deals"
	if a.Deals == 1 {
		deals = "deal"
	}
	return t.Printf("\nOnly %d %s: intervals of ratings and payoffs are too narrow. Play more --games.\n", a.Deals, deals)
}

// between returns the result of i against j, as seen from i.
func between(a *eval.Arena, i, j int) eval.PairResult {
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
	panic("ringer: an arena without the pair " + strings.Join([]string{one, two}, ", "))
}

// crossTable shows every row against every column.
func crossTable(a *eval.Arena, order []int, cell func(eval.PairResult) string) [][]string {
	head := []string{""}
	for k := range order {
		head = append(head, fmt.Sprint(k+1))
	}
	rows := [][]string{head}
	for k, i := range order {
		row := []string{fmt.Sprintf("%d  %s", k+1, a.Agents[i].Name)}
		for _, j := range order {
			if i == j {
				row = append(row, "·")
				continue
			}
			row = append(row, cell(between(a, i, j)))
		}
		rows = append(rows, row)
	}
	return rows
}

// pairTable shows every pair's differences with their intervals.
func pairTable(a *eval.Arena, order []int) [][]string {
	rows := [][]string{{"A", "B", "WINS OF A", "ELO DIFFERENCE", "PAYOFF"}}
	for k, i := range order {
		for _, j := range order[k+1:] {
			p := between(a, i, j)
			rows = append(rows, []string{
				p.A, p.B, numbers.Share(p.WinRate, p.Low, p.High), numbers.Above(p.EloDifference, p.EloDifferenceLow, p.EloDifferenceHigh),
				numbers.Signed(p.Payoff, p.PayoffLow, p.PayoffHigh),
			})
		}
	}
	return rows
}
