package shell

// Stages shows the progress of work that has several stages, one after the other.
type Stages struct {
	t    *Terminal
	what string
	bar  interface { // of the stage; nil before the first one
		Set(done, total int)
		Describe(note string)
		Finish()
	}
}

// Stages returns the display of work that has not begun.
func (t *Terminal) Stages() *Stages { return &Stages{t: t} }

// Set records the number of parts of a stage that are done.
func (s *Stages) Set(what string, done, total int) {
	if s.bar == nil || what != s.what {
		s.Finish()
		s.what, s.bar = what, s.t.Progress(what, total)
	}
	s.bar.Set(done, total)
}

// Tell is Set with a note on the stage.
func (s *Stages) Tell(what, note string, done, total int) {
	s.Set(what, done, total)
	s.bar.Describe(note)
}

// Finish ends the display.
func (s *Stages) Finish() {
	if s.bar != nil {
		s.bar.Finish()
	}
}

// Show prints the result of work, as an object or in words. stopped, where it is not nil, is the error of
// work that ended before its end; nothing is printed where there is no result then, and rest says else what
// there is.
func Show[S any](t *Terminal, asJSON bool, result *S, stopped error, show func() error, rest func() string) error {
	if result == nil {
		return stopped
	}
	if asJSON {
		show = func() error { return t.JSON(result) }
	}
	if err := show(); err != nil || stopped == nil {
		return err
	}
	return Interrupted("%s", rest())
}
