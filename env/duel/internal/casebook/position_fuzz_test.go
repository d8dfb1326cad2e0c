package casebook_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/internal/turn"
	"ringer/env/envtest"
)

// A laid is a position of the tests, as text, with the name of its game.
type laid struct{ game, text string }

// shippedPositions returns the positions of the casebook and of the lessons on feats, one
// of each game and feat.
func shippedPositions(t testing.TB) (list []laid) {
	add := func(game string, p *duel.Position) {
		if p == nil {
			return
		}
		if !strings.HasPrefix(game, "duel(") {
			if !strings.HasPrefix(game, "file=") {
				game = strings.TrimSuffix("file=testdata/positions/plain.yaml,"+game, ",")
			}
			game = "duel(" + game + ")"
		}
		text, err := json.Marshal(p)
		require.NoError(t, err)
		list = append(list, laid{game, string(text)})
	}
	files, err := filepath.Glob("testdata/casebook/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		var book casebook
		require.NoError(t, configs.ReadAll(&book, configs.Named("games/duel", file)))
		seen := map[string]bool{}
		for _, c := range book.Cases {
			if len(c.Then.Faults) == 0 && !seen[c.Game] {
				seen[c.Game] = true
				add(c.Game, c.Position)
			}
		}
	}
	files, err = filepath.Glob("testdata/feats/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		var book skillLessons
		require.NoError(t, configs.ReadAll(&book, configs.Named("games/duel", file)))
		if p := &book.Lessons[0].Position; len(p.Models) > 0 {
			add(book.Lessons[0].Game, p)
		}
	}
	require.Greater(t, len(list), 60)
	return list
}

// positionWords may stand in a position where a word stands.
var positionWords = append([]string{
	"A", "A1", "A2", "A3", "B", "B1", "B2", "C1", "D1", "Z", "boss", "waiting", "standing", "prone", "removed", "east", "northwest", "armour",
	"mirage", "scope", "hero", "ganger", "rookie", "animal", "neutral", "0", "1", "1 2", "6 6 6", "6 6 6 6 6 6 6", "shape", "shifting shape",
	"bodyguard", "grudge", "prey", "yang", "eviscerator", "berserk", "thrall", "raised", "act", "order", "models", "treasure", "carrier", "dice", "model",
	"at", "status", "hits", "bid", "kind", "feats", "traits", "shapes", "marker", "toughness", "marks", "bonds", "round", "points", "hill", "flags",
}, turn.SkillNames()...)

// tryPosition reads a position, and plays it where it is one. A text that is refused has all its
// faults told with their place.
func tryPosition(game, text string, seed uint64, actions int) (played bool, err error) {
	g, err := gameOf(game)
	if err != nil {
		return false, err
	}
	p := g.NewPosition()
	if err := configs.ReadInto(p, configs.Text("position", []byte(text))); err != nil {
		return false, located(err)
	}
	at, err := g.FromPosition(p)
	if err != nil {
		return false, err // Validate has accepted it
	}
	return true, envtest.PlayPosition(at, env.Stream(seed, "position"), actions)
}

// place matches a fault with its place.
var place = regexp.MustCompile(`^position:(\d+:\d+:)? `)

// located returns an error some line of which names no place.
func located(err error) error {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if !place.MatchString(line) {
			return fmt.Errorf("a fault without its place: %s", line)
		}
	}
	return nil
}

// A position is refused with its faults, or can be played on, whatever stands in it.
func FuzzPosition(f *testing.F) {
	seeds := shippedPositions(f)
	fuzzing := flag.Lookup("test.fuzz").Value.String() != ""
	for i, x := range seeds {
		if i%5 != 0 && !fuzzing && !long {
			continue // TestChangedPositions plays them all
		}
		f.Add(uint8(i), uint64(i), x.text)
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, text string) {
		if len(text) > 8192 {
			return
		}
		if seed != 0 {
			text = envtest.MutatePosition(text, positionWords, env.Stream(seed, "mutations"))
		}
		if _, err := tryPosition(seeds[int(which)%len(seeds)].game, text, seed, 200); err != nil {
			t.Fatalf("%s\n%s\n%v", seeds[int(which)%len(seeds)].game, text, err)
		}
	})
}

// Changed positions of the casebook are refused with their faults, or played on.
func TestChangedPositions(t *testing.T) {
	each := 1
	if long {
		each = 400
	}
	played, refused := 0, 0
	for i, x := range shippedPositions(t) {
		for k := range each {
			seed := uint64(i*each + k)
			text := envtest.MutatePosition(x.text, positionWords, env.Stream(seed, "mutations"))
			func() {
				defer func() {
					if r := recover(); r != nil {
						t.Fatalf("%v at %s of %s", r, text, x.game)
					}
				}()
				ok, err := tryPosition(x.game, text, seed, 200)
				require.NoError(t, err, "%s of %s", text, x.game)
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
