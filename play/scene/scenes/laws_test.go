package scenes_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/callexpr"
	"ringer/env/games"
	"ringer/play/scene"
	"ringer/play/scene/scenes"
)

// A configuration is a game with its text. Those that are not shipped are tested less.
type configuration struct {
	text    string
	game    env.Game
	shipped bool
}

// configurations returns every shipped configuration of every game, and every choice of
// every parameter.
var configurations = sync.OnceValue(func() (all []configuration) {
	for _, name := range games.Names() {
		for _, text := range games.Configurations(name) {
			all = append(all, configuration{text, games.MustNew(text), true})
		}
		spec := games.MustNew(name).Spec()
		for _, p := range spec.Parameters {
			for _, choice := range p.Choices {
				if p.Name == "file" || choice == p.Value {
					continue
				}
				text := callexpr.Expr{Name: name, Args: []callexpr.Arg{{Key: p.Name, Value: choice}}}.String()
				if g := games.MustNew(text); g.Spec().Hash != spec.Hash {
					all = append(all, configuration{text, g, false})
				}
			}
		}
	}
	return all
})

// everyGame calls test with each configuration and a number of games: few by default, more
// with RINGER_LONG=1.
func everyGame(t *testing.T, test func(t *testing.T, g env.Game, games int)) {
	many, few := 2, 1
	if testing.Short() {
		many = 1
	}
	if os.Getenv("RINGER_LONG") == "1" {
		many, few = 12, 6
	}
	for _, c := range configurations() {
		t.Run(c.text, func(t *testing.T) {
			t.Parallel()
			if c.shipped {
				test(t, c.game, many)
			} else {
				test(t, c.game, few)
			}
		})
	}
}

// draw returns a random action: by its probability for chance.
func draw(s env.State, rng env.Rand) env.Action {
	if c, ok := s.(env.Chancer); ok && s.CurrentPlayer() == env.Chance {
		return env.SampleOutcome(c.ChanceOutcomes(nil), rng)
	}
	legal := s.LegalActions(nil)
	return legal[rng.IntN(len(legal))]
}

const (
	before = 100 // actions at most before the hidden parts are dealt again
	after  = 60  // actions at most afterwards
	seek   = 100 // actions at most until something is hidden
	deals  = 2   // worlds of one position
)

// The law of scenes: of two worlds that one seat cannot tell apart, it is shown the same
// scenes, byte for byte, now and as both go on.
func TestTwinWorldsHaveTheSameScenes(t *testing.T) {
	everyGame(t, func(t *testing.T, g env.Game, rounds int) {
		different := 0
		for game := range rounds {
			different += compareTwins(t, g, uint64(game))
			if t.Failed() {
				return
			}
		}
		t.Logf("%d games, %d worlds that differ", rounds, different)
	})
}

// compareTwins plays a game at random, deals what one seat cannot know again, and compares
// the scenes of the seat as both worlds go on. It returns the number of worlds that differ.
func compareTwins(t *testing.T, g env.Game, game uint64) int {
	b := scenes.Of(g)
	rng := env.Stream(17, env.PurposeCheckEvents, game)
	p := env.Player(rng.IntN(g.Spec().Players))
	s := g.NewInitialState()
	on := func() bool {
		next := s.Clone()
		require.NoError(t, next.Apply(draw(s, rng)))
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
	for range seek {
		if s.(env.Resampler).ResampleFromInfoState(p, rng).String() != s.String() || !on() {
			break
		}
	}
	usual := map[env.Player][]env.Action{}
	truth := goOn(g, b, s, p, usual, rng, true)
	different := 0
	for range deals {
		world := s.(env.Resampler).ResampleFromInfoState(p, rng)
		if world.String() == s.String() {
			continue
		}
		different++
		twin := goOn(g, b, world, p, usual, rng, false)
		for i := range min(len(truth), len(twin)) {
			if truth[i].look != twin[i].look {
				break // told apart by right
			}
			if truth[i].scene != twin[i].scene {
				one, other := firstDifference(truth[i].scene, twin[i].scene)
				assert.Fail(t, "scenes tell twin worlds apart", "game %d, seat %d, decision %d:\n%s\n%s", game, p, i, one, other)
				return different
			}
		}
	}
	return different
}

// A moment holds the perception that one seat has of a state, and the scene that it is shown.
type moment struct{ look, scene string }

// goOn plays a copy of a state on at random and returns what seat p is shown: at once, at
// its decisions, and at the end. Every actor repeats its usual actions, in their order,
// where they are legal; the first course sets them.
func goOn(g env.Game, b scene.Builder, s env.State, p env.Player, usual map[env.Player][]env.Action, rng env.Rand, sets bool) []moment {
	s = s.Clone()
	var moments []moment
	next := map[env.Player]int{}
	for step := range after {
		actor := s.CurrentPlayer()
		if step == 0 || actor == p || actor == env.Terminal {
			moments = append(moments, moment{lookOf(g, s, p), sceneText(b.Scene(s, p))})
		}
		if actor == env.Terminal {
			break
		}
		i := next[actor]
		next[actor]++
		a := draw(s, rng)
		switch {
		case sets:
			usual[actor] = append(usual[actor], a)
		case i < len(usual[actor]) && slices.Contains(s.LegalActions(nil), usual[actor][i]):
			a = usual[actor][i]
		case actor == p:
			return moments // its own choice is gone: the seat sees that
		default:
			// Another action in its place may be one that the seat sees, and of which it
			// sees no trace later, unless it recalls all that it has seen.
			if _, recalls := s.(env.InfoStater); !recalls {
				return moments
			}
		}
		if s.Apply(a) != nil {
			break
		}
	}
	return moments
}

func sceneText(sc *scene.Scene) string {
	text, err := json.MarshalIndent(sc, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// lookOf returns all that a seat sees of a state, but for the names of its actions.
func lookOf(g env.Game, s env.State, p env.Player) string {
	observation := make([]float32, g.Spec().ObservationSize())
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

// firstDifference returns the lines around the first one in which two texts differ.
func firstDifference(a, b string) (string, string) {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return strings.Join(one[max(0, i-5):min(len(one), i+5)], "\n"), "-----\n" + strings.Join(other[max(0, i-5):min(len(other), i+5)], "\n")
		}
	}
	return fmt.Sprintf("%d lines", len(one)), fmt.Sprintf("%d lines", len(other))
}

// Scenes are well made: every legal action once and in words, ids that are unique and
// refer to something, and entries in the rules for all things. At the end the table is
// open.
func TestScenesAreWellMade(t *testing.T) {
	every := 16 // states, of which one is checked
	if os.Getenv("RINGER_LONG") == "1" {
		every = 1
	}
	everyGame(t, func(t *testing.T, g env.Game, rounds int) {
		b := scenes.Of(g)
		rules := b.Rules()
		require.NotEmpty(t, rules.Title)
		for game := range rounds {
			rng := env.Stream(19, env.PurposeCheckEvents, uint64(game))
			s := g.NewInitialState()
			for range 400 {
				actor := s.CurrentPlayer()
				if actor == env.Terminal {
					break
				}
				if actor >= 0 && rng.IntN(every) == 0 {
					require.NoError(t, scene.Check(b.Scene(s, actor), rules, s, actor))
				}
				if watcher := env.Player(rng.IntN(g.Spec().Players)); rng.IntN(2*every) == 0 {
					require.NoError(t, scene.Check(b.Scene(s, watcher), rules, s, watcher))
				}
				require.NoError(t, s.Apply(draw(s, rng)))
			}
			for p := range env.Player(g.Spec().Players) {
				require.NoError(t, scene.Check(b.Scene(s, p), rules, s, p))
			}
			require.NoError(t, scene.Check(scene.Open(b, s), rules, s, env.Terminal))
		}
	})
}

// A scene shows all that the words of its state tell: it changes whenever they do.
func TestScenesShowWhatTheWordsTell(t *testing.T) {
	everyGame(t, func(t *testing.T, g env.Game, rounds int) {
		b := scenes.Of(g)
		for game := range rounds {
			rng := env.Stream(23, env.PurposeCheckEvents, uint64(game))
			p := env.Player(rng.IntN(g.Spec().Players))
			s := g.NewInitialState()
			words, shown := scene.Text(s, p), sceneText(b.Scene(s, p))
			for range 150 {
				if s.CurrentPlayer() == env.Terminal {
					break
				}
				a := draw(s, rng)
				name := s.ActionString(a)
				require.NoError(t, s.Apply(a))
				nextWords, nextShown := scene.Text(s, p), sceneText(b.Scene(s, p))
				if nextWords != words && nextShown == shown {
					one, other := firstDifference(words, nextWords)
					require.Fail(t, "the words change and the scene does not", "after %q, seat %d:\n%s\n%s", name, p, one, other)
				}
				words, shown = nextWords, nextShown
			}
		}
	})
}

// Games and states with more observation fields have the scenes of the game that they show.
func TestWrappedGamesHaveTheScenesOfTheirGame(t *testing.T) {
	w := games.MustNew("fivepossessions(wrap=levelk)")
	g := env.UnwrapGame(w)
	require.NotEqual(t, g, w)
	s := w.NewInitialState()
	rng := env.Stream(1, env.PurposeCheckEvents)
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(draw(s, rng)))
	}
	p := s.CurrentPlayer()
	assert.Equal(t, scenes.Of(g).Scene(env.UnwrapState(s), p), scenes.Of(w).Scene(s, p))
}
