package duel

import (
	"strconv"
	"strings"

	"ringer/env"
)

// Words of a Kit.
const (
	None      = "none"
	Thrown    = "thrown"
	OneHanded = "one_handed"
	TwoHanded = "two_handed"

	Light  = "light"
	Medium = "medium"
	Heavy  = "heavy"

	Allrounder = "allrounder"
	Brawler    = "brawler"
	Gunslinger = "gunslinger"
)

// Warband is what one player fields.
type Warband struct {
	Name   string `json:"name" yaml:"name"`
	Models []Kit  `json:"models" yaml:"models"`
}

// Kit is one model and its equipment. An empty word is the plain one. What
// belongs to an optional rule counts only while that rule is on: without
// armory everyone carries one-handed arms (DUEL-34), without protection
// everyone wears medium, without specialization everyone is an allrounder. Under
// heroes every model of a warband is a Hero.
type Kit struct {
	Name           string `json:"name,omitempty" yaml:"name"`
	Kind           string `json:"kind,omitempty" yaml:"kind"`
	Ranged         string `json:"ranged,omitempty" yaml:"ranged"` // none, thrown, one_handed, two_handed
	Melee          string `json:"melee,omitempty" yaml:"melee"`   // none, one_handed, two_handed
	Shield         bool   `json:"shield,omitempty" yaml:"shield"`
	Protection     string `json:"protection,omitempty" yaml:"protection"`         // light, medium, heavy
	Specialization string `json:"specialization,omitempty" yaml:"specialization"` // allrounder, brawler, gunslinger

	// Of Heroes; without the rule they count for nothing.
	Feats     []string       `json:"feats,omitempty" yaml:"feats"`
	Traits    map[string]int `json:"traits,omitempty" yaml:"traits"`       // how often each is bought
	Shapes    []Shape        `json:"shapes,omitempty" yaml:"shapes"`       // of a shapeshifter, besides its own
	Followers []Kit          `json:"followers,omitempty" yaml:"followers"` // what followers carry, by their kind
}

// reach says how far a weapon carries.
type reach uint8

const (
	noWeapon reach = iota
	thrown
	oneHanded
	twoHanded
)

// build is a Kit compiled: what a model can do.
type build struct {
	ranged     reach
	melee      reach
	shield     bool
	protection int8 // +1 light, 0 medium, -1 heavy
	brawler    bool
	gunslinger bool
	name       string
}

func (c *Config) validateWarbands(f *env.Faults) {
	for i := range c.Warbands {
		if len(c.Warbands[i].Models) == 0 {
			f.Add(at("warbands", i)+".models", "none", "at least one model")
		}
		for j := range c.Warbands[i].Models {
			c.validateKit(f, at("warbands", i)+"."+at("models", j), &c.Warbands[i].Models[j])
		}
	}
}

func (c *Config) validateKit(f *env.Faults, path string, k *Kit) {
	word := func(name, value string, known ...string) {
		for _, w := range known {
			if value == w || value == "" {
				return
			}
		}
		f.Add(path+"."+name, value, "one of %s", joined(known))
	}
	word("kind", k.Kind, KindFighter, KindHero)
	word("ranged", k.Ranged, None, Thrown, OneHanded, TwoHanded)
	word("melee", k.Melee, None, OneHanded, TwoHanded)
	word("protection", k.Protection, Light, Medium, Heavy)
	word("specialization", k.Specialization, Allrounder, Brawler, Gunslinger)
	if hands := hands(k.Ranged) + hands(k.Melee); hands > 2 || k.Shield && hands > 1 {
		f.Add(path, k.Name, "at most two hands' worth of weapons and shield")
	}
	if k.Shield && !(c.Armory && c.Cover != CoverOff) {
		f.Add(path+".shield", true, "armory and cover on: a shield is cover (DUEL-18)")
	}
	if c.Specialization {
		switch k.Specialization {
		case Brawler:
			if !c.Melee {
				f.Add(path+".specialization", Brawler, "melee on: a brawler has no other weapon (DUEL-18)")
			}
			if c.Armory && k.Ranged != None && k.Ranged != "" {
				f.Add(path+".ranged", k.Ranged, "none: a brawler carries no ranged weapon")
			}
		case Gunslinger:
			if c.Armory && k.Melee != None && k.Melee != "" {
				f.Add(path+".melee", k.Melee, "none: a gunslinger carries no melee weapon")
			}
		}
	}
}

func hands(weapon string) int {
	switch weapon {
	case "", None:
		return 0
	case TwoHanded:
		return 2
	}
	return 1
}

// kit is what model j of a seat is given.
func (c *Config) kit(seat, j int) *Kit {
	if len(c.Warbands) == 0 {
		return &Kit{}
	}
	w := &c.Warbands[seat%len(c.Warbands)]
	return &w.Models[j%len(w.Models)]
}

// compile turns a kit into what the enabled rules make of it (DUEL-34).
func (c *Config) compile(k *Kit) build {
	b := build{ranged: oneHanded, name: k.Name}
	if c.Melee {
		b.melee = oneHanded
	}
	if c.Armory && k.Ranged+k.Melee != "" {
		b.ranged, b.melee = weapons[k.Ranged], weapons[k.Melee]
		if !c.Melee {
			b.melee = noWeapon
		}
		b.shield = k.Shield
	}
	if c.Protection {
		switch k.Protection {
		case Light:
			b.protection = 1
		case Heavy:
			b.protection = -1
		}
	}
	if c.Specialization {
		switch k.Specialization {
		case Brawler:
			b.brawler, b.ranged = true, noWeapon
			if b.melee == noWeapon {
				b.melee = oneHanded
			}
		case Gunslinger:
			b.gunslinger, b.melee = true, noWeapon
			if b.ranged == noWeapon {
				b.ranged = oneHanded
			}
		}
	}
	if k.Kind == KindAnimal { // claws and hide (DUEL-96)
		if b.ranged = noWeapon; c.Melee && c.Armory && k.Melee == "" && !k.Shield {
			b.melee = twoHanded
		}
	}
	return b
}

var weapons = map[string]reach{"": noWeapon, None: noWeapon, Thrown: thrown, OneHanded: oneHanded, TwoHanded: twoHanded}

func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func joined(words []string) string { return strings.Join(words, ", ") }
