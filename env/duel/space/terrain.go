package space

import (
	"fmt"

	"ringer/env"
)

// Kind names the interactive rule that a type of terrain belongs to.
type Kind uint8

// The kinds of terrain. All but Gap behave as Plain unless the option for them
// is on.
const (
	Plain   Kind = iota
	Water        // DUEL-50: models inside have cover and may drown
	Fragile      // DUEL-51: breaks when shots at models inside miss
	Laser        // DUEL-52: hits a model that crosses it
	Tree         // DUEL-52: may be toppled
	Gap          // DUEL-54: a hole in the ground
	kinds
)

var kindNames = [kinds]string{"plain", "water", "fragile", "laser", "tree", "gap"}

func (k Kind) String() string { return kindNames[k] }

// MarshalText writes the word of a kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(kindNames[k]), nil }

// UnmarshalText reads the word of a kind.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("want one of %v", kindNames)
}

// Type holds one row of the rule book's table of terrain (DUEL-2): its name, its
// answers to the three questions, and its measures. Lengths are in inches.
type Type struct {
	ID     string  `json:"id" yaml:"id,key"`
	Title  string  `json:"title,omitempty" yaml:"title"`
	Walk   bool    `json:"walk" yaml:"walk"`               // can you walk through it?
	See    bool    `json:"see" yaml:"see"`                 // can you see a model behind it?
	Cover  bool    `json:"cover" yaml:"cover"`             // does it provide cover?
	Stand  bool    `json:"stand,omitempty" yaml:"stand"`   // can a model stand on its top? (only when not walked through)
	Height float64 `json:"height" yaml:"height"`           // unless a piece says otherwise
	Depth  float64 `json:"depth,omitempty" yaml:"depth"`   // of a gap
	Aid    bool    `json:"aid,omitempty" yaml:"aid"`       // has a ladder or a rope: climbing costs half
	Kind   Kind    `json:"kind,omitzero" yaml:"kind"`      // which interactive rule it belongs to
	Native string  `json:"native,omitempty" yaml:"native"` // the terrain that a Hero can be native to (DUEL-15)
	Colour string  `json:"colour,omitempty" yaml:"colour"` // of drawings, as in CSS
	Symbol string  `json:"symbol,omitempty" yaml:"symbol"` // of maps in the terminal: one character
}

func (t *Type) validate(f *env.Faults, path string) {
	if t.ID == "" {
		f.Add(path+".id", `""`, "a name")
	}
	if !t.See && !t.Cover { // DUEL-25
		f.Add(path+".cover", t.Cover, "true: what cannot be seen through covers")
	}
	if t.Stand && t.Walk {
		f.Add(path+".stand", t.Stand, "false: what is walked through has no top")
	}
	validLength(f, path+".height", t.Height, 0, maxHeight)
	validLength(f, path+".depth", t.Depth, 0, maxHeight)
	switch t.Kind {
	case Gap:
		if t.Walk || !t.See || t.Cover || t.Stand || t.Height != 0 {
			f.Add(path+".kind", t.Kind, "walk, cover and stand false, see true and height 0 with a gap")
		}
	case Water, Laser:
		if !t.Walk {
			f.Add(path+".kind", t.Kind, "walk true with water and lasers")
		}
	case Tree:
		if t.Height <= 0 {
			f.Add(path+".kind", t.Kind, "a height above 0 with a tree")
		}
	}
	if t.Depth != 0 && t.Kind != Gap {
		f.Add(path+".depth", t.Depth, "0 with anything but a gap")
	}
	if len([]rune(t.Symbol)) > 1 {
		f.Add(path+".symbol", t.Symbol, "one character")
	}
}

// validLength tests a number of inches: in range, and a multiple of 1/100.
func validLength(f *env.Faults, path string, x, low, high float64) bool {
	if !(x >= low && x <= high) { // also when x is not a number
		f.Add(path, x, "a length from %g to %g inches", low, high)
		return false
	}
	if d := float64(x*100) - float64(int64(float64(x*100)+.5)); d > 1e-6 || d < -1e-6 {
		f.Add(path, x, "a multiple of 0.01 inches")
		return false
	}
	return true
}
