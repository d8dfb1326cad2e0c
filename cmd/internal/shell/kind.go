package shell

import (
	"cmp"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/eval"
	"ringer/open"
)

// A kind says what a flag takes: help has its word, completion lists what it may become, and
// a whole number lies within bounds.
type kind struct {
	word    string    // empty: the type's
	becomes completer // nil: completion knows nothing
	most    int64     // 0: eval.MostGames
	least   int64
	below   bool  // any number below 0 will do, whatever least says
	of      *kind // the one that From narrowed; nil: none
}

// From returns the kind of whole numbers that are not below least.
func (k *kind) From(least int64) *kind {
	from := *k
	from.least, from.below, from.of = least, false, k
	return &from
}

// Kinds of flags.
var (
	ASwitch      = &kind{}
	AsObject     = &kind{} // a switch: --json
	ANumber      = &kind{below: true}
	ACount       = &kind{below: true} // of games, decisions, lines
	ASeed        = &kind{}
	AShare       = &kind{}
	ATime        = &kind{}
	AText        = &kind{}
	AGame        = &kind{word: "GAME", becomes: calls(open.GameCalls)}
	AnAgent      = &kind{word: "AGENT", becomes: calls(open.AgentCalls)}
	AConfig      = &kind{word: "CONFIG", becomes: trainings}
	ASetting     = &kind{word: "KEY=VALUE", becomes: settings}
	AVariant     = &kind{word: "NAME(KEY=VALUE,…)"}
	AName        = &kind{word: "NAME"}
	AFolder      = &kind{word: "FOLDER", becomes: folders}
	AFile        = &kind{word: "FILE", becomes: files}
	APath        = &kind{word: "PATH", becomes: files}
	AServer      = &kind{}                           // a URL of NATS
	OfServer     = &kind{most: 1 << 20, below: true} // what has its line on the page about servers
	FileOfServer = &kind{word: "FILE", becomes: files}
	AWorkers     = &kind{most: 1024, below: true}
	Unbounded    = &kind{most: math.MaxInt64, below: true}
	AKeptCount   = &kind{most: eval.MostKept, below: true} // of games that stay in memory
)

// UpTo is the kind of whole numbers of at most so much: it bounds what would take memory or
// goroutines without end.
func UpTo(most int64) *kind { return &kind{most: most, below: true} }

// Choice is the kind of flags that choose; list gives the values when they are asked for.
func Choice(list func() []string) *kind {
	return &kind{becomes: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list(), cobra.ShellCompDirectiveNoFileComp
	}}
}

// These lists values for choice.
func These(values ...string) func() []string { return func() []string { return values } }

// AddFlag adds a flag of a kind to a command, which reads its value from at.
func AddFlag[T string | []string | bool | int | uint64 | float64 | time.Duration | []int | []float64](cmd *cobra.Command, at *T, name string, usual T, k *kind, doc string) {
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
	f.Value = &FlagValue{Value: f.Value, kind: k, at: at, Most: cmp.Or(k.most, eval.MostGames)}
}

// AddJSON adds --json.
func AddJSON(cmd *cobra.Command, at *bool) {
	AddFlag(cmd, at, "json", false, AsObject, "print one JSON object")
}

// Given lists the names of the flags that a command line sets, of those that are read from
// these places.
func Given(cmd *cobra.Command, at ...any) (names []string) {
	for _, a := range at {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			if v, ok := f.Value.(*FlagValue); ok && v.at == a {
				names = append(names, f.Name)
			}
		})
	}
	return names
}

// IsGiven reports whether a command line sets the flag that is read from a place.
func IsGiven(cmd *cobra.Command, at any) bool { return len(Given(cmd, at)) > 0 }

// WorkersOf returns the number of goroutines that a command line asks for, 0 where the command
// takes none.
func WorkersOf(cmd *cobra.Command) (n int) {
	if f := flagOf(cmd, AWorkers); f != nil {
		n = *f.Value.(*FlagValue).at.(*int)
	}
	return n
}

// flagOf returns the flag of a command that is of a kind; nil: none.
func flagOf(cmd *cobra.Command, k *kind) (found *pflag.Flag) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(*FlagValue); ok && (v.kind == k || v.of == k) {
			found = f
		}
	})
	return found
}
