package games_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

// A kind of decision is hidden where a third of its choices or more are made so that no other
// seat observes anything of what was taken, and no kind of fewer is (env.Spec.Hidden). With two
// seats that choose at once, half of the choices are: the last one turns all over.
func TestHiddenKindsAreThoseThatNobodySees(t *testing.T) {
	const enough, share = 30, 3
	for _, text := range []string{
		"kuhn", "leduc", "liarsdice", "goofspiel", "goofspiel(players=3)", "heat(players=3)", "heat", "duel", "duel(file=skirmish)", "duel(file=gang)",
		"duel(file=draft)", "heist", "payday", "fourdowns(players=2)", "fourdowns", "fivepossessions", "tictactoe", "darkhex",
	} {
		g, err := games.New(text)
		require.NoError(t, err)
		spec := g.Spec()
		met, unseen := make([]int, len(spec.Kinds())), make([]int, len(spec.Kinds()))
		for game := range uint64(12) {
			playUnseen(t, g, env.Stream(1, "test", game), met, unseen)
		}
		for k, kind := range spec.Kinds() {
			if met[k] >= enough {
				assert.Equal(t, slices.Contains(spec.Hidden, kind), unseen[k]*share >= met[k], "%s: %d of %d decisions of the kind %s are unseen", text, unseen[k], met[k], kind)
			}
		}
		assert.Subset(t, spec.Kinds(), spec.Hidden)
	}
}

// playUnseen plays a random game, and counts decisions and those that no other seat sees, by
// kind.
func playUnseen(t *testing.T, g env.Game, rng env.Rand, met, unseen []int) {
	t.Helper()
	const looks = 200 // decisions of a game that are looked at
	spec := g.Spec()
	own := make([]float32, spec.ObservationSize())
	s := g.NewInitialState()
	var legal []env.Action
	for looked := 0; ; {
		_, err := drive.Roll(s, rng)
		require.NoError(t, err)
		p := s.CurrentPlayer()
		if p == env.Terminal {
			return
		}
		legal = s.LegalActions(legal[:0])
		if len(legal) > 1 && looked < looks {
			looked++
			s.Observe(p, own)
			k := spec.Kind(own, legal)
			met[k]++
			if nobodySees(t, spec, s, legal) {
				unseen[k]++
			}
		}
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
}

// nobodySees reports whether no other seat observes which of some legal actions was taken. Of many, the
// last one is left out: in some questions it ends them, and all may see that.
func nobodySees(t *testing.T, spec *env.Spec, s env.State, legal []env.Action) bool {
	t.Helper()
	const most = 6
	first := othersSee(t, spec, s, legal[0])
	for i := 1; i < min(len(legal), most); i++ {
		if !slices.Equal(first, othersSee(t, spec, s, legal[i*len(legal)/min(len(legal), most)])) {
			return false
		}
	}
	return true
}

// othersSee returns what all seats but the current player observe after an action.
func othersSee(t *testing.T, spec *env.Spec, s env.State, a env.Action) []float32 {
	t.Helper()
	after, size := s.Clone(), spec.ObservationSize()
	require.NoError(t, after.Apply(a))
	seen := make([]float32, spec.Players*size)
	for q := range spec.Players {
		if env.Player(q) != s.CurrentPlayer() {
			after.Observe(env.Player(q), seen[q*size:(q+1)*size])
		}
	}
	return seen
}
