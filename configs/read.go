package configs

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
)

// Source sets fields of a configuration: a shipped file, a file on disk, a text, or
// assignments.
type Source struct {
	label string
	load  func() (text []byte, file string, err error)
	nulls bool // null stands for nil
	ships bool // with the program, so that it is right by itself
	pairs []string

	changes bool
	only    func(key string) bool
	step    func() error
}

// Named returns a shipped configuration or a file, as Load finds them.
func Named(kind, name string) Source {
	return Source{label: name, ships: !IsPath(name), load: func() ([]byte, string, error) { return Load(kind, name) }}
}

// Shipped returns a shipped configuration. A path is a *PathError: this is for names
// that come from files of others.
func Shipped(kind, name string) Source {
	return Source{label: name, ships: true, load: func() ([]byte, string, error) {
		if IsPath(name) {
			return nil, name, &PathError{Kind: kind, Name: name, Known: Names(kind)}
		}
		return Load(kind, name)
	}}
}

// Text returns YAML text as a source; file is its name in messages.
func Text(file string, text []byte) Source {
	return Source{label: file, load: func() ([]byte, string, error) { return text, file, nil }}
}

// JSON returns JSON text as a source: a value that encoding/json wrote is read back
// as it was, so that null is a list or a mapping that is nil, rather than empty.
func JSON(file string, text []byte) Source {
	s := Text(file, text)
	s.nulls = true
	return s
}

// Assignments returns settings of the form key=value as a source. A key is a dotted path with
// list indices: ppo.clip_coef=0.2, cards[3].cost=4. A value is YAML, except
// that the value of a text field is taken as it stands. The label names the
// source in messages, for instance "--set".
func Assignments(label string, pairs ...string) Source {
	return Source{label: label, pairs: pairs}
}

// Changes returns the source as changes of what the sources before it gave: where a list
// of things with names stands, a mapping changes those that it names and keeps the others,
//
//	cards: {lookout: {title: Watcher, gain: 3}}
//
// A list has such names when its elements are structs with a field tagged ",key". A
// struct with fields tagged ",through" takes the keys of what is in them as its own: gain
// is the effect with the key gain. A scalar in the place of such a struct is the value of
// its field that is tagged so. A key may be a path, as in Assignments: cards.lookout.gain.
func (s Source) Changes() Source {
	s.changes = true
	return s
}

// Only returns the part of a source whose top-level keys are wanted.
func (s Source) Only(wanted func(key string) bool) Source {
	s.only = wanted
	return s
}

// Step returns a source that is a function: it is called when all sources before it have
// been read without a fault, and may complete what they gave. Its error ends the reading.
// After a fault the sources behind it are read for their own faults, but for the fields that
// are still empty.
func Step(do func() error) Source { return Source{step: do} }

// ReadAll decodes the sources, in order, onto into, which should hold the
// defaults, and then calls its Validate() error when it has one. The error is
// env.Faults when the sources could be read at all; into is then partly written and
// must not be used.
//
// Fields are matched by their yaml tags, or by their names in lower case.
// Supported are booleans, integers, floats, text, structs, slices, arrays,
// maps with text keys, pointers and everything with UnmarshalText. Where a struct
// has a field tagged ",scalar", a scalar may stand for the struct with that one
// field set. A text has at most 4 KiB, unless its field is tagged ",long". Where 0
// stands for 1, and Leaves says so, a field is tagged ",one". A map with a method
// FixedKeys takes the keys that it has and no others.
func ReadAll[T any](into *T, sources ...Source) error { return ReadInto(into, sources...) }

// ReadInto is ReadAll for a type that is known at run time only: into is a
// pointer.
func ReadInto(into any, sources ...Source) error {
	d := newDecoder()
	d.root = reflect.ValueOf(into).Elem()
	stopped := false // a step was left out
	for _, s := range sources {
		if s.step != nil {
			d.validate(into)
			if stopped = len(d.faults) > 0; stopped {
				continue
			}
			if err := s.step(); err != nil {
				return err
			}
			continue
		}
		d.changes, d.only, d.nulls = s.changes, s.only, s.nulls
		if stopped {
			d.only = func(key string) bool { return (s.only == nil || s.only(key)) && !d.lacks(key) }
		}
		if s.load == nil {
			d.changed[s.label] = d.changed[s.label] || s.changes
			if len(s.pairs) > 0 {
				d.last = s.label
			}
			d.assign(s.label, into, s.pairs)
			continue
		}
		text, file, err := s.load()
		if err != nil {
			return err
		}
		d.changed[file] = d.changed[file] || s.changes
		if d.ships[file] = s.ships; !s.ships {
			d.last = file
		}
		d.text(file, text, into)
	}
	if !stopped {
		d.validate(into)
	}
	return d.err()
}

// lacks reports whether a field is empty that a step would have filled.
func (d *decoder) lacks(key string) bool {
	v, _, known := part(d.root, key)
	return known == "" && v.IsZero()
}

// Read decodes one configuration, shipped or on disk, onto into and then the
// overrides key=value, as ReadAll does.
func Read[T any](kind, name string, into *T, overrides ...string) error {
	return ReadAll(into, Named(kind, name), Assignments("--set", overrides...))
}

// Write returns a configuration as YAML that ReadAll reads back.
func Write(config any) ([]byte, error) {
	text, err := yaml.MarshalWithOptions(config, yaml.CustomMarshaler(quoted), yaml.CustomMarshaler(decimal))
	if err != nil {
		return nil, fmt.Errorf("configs: %w", err)
	}
	return text, nil
}

// word is a text that YAML reads as itself, unless it is one of theirWords.
var (
	word       = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)
	theirWords = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
)

// quoted returns a text in quotes, but for plain words. The encoder's own quotes miss
// brackets in a list, tabs and others.
func quoted(text string) ([]byte, error) {
	if word.MatchString(text) && !slices.Contains(theirWords, text) {
		return []byte(text), nil
	}
	return json.Marshal(text)
}

// decimal returns a number with a decimal point, without which YAML takes 1e-05 for a
// text.
func decimal(x float64) ([]byte, error) {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	mantissa, exponent, small := strings.Cut(text, "e")
	if !strings.Contains(mantissa, ".") && !strings.ContainsAny(mantissa, "IN") { // infinity, not a number
		mantissa += ".0"
	}
	if small {
		mantissa += "e" + exponent
	}
	return []byte(mantissa), nil
}

func joinPath(parent, name string) string {
	if parent == "" || name == "" || strings.HasPrefix(name, "[") {
		return parent + name
	}
	return parent + "." + name
}
