package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// A city brawl adds mobs to another scenario: discs of four civilians, one more
// than there are players, that hide what is behind them. They stroll at the
// beginning of a round, and react to Duels nearby. Fighters that come onto a disc
// are part of the mob until they leave it, or melt with it (DUEL-103 to DUEL-105).
var cityBrawl = addOn{
	name: AddOnCityBrawl, about: "mobs that hide fighters, and react to Duels",
	rule: rule{
		name: AddOnCityBrawl,
		on: [points]func(s *State, m int8){
			atSetup: func(s *State, _ int8) {
				s.street.duelled = nobody
				for i := s.game.players; i >= 0; i-- {
					s.push(taskMobPlace, nobody, i, 0)
				}
			},
			atRound: func(s *State, _ int8) {
				s.push(taskMobStroll, nobody, 0, 0)
				s.push(taskMobReturn, nobody, 0, 0)
			},
			atUpkeepSeat: func(s *State, seat int8) {
				for rest := s.street.lying & s.own[seat]; rest != 0; rest &= rest - 1 {
					s.push(taskMobRecover, first(rest), 0, 0)
				}
			},
			atPlaced:        func(s *State, _ int8) { s.absorb() },
			atLeg:           func(s *State, _ int8) { s.absorb() },
			atMoved:         func(s *State, _ int8) { s.absorb() },
			atActivationEnd: func(s *State, _ int8) { s.absorb() },
			atPlan:          func(s *State, m int8) { s.push(taskMobChoice, m, 0, 0) },
			atDuelEnd:       (*State).upsetMobs,
			atRemoved:       (*State).part,
		},
		ready: func(s *State, m int8) bool {
			return s.models[m].status == mingled && !has(s.street.lying, m)
		},
		activate: func(s *State, m int8) bool {
			if s.models[m].status != mingled {
				return false
			}
			s.push(taskMobLeave, m, 0, 0)
			return true
		},
		far: func(c *Config) float64 { return c.MobRadius + space.Large.Radius().Inches() + 1 },
		things: things{kind: thingMob, count: space.MaxMobs, show: func(s *State, i int) thing {
			c := s.mob(i)
			return thing{at: c.at, there: c.size() > 0, free: true, wait: int(c.civilians), side: nobody, sign: "12345"[i : i+1]}
		}},
		tell: func(s *State, b *strings.Builder) {
			for i := range s.street.crowds {
				if c := s.mob(i); c.size() > 0 {
					fmt.Fprintf(b, "Mob %d at %s: %d civilians", i+1, s.game.where(c.at), c.civilians)
					for rest := c.members; rest != 0; rest &= rest - 1 {
						fmt.Fprintf(b, ", %s", s.game.modelName(first(rest)))
						if has(s.street.lying, first(rest)) {
							b.WriteString(" (prone)")
						}
					}
					b.WriteString(".\n")
				}
			}
		},
		conserve: (*State).conserveMobs,
		lay:      (*State).layMobs,
	},
	fits: func(g *Game, f *env.Faults) {
		if side := min(g.config.Board.Width, g.config.Board.Depth); g.config.MobRadius > side*standardRadius/brawlSide {
			f.Add("mob_radius", g.config.MobRadius, "at most %.4g inches on this table, or one of at least %g by %g (DUEL-118)", side*standardRadius/brawlSide, brawlSide, brawlSide)
		}
	},
}

// brawlSide is the least side of a table for mobs of standardRadius.
const (
	brawlSide      = 24.
	standardRadius = 2.5
)

// civilians are what a mob starts with.
const civilians = 4

// conserveMobs finds members that are not, and models on a disc that are no
// members.
func (s *State) conserveMobs() error {
	var members modelSet
	for i := range s.street.crowds {
		c := s.mob(i)
		members |= c.members
		for rest := c.members; rest != 0; rest &= rest - 1 {
			if m := first(rest); s.models[m].status != mingled || s.models[m].at != c.at {
				return fmt.Errorf("duel: %s is in mob %d, with status %d at %v", s.game.modelName(m), i+1, s.models[m].status, s.models[m].at)
			}
		}
	}
	for m := range int8(s.game.models) {
		if s.models[m].status == mingled && !has(members, m) || s.models[m].status == melted && !has(s.street.melted, m) {
			return fmt.Errorf("duel: %s is in no mob", s.game.modelName(m))
		}
	}
	return nil
}

// MobAt is a mob of a Position.
type MobAt struct {
	At        []float64 `json:"at" yaml:"at"`
	Civilians *int      `json:"civilians,omitempty" yaml:"civilians"` // left out: four
	Members   []string  `json:"members,omitempty" yaml:"members"`     // models of players
}

func (s *State) layMobs(p *Position, f *env.Faults) {
	s.street.duelled = nobody
	for i := range p.Mobs {
		path := at("mobs", i)
		if i >= space.MaxMobs {
			f.Add("mobs", len(p.Mobs), "at most %d", space.MaxMobs)
			break
		}
		x, c := &p.Mobs[i], s.mob(i)
		c.at = s.game.layAt(x.At, path+".at", f)
		if c.at == space.Nowhere || !s.mobFits(i, c.at) {
			f.Add(path+".at", x.At, "a point where the disc has room")
			continue
		}
		if c.civilians = civilians; x.Civilians != nil {
			if c.civilians = uint8(*x.Civilians); *x.Civilians < 0 || *x.Civilians > civilians {
				f.Add(path+".civilians", *x.Civilians, "a number from 0 to %d", civilians)
			}
		}
		for _, name := range x.Members {
			m := s.game.modelNamed(name)
			if m == nobody || s.models[m].status != gone {
				f.Add(path+".members", name, "a model of this game that stands nowhere else")
				continue
			}
			s.models[m].status = standing
			s.join(m, i)
		}
	}
	s.discs()
	s.absorb()
	p.Mobs = nil
}
