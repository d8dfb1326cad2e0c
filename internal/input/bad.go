package input

import (
	"fmt"
	"regexp"
	"strings"
)

// Error marks an error that the person who gave the input can mend: a program ends with
// another status than after a fault of its own.
type Error struct{ err error }

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// Bad marks an error as one of input; nil stays nil.
func Bad(err error) error {
	if err == nil {
		return nil
	}
	return &Error{err}
}

// Badf is Bad of a new error.
func Badf(format string, args ...any) error { return Bad(fmt.Errorf(format, args...)) }

// safeWord matches what every shell takes as it stands.
var safeWord = regexp.MustCompile(`^[A-Za-z0-9_./-][A-Za-z0-9_./:@%+,=-]*$`)

// ShellWord returns a word of a command that is there to be copied: in quotes unless it is safe.
func ShellWord(word string) string {
	if safeWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
