package games_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/cover"
	"ringer/internal/input"
)

// marks lists characters that the program's own words hold, and words from outside must not.
var marks = map[string]string{
	"who": env.Who(1), "whose": env.Whose(1), "does": env.Does(1, "draws"), "upper": env.Upper("x"), "of no seat": env.Who(env.Chance),
	"a colour": "\U000f1003", "no colour": "\U000f1fff",
}

// No text of any game's rules takes a mark, by which a title would read as a seat: not in a
// game string, a change, a file of changes, nor the rules that a replay or a bot carries.
func TestCrossMarksInRules(t *testing.T) {
	axes := []cover.Axis{
		{Name: "game", Values: games.Names()},
		{Name: "mark", Values: slices.Sorted(maps.Keys(marks))},
		{Name: "face", Values: []string{"string", "quoted string", "change", "file", "escapes in a file", "rules"}},
	}
	cover.Run(t, axes, 2, nil, func(t *testing.T, pick func(string) string) {
		name, mark := pick("game"), marks[pick("mark")]
		g := games.MustNew(name)
		rules, err := games.Rules(g)
		require.NoError(t, err)
		texts, most := 0, 20
		if cover.All() {
			most = 100
		}
		for _, leaf := range configs.Leaves(rules) {
			if leaf.Kind != "text" || texts >= most {
				continue
			}
			texts++
			value, want := mark+leaf.Value, []string{leaf.Path, strings.TrimSuffix(strconv.Quote(mark), `"`), input.NoMarks}
			switch pick("face") {
			case "string":
				_, err = games.New(name + "(changes=[" + leaf.Path + "=" + value + "])")
				want = []string{"column", input.NoMarks}
			case "quoted string":
				_, err = games.New(name + "(" + strconv.Quote(leaf.Path+"="+value) + ")")
				want = []string{"column", input.NoMarks}
			case "change":
				_, err = games.Changed(g, leaf.Path+"="+value)
			case "file", "escapes in a file":
				file, quoted := filepath.Join(t.TempDir(), "rules.yaml"), `"`+value+`"`
				if pick("face") != "file" {
					quoted = strconv.QuoteToASCII(value)
				}
				require.NoError(t, os.WriteFile(file, []byte("# mine\n"+leaf.Path+": "+quoted+"\n"), 0o600))
				_, err = games.NewChanged(name, file)
				want = append(want[:0], file+":2:", leaf.Path, input.NoMarks)
			default:
				said, _ := json.Marshal(leaf.Value)
				text := strings.Replace(string(g.Spec().Configuration), ":"+string(said), `:"`+mark+string(said)[1:], 1)
				if text == string(g.Spec().Configuration) {
					continue // rules leave it out
				}
				_, err = games.Restore(g.Spec().String(), []byte(text))
				want = append(want[:0], "rules of "+name, input.NoMarks)
			}
			require.Error(t, err, "%s=%q", leaf.Path, value)
			for _, w := range want {
				assert.ErrorContains(t, err, w)
			}
		}
		if texts == 0 {
			_, err = games.New(name + "(players=2" + mark + ")")
			assert.ErrorContains(t, err, input.NoMarks)
		}
	})
}

// Nor does a file that a game string names: a map, a warband, a deck.
func TestMarksInFilesOfGames(t *testing.T) {
	words := regexp.MustCompile(`(title|name|key): *"?`)
	for file, text := range map[string]string{
		"duel/maps/canyon.yaml": "duel(map=%s)", "duel/warbands/pack.yaml": "duel(file=gang,bands=[%s,swarm])", "payday/decks/book.yaml": "payday(file=%s)",
		"heat/default.yaml": "heat(file=%s)", "heist/default.yaml": "heist(file=%s)", "playdesign/default.yaml": "fourdowns(file=%s)", "playdesign/even.yaml": "fivepossessions(file=%s)",
	} {
		said, err := os.ReadFile("../../configs/games/" + file)
		require.NoError(t, err)
		at := words.FindIndex(said)
		require.NotNil(t, at, file)
		own := filepath.Join(t.TempDir(), "own.yaml")
		require.NoError(t, os.WriteFile(own, slices.Insert(said, at[1], []byte(env.Who(1))...), 0o600))
		_, err = games.New(fmt.Sprintf(text, own))
		assert.ErrorContains(t, err, own+":", text)
		assert.ErrorContains(t, err, input.NoMarks, text)
	}
}
