package casebook_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
	"ringer/env/scene"
)

// met is a table at which two fighters see each other when A moves.
func met(t *testing.T) *bench {
	b := &bench{t, games.MustNew("duel").(*duel.Game), games.MustNew("duel").NewInitialState().(*duel.State)}
	b.roll("5", "2")
	b.do("place at 11.5,9.5", "place at 2,3")
	b.roll("1", "5")
	return b
}

func TestSceneAsksInWords(t *testing.T) {
	b := met(t)
	sc := b.s.Scene(0)
	assert.Equal(t, "What does A (Gunman) do?", sc.Ask.Text)
	assert.Equal(t, "Seat 0 decides for A (Gunman).", last(b.s.Text(1)))
	var sights []string
	for _, x := range sc.Map.Shapes {
		if x.Kind == "sight blocked" {
			sights = append(sights, x.Name)
		}
	}
	assert.Equal(t, []string{"A to B: not seen"}, sights)

	b.do("go to 3,3")
	assert.Equal(t, "Set the Duel Score of A (Gunman) against B (Gunman), in secret.", b.s.Scene(0).Ask.Text)
	b.do("score 3")
	assert.Equal(t, "A (Gunman) began a Duel with B (Gunman). Set the Duel Score of B (Gunman) against A (Gunman), in secret.", b.s.Scene(1).Ask.Text)
	theirs, own, open := duelOf(b.s.Scene(1)).Things, duelOf(b.s.Scene(0)).Things, b.s.Scene(env.Terminal)
	assert.Equal(t, []scene.Thing{{ID: "duel/0", Name: "Score of A", Kind: "score", Under: "model:0", Face: scene.FaceDown, Marks: []string{"in secret"}}}, theirs)
	assert.Equal(t, "3", own[0].Corner)
	assert.Equal(t, scene.FaceMine, own[0].Face)
	assert.Equal(t, "3", duelOf(open).Things[0].Corner, "who sees everything sees it")
	assert.Nil(t, open.Ask)
}

// last returns the last line of a text.
func last(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// Text makes less of a scene than Scene does, and says the same.
func TestTextIsTheSceneInWords(t *testing.T) {
	for _, name := range []string{"duel", "duel(file=skirmish)", "duel(file=draft)", "duel(file=gang,players=3)", "duel(add_ons=[city_brawl],mob_radius=1,models_per_player=2,step=1)", "duel(place_terrain=1,map=canyon,step=1)"} {
		g := games.MustNew(name)
		rng := rand.New(rand.NewPCG(4, 5))
		s := g.NewInitialState().(*duel.State)
		for n := 0; s.CurrentPlayer() != env.Terminal && n < 250; n++ {
			if p := env.Player(rng.IntN(g.Spec().Players+1) - 1); p >= 0 {
				require.Equal(t, scene.Text(s.Scene(p)), s.Text(p), name)
			} else {
				require.Equal(t, scene.Text(s.Scene(env.Terminal)), s.Text(env.Terminal), name)
			}
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
}

// A seat that puts down terrain chooses a piece and a point of the map; the others see what
// lies there by its name (DUEL-123).
func TestSceneOfTerrainPutDownDUEL123(t *testing.T) {
	s := games.MustNew("duel(place_terrain=1,step=1,map=canyon)").NewInitialState().(*duel.State)
	ask := s.Scene(0).Ask
	assert.Equal(t, "place", ask.Kind)
	last := ask.Choices[len(ask.Choices)-1]
	assert.Equal(t, "A fence from south to north", last.Group)
	require.NotNil(t, last.Point)
	require.NoError(t, s.Apply(last.Action))
	found := false
	for _, x := range s.Scene(1).Map.Shapes {
		found = found || x.Name == last.Group
	}
	assert.True(t, found)
}

// While three players draft in secret nobody sees who is choosing, or what.
func TestSceneOfADraftHidesItDUEL36(t *testing.T) {
	g := games.MustNew("duel(file=gang,players=3)")
	rng := env.Stream(3, "worlds")
	s := g.NewInitialState().(*duel.State)
	shown := func(s *duel.State, p env.Player) string {
		text, err := json.Marshal(s.Scene(p))
		require.NoError(t, err)
		return string(text)
	}
	different := 0
	for n := 0; n < 40 && s.Secret(); n++ {
		for p := range env.Player(3) {
			for _, seat := range s.Scene(p).Seats {
				assert.True(t, !seat.Acts || seat.Seat == p && s.CurrentPlayer() == p)
			}
			world := s.ResampleFromInfoState(p, rng).(*duel.State)
			if world.String() != s.String() {
				different++
			}
			assert.Equal(t, shown(s, p), shown(world, p))
		}
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	assert.Positive(t, different)
}

// A name of a configuration stays as it is written, whatever words are in it.
func TestSceneKeepsNames(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		c.Warbands = []duel.Warband{{Models: []duel.Kit{{Name: "Seat 1 discards"}}}, {Models: []duel.Kit{{Name: "you draws"}}}}
	})
	s := g.NewInitialState().(*duel.State)
	for p := range env.Player(2) {
		assert.Contains(t, s.Text(p), "A (Seat 1 discards)")
		assert.Contains(t, s.Text(p), "B (you draws)")
	}
}

// A picture fits its room, whatever that is, shows the acting model, and where there is
// room all others and every place within reach.
func TestPictureFitsItsRoom(t *testing.T) {
	for _, name := range configs.Names("games/duel/maps") {
		g := games.MustNew("duel(map=" + name + ")").(*duel.Game)
		s, err := g.State(duel.Position{Act: "A", Models: []duel.Placed{{Model: "A", At: free(g, 4)}, {Model: "B", At: free(g, 2)}}})
		require.NoError(t, err, name)
		for _, room := range [][2]int{{0, 0}, {120, 40}, {80, 24}, {50, 18}, {36, 12}, {14, 6}} {
			lines := scene.Draw(s.Scene(0), room[0], room[1])
			text := strings.Join(lines, "\n")
			for _, line := range lines {
				assert.True(t, room[0] == 0 || len([]rune(line)) <= room[0], "%s in %v:\n%s", name, room, text)
			}
			assert.True(t, room[1] == 0 || len(lines) <= room[1], "%s in %v:\n%s", name, room, text)
			assert.Contains(t, text, "[A", "%s in %v:\n%s", name, room, text)
			if room[0] == 0 {
				assert.Contains(t, text, "B")
				assert.Contains(t, text, "·")
			}
		}
	}
}

// free returns a place where a model can stand, a share of the way through the table.
func free(g *duel.Game, share int) [2]float64 {
	on := g.Scene()
	for i := on.Points() / share; ; i++ {
		if p := on.PointAt(i); on.Standable(p, space.Normal, &space.Field{}) {
			return g.Spot(p)
		}
	}
}

// The text names spawn points also where the map shows something else that stands there.
func TestTextOfSpawnPoints(t *testing.T) {
	g := build(t, func(c *duel.Config) { c.Respawn, c.SpawnPoints = true, true })
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.chance("square 1 1")
	assert.Contains(t, b.s.Text(0), "Spawn point (1) [at 1,1]")
	assert.NotContains(t, b.s.Text(0), "Spawn point (2)")
}

// The text says of a model outside the area that it waits there, though to be placed is an
// activation.
func TestTextOfWhoIsNotOnTheTable(t *testing.T) {
	g := build(t, nil)
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.roll("1", "2")
	b.asked(0, duel.AskPlace, "A")
	assert.Contains(t, b.s.Text(0), "A [its turn, waits outside]")
	b.do("place at 2,2")
	assert.Contains(t, b.s.Text(0), "A [dice 2, at 2,2, has acted]")
}
