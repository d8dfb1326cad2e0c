// Package twintest compares what a seat is shown of two worlds that it cannot tell apart, for the
// tests of screens and protocols.
package twintest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

const (
	before = 120 // actions at most before the hidden parts are dealt again
	after  = 150 // actions at most afterwards
	seek   = 100 // actions at most until something is hidden
	deals  = 3   // worlds of one position
)

// Totals counts what was compared.
type Totals struct{ Worlds, Different, Decisions, Bytes int }

// Compare plays a game at random, deals what one seat cannot know again, and lets both go
// on. show returns what the seat is shown of a course from a state, up to one of the
// decisions of the course, counted from 1; it must not differ before the seat can tell
// the worlds apart.
func Compare(t *testing.T, g env.Game, game uint64, total *Totals, show func(s env.State, p env.Player, c Course, decisions int) string) {
	t.Helper()
	rng := env.Stream(7, envtest.PurposeCheckEvents, game)
	p := env.Player(rng.IntN(g.Spec().Players))
	s := g.NewInitialState()
	on := func() bool {
		next := s.Clone()
		require.NoError(t, next.Apply(Draw(s, rng)))
		if next.CurrentPlayer() == env.Terminal {
			return false
		}
		s = next
		return true
	}
	for range rng.IntN(min(before, g.Spec().MaxGameLength)) {
		if !on() {
			break
		}
	}
	// Some games hide something now and then only.
	for range seek {
		if s.(env.Resampler).ResampleFromInfoState(p, rng).String() != s.String() || !on() {
			break
		}
	}
	r := s.(env.Resampler)
	usual := map[env.Player][]env.Action{}
	truth := goOn(g, s, p, usual, rng, true)
	for range deals {
		world := r.ResampleFromInfoState(p, rng)
		total.Worlds++
		if world.String() == s.String() {
			continue
		}
		total.Different++
		twin := goOn(g, world, p, usual, rng, false)
		alike := 0
		for alike < len(truth.Asked) && alike < len(twin.Asked) && truth.Asked[alike].look == twin.Asked[alike].look {
			alike++
		}
		if alike == 0 {
			continue // the seat was never asked again, or told apart by right at once
		}
		here, there := show(s, p, truth, alike), show(world, p, twin, alike)
		total.Decisions += alike
		total.Bytes += len(here)
		if here != there {
			one, other := FirstDifference(here, there)
			assert.Fail(t, "twin worlds are told apart", "game %d, seat %d:\n%s\n%s", game, p, one, other)
			return
		}
	}
}

// Draw returns a random action: by its probability for chance.
func Draw(s env.State, rng env.Rand) env.Action {
	if c, ok := s.(env.Chancer); ok && s.CurrentPlayer() == env.Chance {
		return env.SampleOutcome(c.ChanceOutcomes(nil), rng)
	}
	legal := s.LegalActions(nil)
	return legal[rng.IntN(len(legal))]
}

// Course is a way on from a state: its actions, and the decisions of one seat.
type Course struct {
	Actions []env.Action
	Actors  []env.Player
	Asked   []Decision // the last one may be the end of the game
}

// Decision is a moment at which the seat is asked, or the end of the game.
type Decision struct {
	At   int // actions before it
	Over bool

	look string // all that the seat sees
}

// goOn plays a copy of a state on at random. Every actor repeats its usual actions,
// in their order, where they are legal; the first course sets them.
func goOn(g env.Game, s env.State, p env.Player, usual map[env.Player][]env.Action, rng env.Rand, sets bool) Course {
	s = s.Clone()
	size := g.Spec().ObservationSize()
	var c Course
	next := map[env.Player]int{}
	for range after {
		actor := s.CurrentPlayer()
		if actor == p || actor == env.Terminal {
			c.Asked = append(c.Asked, Decision{len(c.Actions), actor == env.Terminal, lookOf(s, p, size)})
		}
		if actor == env.Terminal {
			break
		}
		i := next[actor]
		next[actor]++
		a := Draw(s, rng)
		switch {
		case sets:
			usual[actor] = append(usual[actor], a)
		case i < len(usual[actor]) && slices.Contains(s.LegalActions(nil), usual[actor][i]):
			a = usual[actor][i]
		case actor == p:
			return c // one's own choice is gone: the seat sees that
		default:
			// Another action in its place may be one that the seat sees, and of which it
			// sees no trace later, unless it recalls all that it has seen.
			if _, recalls := s.(env.InfoStater); !recalls {
				return c
			}
		}
		c.Actions, c.Actors = append(c.Actions, a), append(c.Actors, actor)
		if s.Apply(a) != nil {
			break
		}
	}
	return c
}

// lookOf returns all that a seat sees of a state, but for the names of its actions.
func lookOf(s env.State, p env.Player, size int) string {
	observation := make([]float32, size)
	s.Observe(p, observation)
	text := fmt.Sprint(observation)
	if t, ok := s.(env.Texter); ok {
		text += t.Text(p)
	}
	if i, ok := s.(env.InfoStater); ok {
		text += i.InformationState(p)
	}
	if s.CurrentPlayer() == p {
		text += fmt.Sprint(s.LegalActions(nil))
	}
	return text
}

// SetUp returns a game that begins at a state, and whose chance goes by a script: the
// actions of everybody from there, chance included.
func SetUp(g env.Game, start env.State, script []env.Action) env.Game {
	return &setUp{g, start, script}
}

type setUp struct {
	env.Game
	start  env.State
	script []env.Action
}

func (g *setUp) NewInitialState() env.State { return &setState{g.start.Clone(), g, 0} }

type setState struct {
	env.State
	game *setUp
	made int
}

func (s *setState) Unwrap() env.State { return s.State }
func (s *setState) Clone() env.State  { return &setState{s.State.Clone(), s.game, s.made} }

func (s *setState) Apply(a env.Action) error {
	s.made++
	return s.State.Apply(a)
}

func (s *setState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return append(dst, env.Outcome{Action: s.game.script[s.made], Prob: 1})
}

func (s *setState) Text(p env.Player) string {
	if t, ok := s.State.(env.Texter); ok {
		return t.Text(p)
	}
	return s.State.(env.InfoStater).InformationState(p)
}

// FirstDifference returns the lines around the first one in which two texts differ.
func FirstDifference(a, b string) (string, string) {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return strings.Join(one[max(0, i-3):min(len(one), i+3)], "\n"), "-----\n" + strings.Join(other[max(0, i-3):min(len(other), i+3)], "\n")
		}
	}
	return fmt.Sprintf("%d lines", len(one)), fmt.Sprintf("%d lines", len(other))
}
