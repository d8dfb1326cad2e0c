package cmd

import (
	"cmp"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/eval"
)

// A kind says what a flag takes: help has its word, completion lists what it may become, and
// a whole number is at most so large.
type kind struct {
	word    string    // empty: that of the type
	becomes completer // nil: completion knows nothing
	most    int64     // 0: eval.MostGames
}

// Kinds of flags.
var (
	aSwitch      = &kind{}
	asObject     = &kind{} // a switch: --json
	aNumber      = &kind{}
	aCount       = &kind{} // of games, decisions, lines
	aSeed        = &kind{}
	aShare       = &kind{}
	aTime        = &kind{}
	aText        = &kind{}
	aGame        = &kind{word: "GAME", becomes: calls(gameCalls)}
	anAgent      = &kind{word: "AGENT", becomes: calls(agentCalls)}
	aConfig      = &kind{word: "CONFIG", becomes: trainings}
	aSetting     = &kind{word: "KEY=VALUE", becomes: settings}
	aVariant     = &kind{word: "NAME(KEY=VALUE,…)"}
	aName        = &kind{word: "NAME"}
	aFolder      = &kind{word: "FOLDER", becomes: folders}
	aFile        = &kind{word: "FILE", becomes: files}
	aPath        = &kind{word: "PATH", becomes: files}
	aServer      = &kind{}              // a URL of NATS
	ofServer     = &kind{most: 1 << 20} // what has its line on the page about servers
	fileOfServer = &kind{word: "FILE", becomes: files}
	aWorkers     = &kind{most: 1024}
	unbounded    = &kind{most: math.MaxInt64}
	aKeptCount   = &kind{most: eval.MostKept} // of games that stay in memory
)

// upTo is the kind of whole numbers of at most so much: it bounds what would take memory or
// goroutines without end.
func upTo(most int64) *kind { return &kind{most: most} }

// choice is the kind of flags that choose; list gives the values when they are asked for.
func choice(list func() []string) *kind {
	return &kind{becomes: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list(), cobra.ShellCompDirectiveNoFileComp
	}}
}

// these lists values for choice.
func these(values ...string) func() []string { return func() []string { return values } }

// addFlag adds a flag of a kind to a command, which reads its value from at.
func addFlag[T string | []string | bool | int | uint64 | float64 | time.Duration | []int | []float64](cmd *cobra.Command, at *T, name string, usual T, k *kind, doc string) {
	addTo(cmd.Flags(), at, name, usual, k, doc)
}

func addTo[T any](flags *pflag.FlagSet, at *T, name string, usual T, k *kind, doc string) {
	switch at, usual := any(at), any(usual); at := at.(type) {
	case *string:
		flags.StringVar(at, name, usual.(string), doc)
	case *[]string:
		flags.StringArrayVar(at, name, usual.([]string), doc)
	case *bool:
		flags.BoolVar(at, name, usual.(bool), doc)
	case *int:
		flags.IntVar(at, name, usual.(int), doc)
	case *uint64:
		flags.Uint64Var(at, name, usual.(uint64), doc)
	case *float64:
		flags.Float64Var(at, name, usual.(float64), doc)
	case *time.Duration:
		flags.DurationVar(at, name, usual.(time.Duration), doc)
	case *[]int:
		flags.IntSliceVar(at, name, usual.([]int), doc)
	case *[]float64:
		flags.Float64SliceVar(at, name, usual.([]float64), doc)
	}
	f := flags.Lookup(name)
	f.Value = &flagValue{Value: f.Value, kind: k, at: at, most: cmp.Or(k.most, eval.MostGames)}
}

// addJSON adds --json.
func addJSON(cmd *cobra.Command, at *bool) {
	addFlag(cmd, at, "json", false, asObject, "print one JSON object")
}

// given lists the names of the flags that a command line sets, of those that are read from
// these places.
func given(cmd *cobra.Command, at ...any) (names []string) {
	for _, a := range at {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if v, ok := f.Value.(*flagValue); ok && v.at == a {
				names = append(names, f.Name)
			}
		})
	}
	return names
}

// isGiven reports whether a command line sets the flag that is read from a place.
func isGiven(cmd *cobra.Command, at any) bool { return len(given(cmd, at)) > 0 }

// workersOf returns the number of goroutines that a command line asks for, 0 where the command
// takes none.
func workersOf(cmd *cobra.Command) (n int) {
	if f := flagOf(cmd, aWorkers); f != nil {
		n = *f.Value.(*flagValue).at.(*int)
	}
	return n
}

// flagOf returns the flag of a command that is of a kind; nil: none.
func flagOf(cmd *cobra.Command, k *kind) (found *pflag.Flag) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(*flagValue); ok && v.kind == k {
			found = f
		}
	})
	return found
}
