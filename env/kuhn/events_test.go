package kuhn_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/kuhn"
)

func TestWhatASeatIsTold(t *testing.T) {
	g, err := kuhn.New(kuhn.Defaults())
	require.NoError(t, err)
	for name, c := range map[string]struct {
		seat    env.Player
		actions []string
		want    []string
	}{
		"a bet that is called": {
			0,
			[]string{"deal K", "deal J", "bet", "bet"},
			[]string{"seat 0 gets K", "seat 1 gets a card", "seat 0 bets", "seat 1 bets; seat 0 shows K; seat 1 shows J; seat 0 wins the pot of 4"},
		},
		"a fold hides the cards": {
			1,
			[]string{"deal K", "deal J", "bet", "pass"},
			[]string{"seat 0 gets a card", "seat 1 gets J", "seat 0 bets", "seat 1 passes; seat 0 wins the pot of 3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := envtest.Told(g, c.seat, c.actions...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}
