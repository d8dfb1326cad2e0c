package games_test

import (
	"math/rand/v2"
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
	"ringer/internal/callexpr"
)

// everyConfiguration lists the game strings of all shipped configurations.
func everyConfiguration() []string {
	var all []string
	for _, name := range games.Names() {
		all = append(all, games.Configurations(name)...)
	}
	return all
}

// fewer returns the number of games to play: amount, or ofLong for long games,
// because the first game is probed most. The games' own packages play more of them.
func fewer(g env.Game, amount, ofLong int) int {
	if s := g.Spec(); s.MaxGameLength+s.MaxChanceNodes > 500 {
		return ofLong
	}
	return amount
}

// The laws hold on random games of every shipped configuration: a few by default,
// probed at most states for the usual rules of a game and at some for its other ones,
// 100,000 each with RINGER_LONG=1. They test the rulings C-1 (one actor), C-2
// (chance), C-4 (length), C-5 (ids and legal sets), C-7 (what a seat sees) and C-8
// (resampling) in every game.
func TestLaws(t *testing.T) {
	for _, text := range everyConfiguration() {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			g := games.MustNew(text)
			amount, sparse := fewer(g, 8, 1), text != g.Spec().Name
			if os.Getenv("RINGER_LONG") == "1" {
				amount, sparse = 100_000, false
			}
			envtest.Run(t, g, envtest.Options{Games: amount, Seed: 11, Sparse: sparse})
		})
	}
}

// Games with every wrapper are the same side by side as alone; TestLaws sees it of those
// without. The race detector runs this test too, on games of both kinds.
func TestParallelPlay(t *testing.T) {
	var all []string
	for _, name := range games.Names() {
		wrapped := false
		for _, p := range games.MustNew(name).Spec().Parameters {
			if p.Name != "wrap" {
				continue
			}
			for _, choice := range p.Choices {
				wrapped = true
				all = append(all, callexpr.Expr{Name: name, Args: []callexpr.Arg{{Key: "wrap", Value: choice}}}.String())
			}
		}
		if testing.Short() && !wrapped { // under the race detector; a wrapped game plays the bare one too
			all = append(all, name)
		}
	}
	for _, text := range all {
		g, err := games.New(coarse(text))
		require.NoError(t, err, text)
		assert.NoError(t, envtest.Parallel(g), text)
	}
}

// Worlds of games whose trees can be laid out come with the odds of Bayes' rule.
func TestOddsOfSmallGames(t *testing.T) {
	for _, text := range []string{"kuhn", "kuhn(players=4)", "leduc", "liarsdice(sides=3)", "goofspiel", "goofspiel(cards=3,players=3)"} {
		for _, l := range envtest.Check(games.MustNew(text), envtest.Options{Games: 1, Biased: -1, Seed: 4}).Laws {
			if l.Name == "odds" {
				assert.True(t, l.OK, "%s: %s", text, l.Detail)
				assert.Contains(t, l.Detail, "information states by Bayes' rule on the whole tree", text)
			}
		}
	}
}

// coarse returns the game string of a game for tests that build it many times: duel on a coarse
// lattice, whose table is prepared in a quarter of the time.
func coarse(name string) string {
	if name == "duel" && os.Getenv("RINGER_LONG") != "1" {
		return "duel(step=1)"
	}
	return name
}

// variants returns the game string of every choice of every parameter that the string of a game
// does not name, one parameter at a time.
func variants(g env.Game) []string {
	base, err := callexpr.Parse(g.Spec().String())
	if err != nil {
		panic(err)
	}
	var all []string
	for _, p := range g.Spec().Parameters {
		if p.Name == "file" || slices.ContainsFunc(base.Args, func(a callexpr.Arg) bool { return a.Key == p.Name }) {
			continue
		}
		for _, choice := range p.Choices {
			if choice == p.Value {
				continue
			}
			call := callexpr.Expr{Name: base.Name, Args: append(slices.Clone(base.Args), callexpr.Arg{Key: p.Name, Value: choice})}
			if p.Name == "deck" && games.MustNew(call.String()).Spec().Hash == g.Spec().Hash {
				continue // the usual deck by its name
			}
			all = append(all, call.String())
		}
	}
	return all
}

// Every listed choice of every parameter builds a game that has a hash of its own and
// obeys the laws. Of a long game the quick tests play one choice of every sixth parameter,
// and none that makes it ten times as long; TestCrossRules plays the others together.
func TestLawsWithEveryChoice(t *testing.T) {
	for _, name := range games.Names() {
		plain := games.MustNew(coarse(name))
		played := map[string]bool{}
		for _, text := range variants(plain) {
			parameter := text[:strings.LastIndex(text, "=")]
			play := !played[parameter] && len(played)%6 == 0 || fewer(plain, 1, 0) == 1 || os.Getenv("RINGER_LONG") == "1"
			played[parameter] = true
			t.Run(text, func(t *testing.T) {
				t.Parallel()
				g, err := games.New(text)
				require.NoError(t, err)
				assert.NotEqual(t, plain.Spec().Hash, g.Spec().Hash)
				if play && (g.Spec().MaxGameLength < 10*plain.Spec().MaxGameLength || os.Getenv("RINGER_LONG") == "1") {
					envtest.Run(t, g, envtest.Options{Games: fewer(g, 2, 1), Biased: fewer(g, 1, -1), Seed: 12, Sparse: os.Getenv("RINGER_LONG") != "1"})
				}
			})
		}
	}
}

// A game string is enough to build the same game again, and so are the rules that a
// file carries, with the game string as its name: of every fourth parameter one choice by
// default, all choices of all of them with RINGER_LONG=1.
func TestGameStringsRebuildTheGame(t *testing.T) {
	all := everyConfiguration()
	for _, name := range games.Names() {
		tried := map[string]bool{}
		for _, text := range variants(games.MustNew(name)) {
			parameter := text[:strings.LastIndex(text, "=")]
			if !tried[parameter] && len(tried)%4 == 0 || os.Getenv("RINGER_LONG") == "1" {
				all = append(all, text)
			}
			tried[parameter] = true
		}
	}
	for _, text := range all {
		g, err := games.New(text)
		require.NoError(t, err, text)
		again, err := games.New(g.Spec().String())
		require.NoError(t, err, text)
		assert.Equal(t, text, g.Spec().String())
		assert.Equal(t, g.Spec().Hash, again.Spec().Hash, text)
		assert.Equal(t, g.Spec().Parameters, again.Spec().Parameters, text)

		restored, err := games.Restore(g.Spec().String(), g.Spec().Configuration)
		require.NoError(t, err, text)
		assert.Equal(t, text, restored.Spec().String())
		assert.Equal(t, g.Spec().Hash, restored.Spec().Hash, text)
		assert.Equal(t, g.Spec().FactsHash, restored.Spec().FactsHash, text)
	}
}

// Configuration folders belong to registered games, or hold decks that games share.
func TestEveryConfigurationFolderHasItsGame(t *testing.T) {
	list, err := os.ReadDir(filepath.Join("..", "..", "configs", "games"))
	require.NoError(t, err)
	for _, e := range list {
		if e.IsDir() {
			assert.Contains(t, append(games.Names(), games.DeckFolders()...), e.Name())
		}
	}
}

// Every parameter explains itself and names its default.
func TestParametersAreDocumented(t *testing.T) {
	for _, name := range games.Names() {
		for _, p := range games.MustNew(name).Spec().Parameters {
			assert.NotEmpty(t, p.Doc, "%s: %s", name, p.Name)
			assert.Equal(t, p.Value, p.Default, "%s: %s", name, p.Name)
		}
	}
}

// The table of a game that is over says why it is, to every seat and to somebody who watches, and
// no table before does. Small games that anybody sees through need no words for it.
func TestTablesSayWhyAGameIsOver(t *testing.T) {
	for _, name := range []string{"heat", "heist", "payday", "fourdowns", "fivepossessions", "duel"} {
		for n, text := range games.Configurations(name) {
			g := games.MustNew(text)
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			s := g.NewInitialState()
			for s.CurrentPlayer() != env.Terminal {
				require.Empty(t, env.UnwrapState(s).(scene.Shower).Scene(0).Why, text)
				a := env.Action(0)
				if s.CurrentPlayer() == env.Chance {
					a = env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)
				} else {
					legal := s.LegalActions(nil)
					a = legal[rng.IntN(len(legal))]
				}
				require.NoError(t, s.Apply(a), text)
			}
			for seat := range env.Player(g.Spec().Players + 1) {
				if int(seat) == g.Spec().Players {
					seat = env.Terminal // somebody who watches
				}
				sc := env.UnwrapState(s).(scene.Shower).Scene(seat)
				assert.NotEmpty(t, sc.Why, "%s, seat %d", text, seat)
				assert.Contains(t, scene.Text(sc), env.As(seat, nil).Words(sc.Why), "%s, seat %d", text, seat)
			}
		}
	}
}
