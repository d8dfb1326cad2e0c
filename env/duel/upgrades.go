package duel

import (
	"ringer/env/duel/space"
)

func init() {
	runners[taskUpgrade] = runUpgrade
	runners[taskMirage] = runMirage
	runners[taskBoost] = runBoost
	runners[taskDistortion] = runDistortion
}

// What an upgrade is: the die that was rolled for it.
const (
	armour     = 1
	mirage     = 2
	scope      = 3
	boost      = 4
	distortion = 5
	trap       = 6
)

var upgradeNames = [...]string{"", "armour", "mirage", "scope", "boost", "distortion", "trap"}

// A token is an upgrade waiting on the table.
type token struct {
	at    space.Point
	taken uint16 // the round in which it was taken; 0: it is there
}

// Four tokens lie halfway between the centre and each border. Touching one
// ends the leg there; a die says what it is, and the Move goes on (DUEL-64).
var upgradesRule = rule{
	name: "upgrades",
	on: [points]func(s *State, m int8){
		atSetup: func(s *State, _ int8) {
			for i, p := range s.game.upgradeSpots {
				s.tokens[i] = token{at: p}
			}
		},
		atUpkeep: func(s *State, _ int8) {
			for i := range s.tokens {
				if t := &s.tokens[i]; t.taken != 0 && s.round >= t.taken+2 {
					t.taken = 0
				}
			}
		},
		atEngaged: func(s *State, m int8) {
			if x := &s.models[m]; x.upgrade == scope {
				x.upgrade = 0
				s.duel.scope |= bit(m)
			}
		},
	},
	things: things{kind: thingUpgrade, count: maxUpgrades, show: func(s *State, i int) thing {
		t := &s.tokens[i]
		x := thing{at: t.at, there: true, free: t.taken == 0, side: nobody, sign: "?"}
		if t.taken != 0 {
			x.wait = max(0, int(t.taken)+2-int(s.round))
		}
		return x
	}},
	modify: func(s *State, r roll) int {
		if has(s.duel.scope, r.by) {
			return 1
		}
		return 0
	},
	intercept: func(s *State, a *attack) {
		if a.hits == 0 {
			return
		}
		if s.models[a.by].upgrade == mirage {
			a.hits = 0
			return
		}
		switch x := &s.models[a.at]; x.upgrade {
		case armour:
			x.upgrade = 0
			a.hits--
		case mirage:
			x.upgrade = 0
			a.hits = 0
			s.push(taskMirage, a.at, 0, 0)
		}
	},
}

// runUpgrade rolls for a token that the model has just touched, and resolves it.
func runUpgrade(s *State, t *task) {
	m := t.m
	if t.step == 0 {
		t.step = 1
		s.tokens[t.a].taken = s.round
		s.chance(chanceDice, 1, m)
		return
	}
	s.pop()
	x := &s.models[m]
	x.upgrade = 0
	switch face := uint8(s.answer) + 1; face {
	case armour, mirage, scope:
		x.upgrade = face
	case boost:
		s.push(taskBoost, m, 0, 0)
	case distortion:
		s.push(taskDistortion, m, 0, 0)
	case trap:
		at := x.at
		for rest := s.inPlay; rest != 0; rest &= rest - 1 {
			if e := first(rest); s.game.scene.RangeTo(s.spot(e), at, 0, &s.land) <= s.game.config.TrapRadius {
				s.hurt(e, 1)
			}
		}
	}
}

// hurt gives a model hits that are no attack; armour still stops one.
func (s *State) hurt(m int8, hits int) {
	if x := &s.models[m]; x.upgrade == armour && hits > 0 {
		x.upgrade = 0
		hits--
	}
	s.take(m, hits)
}

// runMirage lets the owner move the model that was not there after all, unless
// another attack at the same time has removed it.
func runMirage(s *State, t *task) {
	g, m := s.game, t.m
	if !has(s.inPlay, m) {
		s.pop()
		return
	}
	if t.step == 1 {
		s.pop()
		s.models[m].at = g.destOf(s.models[m].at, s.answer)
		return
	}
	t.step = 1
	s.forbidAll()
	s.allowReach(m, s.find(m, space.Inches(g.config.Move)))
	s.ask(nodeGo, s.owner(m), m, nobody)
}

// runBoost moves the model straight on at once.
func runBoost(s *State, t *task) {
	g, m := s.game, t.m
	if s.models[m].status != standing {
		s.pop()
		return
	}
	if t.step == 1 {
		s.pop()
		s.travel(m, g.destOf(s.models[m].at, s.answer), goBoost)
		return
	}
	t.step = 1
	s.forbidAll()
	s.allowStraight(m, space.Inches(g.longMove()))
	s.ask(nodeGo, s.owner(m), m, nobody)
}

// runDistortion swaps the model with an enemy whose place fits both.
func runDistortion(s *State, t *task) {
	g, m := s.game, t.m
	seat := s.owner(m)
	if t.step == 1 {
		s.pop()
		e := g.modelOf(seat, s.answer)
		a, b := &s.models[m], &s.models[e]
		a.at, b.at = b.at, a.at
		return
	}
	t.step = 1
	s.forbidAll()
	for rest := s.enemies(seat); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.canSwap(m, e) {
			s.allow(g.modelID(seat, e))
		}
	}
	if !s.allowed() {
		s.pop()
		return
	}
	s.ask(nodeSwap, seat, m, nobody)
}

// canSwap says whether two models fit each other's places.
func (s *State) canSwap(a, b int8) bool {
	w := *s
	x, y := &w.models[a], &w.models[b]
	x.at, y.at = y.at, x.at
	return w.free(a, x.at) && w.free(b, y.at)
}

// addUpgradeSpots finds the lattice points nearest to the middles between the
// centre and the borders.
func (g *Game) findUpgradeSpots() {
	c := g.scene.Objective()
	w, h := int8(g.columns-1), int8(g.rows-1)
	g.upgradeSpots = [maxUpgrades]space.Point{
		{X: c.X, Y: (c.Y + h) / 2}, {X: (c.X + w) / 2, Y: c.Y}, {X: c.X, Y: c.Y / 2}, {X: c.X / 2, Y: c.Y},
	}
}
