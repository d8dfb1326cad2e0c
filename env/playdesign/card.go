package playdesign

import (
	"fmt"
	"slices"
	"strings"
)

// Side names offense or defense. The zero value is neither.
type Side uint8

// The sides.
const (
	Offense Side = iota + 1
	Defense
)

// Sides lists both sides.
var Sides = [...]Side{Offense, Defense}

var sideNames = []string{"", "offense", "defense"}

// Other returns the opposite side.
func (s Side) Other() Side { return Offense + Defense - s }

// String returns "offense" or "defense".
func (s Side) String() string { return name(sideNames, int(s)) }

// MarshalText implements encoding.TextMarshaler.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Side) UnmarshalText(text []byte) error { return parse(s, sideNames, text) }

// Colour names the colour of a card or of a dot. The zero value is no colour.
// Cards have the first four only.
type Colour uint8

// The colours, in the order in which a card lists its dots.
const (
	Orange Colour = iota + 1 // quarterback; special teams
	Purple                   // tight end; strong safety
	Green                    // running backs; linebackers
	Blue                     // wide receivers; corners and free safety
	Yellow                   // offensive line; defensive line. Of dots only
)

// Sizes of the two lists of colours.
const (
	CardColours = 4 // orange, purple, green, blue
	DotColours  = 5 // and yellow
)

var colourNames = []string{"", "orange", "purple", "green", "blue", "yellow"}

// Index returns the place of the colour in Card.Dots, from 0; -1 for no colour.
func (c Colour) Index() int { return int(c) - 1 }

// OfCards reports whether a card may have the colour.
func (c Colour) OfCards() bool { return c >= Orange && c <= Blue }

// String returns the name of the colour.
func (c Colour) String() string { return name(colourNames, int(c)) }

// MarshalText implements encoding.TextMarshaler.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Colour) UnmarshalText(text []byte) error { return parse(c, colourNames, text) }

func name(names []string, i int) string {
	if i >= len(names) {
		return "unknown"
	}
	return names[i]
}

func parse[T ~uint8](to *T, names []string, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 1 {
		return fmt.Errorf("one of %s", strings.Join(names[1:], ", "))
	}
	*to = T(i)
	return nil
}

// Card describes one formation.
type Card struct {
	Name     string          `json:"name" yaml:"name,key"` // unique in the deck; no rule reads it
	Side     Side            `json:"side" yaml:"side"`
	Colour   Colour          `json:"colour" yaml:"colour"`
	Strength int             `json:"strength" yaml:"strength"`
	Dots     [DotColours]int `json:"dots" yaml:"dots"` // men: orange, purple, green, blue, yellow
	Type     string          `json:"type,omitempty" yaml:"type"`
}

// Men returns how many men of a colour the card shows.
func (c *Card) Men(colour Colour) int { return c.Dots[colour.Index()] }
