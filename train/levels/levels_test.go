package levels_test

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/checkpoints"
	"ringer/env/games"
	"ringer/eval"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train/levels"
)

func shipped(t *testing.T, name string) *models.Weights {
	t.Helper()
	file, err := checkpoints.Open(name)
	require.NoError(t, err)
	size, err := file.Seek(0, io.SeekEnd)
	require.NoError(t, err)
	bot, err := botfile.Read(file, size)
	require.NoError(t, err)
	return bot.Weights
}

func config(t *testing.T) levels.Config {
	return levels.Config{
		Game:   games.MustNew("fourdowns(players=2)"),
		Ringer: levels.Self{Iteration: 100, Weights: shipped(t, "fourdowns-2p")},
		Fixed:  []eval.Entry{{Name: "random", Agent: random.New()}},
		Levels: 3, Games: 30, ReportGames: 120, Seed: 1,
	}
}

// Of a run without past selves the levels are temperatures, each stronger than the one
// before; one of a past self that plays at random is never taken for a strong one.
func TestLevelsRise(t *testing.T) {
	c := config(t)
	weak := models.Init(c.Ringer.Weights.Network, 1)
	c.Past = []levels.Self{{Iteration: 3, Weights: weak}}
	var parts []string
	c.Progress = func(part string, done, total int) {
		assert.LessOrEqual(t, done, total)
		if len(parts) == 0 || parts[len(parts)-1] != part {
			parts = append(parts, part)
		}
	}
	l, err := levels.Make(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, []string{levels.Choosing, levels.Rating}, parts)
	require.Len(t, l.Levels, 3)
	assert.Len(t, l.Candidates, 2+len(levels.Temperatures))
	for i, x := range l.Levels {
		assert.Greater(t, x.Rating, 1000., "level %d", i+1)
		assert.LessOrEqual(t, x.Low, x.Rating)
		assert.LessOrEqual(t, x.Rating, x.High)
		assert.Equal(t, 100, x.Iteration, "level %d is the ringer at a temperature", i+1)
		if i > 0 {
			assert.Less(t, l.Levels[i-1].Rating, x.Rating, "level %d is above level %d", i+1, i)
			assert.Less(t, x.Temperature, l.Levels[i-1].Temperature)
		}
	}
	assert.Equal(t, 1., l.Levels[2].Temperature, "the last is the ringer")
}

// Results do not depend on the number of workers.
func TestAnyNumberOfWorkersMakesTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("plays long under the race detector, and eval has the workers")
	}
	c := config(t)
	c.Games, c.ReportGames, c.Workers = 10, 20, 1
	one, err := levels.Make(context.Background(), c)
	require.NoError(t, err)
	c.Workers = 3
	three, err := levels.Make(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, one, three)
}

func TestNoLadderIsSaid(t *testing.T) {
	c := config(t)
	c.Ringer.Weights = models.Init(c.Ringer.Weights.Network, 1)
	c.Games = 20
	_, err := levels.Make(context.Background(), c)
	var none *levels.NoLadderError
	require.ErrorAs(t, err, &none)
	assert.ErrorContains(t, err, "where random has 1000: want 1075 or more for 3 levels")
	assert.EqualError(t, &levels.NoLadderError{Ringer: 1300, Below: 1, Levels: 4}, "levels: 1 candidates are rated below the ringer: want 3")
}

func TestFaultsAreToldTogether(t *testing.T) {
	_, err := levels.Make(context.Background(), levels.Config{Levels: 1})
	for _, want := range []string{"game: none", "ringer: none", "fixed: 0", "levels: 1: want a number from 2 to 9", "games: 0", "report games: 0"} {
		assert.ErrorContains(t, err, want)
	}
}
