package heat_test

import (
	"encoding/binary"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// looks returns all that a seat sees of a state.
func looks(s env.State, p env.Player, size int) string {
	o := make([]float32, size)
	s.Observe(p, o)
	var b []byte
	for _, x := range o {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	text := string(b) + s.(env.Texter).Text(p)
	if i, ok := s.(env.InfoStater); ok {
		text += i.InformationState(p)
	}
	if s.CurrentPlayer() == p {
		for _, a := range s.LegalActions(nil) {
			text += "\n" + s.ActionString(a)
		}
	}
	return text
}

type told struct {
	events, state string
	way           []string
}

// A seat is told the same of two ways that it cannot tell apart: of different ways from
// one state, but for those to the very same state, and of one way in different worlds.
func TestASeatIsToldTheSameOfWaysThatLookTheSame(t *testing.T) {
	for _, name := range toldGames {
		g := game(t, name)
		size := g.Spec().ObservationSize()
		var cut *regexp.Regexp
		if x, ok := env.Game(g).(env.TextExcepter); ok {
			cut = regexp.MustCompile(x.TextExceptions()[0].Pattern)
		}
		compared := 0
		for i := range toldCount {
			rng := env.Stream(uint64(i), "told")
			s := g.NewInitialState()
			for s.CurrentPlayer() != env.Terminal {
				p := env.Player(rng.IntN(g.Spec().Players))
				if s.CurrentPlayer() != p && rng.IntN(toldEvery) == 0 {
					compared += compareWays(t, s, p, size, cut, rng)
				}
				legal := s.LegalActions(nil)
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		}
		t.Log(name, compared)
	}
}

func compareWays(t *testing.T, s env.State, p env.Player, size int, cut *regexp.Regexp, rng env.Rand) int {
	seen := map[string]told{}
	n := 0
	note := func(world int, s env.State, way []string, events []env.Event) {
		look := looks(s, p, size)
		var b strings.Builder
		for _, e := range events {
			require.NotEmpty(t, e.Text)
			require.NotContains(t, e.Text, "\n")
			text := e.Text
			if cut != nil {
				text = cut.ReplaceAllString(text, "")
			}
			b.WriteString(e.Player.String() + ": " + text + "\n")
		}
		x := told{b.String(), s.String(), slices.Clone(way)}
		for _, key := range []string{strconv.Itoa(world), strings.Join(way, ", ")} {
			key += look
			if y, ok := seen[key]; !ok {
				seen[key] = x
			} else {
				n++
				if x.events != y.events && x.state != y.state {
					require.Equal(t, y.events, x.events, "seat %d after %v and %v", p, y.way, x.way)
				}
			}
		}
	}
	worlds := []env.State{s}
	for range 2 {
		worlds = append(worlds, s.(env.Resampler).ResampleFromInfoState(p, rng))
	}
	picks := [3]int{rng.IntN(1000), rng.IntN(1000), rng.IntN(1000)}
	for i, w := range worlds {
		for _, a := range w.LegalActions(nil) {
			now := w.Clone()
			var events []env.Event
			var way []string
			for depth := range 3 {
				next := now.Clone()
				require.NoError(t, next.Apply(a))
				events = env.Tell(now, p, a, next, events)
				way = append(way, now.ActionString(a))
				now = next
				note(i, now, way, events)
				if now.CurrentPlayer() == p || now.CurrentPlayer() == env.Terminal {
					break
				}
				legal := now.LegalActions(nil)
				a = legal[picks[depth]%len(legal)]
			}
		}
	}
	return n
}

var (
	toldGames = []string{"heat(players=3)", "heat", "heat(players=5)", "heat(talk=claims)", "heat(file=draws)", "heat(file=mini)"}
	toldCount = 1
	toldEvery = 8
)
