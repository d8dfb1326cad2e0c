package ladder

import (
	"fmt"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// GameLevels are the levels of a game, weakest first.
type GameLevels struct {
	Game    string
	Few     bool // the game has no room for two levels as far apart as other games have them
	Carried bool // they were rated before the game's last change
	Levels  []GameLevel
}

// GameLevel is a player of a strength.
type GameLevel struct {
	Agent             string
	Rating, Low, High float64 // Elo, with a 95% interval
	Wins              []LevelWins
}

// LevelWins is a level's share of the wins against another agent, with a 95% interval, where
// both hold equally many seats.
type LevelWins struct {
	Against          string
	Share, Low, High float64
}

// levelEven is the share of the wins of a level that is as strong as the other.
const levelEven = 0.5

// The players that stand in every row of the table.
var levelSimple = []string{"random", "first", "greedy", "expert"}

// LevelsBlock returns a table of the levels of every game; step is their least distance.
func LevelsBlock(games []GameLevels, step int) string {
	if len(games) == 0 {
		return "No levels ship in this build.\n"
	}
	rows := [][]string{
		slices.Concat([]string{"game", "level", "agent", "rating", "level below"}, levelSimple, []string{"another"}),
		slices.Concat([]string{"", ":", "", ":", ":"}, slices.Repeat([]string{":"}, len(levelSimple)+1)),
	}
	few, carried := false, false
	for _, g := range games {
		few, carried = few || g.Few, carried || g.Carried
		for i := range g.Levels {
			l := &g.Levels[i]
			name := "`" + g.Game + "`" + records.CarriedMark(g.Carried)
			if g.Few {
				name += " *"
			}
			below := ""
			if i > 0 {
				below = g.Levels[i-1].Agent
			}
			row := []string{name, fmt.Sprintf("%d of %d", i+1, len(g.Levels)), "`" + l.Agent + "`", numbers.Rating(l.Rating, l.Low, l.High), l.against(below)}
			for _, name := range levelSimple {
				row = append(row, l.against(name))
			}
			rows = append(rows, append(row, l.others(below)))
		}
	}
	text := records.Table(rows) + fmt.Sprintf("\nRandom play is rated 1000, and levels are at least %d points apart. Shares are of wins, where both have half of the seats, so that even is 50%%. Intervals are 95%%: [how to read our numbers](numbers.md).\n", step)
	if few {
		text += fmt.Sprintf("\n\\* From random play to the strongest that ships this game has less than %d points, which is no room for two steps.\n", 2*step)
	}
	return text + records.CarriedLegend(carried)
}

// against writes the share of the wins against an agent.
func (l *GameLevel) against(agent string) string {
	for _, w := range l.Wins {
		if w.Against == agent {
			return numbers.ShareBeside(w.Share, w.Low, w.High, levelEven)
		}
	}
	return "–"
}

// others writes the shares of the wins against the simple players that few games have.
func (l *GameLevel) others(below string) string {
	var out []string
	for _, w := range l.Wins {
		if w.Against != below && !slices.Contains(levelSimple, w.Against) {
			out = append(out, "`"+w.Against+"` "+l.against(w.Against))
		}
	}
	if len(out) == 0 {
		return "–"
	}
	return strings.Join(out, ", ")
}
