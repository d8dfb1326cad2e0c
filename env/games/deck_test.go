package games

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
)

// PD-1: games that share a deck find it in its folder, take another one by name
// or path, and are rebuilt from their game strings.
func TestSharedDecks(t *testing.T) {
	before := table
	t.Cleanup(func() { table = before })
	table = append(table[:len(table):len(table)],
		Of("flip", flipDefaults, newFlip).withDeck("flipdeck", defaultFile))

	_, err := New("flip")
	var name *configs.UnknownNameError
	require.ErrorAs(t, err, &name)
	assert.Equal(t, "games/flipdeck", name.Kind, "the default deck is looked for")

	// With the shipped deck of another game, all keys of which are unknown here.
	table[len(table)-1].decks = playDesign
	_, err = New("flip")
	assert.ErrorContains(t, err, "configs/games/playdesign/default.yaml:")
}

// A deck is a parameter of the games that share decks, and of no other.
func TestADeckIsAParameter(t *testing.T) {
	before := table
	t.Cleanup(func() { table = before })
	// The shipped deck is no deck of flip: it is the first source, and left out.
	flipping := Of("flip", flipDefaults, newFlip).withDeck(playDesign, defaultFile)
	build, parameters := flipping.build, flipping.parameters
	flipping.build = func(find finder, sources, changes []configs.Source) (env.Game, error) {
		return build(find, sources[1:], changes)
	}
	flipping.parameters = func(sources ...configs.Source) ([]env.Parameter, error) { return parameters(sources[1:]...) }
	table = append(table[:len(table):len(table)], flipping)

	dir := t.TempDir()
	deck := filepath.Join(dir, "deck.yaml")
	file := filepath.Join(dir, "file.yaml")
	require.NoError(t, os.WriteFile(deck, []byte("cards: [{cost: 2}]\n"), 0o600))
	require.NoError(t, os.WriteFile(file, []byte("players: 3\ncards: [{cost: 1}]\n"), 0o600))

	g := MustNew("flip(file=" + file + ",deck=" + deck + ",order=down)")
	assert.Contains(t, string(g.Spec().Configuration), `"Cost":2`, "a deck that is named lies over the file")
	assert.Equal(t, "flip(order=down,file="+quoted(file)+",deck="+quoted(deck)+")", g.Spec().String())
	again := MustNew(g.Spec().String())
	assert.Equal(t, g.Spec().Hash, again.Spec().Hash)

	require.NoError(t, os.WriteFile(deck, []byte("cards:\n  - cost: -2\n"), 0o600))
	_, err := New("flip(deck=" + deck + ")")
	assert.EqualError(t, err, deck+":2:11: cards[0].cost: -2: want a number that is not negative")

	_, err = New("kuhn(deck=x)")
	assert.ErrorContains(t, err, `kuhn has no parameter "deck"`)
}
