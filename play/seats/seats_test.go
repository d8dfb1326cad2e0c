package seats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/play/seats"
)

func TestPeopleCountSeatsFromOne(t *testing.T) {
	for text, want := range map[string]string{
		"Seat 0 (you)  $0   Heat 0":         "Seat 1 (you)  $0   Heat 0",
		"order seat 0, seat 1.":             "order seat 1, seat 2.",
		"One team: seats 0 and 2.":          "One team: seats 1 and 3.",
		"seats 0, 1 and 2 of 4 seats":       "seats 1, 2 and 3 of 4 seats",
		"seat 1, 2 cards":                   "seat 2, 2 cards",
		"the 3 seats hold 12 cards":         "the 3 seats hold 12 cards",
		"deal 1 to seat 9":                  "deal 1 to seat 10",
		"a seat 99999999999999999999999 up": "a seat 99999999999999999999999 up",
	} {
		assert.Equal(t, want, seats.FromOne(text), text)
	}
	assert.Equal(t, "seat 1", seats.Name(env.Player(0)))
}
