package knobs

import (
	"fmt"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/callexpr"
)

// Knob is one value of the rules that can be set alone.
type Knob struct {
	Path    string   `json:"path"`              // cards.lookout.gain
	Value   string   `json:"value"`             // as it stands after = in a change
	Kind    string   `json:"kind"`              // whole, number, switch, text or list
	Choices []string `json:"choices,omitempty"` // all values, where they are few
	ID      string   `json:"id,omitempty"`      // of the card or thing that it belongs to
	Name    string   `json:"name,omitempty"`    // of that
	Doc     string   `json:"doc"`
}

// List returns the knobs of a game in the order of its configuration. Of the values that
// are 0 or empty, and that files leave out, it lists those that 1, or another switch, may
// take the place of.
func List(g env.Game) ([]Knob, error) { return list(g, "") }

// list returns the knobs of a game: all, or the one of a path.
func list(g env.Game, path string) (knobs []Knob, err error) {
	rules, err := games.Rules(g)
	if err != nil {
		return nil, err
	}
	known := map[string]env.Parameter{}
	for _, p := range g.Spec().Parameters {
		known[p.Name] = p
	}
	took := map[string]bool{} // by what is alike in the things that hold the value
	for _, leaf := range configs.Leaves(rules) {
		if path != "" && path != leaf.Path {
			continue
		}
		k := Knob{Path: leaf.Path, Value: leaf.Value, Kind: leaf.Kind}
		name, _, _ := strings.Cut(leaf.Path, "[")
		p, parameter := known[name]
		kind := alike(leaf)
		switch {
		case parameter:
			if k.Doc = p.Doc; name == leaf.Path {
				k.Choices = p.Choices
			}
			knobs = append(knobs, k)
			continue
		case !leaf.Left || leaf.Value == "1":
		case leaf.Kind == "text" || leaf.Kind == "list":
			continue
		default:
			if _, tried := took[kind]; !tried {
				took[kind] = takes(rules, leaf)
			}
			if !took[kind] {
				continue
			}
		}
		k.ID, k.Name, k.Doc = describe(leaf.Path, leaf.Holders)
		if own, ok := rules.(describer); ok {
			if thing, doc, bounds, whole, ok := own.DescribeKnob(leaf.Path); ok {
				k.ID, k.Name, k.Doc = thing, spaced(thing), spaced(thing)+": "+doc+", "+bounds
				if whole {
					k.Kind = "whole"
				}
			}
		}
		if leaf.Kind == "switch" {
			k.Choices = []string{"false", "true"}
		}
		knobs = append(knobs, k)
	}
	return knobs, nil
}

// A describer is a configuration that says itself what some of its knobs are: the thing that
// one belongs to, its meaning, its bounds, and whether it is a whole number.
type describer interface {
	DescribeKnob(path string) (thing, doc, bounds string, whole, ok bool)
}

// alike returns what is the same for a value of all things of one type: a hero's cost.
func alike(leaf configs.Leaf) string {
	path, words := leaf.Path, ""
	for _, h := range leaf.Holders {
		path = strings.Replace("."+path+".", "."+configs.Slug(h.Key)+".", ".", 1)
		words += " " + h.Words["type"]
	}
	return path + words
}

// takes reports whether a value that is left out may be 1 or true. The configuration is as
// it was afterwards.
func takes(rules any, leaf configs.Leaf) bool {
	other := "1"
	if leaf.Kind == "switch" {
		other = "true"
	}
	set := func(value string) error {
		return configs.ReadInto(rules, configs.Assignments("knobs", leaf.Path+"="+value).Changes())
	}
	err := set(other)
	_ = set(leaf.Value) // what was read before, and is read again
	return err == nil
}

// UnknownKnobError says that a game has no knob of a path.
type UnknownKnobError struct {
	Game, Path string
	Near       string // the knob that was meant; empty when none is near
}

func (e *UnknownKnobError) Error() string {
	s := fmt.Sprintf("%s has no knob %q", e.Game, e.Path)
	if e.Near != "" {
		s += " (did you mean " + e.Near + "?)"
	}
	return s + "; ringer games GAME --knobs lists them"
}

// Get returns the knob of a path.
func Get(g env.Game, path string) (Knob, error) {
	found, err := list(g, path)
	if err != nil || len(found) == 1 {
		return append(found, Knob{})[0], err
	}
	if found, err = List(g); err != nil {
		return Knob{}, err
	}
	paths := make([]string, len(found))
	for i, k := range found {
		paths[i] = k.Path
	}
	return Knob{}, &UnknownKnobError{Game: g.Spec().Name, Path: path, Near: callexpr.Nearest(path, paths)}
}

// Set returns the game with one knob at another value. See games.Changed.
func Set(g env.Game, path, value string) (env.Game, error) {
	return games.Changed(g, path+"="+value)
}

// describe returns the id, the name and the meaning of what a path of a configuration leads
// to.
func describe(path string, holders []configs.Holder) (id, name, doc string) {
	if len(holders) == 0 {
		return "", "", strings.ReplaceAll(path, "_", " ")
	}
	id, name = holders[0].Key, title(holders[0])
	return id, name, name + ": " + joined(label(path, holders), when(path, holders))
}
