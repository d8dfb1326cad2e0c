package payday_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

func TestLaws(t *testing.T) {
	for _, settings := range [][]string{
		{"rounds=6"},
		{"setup=random", "rounds=5"},
		{"loot_cards=0", "payday=choose", "rounds=4"},
		{"loot_cards=2", "obstacles_per_loot=3", "guards_per_loot=2", "rounds=4"},
		{"loot_cards=1", "criminal_limit=2", "police_limit=3", "combat_cards=1", "rounds=8"},
	} {
		t.Run(strings.Join(settings, ","), func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 1}
			if long {
				opts.Games = 50
				settings = append(slices.Clone(settings[:len(settings)-1]), "rounds=40") // which stand last
			}
			envtest.Run(t, shipped(t, "", settings...), opts)
		})
	}
}

// The mini variant is small enough to be counted, and solved, exactly.
func TestMiniIsSmall(t *testing.T) {
	counts, err := envtest.Count(shipped(t, "mini"), 3_000_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 577173, DecisionNodes: 299252, ChanceNodes: 114675, TerminalNodes: 163246, InformationStates: 75751}, counts)
}
