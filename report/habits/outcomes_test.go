package habits

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// All targets, the best ones and the one that was named get 64 games each, or a few more.
func TestGamesOfAnAim(t *testing.T) {
	legal := make([]env.Action, 10)
	for _, x := range []struct {
		chosen int
		best   []int
		want   []int
	}{
		{0, []int{0}, []int{64, 7, 7, 7, 7, 7, 7, 7, 7, 7}},
		{0, []int{1}, []int{64, 64, 7, 7, 7, 7, 7, 7, 7, 7}},
		{9, []int{1, 2, 3}, []int{7, 22, 22, 22, 7, 7, 7, 7, 7, 64}},
	} {
		a := aim{legal: legal, chosen: x.chosen, best: x.best}
		assert.Equal(t, x.want, a.games())
	}
}
