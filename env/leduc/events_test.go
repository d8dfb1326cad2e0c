package leduc_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/leduc"
)

func TestWhatASeatIsTold(t *testing.T) {
	g, err := leduc.New(leduc.Defaults())
	require.NoError(t, err)
	for name, c := range map[string]struct {
		seat    env.Player
		actions []string
		want    []string
	}{
		"a showdown": {
			0,
			[]string{"deal Ks", "deal Js", "check", "check", "deal Jh", "check", "raise", "call"},
			[]string{
				"seat 0 gets Ks", "seat 1 gets a card", "seat 0 checks", "seat 1 checks", "the table: turns Jh", "seat 0 checks", "seat 1 raises",
				"seat 0 calls; seat 0 shows Ks; seat 1 shows Js; seat 1 wins the pot of 10",
			},
		},
		"a shared pot": {
			0,
			[]string{"deal Ks", "deal Kh", "check", "check", "deal Jh", "check", "check"},
			[]string{
				"seat 0 gets Ks", "seat 1 gets a card", "seat 0 checks", "seat 1 checks", "the table: turns Jh", "seat 0 checks",
				"seat 1 checks; seat 0 shows Ks; seat 1 shows Kh; seat 0 shares the pot of 2; seat 1 shares the pot of 2",
			},
		},
		"a fold hides the cards": {
			1,
			[]string{"deal Ks", "deal Js", "raise", "fold"},
			[]string{"seat 0 gets a card", "seat 1 gets Js", "seat 0 raises", "seat 1 folds; seat 0 wins the pot of 4"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := envtest.Told(g, c.seat, c.actions...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}
