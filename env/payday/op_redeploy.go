package payday

// redeploy puts an officer on any objective with room of its own column or the
// next. The question for the place is asked by runFrame.
type redeploy struct{}

func (redeploy) apply(*State, *effect, target) {}
