package options

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Four tokens lie halfway between the centre and each border. Touching one
// ends the leg there; a die says what it is, and the Move goes on (DUEL-64).
var upgradesRule = turn.Rule{
	Name:  "upgrades",
	Ready: findUpgradeSpots,
	Hook: func(h *turn.Hooks) {
		h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
			for i, p := range s.Game.UpgradeSpots {
				s.Tokens[i] = turn.Token{At: p}
			}
		})
		h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) {
			for i := range s.Tokens {
				if t := &s.Tokens[i]; t.Taken != 0 && s.Round >= t.Taken+2 {
					t.Taken = 0
				}
			}
		})
		h.On[turn.AtEngaged].Add(func(s *turn.State, m int8) {
			if x := &s.Models[m]; x.Upgrade == turn.Scope {
				x.Upgrade = 0
				s.Duel.Scope |= turn.Bit(m)
			}
		})
		h.Things.Add(turn.Things{Kind: turn.ThingUpgrade, Count: turn.MaxUpgrades, Show: func(s *turn.State, i int) turn.Thing {
			t := &s.Tokens[i]
			x := turn.Thing{At: t.At, There: true, Free: t.Taken == 0, Side: turn.Nobody, Sign: "?"}
			if t.Taken != 0 {
				x.Wait = max(0, int(t.Taken)+2-int(s.Round))
			}
			return x
		}})
		h.Modify.Add(func(s *turn.State, r turn.Roll) int {
			if s.Duel.Scope.Has(r.By) {
				return s.Game.Whole(config.ScopeStrength)
			}
			return 0
		})
		h.Lay.Add(func(s *turn.State, _ *turn.Position, _ *env.Faults) {
			for i, p := range s.Game.UpgradeSpots {
				s.Tokens[i] = turn.Token{At: p}
			}
		})
		h.Stops.Add(func(s *turn.State, m int8, path []space.Point) (first turn.Stop, found bool) {
			scene := s.Game.Scene
			for i := range s.Tokens {
				t := &s.Tokens[i]
				if t.Taken != 0 || overToken(s, m, t.At) {
					continue
				}
				if after, ok := scene.Swept(path, s.Base(m), t.At, space.Inches(turn.TokenRadius)); ok && (!found || after < first.After) {
					first, found = turn.Stop{After: after, Kind: taskUpgrade, What: i}, true
				}
			}
			return first, found
		})
		h.Intercept.Add(func(s *turn.State, a *turn.Attack) {
			if a.Hits == 0 {
				return
			}
			if s.Models[a.By].Upgrade == turn.Mirage {
				a.Hits = 0
				return
			}
			if _, mob := turn.MobOf(a.At); mob {
				return
			}
			switch x := &s.Models[a.At]; x.Upgrade {
			case turn.Armour:
				x.Upgrade = 0
				a.Hits--
			case turn.Mirage: // it lasts until all attacks of the level have taken effect
				a.Hits = 0
				if !s.Underway(taskMirage, a.At) {
					s.Push(taskMirage, a.At)
				}
			}
		})
	},
}

// overToken reports whether a model already stands over a token: it does not move
// over it once more.
func overToken(s *turn.State, m int8, at space.Point) bool {
	_, ok := s.Game.Scene.Swept([]space.Point{s.Models[m].At}, s.Base(m), at, space.Inches(turn.TokenRadius))
	return ok
}

// runUpgrade rolls for a token that the model has just touched, and resolves it.
func runUpgrade(s *turn.State, t *turn.Task) {
	m := t.M
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.Tokens[t.Thing].Taken = s.Round
		s.Chance(turn.ChanceDice, 1, m)
		return
	}
	s.Pop()
	x := &s.Models[m]
	x.Upgrade = 0
	switch face := uint8(s.Answer) + 1; face {
	case turn.Armour, turn.Mirage, turn.Scope:
		x.Upgrade = face
	case turn.Boost:
		s.Push(taskBoost, m)
	case turn.Distortion:
		s.Push(taskDistortion, m)
	case turn.Trap:
		spring(s, m)
	}
}

// spring lets a trap hit everybody near the model that has set it off.
func spring(s *turn.State, m int8) {
	var hit turn.ModelSet
	for rest := s.InPlay; rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Within(m, e, s.Game.Config.TrapRadius) && !dents(s, e) {
			hit |= turn.Bit(e)
		}
	}
	s.SufferAll(hit, s.Game.Whole(config.TrapHits), m)
}

// Hurt gives a model hits that are no attack; armour still stops one.
func Hurt(s *turn.State, m int8, hits int) {
	if hits > 0 && dents(s, m) {
		hits--
	}
	s.Suffer(m, hits)
}

// dents lets the armour of a model stop a hit, if it has any: it is then spent.
func dents(s *turn.State, m int8) bool {
	x := &s.Models[m]
	if x.Upgrade != turn.Armour {
		return false
	}
	x.Upgrade = 0
	return true
}

// runMirage lets the owner move the model that was not there after all, unless
// another attack at the same time has removed it.
func runMirage(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	if !s.InPlay.Has(m) {
		s.Pop()
		return
	}
	if t.Step == turn.Answered {
		s.Pop()
		Displace(s, m, g.DestOf(s.Models[m].At, s.Answer), space.Inches(g.Config.Move))
		return
	}
	t.Step, t.Move, s.Models[m].Upgrade = turn.Answered, turn.GoMirage, 0
	s.ForbidAll()
	s.AllowReach(m, s.Find(m, space.Inches(g.Config.Move)))
	s.Ask(turn.NodeGo, s.Owner(m), m, turn.Nobody)
}

// runBoost moves the model straight on at once, off the area too, or where it stays in
// contact with those who hold it (DUEL-30).
func runBoost(s *turn.State, t *turn.Task) {
	m := t.M
	if s.Models[m].Status != turn.Standing {
		s.Pop()
		return
	}
	if t.Step == turn.Answered {
		s.Pop()
		s.Go(m, s.Answer, turn.GoBoost)
		return
	}
	t.Step, t.Move = turn.Answered, turn.GoBoost
	s.ForbidAll()
	s.AllowStraight(m, s.BoostLength(m), s.HoldersNow(m))
	s.Ask(turn.NodeGo, s.Owner(m), m, turn.Nobody)
}

// runDistortion swaps the model with an enemy whose place fits both.
func runDistortion(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	seat := s.Owner(m)
	if t.Step == turn.Answered {
		s.Pop()
		e := g.ModelOf(seat, s.Answer)
		a, b := s.Models[m].At, s.Models[e].At
		s.Put(m, b)
		s.Put(e, a)
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	for rest := s.Enemies(seat); rest != 0; rest &= rest - 1 {
		if e := rest.First(); canSwap(s, m, e) {
			s.Allow(g.ModelID(seat, e))
		}
	}
	if !s.Allowed() {
		s.Pop()
		return
	}
	s.Ask(turn.NodeSwap, seat, m, turn.Nobody)
}

// canSwap reports whether two models fit each other's places.
func canSwap(s *turn.State, a, b int8) bool {
	w := *s
	x, y := &w.Models[a], &w.Models[b]
	x.At, y.At = y.At, x.At
	return w.Free(a, x.At) && w.Free(b, y.At)
}

// findUpgradeSpots finds the lattice points nearest to the middles between the
// centre and the borders.
func findUpgradeSpots(g *turn.Game) {
	c := g.Scene.Objective()
	w, h := int8(g.Columns-1), int8(g.Rows-1)
	g.UpgradeSpots = [turn.MaxUpgrades]space.Point{
		{X: c.X, Y: (c.Y + h) / 2}, {X: (c.X + w) / 2, Y: c.Y}, {X: c.X, Y: c.Y / 2}, {X: c.X / 2, Y: c.Y},
	}
}
