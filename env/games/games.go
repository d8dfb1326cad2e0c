package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/callexpr"
	"ringer/env/tactics"
	"ringer/env/wrap"
)

// fileParameter names the parameter that every game has: a configuration file.
const fileParameter = "file"

// deckParameter names the parameter of games that have several decks: another file
// of cards.
const deckParameter = "deck"

// An entry builds one game from the sources of its configuration.
type entry struct {
	name       string
	build      func(sources ...configs.Source) (env.Game, error)
	parameters func(sources ...configs.Source) ([]env.Parameter, error) // of the configuration that they give
	decks      string                                                   // folder of configs/games with decks; empty: none
	deck       string                                                   // the usual one of them
}

// configuration is the configuration of a game, which lists its parameters.
type configuration[C any] interface {
	*C
	Parameters() []env.Parameter
}

// game makes the entry of a game from what its package exports.
func game[C any, G env.Game, P configuration[C]](name string, defaults func() C, build func(C) (G, error)) entry {
	read := func(sources []configs.Source) (C, error) {
		config := defaults()
		err := configs.ReadAll(&config, sources...)
		return config, err
	}
	return entry{
		name: name,
		build: func(sources ...configs.Source) (env.Game, error) {
			config, err := read(sources)
			if err != nil {
				return nil, err
			}
			return build(config)
		},
		parameters: func(sources ...configs.Source) ([]env.Parameter, error) {
			config, err := read(sources)
			if err != nil {
				return nil, err
			}
			return P(&config).Parameters(), nil
		},
	}
}

// withDeck makes the entry of a game whose cards lie in a folder of
// configs/games, which other games may use too: the usual file comes before all other
// sources, and the parameter deck names another.
func (e entry) withDeck(folder, usual string) entry {
	e.decks, e.deck = folder, usual
	return e
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

// ParameterError says that a game does not take a parameter, or does not take this
// value of it.
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

// Unwrap returns what is wrong with the value.
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
// The configuration is the game's defaults, then the usual deck where it has
// several, then configs/games/NAME/default.yaml where there is one, then the file
// named by the parameter file (a path, or the name of a shipped file of the game),
// then the deck named by the parameter deck, then the other parameters. The
// parameter wrap adds the fields of an observation wrapper of package tactics. New
// of the Spec().String() of the result builds the same game.
//
// Errors: *callexpr.SyntaxError, *UnknownGameError, *ParameterError for an unknown
// parameter or a bad value, and env.Faults for a bad file.
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
	if e.decks != "" {
		base = append(base, configs.Named(kind(e.decks), e.deck))
	}
	if configs.Has(kind(e.name), defaultFile) {
		base = append(base, configs.Named(kind(e.name), defaultFile))
	}
	usual, err := e.parameters(base...)
	if err != nil {
		return nil, fmt.Errorf("%s: the shipped configuration is broken: %w", e.name, err)
	}
	known := slices.Clone(usual)
	for i := range known {
		known[i].Default = known[i].Value
	}
	known = append(known, e.furtherParameters()...)

	file, deck, wrapper := "", "", ""
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
		case a.Key == deckParameter && e.decks != "":
			deck = a.Value
		case a.Key == wrap.Parameter:
			wrapper = a.Value
		default:
			pairs = append(pairs, a.Key+"="+a.Value)
		}
	}
	if deck != "" { // after the file, which may hold cards of its own
		base = append(base, configs.Named(kind(e.decks), deck))
	}
	g, err := e.build(append(base, configs.Assignments(e.name, pairs...))...)
	if err != nil {
		return nil, blame(e.name, known, err)
	}
	if file != "" || deck != "" {
		if usual, err = e.parameters(base...); err != nil {
			usual = nil // the files are complete only together with the parameters
		}
	}
	g.Spec().SetParameters(e.settle(g.Spec().Parameters, usual, file, deck))
	if wrapper == "" {
		return g, nil
	}
	wrapped, err := tactics.Wrap(g, wrapper)
	if err != nil {
		return nil, &ParameterError{Game: e.name, Parameter: wrap.Parameter, Known: known, Err: err}
	}
	return wrapped, nil
}

// blame names the parameter behind an error, when all of it is about one.
func blame(game string, known []env.Parameter, err error) error {
	var faults env.Faults
	var fault *env.Fault
	if !errors.As(err, &faults) || len(faults) != 1 || !errors.As(faults[0], &fault) || fault.File != game {
		return err
	}
	return &ParameterError{Game: game, Parameter: fault.Path, Known: known, Err: err}
}

// furtherParameters returns the parameters that are not part of the game's own
// configuration: those that name files, and the observation wrapper.
func (e entry) furtherParameters() []env.Parameter {
	all := []env.Parameter{{
		Name:    fileParameter,
		Choices: configs.Names(kind(e.name)),
		Doc:     "configuration file laid over the defaults: a shipped name, or a path",
	}}
	if e.decks != "" {
		others := slices.DeleteFunc(configs.Names(kind(e.decks)), func(name string) bool { return name == defaultFile })
		all = append(all, env.Parameter{
			Name:    deckParameter,
			Choices: others,
			Doc:     "another deck than configs/games/" + e.decks + "/" + e.deck + ".yaml: a shipped name, or a path",
		})
	}
	if observers := tactics.Observers(e.name); len(observers) > 0 {
		p := env.Parameter{Name: wrap.Parameter, Doc: "observation wrapper, which shows more than facts"}
		for _, o := range observers {
			p.Choices = append(p.Choices, o.Name)
			p.Doc += "; " + o.Name + ": " + o.Doc
		}
		all = append(all, p)
	}
	return all
}

// settle returns all parameters of a game with the defaults by which its game
// string rebuilds it: the default of a parameter is its value in usual, which is
// the configuration without any argument but the files.
func (e entry) settle(own, usual []env.Parameter, file, deck string) []env.Parameter {
	all := slices.Clone(own)
	for i := range all {
		all[i].Default = ""
		for _, u := range usual {
			if u.Name == all[i].Name {
				all[i].Default = u.Value
			}
		}
	}
	given := map[string]string{fileParameter: file, deckParameter: deck}
	for _, p := range e.furtherParameters() {
		if value := given[p.Name]; value != "" {
			p.Value = quoted(value)
		}
		all = append(all, p)
	}
	return all
}

// quoted returns a value as it must stand in a game string.
func quoted(value string) string {
	return strings.TrimPrefix(callexpr.Arg{Key: "k", Value: value}.String(), "k=")
}
