package ladder

import (
	"fmt"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// LevelBot is a bot that ships as a level of a game's ladder of opponents.
type LevelBot struct {
	Game string
	Bot  string
	At   int // from 1, the weakest
	Of   int

	Temperature float64 // that its answers are drawn at, 1 as the ringer
	Carried     bool    // to a later version of its game since it was rated

	Earlier int // decisions that an earlier self had learned from; 0: the ringer's weights

	Rating, Low, High float64    // Elo, with a 95% interval
	Below             *LevelWins // nil for level 1
}

// LevelWins is a level's share of the wins against the level below, with a 95% interval,
// where both hold equally many seats.
type LevelWins struct {
	Share, Low, High float64
}

// levelEven is the share of the wins of a level that is as strong as the one below.
const levelEven = 0.5

// LevelsBlock returns a table of the levels that ship, in their order.
func LevelsBlock(levels []LevelBot) string {
	if len(levels) == 0 {
		return "No levels ship in this build.\n"
	}
	rows := [][]string{{"game", "level", "bot", "which is", "rating", "wins against the level below"}, {"", ":", "", "", ":", ":"}}
	carried := false
	for _, l := range levels {
		carried = carried || l.Carried
		below := "–"
		if l.Below != nil {
			below = numbers.ShareBeside(l.Below.Share, l.Below.Low, l.Below.High, levelEven)
		}
		rows = append(rows, []string{
			"`" + l.Game + "`", fmt.Sprintf("%d of %d", l.At, l.Of), "`" + l.Bot + "`" + records.CarriedMark(l.Carried), l.words(), numbers.Rating(l.Rating, l.Low, l.High), below,
		})
	}
	return records.Table(rows) + "\nRandom play is rated 1000. In a match of two levels each has half of the seats, so that even is 50%. Intervals are 95%: [how to read our numbers](numbers.md).\n" + records.CarriedLegend(carried)
}

// words says which bot a level is.
func (l *LevelBot) words() string {
	switch {
	case l.Earlier > 0 && l.Temperature == 1:
		return fmt.Sprintf("an earlier self, of %s decisions", numbers.Count(l.Earlier))
	case l.Earlier > 0:
		return fmt.Sprintf("an earlier self, of %s decisions, at temperature %g", numbers.Count(l.Earlier), l.Temperature)
	case l.Temperature == 1:
		return "the ringer"
	}
	return fmt.Sprintf("the ringer at temperature %g", l.Temperature)
}
