package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Up to four players fight a boss together. He stands in the centre, on a large
// base where the table has room for one, and acts after
// all of them, charges at the nearest fighter and fights hand to hand; from shots
// he only avoids hits. He has a point of toughness for each player, a die for each
// that stops a hit on a 6, the feat Fighter, and gets up by himself. When he is
// removed the players have won, when none of them is left they have lost
// (DUEL-99). boss_abilities.go has the rest of what he can do (DUEL-100).
var bossScenario = turn.Scenario{
	Name: config.ScenarioBossFight, Players: []int{1, 2, 3, 4},
	Rule: &bossRule,
	Lost: true, Idle: true,
	Automata: func(c *config.Config) (seats, models int) { return 1, 1 + zvergs(c) + risen(c) },
	Sides:    againstTheBoss,
	Answer:   answerBoss,
	Enlist:   enlistBoss,
	Arms:     &config.Build{Melee: config.OneHandedWeapon},
	Bases:    []space.Base{space.Small, space.Normal, space.Large},
	Call:     callBoss,
	Doubles: func(g *turn.Game) int8 {
		if risen(&g.Config) == 0 {
			return 0
		}
		return risenOf(g, 0)
	},
	Sorts: []string{"the boss", "zverg", "raised by the boss"},
	Sort:  sortOfBoss,
	Needs: func(c *config.Config, f *env.Faults) {
		for _, x := range []struct {
			path string
			bad  bool
			want string
		}{
			{"melee", !c.Melee, "true: the boss fights hand to hand (DUEL-18)"},
			{"avoid_hits", !c.AvoidHits, "true: the boss avoids hits (DUEL-18)"},
			{"heroes", c.Heroes, "false: it is up to others to defeat bosses (DUEL-18)"},
			{"models_per_player", c.ModelsPerPlayer != 1, "1 in the scenario boss_fight (DUEL-99)"},
			{"add_ons", c.Plays(config.AddOnGangWarfare), "no gang_warfare in the scenario boss_fight"},
		} {
			if x.bad {
				f.Add(x.path, "here", "%s", x.want)
			}
		}
	},
}

var bossRule = turn.Rule{Name: config.ScenarioBossFight, Hook: func(h *turn.Hooks) {
	h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
		b := theBoss(s.Game)
		s.Models[b].Toughness = uint8(bossToughness(s.Game))
		s.Enter(b, s.NearestFree(b, s.Game.Scene.Objective()))
	})
	h.On[turn.AtUpkeep].Add(bossUpkeep)
	h.On[turn.AtAttacked].Add(func(s *turn.State, m int8) {
		if a := &s.Duel.Attacks[s.Duel.Waiting-1]; a.At == theBoss(s.Game) && a.Hits > 0 {
			s.Push(taskBossTough, a.At).Number = int16(s.Duel.Waiting) - 1
		}
		wideBlow(s, m)
	})
	h.On[turn.AtRemoved].Add(func(s *turn.State, m int8) {
		if m == theBoss(s.Game) {
			s.Wins(0)
		}
		callDead(s, m)
	})
	h.On[turn.AtDuelEnd].Add(func(s *turn.State, m int8) {
		s.Boss.Charged = false
		bounce(s, m)
	})
	h.On[turn.AtMoved].Add(followUp)
	h.On[turn.AtActivationEnd].Add(func(s *turn.State, _ int8) { s.Boss.Follows = false })
	h.On[turn.AtAllActivated].Add(pushBosses)
	h.On[turn.AtEngaged].Add(looseGrip)
	h.Early.Add(func(s *turn.State, m int8) bool { return m == theBoss(s.Game) })
	h.Modify.Add(func(s *turn.State, r turn.Roll) int {
		return fighterBoss(s, r) + aggression(s, r)
	})
	h.Dice.Add(func(s *turn.State, r turn.Roll) int {
		switch {
		case r.Kind != turn.RollAttack || !s.Game.Automatic(r.By):
			return 0
		case isZverg(s.Game, r.By):
			return 1 - s.Game.Config.Dice
		case s.Boss.Charged && r.By == s.Duel.By:
			return 1
		}
		return 0
	})
	h.Acted.Add(gripped)
	h.Intercept.Add(bossArmour)
	h.Far.Add(func(c *config.Config) float64 { return bossMove(c) })
	h.Things.Add(turn.Things{Kind: turn.ThingBoss, Count: 1, Show: func(s *turn.State, _ int) turn.Thing {
		b := theBoss(s.Game)
		return turn.Thing{At: s.Models[b].At, There: s.InPlay.Has(b), Side: turn.Nobody}
	}})
	h.Facts.Add(turn.Facts{Names: []string{"toughness of the boss, for each player", "the boss's armour is spent this round", "the boss has charged into contact"}, Of: func(s *turn.State, _, i int) float32 {
		switch {
		case i == 0:
			return min(1, float32(s.Models[theBoss(s.Game)].Toughness)/float32(bossToughness(s.Game)))
		case i == 1 && s.Boss.Hardened, i == 2 && s.Boss.Charged:
			return 1
		}
		return 0
	}})
	h.Notes.Add(func(s *turn.State, dst []string) []string {
		if list := s.Game.Config.BossAbilities; len(list) > 0 {
			dst = append(dst, "The boss is "+strings.ReplaceAll(strings.Join(list, ", "), "_", " ")+".")
		}
		if s.Boss.Hardened {
			dst = append(dst, "The boss's armour is spent this round.")
		}
		return dst
	})
	h.Lay.Add(func(s *turn.State, p *turn.Position, f *env.Faults) {
		b := theBoss(s.Game)
		if !s.InPlay.Has(b) {
			f.Add("models", s.Game.ModelName(b)+" left out", "the boss on the table")
		}
		s.Models[b].Toughness = uint8(bossToughness(s.Game))
		if p.BossToughness != nil {
			if s.Models[b].Toughness = uint8(*p.BossToughness); *p.BossToughness < 0 || *p.BossToughness > bossToughness(s.Game) {
				f.Add("boss_toughness", *p.BossToughness, "a number from 0 to %d", bossToughness(s.Game))
			}
		}
		p.BossToughness = nil
	})
}}

// againstTheBoss puts all players on one side.
func againstTheBoss(g *turn.Game) int {
	for seat := range g.Players {
		g.Side[seat] = 0
	}
	g.Side[g.Players] = 1
	return 2
}

// bossToughness returns the toughness that the boss begins with.
func bossToughness(g *turn.Game) int { return g.Whole(config.BossToughness) * g.Players }

// theBoss returns the boss's model; after him come the zvergs, then those he has raised,
// by player.
func theBoss(g *turn.Game) int8 { return int8(g.Players) }

func isZverg(g *turn.Game, m int8) bool {
	return m > theBoss(g) && int(m-theBoss(g)) <= zvergs(&g.Config)
}

func isRisen(g *turn.Game, m int8) bool { return int(m-theBoss(g)) > zvergs(&g.Config) }

// sortOfBoss returns whether a model is the boss, a zverg or has been raised by him.
func sortOfBoss(g *turn.Game, m int8) int {
	switch {
	case m == theBoss(g):
		return 0
	case isZverg(g, m):
		return 1
	}
	return 2
}

// risenOf returns the model that a player's fighter rises as.
func risenOf(g *turn.Game, m int8) int8 { return theBoss(g) + 1 + int8(zvergs(&g.Config)) + m }

func boasts(c *config.Config, ability string) bool { return slices.Contains(c.BossAbilities, ability) }

// zvergs and risen are how many there can be of them.
func zvergs(c *config.Config) int {
	switch {
	case !boasts(c, config.BossZverg):
		return 0
	case c.MaxZvergs > 0:
		return c.MaxZvergs
	}
	return c.Whole(config.ZvergsEach) * (c.Players + 1)
}

func risen(c *config.Config) int {
	if boasts(c, config.BossRaiseDead) {
		return c.Players
	}
	return 0
}

// bossMove returns how far the boss and his kind charge.
func bossMove(c *config.Config) float64 {
	if c.OneAndHalfActions {
		return c.BossLongMove
	}
	return c.BossMove
}

func callBoss(g *turn.Game, m int8) string {
	switch {
	case isZverg(g, m):
		return fmt.Sprintf("z%d", m-theBoss(g))
	case isRisen(g, m):
		return "r" + g.ModelName(m-risenOf(g, 0))
	}
	return "Boss"
}

// enlistBoss makes the boss and his kind what they are.
func enlistBoss(s *turn.State) {
	g := s.Game
	s.Models[theBoss(g)].Base = g.Widest
	for m := theBoss(g); int(m) < g.Models; m++ {
		s.Models[m].Status = turn.Gone
		if isZverg(g, m) {
			s.Models[m].Base = space.Small
			s.Set(m, turn.FlagFrail)
		}
	}
}

// fighterBoss returns the number that the feat Fighter takes off the boss's dice to avoid hits:
// two when his score is the single highest (DUEL-76).
func fighterBoss(s *turn.State, r turn.Roll) int {
	d := &s.Duel
	if r.Kind != turn.RollDefense || r.By != theBoss(s.Game) {
		return 0
	}
	for rest := d.Set &^ turn.Bit(r.By); rest != 0; rest &= rest - 1 {
		if d.Score[rest.First()] >= d.Score[r.By] {
			return 0
		}
	}
	return -s.Game.Whole(config.BossWeakness)
}

// bossUpkeep gets the boss up, lets those he has raised try, and brings what comes
// to his help.
func bossUpkeep(s *turn.State, _ int8) {
	g, b := s.Game, theBoss(s.Game)
	s.Boss.Hardened = false
	if s.Models[b].Status == turn.Prone {
		s.Recover(b)
	}
	var down turn.ModelSet
	for m := b + 1; int(m) < g.Models; m++ {
		if s.Models[m].Status == turn.Prone {
			down |= turn.Bit(m)
		}
	}
	s.PushEach(turn.Task{Kind: turn.TaskRecover}, down, turn.Nobody)
	spawnZvergs(s)
	raiseCalled(s)
}

// pushBosses lets zvergs and raised fighters act after the players, then the boss.
func pushBosses(s *turn.State, _ int8) {
	b := theBoss(s.Game)
	s.Push(taskBossTurn, b)
	var kin turn.ModelSet
	for m := b + 1; int(m) < s.Game.Models; m++ {
		if s.Models[m].Status == turn.Standing {
			kin |= turn.Bit(m)
		}
	}
	s.PushEach(turn.Task{Kind: taskBossTurn}, kin, turn.Nobody)
}

// Steps of taskBossTurn.
const (
	bossLooks   turn.Step = iota
	bossTargets           // chance has drawn one of the nearest
	bossGoes
)

// runBossTurn lets the boss, or one of his kind, charge: towards the nearest
// fighter, prone ones too, by the shortest way. In contact it fights, with one die
// more if the charge has brought it there (DUEL-99).
func runBossTurn(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	foes := s.Enemies(s.Owner(m))
	if s.Models[m].Status != turn.Standing || foes == 0 {
		s.Pop()
		return
	}
	switch t.Step {
	case bossLooks:
		s.Act = turn.Activation{M: m, Left: s.Allowance(m, bossMove(&g.Config))}
		s.Set(m, turn.FlagActed)
		if s.Contacts(m)&foes != 0 {
			s.Pop()
			s.Push(turn.TaskDuel, m)
			return
		}
		near := nearest(s, m, foes)
		if t.Other = near.First(); near.Count() > 1 {
			t.Step = bossTargets
			s.ForbidAll()
			for ; near != 0; near &= near - 1 {
				s.Allow(env.Action(near.First()))
			}
			s.Chance(turn.ChanceMember, 0, m)
			return
		}
	case bossTargets:
		t.Other = int8(s.Answer)
	case bossGoes:
		s.Pop()
		s.Push(taskBossFight, m)
		s.Travel(m, g.DestOf(s.Models[m].At, s.Answer), turn.GoMove)
		return
	}
	t.Step = bossGoes
	s.Boss.Target = t.Other
	s.ForbidAll()
	s.AllowReach(m, s.Find(m, s.Act.Left))
	s.Ask(turn.NodeGo, s.Owner(m), m, s.Boss.Target)
}

// nearest returns the models of a set that are nearest to a model.
func nearest(s *turn.State, m int8, set turn.ModelSet) (near turn.ModelSet) {
	best := 0.
	for ; set != 0; set &= set - 1 {
		e := set.First()
		switch d := s.Game.Scene.Range(s.Spot(m), s.Spot(e), &s.Land); {
		case near == 0 || d < best-rounding:
			near, best = turn.Bit(e), d
		case d <= best+rounding:
			near |= turn.Bit(e)
		}
	}
	return near
}

// answerBoss keeps the answers of the boss and his kind: into contact by the
// shortest way, and attack whenever they may. Targets and scores are drawn.
func answerBoss(s *turn.State) {
	g, m := s.Game, s.Subject
	switch s.Node {
	case turn.NodeGo:
		at := s.Models[m].At
		mover := s.Spot(m)
		target := s.Spot(s.Boss.Target)
		way := s.WalkFrom(m, func(p space.Point) bool {
			mover.At = p
			return g.Scene.Contact(mover, target, &s.Land)
		})
		keepDestinations(s)
		s.Keep(func(a env.Action) float64 { return closer(s, way, g.DestOf(at, a)) })
		r := s.Find(m, s.Act.Left)
		s.Keep(func(a env.Action) float64 {
			id := g.Scene.Disc().ID(g.DestOf(at, a).Sub(at))
			if !r.Has(id) {
				return 0
			}
			return -float64(r.Cost(id))
		})
	case turn.NodeScore:
		s.Keep(func(a env.Action) float64 { return preferred(a < g.Actions.Score+turn.Scores) })
	case turn.NodePlace, turn.NodeTarget, turn.NodeCover, turn.NodeBid:
	default:
		_ = s.KeepOnly(g.Do(turn.DoFight)) || s.KeepOnly(g.Do(turn.DoDone)) || s.KeepOnly(g.Do(turn.DoNo)) || s.KeepOnly(g.Do(turn.DoAimKeep))
	}
}

// runBossTough rolls a die for each player against an attack that has hit the boss:
// each 6 stops a hit.
func runBossTough(s *turn.State, t *turn.Task) {
	n := s.Game.Players
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.Chance(turn.ChanceDice, n, t.M)
		return
	}
	s.Pop()
	a := &s.Duel.Attacks[t.Number]
	for _, f := range turn.Throws(n)[s.Answer].Faces[:n] {
		if f == 6 && a.Hits > 0 {
			a.Hits--
		}
	}
}
