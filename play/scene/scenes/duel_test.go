package scenes_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
)

// Two fighters of the core game come into play, and see each other in the next round.
const duelMet = "roll 5; roll 2; place at 11.5,9.5; place at 2,3; roll 1; roll 5"

func TestDuelTellsOdds(t *testing.T) {
	g, s := reach(t, "duel", duelMet)
	notes := map[string]string{}
	for _, c := range shownTo(g, s, 0).Ask.Choices {
		if c.Point != nil {
			notes[c.Label] = c.Note
		}
	}
	assert.Equal(t, "no enemy in sight", notes["Go to 1.5,3.5"])
	// From there it sees its enemy, and the enemy it: both have two dice and no cover counts.
	assert.Regexp(t, `^a Duel with B: B falls 5\d%, A falls 5\d%$`, notes["Go to 3,3"])

	g, s = reach(t, "duel", duelMet+"; go to 3,3")
	_, choices := askedOf(t, g, s)
	assert.Equal(t, "Fight with 3: hits on 4 or more: 75%", choices[2])
}

// The note of a place has the odds against each enemy that a model would meet there, and
// names the feats that they leave out.
func TestDuelOddsAreOfEveryEnemy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	several, without := 0, 0
	odds := regexp.MustCompile(`^a Duel with ([^:]*): ([^(]*?)(?: \(not counting (.*)\))?$`)
	for _, name := range []string{"duel(file=gang)", "duel(file=draft)", "duel(file=draft)", "duel(file=draft)"} {
		g := games.MustNew(name)
		s := g.NewInitialState()
		for step := 0; s.CurrentPlayer() != env.Terminal && step < 600; step++ {
			legal := s.LegalActions(nil)
			if p := s.CurrentPlayer(); p >= 0 && len(legal) > 20 {
				for _, c := range shownTo(g, s, p).Ask.Choices {
					found := odds.FindStringSubmatch(c.Note)
					if found == nil {
						assert.NotContains(t, c.Note, "a Duel with")
						continue
					}
					names, each := strings.Split(found[1], ", "), strings.Split(found[2], "; ")
					assert.Len(t, each, min(3, len(names)), c.Note)
					for i, o := range each {
						enemy, _, _ := strings.Cut(names[i], " ")
						assert.Regexp(t, `^(removes `+enemy+`|`+enemy+` falls) `, o, c.Note)
					}
					if len(names) > 1 {
						several++
					}
					if found[3] != "" {
						without++
					}
				}
			}
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
	assert.Positive(t, several)
	assert.Positive(t, without)
}
