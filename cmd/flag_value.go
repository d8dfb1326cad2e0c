package cmd

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/input"
)

// A flagValue is the value of a flag as every command takes it: numbers are read as
// everywhere else, and a flag that holds one value is given once.
type flagValue struct {
	pflag.Value
	given bool
}

// strictFlags makes the flags of a command strict.
func strictFlags(cmd *cobra.Command) {
	strict := func(f *pflag.Flag) {
		if _, already := f.Value.(*flagValue); !already {
			f.Value = &flagValue{Value: f.Value}
		}
	}
	cmd.Flags().VisitAll(strict)
	cmd.PersistentFlags().VisitAll(strict)
}

var errTwice = errors.New("given twice")

// Set reads a value.
func (v *flagValue) Set(text string) error {
	if v.given && !v.addsUp() {
		return errTwice
	}
	v.given = true
	text, err := canonical(v.Type(), text)
	if err != nil {
		return err
	}
	return v.Value.Set(text)
}

// addsUp reports whether the flag holds all values that it is given.
func (v *flagValue) addsUp() bool {
	return strings.HasSuffix(v.Type(), "Slice") || strings.HasSuffix(v.Type(), "Array")
}

var errNumber = errors.New("no such number")

// canonical returns the text of a value as pflag reads it, which takes 010 for eight.
func canonical(kind, text string) (string, error) {
	one := func(text string) (string, bool) { return text, true }
	switch strings.TrimSuffix(kind, "Slice") {
	case "int", "int64":
		one = func(text string) (string, bool) {
			n, ok := input.Whole(text)
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
	return strings.Join(parts, ","), nil
}
