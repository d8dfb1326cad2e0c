package duel

import "slices"

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
