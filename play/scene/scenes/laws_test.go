package scenes_test

import (
	"encoding/json"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/scene"
	"ringer/internal/callexpr"
	"ringer/play/scene/scenes"
	"ringer/play/twintest"
)

// A configuration is a game with its text. Those that are not shipped are tested less.
type configuration struct {
	text    string
	game    env.Game
	shipped bool
}

// configurations returns every shipped configuration of every game, and every choice of
// every parameter: one choice of every third parameter by default, all with RINGER_LONG=1.
var configurations = sync.OnceValue(func() (all []configuration) {
	for _, name := range games.Names() {
		for _, text := range games.Configurations(name) {
			all = append(all, configuration{text, games.MustNew(text), true})
		}
		usual := callexpr.Expr{Name: name}
		if name == "duel" { // a coarse lattice is prepared in a quarter of the time
			usual.Args = []callexpr.Arg{{Key: "step", Value: "1"}}
		}
		spec := games.MustNew(usual.String()).Spec()
		for i, p := range spec.Parameters {
			for _, choice := range p.Choices {
				if p.Name == "file" || p.Name == "step" || choice == p.Value {
					continue
				}
				text := callexpr.Expr{Name: name, Args: append(slices.Clone(usual.Args), callexpr.Arg{Key: p.Name, Value: choice})}.String()
				if long := os.Getenv("RINGER_LONG") == "1"; !long && i%3 != 0 {
					break
				} else if g := games.MustNew(text); g.Spec().Hash != spec.Hash {
					all = append(all, configuration{text, g, false})
					if !long {
						break
					}
				}
			}
		}
	}
	return all
})

// everyGame calls test with each configuration and a number of games: few by default, more
// with RINGER_LONG=1.
func everyGame(t *testing.T, test func(t *testing.T, g env.Game, games int)) {
	many, few := 1, 1
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

// The law of scenes: of two worlds that one seat cannot tell apart, it is shown the same
// scenes, byte for byte, now and at its decisions as both go on.
func TestTwinWorldsHaveTheSameScenes(t *testing.T) {
	everyGame(t, func(t *testing.T, g env.Game, rounds int) {
		b := scenes.Of(g)
		var total twintest.Totals
		for game := range rounds {
			twintest.Compare(t, g, uint64(game), &total, func(s env.State, p env.Player, c twintest.Course, decisions int) string {
				return scenesOf(t, b, s, p, c, decisions)
			})
			if t.Failed() {
				return
			}
		}
		t.Logf("%d games, %d worlds, of which %d differ", rounds, total.Worlds, total.Different)
	})
}

// scenesOf returns the scenes that a seat is shown of a course: at once, and at its decisions.
func scenesOf(t *testing.T, b scene.Builder, s env.State, p env.Player, c twintest.Course, decisions int) string {
	s = s.Clone()
	text, at := sceneText(b.Scene(s, p)), 0
	for _, d := range c.Asked[:decisions] {
		for ; at < d.At; at++ {
			require.NoError(t, s.Apply(c.Actions[at]))
		}
		text += "\n" + sceneText(b.Scene(s, p))
	}
	return text
}

func sceneText(sc *scene.Scene) string {
	text, err := json.MarshalIndent(sc, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(text)
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
			rng := env.Stream(19, envtest.PurposeCheckEvents, uint64(game))
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
				require.NoError(t, s.Apply(twintest.Draw(s, rng)))
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
			rng := env.Stream(23, envtest.PurposeCheckEvents, uint64(game))
			p := env.Player(rng.IntN(g.Spec().Players))
			s := g.NewInitialState()
			words, shown := scene.Words(s, p), sceneText(b.Scene(s, p))
			for range 150 {
				if s.CurrentPlayer() == env.Terminal {
					break
				}
				a := twintest.Draw(s, rng)
				name := s.ActionString(a)
				require.NoError(t, s.Apply(a))
				nextWords, nextShown := scene.Words(s, p), sceneText(b.Scene(s, p))
				if nextWords != words && nextShown == shown {
					one, other := twintest.FirstDifference(words, nextWords)
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
	rng := env.Stream(1, envtest.PurposeCheckEvents)
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(twintest.Draw(s, rng)))
	}
	p := s.CurrentPlayer()
	assert.Equal(t, scenes.Of(g).Scene(env.UnwrapState(s), p), scenes.Of(w).Scene(s, p))
}
