package scenes_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/scene"
	"ringer/play/scene/scenes"
	"ringer/play/twintest"
)

// goldens are games with the number of random games that are played to meet their
// questions, and the decision of the first one whose scene is written whole.
var goldens = []struct {
	game     string
	games    int
	decision int
}{
	{"heat", 20, 33},
	{"heat(talk=claims)", 2, 3},
	{"heist(players=3)", 8, 300},
	{"payday", 6, 200},
}

// Golden scenes: a scene as a reader gets it, and one question of each kind. They are
// reviewed when they change.
func TestGoldenScenes(t *testing.T) {
	for _, x := range goldens {
		t.Run(x.game, func(t *testing.T) {
			t.Parallel()
			text := golden(t, games.MustNew(x.game), x.games, x.decision)
			file := filepath.Join("testdata", strings.NewReplacer("(", "-", ")", "", "=", "-").Replace(x.game)+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), text, "go test ./play/scene/scenes -run Golden -update writes it anew; review the difference")
		})
	}
}

func golden(t *testing.T, g env.Game, games, decision int) string {
	b := scenes.Of(g)
	questions := map[string]string{}
	var whole string
	n := 0
	for game := range games {
		rng := env.Stream(29, envtest.PurposeCheckEvents, uint64(game))
		s := g.NewInitialState()
		for s.CurrentPlayer() != env.Terminal {
			if p := s.CurrentPlayer(); p >= 0 {
				sc := b.Scene(s, p)
				scene.Read(sc, env.As(p, scene.SeatName))
				scene.Read(sc, env.As(p, nil))
				if n++; n == decision {
					whole = sceneWords(sc)
				}
				if old, seen := questions[sc.Ask.Kind]; !seen || len(sc.Ask.Choices) > 1 && strings.Count(old, "\n  ") < 2 {
					questions[sc.Ask.Kind] = questionWords(sc.Ask, 6)
				}
			}
			require.NoError(t, s.Apply(twintest.Draw(s, rng)))
		}
		if game == games-1 {
			sc := scene.Open(b, s)
			scene.Read(sc, env.Reading{})
			whole += "\nThe end, open:\n" + seatWords(sc) + "waits: " + sc.Waits + "\n"
		}
	}
	kinds := make([]string, 0, len(questions))
	for kind := range questions {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	var text strings.Builder
	text.WriteString(whole)
	for _, kind := range kinds {
		fmt.Fprintf(&text, "\nquestion %s: %s", kind, questions[kind])
	}
	return text.String()
}

func meterWords(meters []scene.Meter) string {
	words := make([]string, len(meters))
	for i, m := range meters {
		words[i] = fmt.Sprintf("%s %s%g", m.Name, m.Unit, m.Value)
		if m.Max != nil {
			words[i] += fmt.Sprintf("/%g", *m.Max)
		}
		if m.Text != "" {
			words[i] += " (" + m.Text + ")"
		}
		if m.Good != 0 {
			words[i] += map[int]string{1: " +", -1: " -"}[m.Good]
		}
	}
	return strings.Join(words, ", ")
}

func seatWords(sc *scene.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nclock: %s\n", sc.Phase, meterWords(sc.Clock))
	for _, s := range sc.Seats {
		fmt.Fprintf(&b, "seat %d %s: %s %q acts=%t\n", s.Seat, s.Role, meterWords(s.Meters), s.Marks, s.Acts)
	}
	return b.String()
}

func sceneWords(sc *scene.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "viewer %d: %s", sc.Viewer, seatWords(sc))
	for _, z := range sc.Zones {
		owner := "all"
		if z.Seat != nil {
			owner = fmt.Sprint(*z.Seat)
		}
		fmt.Fprintf(&b, "zone %s of %s, %s %q in %q, note %q, hidden %d, %s\n", z.ID, owner, z.Kind, z.Title, z.In, z.Note, z.Hidden, meterWords(z.Meters))
		for _, x := range z.Things {
			icons := make([]string, len(x.Icons))
			for i, icon := range x.Icons {
				icons[i] = icon.ID
				if icon.Count > 0 {
					icons[i] += fmt.Sprintf("×%d", icon.Count)
				}
			}
			fmt.Fprintf(&b, "  %s [%s] %s %s/%s %s icons %v marks %q under %q; %s; %s\n", x.ID, x.Corner, x.Name, x.Kind, x.Suit, x.Face, icons, x.Marks, x.Under, meterWords(x.Meters), x.Text)
		}
	}
	fmt.Fprintf(&b, "notes %q\nquestion %s", sc.Notes, questionWords(sc.Ask, 40))
	return b.String()
}

func questionWords(q *scene.Question, most int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s\n", q.Text, q.Help)
	for i, c := range q.Choices {
		if i == most {
			fmt.Fprintf(&b, "    … %d more\n", len(q.Choices)-most)
			break
		}
		fmt.Fprintf(&b, "    %s (%s) %v %s | %s\n", c.Label, c.Name, c.Things, c.Group, c.Note)
	}
	return b.String()
}
