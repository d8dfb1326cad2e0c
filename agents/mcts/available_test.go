package mcts

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// An action that could seldom be taken is explored by how often it could be, not by how
// often its node was met (Cowling, Powley and Whitehouse 2012, section V).
func TestActionsAreWeighedByAvailability(t *testing.T) {
	search := func(available int32) *infoSearch {
		s := &infoSearch{exploration: 1}
		s.grow([]env.Action{0, 1})
		s.edges[0].arm, s.edges[0].available = arm{100, 0.5, 0.1}, 3000
		s.edges[1].arm, s.edges[1].available = arm{100, 0.45, 0.1}, available
		s.find(0, []env.Action{0, 1})
		return s
	}
	rare, fresh := search(100).choose()
	assert.False(t, fresh)
	assert.EqualValues(t, 0, rare, "taken whenever it was there")
	often, _ := search(1_000_000).choose()
	assert.EqualValues(t, 1, often, "there a million times, and taken a hundred")

	s := search(100)
	s.choose()
	assert.EqualValues(t, []int32{3001, 101}, []int32{s.edges[0].available, s.edges[1].available}, "both were there once more")
}
