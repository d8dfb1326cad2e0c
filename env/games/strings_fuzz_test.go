package games_test

import (
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
)

// bounded builds a game of a text that may be anybody's, and wants it to take little
// memory, and an error to fit a screen or two.
func bounded(t *testing.T, text string, rules json.RawMessage) (env.Game, error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	g, err := games.Restore(text, rules)
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 2*mostMemory {
		t.Fatalf("%d bytes of the heap", taken)
	}
	if err != nil && (g != nil || err.Error() == "" || len(err.Error()) > 200_000) {
		t.Fatalf("%v, and an error of %d bytes: %.200v", g, len(err.Error()), err)
	}
	return g, err
}

// sameAgain builds a game again from its own string and from its rules.
func sameAgain(t *testing.T, g env.Game) {
	spec := g.Spec()
	again, err := games.Restore(spec.String(), spec.Configuration)
	require.NoError(t, err)
	require.Equal(t, spec.Hash, again.Spec().Hash)
	require.Equal(t, spec.String(), again.Spec().String())
}

// Whatever a game string says, there is a game or an error. The string and the rules
// of the game build it again. No string opens a file.
func FuzzGameString(f *testing.F) {
	for _, text := range everyConfiguration() {
		f.Add(text)
	}
	for _, text := range []string{
		"heat(file=/dev/zero)", "duel(bands=[posse,swarm],heroes=true)", "duel(map=scatter,width=1e9,depth=1e9,map_seed=7)", "duel(width=.inf,map=scatter)",
		"goofspiel(cards=1000000000)", "liarsdice(dice=99,sides=99)", "heat(row_values=[1,2,3],row_width=5,players=5)", "payday(deck=book,wrap=forecast)",
		"heist(wrap=prospects,players=6)", "fivepossessions(wrap=levelk,deck=even)", "kuhn(players=\"3\")", "duel(" + strings.Repeat("one_up=[[", 20),
		"duel(scenario=boss_fight,boss_abilities=[zverg,bounce],max_zvergs=9)", "duel(scenario=solitaire,opponents=3,players=1)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := bounded(t, text, nil)
		if err != nil {
			return
		}
		again, err := games.Restore(g.Spec().String(), nil)
		require.NoError(t, err)
		require.Equal(t, g.Spec().Hash, again.Spec().Hash)
		sameAgain(t, g)
	})
}

// Whatever a configuration says, there is a game that obeys the laws for some actions,
// or an error that names the place. The first argument picks the game.
func FuzzConfig(f *testing.F) {
	names := games.Names()
	for i, name := range names {
		for _, text := range games.Configurations(name) {
			f.Add(uint8(i), []byte(games.MustNew(text).Spec().Configuration))
		}
		for _, kind := range []string{"games/" + name, "games/" + name + "/decks", "games/playdesign"} {
			if kind == "games/playdesign" && name != "fourdowns" && name != "fivepossessions" {
				continue
			}
			for _, file := range configs.Names(kind) {
				text, _, err := configs.Load(kind, file)
				require.NoError(f, err)
				f.Add(uint8(i), text)
			}
		}
	}
	duel := uint8(slices.Index(names, "duel"))
	for _, part := range []struct{ kind, key string }{{"games/duel/maps", "board:"}, {"games/duel/warbands", "warbands:\n- "}} {
		for _, file := range configs.Names(part.kind) {
			text, _, err := configs.Load(part.kind, file)
			require.NoError(f, err)
			f.Add(duel, append([]byte(part.key), strings.ReplaceAll("\n"+string(text), "\n", "\n  ")...))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		if len(text) == 0 || len(text) > 100_000 {
			return
		}
		g, err := bounded(t, names[int(which)%len(names)], text)
		if err != nil {
			return
		}
		sameAgain(t, g)
		if err := perform(g, []byte{opRun, 0, 5}); err != nil {
			t.Fatal(err)
		}
	})
}
