package games

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/wrap"
	"ringer/internal/callexpr"
)

// changesParameter names the parameter that every game has: changes on top of its files.
const changesParameter = "changes"

// splitItems returns the items of a value, as the parameter changes has them: one, or the
// items of a list in brackets.
func splitItems(value string) ([]string, error) {
	inner, ok := strings.CutPrefix(value, "[")
	if !ok {
		return []string{value}, nil
	}
	call, err := callexpr.Parse("changes(" + strings.TrimSuffix(inner, "]") + ")")
	if err != nil || !strings.HasSuffix(inner, "]") {
		return nil, fmt.Errorf("%s: want a list such as [a.yaml,b.yaml]", value)
	}
	var items []string
	for _, a := range call.Args {
		items = append(items, a.String())
	}
	return items, nil
}

// SplitChanges returns the changes of a text, as the parameter changes of a game has them: one, or
// several in brackets. files says that one or more of them are files rather than paths with their values.
func SplitChanges(text string) (items []string, files bool, err error) {
	items, err = splitItems(text)
	return items, slices.ContainsFunc(items, func(item string) bool { return !assigned(item) }), err
}

func joinChanges(items []string) string {
	switch len(items) {
	case 0:
		return ""
	case 1:
		return items[0]
	}
	return "[" + strings.Join(items, ",") + "]"
}

// assigned reports whether an item of changes is a path with its value, rather than a
// file.
func assigned(item string) bool {
	path, _, ok := strings.Cut(item, "=")
	return ok && !strings.ContainsAny(path, `/\`)
}

// changes returns the sources of changes: from parameters, which say what else is to be
// read, and from all the rest. Paths with values come after files, and are told all their
// faults at once.
func (e *Entry) changes(find finder, usual []env.Parameter, items []string) (early, late []configs.Source) {
	isParameter := func(key string) bool {
		return slices.ContainsFunc(usual, func(p env.Parameter) bool { return p.Name == key })
	}
	var pairs []string
	var sources []configs.Source
	for _, item := range items {
		if assigned(item) {
			pairs = append(pairs, item)
		} else {
			sources = append(sources, find(kind(e.name)+"/changes", item))
		}
	}
	sources = append(sources, configs.Assignments(changesParameter, pairs...))
	for _, s := range sources {
		if len(e.gathers) == 0 {
			early = append(early, s.Changes())
			continue
		}
		s = s.Changes()
		early = append(early, s.Only(isParameter))
		late = append(late, s.Only(func(key string) bool { return !isParameter(key) }))
	}
	return early, late
}

// Rules returns the resolved rules of a game as a pointer to its configuration type, all
// files that it names included. Rules are read only.
func Rules(g env.Game) (any, error) {
	e, args, err := parse(g.Spec().String())
	if err != nil {
		return nil, err
	}
	facts, err := factsOf(g, args)
	if err != nil {
		return nil, err
	}
	return e.rules(configs.JSON("rules of "+e.name, facts))
}

// factsOf returns the configuration of a game without its wrapper.
func factsOf(g env.Game, args []callexpr.Arg) (json.RawMessage, error) {
	for _, a := range args {
		if a.Key == wrap.Parameter {
			return unwrapRules(g.Spec().Configuration, a.Value)
		}
	}
	return g.Spec().Configuration, nil
}

// Changed returns a game with changes on top of its rules, each a path and its value:
// cards.lookout.gain=3, players=5. It opens no file but those that the changes name, such as
// another map; so it changes the games of bots and replays too. New of the string of the
// result builds the same game where the files of g are. The files of a game that New made are
// opened again where another map or other warbands want that.
//
// Errors: *ParameterError, env.Faults for a path or a value that the game does not take, and
// *configs.PathError for another map or other warbands of a game of somebody else's with files
// of its own.
func Changed(g env.Game, changes ...string) (env.Game, error) {
	e, args, err := parse(g.Spec().String())
	if err != nil {
		return nil, err
	}
	args = slices.Clone(args)
	_, usual, err := e.base()
	if err != nil {
		return nil, err
	}
	reads := false // a parameter that says what else is to be read
	var given []string
	for _, change := range changes {
		key, value, ok := strings.Cut(change, "=")
		if !ok {
			return nil, fmt.Errorf("change %q: want PATH=VALUE, such as players=3", change)
		}
		i := slices.IndexFunc(usual, func(p env.Parameter) bool { return p.Name == key })
		if i < 0 {
			args = setArg(args, changesParameter, func(old string) (string, error) {
				if old == "" {
					return change, nil
				}
				items, err := splitItems(old)
				items = slices.DeleteFunc(items, func(item string) bool { return strings.HasPrefix(item, key+"=") })
				return joinChanges(append(items, change)), err
			})
			continue
		}
		reads, given = reads || slices.Contains(e.gathers, key), append(given, value)
		args = setArg(args, key, func(string) (string, error) { return value, nil })
	}
	if reads && g.Spec().OpensPaths {
		return e.open(args)
	}
	if reads {
		return e.new(func(kind, name string) configs.Source {
			if slices.ContainsFunc(given, func(value string) bool { return strings.Contains(value, name) }) {
				return configs.Named(kind, name)
			}
			return configs.Shipped(kind, name)
		}, args)
	}
	changed, err := e.restore(args, g.Spec().Configuration, configs.Assignments(changesParameter, changes...).Changes())
	if err != nil {
		return nil, blame(e.name, e.known(usual), err)
	}
	changed.Spec().OpensPaths = g.Spec().OpensPaths
	return changed, nil
}

// setArg returns arguments with a new value of one of them.
func setArg(args []callexpr.Arg, key string, value func(old string) (string, error)) []callexpr.Arg {
	i := slices.IndexFunc(args, func(a callexpr.Arg) bool { return a.Key == key })
	if i < 0 {
		args = append(args, callexpr.Arg{Key: key})
		i = len(args) - 1
	}
	if v, err := value(args[i].Value); err == nil {
		args[i].Value = v
	}
	return args
}

// NewChanged is New with more items of the parameter changes: files, and paths with their
// values.
func NewChanged(text string, items ...string) (env.Game, error) {
	e, args, err := parse(text)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		args = setArg(args, changesParameter, func(old string) (string, error) {
			if old == "" {
				return item, nil
			}
			all, err := splitItems(old)
			return joinChanges(append(all, item)), err
		})
	}
	return e.open(args)
}

// Shipped returns the shipped game that a game changes: the one of its string, without
// changes and without files that do not ship.
func Shipped(g env.Game) (env.Game, error) {
	e, args, err := parse(g.Spec().String())
	if err != nil {
		return nil, err
	}
	files := map[string]string{} // folders by parameters
	for _, p := range g.Spec().Parameters {
		files[p.Name] = p.Files
	}
	args = slices.DeleteFunc(slices.Clone(args), func(a callexpr.Arg) bool {
		if a.Key == changesParameter {
			return true
		}
		folder := files[a.Key]
		names, err := splitItems(a.Value)
		return folder != "" && (err != nil || slices.ContainsFunc(names, func(name string) bool {
			return name != scatter && !configs.Has(kind(folder), name)
		}))
	})
	return e.new(configs.Shipped, args)
}
