package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	cmdgames "ringer/cmd/internal/games"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/play/picture"
)

// Every board that ringer env draws can be drawn as pixels too.
func TestBoardsArePixels(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	for _, name := range []string{"duel", "duel(file=mini)", "duel(file=skirmish)", "duel(file=gang)"} {
		var table drive.Table
		rng := env.Stream(1, "test")
		table.Set(games.MustNew(name).NewInitialState())
		decisions := 0
		require.NoError(t, table.Play(rng, func(_ env.Player, legal []env.Action) (env.Action, error) {
			if decisions%40 == 0 {
				_, err := picture.Pixels(cmdgames.DrawBoard(table.State()))
				require.NoError(t, err, "%s, decision %d", name, decisions)
			}
			decisions++
			return legal[rng.IntN(len(legal))], nil
		}))
	}
}
