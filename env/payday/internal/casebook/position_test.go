package casebook_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
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

// A position that is illegal lists all its faults, each with line and path.
func TestFaultsOfAPosition(t *testing.T) {
	g := still(t, "loot_cards=2")
	_, err := position(g, `round: 99
cash: {police: -1}
columns:
  - {loot: key-card, gone: 3, obstacles: [turnstile, nowhere], police: [{id: patrol, down: true}, {id: ghost}]}
  - {loot: payday, taken: true, progress: 2, obstacles: [lobby, lobby, lobby], floor: [thermite]}
heisters: [{id: ghost, column: 3}, {id: patrol, column: 1}]
hands: {criminal: [juggernaut, ghost, ghost, ghost]}
funding: [{id: overtime-pay}]
`)
	require.Error(t, err)
	for _, want := range []string{
		"position:1", "round: 99: want a number from 1 to 40",
		"cash.police: -1",
		"columns[0].gone: 3",
		"columns[0].obstacles[1].id: nowhere: want the id of",
		"columns[0].police[0].down: true: want true only for a guard",
		"columns[0].police[1].id: ghost",
		"columns[1].taken: true: want false while an obstacle is left",
		"columns[1].progress: 2",
		"heisters[0].column: 3: want a number from 1 to 2",
		"heisters[1].id: patrol",
		"hands.criminal[0]: juggernaut",
		"hands.criminal[3]: ghost: want at most the 2 copies",
		"funding[0].id: overtime-pay: want active Funding",
		"5 obstacles: want 4",
	} {
		assert.Contains(t, err.Error(), want)
	}
	// PAY-5: a key item behind what it opens; PAY-4: as many PAYDAY as the size says.
	_, err = position(g, `columns: [{loot: key-card, obstacles: [turnstile, lobby]}, {loot: payday, obstacles: [lobby, lobby]}]`)
	assert.ErrorContains(t, err, "want an order in which everything can be reached")
	_, err = position(g, `columns: [{loot: payday, obstacles: [lobby, lobby]}, {loot: payday, obstacles: [lobby, lobby]}]`)
	assert.ErrorContains(t, err, "2 PAYDAY: want 1 of 2")
	_, err = position(g, `columns: [{loot: payday, gone: 2, taken: true, obstacles: [lobby, turnstile]}, {loot: key-card, obstacles: [lobby, lobby]}]`)
	assert.ErrorContains(t, err, "1 of PAYDAY taken: want as many as lie on floors")
	_, err = position(g, `colums: []`)
	assert.ErrorContains(t, err, "unknown key")
}

// A game that begins at a position is the same game: same spec, and the laws hold.
func TestGameAtAPosition(t *testing.T) {
	g := still(t, "loot_cards=2", "rounds=5")
	p, err := position(g, `
round: 3
turn: police
cash: {criminal: 2, police: 3}
hands: {criminal: [pistol, adrenaline, petty-cash], police: [patrol, lockdown, hold-the-line, tear-gas]}
discards: {criminal: [sprint], police: [patrol]}
columns:
  - {loot: key-card, gone: 2, taken: true, obstacles: [locked-door, locked-door], asset: medic-bag, uses: 1, police: [beat-cop]}
  - {loot: payday, gone: 1, progress: 1, obstacles: [turnstile, {id: steel-gate, up: true, mandate: barricades}], police: [{id: swat-rifle, equip: carbine}, {id: night-guard, place: 3, down: true}], end: {asset: watchtower}}
heisters:
  - {id: ghost, column: 2, damage: 1, weapon: rifle, loot: key-card}
  - {id: driver, column: 1}
funding: [{id: city-budget, uses: 2}]
`)
	require.NoError(t, err)
	at, err := g.FromPosition(p)
	require.NoError(t, err)
	assert.Same(t, g.Spec(), at.Spec())
	envtest.Run(t, at, envtest.Options{Games: 2, Sparse: !long})
	s := at.NewInitialState().(*payday.State)
	assert.Equal(t, env.Player(payday.Police), s.CurrentPlayer())
	assert.Contains(t, s.Text(payday.Criminal), "Steel Gate (2 progress) [progress 1 of 2, +1 progress in the Update], Barricades, SWAT Rifleman 1: 5/3 [Carbine]\n")
	var _ env.Positioner = g
}

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

var update = flag.Bool("update", false, "write the card tables of docs/games/payday.md instead of comparing them")

const (
	page       = "../../../../docs/games/payday.md"
	cardsBegin = "<!-- cards:begin -->\n"
	cardsEnd   = "<!-- cards:end -->"
)

// The card tables of the page are printed from the decks.
func TestCardTables(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), cardsBegin)
	require.True(t, ok, "the page has no %s", cardsBegin)
	old, after, ok := strings.Cut(rest, cardsEnd)
	require.True(t, ok, "the page has no %s", cardsEnd)
	table := cardTables(t)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+cardsBegin+table+cardsEnd+after), 0o644))
		return
	}
	assert.Equal(t, table, old, "run: go test ./env/payday/internal/casebook -run TestCardTables -update")
}

func cardTables(t *testing.T) string {
	var b strings.Builder
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	for side, name := range []string{"The Criminal's deck", "The deck of the Police", "Heist cards"} {
		fmt.Fprintf(&b, "\n**%s**\n\n| card | type | copies | cost | damage | health | armor | text |\n|---|---|--:|--:|--:|--:|--:|---|\n", name)
		for _, k := range shipped(t, "").Kinds() {
			if k.Side != side {
				continue
			}
			kind := k.Type.String()
			if k.Subtype != "" {
				kind += ", " + strings.ReplaceAll(k.Subtype, "_", " ")
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", k.Title, kind, number(k.Copies), number(k.Cost), number(k.Damage), number(k.Health), number(k.Armor), k.Text)
		}
	}
	b.WriteString("\n")
	return b.String()
}

// The position file of the page can be played as it stands.
func TestPositionOfThePage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), "```yaml\n")
	require.True(t, ok, "the page shows no position")
	example, _, _ := strings.Cut(rest, "```")
	boardOf(t, shipped(t, "", "loot_cards=2"), example)
}

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
