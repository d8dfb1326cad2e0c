package observation

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// This file writes the rows of models.

func (l *Observer) observeModels(s *turn.State, ahead *turn.Ahead, p int, centre space.Point, dst []float32) {
	g := s.Game
	for i := range int8(g.Models) {
		m := g.Moved(i, p)
		row := l.models.Row(dst, int(i))
		l.observeModel(s, p, m, centre, row)
		row[l.modelOwner+distance(g, p, s.Owner(m))] = 1
		if l.modelSort > 0 && g.Automatic(m) {
			row[l.modelSort+g.Scenario.Sort(g, m)] = 1
		}
		if g.Config.Heroes && (!Hidden(s) || g.SeatOf(m) == p) {
			l.observeHero(s, m, row[l.modelHero:])
		}
	}
	if l.modelSort > 0 {
		for rest := s.Boss.Called; rest != 0; rest &= rest - 1 {
			l.models.Row(dst, rowOf(g, p, rest.First()))[l.modelSort+len(g.Scenario.Sorts)] = 1
		}
	}
	if l.modelFoe > 0 && ahead.Only >= 0 && ahead.Only < int8(g.Models) {
		l.models.Row(dst, rowOf(g, p, ahead.Only))[l.modelFoe] = 1
	}
	if l.modelPass > 0 {
		for rest := ahead.Refused; rest != 0; rest &= rest - 1 {
			l.models.Row(dst, rowOf(g, p, rest.First()))[l.modelPass] = 1
		}
	}
	if a, ok := s.Pending(); ok && a.By != turn.Nobody {
		l.models.Row(dst, rowOf(g, p, a.By))[modelStrikes] = 1
	}
	if g.Config.Heroes {
		l.observeRelations(s, p, dst)
	}
}

// rowOf returns the row of a model in the observation of a seat, whose models come first.
func rowOf(g *turn.Game, p int, m int8) int { return int(g.Moved(m, -p)) }

func (l *Observer) observeModel(s *turn.State, p int, m int8, centre space.Point, row []float32) {
	g, x, d := s.Game, &s.Models[m], &s.Duel
	b := s.Build(m)
	row = row[:modelEnd]
	row[modelThere] = 1
	if s.InPlay.Has(m) {
		if centre != space.Nowhere {
			row[modelDX], row[modelDY] = scaled(g, int(x.At.X)-int(centre.X)), scaled(g, int(x.At.Y)-int(centre.Y))
		}
		row[modelX], row[modelY] = scaled(g, int(x.At.X)), scaled(g, int(x.At.Y))
		row[modelHeight] = float32(s.Feet(m).Inches()) / lengthScale
	} else if x.Status == turn.Mingled {
		row[modelX], row[modelY] = scaled(g, int(x.At.X)), scaled(g, int(x.At.Y))
		row[modelProne] = layout.Bit(s.Street.Lying.Has(m))
	}
	row[modelWaiting+int(x.Status)] = 1
	row[modelHits] = float32(x.Hits) / turn.HitsToRemove
	row[modelAsked], row[modelOther] = layout.Bit(m == About(s, env.Player(p))), layout.Bit(m == Concerned(s))
	if d.By != turn.Nobody {
		row[modelInitiator], row[modelEngaged] = layout.Bit(s.Initiates(m)), layout.Bit(s.Responders().Has(m))
	}
	for _, f := range flagColumns {
		row[f.column] = layout.Bit(x.Flags&f.flag != 0)
	}
	row[modelOwes] = layout.Bit(x.Owed > 0)
	if x.Status == turn.Away {
		row[modelBack] = float32(max(0, int(x.Out)+s.Game.Config.RoundsAway()-int(s.Round))) / 2
	}
	row[modelPending] = float32(s.Threatening(m)) / scoreScale
	row[modelActing] = layout.Bit(m == s.Act.M)
	row[modelCarries] = layout.Bit(s.Burden(m) != "")
	if q := s.Subject; q != turn.Nobody && q != m && s.Node != turn.NodeOver && s.InPlay.Has(m) && s.InPlay.Has(q) {
		row[modelDistance] = min(float32(g.Scene.Distance(x.At, s.Models[q].At))/lengthScale, farthest)
		row[modelSeen] = layout.Bit(s.Sees(q, m))
		if g.Config.Melee {
			row[modelContact] = layout.Bit(s.InContact(q, m))
		}
	}
	if d.By != turn.Nobody {
		row[modelFights], row[modelMayAvoid], row[modelHadTurn] = layout.Bit(d.Fight.Has(m)), layout.Bit(d.Avoid.Has(m)), layout.Bit(d.HadTurn().Has(m))
		row[modelTarget], row[modelScoped] = layout.Bit(m == d.Target), layout.Bit(d.Scope.Has(m))
		if d.Set.Has(m) {
			row[modelCommitted] = 1
			if d.Revealed || s.Owner(m) == p {
				row[modelScored], row[modelScore] = 1, float32(d.Score[m])/scoreScale
				row[modelAvoids] = layout.Bit(d.Avoiding.Has(m))
				row[modelDefense] = float32(d.Defense[m]) / (2 * scoreScale)
			}
		}
	}
	if BidKnown(s, p, m) {
		row[modelBid] = float32(x.Bid) / scoreScale
	}
	if b.Ranged != config.NoWeapon {
		row[modelThrown+int(b.Ranged-config.ThrownWeapon)] = 1
	}
	if b.Melee >= config.OneHandedWeapon {
		row[modelOneHandedMelee+int(b.Melee-config.OneHandedWeapon)] = 1
	}
	row[modelShield], row[modelProtection] = layout.Bit(b.Shield), float32(b.Protection)
	row[modelBrawler], row[modelGunslinger] = layout.Bit(b.Brawler), layout.Bit(b.Gunslinger)
	if x.Facing >= 0 {
		row[modelFacingX], row[modelFacingY] = float32(turn.DirectionSteps[x.Facing][0]), float32(turn.DirectionSteps[x.Facing][1])
	}
	if x.Upgrade >= turn.Armour && x.Upgrade <= turn.Scope {
		row[modelArmour+int(x.Upgrade-turn.Armour)] = 1
	}
	row[modelClimbed] = float32(x.Climbed.Inches()) / lengthScale
}

// BidKnown reports whether a seat knows a model's bid of this round: its own, or
// all once the bids are shown.
func BidKnown(s *turn.State, p int, m int8) bool {
	seat := s.Game.SeatOf(m) // also of a model that has gone over to another
	if s.Game.BidPerModel {
		seat = s.Owner(m)
	}
	return s.Models[m].Bid != 0 && (seat == p || !s.BidsHidden)
}
