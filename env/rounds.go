package env

// RoundCounter is a state of a game whose rule book counts how long it is.
type RoundCounter interface {
	// RoundsBegun returns how many rounds have begun, and what the rule book calls one, such
	// as "hand". Public.
	RoundsBegun() (n int, unit string)
}
