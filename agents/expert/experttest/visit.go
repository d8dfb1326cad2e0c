package experttest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/mcts"
	"ringer/env"
	"ringer/env/drive"
	"ringer/eval"
)

// Visit plays games between experts, whose states are of type S, and shows each
// decision to use before it is made.
func Visit[S env.State](t testing.TB, name string, amount int, use func(s S, v agents.View, expert agents.Agent)) {
	t.Helper()
	g, e := Build(t, name)
	viewer := agents.NewViewer(g)
	for i := range amount {
		rng := env.Stream(7, eval.PurposeMatchAgents, uint64(i))
		s := g.NewInitialState().(S)
		for {
			p, err := drive.Roll(s, rng)
			require.NoError(t, err)
			if p == env.Terminal {
				break
			}
			v := viewer.View(s, rng)
			use(s, v, e)
			d, err := e.Decide(context.Background(), []agents.View{v})
			require.NoError(t, err)
			require.NoError(t, s.Apply(agents.Sample(d[0], v.Legal, rng)))
		}
	}
}

// DoesNotPeek tests that the expert's decisions depend on nothing that its seat may
// not know: in every world that it draws, alone or in a batch, the probabilities
// are the same to the bit.
func DoesNotPeek(t testing.TB, amount int, names ...string) {
	t.Helper()
	for _, name := range names {
		Visit(t, name, amount, func(_ env.State, v agents.View, e agents.Agent) {
			var first []float32
			for seed := range uint64(3) {
				v.Rand = env.Stream(seed, mcts.PurposeSearchProbe)
				d, err := e.Decide(context.Background(), []agents.View{v, v})
				require.NoError(t, err)
				require.NoError(t, agents.Check(d, []agents.View{v, v}))
				require.Equal(t, d[0].Probs, d[1].Probs, name)
				if first == nil {
					first = d[0].Probs
				}
				require.Equal(t, first, d[0].Probs, name)
			}
		})
	}
}
