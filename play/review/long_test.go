package review

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/play/advice"
)

// A long game is scanned in rounds, by any number of workers to the same bytes, from what
// the seat could know.
func TestALongReviewIsThatOfAnyNumberOfWorkers(t *testing.T) {
	longest := 0
	for _, game := range []string{"goofspiel(cards=13)", "heat(file=mini)", "fivepossessions(file=mini)"} {
		g := games.MustNew(game)
		for seed := range uint64(2) {
			record, list := moments(t, g, seed)
			var first []byte
			longest = max(longest, len(list))
			for _, workers := range []int{1, 3} {
				c := Config{Advice: advice.Config{Game: g, Agent: random.New(), Name: "random", Seed: 3}, Confirm: 16, Suspect: 3, Workers: workers, asLong: true}
				r, err := Of(context.Background(), c, record)
				require.NoError(t, err)
				assert.True(t, strings.Contains(r.Source, " worlds or more at "), "%s: %s is not how a long game is told", game, r.Source)
				bytes, err := json.Marshal(r)
				require.NoError(t, err)
				if first == nil {
					first = bytes
					continue
				}
				require.Equal(t, string(first), string(bytes), game)

				twins := make([]moment, len(list))
				for i, m := range list {
					twins[i] = moment{m.step, m.state.(env.Resampler).ResampleFromInfoState(0, env.Stream(seed, envtest.PurposeCheck, uint64(i))), m.chosen}
				}
				peeked, err := of(context.Background(), c, twins, record.Returns)
				require.NoError(t, err)
				bytes, err = json.Marshal(peeked)
				require.NoError(t, err)
				require.Equal(t, string(first), string(bytes), "%s: it peeks", game)
			}
		}
	}
	require.Greater(t, longest, fewTried, "not all decisions are suspected")
}
