package scenarios

import (
	"fmt"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// A city brawl adds mobs to another scenario: discs of four civilians, one more
// than there are players, that hide what is behind them. They stroll at the
// beginning of a round, and react to Duels nearby. Fighters that come onto a disc
// are part of the mob until they leave it, or melt with it (DUEL-103 to DUEL-105).
var cityBrawl = turn.AddOn{
	Name: config.AddOnCityBrawl,
	Rule: turn.Rule{Name: config.AddOnCityBrawl, Hook: func(h *turn.Hooks) {
		h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
			for i := s.Game.Players; i >= 0; i-- {
				s.Push(taskMobPlace, turn.Nobody).Thing = int8(i)
			}
		})
		h.On[turn.AtRound].Add(func(s *turn.State, _ int8) {
			s.Push(taskMobStroll, turn.Nobody)
			s.Push(taskMobReturn, turn.Nobody)
		})
		h.On[turn.AtPlaced].Add(func(s *turn.State, _ int8) { absorb(s) })
		h.On[turn.AtLeg].Add(func(s *turn.State, _ int8) { absorb(s) })
		h.On[turn.AtMoved].Add(func(s *turn.State, _ int8) { absorb(s) })
		h.On[turn.AtActivationEnd].Add(func(s *turn.State, _ int8) { absorb(s) })
		h.On[turn.AtPlan].Add(func(s *turn.State, m int8) {
			if s.Planned.Usual() {
				s.Push(taskMobChoice, m)
			}
		})
		h.On[turn.AtEngaged].Add(func(s *turn.State, _ int8) {
			if _, ok := s.Duel.Mob(); ok {
				s.Street.Losses = 0
			}
		})
		h.On[turn.AtScored].Add(func(s *turn.State, m int8) {
			if i, ok := s.Duel.Mob(); ok {
				s.Push(taskMobScore, m).Thing = int8(i)
			}
		})
		h.On[turn.AtApplied].Add(func(s *turn.State, m int8) {
			a := &s.Duel.Attacks[s.Duel.Current]
			if i, ok := turn.MobOf(a.At); ok && a.Scored > 0 {
				t := s.Push(taskMobLoses, m)
				t.Thing, t.Number = int8(i), int16(a.Scored)
			}
		})
		h.On[turn.AtDuelEnd].Add(upsetMobs)
		h.On[turn.AtRemoved].Add(part)
		h.Readied.Add(func(s *turn.State, m int8) bool {
			return s.Models[m].Status == turn.Mingled && !s.Street.Lying.Has(m)
		})
		h.Activate.Add(func(s *turn.State, m int8) bool {
			if s.Models[m].Status != turn.Mingled {
				return false
			}
			s.Push(taskMobLeave, m)
			s.Act.Brief = true
			s.Reach(turn.AtActivate, m)
			return true
		})
		h.Far.Add(func(c *config.Config) float64 { return c.MobRadius + space.Large.Radius().Inches() + 1 })
		h.Things.Add(turn.Things{Kind: turn.ThingMob, Count: space.MaxMobs, Show: func(s *turn.State, i int) turn.Thing {
			c := Mob(s, i)
			duelled, ok := s.Duel.Mob()
			return turn.Thing{At: c.At, There: c.Size() > 0, Free: true, Wait: int(c.Civilians), Side: turn.Nobody, Foe: ok && duelled == i, Sign: "12345"[i : i+1]}
		}})
		h.Facts.Add(turn.Facts{Names: []string{
			"models that the mob of the Duel has lost", "score of the mob of the Duel", "result from which the mob of the Duel avoids hits", "inches that the mob goes",
		}, Of: func(s *turn.State, _, i int) float32 {
			mob, ok := s.Duel.Mob()
			switch m := turn.MobTarget(mob); {
			case i == mobInches:
				_, inches := strolling(s)
				return inches / longestStroll
			case !ok:
				return 0
			case i == 0:
				return min(1, float32(s.Street.Losses)/turn.MaxDice)
			case i == 1:
				return float32(s.Duel.Score[m]) / turn.Scores
			default:
				return min(1, float32(s.Duel.Defense[m])/(2*turn.Scores))
			}
		}})
		h.Notes.Add(func(s *turn.State, dst []string) []string {
			if i, inches := strolling(s); inches > 0 {
				dst = append(dst, fmt.Sprintf("Mob %d goes %g\".", i+1, inches))
			}
			return dst
		})
		h.Conserve.Add(conserveMobs)
		h.Lay.Add(layMobs)
	}},
	Fits: func(g *turn.Game, f *env.Faults) {
		if side := min(g.Config.Board.Width, g.Config.Board.Depth); g.Config.MobRadius > side*config.StandardRadius/brawlSide {
			f.Add("mob_radius", g.Config.MobRadius, "at most %.4g inches on this table, or one of at least %g by %g (DUEL-118)", side*config.StandardRadius/brawlSide, brawlSide, brawlSide)
		}
	},
}

// mobInches is the place of the inches that a mob goes among the facts.
const mobInches = 3

// brawlSide is the least side of a table for mobs of config.StandardRadius.
const brawlSide = 24.

// civilians is the number of civilians in a new mob.
const civilians = 4

// conserveMobs finds members that are not, and models on a disc that are no
// members.
func conserveMobs(s *turn.State) error {
	var members turn.ModelSet
	hiding := s.Land.Mobs()
	for i := range s.Street.Crowds {
		c := Mob(s, i)
		if c.Size() > 0 {
			if len(hiding) == 0 || hiding[0].At != c.At {
				return fmt.Errorf("duel: mob %d is at %v, and hides what is behind others: %v", i+1, c.At, hiding)
			}
			hiding = hiding[1:]
		}
		members |= c.Members
		for rest := c.Members; rest != 0; rest &= rest - 1 {
			if m := rest.First(); s.Models[m].Status != turn.Mingled || s.Models[m].At != c.At {
				return fmt.Errorf("duel: %s is in mob %d, with status %d at %v", s.Game.ModelName(m), i+1, s.Models[m].Status, s.Models[m].At)
			}
		}
	}
	for m := range int8(s.Game.Models) {
		if s.Models[m].Status == turn.Mingled && !members.Has(m) || s.Models[m].Status == turn.Melted && !s.Street.Melted.Has(m) {
			return fmt.Errorf("duel: %s is in no mob", s.Game.ModelName(m))
		}
	}
	return nil
}

func layMobs(s *turn.State, p *turn.Position, f *env.Faults) {
	for i := range p.Mobs {
		path := config.Item("mobs", i)
		if i >= space.MaxMobs {
			f.Add("mobs", len(p.Mobs), "at most %d", space.MaxMobs)
			break
		}
		x, c := &p.Mobs[i], Mob(s, i)
		c.At = s.Game.LayAt(x.At, path+".at", f)
		if c.At == space.Nowhere || !mobFits(s, i, c.At) {
			f.Add(path+".at", x.At, "a point where the disc has room")
			continue
		}
		if c.Civilians = civilians; x.Civilians != nil {
			if c.Civilians = uint8(*x.Civilians); *x.Civilians < 0 || *x.Civilians > civilians {
				f.Add(path+".civilians", *x.Civilians, "a number from 0 to %d", civilians)
			}
		}
		for _, name := range x.Members {
			m := s.Game.ModelNamed(name)
			if m == turn.Nobody || s.Models[m].Status != turn.Gone {
				f.Add(path+".members", name, "a model of this game that stands nowhere else")
				continue
			}
			s.Models[m].Status = turn.Standing
			join(s, m, i)
		}
	}
	discs(s)
	absorb(s)
	p.Mobs = nil
}
