package scenarios

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// runBossFight lets a boss that has charged fight the model that it is now in
// contact with.
func runBossFight(s *turn.State, t *turn.Task) {
	m := t.M
	s.Pop()
	if s.Models[m].Status == turn.Standing && s.Contacts(m)&s.Enemies(s.Owner(m)) != 0 {
		s.Boss.Charged = true
		s.Push(turn.TaskDuel, m)
	}
}

// aggression returns added to the attacks of an aggressive boss, and of all zvergs.
func aggression(s *turn.State, r turn.Roll) int {
	g := s.Game
	if r.Kind == turn.RollAttack && (isZverg(g, r.By) || r.By == theBoss(g) && boasts(&g.Config, config.BossAggressive)) {
		return g.Whole(config.AggressiveStrength)
	}
	return 0
}

// wideBlow lets an attack of the boss count against every fighter in contact with
// him, from one roll.
func wideBlow(s *turn.State, m int8) {
	d, g := &s.Duel, s.Game
	if m != theBoss(g) || !d.Melee || !boasts(&g.Config, config.BossAreaOfEffect) {
		return
	}
	target := d.Attacks[d.Waiting-1].At
	for rest := s.Contacts(m) & s.Enemies(s.Owner(m)) &^ turn.Bit(target); rest != 0; rest &= rest - 1 {
		other := rest.First()
		_, bonus := s.DiceOf(turn.Roll{By: m, Against: other, Kind: turn.RollAttack})
		d.Bonus = int8(bonus)
		s.Count(m, other)
	}
}

// bossArmour lets the first hit of a round do nothing.
func bossArmour(s *turn.State, a *turn.Attack) {
	if a.At == theBoss(s.Game) && a.Hits > 0 && !s.Boss.Hardened && boasts(&s.Game.Config, config.BossArmour) {
		s.Boss.Hardened = true
		a.Hits -= min(a.Hits, uint8(s.Game.Whole(config.BossArmourHits)))
	}
}

// bounce pushes the fighters in contact with the boss back an inch after a Duel
// that he was engaged in.
func bounce(s *turn.State, initiator int8) {
	g, b := s.Game, theBoss(s.Game)
	if !boasts(&g.Config, config.BossBounce) || !s.InPlay.Has(b) || initiator != b && !s.Duel.In.Has(b) {
		return
	}
	var m int8
	for rest := s.Contacts(b) & s.Enemies(s.Owner(b)); rest != 0; rest &^= turn.Bit(m) {
		m = s.Around(rest, turn.Nobody)
		options.Shove(s, m, s.Models[b].At, g.Whole(config.BounceInches))
	}
}

// callDead records the models that the boss has removed, to raise them.
func callDead(s *turn.State, m int8) {
	if boasts(&s.Game.Config, config.BossRaiseDead) && s.Blame.Has(theBoss(s.Game)) && !s.Game.Automatic(m) {
		s.Boss.Called |= turn.Bit(m)
	}
}

// raiseCalled places those that the boss has called next to him.
func raiseCalled(s *turn.State) {
	var risen turn.ModelSet
	for rest := s.Boss.Called; rest != 0; rest &= rest - 1 {
		if m := risenOf(s.Game, rest.First()); s.Models[m].Status == turn.Gone {
			risen |= turn.Bit(m)
		}
	}
	s.PushEach(turn.Task{Kind: taskBossSpawn}, risen, turn.Nobody)
	s.Boss.Called = 0
}

// spawnZvergs brings a zverg, and one more for each player, unless a fighter is in
// contact with the boss (DUEL-101).
func spawnZvergs(s *turn.State) {
	g, b := s.Game, theBoss(s.Game)
	if !boasts(&g.Config, config.BossZverg) || s.Contacts(b)&s.Enemies(s.Owner(b)) != 0 {
		return
	}
	var fresh turn.ModelSet
	for m := b + 1; fresh.Count() <= g.Players && isZverg(g, m); m++ {
		if s.Models[m].Status == turn.Gone {
			fresh |= turn.Bit(m)
		}
	}
	s.PushEach(turn.Task{Kind: taskBossSpawn}, fresh, turn.Nobody)
}

// runBossSpawn places a helper in contact with the boss, wherever chance says;
// without room there it does not come.
func runBossSpawn(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	b := theBoss(g)
	at := s.Models[b].At
	if t.Step == turn.Answered {
		s.Pop()
		s.Models[m].Flags &^= turn.FlagActed | turn.FlagEngaged | turn.FlagRested
		s.Enter(m, g.DestOf(at, s.Answer))
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	var points [64]space.Point
	var room [turn.MaxModels]space.Model
	for _, p := range g.Scene.ContactPoints(s.Spot(b), s.Base(m), &s.Land, s.Others(turn.Nobody, &room), points[:0]) {
		s.Allow(g.DestID(at, p))
	}
	if !s.Allowed() {
		s.Pop()
		return
	}
	s.Origin = at
	s.Ask(turn.NodePlace, s.Owner(m), m, turn.Nobody)
}

// gripped makes a fighter that wants to move away from a prehensile boss set a
// score and roll a die, instead of the boss's blow (DUEL-100).
func gripped(s *turn.State, m int8, a env.Action) bool {
	g := s.Game
	if a != g.Do(turn.DoDisengage) || !boasts(&g.Config, config.BossPrehensile) || !heldByBoss(s, m) {
		return false
	}
	s.Push(taskBossGrip, m)
	return true
}

func heldByBoss(s *turn.State, m int8) bool {
	b := theBoss(s.Game)
	return s.Models[b].Status == turn.Standing && s.InContact(m, b)
}

// looseGrip keeps a prehensile boss out of the blows at a fighter that moves away.
func looseGrip(s *turn.State, _ int8) {
	if s.Duel.Leaving && boasts(&s.Game.Config, config.BossPrehensile) {
		s.Duel.In &^= turn.Bit(theBoss(s.Game))
	}
}

// Steps of taskBossGrip. Its Number holds the score.
const (
	gripAsks turn.Step = iota
	gripScored
	gripRolled
)

// runBossGrip compares a fighter's score with a die: equal, and it may go; the die
// higher, and it stays, and the boss attacks; lower, and it goes, the boss after it,
// and he attacks there.
func runBossGrip(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	switch t.Step {
	case gripAsks:
		t.Step = gripScored
		s.ForbidAll()
		for face := range env.Action(turn.Scores) {
			s.Allow(g.Actions.Score + face)
		}
		s.Ask(turn.NodeScore, s.Owner(m), m, theBoss(g))
		return
	case gripScored:
		t.Step, t.Number = gripRolled, int16(s.Answer-g.Actions.Score)+1
		s.Secrets = int32(len(s.Log))
		s.Chance(turn.ChanceDice, 1, m)
		return
	}
	die := int16(s.Answer) + 1
	s.Pop()
	if die > t.Number {
		s.Plan(m)
		s.Push(taskBossBlow, m)
		return
	}
	s.Boss.Follows = die < t.Number
	s.Push(options.TaskDisengage, m)
	s.Push(turn.TaskDuel, m).How = turn.DuelLeaving
}

// followUp lets the boss follow a fighter that has moved away from him.
func followUp(s *turn.State, m int8) {
	if s.Boss.Follows && s.Act.M == m {
		s.Boss.Follows = false
		s.Push(taskBossFollow, m)
	}
}

// runBossFollow puts the boss next to the fighter that has moved away from him,
// and lets him attack.
func runBossFollow(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	b := theBoss(g)
	s.Pop()
	if !s.InPlay.Has(m) || s.Models[b].Status != turn.Standing {
		return
	}
	var points [64]space.Point
	var room [turn.MaxModels]space.Model
	best, far := space.Nowhere, 0.
	for _, p := range g.Scene.ContactPoints(s.Spot(m), s.Base(b), &s.Land, s.Others(b, &room), points[:0]) {
		if d := g.Scene.Distance(p, s.Models[b].At); best == space.Nowhere || d < far {
			best, far = p, d
		}
	}
	if best != space.Nowhere { // else there is no room for him (DUEL-121)
		s.Put(b, best)
		s.Push(taskBossBlow, m)
	}
}

// runBossBlow returns an attack of the boss without a Duel: a die is his score.
func runBossBlow(s *turn.State, t *turn.Task) {
	b, m := theBoss(s.Game), t.M
	if s.Models[b].Status != turn.Standing || !s.InPlay.Has(m) || !s.InContact(b, m) {
		s.Pop()
		return
	}
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.Chance(turn.ChanceDice, 1, b)
		return
	}
	s.Pop()
	d := &s.Duel
	*d = turn.Duel{By: b, Only: turn.Nobody, Target: m, Melee: true, Revealed: true, In: turn.Bit(m), Set: turn.Bit(b), Fight: turn.Bit(b)}
	d.Score[b] = uint8(s.Answer) + 1
	s.Push(turn.TaskDuelEnd, b)
	s.Push(turn.TaskLevels, b)
}
