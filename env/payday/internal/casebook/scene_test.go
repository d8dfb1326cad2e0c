package casebook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/payday"
	"ringer/env/scene"
)

// A person that is said to die when it is attacked does die, and nothing else does.
func TestSceneSaysWhoWouldDie(t *testing.T) {
	g := games.MustNew("payday")
	died, lived, out, stood := 0, 0, 0, 0
	for game := range 25 {
		rng := env.Stream(37, "would die", uint64(game))
		s := g.NewInitialState()
		for range 1500 {
			p := s.CurrentPlayer()
			if p == env.Terminal {
				break
			}
			at := s.(*payday.State)
			a := drawn(at, rng)
			q := at.Question()
			if q == payday.AskAttack || q == payday.AskFire {
				sc := at.Scene(p)
				i := slices.IndexFunc(sc.Ask.Choices, func(c scene.Choice) bool { return c.Action == a })
				choice, c := sc.Ask.Choices[i], at.Decode(a)
				after := s.Clone().(*payday.State)
				require.NoError(t, after.Apply(a))
				switch {
				case c.Block == payday.BlockOfficer:
					dies := strings.HasSuffix(choice.Note, "would die")
					require.Equal(t, dies, slices.Contains(marksOf(sc, choice.Things[0]), "would die"), "the mark and the note agree")
					o, here := after.OfficerAt(c.Column, c.Depth, c.Slot)
					require.Equal(t, dies, !here || o.Hurt > o.Armor, "game %d: %s: %s", game, choice.Label, choice.Note)
					tally(dies, &died, &lived)
				case c.Block == payday.BlockHeister:
					dies := strings.HasSuffix(choice.Note, "would be out")
					require.Equal(t, dies, slices.Contains(marksOf(sc, choice.Things[0]), "would die"), "the mark and the note agree")
					h, here := after.HeisterAt(c.Slot)
					if here && h.Health > 0 {
						require.False(t, dies, "game %d: %s: %s", game, choice.Label, choice.Note)
					}
					if dies {
						require.True(t, !here || h.Health <= 0, "game %d: %s: %s", game, choice.Label, choice.Note)
					}
					tally(dies, &out, &stood)
				}
			}
			require.NoError(t, s.Apply(a))
		}
	}
	assert.Positive(t, min(died, lived, out, stood), "%d officers die, %d live, %d heisters out, %d stand", died, lived, out, stood)
}

// Whoever sees the game for the first time is told what a key item opens, and what ends the cards of a turn.
func TestSceneSaysWhatKeysOpenAndWhatFollows(t *testing.T) {
	notes := map[string]string{}
	s := games.MustNew("payday").NewInitialState()
	rng := env.Stream(37, "first steps")
	for range 200 {
		p := s.CurrentPlayer()
		if q := s.(*payday.State).Question(); p >= 0 && (q == payday.AskKey || q == payday.AskCard) {
			for _, c := range s.(*payday.State).Scene(p).Ask.Choices {
				notes[c.Label] = c.Note
			}
		}
		require.NoError(t, s.Apply(drawn(s.(*payday.State), rng)))
	}
	assert.Equal(t, "Opens what asks for it: Vault Door. A heister carries it there.", notes["Bring Thermite"])
	assert.Equal(t, "moves come next", notes["Play nothing more"])
}

// drawn returns a random action of a seat, or of chance.
func drawn(s *payday.State, rng env.Rand) env.Action {
	if s.CurrentPlayer() == env.Chance {
		return env.SampleOutcome(s.ChanceOutcomes(nil), rng)
	}
	legal := s.LegalActions(nil)
	return legal[rng.IntN(len(legal))]
}

func tally(yes bool, n, other *int) {
	if yes {
		*n++
	} else {
		*other++
	}
}

func marksOf(sc *scene.Scene, id string) []string {
	for _, z := range sc.Zones {
		for _, x := range z.Things {
			if x.ID == id {
				return x.Marks
			}
		}
	}
	return nil
}

// A title is shown as written, whatever words it has: to each reader, in tables and in events.
func TestTitlesAreShownAsWritten(t *testing.T) {
	const title = "Seat 1 discards your hearts"
	c := small(t).Config()
	c.Police = slices.Clone(c.Police)
	for i := range c.Police {
		if c.Police[i].ID == "patrol" {
			c.Police[i].Title = title
		}
	}
	g, err := payday.New(c)
	require.NoError(t, err)
	b := boardOf(t, g, `
turn: police
columns: [{loot: payday, obstacles: [locked-door, lobby], police: [patrol]}]
hands: {police: [patrol]}
heisters: [{id: ghost, column: 1}]`)
	before := b.Clone()
	play, err := env.ParseAction(before, "play "+title)
	require.NoError(t, err)
	require.NoError(t, b.Apply(play))
	for p, does := range []string{"Bo plays ", "you play "} {
		read := env.As(env.Player(p), func(p env.Player) string { return []string{"Ann", "Bo"}[p] })
		events := env.Tell(before, env.Player(p), play, b.State, nil)
		assert.Equal(t, does+title, read.Event(events[0]))
		assert.Contains(t, b.Text(env.Player(p)), ", "+title+" 1: 1/0\n")
	}
	sc := b.Scene(payday.Criminal)
	scene.Read(sc, env.As(payday.Criminal, func(env.Player) string { return "Bo" }))
	assert.Equal(t, "Bo is to choose where "+title+" goes", sc.Waits)
}
