package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
)

// Restore builds the game of a file that somebody else may have written: a bot, a
// replay, a save, a run. text is the game string of the file. rules are the rules
// that the file carries, which are the Spec().Configuration of the game when the
// file was written; the text then only names it, and its hash is the hash of the game that
// was written. A file without rules may name shipped configurations and nothing else.
//
// Restore opens no file, whatever text and rules say.
//
// Errors: the errors of New, *configs.PathError for a text without rules that names a path,
// and env.Faults for rules that the game does not take.
func Restore(text string, rules json.RawMessage) (env.Game, error) {
	e, args, err := parse(text)
	if err != nil {
		return nil, err
	}
	if len(rules) == 0 {
		g, err := e.new(configs.Shipped, args)
		var path *configs.PathError
		if errors.As(err, &path) {
			return nil, fmt.Errorf("%s: the file carries no rules of its own, and %w", e.name, path)
		}
		return g, err
	}
	return e.restore(args, rules)
}

// restore builds a game from rules, and more sources on top of them.
func (e *Entry) restore(args []callexpr.Arg, rules json.RawMessage, more ...configs.Source) (env.Game, error) {
	_, usual, err := e.base()
	if err != nil {
		return nil, err
	}
	known := e.known(usual)
	given, err := e.sort(args, known)
	if err != nil {
		return nil, err
	}
	facts := rules
	if given.wrapper != "" {
		if facts, err = unwrapRules(rules, given.wrapper); err != nil {
			return nil, fmt.Errorf("rules of %s: %w", e.name, err)
		}
	}
	g, err := e.checked(e.resolved(append([]configs.Source{configs.JSON("rules of "+e.name, facts)}, more...)...))
	if err != nil {
		return nil, err
	}
	g.Spec().SetParameters(e.settle(g.Spec().Parameters, named(g.Spec().Parameters, args), given))
	return e.wrapped(g, given.wrapper, known)
}

// unwrapRules returns the rules of the game in a wrapper, as package wrap writes them.
func unwrapRules(rules json.RawMessage, wrapper string) (json.RawMessage, error) {
	var w struct {
		Facts   json.RawMessage `json:"facts"`
		Wrap    string          `json:"wrap"`
		Version int             `json:"version"`
	}
	d := json.NewDecoder(bytes.NewReader(rules))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return nil, err
	}
	if w.Wrap != wrapper || len(w.Facts) == 0 {
		return nil, fmt.Errorf("wrap %q: want %q, and the facts in it", w.Wrap, wrapper)
	}
	return w.Facts, nil
}

// named returns the parameters that args do not mention: with these as the usual
// ones, the game's string is the one that args were read from.
func named(own []env.Parameter, args []callexpr.Arg) (usual []env.Parameter) {
	mentioned := map[string]bool{}
	for _, a := range args {
		mentioned[a.Key] = true
	}
	for _, p := range own {
		if !mentioned[p.Name] {
			usual = append(usual, p)
		}
	}
	return usual
}
