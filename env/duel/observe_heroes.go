package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/turn"
)

// heroFeatures are what the observation says of a model where Heroes are played,
// after what it says of every model.
var heroFeatures = func() (names []string) {
	for _, k := range turn.KindNames {
		names = append(names, "is a "+k)
	}
	names = append(names, "dice", "small", "large", "toughness", "removed by a hit", "follower of the one asked about")
	for _, n := range turn.BondNames {
		names = append(names, n+" of somebody")
	}
	for _, n := range turn.MarkNames {
		names = append(names, "mark: "+n)
	}
	return append(names, turn.SkillWords[1:]...)
}()

// Offsets in heroFeatures.
const (
	heroDice  = int(turn.Kinds)
	heroBonds = heroDice + 6
	heroMarks = heroBonds + turn.Bonds
	heroKnows = heroMarks + int(turn.Marks) // of feats 0 or 1, of traits X
)

// valueScale is that of toughness, marks and X.
const valueScale = 6

// hidden says whether what a model has bought is still secret.
func hidden(s *turn.State) bool {
	return s.Drafting && s.Game.Config.Warband == config.WarbandDraft
}

// about is the model that the question is about, as far as a seat knows: it does not
// know how far another one has come with its draft.
func about(s *turn.State, p env.Player) int8 {
	if s.Node == turn.NodeOver || hidden(s) && s.Actor != p {
		return turn.Nobody
	}
	return s.Subject
}

// shapeFeatures are what the observation says of each shape that a Hero can have,
// besides the one that it has.
var shapeFeatures = append([]string{"is there", "number", "in question", "the Hero asked about", "x of the Hero on the area", "y"}, turn.SkillWords[1:]...)

// Offsets in shapeFeatures.
const shapeKnows = 6

// observeShapes writes the shapes of all Heroes that they do not have now. Whose they
// are is one-hot, by seat and by Hero.
func (l *layout) observeShapes(s *turn.State, p env.Player, dst []float32) {
	g := s.Game
	for i := range g.Seats * g.Heroes {
		seat, j := relative(g, int(p), i/g.Heroes), i%g.Heroes
		m := g.FirstOf(seat) + int8(j)
		if hidden(s) && seat != int(p) {
			continue
		}
		rows := dst[l.shapes+i*g.MostShapes*l.shapeWidth:]
		for k := range heroes.OtherShapes(s, m) {
			row := rows[:l.shapeWidth]
			rows = rows[l.shapeWidth:]
			l.observeShape(s, p, m, k, row)
			whose := row[len(shapeFeatures):]
			whose[i/g.Heroes], whose[g.Seats+j] = 1, 1
		}
	}
}

func (l *layout) observeShape(s *turn.State, p env.Player, m int8, k int, row []float32) {
	r := &s.WardrobeOf(m).Shapes[k]
	row[0], row[1] = 1, float32(k+1)/valueScale
	row[2] = oneIf(s.Mark(m, turn.MarkShift) == k+1 || s.Drafting && about(s, p) == m && heroes.Buying(s).Shape == k)
	row[3] = oneIf(about(s, p) == m)
	if s.InPlay.Has(m) {
		row[4], row[5] = scaled(s.Game, int(s.Models[m].At.X)), scaled(s.Game, int(s.Models[m].At.Y))
	}
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		switch {
		case id.OfHero() || !r.Set.Has(id):
		case id.Trait():
			row[shapeKnows+int(id)-1] = float32(r.Traits[id-turn.FirstTrait]) / valueScale
		default:
			row[shapeKnows+int(id)-1] = 1
		}
	}
}

func (l *layout) observeHero(s *turn.State, m int8, row []float32) {
	g, x := s.Game, &s.Models[m]
	if s.Unfielded(m) {
		return
	}
	row[x.Kind] = 1
	r := row[heroDice:]
	r[0] = float32(g.DiceOfKind(x.Kind)) / valueScale
	r[1], r[2] = oneIf(x.Base < g.Widest && x.Kind.Frail()), oneIf(s.Bears(m, turn.FeatLarge))
	r[3] = float32(x.Toughness) / valueScale
	r[4] = oneIf(x.Flags&turn.FlagFrail != 0)
	r[5] = oneIf(x.Leader != turn.Nobody && x.Leader == s.Subject)
	for e := range g.Models {
		for i, of := range s.Models[e].Bonds {
			if of == m {
				row[heroBonds+i] = 1
			}
		}
	}
	for i, n := range x.Marks {
		row[heroMarks+i] = float32(n) / valueScale
	}
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		if !s.Bears(m, id) {
			continue
		}
		row[heroKnows+int(id)-1] = 1
		if id.Trait() {
			row[heroKnows+int(id)-1] = float32(s.Trait(m, id)) / valueScale
		}
	}
}
