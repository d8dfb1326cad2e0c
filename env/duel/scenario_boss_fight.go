package duel

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// Up to four players fight a boss together. He stands in the centre, on a large
// base where the table has room for one, and acts after
// all of them, charges at the nearest fighter and fights hand to hand; from shots
// he only avoids hits. He has a point of toughness for each player, a die for each
// that stops a hit on a 6, the feat Fighter, and gets up by himself. When he is
// removed the players have won, when none of them is left they have lost
// (DUEL-99). What else he can do is in boss_abilities.go (DUEL-100).
var bossScenario = scenario{
	name: ScenarioBossFight, about: "defeat the boss together", players: []int{1, 2, 3, 4},
	rule: &bossRule,
	lost: true, idle: true,
	automata: func(c *Config) (seats, models int) { return 1, 1 + c.zvergs() + c.risen() },
	sides:    (*Game).againstTheBoss,
	answer:   (*State).answerBoss,
	enlist:   (*State).enlistBoss,
	arms:     &build{melee: oneHanded},
	bases:    []space.Base{space.Small, space.Normal, space.Large},
	call:     (*Game).callBoss,
	needs: func(c *Config, f *env.Faults) {
		for _, x := range []struct {
			path string
			bad  bool
			want string
		}{
			{"melee", !c.Melee, "true: the boss fights hand to hand (DUEL-18)"},
			{"avoid_hits", !c.AvoidHits, "true: the boss avoids hits (DUEL-18)"},
			{"heroes", c.Heroes, "false: it is up to others to defeat bosses (DUEL-18)"},
			{"models_per_player", c.ModelsPerPlayer != 1, "1 in the scenario boss_fight (DUEL-99)"},
			{"add_ons", c.plays(AddOnGangWarfare), "no gang_warfare in the scenario boss_fight"},
		} {
			if x.bad {
				f.Add(x.path, "here", "%s", x.want)
			}
		}
	},
}

// A boss is what a boss fight keeps besides its models.
type boss struct {
	charged  bool     // the Duel under way follows a charge into contact
	hardened bool     // his armour has stopped a hit in this round
	target   int8     // whom the charge under way is at
	follows  bool     // he comes after who is moving away
	called   modelSet // fighters that he has removed, to rise in Upkeep
}

var bossRule = rule{
	name: ScenarioBossFight,
	on: [points]func(s *State, m int8){
		atSetup: func(s *State, _ int8) {
			b := s.game.theBoss()
			s.models[b].toughness = uint8(s.game.players)
			s.enter(b, s.nearestFree(b, s.game.scene.Objective()))
		},
		atUpkeep: (*State).bossUpkeep,
		atAttacked: func(s *State, m int8) {
			if a := &s.duel.attacks[s.duel.waiting-1]; a.at == s.game.theBoss() && a.hits > 0 {
				s.push(taskBossTough, a.at, int(s.duel.waiting)-1, 0)
			}
			s.wideBlow(m)
		},
		atRemoved: func(s *State, m int8) {
			if m == s.game.theBoss() {
				s.wins(0)
			}
			s.callDead(m)
		},
		atDuelEnd: func(s *State, m int8) {
			s.boss.charged = false
			s.bounce(m)
		},
		atMoved:         (*State).followUp,
		atActivationEnd: func(s *State, _ int8) { s.boss.follows = false },
		atAllActivated:  (*State).pushBosses,
		atEngaged:       (*State).looseGrip,
	},
	early: func(s *State, m int8) bool { return m == s.game.theBoss() },
	modify: func(s *State, r roll) int {
		return s.fighterBoss(r) + s.aggression(r)
	},
	dice: func(s *State, r roll) int {
		switch {
		case r.kind != rollAttack || !s.game.automatic(r.by):
			return 0
		case s.game.isZverg(r.by):
			return 1 - s.game.config.Dice
		case s.boss.charged && r.by == s.duel.by:
			return 1
		}
		return 0
	},
	acted:     (*State).gripped,
	intercept: (*State).bossArmour,
	far:       func(c *Config) float64 { return c.bossMove() },
	things: things{kind: thingBoss, count: 1, show: func(s *State, _ int) thing {
		b := s.game.theBoss()
		return thing{at: s.models[b].at, there: has(s.inPlay, b), side: nobody}
	}},
	facts: []string{"toughness of the boss, for each player"},
	fact: func(s *State, _, _ int) float32 {
		return min(1, float32(s.models[s.game.theBoss()].toughness)/float32(s.game.players))
	},
	prospects: func(s *State, seat int) float64 {
		g, b := s.game, s.game.theBoss()
		if seat >= g.players {
			return 2 + bossPrice*float64(s.models[b].toughness)
		}
		return 0
	},
	tell: func(s *State, b *strings.Builder) {
		boss := s.game.theBoss()
		fmt.Fprintf(b, "The boss has toughness %d", s.models[boss].toughness)
		if list := s.game.config.BossAbilities; len(list) > 0 {
			fmt.Fprintf(b, ", and is %s", joined(list))
		}
		b.WriteString(".\n")
	},
	lay: func(s *State, p *Position, f *env.Faults) {
		b := s.game.theBoss()
		s.models[b].toughness = uint8(s.game.players)
		if p.BossToughness != nil {
			if s.models[b].toughness = uint8(*p.BossToughness); *p.BossToughness < 0 || *p.BossToughness > s.game.players {
				f.Add("boss_toughness", *p.BossToughness, "a number from 0 to %d", s.game.players)
			}
		}
		p.BossToughness = nil
	},
}

// bossPrice is what a point of toughness is worth to Evaluate, in fighters.
const bossPrice = 0.8

// againstTheBoss puts all players on one side.
func (g *Game) againstTheBoss() int {
	for seat := range g.players {
		g.side[seat] = 0
	}
	g.side[g.players] = 1
	return 2
}

// theBoss is the boss's model; after him come the zvergs, then those he has raised,
// by player.
func (g *Game) theBoss() int8 { return int8(g.players) }

func (g *Game) isZverg(m int8) bool {
	return m > g.theBoss() && int(m-g.theBoss()) <= g.config.zvergs()
}

func (g *Game) isRisen(m int8) bool { return int(m-g.theBoss()) > g.config.zvergs() }

// risenOf is the model that a player's fighter rises as.
func (g *Game) risenOf(m int8) int8 { return g.theBoss() + 1 + int8(g.config.zvergs()) + m }

func (c *Config) boasts(ability string) bool { return slices.Contains(c.BossAbilities, ability) }

// zvergs and risen are how many there can be of them.
func (c *Config) zvergs() int {
	switch {
	case !c.boasts(BossZverg):
		return 0
	case c.MaxZvergs > 0:
		return c.MaxZvergs
	}
	return 4 * (c.Players + 1)
}

func (c *Config) risen() int {
	if c.boasts(BossRaiseDead) {
		return c.Players
	}
	return 0
}

// bossMove is how far the boss and his kind charge.
func (c *Config) bossMove() float64 {
	if c.OneAndHalfActions {
		return c.BossLongMove
	}
	return c.BossMove
}

func (g *Game) callBoss(m int8) string {
	switch {
	case g.isZverg(m):
		return fmt.Sprintf("z%d", m-g.theBoss())
	case g.isRisen(m):
		return "r" + g.modelName(m-g.risenOf(0))
	}
	return "Boss"
}

// enlistBoss makes the boss and his kind what they are.
func (s *State) enlistBoss() {
	g := s.game
	s.models[g.theBoss()].base = g.widest
	for m := g.theBoss(); int(m) < g.models; m++ {
		s.models[m].status = gone
		if g.isZverg(m) {
			s.models[m].base = space.Small
			s.set(m, flagFrail)
		}
	}
}

// fighterBoss is what the feat Fighter takes off the boss's dice to avoid hits:
// two when his score is the single highest (DUEL-76).
func (s *State) fighterBoss(r roll) int {
	d := &s.duel
	if r.kind != rollDefense || r.by != s.game.theBoss() {
		return 0
	}
	for rest := d.set &^ bit(r.by); rest != 0; rest &= rest - 1 {
		if d.score[first(rest)] >= d.score[r.by] {
			return 0
		}
	}
	return -2
}

// bossUpkeep gets the boss up, lets those he has raised try, and brings what comes
// to his help.
func (s *State) bossUpkeep(int8) {
	g, b := s.game, s.game.theBoss()
	s.boss.hardened = false
	if s.models[b].status == prone {
		s.recover(b)
	}
	for m := b + 1; int(m) < g.models; m++ {
		if s.models[m].status == prone {
			s.push(taskRecover, m, 0, 0)
		}
	}
	s.spawnZvergs()
	s.raiseCalled()
}

func init() {
	runners[taskBossTurn] = runBossTurn
	runners[taskBossTough] = runBossTough
}

// pushBosses lets zvergs and raised fighters act after the players, then the boss.
func (s *State) pushBosses(int8) {
	for m := s.game.theBoss(); int(m) < s.game.models; m++ {
		if m == s.game.theBoss() || s.models[m].status == standing {
			s.push(taskBossTurn, m, 0, 0)
		}
	}
}

// runBossTurn lets the boss, or one of his kind, charge: towards the nearest
// fighter, prone ones too, by the shortest way. In contact it fights, with one die
// more if the charge has brought it there (DUEL-99).
func runBossTurn(s *State, t *task) {
	g, m := s.game, t.m
	const targeting, targeted, going = 0, 1, 2
	foes := s.enemies(s.owner(m))
	if s.models[m].status != standing || foes == 0 {
		s.pop()
		return
	}
	switch t.step {
	case targeting:
		s.act = activation{m: m, left: s.allowance(m, g.config.bossMove())}
		s.set(m, flagActed)
		if s.contacts(m)&foes != 0 {
			s.pop()
			s.push(taskDuel, m, 0, 0)
			return
		}
		near := s.nearest(m, foes)
		if t.b = int16(first(near)); count(near) > 1 {
			t.step = targeted
			s.forbidAll()
			for ; near != 0; near &= near - 1 {
				s.allow(env.Action(first(near)))
			}
			s.chance(chanceMember, 0, m)
			return
		}
	case targeted:
		t.b = int16(s.answer)
	case going:
		s.pop()
		s.push(taskBossFight, m, 0, 0)
		s.travel(m, g.destOf(s.models[m].at, s.answer), goMove)
		return
	}
	t.step = going
	s.boss.target = int8(t.b)
	s.forbidAll()
	s.allowReach(m, s.find(m, s.act.left))
	s.ask(nodeGo, s.owner(m), m, s.boss.target)
}

// nearest are those of a set that are nearest to a model.
func (s *State) nearest(m int8, set modelSet) (near modelSet) {
	best := 0.
	for ; set != 0; set &= set - 1 {
		e := first(set)
		switch d := s.game.scene.Range(s.spot(m), s.spot(e), &s.land); {
		case near == 0 || d < best-rounding:
			near, best = bit(e), d
		case d <= best+rounding:
			near |= bit(e)
		}
	}
	return near
}

// answerBoss keeps the answers of the boss and his kind: into contact by the
// shortest way, and attack whenever they may. Targets and scores are drawn.
func (s *State) answerBoss() {
	g, m := s.game, s.subject
	switch s.node {
	case nodeGo:
		at := s.models[m].at
		mover := s.spot(m)
		target := s.spot(s.boss.target)
		way := s.walkFrom(m, func(p space.Point) bool {
			mover.At = p
			return g.scene.Contact(mover, target, &s.land)
		})
		s.keepDestinations()
		s.keep(func(a env.Action) float64 { return s.closer(way, g.destOf(at, a)) })
		r := s.find(m, s.act.left)
		s.keep(func(a env.Action) float64 {
			id := g.scene.Disc().ID(g.destOf(at, a).Sub(at))
			if !r.Has(id) {
				return 0
			}
			return -float64(r.Cost(id))
		})
	case nodeScore:
		s.keep(func(a env.Action) float64 { return preferred(a < g.actions.score+scores) })
	case nodePlace, nodeTarget, nodeCover, nodeBid:
	default:
		_ = s.keepOnly(g.do(doFight)) || s.keepOnly(g.do(doDone)) || s.keepOnly(g.do(doNo)) || s.keepOnly(g.do(doAimKeep))
	}
}

// runBossTough rolls a die for each player against an attack that has hit the boss:
// each 6 stops a hit.
func runBossTough(s *State, t *task) {
	n := s.game.players
	if t.step == 0 {
		t.step = 1
		s.chance(chanceDice, n, t.m)
		return
	}
	s.pop()
	a := &s.duel.attacks[t.a]
	for _, f := range throws(n)[s.answer].faces[:n] {
		if f == 6 && a.hits > 0 {
			a.hits--
		}
	}
}
