package session

import (
	"slices"

	"ringer/play/puzzles"
)

// ShippedPuzzles returns the puzzles that ship for some games, by their game strings.
func ShippedPuzzles(games []string) []Puzzle {
	var list []Puzzle
	for _, p := range puzzles.Shipped() {
		if slices.Contains(games, p.Game) {
			list = append(list, Puzzle{ID: p.ID, Game: p.Game, Title: p.Title, Words: p.Words, Seat: p.Seat, Steps: p.Steps})
		}
	}
	return list
}
