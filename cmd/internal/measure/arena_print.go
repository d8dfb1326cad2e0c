package measure

import (
	"cmp"
	"fmt"

	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/eval/rating"
	"ringer/internal/numbers"
)

// fewDeals is a number of deals too small to estimate their variance.
const fewDeals = 30

func printArena(t *shell.Terminal, a *eval.Arena) error {
	order := a.Ranked()
	pair := a.Pairs[0]
	split := "in both rotations of the seats"
	switch {
	case len(pair.Seatings) > 1:
		split = fmt.Sprintf("in all rotations of %d against %d and of %d against %d seats",
			pair.Seatings[0].SeatsA, pair.Seatings[0].SeatsB, pair.Seatings[1].SeatsA, pair.Seatings[1].SeatsB)
	case pair.Seatings[0].SeatsA > 1:
		split = "each agent once as either team"
	}
	rows := [][]string{{"AGENT", "ELO", "WINS", "α-RANK", "NASH", "AGAINST NASH"}}
	for _, i := range order {
		r, m, n := a.Agents[i], a.AlphaRank[i], a.NashAverage[i]
		rows = append(rows, []string{
			r.Name, numbers.Rating(r.Elo, r.EloLow, r.EloHigh), numbers.Share(r.WinRate, r.Low, r.High),
			numbers.Share(m.Mass, m.Low, m.High), numbers.Share(n.Weight, n.Low, n.High), numbers.Signed(n.Rating, n.RatingLow, n.RatingHigh),
		})
	}
	return cmp.Or(
		t.Printf("%s: %s games; every pair played the same %s deals, %s (%s games); seed %d%s\n\n",
			a.Game, shell.Count(float64(a.Games)), shell.Count(float64(a.Deals)), split, shell.Count(float64(pair.Games)), a.Seed, shell.IfInterrupted(a.Interrupted)),
		t.Table(rows),
		t.Printf("\nWins of the row against the column:\n"),
		t.Table(crossTable(a, order, func(p eval.PairResult) string { return shell.Percent(p.WinRate) })),
		t.Printf("\nEvery pair, the higher rated first:\n"), t.Table(pairTable(a, order)), warnOfFewDeals(t, a),
		t.Printf("\nElo: %s is %d. α-rank and Nash averaging are of %s; α = %.3g, where the sweep has settled.\n", a.Anchor, rating.EloAnchor, a.Payoff, a.Alpha),
	)
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
			row = append(row, cell(a.Between(i, j)))
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
			p := a.Between(i, j)
			rows = append(rows, []string{
				p.A, p.B, numbers.Share(p.WinRate, p.Low, p.High), numbers.Above(p.EloDifference, p.EloDifferenceLow, p.EloDifferenceHigh),
				numbers.Signed(p.Payoff, p.PayoffLow, p.PayoffHigh),
			})
		}
	}
	return rows
}
