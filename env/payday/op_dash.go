package payday

// dash moves a heister one column at once; it may still move in its step. The
// question is asked by runFrame.
type dash struct{}

func (dash) apply(*State, *effect, target) {}
