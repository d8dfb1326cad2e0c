package ladder_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ladder"
)

func TestLevelsBlock(t *testing.T) {
	assert.Equal(t, "No levels ship in this build.\n", ladder.LevelsBlock(nil))
	assert.Equal(t, "| game   |  level | bot           |             rating | wins against the level below |\n"+
		"|--------|-------:|---------------|-------------------:|-----------------------------:|\n"+
		"| `kuhn` | 1 of 2 | `kuhn.level1` | 1100 (1090 … 1111) |                            – |\n"+
		"| `kuhn` | 2 of 2 | `kuhn.level2` | 1205 (1200 … 1210) |          60.0% (58.0 … 62.0) |\n"+
		"\nRandom play is rated 1000. Where both hold half of the seats, an equal share is 50%. Intervals are of 95%.\n",
		ladder.LevelsBlock([]ladder.LevelBot{
			{Game: "kuhn", Bot: "kuhn.level1", At: 1, Of: 2, Rating: 1100, Low: 1090, High: 1111},
			{Game: "kuhn", Bot: "kuhn.level2", At: 2, Of: 2, Rating: 1205, Low: 1200, High: 1210, Below: &ladder.LevelWins{Share: .6, Low: .58, High: .62}},
		}))
}
