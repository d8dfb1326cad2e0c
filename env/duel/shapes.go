package duel

import (
	"fmt"
	"iter"
	"slices"

	"ringer/env"
)

// This file keeps the shapes of Heroes: with the trait Shapeshifter a Hero has
// further sets of feats and traits, of which it uses one at a time (DUEL-36,
// DUEL-98). What happens in the turn is in trait_shapeshifter.go.

// maxShapes is how many further shapes a Hero can have.
const maxShapes = 6

// Shape is a further shape of a Hero: feats and traits in place of those that it
// has bought first. All of them have Shapeshifter as often as the Hero; Follower is
// the Hero's, whatever its shape.
type Shape struct {
	Name   string         `json:"name,omitempty" yaml:"name"`
	Feats  []string       `json:"feats,omitempty" yaml:"feats"`
	Traits map[string]int `json:"traits,omitempty" yaml:"traits"`
}

// A repertoire is a set of feats and traits.
type repertoire struct {
	set    skillSet
	traits [traits]uint8
}

func (r *repertoire) add(id skillID) {
	r.set |= 1 << id
	if id.trait() {
		r.traits[id-firstTrait]++
	}
}

// show is a repertoire as configurations write it.
func (r *repertoire) show() (x Shape) {
	for id := noSkill + 1; id < skillIDs; id++ {
		switch {
		case id.ofHero() || !r.set.has(id):
		case !id.trait():
			x.Feats = append(x.Feats, id.String())
		default:
			if x.Traits == nil {
				x.Traits = map[string]int{}
			}
			x.Traits[id.String()] = int(r.traits[id-firstTrait])
		}
	}
	return x
}

// A wardrobe holds the shapes of a Hero, from that of its own, and what it is doing
// about them.
type wardrobe struct {
	shapes [1 + maxShapes]repertoire
	shift  shift
}

// shapely is the number of Heroes of a game in which some have shapes; 0 in others.
func (g *Game) shapely() int {
	if !g.inGame.has(traitShapeshifter) {
		return 0
	}
	return g.seats * g.heroes
}

// wardrobeOf is where a Hero keeps its shapes. Only games with the trait have any.
func (s *State) wardrobeOf(m int8) *wardrobe {
	g := s.game
	seat := g.seatOf(m)
	return &s.wardrobes[seat*g.heroes+int(m-g.firstOf(seat))]
}

// further is how many further shapes a Hero has.
func (s *State) further(m int8) int { return s.trait(m, traitShapeshifter) }

// shape is the one that a Hero has: 0 its own, then the further ones.
func (s *State) shape(m int8) int { return max(0, s.mark(m, markShape)-1) }

// otherShapes goes through the shapes of a Hero that it does not have now; while it
// is drafted, through the further ones.
func (s *State) otherShapes(m int8) iter.Seq[int] {
	return func(yield func(int) bool) {
		if len(s.wardrobes) == 0 || !s.bears(m, traitShapeshifter) {
			return
		}
		for k := range 1 + s.further(m) {
			if k != s.shape(m) && !yield(k) {
				return
			}
		}
	}
}

// ever is how often a model has a feat or trait, in the one of its shapes that has
// it most.
func (s *State) ever(m int8, id skillID) int {
	n := 0
	if s.bears(m, id) {
		if n = 1; id.trait() {
			n = s.trait(m, id)
		}
	}
	if len(s.wardrobes) == 0 || !s.bears(m, traitShapeshifter) {
		return n
	}
	w := s.wardrobeOf(m)
	for k := range 1 + s.further(m) {
		switch r := &w.shapes[k]; {
		case !r.set.has(id):
		case id.trait():
			n = max(n, int(r.traits[id-firstTrait]))
		default:
			n = max(n, 1)
		}
	}
	return n
}

// stow keeps what a Hero has bought as the first of its shapes, now that it is
// known.
func (s *State) stow(m int8) {
	r := repertoire{traits: s.models[m].traits}
	for id := range s.bearers {
		if s.bears(m, skillID(id)) {
			r.set |= 1 << id
		}
	}
	s.wardrobeOf(m).shapes[0] = r
	s.setMark(m, markShape, 1)
}

// wear gives a Hero the feats and traits of one of its shapes in place of those
// that it has. Its followers and its shapes stay its own.
func (s *State) wear(m int8, k int) {
	x := &s.models[m]
	kept := x.traits
	s.strip(m)
	r := &s.wardrobeOf(m).shapes[k]
	for id := range s.bearers {
		if r.set.has(skillID(id)) {
			s.bearers[id] |= bit(m)
		}
	}
	x.traits = r.traits
	for _, id := range ofHeroes {
		if x.traits[id-firstTrait] = kept[id-firstTrait]; kept[id-firstTrait] > 0 {
			s.bearers[id] |= bit(m)
		}
	}
	x.base, x.toughness = x.kind.base(), 0
	s.prepare(m, false)
	s.setMark(m, markShape, k+1)
}

// A purchase is where a Hero's draft has come to: what is chosen for a shape, or the
// kind of followers.
type purchase struct {
	shape     int // 0: the Hero's own
	left      int // points for it
	followers bool
}

// purchaseAt is what is bought after so many choices of a Hero's draft: the own
// shape, the kind of followers, and then each further shape (DUEL-36).
func (s *State) purchaseAt(m int8, n int) purchase {
	points := s.game.config.ResourcePoints
	if n <= points {
		return purchase{left: points - n, followers: n == points}
	}
	n -= points + 1
	each := s.shapePoints(m)
	return purchase{shape: 1 + n/each, left: each - n%each}
}

// purchases is how many choices the draft of a Hero has, as far as is known.
func (s *State) purchases(m int8) int {
	return s.game.config.ResourcePoints + 1 + s.further(m)*s.shapePoints(m)
}

// shapePoints is what is left to buy each further shape with: all of them have
// Shapeshifter as often as the Hero has bought it.
func (s *State) shapePoints(m int8) int {
	g := s.game
	return g.config.ResourcePoints - max(0, s.further(m)-g.giftedShapes)
}

// given is how often one_up gives a trait.
func (c *Config) given(id skillID) (n int) {
	for _, gift := range c.gifts() {
		if gift == id {
			n++
		}
	}
	return n
}

// mostShapes is the largest number of further shapes that a Hero of the game can
// have.
func (c *Config) mostShapes() (most int) {
	gift := c.given(traitShapeshifter)
	if c.Warband != WarbandGiven {
		return min(c.MaxShapes, c.ResourcePoints+gift)
	}
	for seat := range c.seats() {
		for j := range c.ModelsPerPlayer {
			most = max(most, gift+c.kit(seat, j).Traits[traitShapeshifter.String()])
		}
	}
	return most
}

// furnish fills the further shapes of a Hero from its warband, or empties them for
// a draft: each has what one_up gives.
func (s *State) furnish(m int8, shapes []Shape) {
	if len(s.wardrobes) == 0 {
		return
	}
	w := s.wardrobeOf(m)
	*w = wardrobe{}
	b := s.build(m)
	for k := 1; k <= maxShapes; k++ {
		r := &w.shapes[k]
		for _, id := range s.game.gifts {
			if !id.ofHero() && s.game.config.cannotBuy(id, b, s.game.giftedFollowers) == "" {
				r.add(id)
			}
		}
		if k > len(shapes) {
			continue
		}
		for _, name := range shapes[k-1].Feats {
			id, _ := skillNamed(name)
			r.add(id)
		}
		for name, times := range shapes[k-1].Traits {
			id, _ := skillNamed(name)
			for range times {
				r.add(id)
			}
		}
	}
}

// ofHeroes are the traits that belong to a Hero, whatever its shape.
var ofHeroes = [...]skillID{traitFollower, traitShapeshifter}

func (id skillID) ofHero() bool { return slices.Contains(ofHeroes[:], id) }

// validateShapes tests the further shapes of a kit: as many as the trait says, each
// bought as the first one was, without what belongs to the Hero.
func (c *Config) validateShapes(f *env.Faults, path string, k *Kit, buy func(path, name string, trait bool)) {
	bought := k.Traits[traitShapeshifter.String()]
	n := bought + c.given(traitShapeshifter)
	if n > c.MaxShapes {
		f.Add(path+".traits."+traitShapeshifter.String(), n, "at most %d further shapes, one_up included", c.MaxShapes)
	}
	if c.Warband == WarbandGiven && len(k.Shapes) != n {
		f.Add(path+".shapes", len(k.Shapes), "%d, one for each time the Hero has %s (DUEL-98)", n, traitShapeshifter.title())
	}
	for i := range k.Shapes {
		x := &k.Shapes[i]
		p := at(path+".shapes", i)
		if n := cost(x.Feats, x.Traits); n > c.ResourcePoints-bought {
			f.Add(p, n, "feats and traits for at most %d points: %s costs each shape %d (DUEL-36)", c.ResourcePoints-bought, traitShapeshifter.title(), bought)
		}
		c.validateSet(f, p, x.Feats, x.Traits, buy)
		for _, id := range ofHeroes {
			if x.Traits[id.String()] != 0 {
				f.Add(fmt.Sprintf("%s.traits.%s", p, id), x.Traits[id.String()], "none: all shapes have it from the Hero")
			}
		}
	}
}
