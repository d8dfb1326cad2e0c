package playdesign

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/layout"
)

// Deck holds the cards of one pack and what they must look like. Games embed it in
// their configuration, with the tag `yaml:",inline"`, so that the same file serves
// both: see configs/games/playdesign.
type Deck struct {
	EachSide    int    `json:"each_side" yaml:"each_side"`       // cards of each side
	Groups      []int  `json:"groups" yaml:"groups"`             // cards of each colour on a side, largest group first
	MinStrength int    `json:"min_strength" yaml:"min_strength"` // printed on a card
	MaxStrength int    `json:"max_strength" yaml:"max_strength"`
	Men         int    `json:"men" yaml:"men"` // dots on a card
	Cards       []Card `json:"cards" yaml:"cards"`
}

// Defaults returns a deck of the rule book's form (PD-1), without its cards.
func Defaults() Deck {
	var d Deck
	knobs.Reset(&d)
	return d
}

// Limits of what a deck may ask for.
const (
	MaxEachSide = 30 // so that a pack fits the bits of a 64-bit word
	MaxStrength = 20
	MaxMen      = 22
)

// knobs is the table of a deck's parameters.
var knobs = Knobs(func(d *Deck) *Deck { return d })

// Knobs returns the table of the parameters of the deck that at finds in a
// configuration, for the table of a game that embeds it.
func Knobs[C any](at func(*C) *Deck) layout.Knobs[C] {
	return layout.Knobs[C]{
		layout.Int("each_side", func(c *C) *int { return &at(c).EachSide }, 14, 1, MaxEachSide, "cards of each side in a pack"),
		layout.Ints("groups", func(c *C) *[]int { return &at(c).Groups }, []int{4, 4, 3, 3}, 1, MaxEachSide, "cards of each colour on a side, largest group first"),
		layout.Int("min_strength", func(c *C) *int { return &at(c).MinStrength }, 4, 1, MaxStrength, "smallest strength that a card may show"),
		layout.Int("max_strength", func(c *C) *int { return &at(c).MaxStrength }, 7, 1, MaxStrength, "largest strength that a card may show"),
		layout.Int("men", func(c *C) *int { return &at(c).Men }, 11, 0, MaxMen, "men (dots) on every card; 0: as many as each has"),
	}
}

// Validate reports every fault as env.Faults, with paths such as cards[3].dots
// (PD-1).
func (d Deck) Validate() error {
	var faults env.Faults
	knobs.Validate(&d, &faults)
	d.ValidateCards(&faults)
	return faults.Err()
}

// ValidateCards adds the faults that no knob can see: what contradicts itself in
// the form of the deck, and every fault of its cards.
func (d *Deck) ValidateCards(f *env.Faults) {
	d.validateForm(f)
	for i := range d.Cards {
		d.validateCard(i, f)
	}
	d.validateSides(f)
}

func (d *Deck) validateForm(f *env.Faults) {
	if d.MinStrength > d.MaxStrength {
		f.Add("max_strength", d.MaxStrength, "at least min_strength = %d", d.MinStrength)
	}
	if len(d.Groups) > CardColours || len(d.Groups) == 0 {
		f.Add("groups", list(d.Groups), "one to four numbers: how many cards of each colour a side has")
		return
	}
	sum := 0
	for i, n := range d.Groups {
		sum += n
		if i > 0 && n > d.Groups[i-1] {
			f.Add(at("groups", i), n, "a number not larger than the one before")
		}
	}
	if sum != d.EachSide {
		f.Add("groups", list(d.Groups), "numbers that sum to each_side = %d", d.EachSide)
	}
}

func (d *Deck) validateCard(i int, f *env.Faults) {
	c := &d.Cards[i]
	path := at("cards", i)
	if c.Name == "" || strings.TrimSpace(c.Name) != c.Name || strings.ContainsAny(c.Name, "\n\r\t,;()") {
		f.Add(path+".name", strconv.Quote(c.Name), "one line of text without commas, semicolons and brackets")
	}
	known := c.Side == Offense || c.Side == Defense
	if !known {
		f.Add(path+".side", c.Side, "offense or defense")
	}
	if !c.Colour.OfCards() {
		f.Add(path+".colour", c.Colour, "orange, purple, green or blue")
		known = false
	}
	if c.Strength < d.MinStrength || c.Strength > d.MaxStrength {
		f.Add(path+".strength", c.Strength, "a number from %d to %d", d.MinStrength, d.MaxStrength)
	}
	sum, negative := 0, false
	for j, n := range c.Dots {
		sum += n
		if n < 0 {
			f.Add(at(path+".dots", j), n, "a number that is not negative")
			negative = true
		}
	}
	switch {
	case negative:
	case d.Men == 0 && sum > MaxMen:
		f.Add(path+".dots", list(c.Dots[:]), "at most %d men, not %d", MaxMen, sum)
	case d.Men > 0 && sum != d.Men:
		f.Add(path+".dots", list(c.Dots[:]), "%d men, not %d", d.Men, sum)
	}
	for j := range d.Cards[:i] {
		b := &d.Cards[j]
		if b.Name == c.Name && c.Name != "" {
			f.Add(path+".name", c.Name, "a name of its own (%s has it)", at("cards", j))
		}
		if known && b.Side == c.Side && b.Colour == c.Colour && b.Strength == c.Strength {
			f.Add(path+".strength", c.Strength, "another strength than that of %s, which has the same side and colour", b.Name)
		}
	}
}

// validateSides counts the cards of each side and colour.
func (d *Deck) validateSides(f *env.Faults) {
	for _, side := range Sides {
		var groups [CardColours]int
		total := 0
		for i := range d.Cards {
			if c := &d.Cards[i]; c.Side == side && c.Colour.OfCards() {
				groups[c.Colour.Index()]++
				total++
			}
		}
		if total != d.EachSide {
			f.Add("cards", fmt.Sprintf("%d cards of %s", total, side), "each_side = %d", d.EachSide)
			continue
		}
		slices.SortFunc(groups[:], func(a, b int) int { return b - a })
		found := groups[:]
		for len(found) > 0 && found[len(found)-1] == 0 {
			found = found[:len(found)-1]
		}
		if !slices.Equal(found, d.Groups) {
			f.Add("cards", fmt.Sprintf("colour groups of %s for %s", list(found), side), "groups = %s", list(d.Groups))
		}
	}
}

// Of returns the cards of a side, as indices into Cards, ascending.
func (d *Deck) Of(side Side) []int {
	var cards []int
	for i := range d.Cards {
		if d.Cards[i].Side == side {
			cards = append(cards, i)
		}
	}
	return cards
}

func at(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

func list(xs []int) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, x := range xs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(x))
	}
	b.WriteByte(']')
	return b.String()
}
