package heist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/heist"
)

// The field "standing" compares the points of a seat with the others', now and with
// the Jobs that it may execute.
func TestStandingIsShown(t *testing.T) {
	s := blank(t, "jobs=3")
	heist.PutJob(s, 0, "Art Gallery", "Boss")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Begin(s, 0, "execution")
	assert.Equal(t, []float32{0, 0, 1, 0}, fieldOf(s, 0, "standing"))
	heist.Score(s, 1, 9)
	assert.Equal(t, []float32{0, 0, 0, 0}, fieldOf(s, 0, "standing"), "9 points are no more than 9")
	assert.Equal(t, []float32{0, 1, 1, 0}, fieldOf(s, 1, "standing"))
	heist.Score(s, 0, 10)
	play(t, s, "execute own Job", "give up")
	assert.Equal(t, []float32{1, 1, 0, 0}, fieldOf(s, 0, "standing"), "one more, and the game is over")
}

// A dimension over the seats says so, once a field, whether they are its rows or its
// columns, and so do the blocks that name one: networks give each seat the same layers.
func TestSeatsAreItems(t *testing.T) {
	for _, players := range []int{2, 3, 5} {
		spec, of := game(t, fmt.Sprintf("players=%d", players)).Spec(), 0
		for _, f := range spec.Observation {
			assert.LessOrEqual(t, strings.Count(strings.Join(f.Items, " "), heist.SeatItems), 1, f.Name)
			for axis, items := range f.Items {
				if items == heist.SeatItems {
					assert.Equal(t, players, f.Shape[axis], f.Name)
					of++
				}
			}
			switch f.Name {
			case "partner": // of the offer under way, and of the one that was refused
				assert.Equal(t, []string{"", heist.SeatItems}, f.Items)
			case "knows": // of two dimensions over the seats the first
				assert.Equal(t, []string{heist.SeatItems}, f.Items)
			}
			if strings.Contains(f.Doc, "each seat") {
				assert.Contains(t, f.Items, heist.SeatItems, f.Name)
			}
		}
		assert.Greater(t, of, 8)
		for _, b := range spec.Actions {
			assert.Equal(t, b.Name == "seat" || b.Name == "job", b.Items == heist.SeatItems, b.Name)
		}
	}
}
