package roster

import (
	"fmt"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/agents/mixture"
	"ringer/agents/script"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/models/onnxrun"
)

// Sources holds all that building an agent may need.
type Sources struct {
	// Game that the agent is to play.
	Game env.Game

	// Bot returns a bot by its name or file. It is nil where there are no bots.
	Bot func(nameOrFile string) (*botfile.Bot, error)

	// Adapt returns a bot with the weights of one of other rules, for games of spec. It is
	// nil where bots play their own rules alone.
	Adapt func(bot *botfile.Bot, spec *env.Spec) (*botfile.Bot, error)

	// Program returns the agent of a command line. It is nil where no program may be
	// started.
	Program func(command string, limits Limits) (agents.Agent, error)

	// Network returns the ONNX model of a file. It is nil where no file may be opened.
	Network func(file string) (*onnxrun.Model, error)

	// Script returns the strategy of a file. It is nil where no file may be opened.
	Script func(file string) (*script.Strategy, error)

	// Mixture returns the population of a file. It is nil where no file may be opened.
	Mixture func(file string) (*mixture.Population, error)

	agent func(text string) (agents.Agent, error) // New with these sources
}

// Agent returns the agent that a text names, as New does, for agents that use others. The
// sources are those that New handed to Build.
func (s Sources) Agent(text string) (agents.Agent, error) { return s.agent(text) }

// Limits bound an agent that is a program.
type Limits struct {
	Seconds   float64 // for each answer
	Start     float64 // seconds from its start to its hello
	Processes int     // most that run side by side
}

// Kind is a kind of agent: one line of the table.
type Kind struct {
	Name     string
	Argument string // the name of the first argument; empty when the kind has none
	Options  []Option
	Doc      string

	// Build makes the agent for Sources.Game. It reads its options first, and returns
	// Arguments.Err.
	Build func(Sources, *Arguments) (agents.Agent, error)

	own bool // was registered
}

// Own reports whether the kind was registered, rather than one of Ringer's.
func (k Kind) Own() bool { return k.own }

// Option is a setting of a kind of agent, written name=value.
type Option struct {
	Name    string
	Default string
	Doc     string
}

// Usage returns the form in which the agent is written, with its options and their
// defaults.
func (k Kind) Usage() string {
	var parts []string
	if k.Argument != "" {
		parts = append(parts, k.Argument)
	}
	for _, o := range k.Options {
		parts = append(parts, o.Name+"="+o.Default)
	}
	if len(parts) == 0 {
		return k.Name
	}
	return k.Name + "(" + strings.Join(parts, ",") + ")"
}

// Kinds lists the table, in the order in which agents are shown.
func Kinds() []Kind {
	kinds := slices.Clone(table)
	for i := range kinds {
		if kinds[i].Name == expertName {
			kinds[i] = expertKind()
		}
	}
	return kinds
}

// UnknownAgentError says that no agent has this name.
type UnknownAgentError struct {
	Name  string
	Known []Kind
}

func (e *UnknownAgentError) Error() string {
	usages, names := make([]string, len(e.Known)), make([]string, len(e.Known))
	for i, k := range e.Known {
		usages[i], names[i] = k.Usage(), k.Name
	}
	meant := ""
	if near := callexpr.Nearest(e.Name, names); near != "" {
		meant = " (did you mean " + near + "?)"
	}
	return fmt.Sprintf("unknown agent %q%s; known: %s", e.Name, meant, strings.Join(usages, ", "))
}

// OptionError says that an argument does not belong to this kind of agent, or that
// one is missing.
type OptionError struct {
	Kind  Kind
	Found string // the argument as written; empty when one is missing
}

func (e *OptionError) Error() string {
	var b strings.Builder
	if e.Found == "" {
		fmt.Fprintf(&b, "%s needs %s", e.Kind.Name, e.Kind.Argument)
	} else {
		fmt.Fprintf(&b, "%s does not take %s", e.Kind.Name, e.Found)
	}
	fmt.Fprintf(&b, "; it is written %s", e.Kind.Usage())
	for _, o := range e.Kind.Options {
		fmt.Fprintf(&b, "\n  %s=%s  %s", o.Name, o.Default, o.Doc)
	}
	return b.String()
}

// Parse reads the name of an agent: a call expression; or cmd:COMMAND LINE, which stands
// for cmd("COMMAND LINE"), or onnx:FILE for onnx("FILE"). Errors are of type
// *callexpr.SyntaxError.
func Parse(text string) (callexpr.Expr, error) {
	for _, kind := range []string{Program, Network} {
		rest, ok := strings.CutPrefix(strings.TrimSpace(text), kind+":")
		if rest = strings.TrimSpace(rest); ok && rest != "" && len(text) <= callexpr.MaxLength {
			if at := input.Mark(text); at >= 0 {
				return callexpr.Expr{}, &callexpr.SyntaxError{Input: text, At: at, Want: input.NoMarks}
			}
			return callexpr.Expr{Name: kind, Args: []callexpr.Arg{{Value: rest}}}, nil
		}
	}
	return callexpr.Parse(text)
}

// New builds the agent that text names, as Parse reads it. Options that are not given have their
// defaults; spaces around parts do not matter.
//
// Errors: *callexpr.SyntaxError, *UnknownAgentError, *OptionError for an
// argument that the agent does not take or lacks, env.Faults for option values,
// and what Sources.Bot or the agent itself returns.
func New(text string, from Sources) (agents.Agent, error) {
	expr, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("agent %w", err)
	}
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == expr.Name })
	if i < 0 {
		return nil, &UnknownAgentError{Name: expr.Name, Known: kinds}
	}
	args, err := kinds[i].arguments(expr)
	if err != nil {
		return nil, err
	}
	from.agent = func(text string) (agents.Agent, error) { return New(text, from) }
	return kinds[i].Build(from, args)
}

// arguments sorts the arguments by option and adds the defaults.
func (k Kind) arguments(expr callexpr.Expr) (*Arguments, error) {
	args := &Arguments{kind: k.Name, values: map[string]string{}}
	for _, o := range k.Options {
		args.values[o.Name] = o.Default
	}
	for _, a := range expr.Args {
		_, known := args.values[a.Key]
		switch {
		case known:
			args.values[a.Key] = a.Value
		case a.Key == "" && k.Argument != "" && args.first == "":
			args.first = a.Value
		default:
			return nil, &OptionError{Kind: k, Found: a.String()}
		}
	}
	if k.Argument != "" && args.first == "" {
		return nil, &OptionError{Kind: k}
	}
	return args, nil
}
