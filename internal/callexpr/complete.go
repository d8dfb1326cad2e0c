package callexpr

import (
	"slices"
	"strings"
)

// A Callable is a name that may take arguments in parentheses.
type Callable struct {
	Name, Doc string
	First     func(text string) []string // values of an argument without a name; nil: there is none
	Options   func() []Option
}

// An Option is an argument name=value of a Callable.
type Option struct {
	Name, Doc string
	Values    []string
}

// Complete lists what a text that begins with one of some names may become, each with a tab and its
// doc behind it where it has one.
func Complete(list []Callable, text string) (all []string) {
	name, inside, open := strings.Cut(text, "(")
	if !open {
		for _, c := range list {
			if strings.HasPrefix(c.Name, text) {
				all = append(all, c.Name+"\t"+c.Doc, c.Name+"(")
			}
		}
		return all
	}
	i := slices.IndexFunc(list, func(c Callable) bool { return c.Name == name })
	if i < 0 || strings.Contains(inside, ")") {
		return nil
	}
	c := list[i]
	last := inside[strings.LastIndex(inside, ",")+1:]
	before := strings.TrimSuffix(text, last)
	key, _, valued := strings.Cut(last, "=")
	if !valued && c.First != nil && !strings.Contains(inside, ",") {
		for _, v := range c.First(last) {
			all = append(all, before+v)
		}
	}
	var values []string // of the last option that fits
	for _, o := range c.Options() {
		switch {
		case valued && o.Name == key:
			for _, v := range o.Values {
				all = append(all, before+key+"="+v)
			}
		case !valued && strings.HasPrefix(o.Name, last) && !strings.Contains(inside, o.Name+"="):
			all = append(all, before+o.Name+"=\t"+o.Doc)
			values = o.Values
		}
	}
	switch {
	case slices.Contains(all, text): // a whole value
		return []string{text + ")", text + ","}
	case len(all) == 1 && len(values) > 0: // so that a shell does not take the text for whole
		name, _, _ := strings.Cut(all[0], "\t")
		for _, v := range values {
			all = append(all, name+v)
		}
	}
	return all
}
