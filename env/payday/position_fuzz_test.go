package payday_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/payday"
)

// positions are tables set up by hand, as JSON, with the number of columns of their game.
var positions = []struct {
	columns int
	text    string
}{
	{1, `{"columns":[{"loot":"payday","obstacles":["steel-gate","locked-door"]}],"hands":{"criminal":["pistol"],"police":["patrol","juggernaut","riot-cop"]},"discards":{"police":["patrol","patrol"]}}`},
	{1, `{"turn":"police","step":"moves","columns":[{"loot":"payday","obstacles":["steel-gate","locked-door"],"police":["commando"]}],"hands":{"police":["patrol","beat-cop"]}}`},
	{1, `{"step":"combat","turn":"police","heisters":[{"id":"ghost","column":1,"damage":1}],"columns":[{"loot":"payday","gone":1,"progress":0,"obstacles":["lobby",{"id":"steel-gate","up":true}],"police":[{"id":"swat-rifle","equip":"carbine"}]}]}`},
	{2, `{"round":3,"turn":"police","cash":{"criminal":2,"police":3},"hands":{"criminal":["pistol","adrenaline","petty-cash"],"police":["patrol","lockdown","hold-the-line","tear-gas"]},"discards":{"criminal":["sprint"],"police":["patrol"]},"columns":[{"loot":"key-card","gone":2,"taken":true,"obstacles":["locked-door","locked-door"],"asset":"medic-bag","uses":1,"police":["beat-cop"]},{"loot":"payday","gone":1,"progress":1,"obstacles":["turnstile",{"id":"steel-gate","up":true,"mandate":"barricades"}],"police":[{"id":"swat-rifle","equip":"carbine"},{"id":"night-guard","place":3,"down":true}],"end":{"asset":"watchtower"}}],"heisters":[{"id":"ghost","column":2,"damage":1,"weapon":"rifle","loot":"key-card"},{"id":"driver","column":1}],"funding":[{"id":"city-budget","uses":2}]}`},
	{2, `{"step":"escapes","columns":[{"loot":"key-card","gone":2,"taken":true,"floor":["key-card"],"obstacles":["locked-door","locked-door"]},{"loot":"payday","gone":2,"taken":true,"obstacles":["turnstile","lobby"]}],"heisters":[{"id":"ghost","column":2,"loot":"payday"},{"id":"driver","column":1}]}`},
	{2, `{"step":"update","turn":"police","columns":[{"loot":"key-card","obstacles":["locked-door","locked-door"],"police":[{"id":"night-guard","place":2,"down":true}]},{"loot":"payday","gone":2,"obstacles":["turnstile","lobby"]}],"heisters":[{"id":"ghost","column":2}]}`},
}

// positionGame returns the game of a position, and the words that may stand in it.
func positionGame(t testing.TB, columns int) (*payday.Game, []string) {
	g := still(t, fmt.Sprint("loot_cards=", columns))
	words := []string{
		"criminal", "police", "cards", "moves", "transfers", "escapes", "combat", "update", "hands", "discards", "columns", "heisters", "funding", "gone", "taken",
		"progress", "floor", "asset", "uses", "end", "place", "equip", "down", "secured", "up", "mandate",
	}
	for _, k := range g.Kinds() {
		words = append(words, k.ID)
	}
	return g, words
}

// place matches a fault with its place.
var place = regexp.MustCompile(`^position:(\d+:\d+:)? `)

// tryPosition reads a position, and plays it where it is one. A text that is refused has all its
// faults told with their place.
func tryPosition(g *payday.Game, text string, seed uint64, actions int) (played bool, err error) {
	p := g.NewPosition()
	if err := configs.ReadInto(p, configs.Text("position", []byte(text))); err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if !place.MatchString(line) {
				return false, errors.New("a fault without its place: " + line)
			}
		}
		return false, nil
	}
	at, err := g.FromPosition(p)
	if err != nil {
		return false, err // Validate has accepted it
	}
	return true, envtest.PlayPosition(at, env.Stream(seed, "position"), actions)
}

// A position is refused with its faults, or can be played to the end, whatever stands in it.
func FuzzPosition(f *testing.F) {
	for i, x := range positions {
		f.Add(uint8(i), uint64(i), x.text)
	}
	var built [3]*payday.Game
	var words []string
	for n := 1; n < len(built); n++ {
		built[n], words = positionGame(f, n)
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, text string) {
		if len(text) > 8192 {
			return
		}
		if seed != 0 {
			text = envtest.MutatePosition(text, words, env.Stream(seed, "mutations"))
		}
		if _, err := tryPosition(built[positions[int(which)%len(positions)].columns], text, seed, 150); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
	})
}

// Changed positions are refused with their faults, or played to the end.
func TestChangedPositions(t *testing.T) {
	each := 20
	if long {
		each = 4000
	}
	played, refused := 0, 0
	for i, x := range positions {
		g, words := positionGame(t, x.columns)
		ok, err := tryPosition(g, x.text, 1, 10_000)
		require.NoError(t, err)
		require.True(t, ok, x.text)
		for k := range each {
			seed := uint64(i*each + k)
			text := envtest.MutatePosition(x.text, words, env.Stream(seed, "mutations"))
			func() {
				defer func() {
					if r := recover(); r != nil {
						t.Fatalf("%v at %s", r, text)
					}
				}()
				ok, err := tryPosition(g, text, seed, 10_000)
				require.NoError(t, err, text)
				if ok {
					played++
				} else {
					refused++
				}
			}()
		}
	}
	t.Logf("%d played, %d refused", played, refused)
	assert.Positive(t, played)
	assert.Positive(t, refused)
}
