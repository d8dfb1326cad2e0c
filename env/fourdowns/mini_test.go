package fourdowns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

// The mini-variant is small enough to be counted, and solved, exactly. Two dealers
// and 8·7·6·5 deals make 1 + 2·(1 + 8 + 8·7 + 8·7·6) = 803 chance nodes.
func TestMiniIsSmall(t *testing.T) {
	g := game(t, "fourdowns(file=mini)")
	counts, err := envtest.Count(g, 400_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 275_203, DecisionNodes: 204_960, ChanceNodes: 803, TerminalNodes: 69_440, InformationStates: 20_440}, counts)

	// What one deal leads to, reckoned by hand. Bidding before the first round
	// ends in five ways: nobody knocks; either seat knocks and the other calls or
	// folds. After it, 4 or 2 pairs of cards are played (the follower has one or
	// two that it may play), and there is one more window, of one pass each after
	// a knock, of the five ways without.
	most := 0
	var ends func(s env.State) int
	ends = func(s env.State) int {
		if s.CurrentPlayer() == env.Terminal {
			return 1
		}
		n := 0
		for _, a := range s.LegalActions(nil) {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			n += ends(next)
		}
		return n
	}
	for _, x := range []struct {
		hands [2]string
		plays int // ways to play the first round
	}{
		{[2]string{"bo7 bo6", "bd7 bd6"}, 4},
		{[2]string{"bo7 go6", "bd7 gd6"}, 2},
		{[2]string{"bo7 go6", "bd7 bd6"}, 4},
	} {
		b := deal(t, "fourdowns(file=mini)", 1, x.hands[0], x.hands[1])
		want := 2 + 2*x.plays*1 + 1*x.plays*5
		assert.Equal(t, want, ends(b.State), "%v", x.hands)
		most = max(most, want)
	}
	assert.Equal(t, 30, most)
}
