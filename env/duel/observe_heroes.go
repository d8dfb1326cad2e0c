package duel

import "ringer/env"

// heroFeatures are what the observation says of a model where Heroes are played,
// after what it says of every model.
var heroFeatures = func() (names []string) {
	for _, k := range kindNames {
		names = append(names, "is a "+k)
	}
	names = append(names, "dice", "small", "large", "toughness", "removed by a hit", "follower of the one asked about")
	for _, n := range bondNames {
		names = append(names, n+" of somebody")
	}
	for _, n := range markNames {
		names = append(names, "mark: "+n)
	}
	return append(names, skillNames[1:]...)
}()

// Offsets in heroFeatures.
const (
	heroDice  = int(kinds)
	heroBonds = heroDice + 6
	heroMarks = heroBonds + bonds
	heroKnows = heroMarks + int(marks) // of feats 0 or 1, of traits X
)

// valueScale is that of toughness, marks and X.
const valueScale = 6

// hidden says whether what a model has bought is still secret.
func (s *State) hidden() bool {
	return s.drafting && s.game.config.Warband == WarbandDraft
}

// about is the model that the question is about, as far as a seat knows: it does not
// know how far another one has come with its draft.
func (s *State) about(p env.Player) int8 {
	if s.node == nodeOver || s.hidden() && s.actor != p {
		return nobody
	}
	return s.subject
}

// shapeFeatures are what the observation says of each shape that a Hero can have,
// besides the one that it has.
var shapeFeatures = append([]string{"is there", "number", "in question", "the Hero asked about", "x of the Hero on the area", "y"}, skillNames[1:]...)

// Offsets in shapeFeatures.
const shapeKnows = 6

// observeShapes writes the shapes of all Heroes that they do not have now. Whose they
// are is one-hot, by seat and by Hero.
func (s *State) observeShapes(p env.Player, dst []float32) {
	g, l := s.game, &s.game.layout
	for i := range g.seats * g.heroes {
		seat, j := g.relative(int(p), i/g.heroes), i%g.heroes
		m := g.firstOf(seat) + int8(j)
		if s.hidden() && seat != int(p) {
			continue
		}
		rows := dst[l.shapes+i*g.mostShapes*l.shapeWidth:]
		for k := range s.otherShapes(m) {
			row := rows[:l.shapeWidth]
			rows = rows[l.shapeWidth:]
			s.observeShape(p, m, k, row)
			whose := row[len(shapeFeatures):]
			whose[i/g.heroes], whose[g.seats+j] = 1, 1
		}
	}
}

func (s *State) observeShape(p env.Player, m int8, k int, row []float32) {
	r := &s.wardrobeOf(m).shapes[k]
	row[0], row[1] = 1, float32(k+1)/valueScale
	row[2] = oneIf(s.mark(m, markShift) == k+1 || s.drafting && s.about(p) == m && s.buying().shape == k)
	row[3] = oneIf(s.about(p) == m)
	if has(s.inPlay, m) {
		row[4], row[5] = s.game.scaled(int(s.models[m].at.X)), s.game.scaled(int(s.models[m].at.Y))
	}
	for id := noSkill + 1; id < skillIDs; id++ {
		switch {
		case id.ofHero() || !r.set.has(id):
		case id.trait():
			row[shapeKnows+int(id)-1] = float32(r.traits[id-firstTrait]) / valueScale
		default:
			row[shapeKnows+int(id)-1] = 1
		}
	}
}

func (s *State) observeHero(m int8, row []float32) {
	g, x := s.game, &s.models[m]
	if s.unfielded(m) {
		return
	}
	row[x.kind] = 1
	r := row[heroDice:]
	r[0] = float32(g.diceOfKind(x.kind)) / valueScale
	r[1], r[2] = oneIf(x.base < g.widest && x.kind.frail()), oneIf(s.bears(m, featLarge))
	r[3] = float32(x.toughness) / valueScale
	r[4] = oneIf(x.flags&flagFrail != 0)
	r[5] = oneIf(x.leader != nobody && x.leader == s.subject)
	for e := range g.models {
		for i, of := range s.models[e].bonds {
			if of == m {
				row[heroBonds+i] = 1
			}
		}
	}
	for i, n := range x.marks {
		row[heroMarks+i] = float32(n) / valueScale
	}
	for id := noSkill + 1; id < skillIDs; id++ {
		if !s.bears(m, id) {
			continue
		}
		row[heroKnows+int(id)-1] = 1
		if id.trait() {
			row[heroKnows+int(id)-1] = float32(s.trait(m, id)) / valueScale
		}
	}
}
