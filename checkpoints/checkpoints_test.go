package checkpoints_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env/games"
	"ringer/models/botfile"
)

// Every shipped bot is whole, is called what its file is called, is for a game
// that this build plays just so, and is small.
func TestShippedBotsFitThisBuild(t *testing.T) {
	for _, name := range checkpoints.Names() {
		t.Run(name, func(t *testing.T) {
			file, err := checkpoints.Open(name)
			require.NoError(t, err)
			limit := int64(4 << 20)
			if slices.Contains(retrained, name) {
				limit = 5 << 20
			}
			assert.LessOrEqual(t, file.Size(), limit, "shipped bots are small")
			bot, err := botfile.Read(file, file.Size())
			require.NoError(t, err)
			assert.Equal(t, name, bot.Manifest.Name)
			g, err := games.New(bot.Manifest.Game)
			require.NoError(t, err)
			assert.NoError(t, bot.CheckSpec(g.Spec().String(), g.Spec().Hash))
			_, err = roster.FromBot(g.Spec(), bot, 1)
			assert.NoError(t, err, "its weights keep every number finite")
			assert.NotEmpty(t, bot.Manifest.Evaluation, "a shipped bot says how it plays")
		})
	}
}

func TestAnUnknownBotIsAnErrorThatListsTheKnown(t *testing.T) {
	for _, name := range []string{"nobody", "", "checkpoints", "../checkpoints", "checkpoints.go"} {
		_, err := checkpoints.Open(name)
		var unknown *checkpoints.UnknownError
		require.ErrorAs(t, err, &unknown, name)
		assert.Equal(t, name, unknown.Name)
		assert.Equal(t, checkpoints.Names(), unknown.Known)
	}
	assert.EqualError(t, &checkpoints.UnknownError{Name: "x", Known: []string{"a", "b"}},
		`no bot "x" (shipped: a, b; or give the path of a .bot file)`)
	assert.EqualError(t, &checkpoints.UnknownError{Name: "x"},
		`no bot "x" (none are shipped in this build; or give the path of a .bot file)`)
}

func ExampleOpen() {
	_, err := checkpoints.Open("nobody")
	var unknown *checkpoints.UnknownError
	fmt.Println(errors.As(err, &unknown))
	// Output: true
}
