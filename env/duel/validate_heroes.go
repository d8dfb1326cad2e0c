package duel

import (
	"slices"
	"strings"

	"ringer/env"
)

// This file tests what Heroes are given.

// validateHeroes reports what is wrong with the settings of heroes and, where
// feats and traits are given, with those of the warbands.
func (c *Config) validateHeroes(f *env.Faults) {
	if !c.Heroes {
		for path, on := range map[string]bool{"warband": c.Warband != WarbandGiven, "one_up": len(c.OneUp) > 0, "one_up_followers": c.OneUpFollowers} {
			if on {
				f.Add(path, "on", "heroes on: it is about Heroes (DUEL-18)")
			}
		}
		return
	}
	if c.Scenario == ScenarioStandoff {
		f.Add("heroes", true, "another scenario: a standoff is a Duel of plain fighters")
	}
	for i, name := range c.OneUp {
		if _, ok := skillNamed(name); !ok {
			f.Add(at("one_up", i), name, "the name of a feat or trait, such as %s", strings.Join(SkillNames()[:3], ", "))
		}
	}
	for i := range c.Warbands {
		w := &c.Warbands[i]
		fielded := 0
		for j := range w.Models {
			path := at("warbands", i) + "." + at("models", j)
			c.validateHero(f, path, &w.Models[j])
			if j < c.ModelsPerPlayer {
				fielded += c.fields(&w.Models[j])
			}
		}
		if n := len(w.Models); n > 0 {
			for j := n; j < c.ModelsPerPlayer; j++ {
				fielded += c.fields(&w.Models[j%n])
			}
		}
		if c.Warband == WarbandGiven && fielded > c.MaxModels {
			f.Add(at("warbands", i), fielded, "at most %d models, followers included (DUEL-111)", c.MaxModels)
		}
	}
	if c.MaxShapes == 0 && c.given(traitShapeshifter) > 0 {
		f.Add("max_shapes", c.MaxShapes, "at least 1: one_up gives every Hero a shape")
	}
	if n := c.ModelsPerPlayer * (1 + following(ganger, c.giftedFollowers())); c.Warband != WarbandGiven && n > c.MaxModels {
		f.Add("max_models", c.MaxModels, "at least %d: one for each Hero and each follower of one_up", n)
	}
}

// validateHero tests what a Hero has bought: known, allowed under the options
// and with the Hero's arms, each feat once, and within the points.
func (c *Config) validateHero(f *env.Faults, path string, k *Kit) {
	if n := cost(k.Feats, k.Traits); n > c.ResourcePoints {
		f.Add(path, n, "feats and traits for at most %d points", c.ResourcePoints)
	}
	b := c.compile(k)
	buy := func(path, name string, trait bool) {
		id, ok := skillNamed(name)
		if !ok || id.trait() != trait || skills[id] == nil {
			f.Add(path, name, "a feat under feats, a trait under traits, by its name in the rule book, such as %s", skillNames[featQuickstep])
			return
		}
		if why := c.cannotBuy(id, &b, k.Traits[traitFollower.String()]+c.giftedFollowers()); why != "" {
			f.Add(path, name, "%s (DUEL-20)", why)
		}
	}
	c.validateSet(f, path, k.Feats, k.Traits, buy)
	c.validateShapes(f, path, k, buy)
	c.validateFollowers(f, path, k)
}

// validateSet tests feats and traits that are bought together.
func (c *Config) validateSet(f *env.Faults, path string, feats []string, traits map[string]int, buy func(path, name string, trait bool)) {
	for i, name := range feats {
		buy(at(path+".feats", i), name, false)
		if slices.Index(feats, name) != i || c.gift(name) {
			f.Add(at(path+".feats", i), name, "each feat once, one_up included (DUEL-58)")
		}
	}
	for _, name := range sortedKeys(traits) {
		buy(path+".traits."+name, name, true)
		if times := traits[name]; times < 1 {
			f.Add(path+".traits."+name, times, "how often it is bought, 1 or more")
		}
	}
}

func (c *Config) validateFollowers(f *env.Faults, path string, k *Kit) {
	seen := map[string]bool{}
	for i := range k.Followers {
		x := &k.Followers[i]
		p := at(path+".followers", i)
		if !slices.Contains([]string{KindGanger, KindRookie, KindAnimal}, x.Kind) || seen[x.Kind] {
			f.Add(p+".kind", x.Kind, "ganger, rookie or animal, each at most once")
		}
		seen[x.Kind] = true
		if x.Kind == KindAnimal && x.Ranged != "" && x.Ranged != None {
			f.Add(p+".ranged", x.Ranged, "none: an animal fights hand to hand (DUEL-96)")
		}
		if x.Kind == KindAnimal && !c.Melee && c.Warband == WarbandGiven {
			f.Add(p+".kind", x.Kind, "melee on: an animal fights hand to hand (DUEL-96)")
		}
		if len(x.Feats)+len(x.Traits)+len(x.Followers)+len(x.Shapes) > 0 {
			f.Add(p, x.Kind, "no feats, traits, shapes or followers of a follower")
		}
		plain := *x
		plain.Kind = ""
		c.validateKit(f, p, &plain)
	}
	if n := k.Traits[traitFollower.String()]; c.Warband == WarbandGiven && (n > 0) != (len(k.Followers) == 1) && (n > 0 || len(k.Followers) > 0) {
		f.Add(path+".followers", len(k.Followers), "one entry, the kind of all followers, with the trait follower; none without")
	}
}

// cannotBuy says why a Hero with some arms, and followers, cannot have a feat or
// trait (DUEL-20); empty when it can.
func (c *Config) cannotBuy(id skillID, b *build, followers int) string {
	k := skills[id]
	if k.needs != nil {
		if why := k.needs(c); why != "" {
			return why
		}
	}
	if k.suits != nil {
		if why := k.suits(b); why != "" {
			return why
		}
	}
	if k.leads && followers == 0 {
		return "the trait follower first"
	}
	return ""
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
