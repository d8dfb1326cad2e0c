package reporting

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/things"
	"ringer/report/trust"
)

func labels(list []ruleSet) (out []string) {
	for _, r := range list {
		out = append(out, r.label)
	}
	return out
}

// A step is one up and one down, as far as the rules allow, and any other value of a choice.
func TestStepsOfAKnob(t *testing.T) {
	duel := games.MustNew("duel(file=mini)")
	for path, want := range map[string][]string{
		"hit_on":     {"hit_on = 6", "hit_on = 8"},
		"rounds":     {"rounds = 0", "rounds = 2"},
		"avoid_hits": {"avoid_hits = false"},
		"cover":      {"cover = simple", "cover = advanced"},
	} {
		list, err := stepsOf(duel, path)
		require.NoError(t, err, path)
		assert.Equal(t, want, labels(list))
		for _, r := range list {
			assert.NotEqual(t, duel.Spec().Hash, r.game.Spec().Hash)
			assert.Equal(t, path, r.knob)
		}
	}
	list, err := stepsOf(games.MustNew("heist"), "heist_deck.extra-muscle.copies")
	require.NoError(t, err)
	assert.Equal(t, []string{"heist_deck.extra-muscle.copies = 2"}, labels(list), "0 is the usual number again")
	_, err = stepsOf(duel, "hit_onn")
	assert.ErrorContains(t, err, "did you mean hit_on?")
	_, err = stepsOf(games.MustNew("leduc(players=3)"), "players")
	assert.ErrorContains(t, err, "for the same number of seats")
}

func TestSeriesOfAKnob(t *testing.T) {
	duel := games.MustNew("duel(file=mini)")
	list, now, err := seriesOf(duel, "hit_on=6..9")
	require.NoError(t, err)
	assert.Equal(t, []string{"hit_on = 6", "hit_on = 8", "hit_on = 9"}, labels(list), "7 is the base")
	require.NotNil(t, now)
	assert.InDelta(t, 7, *now, 0)
	assert.InDelta(t, 9, *list[2].value, 0)
	_, _, err = seriesOf(games.MustNew("leduc"), "players=2..3")
	assert.ErrorContains(t, err, "players=3: want games of 2 seats")
	for series, says := range map[string]string{
		"hit_on=7": "want another value", "hit_on=90": "hit_on: 90: want", "hit_on": "want PATH=VALUES",
	} {
		_, _, err := seriesOf(duel, series)
		assert.ErrorContains(t, err, says)
	}
}

// Of all knobs, those that change the play of an agent most are tried first: in a single
// Duel the dice, rather than distances.
func TestTellingKnobs(t *testing.T) {
	slowWhenRaced(t)
	duel := games.MustNew("duel(file=mini)")
	w := under(t, duel, t.TempDir())
	w.Seed = 1
	agent, err := w.opener.Agent(duel, "random")
	require.NoError(t, err)
	paths, err := w.telling(t.Context(), &strongest{Agent: trust.Agent{Name: "random", Command: "random", Agent: agent}}, 3)
	require.NoError(t, err)
	assert.Contains(t, paths, "dice")
	assert.NotContains(t, paths, "place_within")
}

// A card is found by its id or its name however it is typed, and a fault names what was probably meant and
// then everything there is.
func TestThingsAreNamed(t *testing.T) {
	heat, payday := games.MustNew("heat"), games.MustNew("payday")
	for _, name := range []string{"armoured-van", "Armoured Van", "armoured van", "ARMOURED-VAN"} {
		x, err := thingOf(heat, name)
		require.NoError(t, err)
		assert.Equal(t, "armoured-van", x.ID, name)
	}
	for _, c := range []struct {
		game env.Game
		name string
		says string
	}{
		{heat, "lokout", `"lokout": heat has no such card or other thing: want lookout? or another of change-of-plans, `},
		{heat, "armoured", "want armoured-van? or another of lookout, "},
		{heat, "nosuch", "want one of lookout, change-of-plans, "},
		{heat, "", `"": heat has no such card or other thing: want one of lookout`},
		{payday, "gun", "want pump-gun, long-gun, light-machine-gun, "},
		{games.MustNew("kuhn"), "king", `"king": kuhn has no cards or other things to ask about`},
	} {
		_, err := thingOf(c.game, c.name)
		assert.ErrorContains(t, err, c.says)
	}
	_, err := thingOf(heat, "nosuch")
	list, _ := things.Of(heat)
	for i := range list.Things {
		if x := &list.Things[i]; x.Kind != things.KindNothing {
			assert.ErrorContains(t, err, x.ID)
		}
	}
}
