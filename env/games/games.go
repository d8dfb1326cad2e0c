package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/callexpr"
)

// fileParameter names the parameter that every game has: a configuration file.
const fileParameter = "file"

// An entry builds one game from the sources of its configuration.
type entry struct {
	name  string
	build func(sources ...configs.Source) (env.Game, error)
}

// game makes the entry of a game from what its package exports.
func game[C any, G env.Game](name string, defaults func() C, build func(C) (G, error)) entry {
	return entry{name, func(sources ...configs.Source) (env.Game, error) {
		config := defaults()
		if err := configs.ReadAll(&config, sources...); err != nil {
			return nil, err
		}
		return build(config)
	}}
}

// Names lists the registered games.
func Names() []string {
	names := make([]string, len(table))
	for i, e := range table {
		names[i] = e.name
	}
	return names
}

// Configurations lists the game strings of all shipped configurations of a
// game: the plain name first, then one for each file of configs/games/<game>
// but default.yaml.
func Configurations(name string) []string {
	all := []string{name}
	for _, file := range configs.Names(kind(name)) {
		if file != defaultFile {
			call := callexpr.Expr{Name: name, Args: []callexpr.Arg{{Key: fileParameter, Value: file}}}
			all = append(all, call.String())
		}
	}
	return all
}

const defaultFile = "default"

func kind(game string) string { return "games/" + game }

// UnknownGameError says that no game has a name.
type UnknownGameError struct {
	Name  string
	Known []string
}

func (e *UnknownGameError) Error() string {
	return fmt.Sprintf("unknown game %q; known: %s", e.Name, strings.Join(e.Known, ", "))
}

// ParameterError says that a game does not take a parameter, or not this value.
type ParameterError struct {
	Game      string
	Parameter string
	Known     []env.Parameter // of the game, with choices and documentation
	Err       error           // what is wrong with the value; nil for an unknown parameter
}

func (e *ParameterError) Error() string {
	var b strings.Builder
	if e.Err != nil {
		b.WriteString(e.Err.Error())
		for _, p := range e.Known {
			if p.Name == e.Parameter {
				fmt.Fprintf(&b, "\n  %s", describe(p))
			}
		}
		return b.String()
	}
	fmt.Fprintf(&b, "%s has no parameter %q; it takes:", e.Game, e.Parameter)
	for _, p := range e.Known {
		fmt.Fprintf(&b, "\n  %s", describe(p))
	}
	return b.String()
}

// Unwrap gives what is wrong with the value.
func (e *ParameterError) Unwrap() error { return e.Err }

func describe(p env.Parameter) string {
	s := p.Name + "=" + p.Default
	if len(p.Choices) > 0 {
		s += " (" + strings.Join(p.Choices, ", ") + ")"
	}
	return s + "  " + p.Doc
}

// New builds the game that text describes: NAME or NAME(parameter=value,...),
// in the form of package callexpr.
//
// The configuration is the game's defaults, then configs/games/NAME/default.yaml
// where there is one, then the file named by the parameter file (a path, or the
// name of a shipped file of the game), then the other parameters. New of the
// Spec().String() of the result builds the same game.
//
// Errors: *callexpr.SyntaxError, *UnknownGameError, *ParameterError for an unknown
// parameter or a bad value, and configs.Faults for a bad file.
func New(text string) (env.Game, error) {
	call, err := callexpr.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("game %w", err)
	}
	i := slices.IndexFunc(table, func(e entry) bool { return e.name == call.Name })
	if i < 0 {
		return nil, &UnknownGameError{Name: call.Name, Known: Names()}
	}
	return table[i].new(text, call.Args)
}

// MustNew is New for game strings that are part of the program.
func MustNew(text string) env.Game {
	g, err := New(text)
	if err != nil {
		panic("games: " + err.Error())
	}
	return g
}

func (e entry) new(text string, args []callexpr.Arg) (env.Game, error) {
	var base []configs.Source
	if configs.Has(kind(e.name), defaultFile) {
		base = append(base, configs.Named(kind(e.name), defaultFile))
	}
	plain, err := e.build(base...)
	if err != nil {
		return nil, fmt.Errorf("%s: the shipped configuration is broken: %w", e.name, err)
	}
	known := slices.Clone(plain.Spec().Parameters)
	for i := range known {
		known[i].Default = known[i].Value
	}
	known = append(known, parameterFile(e.name))

	file := ""
	var pairs []string
	for _, a := range args {
		switch {
		case a.Key == "":
			return nil, &ParameterError{Game: e.name, Parameter: a.Value, Known: known}
		case !slices.ContainsFunc(known, func(p env.Parameter) bool { return p.Name == a.Key }):
			return nil, &ParameterError{Game: e.name, Parameter: a.Key, Known: known}
		case a.Key == fileParameter:
			file = a.Value
			base = append(base, configs.Named(kind(e.name), file))
		default:
			pairs = append(pairs, a.Key+"="+a.Value)
		}
	}
	g, err := e.build(append(base, configs.Assignments(e.name, pairs...))...)
	if err != nil {
		return nil, blame(e.name, known, err)
	}
	settle(g.Spec(), file, func() *env.Spec {
		reference := plain
		if file != "" {
			// A file may be complete only together with the parameters.
			if reference, err = e.build(base...); err != nil {
				return nil
			}
		}
		return reference.Spec()
	})
	return g, nil
}

// blame names the parameter behind an error, when all of it is about one.
func blame(game string, known []env.Parameter, err error) error {
	var faults configs.Faults
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].File != game {
		return err
	}
	return &ParameterError{Game: game, Parameter: faults[0].Field, Known: known, Err: err}
}

func parameterFile(game string) env.Parameter {
	return env.Parameter{
		Name:    fileParameter,
		Choices: configs.Names(kind(game)),
		Doc:     "configuration file laid over the defaults: a shipped name, or a path",
	}
}

// settle completes the parameters of a freshly built game, so that its game
// string rebuilds it: the default of a parameter is the value it has without
// any argument but the file.
func settle(spec *env.Spec, file string, reference func() *env.Spec) {
	base := reference()
	for i := range spec.Parameters {
		p := &spec.Parameters[i]
		p.Default = ""
		if base == nil {
			continue
		}
		for _, b := range base.Parameters {
			if b.Name == p.Name {
				p.Default = b.Value
			}
		}
	}
	p := parameterFile(spec.Name)
	if file != "" {
		p.Value = quoted(file)
	}
	spec.Parameters = append(spec.Parameters, p)
}

// quoted is a value as it must stand in a game string.
func quoted(value string) string {
	return strings.TrimPrefix(callexpr.Arg{Key: "k", Value: value}.String(), "k=")
}
