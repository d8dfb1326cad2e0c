package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// hidden reports whether a model's purchases are still secret.
func hidden(s *turn.State) bool {
	return s.Drafting && s.Game.Config.Warband == config.WarbandDraft
}

// about returns the model that the question is about, as far as a seat knows: it
// does not know the progress of another seat's draft.
func about(s *turn.State, p env.Player) int8 {
	if s.Node == turn.NodeOver || hidden(s) && s.Actor != p {
		return turn.Nobody
	}
	return s.Subject
}

// observeShapes writes the shapes that Heroes can take besides their present ones.
// The owner of each is one-hot, by seat and by Hero.
func (l *observer) observeShapes(s *turn.State, p env.Player, dst []float32) {
	g := s.Game
	for i := range g.Seats * g.Heroes {
		seat, j := relative(g, int(p), i/g.Heroes), i%g.Heroes
		m := g.FirstOf(seat) + int8(j)
		if hidden(s) && seat != int(p) {
			continue
		}
		next := i * g.MostShapes
		for k := range heroes.OtherShapes(s, m) {
			row := l.shapes.Row(dst, next)
			next++
			l.observeShape(s, p, m, k, row)
			whose := row[l.shapeOwner:]
			whose[i/g.Heroes], whose[g.Seats+j] = 1, 1
		}
	}
}

func (l *observer) observeShape(s *turn.State, p env.Player, m int8, k int, row []float32) {
	r := &s.WardrobeOf(m).Shapes[k]
	row[shapeThere], row[shapeNumber] = 1, float32(k+1)/valueScale
	row[shapeAsked] = layout.Bit(s.Mark(m, turn.MarkShift) == k+1 || s.Drafting && about(s, p) == m && heroes.Buying(s).Shape == k)
	row[shapeHeroAsked] = layout.Bit(about(s, p) == m)
	if s.InPlay.Has(m) {
		row[shapeX], row[shapeY] = scaled(s.Game, int(s.Models[m].At.X)), scaled(s.Game, int(s.Models[m].At.Y))
	}
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		switch {
		case id.OfHero() || !r.Set.Has(id):
		case id.Trait():
			row[shapeSkills+int(id)-1] = float32(r.Traits[id-turn.FirstTrait]) / valueScale
		default:
			row[shapeSkills+int(id)-1] = 1
		}
	}
}

func (l *observer) observeHero(s *turn.State, m int8, row []float32) {
	g, x := s.Game, &s.Models[m]
	if s.Unfielded(m) {
		return
	}
	row[heroKind+int(x.Kind)] = 1
	row[heroDice] = float32(g.DiceOfKind(x.Kind)) / valueScale
	row[heroSmall], row[heroLarge] = layout.Bit(x.Base < g.Widest && x.Kind.Frail()), layout.Bit(s.Bears(m, turn.FeatLarge))
	row[heroTough] = float32(x.Toughness) / valueScale
	row[heroFrail] = layout.Bit(x.Flags&turn.FlagFrail != 0)
	row[heroFollower] = layout.Bit(x.Leader != turn.Nobody && x.Leader == s.Subject)
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
		row[heroSkills+int(id)-1] = 1
		if id.Trait() {
			row[heroSkills+int(id)-1] = float32(s.Trait(m, id)) / valueScale
		}
	}
}
