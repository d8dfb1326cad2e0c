package scenarios

import (
	"math"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// mayDuelMob reports whether a model could duel a mob, and whether hand to hand.
func mayDuelMob(s *turn.State, m int8, i int) (melee, ok bool) {
	g := s.Game
	if Mob(s, i).Size() == 0 {
		return false, false
	}
	gap := mobGap(s, s.Spot(m), i)
	if g.Config.Melee && s.Build(m).Melee != config.NoWeapon && gap <= float64(g.Step.Inches()/2)+rounding {
		return true, true
	}
	if !s.CanShoot(m) || gap < g.DuelFrom-rounding || !seesMob(s, m, i) {
		return false, false
	}
	return false, !g.Config.WeaponRange || gap <= g.Ranges[s.Build(m).Ranged]+rounding
}

// runMobChoice offers a fighter to duel a mob instead of its enemies (DUEL-105).
func runMobChoice(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	if t.Step == turn.Answered {
		s.Pop()
		if s.Answer != g.Do(turn.DoDone) {
			s.Act.Instead = true
			s.Push(taskMobDuel, m).Thing = int8(s.Answer - g.Actions.Mob)
		}
		return
	}
	s.ForbidAll()
	if s.Models[m].Status == turn.Standing && t.How&(turn.DuelAvoidOnly|turn.DuelCharge|turn.DuelLeaving) == 0 {
		for i := range s.Street.Crowds {
			if _, ok := mayDuelMob(s, m, i); ok {
				s.Allow(g.Actions.Mob + env.Action(i))
			}
		}
	}
	if !s.Allowed() {
		s.Pop()
		return
	}
	t.Step = turn.Answered
	s.Allow(g.Do(turn.DoDone))
	s.Ask(turn.NodeAgainst, s.Owner(m), m, turn.Nobody)
}

// Steps of taskMobDuel. Its Number holds the mob's score, then the models that the mob
// is still to lose.
const (
	mobDuelBegins   turn.Step = iota
	mobDuelMet                // what begins with the Duel has begun
	mobDuelScored             // the fighter has a score, which may be replaced
	mobDuelAdjusted           // or changed
	mobDuelSettled            // and is final
	mobDuelAnswered           // and the mob
	mobDuelGuarded            // the mob has rolled to avoid hits, where it does
	mobDuelAttacked           // the fighter has rolled
	mobDuelLoses
	mobDuelLost // chance has drawn the model
)

// runMobDuel fights a mob: the fighter's score first, then a die for the mob's. A
// mob with the lower score rolls a die a model to avoid hits; then the fighter
// attacks, and for each hit chance takes a model off the disc (DUEL-105).
func runMobDuel(s *turn.State, t *turn.Task) {
	g, d, m, i := s.Game, &s.Duel, t.M, int(t.Thing)
	switch t.Step {
	case mobDuelBegins:
		melee, _ := mayDuelMob(s, m, i)
		s.DuelNobody(m, melee)
		s.Street.Duelled, s.Street.Losses = int8(i), 0
		t.Step = mobDuelMet
	case mobDuelMet:
		t.Step = mobDuelScored
		s.ForbidAll()
		for face := range env.Action(turn.Scores) {
			s.Allow(g.Actions.Score + face)
		}
		s.Ask(turn.NodeScore, s.Owner(m), m, turn.Nobody)
	case mobDuelScored:
		s.SetScore(m, s.Answer)
		d.Set, d.Revealed, s.Secrets = turn.Bit(m), true, int32(len(s.Log))
		t.Step = mobDuelAdjusted
		s.Reach(turn.AtReveal, m)
	case mobDuelAdjusted:
		t.Step = mobDuelSettled
		s.Reach(turn.AtAdjust, m)
	case mobDuelSettled:
		t.Step = mobDuelAnswered
		s.Chance(turn.ChanceDice, 1, turn.Nobody)
	case mobDuelAnswered:
		score := uint8(s.Answer) + 1
		t.Step, t.Number = mobDuelGuarded, int16(score)
		if score < d.Score[m] {
			s.Chance(turn.ChanceDice, min(Mob(s, i).Size(), turn.MaxDice), turn.Nobody)
			return
		}
		t.Number = 0
	case mobDuelGuarded:
		d.Defense[m] = 0
		if t.Number > 0 {
			n := min(Mob(s, i).Size(), turn.MaxDice)
			for _, f := range turn.Throws(n)[s.Answer].Faces[:n] {
				if int(f)+int(t.Number) >= g.Config.HitOn {
					d.Defense[m] = f + uint8(t.Number)
					break
				}
			}
		}
		t.Step = mobDuelAttacked
		s.Throw(turn.Roll{By: m, Against: turn.Nobody, Kind: turn.RollAtMob})
	case mobDuelAttacked:
		s.Thrown()
		t.Number = int16(mobLosses(s, m))
		t.Step = mobDuelLoses
		if g.Config.Jamming && !d.Melee {
			s.Push(options.TaskJam, m)
		}
	case mobDuelLoses:
		mobLoses(s, t, i)
	default:
		removeFromMob(s, m, i, int(s.Answer))
		t.Step = mobDuelLoses
	}
}

// mobLosses returns how many dice of the roll hit a mob and are not avoided: the lowest
// defense stops all that are not lower (DUEL-40).
func mobLosses(s *turn.State, m int8) (hits int) {
	d := &s.Duel
	for _, f := range d.Faces[:d.Rolled] {
		if wall := int(d.Defense[m]); s.HitsWith(f) && (wall == 0 || s.Total(f) < wall) {
			hits++
		}
	}
	return hits
}

// mobLoses draws the next model that a mob loses; after the last the Duel is over.
func mobLoses(s *turn.State, t *turn.Task, i int) {
	if t.Number > 0 && Mob(s, i).Size() > 0 {
		t.Number--
		t.Step = mobDuelLost
		s.Origin = Mob(s, i).At
		s.Chance(turn.ChanceCrowd, Mob(s, i).Size(), t.M)
		s.Other = int8(i)
		return
	}
	m := t.M
	s.Pop()
	s.Push(turn.TaskDuelEnd, m)
}

// removeFromMob takes the k-th model off a disc: civilians first, then fighters,
// who are removed outright, by the fighter that duels the mob.
func removeFromMob(s *turn.State, by int8, i, k int) {
	c := Mob(s, i)
	s.Street.Losses++
	if k < int(c.Civilians) {
		c.Civilians--
		discs(s)
		return
	}
	s.RemoveBy(MemberOf(s, i, k), by)
}

// MemberOf returns the fighter that the k-th model of a mob is.
func MemberOf(s *turn.State, i, k int) int8 {
	rest := Mob(s, i).Members
	for k -= int(Mob(s, i).Civilians); k > 0; k-- {
		rest &= rest - 1
	}
	return rest.First()
}

// upsetMobs lets mobs react in chance order (DUEL-105): every mob within six
// inches that sees the initiator of the Duel, and the mob that was duelled.
func upsetMobs(s *turn.State, m int8) {
	duelled := int(s.Street.Duelled)
	s.Street.Duelled = turn.Nobody
	if !s.InPlay.Has(m) {
		return
	}
	n := 0
	for i := range s.Street.Crowds {
		if Mob(s, i).Size() > 0 && (i == duelled || mobGap(s, s.Spot(m), i) <= s.Game.Number(config.MobHears)+rounding && seesMob(s, m, i)) {
			s.Street.Turn[n] = int8(i)
			n++
		}
	}
	if n > 0 {
		t := s.Push(taskMobReact, m)
		t.Number, t.Thing = int16(n), int8(duelled)
	}
}

// Steps of taskMobReact. Its Number counts the mobs that are still to react, and its
// Thing is the mob that was duelled.
const (
	reactBegins turn.Step = iota
	reactSorted           // chance has put them in order
	reactNext
	reactRolled
)

// runMobReact rolls for the mobs, one after the other: indifferent, aggressive or
// in panic; each loss of the one that was duelled adds 1.
func runMobReact(s *turn.State, t *turn.Task) {
	m, n := t.M, int(t.Number)
	switch t.Step {
	case reactBegins:
		if t.Step = reactNext; n > 1 {
			t.Step = reactSorted
			s.Chance(turn.ChanceTie, turn.Factorial(n), turn.Nobody)
			return
		}
	case reactSorted:
		s.Street.Turn = turn.Permuted(s.Street.Turn, n, int(s.Answer))
		t.Step = reactNext
	case reactRolled:
		i := int(s.Street.Turn[0])
		copy(s.Street.Turn[:], s.Street.Turn[1:])
		t.Number--
		t.Step = reactNext
		die := int(s.Answer) + 1
		if i == int(t.Thing) {
			die = min(6, die+int(s.Street.Losses))
		}
		switch {
		case die >= s.Game.Whole(config.MobPanics):
			stampede(s, i, m)
		case die >= s.Game.Whole(config.MobAttacks):
			rush(s, i, m)
		}
		return
	}
	for ; t.Number > 0 && (Mob(s, int(s.Street.Turn[0])).Size() == 0 || !s.InPlay.Has(m)); t.Number-- {
		copy(s.Street.Turn[:], s.Street.Turn[1:])
	}
	if t.Number == 0 {
		s.Pop()
		return
	}
	t.Step = reactRolled
	s.Chance(turn.ChanceDice, 1, turn.Nobody)
	s.Origin = Mob(s, int(s.Street.Turn[0])).At
}

// between returns the way from a mob's disc to a model.
func between(s *turn.State, i int, m int8) (dx, dy float64) {
	o := s.Models[m].At.Sub(Mob(s, i).At)
	return float64(o.X), float64(o.Y)
}

// rush moves an aggressive mob into contact with a model, and attacks it. One that
// it cannot get at makes it panic. Others in its way become part of it.
func rush(s *turn.State, i int, m int8) {
	if s.Feet(m) > space.Inch/2 {
		stampede(s, i, m)
		return
	}
	dx, dy := between(s, i, m)
	if slide(s, i, dx, dy, math.Ceil(s.Game.Number(config.MobHears)), m, func(other int8) { join(s, other, i) }) {
		s.Push(taskMobAttack, m).Thing = int8(i)
	}
}

// stampede moves a mob in panic straight away from a model. Fighters that are in the way
// are attacked, and those that are under the disc in the end get out of it.
func stampede(s *turn.State, i int, m int8) {
	dx, dy := between(s, i, m)
	var run turn.ModelSet
	slide(s, i, -dx, -dy, s.Game.Number(config.MobFlees), turn.Nobody, func(other int8) { run |= turn.Bit(other) })
	var under turn.ModelSet
	for rest := run; rest != 0; rest &= rest - 1 {
		if other := rest.First(); onDisc(s, s.Spot(other), i) {
			under |= turn.Bit(other)
		}
	}
	s.PushEach(turn.Task{Kind: taskMobAside, Thing: int8(i)}, under, m)
	s.PushEach(turn.Task{Kind: taskMobAttack, Thing: int8(i)}, run, m)
}

// runMobAttack rolls a die for each model on a disc against one fighter: 4 or more,
// with what the fighter's protection makes of it, is a hit.
func runMobAttack(s *turn.State, t *turn.Task) {
	m := t.M
	n := min(Mob(s, int(t.Thing)).Size(), turn.MaxDice)
	if !s.InPlay.Has(m) {
		s.Pop()
		return
	}
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.Chance(turn.ChanceDice, n, m)
		return
	}
	s.Pop()
	hits := 0
	for _, f := range turn.Throws(n)[s.Answer].Faces[:n] {
		if int(f)+int(s.Build(m).Protection) >= s.Game.Whole(config.MobHits) {
			hits++
		}
	}
	options.Hurt(s, m, hits)
}

// runMobAside lets the owner of a fighter under a disc place it next to it.
func runMobAside(s *turn.State, t *turn.Task) {
	g, m, i := s.Game, t.M, int(t.Thing)
	if t.Step == turn.Answered {
		s.Pop()
		s.Put(m, g.DestOf(Mob(s, i).At, s.Answer))
		return
	}
	if !s.InPlay.Has(m) || !onDisc(s, s.Spot(m), i) {
		s.Pop()
		return
	}
	if !allowBeside(s, m, i) {
		s.Pop() // no room: it becomes part of the mob (DUEL-121)
		return
	}
	t.Step = turn.Answered
	s.Ask(turn.NodeAside, s.Owner(m), m, turn.Nobody)
}
