package env

// Retracer is for states of a game in which something is hidden. It tells how a state
// came about, so that an agent can ask how likely the others' decisions were in a world
// that it has dealt itself.
//
// Such a state's ResampleFromInfoState deals what is hidden as chance does, but for deals
// that the seat can rule out: how the others chose among their legal actions does not
// count, not even how many they had.
type Retracer interface {
	// Retrace returns an earlier state, and appends to dst the actions, chance included,
	// that lead from it to the receiver. Everything that is hidden at the receiver and
	// matters for what follows was hidden after the earlier state. The receiver is
	// unchanged.
	Retrace(dst []Action) (from State, way []Action)
}
