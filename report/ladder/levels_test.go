package ladder_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ladder"
)

func TestLevelsBlock(t *testing.T) {
	assert.Equal(t, "No levels ship in this build.\n", ladder.LevelsBlock(nil, 150))
	random, first := ladder.LevelWins{"random", .6, .58, .62}, ladder.LevelWins{"first", .7, .68, .72}
	assert.Equal(t, ""+
		"| game     |  level | agent |             rating |   level below |        random |         first | greedy | expert |                   another |\n"+
		"|----------|-------:|-------|-------------------:|--------------:|--------------:|--------------:|-------:|-------:|--------------------------:|\n"+
		"| `kuhn` * | 1 of 2 | `a`   | 1100 (1090 … 1111) |             – | 60% (58 … 62) | 70% (68 … 72) |      – |      – |                         – |\n"+
		"| `kuhn` * | 2 of 2 | `b`   | 1205 (1200 … 1210) | 65% (63 … 67) | 60% (58 … 62) |             – |      – |      – | `script(x)` 80% (78 … 82) |\n"+
		"\nRandom play is rated 1000, and levels are at least 150 points apart. Shares are of wins, where both have half of the seats, so that even is 50%. Intervals are 95%: [how to read our numbers](numbers.md).\n"+
		"\n\\* From random play to the strongest that ships this game has less than 300 points, which is no room for two steps.\n",
		ladder.LevelsBlock([]ladder.GameLevels{{Game: "kuhn", Few: true, Levels: []ladder.GameLevel{
			{Agent: "a", Rating: 1100, Low: 1090, High: 1111, Wins: []ladder.LevelWins{random, first}},
			{Agent: "b", Rating: 1205, Low: 1200, High: 1210, Wins: []ladder.LevelWins{random, {"script(x)", .8, .78, .82}, {"a", .65, .63, .67}}},
		}}}, 150))
}
