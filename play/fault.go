package play

import (
	"fmt"
	"runtime/debug"
)

// A FaultError says that the program failed at a table.
type FaultError struct {
	Fault any    // that the program panicked with
	Stack []byte // where
	Saved string // place of the game; empty: it is lost, for the reason Lost
	Lost  error
}

func (e *FaultError) Error() string {
	if e.Saved == "" {
		return fmt.Sprintf("a fault of this program: %v; the game is not saved: %v\n%s", e.Fault, e.Lost, e.Stack)
	}
	return fmt.Sprintf("a fault of this program: %v; the game is saved to %s\n%s", e.Fault, e.Saved, e.Stack)
}

// guarded sits at the table. When the program fails there, it saves the game before it says
// so.
func (t *terminal) guarded(sit func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = t.rescue(fault, debug.Stack())
		}
	}()
	return sit()
}

// rescue saves the game that a fault has ended.
func (t *terminal) rescue(fault any, stack []byte) (err error) {
	e := &FaultError{Fault: fault, Stack: stack, Lost: fmt.Errorf("this game cannot be saved")}
	if t.Save == nil {
		return e
	}
	defer func() {
		if again := recover(); again != nil {
			e.Saved, e.Lost = "", fmt.Errorf("%v", again)
			err = e
		}
	}()
	e.Saved, e.Lost = t.Save(t.table.Record())
	if e.Lost != nil {
		e.Saved = ""
		return e
	}
	t.outcome.Saved = e.Saved
	if t.Resume != nil && !t.table.Over() {
		t.screen.line(plain, "Go on with: %s", t.Resume(e.Saved))
	}
	return e
}
