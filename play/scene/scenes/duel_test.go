package scenes_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/scene"
	"ringer/play/scene/scenes"
	"ringer/play/twintest"
)

// Two fighters of the core game come into play, and see each other in the next round.
const duelMet = "roll 5; roll 2; place at 11.5,9.5; place at 2,3; roll 1; roll 5"

func TestDuelAsksInWords(t *testing.T) {
	g, s := reach(t, "duel", "roll 5; roll 2")
	q, _ := askedOf(t, g, s)
	assert.Equal(t, "Where does B (Gunman) come into play?", q.Text)
	assert.Equal(t, "Seat 2 decides for B (Gunman).", shownTo(g, s, 0).Waits)

	g, s = reach(t, "duel", duelMet)
	sc := shownTo(g, s, 0)
	assert.Equal(t, "What does A (Gunman) do?", sc.Ask.Text)
	notes := map[string]string{}
	for _, c := range sc.Ask.Choices {
		if c.Point == nil {
			continue
		}
		notes[c.Label] = c.Note
	}
	assert.Equal(t, "no enemy in sight", notes["Go to 1.5,3.5"])
	// From there it sees its enemy, and the enemy it: both have two dice and no cover counts.
	assert.Regexp(t, `^a Duel with B: B falls 5\d%, A falls 5\d%$`, notes["Go to 3,3"])
	assert.NotNil(t, sc.Map)
	var sights []string
	for _, x := range sc.Map.Shapes {
		if x.Kind == "sight blocked" {
			sights = append(sights, x.Name)
		}
	}
	assert.Equal(t, []string{"A to B: not seen"}, sights)
	compareGolden(t, "duel", withoutPlaces(sc))

	g, s = reach(t, "duel", duelMet+"; go to 3,3")
	q, choices := askedOf(t, g, s)
	assert.Equal(t, "Set the Duel Score of A (Gunman) against B (Gunman), in secret.", q.Text)
	assert.Equal(t, "Fight with 3: hits on 4 or more: 75%", choices[2])

	g, s = reach(t, "duel", duelMet+"; go to 3,3; score 3")
	q, _ = askedOf(t, g, s)
	assert.Equal(t, "A (Gunman) began a Duel with B (Gunman). Set the Duel Score of B (Gunman) against A (Gunman), in secret.", q.Text)
	theirs, own := zone(t, shownTo(g, s, 1), "duel").Things, zone(t, shownTo(g, s, 0), "duel").Things
	assert.Equal(t, []scene.Thing{{ID: "duel/0", Name: "Score of A", Kind: "score", Under: "model:0", Face: scene.FaceDown}}, theirs)
	assert.Equal(t, "3", own[0].Corner)
	assert.Equal(t, scene.FaceMine, own[0].Face)
}

// withoutPlaces keeps one place of each group of choices, for a golden file that people
// read.
func withoutPlaces(sc *scene.Scene) *scene.Scene {
	c := *sc
	ask := *sc.Ask
	ask.Choices = nil
	for i, choice := range sc.Ask.Choices {
		if choice.Point == nil || i%20 == 0 {
			ask.Choices = append(ask.Choices, choice)
		}
	}
	c.Ask = &ask
	m := *sc.Map
	m.Shapes = nil
	for _, x := range sc.Map.Shapes {
		if len(x.Points) < 20 {
			m.Shapes = append(m.Shapes, x)
		}
	}
	c.Map = &m
	return &c
}

// A seat that puts down terrain chooses a piece and a point of the map; the others see what
// lies there by its name (DUEL-123).
func TestDuelPutsDownTerrain(t *testing.T) {
	g := games.MustNew("duel(place_terrain=1,step=1,map=canyon)")
	s := g.NewInitialState()
	ask := shownTo(g, s, 0).Ask
	assert.Equal(t, "place", ask.Kind)
	last := ask.Choices[len(ask.Choices)-1]
	assert.Equal(t, "A fence from south to north", last.Group)
	require.NotNil(t, last.Point)
	require.NoError(t, s.Apply(last.Action))
	found := false
	for _, x := range shownTo(g, s, 1).Map.Shapes {
		found = found || x.Name == last.Group
	}
	assert.True(t, found)
}

// While three players draft in secret nobody sees who is choosing, or what.
func TestDraftsOfDuelStayHidden(t *testing.T) {
	g := games.MustNew("duel(file=gang,players=3)")
	b := scenes.Of(g)
	rng := env.Stream(3, envtest.PurposeCheckEvents)
	s := g.NewInitialState()
	different := 0
	for range 40 {
		for p := range env.Player(3) {
			sc := b.Scene(s, p)
			for _, seat := range sc.Seats {
				assert.True(t, !seat.Acts || seat.Seat == p && s.CurrentPlayer() == p)
			}
			world := s.(env.Resampler).ResampleFromInfoState(p, rng)
			if world.String() != s.String() {
				different++
			}
			assert.Equal(t, sceneText(sc), sceneText(b.Scene(world, p)))
		}
		require.NoError(t, s.Apply(twintest.Draw(s, rng)))
		if !s.(*duel.State).Secret() {
			break
		}
	}
	assert.Positive(t, different)
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
