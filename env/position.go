package env

// Positioner is a game that can begin at a table set up by hand: for puzzles,
// tests and questions of designers.
type Positioner interface {
	// NewPosition returns a pointer to an empty position of the game's own type,
	// with yaml tags, to decode a file into.
	NewPosition() any

	// FromPosition returns the same game, with the same spec, whose initial state
	// is the position, as NewPosition gives it. An illegal position gives Faults
	// that list everything that is wrong with it. Any other type panics.
	FromPosition(position any) (Game, error)
}
