package duel

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

// validateNeeds refuses the combinations that the rule book forbids (DUEL-18).
func validateNeeds(c *config.Config, f *env.Faults) {
	needs := func(on bool, path string, has bool, what string) {
		if on && !has {
			f.Add(path, "on", "%s", what)
		}
	}
	needs(c.Charge, "charge", c.Melee, "melee too: a charge ends in a melee (DUEL-18)")
	needs(c.Charge, "charge", c.AvoidHits, "avoid_hits too: a failed charge may only avoid hits (DUEL-18)")
	needs(c.Climbing, "climbing", c.Falling, "falling too: a climber who is hit falls (DUEL-18)")
	needs(c.Respawn && c.RespawnAt == config.RespawnPoints, "respawn_at", c.SpawnPoints, "spawn_points too")
	needs(c.RespawnAt == config.RespawnCounter, "respawn_at", c.Scenario == config.ScenarioTugOfWar, "a scenario with position counters (DUEL-109)")
	if n := c.Players * c.PlaceTerrain; n > config.MaxPutDown {
		f.Add("place_terrain", c.PlaceTerrain, "at most %d pieces of all players together (DUEL-123)", config.MaxPutDown)
	}
	validateScenario(c, f)
	validateAddOns(c, f)
	if len(c.BossAbilities) > 0 && c.Scenario != config.ScenarioBossFight {
		f.Add("boss_abilities", c.BossAbilities, "none but in the scenario %s", config.ScenarioBossFight)
	}
	if c.BidInitiative == config.BidModel && c.ModelsPerPlayer > config.MaxBidModels {
		f.Add("bid_initiative", c.BidInitiative, "at most %d models a player (DUEL-42)", config.MaxBidModels)
	}
}

// validateScenario refuses settings that the scenario excludes, or lacks
// (DUEL-18).
func validateScenario(c *config.Config, f *env.Faults) {
	x := scenarios.Of(c)
	if x == nil {
		return
	}
	allowed := false
	for _, n := range x.Players {
		allowed = allowed || c.Players == n
	}
	if !allowed && c.Players >= config.MinPlayers && c.Players <= config.MaxPlayers {
		f.Add("players", c.Players, "one of %v in the scenario %s", x.Players, x.Name)
	}
	if x.Needs != nil {
		x.Needs(c, f)
	}
}

// validateAddOns refuses add-ons that other settings exclude (DUEL-18).
func validateAddOns(c *config.Config, f *env.Faults) {
	if len(c.AddOns) > 0 && c.Scenario == config.ScenarioStandoff {
		f.Add("add_ons", c.AddOns, "none in the scenario %s", config.ScenarioStandoff)
	}
	for _, x := range scenarios.AddOnTable {
		if x.Needs != nil && c.Plays(x.Name) {
			x.Needs(c, f)
		}
	}
}

func validateWarbands(c *config.Config, f *env.Faults) {
	for i := range c.Warbands {
		if len(c.Warbands[i].Models) == 0 {
			f.Add(config.Item("warbands", i)+".models", "none", "at least one model")
		}
		for j := range c.Warbands[i].Models {
			validateKit(c, f, config.Item("warbands", i)+"."+config.Item("models", j), &c.Warbands[i].Models[j])
		}
	}
}

func validateKit(c *config.Config, f *env.Faults, path string, k *config.Kit) {
	word := func(name, value string, known ...string) {
		for _, w := range known {
			if value == w || value == "" {
				return
			}
		}
		f.Add(path+"."+name, value, "one of %s", strings.Join(known, ", "))
	}
	word("kind", k.Kind, config.KindFighter, config.KindHero)
	word("ranged", k.Ranged, config.None, config.Thrown, config.OneHanded, config.TwoHanded)
	word("melee", k.Melee, config.None, config.OneHanded, config.TwoHanded, config.Pair)
	word("protection", k.Protection, config.Light, config.Medium, config.Heavy)
	word("specialization", k.Specialization, config.Allrounder, config.Brawler, config.Gunslinger)
	if hands := hands(k.Ranged) + hands(k.Melee); hands > 2 || k.Shield && hands > 1 {
		f.Add(path, k.Name, "at most two hands' worth of weapons and shield")
	}
	if k.Shield && !(c.Armory && c.Cover != config.CoverOff) {
		f.Add(path+".shield", true, "armory and cover on: a shield is cover (DUEL-18)")
	}
	if c.Specialization {
		switch k.Specialization {
		case config.Brawler:
			if !c.Melee {
				f.Add(path+".specialization", config.Brawler, "melee on: a brawler has no other weapon (DUEL-18)")
			}
			if c.Armory && k.Ranged != config.None && k.Ranged != "" {
				f.Add(path+".ranged", k.Ranged, "none: a brawler carries no ranged weapon")
			}
		case config.Gunslinger:
			if c.Armory && k.Melee != config.None && k.Melee != "" {
				f.Add(path+".melee", k.Melee, "none: a gunslinger carries no melee weapon")
			}
		}
	}
}

func hands(weapon string) int {
	switch weapon {
	case "", config.None:
		return 0
	case config.TwoHanded, config.Pair:
		return 2
	}
	return 1
}

// This file validates Heroes, their followers and their shapes.

// validateHeroes reports faults of the parameters for heroes and, where feats and
// traits are given, of the warbands.
func validateHeroes(c *config.Config, f *env.Faults) {
	if !c.Heroes {
		for path, on := range map[string]bool{"warband": c.Warband != config.WarbandGiven, "one_up": len(c.OneUp) > 0, "one_up_followers": c.OneUpFollowers} {
			if on {
				f.Add(path, "on", "heroes on: it is about Heroes (DUEL-18)")
			}
		}
		return
	}
	if c.Scenario == config.ScenarioStandoff {
		f.Add("heroes", true, "another scenario: a standoff is a Duel of plain fighters")
	}
	for i, name := range c.OneUp {
		if _, ok := turn.SkillNamed(name); !ok {
			f.Add(config.Item("one_up", i), name, "the name of a feat or trait, such as %s", strings.Join(turn.SkillNames()[:3], ", "))
		}
	}
	for i := range c.Warbands {
		w := &c.Warbands[i]
		fielded := 0
		for j := range w.Models {
			path := config.Item("warbands", i) + "." + config.Item("models", j)
			validateHero(c, f, path, &w.Models[j])
			if j < c.ModelsPerPlayer {
				fielded += heroes.Fields(c, &w.Models[j])
			}
		}
		if n := len(w.Models); n > 0 {
			for j := n; j < min(c.ModelsPerPlayer, config.MaxFielded); j++ {
				fielded += heroes.Fields(c, &w.Models[j%n])
			}
		}
		if c.Warband == config.WarbandGiven && fielded > c.MaxModels {
			f.Add(config.Item("warbands", i), fielded, "at most %d models, followers included (DUEL-111)", c.MaxModels)
		}
	}
	if c.MaxShapes == 0 && heroes.Given(c, turn.TraitShapeshifter) > 0 {
		f.Add("max_shapes", c.MaxShapes, "at least 1: one_up gives every Hero a shape")
	}
	if n := c.ModelsPerPlayer * (1 + turn.Following(turn.Ganger, heroes.GiftedFollowers(c))); c.Warband != config.WarbandGiven && n > c.MaxModels {
		f.Add("max_models", c.MaxModels, "at least %d: one for each Hero and each follower of one_up", n)
	}
}

// validateHero tests the purchases of a Hero: known, allowed under the options and
// with the Hero's arms, each feat once, and within the points.
func validateHero(c *config.Config, f *env.Faults, path string, k *config.Kit) {
	if n := heroes.Cost(c, k.Feats, k.Traits); n > c.ResourcePoints {
		f.Add(path, n, "feats and traits for at most %d points", c.ResourcePoints)
	}
	b := c.Compile(k)
	buy := func(path, name string, trait bool) {
		id, ok := turn.SkillNamed(name)
		if !ok || id.Trait() != trait || heroes.Skills[id] == nil {
			f.Add(path, name, "a feat under feats, a trait under traits, by its name in the rule book, such as %s", turn.SkillWords[turn.FeatQuickstep])
			return
		}
		if why := heroes.CannotBuy(c, id, &b, k.Traits[turn.TraitFollower.String()]+heroes.GiftedFollowers(c)); why != "" {
			f.Add(path, name, "%s (DUEL-20)", why)
		}
	}
	validateSet(c, f, path, k.Feats, k.Traits, buy)
	validateShapes(c, f, path, k, buy)
	validateFollowers(c, f, path, k)
}

// validateSet tests feats and traits that are bought together.
func validateSet(c *config.Config, f *env.Faults, path string, feats []string, traits map[string]int, buy func(path, name string, trait bool)) {
	for i, name := range feats {
		buy(config.Item(path+".feats", i), name, false)
		if slices.Index(feats, name) != i || c.Gift(name) {
			f.Add(config.Item(path+".feats", i), name, "each feat once, one_up included (DUEL-58)")
		}
	}
	for _, name := range sortedKeys(traits) {
		buy(path+".traits."+name, name, true)
		if times, most := traits[name], c.OfSkill(name, true, config.Limit); times < 1 || times > most {
			f.Add(path+".traits."+name, times, "how often it is bought, 1 to its limit %d", most)
		}
	}
}

func validateFollowers(c *config.Config, f *env.Faults, path string, k *config.Kit) {
	seen := map[string]bool{}
	for i := range k.Followers {
		x := &k.Followers[i]
		p := config.Item(path+".followers", i)
		if !slices.Contains([]string{config.KindGanger, config.KindRookie, config.KindAnimal}, x.Kind) || seen[x.Kind] {
			f.Add(p+".kind", x.Kind, "ganger, rookie or animal, each at most once")
		}
		seen[x.Kind] = true
		if x.Kind == config.KindAnimal && x.Ranged != "" && x.Ranged != config.None {
			f.Add(p+".ranged", x.Ranged, "none: an animal fights hand to hand (DUEL-96)")
		}
		if x.Kind == config.KindAnimal && !c.Melee && c.Warband == config.WarbandGiven {
			f.Add(p+".kind", x.Kind, "melee on: an animal fights hand to hand (DUEL-96)")
		}
		if len(x.Feats)+len(x.Traits)+len(x.Followers)+len(x.Shapes) > 0 {
			f.Add(p, x.Kind, "no feats, traits, shapes or followers of a follower")
		}
		plain := *x
		plain.Kind = ""
		validateKit(c, f, p, &plain)
	}
	if n := k.Traits[turn.TraitFollower.String()]; c.Warband == config.WarbandGiven && (n > 0) != (len(k.Followers) == 1) && (n > 0 || len(k.Followers) > 0) {
		f.Add(path+".followers", len(k.Followers), "one entry, the kind of all followers, with the trait follower; none without")
	}
}

// validateShapes tests the further shapes of a kit: as many as the trait says,
// each bought as the first one was, without the feats and traits that belong to
// the Hero and not to a shape.
func validateShapes(c *config.Config, f *env.Faults, path string, k *config.Kit, buy func(path, name string, trait bool)) {
	bought := k.Traits[turn.TraitShapeshifter.String()]
	paid := bought * c.OfSkill(turn.TraitShapeshifter.String(), true, config.Price)
	n := bought + heroes.Given(c, turn.TraitShapeshifter)
	if n > c.MaxShapes {
		f.Add(path+".traits."+turn.TraitShapeshifter.String(), n, "at most %d further shapes, one_up included", c.MaxShapes)
	}
	if c.Warband == config.WarbandGiven && len(k.Shapes) != n {
		f.Add(path+".shapes", len(k.Shapes), "%d, one for each time the Hero has %s (DUEL-98)", n, turn.TraitShapeshifter.Title())
	}
	for i := range k.Shapes {
		x := &k.Shapes[i]
		p := config.Item(path+".shapes", i)
		if n := heroes.Cost(c, x.Feats, x.Traits); n > c.ResourcePoints-paid {
			f.Add(p, n, "feats and traits for at most %d points: %s costs each shape %d (DUEL-36)", c.ResourcePoints-paid, turn.TraitShapeshifter.Title(), paid)
		}
		validateSet(c, f, p, x.Feats, x.Traits, buy)
		for _, id := range turn.OfHeroes {
			if x.Traits[id.String()] != 0 {
				f.Add(fmt.Sprintf("%s.traits.%s", p, id), x.Traits[id.String()], "none: all shapes have it from the Hero")
			}
		}
	}
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
