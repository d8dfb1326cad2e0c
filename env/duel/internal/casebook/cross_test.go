package casebook_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/internal/turn"
	"ringer/env/envtest"
	"ringer/internal/cover"
)

// crossMaps are the tables of the crossing: one with terrain of every kind, and shipped ones.
var crossMaps = []string{"jungle", "city", "canyon", "lagoon", "laboratory", "scatter"}

// crossGifts sorts all feats and traits into groups, each of which every Hero has.
func crossGifts() [][]string {
	groups := make([][]string, 10)
	for i, name := range turn.SkillNames() {
		groups[i%len(groups)] = append(groups[i%len(groups)], name)
	}
	return groups
}

// crossBiases are the gamblers of the crossing.
var crossBiases = map[string]bias{
	"brawls":  {feats: 8, contact: 9, harm: 7, harmful: true, stays: 10},
	"shoots":  {feats: 8, contact: 3, harm: 8, harmful: true, stays: 10},
	"dodges":  restless,
	"strolls": {feats: 5, contact: 5, harm: 2, stays: 7},
}

// optionAxes lists the options with their settings.
func optionAxes() (axes []cover.Axis) {
	for _, o := range options {
		x := cover.Axis{Name: o.name}
		for i := range o.set {
			x.Values = append(x.Values, strconv.Itoa(i))
		}
		axes = append(axes, x)
	}
	return axes
}

// crossDefaults are the values of the axes that are no options.
var crossDefaults = map[string]string{"table": "jungle", "gifts": "none", "play": "strolls"}

// crossAxes lists all that varies: every option with its settings, the table, the feats and
// traits that Heroes have, and how the seats play.
func crossAxes() []cover.Axis {
	gifts := cover.Axis{Name: "gifts", Values: []string{"none"}}
	for i := range crossGifts() {
		gifts.Values = append(gifts.Values, strconv.Itoa(i))
	}
	return append(optionAxes(),
		cover.Axis{Name: "table", Values: crossMaps},
		gifts,
		cover.Axis{Name: "play", Values: slices.Sorted(maps.Keys(crossBiases))})
}

// crossed returns the game of a case, of this many rounds.
func crossed(t *testing.T, pick func(string) string, rounds int) *duel.Game {
	c := duel.Defaults()
	for _, o := range options {
		i, err := strconv.Atoi(pick(o.name))
		require.NoError(t, err)
		o.set[i](&c)
	}
	if i, err := strconv.Atoi(pick("gifts")); err == nil && c.Heroes {
		c.OneUp = crossGifts()[i]
	}
	settle(&c)
	switch m := pick("table"); m {
	case "jungle":
		c.Board = jungle()
	case "scatter":
		c.Board = shipped(fmt.Sprintf("map=scatter,map_seed=3,step=1,players=%d", max(2, c.Players)))
	default:
		c.Board = shipped("map=" + m + ",step=1")
	}
	c.Rounds = rounds
	g, err := duel.New(c)
	require.NoError(t, err)
	return g
}

// Every pair of settings of two options, of an option and a table, a group of feats and
// traits, or a way to play: the games keep their pieces, their bounds and the laws, and a
// referee who has only the rule book counts the dice, the rerolls and the hits of every roll
// in a Duel.
func TestCrossDuel(t *testing.T) {
	total := map[string]int{}
	cover.Run(t, crossAxes(), 1, nil, func(t *testing.T, pick func(string) string) {
		games, rounds := 2, 4
		if cover.All() {
			games, rounds = 12, 5
		}
		g := crossed(t, pick, rounds)
		for i := range games {
			of := crossBiases[pick("play")]
			p := playWatched(t, fmt.Sprintf("game %d", i), g, of, env.Stream(uint64(i), "cross"), true)
			for what, n := range p.checked {
				total[what] += n
			}
		}
		if cover.All() {
			if games = 1; pick("place terrain") != "0" {
				games = 4 // with many open decisions few of the states tried have anything hidden
			}
			envtest.Run(t, crossed(t, pick, 1), envtest.Options{Games: games, Biased: 1})
		}
	})
	t.Logf("compared with the rule book: %v", total)
}
