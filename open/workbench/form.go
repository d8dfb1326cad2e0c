package workbench

import (
	"errors"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
)

// Group holds some knobs of a form: all of one card or other thing, or of the rules at large.
type Group struct {
	Name  string `json:"name"`
	Knobs int    `json:"knobs"`
}

// Field is one knob of a form.
type Field struct {
	knobs.Knob
	Bounds string `json:"bounds,omitempty"` // what the rules take, in words, where they say it
}

// rulesAtLarge is the group of the knobs that belong to no thing.
const rulesAtLarge = "The rules at large"

func groupOf(k *knobs.Knob) string {
	if k.Name == "" {
		return rulesAtLarge
	}
	return k.Name
}

// groups lists the groups of knobs in the order of the configuration.
func (b *Bench) groups() (list []Group) {
	at := map[string]int{}
	for i := range b.knobs {
		name := groupOf(&b.knobs[i])
		k, ok := at[name]
		if !ok {
			k = len(list)
			at[name] = k
			list = append(list, Group{Name: name})
		}
		list[k].Knobs++
	}
	return list
}

// mostFields is the number of fields that one part of a form has.
const mostFields = 80

// Fields returns the knobs of a group, or those whose path or meaning has a word, with their bounds. more says how many
// were left out.
func (b *Bench) Fields(group, word string) (list []Field, more int) {
	word = strings.ToLower(word)
	for i := range b.knobs {
		k := &b.knobs[i]
		if group != "" && groupOf(k) != group || word != "" && !strings.Contains(strings.ToLower(k.Path+" "+k.Doc), word) {
			continue
		}
		if len(list) == mostFields {
			more++
			continue
		}
		list = append(list, Field{*k, b.boundsOf(k)})
	}
	return list, more
}

// fieldsOf returns all knobs of a group, with their bounds.
func (b *Bench) fieldsOf(group string) (list []Field) {
	for i := range b.knobs {
		if k := &b.knobs[i]; groupOf(k) == group {
			list = append(list, Field{*k, b.boundsOf(k)})
		}
	}
	return list
}

// impossible is a number that no knob takes.
const impossible = "-987654321.5"

// boundsOf returns what the rules want of a number, from the fault of one that they do not take; empty where
// they do not say it.
func (b *Bench) boundsOf(k *knobs.Knob) string {
	if len(k.Choices) > 0 || k.Kind != "whole" && k.Kind != "number" {
		return ""
	}
	value := impossible
	if k.Kind == "whole" {
		value = strings.TrimSuffix(value, ".5")
	}
	_, err := games.Changed(b.Game, k.Path+"="+value)
	var list env.Faults
	var fault *env.Fault
	if errors.As(err, &list) {
		i := slices.IndexFunc(list, func(e error) bool { return errors.As(e, &fault) && fault.Path == k.Path })
		if i < 0 {
			return ""
		}
		return fault.Want
	}
	if errors.As(err, &fault) && fault.Path == k.Path {
		return fault.Want
	}
	return ""
}
