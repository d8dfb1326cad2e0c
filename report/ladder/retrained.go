package ladder

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// RetrainedBlock returns a table of how whole runs play whose configurations bots come from, beside
// the bots: other seeds, or the same one on other vectors. It is empty without such runs.
func RetrainedBlock(runs []Training, trained []TrainedBot, bots []Bot) string {
	rows := [][]string{{"bot", "seed", "against", "games", "this run", "the bot", "difference"}, {"", ":", "", ":", ":", ":", ":"}}
	var shown []Training
	for _, bot := range trained {
		at := slices.IndexFunc(bots, func(b Bot) bool { return b.Name == bot.Name })
		if at < 0 {
			continue
		}
		for i := range runs {
			t := &runs[i]
			if t.Game != bots[at].Game || !bot.again(t) {
				continue
			}
			shown = append(shown, *t)
			for _, r := range againstRingers(trained)(t) {
				rows = append(rows, []string{
					"`" + bot.Name + "`", fmt.Sprint(t.Seed), "the bot", numbers.Count(r.Games), numbers.ShareBeside(r.WinRate, r.Low, r.High, r.EqualShare), numbers.Even(r.EqualShare),
					numbers.Points(r.WinRate-r.EqualShare, r.Low-r.EqualShare, r.High-r.EqualShare),
				})
			}
			for _, r := range t.Results {
				rung := slices.IndexFunc(bots[at].Rungs, func(g Rung) bool { return g.Opponent.Name == r.Opponent })
				if rung < 0 {
					continue
				}
				d := bots[at].Rungs[rung].Alone.Deals
				low, high := math.Hypot(r.WinRate-r.Low, d.High-d.WinRate), math.Hypot(r.High-r.WinRate, d.WinRate-d.Low)
				by := r.WinRate - d.WinRate
				rows = append(rows, []string{
					"`" + bot.Name + "`", fmt.Sprint(t.Seed), "`" + r.Opponent + "`", numbers.Count(r.Games), numbers.Share(r.WinRate, r.Low, r.High),
					numbers.Share(d.WinRate, d.Low, d.High), numbers.Points(by, by-low, by+high),
				})
			}
		}
	}
	if len(shown) == 0 {
		return ""
	}
	slices.SortStableFunc(shown, func(a, b Training) int { return cmp.Compare(a.Date, b.Date) })
	return records.Table(rows) + "\n" + origin(shown) + "\n"
}

// again reports whether a run is as long as a bot's, with the configuration as it ships,
// and another run.
func (b *TrainedBot) again(t *Training) bool {
	const episodes = .01 // the last ones are played to their ends
	long := math.Abs(float64(t.Decisions)/float64(max(1, b.Decisions))-1) < episodes
	return long && len(t.Set) == 0 && t.Variant == "" && !b.of(t)
}
