package duel

import (
	"slices"
	"strings"

	"ringer/env"
)

// This file reads what Heroes cost and makes the models of a warband of it.

// cost is what feats and traits of a Hero cost: 1 point each (DUEL-12).
func cost(feats []string, traits map[string]int) int {
	n := len(feats)
	for _, times := range traits {
		n += times
	}
	return n
}

// following is how many followers of a kind X points of the trait field.
func following(k kind, x int) int {
	if k == ganger {
		return x
	}
	return 2 * x
}

// kindOf is the kind of a Hero's followers, of a kit.
func (k *Kit) followerKind() kind {
	if len(k.Followers) > 0 {
		if i := slices.Index(kindNames[:], k.Followers[0].Kind); i > 0 {
			return kind(i)
		}
	}
	return ganger
}

// gifts are the feats and traits of one_up that the other options allow
// (DUEL-58).
func (c *Config) gifts() (list []skillID) {
	allowed := c.allowedSkills()
	for _, name := range c.OneUp {
		if id, ok := skillNamed(name); ok && allowed.has(id) {
			list = append(list, id)
		}
	}
	return list
}

func (c *Config) gift(name string) bool { return slices.Contains(c.OneUp, name) }

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

// giftedFollowers is X of the trait Follower that one_up gives.
func (c *Config) giftedFollowers() int {
	if slices.Contains(c.gifts(), traitFollower) {
		return 1
	}
	return 0
}

// fields is how many models a kit puts on the table.
func (c *Config) fields(k *Kit) int {
	return 1 + following(k.followerKind(), k.Traits[traitFollower.String()]+c.giftedFollowers())
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

// kitsOfHero are the equipment of a Hero and of its followers by kind, in the
// order of the kinds.
const kitsOfHero = int(kinds)

// outfit compiles the kits of all models.
func (g *Game) outfit() {
	c := &g.config
	if !c.Heroes {
		for m := range int8(g.models) {
			seat := g.seatOf(m)
			if arms := g.scenario.arms; arms != nil && g.automatic(m) {
				g.kits = append(g.kits, *arms)
				continue
			}
			g.kits = append(g.kits, c.compile(c.kit(seat, int(m-g.firstOf(seat)))))
		}
		return
	}
	for seat := range g.seats {
		for j := range g.heroes {
			k := c.kit(seat, j)
			for kind := range kinds {
				x := &Kit{Kind: kindNames[kind]}
				if kind <= hero {
					x = k
				}
				for i := range k.Followers {
					if k.Followers[i].Kind == kindNames[kind] {
						x = &k.Followers[i]
					}
				}
				g.kits = append(g.kits, c.compile(x))
			}
		}
	}
}

// kitFor is the kit of a kind that belongs to a Hero.
func (g *Game) kitFor(m int8, k kind) int {
	seat := g.seatOf(m)
	return (seat*g.heroes+int(m-g.firstOf(seat)))*kitsOfHero + int(k)
}

// seats is how many seats there are, those of automata included.
func (c *Config) seats() int {
	n := c.Players
	if x := c.scenario(); x.automata != nil {
		more, _ := x.automata(c)
		n += more
	}
	return n
}

// slots is how many models a seat can have at most.
func (c *Config) slots() int {
	if !c.Heroes {
		return c.ModelsPerPlayer
	}
	if c.Warband != WarbandGiven {
		return c.MaxModels
	}
	most := 0
	for seat := range c.seats() {
		n := 0
		for j := range c.ModelsPerPlayer {
			n += c.fields(c.kit(seat, j))
		}
		most = max(most, n)
	}
	return most
}

// everySkill is what somebody in the game can have.
func (c *Config) everySkill() (set skillSet) {
	for _, id := range c.gifts() {
		set |= 1 << id
	}
	if c.Warband != WarbandGiven {
		return set | c.allowedSkills() | 1<<featFast // of animals
	}
	for seat := range c.seats() {
		for j := range c.ModelsPerPlayer {
			k := c.kit(seat, j)
			set |= named(k.Feats, k.Traits)
			for i := range k.Shapes {
				set |= named(k.Shapes[i].Feats, k.Shapes[i].Traits)
			}
			if k.followerKind() == animal {
				set |= 1 << featFast
			}
		}
	}
	return set
}

// named is the set of feats and traits of some names.
func named(feats []string, traits map[string]int) (set skillSet) {
	for _, name := range feats {
		id, _ := skillNamed(name)
		set |= 1 << id
	}
	for name := range traits {
		id, _ := skillNamed(name)
		set |= 1 << id
	}
	return set
}

// isHero says whether a model is a Hero's place in its warband.
func (g *Game) isHero(m int8) bool {
	return g.config.Heroes && int(m-g.firstOf(g.seatOf(m))) < g.heroes
}

// enlist makes the Heroes of a game what they are before they have bought
// anything: they have the gifts of one_up.
func (s *State) enlist() {
	g := s.game
	for m := range int8(g.models) {
		if !g.isHero(m) {
			s.models[m].status = gone
			continue
		}
		s.become(m, hero, g.kitFor(m, hero))
		s.restart(m)
	}
}

// restart leaves a Hero the gifts of one_up and nothing else.
func (s *State) restart(m int8) {
	s.strip(m)
	s.furnish(m, nil)
	b := s.build(m)
	for _, id := range s.game.gifts {
		if s.game.config.cannotBuy(id, b, s.game.giftedFollowers) == "" {
			s.give(m, id)
		}
	}
}

// muster makes the Heroes ready for the game, now that it is known what they
// have.
func (s *State) muster() {
	for m := range int8(s.game.models) {
		if s.game.isHero(m) {
			s.prepare(m, true)
		}
	}
}

// prepare lets what a model has make it ready for the game; but for what is a
// Hero's whatever its shape only the first time.
func (s *State) prepare(m int8, first bool) {
	for id, k := range skills {
		if k != nil && k.fielded != nil && s.bears(m, skillID(id)) && (first || !skillID(id).ofHero()) {
			k.fielded(s, m)
		}
	}
}

// fielded are those of a set that are in the game: standing, prone, or to come.
func (s *State) fielded(set modelSet) modelSet {
	in := set
	for ; set != 0; set &= set - 1 {
		if m := first(set); s.models[m].status == gone {
			in &^= bit(m)
		}
	}
	return in
}

// follow makes a model a follower of a Hero.
func (s *State) follow(m, leader int8, k kind) {
	g, x := s.game, &s.models[m]
	s.become(m, k, g.kitFor(leader, k))
	x.status, x.leader, x.followers = waiting, leader, k
	s.strip(m)
	if k == animal {
		s.give(m, featFast)
		return
	}
	for _, id := range g.gifts {
		if g.config.OneUpFollowers && !id.trait() {
			s.give(m, id)
		}
	}
}

// arm gives Heroes what their warbands say.
func (s *State) arm() {
	g := s.game
	for m := range int8(g.models) {
		if !g.isHero(m) {
			continue
		}
		seat := g.seatOf(m)
		k := g.config.kit(seat, int(m-g.firstOf(seat)))
		s.models[m].followers = k.followerKind()
		s.furnish(m, k.Shapes)
		for _, name := range k.Feats {
			id, _ := skillNamed(name)
			s.give(m, id)
		}
		for name, times := range k.Traits {
			id, _ := skillNamed(name)
			for range times {
				s.give(m, id)
			}
		}
	}
}
