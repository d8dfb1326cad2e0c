package games

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
)

// flip is a game without rules, to test the building of games alone.
type flipConfig struct {
	Players int    `yaml:"players"`
	Order   string `yaml:"order"`
	Cards   []struct {
		Cost int `yaml:"cost"`
	} `yaml:"cards"`
}

func (c flipConfig) Validate() error {
	var faults env.Faults
	if c.Players < 2 || c.Players > 4 {
		faults.Add("players", c.Players, "a number from 2 to 4")
	}
	if c.Order != "up" && c.Order != "down" {
		faults.Add("order", c.Order, "up or down")
	}
	for i, card := range c.Cards {
		if card.Cost < 0 {
			faults.Add("cards["+strconv.Itoa(i)+"].cost", card.Cost, "a number that is not negative")
		}
	}
	return faults.Err()
}

func (c flipConfig) Parameters() []env.Parameter {
	return []env.Parameter{
		{Name: "players", Value: strconv.Itoa(c.Players), Default: "2", Choices: []string{"2", "3", "4"}, Doc: "seats"},
		{Name: "order", Value: c.Order, Default: "up", Choices: []string{"up", "down"}, Doc: "of the cards"},
	}
}

type flip struct{ spec *env.Spec }

func (g *flip) Spec() *env.Spec            { return g.spec }
func (g *flip) NewInitialState() env.State { return nil }

func newFlip(c flipConfig) (*flip, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return &flip{(&env.Spec{
		Name: "flip", Version: 1, Players: c.Players, MinPlayers: 2, MaxPlayers: 4,
		Actions: []env.Block{{Name: "a", Shape: []int{1}}}, MaxGameLength: 1, MinUtility: -1, MaxUtility: 1,
		Parameters:    c.Parameters(),
		Configuration: text,
	}).Seal()}, nil
}

// withFlip registers flip for one test.
func withFlip(t *testing.T) {
	before := table
	t.Cleanup(func() { table = before })
	require.NoError(t, Register(Of("flip", flipDefaults, newFlip)))
}

func flipDefaults() flipConfig { return flipConfig{Players: 2, Order: "up"} }

func TestRegisterRefusesNames(t *testing.T) {
	withFlip(t)
	before := Names()
	err := Register(Of("flop", flipDefaults, newFlip), Of("kuhn", flipDefaults, newFlip), Of("Flip", flipDefaults, newFlip), Of("flip", flipDefaults, newFlip), Of("flop", flipDefaults, newFlip), Of("a,b", flipDefaults, newFlip), Of("", flipDefaults, newFlip))
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	require.Len(t, faults, 6)
	assert.ErrorContains(t, err, "game: kuhn: want a name that no other game has\ngame: Flip: want a name of lower-case letters")
	assert.ErrorContains(t, err, "game: flip: want a name that no other")
	assert.ErrorContains(t, err, "game: flop: want a name that no other")
	assert.Equal(t, before, Names(), "nothing is added when something is wrong")

	require.NoError(t, Register(Of("flop", flipDefaults, newFlip)))
	_, err = New("flop")
	assert.EqualError(t, err, `games: flop: the spec of its game says "flip": want the name under which it is registered`)
	_, err = Restore("flop", json.RawMessage(`{"Players":2,"Order":"up","Cards":null}`))
	assert.Error(t, err)
}

func TestNewRebuildsFromTheGameString(t *testing.T) {
	withFlip(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "a file, (odd).yaml")
	require.NoError(t, os.WriteFile(file, []byte("players: 3\ncards: [{cost: 2}]\n"), 0o600))
	quoted := `"` + file + `"`
	for text, want := range map[string]string{
		"flip":                                   "flip",
		"flip()":                                 "flip",
		" flip ( order = up ) ":                  "flip",
		"flip(order=down,players=4)":             "flip(players=4,order=down)",
		"flip(file=" + quoted + ")":              "flip(file=" + quoted + ")",
		"flip(players=3,file=" + quoted + ")":    "flip(file=" + quoted + ")",
		"flip(file=" + quoted + ",players=2)":    "flip(players=2,file=" + quoted + ")",
		"flip(file=" + quoted + ",order=\"up\")": "flip(file=" + quoted + ")",
	} {
		g, err := New(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, g.Spec().String(), text)
		again, err := New(g.Spec().String())
		require.NoError(t, err, text)
		assert.Equal(t, g.Spec().Hash, again.Spec().Hash, text)
		assert.Equal(t, g.Spec().String(), again.Spec().String(), text)
	}
	g := MustNew("flip(players=2,file=" + quoted + ")")
	assert.Contains(t, string(g.Spec().Configuration), `"Cost":2`)
}

func TestNewNamesWhatIsKnown(t *testing.T) {
	withFlip(t)
	_, err := New("flop")
	var unknown *UnknownGameError
	require.ErrorAs(t, err, &unknown)
	assert.ErrorContains(t, err, `unknown game "flop" (did you mean flip?); known: `)
	assert.ErrorContains(t, err, "flip")

	var parameter *ParameterError
	_, err = New("flip(plaeyrs=3)")
	require.ErrorAs(t, err, &parameter)
	assert.EqualError(t, err, `flip has no parameter "plaeyrs"; it takes:`+
		"\n  players=2 (2, 3, 4)  seats"+
		"\n  order=up (up, down)  of the cards"+
		"\n  file=  configuration file laid over the defaults: a shipped name, or a path"+
		"\n  changes=  changes on top of the files: the path of a file of changes, a path with its value (ringer games GAME --knobs lists them), or a list of both")
	_, err = New("flip(3)")
	require.ErrorAs(t, err, &parameter)
	assert.ErrorContains(t, err, `flip has no parameter "3"`)

	_, err = New("flip(players=9)")
	require.ErrorAs(t, err, &parameter)
	assert.Equal(t, "players", parameter.Parameter)
	assert.EqualError(t, err, "flip: players: 9: want a number from 2 to 4\n  players=2 (2, 3, 4)  seats")
	_, err = New("flip(players=many)")
	assert.EqualError(t, err, `flip: players: "many": want a whole number`+"\n  players=2 (2, 3, 4)  seats")

	_, err = New("flip(players=9,order=left)")
	assert.ErrorContains(t, err, "players: 9: want")
	assert.ErrorContains(t, err, "order: left: want up or down", "all faults at once")

	var syntax *callexpr.SyntaxError
	_, err = New("flip(players=3")
	require.ErrorAs(t, err, &syntax)
}

func TestBadConfigurationFile(t *testing.T) {
	withFlip(t)
	file := filepath.Join(t.TempDir(), "bad.yaml")
	require.NoError(t, os.WriteFile(file, []byte("players: 7\ncards:\n  - cost: 1\n  - cost: -2\ncolour: red\n"), 0o600))
	_, err := New("flip(file=" + file + ")")
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.Equal(t, strings.Join([]string{
		file + ":5:1: colour: unknown key: want one of players, order, cards",
		file + ":1:10: players: 7: want a number from 2 to 4",
		file + ":4:11: cards[1].cost: -2: want a number that is not negative",
	}, "\n"), err.Error())

	_, err = New("flip(file=nowhere)")
	var name *configs.UnknownNameError
	require.ErrorAs(t, err, &name)
}

// A game is built once, whatever its string names: building is dear.
func TestAGameIsBuiltOnce(t *testing.T) {
	before := table
	t.Cleanup(func() { table = before })
	built := 0
	table = append(table[:len(table):len(table)], Of("flip", flipDefaults, func(c flipConfig) (*flip, error) {
		built++
		return newFlip(c)
	}))
	file := filepath.Join(t.TempDir(), "file.yaml")
	require.NoError(t, os.WriteFile(file, []byte("players: 3\n"), 0o600))
	for _, text := range []string{"flip", "flip(players=4)", "flip(file=" + file + ",order=down)"} {
		built = 0
		MustNew(text)
		assert.Equal(t, 1, built, text)
	}
}
