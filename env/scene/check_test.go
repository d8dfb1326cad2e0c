package scene_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/scene"
)

// Check finds each fault of a scene.
func TestCheckFindsFaults(t *testing.T) {
	g := games.MustNew("goofspiel")
	s := g.NewInitialState()
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(0))
	}
	p := s.CurrentPlayer()
	one, far := env.Player(1), env.Player(7)
	rules := &scene.Rules{Title: "Goofspiel", Entries: []scene.Entry{{ID: "a", Name: "A"}}}
	for fault, change := range map[string]func(*scene.Scene){
		"":                               func(*scene.Scene) {},
		"viewer is":                      func(sc *scene.Scene) { sc.Viewer++ },
		"seats[0] is seat 3":             func(sc *scene.Scene) { sc.Seats[0].Seat = 3 },
		"no question to":                 func(sc *scene.Scene) { sc.Ask = nil },
		"a question without words":       func(sc *scene.Scene) { sc.Ask.Text = "" },
		"legal actions":                  func(sc *scene.Scene) { sc.Ask.Choices = sc.Ask.Choices[1:] },
		"have one label":                 func(sc *scene.Scene) { sc.Ask.Choices[1].Label = sc.Ask.Choices[0].Label },
		`label ""`:                       func(sc *scene.Scene) { sc.Ask.Choices[1].Label = "" },
		`names thing "gone"`:             func(sc *scene.Scene) { sc.Ask.Choices[1].Things = []string{"gone"} },
		"no seat 7":                      func(sc *scene.Scene) { sc.Ask.Choices[1].Seat = &far },
		"Go values":                      func(sc *scene.Scene) { sc.Notes = []string{"{Kind:1}"} },
		`needs a title`:                  func(sc *scene.Scene) { sc.Zones[0].Title = "" },
		`lies in "gone"`:                 func(sc *scene.Scene) { sc.Zones[0].In = "gone" },
		`under "gone"`:                   func(sc *scene.Scene) { sc.Zones[0].Things[0].Under = "gone" },
		`no entry "b"`:                   func(sc *scene.Scene) { sc.Zones[0].Things[0].Of = "b" },
		`its id must be "hand/1"`:        func(sc *scene.Scene) { sc.Zones[0].Things[1].ID = "ace" },
		"needs a name and an id":         func(sc *scene.Scene) { sc.Zones[0].Things[0].Name = "" },
		`thing "hand/1" ("a card") need`: func(sc *scene.Scene) { sc.Zones[0].Things[0].ID = "hand/1" },
		`a base of "gone"`:               func(sc *scene.Scene) { sc.Map = &scene.Map{Bases: []scene.Base{{Thing: "gone"}}} },
		`an icon without`:                func(sc *scene.Scene) { sc.Zones[0].Things[0].Icons = []scene.Icon{{}} },
		`meter "" ("")`:                  func(sc *scene.Scene) { sc.Seats[1].Meters = []scene.Meter{{}} },
	} {
		sc := scene.Plain{Game: g}.Scene(s, p)
		sc.Zones = []scene.Zone{{ID: "hand", Title: "Hand", Seat: &one, Kind: "hand", Things: []scene.Thing{
			{ID: "x", Of: "a", Name: "A"}, {ID: scene.HiddenID("hand", 1), Name: "a card", Face: scene.FaceDown},
		}}}
		change(sc)
		err := scene.Check(sc, rules, s, p)
		if fault == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, fault)
		}
	}
}
