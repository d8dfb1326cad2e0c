package games_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
)

func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "my.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// Changes on top of every kind of game give other rules, whose string and whose own rules
// build them again.
func TestChanges(t *testing.T) {
	for text, change := range map[string]string{
		"heat": "cards.armoured-van.gain=16", "heat(players=3)": "players=5", "heist": "job_deck.casino-vault.points=30", "kuhn": "players=3",
		"payday": "criminal.mastermind.cost=0", "payday(deck=book)": "rounds=10", "fourdowns": "cards.empty.dots=[1,0,1,4,5]", "fivepossessions(wrap=levelk)": "margin=2",
		"duel(map=city)": "board.types.wheat.cover=false", "duel(file=gang)": "map=city", "duel": "warbands.gunfighters.models.gunman.ranged=thrown",
	} {
		t.Run(text, func(t *testing.T) {
			shipped := games.MustNew(text)
			changed, err := games.Changed(shipped, change)
			require.NoError(t, err)
			assert.NotEqual(t, shipped.Spec().Hash, changed.Spec().Hash)
			again, err := games.New(changed.Spec().String())
			require.NoError(t, err, changed.Spec())
			assert.Equal(t, changed.Spec().Hash, again.Spec().Hash)
			assert.Equal(t, changed.Spec().String(), again.Spec().String())
			with, err := games.NewChanged(text, change)
			require.NoError(t, err)
			assert.Contains(t, []string{changed.Spec().Hash, shipped.Spec().Hash}, with.Spec().Hash, "a parameter of the text is stronger than changes")
			restored, err := games.Restore(changed.Spec().String(), changed.Spec().Configuration)
			require.NoError(t, err)
			assert.Equal(t, changed.Spec().Hash, restored.Spec().Hash)
			original, err := games.Shipped(again)
			require.NoError(t, err)
			if original.Spec().String() == text {
				assert.Equal(t, shipped.Spec().Hash, original.Spec().Hash)
			}
		})
	}
}

// A file of changes and changes in the string give one game; changes in the string come
// last.
func TestChangesOfAFile(t *testing.T) {
	file := written(t, "players: 5\ncards:\n  lookout: {gain: 4}\n  armoured-van: {gain: 16}\n")
	g, err := games.New("heat(changes=[" + file + ",cards.lookout.gain=3])")
	require.NoError(t, err)
	inline := games.MustNew("heat(players=5,changes=[cards.lookout.gain=3,cards.armoured-van.gain=16])")
	assert.Equal(t, inline.Spec().Hash, g.Spec().Hash)
	assert.Equal(t, "heat(changes=["+file+",cards.lookout.gain=3])", g.Spec().String())
	g, err = games.New("heat(players=3,changes=" + file + ")")
	require.NoError(t, err)
	assert.Equal(t, 3, g.Spec().Players, "a parameter is stronger than a file")
	g, err = games.Changed(g, "cards.lookout.gain=3", "players=4")
	require.NoError(t, err)
	assert.Equal(t, "heat(players=4,changes=["+file+",cards.lookout.gain=3])", g.Spec().String())
	g, err = games.Changed(g, "cards.lookout.gain=7")
	require.NoError(t, err)
	assert.Equal(t, "heat(players=4,changes=["+file+",cards.lookout.gain=7])", g.Spec().String())
	assert.NoError(t, envtest.Check(g, envtest.Options{Games: 2, Seed: 1, Sparse: true}).Err())

	require.NoError(t, os.Remove(file))
	_, err = games.New(g.Spec().String())
	require.ErrorContains(t, err, "no such file")
	g, err = games.Changed(g, "cards.lookout.gain=8") // needs no file
	require.NoError(t, err)
	restored, err := games.Restore(g.Spec().String(), g.Spec().Configuration)
	require.NoError(t, err)
	assert.Equal(t, g.Spec().Hash, restored.Spec().Hash)
	_, err = games.Restore("heat(changes="+file+")", nil)
	require.ErrorContains(t, err, "carries no rules of its own")
	own, err := games.Restore("heat(changes=cards.lookout.gain=8)", nil)
	require.NoError(t, err)
	assert.NotEqual(t, games.MustNew("heat").Spec().Hash, own.Spec().Hash)
}

func TestFaultsOfChanges(t *testing.T) {
	file := written(t, "cards:\n  lokout: {gain: 5}\n  armoured-van: {gain: -1}\n")
	_, err := games.New("heat(changes=" + file + ")")
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	require.Len(t, faults, 2)
	assert.ErrorContains(t, faults[0], file+":2:3: cards.lokout: no such element: want lookout? or another of lookout, change-of-plans")
	assert.EqualError(t, faults[1], file+":3:24: cards.armoured-van.gain: -1: want a number of 0 or more")

	// Of a game whose configuration names files, the parameters come first.
	for text, want := range map[string]string{
		"duel(changes=mapp=city)":                      "changes: mapp: unknown key: want map? or another of players",
		"duel(changes=move=fast)":                      `changes: move: "fast": want a number`,
		"duel(changes=board.types.weat.cover=false)":   "changes: board.types.weat: no such element: want wheat? or another of wheat",
		"duel(changes=[a.yaml,move=3)":                 "want",
		"heat(changes=[cards.x=1,cards.lookout.gain])": "no configuration",
	} {
		_, err := games.New(text)
		assert.ErrorContains(t, err, want, text)
	}
	_, err = games.New("duel(file=gang,changes=[move=fast,feats.figther.bonus=2,board.types.weat.cover=false])")
	assert.ErrorContains(t, err, "changes: move: \"fast\": want a number\nchanges: feats.figther: unknown key: want fighter?")
	_, err = games.Changed(games.MustNew("heat"), "players")
	assert.ErrorContains(t, err, "want PATH=VALUE")
}

// With men=0 a formation may have a man too many.
func TestAFormationWithADotTooMany(t *testing.T) {
	_, err := games.New("fivepossessions(changes=cards.empty.dots[3]=6)")
	assert.ErrorContains(t, err, "changes: cards.empty.dots: [1,0,0,6,5]: want 11 men, not 12")
	g, err := games.New("fivepossessions(men=0,changes=cards.empty.dots[3]=6)")
	require.NoError(t, err)
	assert.NoError(t, envtest.Check(g, envtest.Options{Games: 2, Seed: 1, Sparse: true}).Err())
	_, err = games.New("fivepossessions(men=0,changes=cards.empty.dots[3]=17)")
	assert.ErrorContains(t, err, "want at most 22 men, not 23")
}

// What ships is right by itself: where it does not agree with a change, the change is to blame,
// by the line that is nearest.
func TestFaultsAreThoseOfChanges(t *testing.T) {
	few := written(t, "start_money: 3\ncards.lookout.copies: [[3]]\n")
	for text, at := range map[string]string{
		"heat(changes=" + few + ")":                                  few + ":2:1: cards: ",
		"heat(changes=cards.lookout.copies=[[3]])":                   "changes: cards: ",
		"heat(file=" + written(t, "min_cards: [22, 28, 34]\n") + ")": "my.yaml: cards: ",
	} {
		_, err := games.New(text)
		var faults env.Faults
		require.ErrorAs(t, err, &faults, text)
		for _, fault := range faults {
			assert.ErrorContains(t, fault, at, text)
			assert.NotContains(t, fault.Error(), "configs/games", text)
		}
	}
}

// A game that somebody else wrote is changed without a look at the files that it names.
func TestChangedOpensNoOtherFile(t *testing.T) {
	secret := written(t, "password: xyzzy\n")
	rules := games.MustNew("duel(file=mini)").Spec().Configuration
	for _, text := range []string{"duel(file=" + secret + ")", "duel(map=" + secret + ")", "duel(bands=[" + secret + "])", "duel(changes=" + secret + ")"} {
		g, err := games.Restore(text, rules)
		require.NoError(t, err)
		_, err = games.Changed(g, "step=1")
		if strings.Contains(text, "file=") || strings.Contains(text, "changes=") {
			assert.ErrorContains(t, err, "is a path", text)
		}
		assert.NotContains(t, fmt.Sprint(err), "xyzzy", text)
		changed, err := games.Changed(g, "dice=3")
		require.NoError(t, err, text)
		assert.Contains(t, changed.Spec().String(), "dice=3")
	}
	g, err := games.Changed(games.MustNew("duel(file=gang)"), "map=canyon")
	require.NoError(t, err)
	assert.Equal(t, games.MustNew("duel(file=gang,map=canyon)").Spec().Hash, g.Spec().Hash)
}

// Every parameter that names files is known as one: the shipped game is found beside files of
// one's own, which are opened again for a change of what is read.
func TestFilesOfOnesOwn(t *testing.T) {
	text := func(file string) string {
		b, err := os.ReadFile(filepath.Join("..", "..", "configs", "games", filepath.FromSlash(file)))
		require.NoError(t, err)
		return written(t, string(b))
	}
	board, band := text("duel/maps/canyon.yaml"), text("duel/warbands/posse.yaml")
	for own, shipped := range map[string]string{
		"duel(map=" + board + ")":                                 "duel",
		"duel(map=" + board + ",dice=3)":                          "duel(dice=3)",
		"duel(map=scatter,map_seed=3)":                            "duel(map=scatter,map_seed=3)",
		"duel(bands=[posse," + band + "])":                        "duel",
		"duel(bands=[posse,pack])":                                "duel(bands=[posse,pack])",
		"duel(file=" + text("duel/mini.yaml") + ")":               "duel",
		"fourdowns(deck=" + text("playdesign/default.yaml") + ")": "fourdowns",
	} {
		g, err := games.New(own)
		require.NoError(t, err, own)
		base, err := games.Shipped(g)
		require.NoError(t, err, own)
		assert.Equal(t, shipped, base.Spec().String(), own)
		if !strings.Contains(own, board) {
			continue
		}
		changed, err := games.Changed(g, "step=1")
		require.NoError(t, err, own)
		again, err := games.New(changed.Spec().String())
		require.NoError(t, err, own)
		assert.Equal(t, again.Spec().Hash, changed.Spec().Hash, own)
		assert.NotEqual(t, g.Spec().Hash, changed.Spec().Hash, own)
	}
}

// Every file of changes that ships changes its game, and makes one that can be played.
func TestShippedChanges(t *testing.T) {
	n := 0
	for _, name := range games.Names() {
		for _, file := range configs.Names("games/" + name + "/changes") {
			n++
			text := name + "(changes=" + file + ")"
			g, err := games.New(text)
			require.NoError(t, err, text)
			assert.NotEqual(t, games.MustNew(name).Spec().Hash, g.Spec().Hash, text)
			opts := envtest.Options{Games: 1, Biased: -1, Seed: 1, Sparse: true}
			if os.Getenv("RINGER_LONG") == "1" {
				opts = envtest.Options{Games: 20, Seed: 1}
			}
			assert.NoError(t, envtest.Check(g, opts).Err())
		}
	}
	assert.Positive(t, n)
}
