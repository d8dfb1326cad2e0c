package shell

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/eval"
	"ringer/internal/input"
)

// A FlagValue is the value of a flag as every command takes it: numbers are read as
// everywhere else, and a flag that holds one value is given once.
type FlagValue struct {
	pflag.Value
	*kind
	at    any   // where the command reads it
	Most  int64 // of a whole number
	Given int   // times
}

// A boundError says that a number is not one of those that a flag takes.
type boundError struct {
	word  string // least or most
	bound int64
}

func (e *boundError) Error() string { return "want at " + e.word + " " + Count(float64(e.bound)) }

// StrictFlags makes the flags of a command strict. Completion, which reads a line more than once,
// does not count.
func StrictFlags(cmd *cobra.Command) {
	strict := func(f *pflag.Flag) {
		if _, already := f.Value.(*FlagValue); !already {
			f.Value = &FlagValue{Value: f.Value, kind: ANumber, Most: eval.MostGames} // of cobra
		}
	}
	cmd.Flags().VisitAll(strict)
	cmd.PersistentFlags().VisitAll(strict)
	valid := cmd.Args
	if valid == nil {
		valid = cobra.ArbitraryArgs
	}
	cmd.Args = func(cmd *cobra.Command, args []string) (err error) {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if v, ok := f.Value.(*FlagValue); ok && err == nil && v.Given > 1 && !v.addsUp() {
				err = input.Badf("--%s is given twice: want it once; see %s --help", f.Name, cmd.CommandPath())
			}
		})
		if err != nil {
			return err
		}
		return valid(cmd, args)
	}
}

// Set reads a value.
func (v *FlagValue) Set(text string) error {
	plain, err := v.canonical(text)
	if err != nil {
		return err
	}
	if v.Type() != "bool" || v.Given == 0 || plain != v.String() { // a switch may say the same again
		v.Given++
	}
	return v.Value.Set(plain)
}

// addsUp reports whether the flag holds all values that it is given.
func (v *FlagValue) addsUp() bool {
	return strings.HasSuffix(v.Type(), "Slice") || strings.HasSuffix(v.Type(), "Array")
}

var errNumber = errors.New("no such number")

// canonical returns the text of a value as pflag reads it, which takes 010 for eight.
func (v *FlagValue) canonical(text string) (string, error) {
	kind, large, small := v.Type(), false, false
	one := func(text string) (string, bool) { return text, true }
	switch strings.TrimSuffix(kind, "Slice") {
	case "int", "int64":
		one = func(text string) (string, bool) {
			n, ok := input.Whole(text)
			large, small = large || n > v.Most, small || n < v.least && !v.below
			return strconv.FormatInt(n, 10), ok
		}
	case "uint64":
		one = func(text string) (string, bool) {
			n, ok := input.Unsigned(text)
			return strconv.FormatUint(n, 10), ok
		}
	case "float64":
		one = func(text string) (string, bool) {
			x, ok := input.Number(text)
			return strconv.FormatFloat(x, 'g', -1, 64), ok
		}
	}
	parts := []string{text}
	if strings.HasSuffix(kind, "Slice") {
		parts = strings.Split(text, ",")
	}
	for i, part := range parts {
		number, ok := one(part)
		if !ok {
			return "", errNumber
		}
		parts[i] = number
	}
	if large {
		return "", &boundError{"most", v.Most}
	}
	if small {
		return "", &boundError{"least", v.least}
	}
	return strings.Join(parts, ","), nil
}
