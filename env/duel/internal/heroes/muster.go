package heroes

import (
	"slices"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

// This file reads what Heroes cost and makes the models of a warband of it.

// Cost returns the points that feats and traits of a Hero cost: 1 each (DUEL-12), unless the
// configuration says otherwise.
func Cost(c *config.Config, feats []string, traits map[string]int) (n int) {
	for _, name := range feats {
		n += c.OfSkill(name, false, config.Price)
	}
	for name, times := range traits {
		n += times * c.OfSkill(name, true, config.Price)
	}
	return n
}

// Gifts returns the feats and traits of one_up that the other options allow
// (DUEL-58).
func Gifts(c *config.Config) (list []turn.SkillID) {
	allowed := allowedSkills(c)
	for _, name := range c.OneUp {
		if id, ok := turn.SkillNamed(name); ok && allowed.Has(id) {
			list = append(list, id)
		}
	}
	return list
}

// GiftedFollowers returns X of the trait Follower that one_up gives.
func GiftedFollowers(c *config.Config) int {
	if slices.Contains(Gifts(c), turn.TraitFollower) {
		return 1
	}
	return 0
}

// Fields returns how many models a kit puts on the table.
func Fields(c *config.Config, k *config.Kit) int {
	return 1 + turn.Following(turn.FollowerKind(k), k.Traits[turn.TraitFollower.String()]+GiftedFollowers(c))
}

// seats returns the number of seats, automata included.
func seats(c *config.Config) int {
	n := c.Players
	if x := scenarios.Of(c); x.Automata != nil {
		more, _ := x.Automata(c)
		n += more
	}
	return n
}

// Slots returns how many models a seat can have at most.
func Slots(c *config.Config) int {
	if !c.Heroes {
		return c.ModelsPerPlayer
	}
	if c.Warband != config.WarbandGiven {
		return c.MaxModels
	}
	most := 0
	for seat := range seats(c) {
		n := 0
		for j := range c.ModelsPerPlayer {
			n += Fields(c, c.Kit(seat, j))
		}
		most = max(most, n)
	}
	return most
}

// EverySkill returns the feats and traits that somebody in the game can have.
func EverySkill(c *config.Config) (set turn.SkillSet) {
	for _, id := range Gifts(c) {
		set |= 1 << id
	}
	if c.Warband != config.WarbandGiven {
		return set | allowedSkills(c) | 1<<turn.FeatFast // of animals
	}
	for seat := range seats(c) {
		for j := range c.ModelsPerPlayer {
			k := c.Kit(seat, j)
			set |= named(k.Feats, k.Traits)
			for i := range k.Shapes {
				set |= named(k.Shapes[i].Feats, k.Shapes[i].Traits)
			}
			if turn.FollowerKind(k) == turn.Animal {
				set |= 1 << turn.FeatFast
			}
		}
	}
	return set
}

// named returns the set of feats and traits of some names.
func named(feats []string, traits map[string]int) (set turn.SkillSet) {
	for _, name := range feats {
		id, _ := turn.SkillNamed(name)
		set |= 1 << id
	}
	for name := range traits {
		id, _ := turn.SkillNamed(name)
		set |= 1 << id
	}
	return set
}

// enlist makes the Heroes of a game what they are before they have bought
// anything: they have the gifts of one_up.
func enlist(s *turn.State) {
	g := s.Game
	for m := range int8(g.Models) {
		if !g.IsHero(m) {
			s.Models[m].Status = turn.Gone
			continue
		}
		s.Become(m, turn.Hero, g.KitFor(m, turn.Hero))
		restart(s, m)
	}
}

// restart leaves a Hero the gifts of one_up and nothing else.
func restart(s *turn.State, m int8) {
	s.Strip(m)
	s.Models[m].Followers = turn.Fighter
	Furnish(s, m, nil)
	b := s.Build(m)
	for _, id := range s.Game.Gifts {
		if CannotBuy(&s.Game.Config, id, b, s.Game.GiftedFollowers) == "" {
			s.Give(m, id)
		}
	}
}

// muster makes the Heroes ready for the game, now that it is known what they
// have.
func muster(s *turn.State) {
	for m := range int8(s.Game.Models) {
		if s.Game.IsHero(m) {
			Prepare(s, m, true)
		}
	}
}

// Prepare lets what a model has make it ready for the game; but for what is a
// Hero's whatever its shape only the first time.
func Prepare(s *turn.State, m int8, first bool) {
	for id, k := range s.Game.Skills {
		if k != nil && k.Fielded != nil && s.Bears(m, turn.SkillID(id)) && (first || !turn.SkillID(id).OfHero()) {
			k.Fielded(s, m)
		}
	}
}

// fielded returns the models of a set that are in the game: standing, prone, or to come.
func fielded(s *turn.State, set turn.ModelSet) turn.ModelSet {
	in := set
	for ; set != 0; set &= set - 1 {
		if m := set.First(); s.Models[m].Status == turn.Gone {
			in &^= turn.Bit(m)
		}
	}
	return in
}

// follow makes a model a follower of a Hero.
func follow(s *turn.State, m, leader int8, k turn.Kind) {
	g, x := s.Game, &s.Models[m]
	s.Become(m, k, g.KitFor(leader, k))
	x.Status, x.Leader, x.Followers = turn.Waiting, leader, k
	s.Strip(m)
	if k == turn.Animal {
		s.Give(m, turn.FeatFast)
		return
	}
	for _, id := range g.Gifts {
		if g.Config.OneUpFollowers && !id.Trait() && unfit(&g.Config, g.Skills[id], s.Build(m), 0) == "" {
			s.Give(m, id)
		}
	}
	Prepare(s, m, false)
}

// arm gives Heroes what their warbands say.
func arm(s *turn.State) {
	g := s.Game
	for m := range int8(g.Models) {
		if !g.IsHero(m) {
			continue
		}
		seat := g.SeatOf(m)
		k := g.Config.Kit(seat, int(m-g.FirstOf(seat)))
		s.Models[m].Followers = turn.FollowerKind(k)
		Furnish(s, m, k.Shapes)
		for _, name := range k.Feats {
			id, _ := turn.SkillNamed(name)
			s.Give(m, id)
		}
		for name, times := range k.Traits {
			id, _ := turn.SkillNamed(name)
			for range times {
				s.Give(m, id)
			}
		}
	}
}

// CannotBuy says why a Hero with some arms, and followers, cannot have a feat or
// trait (DUEL-20); empty when it can.
func CannotBuy(c *config.Config, id turn.SkillID, b *config.Build, followers int) string {
	if c.OfSkill(id.String(), id.Trait(), config.Limit) == 0 {
		return "another feat or trait: its limit is 0"
	}
	return unfit(c, Skills[id], b, followers)
}

// unfit says what is missing for a model with some arms and followers to have a feat or
// trait; empty when nothing is.
func unfit(c *config.Config, k *turn.Skill, b *config.Build, followers int) string {
	if k.Needs != nil {
		if why := k.Needs(c); why != "" {
			return why
		}
	}
	if k.Suits != nil {
		if why := k.Suits(b); why != "" {
			return why
		}
	}
	if k.Leads && followers == 0 {
		return "the trait follower first"
	}
	return ""
}

// allowedSkills returns those that a configuration lets a Hero buy (DUEL-20).
func allowedSkills(c *config.Config) turn.SkillSet {
	var set turn.SkillSet
	for id, k := range Skills {
		if x := turn.SkillID(id); k != nil && c.OfSkill(x.String(), x.Trait(), config.Limit) > 0 && (k.Needs == nil || k.Needs(c) == "") {
			set |= 1 << id
		}
	}
	return set
}
