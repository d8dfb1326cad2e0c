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
	Player Player // the actor of the state
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
	File         string // file, or the name of the source; empty when the configuration was not read
	Line, Column int    // from 1; 0 when the source has no lines or does not mention the field

	Path  string // of the field, in dotted form: cards[3].effects[0].op; empty for all of it
	Value string // what was found
	Want  string // what was expected
}

func (f *Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File)
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
		}
		b.WriteString(": ")
	}
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	fmt.Fprintf(&b, "%s: want %s", f.Value, f.Want)
	return b.String()
}

// Faults collects every fault of a configuration, so that Validate reports
// them all at once.
type Faults []error

// Add records that the field at path holds value where want was expected.
func (fs *Faults) Add(path string, value any, want string, args ...any) {
	*fs = append(*fs, &Fault{Path: path, Value: fmt.Sprint(value), Want: fmt.Sprintf(want, args...)})
}

// AddUnder records the faults of a part of the configuration, whose paths begin
// below path; empty: they stay as they are. An error that lists no faults is recorded as it is, nil not at all.
func (fs *Faults) AddUnder(path string, err error) {
	var part Faults
	switch {
	case err == nil:
		return
	case !errors.As(err, &part):
		part = Faults{err}
	}
	for _, e := range part {
		if f, ok := e.(*Fault); ok && path != "" {
			moved := *f
			moved.Path = path + "." + f.Path
			e = &moved
		}
		*fs = append(*fs, e)
	}
}

// Err returns the faults as one error, or nil when there are none.
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

// Unwrap returns the single faults.
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
