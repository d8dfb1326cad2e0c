package seats_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
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
		assert.Equal(t, want, seats.Words{}.FromOne(text), text)
	}
	assert.Equal(t, "seat 1", seats.Name(env.Player(0)))
}

// The same by regular expressions.
var (
	named  = regexp.MustCompile(`\b[Ss]eat \d+|\b[Ss]eats \d+(?:(?:, | and | or | to )\d+\b)*`)
	number = regexp.MustCompile(`\d+`)
)

func plainly(text string) string {
	return named.ReplaceAllStringFunc(text, func(seats string) string {
		return number.ReplaceAllStringFunc(seats, func(digits string) string {
			n, err := strconv.Atoi(digits)
			if err != nil {
				return digits
			}
			return strconv.Itoa(n + 1)
		})
	})
}

func TestFromOneIsThatOfRegularExpressions(t *testing.T) {
	words := []string{"seat ", "Seat ", "seats ", "Seats ", "seats 3", "seat", "seats", " ", " ", " ", "0", "1", "7", "9", "10", ", ", " and ", " or ", " to ", "x", "_", "-", "Heat ", "eat", "ä", "s", "99999999999999999999"}
	rng := rand.New(rand.NewPCG(1, 2))
	changed := 0
	for range 200_000 {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteString(words[rng.IntN(len(words))])
		}
		text := b.String()
		want := plainly(text)
		if want != text {
			changed++
		}
		if got := (seats.Words{}).FromOne(text); got != want {
			t.Fatalf("%q: %q: want %q", text, got, want)
		}
	}
	assert.Greater(t, changed, 10_000)
}

// What a configuration names is data: it keeps its numbers, also beside those of seats.
func TestNamesKeepTheirNumbers(t *testing.T) {
	g, err := games.NewChanged("heat", "cards.lookout.title=Hot Seat 2", "cards.pickpocket.title=Seats 1 and 3 Café", "cards.bank-job.title=Seat 2")
	require.NoError(t, err)
	reads := seats.In(g)
	for text, want := range map[string]string{
		"seat 2 plays Hot Seat 2":                          "seat 3 plays Hot Seat 2",
		"Hot Seat 2: seat 0, Hot Seat 2 and seats 1 and 2": "Hot Seat 2: seat 1, Hot Seat 2 and seats 2 and 3",
		"Hot Seat 20": "Hot Seat 21",
		"Seats 1 and 3 Café is of seats 1 and 3": "Seats 1 and 3 Café is of seats 2 and 4",
		"Seat 2 has it":        "Seat 3 has it",
		"seat 0 plays Hot Sea": "seat 1 plays Hot Sea",
	} {
		assert.Equal(t, want, reads.FromOne(text), text)
	}
	assert.Equal(t, seats.Words{}, seats.In(games.MustNew("heat")), "the shipped cards are not called so")
}
