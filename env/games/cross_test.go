package games_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/internal/cover"
)

// crossedRules are the games whose parameters are crossed here. DUEL has a crossing of its own,
// with a referee.
var crossedRules = []string{"heat", "heist", "payday", "fourdowns", "fivepossessions"}

// docBounds matches the bounds at the end of what a parameter is.
var docBounds = regexp.MustCompile(`(\d+) to (\d+)$`)

// knobAxes lists what a game string can set: every choice, and for a number its default and its
// neighbours, where it can have them alone.
func knobAxes(name string) (axes []cover.Axis) {
	for _, p := range games.MustNew(name).Spec().Parameters {
		x := cover.Axis{Name: p.Name}
		usual, err := strconv.Atoi(p.Value)
		switch m := docBounds.FindStringSubmatch(p.Doc); {
		case slices.Contains([]string{"file", "deck", "changes"}, p.Name):
			continue
		case p.Name == "wrap":
			x.Values = append([]string{""}, p.Choices...)
		case len(p.Choices) > 0:
			x.Values = p.Choices
		case err == nil && m != nil:
			least, _ := strconv.Atoi(m[1])
			most, _ := strconv.Atoi(m[2])
			for n := max(least, usual-1); n <= min(most, usual+1); n++ {
				if _, err := games.New(fmt.Sprintf("%s(%s=%d)", name, p.Name, n)); err == nil {
					x.Values = append(x.Values, strconv.Itoa(n))
				}
			}
		default:
			continue
		}
		axes = append(axes, x)
	}
	return axes
}

// Every pair of values of two parameters of a game plays, keeps the laws, or is refused with
// what is wrong.
func TestCrossRules(t *testing.T) {
	for _, name := range crossedRules {
		t.Run(name, func(t *testing.T) {
			played, refused := 0, 0
			axes := knobAxes(name)
			cover.Run(t, axes, 1, nil, func(t *testing.T, pick func(string) string) {
				var args []string
				for _, x := range axes {
					if value := pick(x.Name); value != "" {
						args = append(args, x.Name+"="+value)
					}
				}
				g, err := games.New(fmt.Sprintf("%s(%s)", name, strings.Join(args, ",")))
				var faults env.Faults
				if errors.As(err, &faults) {
					refused++
					return
				}
				require.NoError(t, err)
				played++
				if cover.All() {
					envtest.Run(t, g, envtest.Options{Games: 2, Biased: 2})
					return
				}
				playOnce(t, g)
			})
			t.Logf("%d cases played, %d refused", played, refused)
			require.Greater(t, played, refused, "most cases can be played")
		})
	}
}

// playOnce plays a random game to its end, with the observation of every decision.
func playOnce(t *testing.T, g env.Game) {
	var table drive.Table
	table.Set(g.NewInitialState())
	rng, observation := env.Stream(1, "cross"), make([]float32, g.Spec().ObservationSize())
	for s := table.State(); s.CurrentPlayer() != env.Terminal; {
		a := env.Action(0)
		if p := s.CurrentPlayer(); p == env.Chance {
			table.Outcomes()
			a = table.Draw(rng)
		} else {
			s.Observe(p, observation)
			legal := table.Legal()
			a = legal[rng.IntN(len(legal))]
		}
		require.NoError(t, table.Apply(a))
	}
}
