package arc

import (
	"cmp"
	"math"
	"slices"

	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// z is the quantile of a two-sided 95% interval.
const z = 1.959963984540054

// leader returns the seat that is ahead by more than the noise of the playouts, or -1. The
// difference of two shares of the same playouts has the variance (a+b-(a-b)²)/n.
func (s *Study) leader(p *position) int {
	chances := make([]float64, len(p.halves[0]))
	for seat := range chances {
		chances[seat] = p.chance(seat)
	}
	ahead := first(chances)
	second := 0.
	for seat, x := range chances {
		if seat != ahead {
			second = max(second, x)
		}
	}
	a, b := chances[ahead], second
	if a-b <= z*math.Sqrt(max(0, a+b-(a-b)*(a-b))/float64(s.Playouts)) {
		return -1
	}
	return ahead
}

// turn holds the number by which one game is listed.
type turn struct {
	game, at int
	size     float64 // the larger the better an example
}

// turns counts changes of the lead, decisions and comebacks.
func (s *Study) turns(c *corpus.Corpus, games [][]position) {
	var changes, decided []float64
	var most, comebacks, earliest []turn
	early, open, back, alone := 0., 0., 0., 0
	half := .5 / float64(len(c.Games[0].Shares))
	for i, game := range games {
		n, at, last := 0, 0, -1
		for k := range game {
			if ahead := s.leader(&game[k]); ahead >= 0 {
				if last >= 0 && ahead != last {
					n, at = n+1, game[k].at
				}
				last = ahead
			}
		}
		changes = append(changes, float64(n))
		if n > 0 {
			most = append(most, turn{i, at, float64(n)})
		}
		winner := sole(c.Games[i].Shares)
		if winner < 0 {
			continue
		}
		alone++
		from, lowest := len(game), 0
		for k := len(game) - 1; k >= 0 && game[k].chance(winner) > Decided; k-- {
			from = k
		}
		for k := range game {
			if game[k].chance(winner) < game[lowest].chance(winner) {
				lowest = k
			}
		}
		when := float64(from) / float64(len(game))
		decided = append(decided, when)
		if when < .5 {
			early++
			earliest = append(earliest, turn{i, game[from].at, -when})
		}
		if from == len(game) {
			open++
		}
		if x := game[lowest].chance(winner); x <= half {
			back++
			comebacks = append(comebacks, turn{i, game[lowest].at, -x})
		}
	}
	s.LeadChanges = ratio.Over("lead changes", changes, eval.Confidence)
	s.LeadChanges.Low = max(0, s.LeadChanges.Low)
	if alone > 0 {
		s.Decided = ratio.SpreadOf("decided", decided)
	}
	s.Early = ratio.OfShare("early", early, alone, eval.Confidence)
	s.Open = ratio.OfShare("open", open, alone, eval.Confidence)
	s.Comeback = ratio.OfShare("comebacks", back, alone, eval.Confidence)
	s.MostChanges, s.Comebacks, s.Earliest = examples(c, most), examples(c, comebacks), examples(c, earliest)
}

// examples returns the three best examples.
func examples(c *corpus.Corpus, list []turn) []flag.Example {
	slices.SortStableFunc(list, func(a, b turn) int { return cmp.Compare(b.size, a.size) })
	out := []flag.Example{}
	for _, t := range list[:min(3, len(list))] {
		out = append(out, flag.Example{History: c.Games[t.game].History, At: t.at})
	}
	return out
}
