package env

import (
	"errors"
	"fmt"
	"strings"
)

// IllegalActionError says that an action may not be played in a state. The
// state is unchanged.
type IllegalActionError struct {
	Game   string // game string, as in Spec.String
	Player Player // who was to act
	Action Action
	Reason string // optional: why, or what would be legal
}

func (e *IllegalActionError) Error() string {
	s := fmt.Sprintf("%s: action %d is illegal for %s", e.Game, e.Action, e.Player)
	if e.Reason != "" {
		s += ": " + e.Reason
	}
	return s
}

// Fault is one thing wrong with a configuration.
type Fault struct {
	Path  string // where, in dotted form: cards[3].effects[0].op
	Value string // what was found
	Want  string // what was expected
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s: %s: want %s", f.Path, f.Value, f.Want)
}

// FieldPath is Path, for readers that add a file and a line to the fault.
func (f *Fault) FieldPath() string { return f.Path }

// Faults collects every fault of a configuration, so that Validate reports
// them all at once.
type Faults []error

// Add records that the field at path holds value where want was expected.
func (fs *Faults) Add(path string, value any, want string, args ...any) {
	*fs = append(*fs, &Fault{Path: path, Value: fmt.Sprint(value), Want: fmt.Sprintf(want, args...)})
}

// Err returns nil when there are no faults, else the faults as one error.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs
}

func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single faults.
func (fs Faults) Unwrap() []error { return fs }

// ErrUnknownAction is wrapped by ParseAction when no legal action has the name.
var ErrUnknownAction = errors.New("no legal action has this name")

// ParseAction finds the legal action of s whose ActionString is name.
func ParseAction(s State, name string) (Action, error) {
	legal := s.LegalActions(nil)
	names := make([]string, len(legal))
	for i, a := range legal {
		names[i] = s.ActionString(a)
		if names[i] == name {
			return a, nil
		}
	}
	return 0, fmt.Errorf("%q: %w; legal: %s", name, ErrUnknownAction, strings.Join(names, ", "))
}
