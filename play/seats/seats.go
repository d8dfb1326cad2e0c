// Package seats writes seats as people count them. Games, records and JSON count seats
// from 0; people at a table count them from 1.
package seats

import (
	"fmt"
	"regexp"
	"strconv"

	"ringer/env"
)

// Name returns the name of a seat that nobody has named: "seat 1" for the first.
func Name(p env.Player) string { return fmt.Sprintf("seat %d", p+1) }

// named matches seats in the texts of the games: "seat 0", "Seat 3", "seats 0 and 2",
// "seats 0, 1 and 2".
var (
	named  = regexp.MustCompile(`\b[Ss]eat \d+|\b[Ss]eats \d+(?:(?:, | and | or | to )\d+\b)*`)
	number = regexp.MustCompile(`\d+`)
)

// FromOne returns a text of a game with its seats counted from 1. A text keeps its width
// but for the tenth seat.
func FromOne(text string) string {
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
