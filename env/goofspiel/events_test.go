package goofspiel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/goofspiel"
)

func TestWhatASeatIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*goofspiel.Config)
		actions []string
		want    []string
	}{
		// The last cards are played without asking, and told as if the seats had been asked.
		"bids that stay hidden": {
			func(*goofspiel.Config) {},
			[]string{"bid 1", "bid 3", "bid 2", "bid 2"},
			[]string{
				"seat 0 bids a card", "seat 1 bids 3; seat 1 wins the prize 3; the table: the prize is 2",
				"seat 0 bids a card",
				"seat 1 bids 2; the table: nobody wins the prize 2: the highest bids are equal; " +
					"the table: the prize is 1; seat 0 bids a card; seat 1 bids 1; seat 0 wins the prize 1",
			},
		},
		"bids that are turned over": {
			func(c *goofspiel.Config) { c.ImpInfo = false },
			[]string{"bid 1", "bid 3"},
			[]string{"seat 0 bids a card", "seat 1 bids 3; seat 0 shows 1; seat 1 shows 3; seat 1 wins the prize 3; the table: the prize is 2"},
		},
		"prizes that are drawn": {
			func(c *goofspiel.Config) { c.Order = goofspiel.Random },
			[]string{"prize 2", "bid 1", "bid 3", "prize 1"},
			[]string{"the table: the prize is 2", "seat 0 bids a card", "seat 1 bids 3; seat 1 wins the prize 2", "the table: the prize is 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			config := goofspiel.Defaults()
			config.Cards = 3
			c.change(&config)
			g, err := goofspiel.New(config)
			require.NoError(t, err)
			got, err := envtest.Told(g, 1, c.actions...)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}
