package knobs

import (
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
)

// Difference is one thing that two games of one name do differently.
type Difference struct {
	Path  string `json:"path"`
	ID    string `json:"id,omitempty"`   // of the card or thing that differs
	Name  string `json:"name,omitempty"` // of that
	From  string `json:"from"`           // empty: it is not there
	To    string `json:"to"`             // empty: it is not there
	Words string `json:"words"`          // Armoured Van: gains 8 → 16 in phase B
}

// Diff returns what the rules of two games of one name do differently, in the order of
// their configuration.
func Diff(from, to env.Game) ([]Difference, error) {
	a, err := games.Rules(from)
	if err != nil {
		return nil, err
	}
	b, err := games.Rules(to)
	if err != nil {
		return nil, err
	}
	list := []Difference{}
	for _, d := range configs.Differences(a, b) {
		x := Difference{Path: d.Path, From: d.From, To: d.To}
		if len(d.Holders) > 0 {
			x.ID, x.Name = d.Holders[0].Key, title(d.Holders[0])
		}
		x.Words = sentence(d)
		if own, ok := b.(describer); ok {
			if thing, doc, _, _, ok := own.DescribeKnob(d.Path); ok {
				x.ID, x.Name = thing, spaced(thing)
				x.Words = spaced(thing) + ": " + strings.ReplaceAll(d.Path[strings.LastIndex(d.Path, ".")+1:], "_", " ") + " " + d.From + " → " + d.To + " (" + doc + ")"
			}
		}
		list = append(list, x)
	}
	return list, nil
}

// spaced returns a word of a configuration for people: absorb_health is Absorb health.
func spaced(word string) string {
	word = strings.ReplaceAll(word, "_", " ")
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// sentence returns a difference in words.
func sentence(d configs.Difference) string {
	thing := ""
	if len(d.Holders) > 0 {
		thing = title(d.Holders[0]) + ": "
	}
	what := label(d.Path, d.Holders)
	switch {
	case len(d.Holders) == 1 && what == "" && d.From == "":
		return thing + "added, " + d.To
	case len(d.Holders) == 1 && what == "" && d.To == "":
		return thing + "removed"
	case d.From == "":
		return joined(thing+"also", what, d.To)
	case d.To == "":
		return joined(thing+"no longer", what, d.From)
	}
	return joined(thing+what, shown(d.From)+" → "+shown(d.To), when(d.Path, d.Holders))
}

func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

func shown(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}

// title returns the name of a thing for people.
func title(h configs.Holder) string {
	if t := h.Words["title"]; t != "" {
		return t
	}
	return h.Key
}

// label returns what a path says of the outermost thing that holds it, in words: "gains",
// "cost", "dots", "steal who".
func label(path string, holders []configs.Holder) string {
	rest := path
	var parts []string
	for i, h := range holders {
		key := configs.Slug(h.Key)
		at := strings.Index("."+rest, "."+key)
		if at < 0 {
			break
		}
		if before := strings.Trim(rest[:at], "."); before != "" && before != "effects" && i > 0 {
			parts = append(parts, before)
		}
		rest = strings.TrimPrefix(rest[at+len(key):], ".")
		if i == 0 {
			continue
		}
		if strings.HasPrefix(rest, "[") {
			_, rest, _ = strings.Cut(rest, "]")
			rest = strings.TrimPrefix(rest, ".")
		}
		if amount(rest) {
			key = verb(h.Key)
		}
		parts = append(parts, key)
	}
	if rest != "" {
		parts = append(parts, rest)
	}
	return strings.NewReplacer("_", " ", ".", " ").Replace(strings.Join(parts, " "))
}

// amount reports whether the rest of a path, behind an effect, leads to its amount or a
// factor of it.
func amount(rest string) bool { return slices.Contains([]string{"", "base", "each", "max"}, rest) }

// when says in which phase an effect acts, and on what condition, of a path to its
// amount.
func when(path string, holders []configs.Holder) string {
	if len(holders) < 2 {
		return ""
	}
	last := holders[len(holders)-1]
	_, rest, _ := strings.Cut("."+path, "."+configs.Slug(last.Key))
	if i := strings.LastIndex(rest, "]"); i >= 0 {
		rest = rest[i+1:]
	}
	if p := last.Words["phase"]; p != "" && amount(strings.TrimPrefix(rest, ".")) {
		if condition := last.Words["if"]; condition != "" {
			return "in phase " + p + " if " + condition
		}
		return "in phase " + p
	}
	return ""
}

// nouns are the keys of effects that name no deed.
var nouns = []string{"damage", "armor", "health", "targets", "progress", "presence", "discount", "income", "need", "setback", "crew_limit", "hand_limit"}

// verb returns the key of an effect as a deed of the card: gain, gains. Things that are no
// effects keep their names.
func verb(key string) string {
	if slices.Contains(nouns, key) || strings.ToLower(key) != key || strings.Contains(key, " ") {
		return key
	}
	first, rest, more := strings.Cut(key, "_")
	switch {
	case strings.HasSuffix(first, "y") && !strings.HasSuffix(first, "ay") && !strings.HasSuffix(first, "oy"):
		first = strings.TrimSuffix(first, "y") + "ies"
	case strings.HasSuffix(first, "s"), strings.HasSuffix(first, "sh"), strings.HasSuffix(first, "ch"), strings.HasSuffix(first, "x"):
		first += "es"
	default:
		first += "s"
	}
	if more {
		return first + " " + rest
	}
	return first
}
