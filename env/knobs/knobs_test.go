package knobs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/env/knobs"
)

func Example() {
	changed, err := knobs.Set(games.MustNew("heat"), "cards.armoured-van.gain", "16")
	if err != nil {
		panic(err)
	}
	differences, err := knobs.Diff(games.MustNew("heat"), changed)
	if err != nil {
		panic(err)
	}
	for _, d := range differences {
		fmt.Println(d.Path, d.From, d.To)
		fmt.Println(d.Words)
	}
	// Output:
	// cards.armoured-van.gain 8 16
	// Armoured Van: gains 8 → 16 in phase B
}

// Every knob that is listed holds its value: setting it changes nothing.
func TestList(t *testing.T) {
	for _, text := range []string{"kuhn", "heat(file=mini)", "heist(file=mini)", "payday(file=mini)", "fourdowns(file=mini)", "duel(file=mini)"} {
		g := games.MustNew(text)
		list, err := knobs.List(g)
		require.NoError(t, err)
		seen := map[string]bool{}
		for i, k := range list {
			assert.False(t, seen[k.Path], "%s: %s is listed twice", text, k.Path)
			seen[k.Path] = true
			assert.NotEmpty(t, k.Doc, k.Path)
			if i%29 != 0 {
				continue // a part of them will do
			}
			same, err := knobs.Set(g, k.Path, k.Value)
			if assert.NoError(t, err, "%s: %s", text, k.Path) {
				differences, err := knobs.Diff(g, same)
				require.NoError(t, err)
				assert.Empty(t, differences, "%s: %s=%s", text, k.Path, k.Value)
			}
		}
		for _, p := range g.Spec().Parameters {
			if p.Value != "" && p.Value[0] != '[' && p.Name != "file" {
				assert.True(t, seen[p.Name], "%s: parameter %s", text, p.Name)
			}
		}
	}
}

func TestGet(t *testing.T) {
	heat, payday := games.MustNew("heat"), games.MustNew("payday")
	k, err := knobs.Get(heat, "cards.lookout.gain")
	require.NoError(t, err)
	assert.Equal(t, knobs.Knob{Path: "cards.lookout.gain", Value: "2", Kind: "whole", ID: "lookout", Name: "Lookout", Doc: "Lookout: gains in phase B"}, k)
	k, err = knobs.Get(heat, "players")
	require.NoError(t, err)
	assert.Equal(t, []string{"3", "4", "5"}, k.Choices)
	for path, want := range map[string]string{
		"criminal.mastermind.cost": "2", "criminal.ghost.cost": "0", "criminal.mastermind.effects.damage": "1", "criminal.first-aid.heal": "4",
	} {
		k, err = knobs.Get(payday, path)
		require.NoError(t, err)
		assert.Equal(t, want, k.Value, path)
	}
	_, err = knobs.Get(payday, "criminal.planning.health") // a skill has none
	assert.EqualError(t, err, `payday has no knob "criminal.planning.health"; ringer games GAME --knobs lists them`)
	_, err = knobs.Get(heat, "cards.lokout.gain")
	assert.ErrorContains(t, err, "did you mean cards.lookout.gain?")
}

func TestDiff(t *testing.T) {
	for change, want := range map[string]string{
		"heat|cards.specialist.gain.each=4":            "Specialist: gains {each: 2, per: record_icon(money), max: 6} → {each: 4, per: record_icon(money), max: 6} in phase B",
		"heat|cards.till.gain[1]=3":                    "Hand in the Till: gains 1 → 3 in phase B if alone(place:shop)",
		"heat|cards.lookout.look.who=all":              "",
		"heat|cards.lookout.look.who=left":             "Lookout: look who chosen → left",
		"heat|cards.bank-job.take_heat=3":              "Bank Job: takes heat 1 → 3 in phase B",
		"heat|shortage_fine=5":                         "shortage fine 3 → 5",
		"payday|criminal.mastermind.cost=0":            "Mastermind: cost 2 → 0",
		"payday|criminal.mastermind.effects.damage=3":  "Mastermind: damage 1 → 3",
		"heist|heist_deck.ringleader.crew_limit=3":     "Ringleader: crew limit 2 → 3",
		"fivepossessions|cards.empty.dots=[1,0,1,4,5]": "Empty: dots [1, 0, 0, 5, 5] → [1, 0, 1, 4, 5]",
		"duel|board.types.wheat.cover=false":           "Field of wheat: cover true → false",
		"heat|[cards.lookout.phases=[B],cards.lookout.effects=[{phase: B, op: gain, amount: 2}]]": "Lookout: phases [\"A\", \"B\"] → [\"B\"]",
	} {
		t.Run(change, func(t *testing.T) {
			game, item, _ := strings.Cut(change, "|")
			g := games.MustNew(game)
			changed, err := games.NewChanged(game, item)
			if want == "" {
				assert.Error(t, err)
				return
			}
			require.NoError(t, err)
			list, err := knobs.Diff(g, changed)
			require.NoError(t, err)
			require.NotEmpty(t, list)
			assert.Equal(t, want, list[0].Words)
		})
	}
	list, err := knobs.Diff(games.MustNew("heat"), games.MustNew("heat"))
	require.NoError(t, err)
	assert.Equal(t, []knobs.Difference{}, list)
}

func TestVary(t *testing.T) {
	g := games.MustNew("duel(file=mini)")
	for series, want := range map[string][]string{
		"dice=1..3": {"1", "2", "3"}, "move=2..3:0.25": {"2", "2.25", "2.5", "2.75", "3"}, "dice=1,4": {"1", "4"}, "dice=2": {"2"},
	} {
		list, err := knobs.Vary(g, series)
		require.NoError(t, err, series)
		var got []string
		for _, v := range list {
			got = append(got, v.Value)
			assert.Equal(t, v.Path+"="+v.Value, v.Label)
			again, err := games.New(v.Game.Spec().String())
			require.NoError(t, err)
			assert.Equal(t, v.Game.Spec().Hash, again.Spec().Hash)
		}
		assert.Equal(t, want, got)
	}
	for series, want := range map[string]string{
		"dice": "want PATH=VALUES", "dice=1..x": "want a number", "dice=3..1": "want a range that rises", "dice=1..3:0": "want a range that rises",
		"dice=1..1000": "want at most 100", "dice=1,,2": "an empty value", "dise=1..2": "did", "dice=1..9": "want a number from 1 to 4",
	} {
		_, err := knobs.Vary(g, series)
		if want == "did" {
			want = "unknown key: want dice? or another of"
		}
		assert.ErrorContains(t, err, want, series)
	}
}
