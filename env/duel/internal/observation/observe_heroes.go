package observation

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// Hidden reports whether a model's purchases are still secret.
func Hidden(s *turn.State) bool {
	return s.Drafting && s.Game.Config.Warband == config.WarbandDraft
}

// About returns the model that the question is about, as far as a seat knows: it
// does not know the progress of another seat's draft.
func About(s *turn.State, p env.Player) int8 {
	if s.Node == turn.NodeOver || Hidden(s) && s.Actor != p {
		return turn.Nobody
	}
	return s.Subject
}

// Concerned returns the model that the question is about besides; Nobody where none is.
func Concerned(s *turn.State) int8 {
	if s.Node == turn.NodeOver {
		return turn.Nobody
	}
	return s.Other
}

// observeShapes writes the shapes that Heroes can take besides their present ones.
// The owner of each is one-hot, by seat and by Hero.
func (l *Observer) observeShapes(s *turn.State, p env.Player, dst []float32) {
	g := s.Game
	for i := range g.Seats * g.Heroes {
		seat, j := relative(g, int(p), i/g.Heroes), i%g.Heroes
		m := g.FirstOf(seat) + int8(j)
		if Hidden(s) && seat != int(p) {
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

func (l *Observer) observeShape(s *turn.State, p env.Player, m int8, k int, row []float32) {
	r := &s.WardrobeOf(m).Shapes[k]
	row[shapeThere], row[shapeNumber] = 1, float32(k+1)/valueScale
	row[shapeAsked] = layout.Bit(s.Mark(m, turn.MarkShift) == k+1 || s.Drafting && About(s, p) == m && heroes.Buying(s).Shape == k)
	row[shapeHeroAsked] = layout.Bit(About(s, p) == m)
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

func (l *Observer) observeHero(s *turn.State, m int8, row []float32) {
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
	row[heroWaits] = float32(s.Waits(m)) / valueScale
	if l.owed > 0 {
		row[l.owed] = float32(x.Owed) / valueScale
	}
	if k := heroes.ToField(s, m); l.toField > 0 && k >= turn.Ganger {
		row[l.toField+int(k-turn.Ganger)] = 1
	}
	if s.Duel.By != turn.Nobody { // a chained shot aims at its further enemy
		row[heroAimedAt] = (float32(s.Duel.AimedAt(m)) + layout.Bit(s.Duel.Chained.Has(m))) / valueScale
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
	for i, id := range l.spendable {
		row[l.spent+i] = layout.Bit((x.Spent | x.Used).Has(id))
	}
	lead := m
	if x.Leader != turn.Nobody {
		lead = x.Leader
	}
	if j := int(lead - g.FirstOf(g.SeatOf(lead))); j < l.leaders {
		row[l.number+j] = 1
	}
}

// Limited lists the feats and traits of which a seat knows that they are used up: for
// the round, or for the activation (DUEL-114, DUEL-115).
var Limited = [...]turn.SkillID{turn.FeatManhunt, turn.FeatTacticalMovement, turn.FeatValorous, turn.FeatZealous, turn.TraitAwesomeness}

// limited returns the feats and traits of a game that can be used up.
func (l *Observer) limited(g *turn.Game) []turn.SkillID {
	l.spendable = nil
	for _, id := range Limited {
		if g.InGame.Has(id) {
			l.spendable = append(l.spendable, id)
		}
	}
	return l.spendable
}

// A relation ties a Hero, or another model that has the feat, to one more model.
type relation struct {
	name   string
	feat   turn.SkillID
	bond   int  // in Valour.Bonds; noBond: enemies that were interrupted
	theirs bool // the bond is kept with the other model
}

const noBond = -1

// relations lists all of them, by feat.
var relations = [...]relation{
	{"bodyguard of", turn.FeatBodyguard, turn.BondIndex(turn.FeatBodyguard), false},
	{"grudge of", turn.FeatGrudge, turn.BondIndex(turn.FeatGrudge), false},
	{"prey of", turn.FeatManhunt, turn.BondIndex(turn.FeatManhunt), false},
	{"yang of", turn.FeatYinYang, turn.BondIndex(turn.FeatYinYang), false},
	{"eviscerated by", turn.FeatEviscerate, turn.BondEviscerator, true},
	{"interrupted this round by", turn.FeatXtraAttack, noBond, false},
}

// relationsIn returns the relations that a game has.
func (l *Observer) relationsIn(g *turn.Game) []relation {
	l.related = nil
	for _, r := range relations {
		if g.InGame.Has(r.feat) {
			l.related = append(l.related, r)
		}
	}
	return l.related
}

// observeRelations writes what Heroes have to do with other models: whose bodyguard, grudge,
// prey and so on each is.
func (l *Observer) observeRelations(s *turn.State, p int, dst []float32) {
	g := s.Game
	for i := range l.related {
		r := &l.related[i]
		first := l.modelHero + l.relations + i*g.Seats*l.leaders
		for m := range int8(g.Models) {
			x := &s.Models[m]
			switch {
			case r.bond == noBond:
				for rest := x.Struck; rest != 0; rest &= rest - 1 {
					l.relate(g, p, m, rest.First(), first, dst)
				}
			case x.Bonds[r.bond] == turn.Nobody:
			case r.theirs:
				l.relate(g, p, x.Bonds[r.bond], m, first, dst)
			default:
				l.relate(g, p, m, x.Bonds[r.bond], first, dst)
			}
		}
	}
}

// relate writes that a Hero has to do with another model, in the columns from first on.
func (l *Observer) relate(g *turn.Game, p int, hero, m int8, first int, dst []float32) {
	seat := g.SeatOf(hero)
	if j := int(hero - g.FirstOf(seat)); j < l.leaders {
		l.models.Row(dst, rowOf(g, p, m))[first+distance(g, p, seat)*l.leaders+j] = 1
	}
}

// specialNames names the Special Attacks of a game, and finds their columns.
func (l *Observer) specialNames(g *turn.Game) (names []string) {
	for id, k := range g.Skills {
		if l.specials[id] = -1; k != nil && k.Attack && g.InGame.Has(turn.SkillID(id)) {
			l.specials[id] = int8(len(names))
			names = append(names, turn.SkillWords[id])
		}
	}
	l.most = len(names)
	return names
}

// observeSpecial writes the Special Attack of the Duel under way, or of the next one.
func (l *Observer) observeSpecial(s *turn.State, ahead *turn.Ahead, dst []float32) {
	d, special := &s.Duel, l.special.In(dst)
	id := ahead.With
	if d.By != turn.Nobody {
		id = d.Special
		special[l.most] = float32(d.Much) / valueScale
	}
	if column := l.specials[id]; column >= 0 {
		special[column] = 1
	}
}
