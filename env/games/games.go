package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/tactics"
	"ringer/env/wrap"
	"ringer/internal/callexpr"
)

// fileParameter names the parameter that every game has: a configuration file.
const fileParameter = "file"

// deckParameter names the parameter of games that have several decks: another file
// of cards.
const deckParameter = "deck"

// A finder returns a configuration of a kind by its name: configs.Named, which
// takes paths too, or configs.Shipped, which does not.
type finder func(kind, name string) configs.Source

// Entry is a game as the table knows it: how it is built from the sources of its
// configuration. Of makes one.
type Entry struct {
	name       string
	build      func(find finder, sources, changes []configs.Source) (env.Game, error)
	resolved   func(sources ...configs.Source) (env.Game, error)        // from a whole configuration, without any other file
	rules      func(rules configs.Source) (any, error)                  // a pointer to a whole configuration
	parameters func(sources ...configs.Source) ([]env.Parameter, error) // of the configuration that they give
	decks      string                                                   // folder of configs/games with decks; empty: none
	deck       string                                                   // the usual one of them
	gathers    []string                                                 // parameters that say what further files are read
}

// Configuration is the pointer to a configuration C, which lists its parameters.
type Configuration[C any] interface {
	*C
	Parameters() []env.Parameter
}

// Of returns the entry of a game with a name, from what its package exports: the
// defaults of its configuration, and the constructor. A field of C has the same name in
// its tags yaml, for files and game strings, and json, for Spec.Configuration, which
// is the JSON of C. C may have a method Validate() error.
func Of[C any, G env.Game, P Configuration[C]](name string, defaults func() C, build func(C) (G, error)) Entry {
	return gameOfFiles[C, G, P](name, defaults, build, nil, func(read func(*C) error) (C, error) {
		c := defaults()
		err := read(&c)
		return c, err
	})
}

// gameOfFiles makes the entry of a game whose configuration names further files:
// gather reads them into it, as the parameters gathers say, before it is changed and built.
// fromRules has a whole configuration read onto what
// stands for the fields that its JSON leaves out.
func gameOfFiles[C any, G env.Game, P Configuration[C]](
	name string, defaults func() C, build func(C) (G, error), gather func(*C, finder) error, fromRules func(read func(*C) error) (C, error), gathers ...string,
) Entry {
	read := func(sources []configs.Source) (C, error) {
		config := defaults()
		err := configs.ReadAll(&config, sources...)
		return config, err
	}
	return Entry{
		name:    name,
		gathers: gathers,
		build: func(find finder, sources, changes []configs.Source) (env.Game, error) {
			config := defaults()
			if gather != nil {
				sources = append(sources, configs.Step(func() error { return gather(&config, find) }))
			}
			if err := configs.ReadAll(&config, append(sources, changes...)...); err != nil {
				return nil, err
			}
			return asGame(build(config))
		},
		resolved: func(sources ...configs.Source) (env.Game, error) {
			config, err := fromRules(func(c *C) error { return configs.ReadAll(c, sources...) })
			if err != nil {
				return nil, err
			}
			return asGame(build(config))
		},
		rules: func(rules configs.Source) (any, error) {
			config, err := fromRules(func(c *C) error { return configs.ReadAll(c, rules) })
			return &config, err
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

// asGame keeps a nil pointer from becoming a game that is not nil.
func asGame[G env.Game](g G, err error) (env.Game, error) {
	if err != nil {
		return nil, err
	}
	return g, nil
}

// withDeck makes the entry of a game whose cards lie in a folder of
// configs/games, which other games may use too: the usual file comes before all other
// sources, and the parameter deck names another.
func (e Entry) withDeck(folder, usual string) Entry {
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
	if near := callexpr.Nearest(e.Name, e.Known); near != "" {
		return fmt.Sprintf("unknown game %q (did you mean %s?); known: %s", e.Name, near, strings.Join(e.Known, ", "))
	}
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
// then the deck named by the parameter deck, then the changes of the parameter changes,
// then the other parameters. The
// parameter wrap adds the fields of an observation wrapper of package tactics. New
// of the Spec().String() of the result builds the same game.
//
// Errors: *callexpr.SyntaxError, *UnknownGameError, *ParameterError for an unknown
// parameter or a bad value, and env.Faults for a bad file.
func New(text string) (env.Game, error) {
	e, args, err := parse(text)
	if err != nil {
		return nil, err
	}
	return e.open(args)
}

// open builds the game of somebody at the keyboard, whose string may name files of their own.
func (e *Entry) open(args []callexpr.Arg) (env.Game, error) {
	g, err := e.new(configs.Named, args)
	if err == nil {
		g.Spec().OpensPaths = true
	}
	return g, err
}

// parse finds the game that a text names.
func parse(text string) (*Entry, []callexpr.Arg, error) {
	call, err := callexpr.Parse(text)
	if err != nil {
		return nil, nil, fmt.Errorf("game %w", err)
	}
	i := slices.IndexFunc(table, func(e Entry) bool { return e.name == call.Name })
	if i < 0 {
		return nil, nil, &UnknownGameError{Name: call.Name, Known: Names()}
	}
	return &table[i], call.Args, nil
}

// MustNew is New for game strings that are part of the program.
func MustNew(text string) env.Game {
	g, err := New(text)
	if err != nil {
		panic("games: " + err.Error())
	}
	return g
}

// arguments are the arguments of a game string by what they mean.
type arguments struct {
	file, deck, wrapper string
	changes             []string // files, and paths with values
	pairs               []string // key=value of the game's own parameters
}

// sort sorts the arguments of a game string by what they mean.
func (e *Entry) sort(args []callexpr.Arg, known []env.Parameter) (arguments, error) {
	var sorted arguments
	for _, a := range args {
		switch {
		case a.Key == "":
			return sorted, &ParameterError{Game: e.name, Parameter: a.Value, Known: known}
		case !slices.ContainsFunc(known, func(p env.Parameter) bool { return p.Name == a.Key }):
			return sorted, &ParameterError{Game: e.name, Parameter: a.Key, Known: known}
		case a.Key == fileParameter:
			sorted.file = a.Value
		case a.Key == deckParameter && e.decks != "":
			sorted.deck = a.Value
		case a.Key == changesParameter:
			var err error
			if sorted.changes, err = splitItems(a.Value); err != nil {
				return sorted, &ParameterError{Game: e.name, Parameter: a.Key, Known: known, Err: err}
			}
		case a.Key == wrap.Parameter:
			sorted.wrapper = a.Value
		default:
			sorted.pairs = append(sorted.pairs, a.Key+"="+a.Value)
		}
	}
	return sorted, nil
}

// base returns the shipped sources that come before all others, and the parameters
// that they give.
func (e *Entry) base() (sources []configs.Source, usual []env.Parameter, err error) {
	if e.decks != "" {
		sources = append(sources, configs.Shipped(kind(e.decks), e.deck))
	}
	if configs.Has(kind(e.name), defaultFile) {
		sources = append(sources, configs.Shipped(kind(e.name), defaultFile))
	}
	if usual, err = e.parameters(sources...); err != nil {
		err = fmt.Errorf("%s: the shipped configuration is broken: %w", e.name, err)
	}
	return sources, usual, err
}

// known returns all parameters of the game, with what it has without any argument as
// defaults.
func (e *Entry) known(usual []env.Parameter) []env.Parameter {
	known := slices.Clone(usual)
	for i := range known {
		known[i].Default = known[i].Value
	}
	return append(known, e.furtherParameters()...)
}

func (e *Entry) new(find finder, args []callexpr.Arg) (env.Game, error) {
	sources, usual, err := e.base()
	if err != nil {
		return nil, err
	}
	known := e.known(usual)
	given, err := e.sort(args, known)
	if err != nil {
		return nil, err
	}
	if given.file != "" {
		sources = append(sources, find(kind(e.name), given.file))
	}
	if given.deck != "" { // after the file, which may hold cards of its own
		sources = append(sources, find(kind(e.decks), given.deck))
	}
	early, late := e.changes(find, usual, given.changes)
	sources = append(sources, early...)
	g, err := e.checked(e.build(find, append(slices.Clone(sources), configs.Assignments(e.name, given.pairs...)), late))
	if err != nil {
		return nil, blame(e.name, known, err)
	}
	if given.file != "" || given.deck != "" || len(given.changes) > 0 {
		if usual, err = e.parameters(sources...); err != nil {
			usual = nil // the files are complete only together with the parameters
		}
	}
	g.Spec().SetParameters(e.settle(g.Spec().Parameters, usual, given))
	return e.wrapped(g, given.wrapper, known)
}

// wrapped returns the game with its wrapper of a name; the game itself without one.
func (e *Entry) wrapped(g env.Game, wrapper string, known []env.Parameter) (env.Game, error) {
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
func (e *Entry) furtherParameters() []env.Parameter {
	all := []env.Parameter{{
		Name:    fileParameter,
		Choices: configs.Names(kind(e.name)),
		Doc:     "configuration file laid over the defaults: a shipped name, or a path",
		Files:   e.name,
	}}
	if e.decks != "" {
		others := slices.DeleteFunc(configs.Names(kind(e.decks)), func(name string) bool { return name == defaultFile })
		all = append(all, env.Parameter{
			Name:    deckParameter,
			Choices: others,
			Doc:     "another deck than configs/games/" + e.decks + "/" + e.deck + ".yaml: a shipped name, or a path",
			Files:   e.decks,
		})
	}
	all = append(all, env.Parameter{
		Name: changesParameter,
		Doc:  "changes on top of the files: the path of a file of changes, a path with its value (ringer games GAME --knobs lists them), or a list of both",
	})
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
// the configuration without any argument but the files. Where the files leave it as it is,
// the game knows best: a default may depend on other parameters.
func (e *Entry) settle(own, usual []env.Parameter, args arguments) []env.Parameter {
	all := slices.Clone(own)
	for i := range all {
		all[i].Default = ""
		for _, u := range usual {
			if u.Name == all[i].Name {
				if all[i].Default = u.Value; u.Value == u.Default {
					all[i].Default = own[i].Default
				}
			}
		}
	}
	given := map[string]string{fileParameter: args.file, deckParameter: args.deck, changesParameter: joinChanges(args.changes)}
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
