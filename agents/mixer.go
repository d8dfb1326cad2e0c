package agents

// Mixer is for an agent that draws one of several others at the start of each episode, and plays
// as that one to its end.
type Mixer interface {
	Agent

	// Mixed returns these others, and their shares: [agent][seat].
	Mixed() (players []Agent, shares [][]float64)
}
