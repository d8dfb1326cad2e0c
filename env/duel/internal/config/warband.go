package config

import "strconv"

// Words of a Kit.
const (
	None      = "none"
	Thrown    = "thrown"
	OneHanded = "one_handed"
	TwoHanded = "two_handed"
	Pair      = "pair" // of one-handed melee weapons

	Light  = "light"
	Medium = "medium"
	Heavy  = "heavy"

	Allrounder = "allrounder"
	Brawler    = "brawler"
	Gunslinger = "gunslinger"
)

// Warband holds the models that one player fields.
type Warband struct {
	Name   string `json:"name" yaml:"name,key"`
	Models []Kit  `json:"models" yaml:"models"`
}

// Kit holds one model's equipment. An empty word is the plain one. Equipment that
// belongs to an optional rule counts only while that rule is on: without
// armory everyone carries one-handed arms (DUEL-34), without protection
// everyone wears medium, without specialization everyone is an allrounder. Under
// heroes every model of a warband is a Hero.
type Kit struct {
	Name           string `json:"name,omitempty" yaml:"name,key"`
	Kind           string `json:"kind,omitempty" yaml:"kind"`
	Ranged         string `json:"ranged,omitempty" yaml:"ranged"` // none, thrown, one_handed, two_handed
	Melee          string `json:"melee,omitempty" yaml:"melee"`   // none, one_handed, two_handed, pair
	Shield         bool   `json:"shield,omitempty" yaml:"shield"`
	Protection     string `json:"protection,omitempty" yaml:"protection"`         // light, medium, heavy
	Specialization string `json:"specialization,omitempty" yaml:"specialization"` // allrounder, brawler, gunslinger

	// Of Heroes; without the rule they count for nothing.
	Feats     []string       `json:"feats,omitempty" yaml:"feats"`
	Traits    map[string]int `json:"traits,omitempty" yaml:"traits"`       // how often each is bought
	Shapes    []Shape        `json:"shapes,omitempty" yaml:"shapes"`       // of a shapeshifter, besides its own
	Followers []Kit          `json:"followers,omitempty" yaml:"followers"` // what followers carry, by their kind
}

// Weapon says how far a weapon carries.
type Weapon uint8

const (
	NoWeapon Weapon = iota
	ThrownWeapon
	OneHandedWeapon
	TwoHandedWeapon
)

// Build is a compiled Kit: what a model carries under the rules that are on.
type Build struct {
	Ranged     Weapon
	Melee      Weapon
	Pair       bool // it has a second melee weapon (DUEL-82)
	Shield     bool
	Protection int8 // +1 light, 0 medium, -1 heavy
	Brawler    bool
	Gunslinger bool
	Name       string
}

// Kit returns the equipment of model j of a seat.
func (c *Config) Kit(seat, j int) *Kit {
	if len(c.Warbands) == 0 {
		return &Kit{}
	}
	w := &c.Warbands[seat%len(c.Warbands)]
	return &w.Models[j%len(w.Models)]
}

// Compile turns a kit into what the enabled rules make of it (DUEL-34).
func (c *Config) Compile(k *Kit) Build {
	b := Build{Ranged: OneHandedWeapon, Name: k.Name}
	if c.Melee {
		b.Melee = OneHandedWeapon
	}
	if c.Armory && k.Ranged+k.Melee != "" {
		b.Ranged, b.Melee = weapons[k.Ranged], weapons[k.Melee]
		if !c.Melee {
			b.Melee = NoWeapon
		}
		b.Pair = k.Melee == Pair && c.Melee
		b.Shield = k.Shield
	}
	if c.Protection {
		switch k.Protection {
		case Light:
			b.Protection = 1
		case Heavy:
			b.Protection = -1
		}
	}
	if c.Specialization {
		switch k.Specialization {
		case Brawler:
			b.Brawler, b.Ranged = true, NoWeapon
			if b.Melee == NoWeapon {
				b.Melee = OneHandedWeapon
			}
		case Gunslinger:
			b.Gunslinger, b.Melee = true, NoWeapon
			if b.Ranged == NoWeapon {
				b.Ranged = OneHandedWeapon
			}
		}
	}
	if k.Kind == KindAnimal { // claws and hide (DUEL-96)
		if b.Ranged = NoWeapon; c.Melee && c.Armory && k.Melee == "" && !k.Shield {
			b.Melee = TwoHandedWeapon
		}
	}
	return b
}

var weapons = map[string]Weapon{"": NoWeapon, None: NoWeapon, Thrown: ThrownWeapon, OneHanded: OneHandedWeapon, TwoHanded: TwoHandedWeapon, Pair: OneHandedWeapon}

// Item returns the path of an element of a list, for faults.
func Item(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// Shape is a further shape of a Hero: feats and traits in place of those that it
// has bought first. All of them have Shapeshifter as often as the Hero; Follower is
// the Hero's, whatever its shape.
type Shape struct {
	Name   string         `json:"name,omitempty" yaml:"name,key"`
	Feats  []string       `json:"feats,omitempty" yaml:"feats"`
	Traits map[string]int `json:"traits,omitempty" yaml:"traits"`
}

// MaxShapes is how many further shapes a Hero can have.
const MaxShapes = 6

// Words of Kit.Kind and Followers.Kind.
const (
	KindFighter = "fighter"
	KindHero    = "hero"
	KindGanger  = "ganger"
	KindRookie  = "rookie"
	KindAnimal  = "animal"
)
