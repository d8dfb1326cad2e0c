package games_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/internal/callexpr"
)

// features are game strings that play what the shipped configurations leave out.
var features = []string{
	"duel(models_per_player=2,melee=true,avoid_hits=true,falling=true,spawn_points=true,respawn=true)",
	"duel(file=gang,warband=random,max_models=5,step=1)",
	"duel(add_ons=[night_raid],one_and_half_actions=true,scenario=king_of_the_hill)",
	"duel(add_ons=[city_brawl],mob_radius=1)",
	"duel(scenario=boss_fight,melee=true,avoid_hits=true,one_and_half_actions=true)",
	"duel(scenario=solitaire,players=1)",
	"duel(scenario=tug_of_war,respawn=true)",
	"duel(map=scatter)",
	"heat(file=mini,row_values=[1],row_width=20,tokens=20)",
	"heat(file=mini,row_values=[1],row_width=1,tokens=1)",
}

var (
	bounds = regexp.MustCompile(`(-?[0-9.]+) to ([0-9.]+)`)
	listed = regexp.MustCompile(`(?:a list of |\()([a-z_, ]+)\)?$`)
)

// extremes returns values of a parameter: its choices, its least and greatest number,
// zero, an empty list, and a list of each of its words.
func extremes(p env.Parameter) []string {
	values := slices.Clone(p.Choices)
	switch {
	case strings.HasPrefix(p.Value, "["):
		values = append(values, "[]")
	case strings.Trim(p.Value, "0123456789.") == "":
		values = append(values, "0")
	}
	for _, m := range bounds.FindAllStringSubmatch(p.Doc, -1) {
		values = append(values, m[1], m[2])
	}
	if m := listed.FindStringSubmatch(p.Doc); m != nil {
		for _, word := range strings.Split(strings.ReplaceAll(m[1], " or ", ", "), ", ") {
			if strings.HasPrefix(p.Value, "[") {
				word = "[" + word + "]"
			}
			values = append(values, word)
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// with returns a game string with another value of one parameter.
func with(t *testing.T, text, key, value string) string {
	call, err := callexpr.Parse(text)
	require.NoError(t, err)
	call.Args = slices.DeleteFunc(call.Args, func(a callexpr.Arg) bool { return a.Key == key })
	call.Args = append(call.Args, callexpr.Arg{Key: key, Value: value})
	return call.String()
}

// keeps tests that the configuration in a game's spec builds the same game again.
func keeps(t *testing.T, text string, g env.Game) {
	restored, err := games.Restore(g.Spec().String(), g.Spec().Configuration)
	if assert.NoError(t, err, text) {
		assert.Equal(t, g.Spec().Hash, restored.Spec().Hash, text)
	}
}

// A zero that is played, and is not the default, is one in the restored game too.
func TestRulesKeepZeros(t *testing.T) {
	for _, text := range []string{
		"duel(file=gang,warband=random,max_models=4,max_shapes=0)",
		"duel(file=gang,warband=random,max_models=4,resource_points=0)",
		"duel(add_ons=[night_raid],one_and_half_actions=true,scenario=king_of_the_hill,hill_radius=0,dark_from=0,light_radius=0)",
		"duel(add_ons=[night_raid],dark_from=-0.0,duel_from=-0.0)",
		"payday(loot_cards=7,more_rounds=0)",
		"payday(loot_cards=0,more_rounds=3)",
	} {
		g, err := games.New(text)
		require.NoError(t, err, text)
		keeps(t, text, g)
	}
}

// A default that depends on other parameters is left out of a game string, and a number that is
// the default of other games is not.
func TestGameStringsKeepDependentDefaults(t *testing.T) {
	for text, want := range map[string]string{
		"duel(respawn=true)":             "duel(respawn=true)",
		"duel(respawn=true,rounds=1000)": "duel(respawn=true)",
		"duel(respawn=true,rounds=30)":   "duel(rounds=30,respawn=true)",
		"duel(rounds=1000)":              "duel(rounds=1000)",
	} {
		g, err := games.New(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, g.Spec().String(), text)
		again, err := games.New(g.Spec().String())
		require.NoError(t, err, text)
		assert.Equal(t, g.Spec().Hash, again.Spec().Hash, text)
	}
}

// Every extreme value of every parameter of every game is kept, in the first of the
// configurations where the value changes the hash.
func TestRulesKeepExtremes(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("every parameter of every game: RINGER_LONG=1")
	}
	for _, name := range games.Names() {
		bases := games.Configurations(name)
		for _, text := range features {
			if strings.HasPrefix(text, name+"(") {
				bases = append(bases, text)
			}
		}
		hashes := map[string]string{}
		for _, text := range bases {
			g, err := games.New(text)
			require.NoError(t, err)
			keeps(t, text, g)
			hashes[text] = g.Spec().Hash
		}
		for _, p := range games.MustNew(name).Spec().Parameters {
			kept := []string{}
			for _, value := range extremes(p) {
				for _, base := range bases {
					text := with(t, base, p.Name, value)
					if g, err := games.New(text); err == nil && g.Spec().Hash != hashes[base] {
						keeps(t, text, g)
						kept = append(kept, value)
						break
					}
				}
			}
			t.Log(name, p.Name, kept, extremes(p))
		}
	}
}
