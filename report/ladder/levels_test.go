package ladder_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ladder"
)

func TestLevelsBlock(t *testing.T) {
	assert.Equal(t, "No levels ship in this build.\n", ladder.LevelsBlock(nil))
	assert.Equal(t, "| game   |  level | bot           | which is                            |             rating | wins against the level below |\n"+
		"|--------|-------:|---------------|-------------------------------------|-------------------:|-----------------------------:|\n"+
		"| `kuhn` | 1 of 3 | `kuhn.level1` | an earlier self, of 2,000 decisions | 1100 (1090 … 1111) |                            – |\n"+
		"| `kuhn` | 2 of 3 | `kuhn.level2` | the ringer at temperature 8         | 1205 (1200 … 1210) |                60% (58 … 62) |\n"+
		"| `kuhn` | 3 of 3 | `kuhn.level3` | the ringer                          | 1305 (1300 … 1310) |                70% (68 … 72) |\n"+
		"\nRandom play is rated 1000. In a match of two levels each has half of the seats, so that even is 50%. Intervals are 95%: [how to read our numbers](numbers.md).\n",
		ladder.LevelsBlock([]ladder.LevelBot{
			{Game: "kuhn", Bot: "kuhn.level1", At: 1, Of: 3, Temperature: 1, Earlier: 2000, Rating: 1100, Low: 1090, High: 1111},
			{Game: "kuhn", Bot: "kuhn.level2", At: 2, Of: 3, Temperature: 8, Rating: 1205, Low: 1200, High: 1210, Below: &ladder.LevelWins{Share: .6, Low: .58, High: .62}},
			{Game: "kuhn", Bot: "kuhn.level3", At: 3, Of: 3, Temperature: 1, Rating: 1305, Low: 1300, High: 1310, Below: &ladder.LevelWins{Share: .7, Low: .68, High: .72}},
		}))
}
