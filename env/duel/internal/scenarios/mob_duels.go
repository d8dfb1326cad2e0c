package scenarios

import (
	"math"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// runMobChoice offers a fighter to duel a mob instead of its enemies (DUEL-105). It is a Duel
// like any other: see turn.MobTarget.
func runMobChoice(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	if t.Step == turn.Answered {
		s.Pop()
		if s.Answer != g.Do(turn.DoDone) {
			s.Change = turn.Change{By: m, Other: turn.MobTarget(int(s.Answer - g.Actions.Mob)), How: turn.DuelOnly}
		}
		return
	}
	var set turn.ModelSet
	if s.Models[m].Status == turn.Standing && !s.Act.Declined && s.Change.By != m {
		set = s.MobsToDuel(m)
	}
	if set == 0 {
		s.Pop()
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	for ; set != 0; set &= set - 1 {
		i, _ := turn.MobOf(set.First())
		s.Allow(g.Actions.Mob + env.Action(i))
	}
	s.Allow(g.Do(turn.DoDone))
	s.Ask(turn.NodeAgainst, s.Owner(m), m, turn.Nobody)
}

// runMobScore rolls the score of the mob that a Duel is with, when the fighter's is final: the
// mob avoids hits with it.
func runMobScore(s *turn.State, t *turn.Task) {
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.Chance(turn.ChanceDice, 1, turn.Nobody)
		return
	}
	s.Pop()
	s.JoinWith(turn.MobTarget(int(t.Thing)), uint8(s.Answer)+1)
}

// runMobLoses draws the models that a mob loses, one for each hit.
func runMobLoses(s *turn.State, t *turn.Task) {
	i := int(t.Thing)
	if t.Step == turn.Answered {
		t.Step = turn.Asking
		removeFromMob(s, t.M, i, int(s.Answer))
		return // the game may be over
	}
	if t.Number == 0 || Mob(s, i).Size() == 0 {
		s.Pop()
		return
	}
	t.Number--
	t.Step = turn.Answered
	s.Origin = Mob(s, i).At
	s.Chance(turn.ChanceCrowd, Mob(s, i).Size(), t.M)
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
	if !s.InPlay.Has(m) {
		return
	}
	duelled, ok := s.Duel.Mob()
	if !ok {
		duelled = -1
	}
	n := 0
	for i := range s.Street.Crowds {
		if Mob(s, i).Size() > 0 && (i == duelled || mobGap(s, s.Spot(m), i) <= s.Game.Number(config.MobHears)+rounding && s.SeesMob(m, i)) {
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

// stampede moves a mob in panic away from a model. Fighters that are in the way
// are attacked, and those that are under the disc in the end get out of it.
func stampede(s *turn.State, i int, m int8) {
	dx, dy, inches := flight(s, i, m)
	var run turn.ModelSet
	slide(s, i, dx, dy, inches, turn.Nobody, func(other int8) { run |= turn.Bit(other) })
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
